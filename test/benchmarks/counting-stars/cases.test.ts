import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CountingStarsCase } from '../../../src/benchmarks/counting-stars/stars.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { countingStars } from '../../../src/index.js';

const caseOf = (test: { vars?: unknown }) => (test.vars as { case: CountingStarsCase }).case;

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Write a file of plain sentences, with something in the middle of it. */
function textFile(name: string, middle = ''): string {
  const sentences = Array.from(
    { length: 400 },
    (_, i) => `The boat of family ${'abcdefgh'[i % 8]} came in at dusk.`,
  );
  sentences.splice(200, 0, middle);
  const path = join(folder, name);
  writeFileSync(path, sentences.join(' '));
  return path;
}

describe('countingStars', () => {
  it('is Counting-Stars-(32-32) up to 128000 tokens of Moby-Dick without any option', async () => {
    const tests = await countingStars();
    expect(tests.map((test) => caseOf(test).tokens)).toEqual(
      Array.from({ length: 32 }, (_, k) => 4000 * (k + 1)),
    );
    expect(tests[15]).toMatchObject({
      description: '64K',
      vars: {
        case: {
          benchmark: 'counting-stars',
          task: 'acquisition',
          language: 'en',
          tokens: 64_000,
          evidence: 32,
          seed: 1,
          haystack: 'moby-dick',
          tokenizer: 'o200k_base',
        },
      },
      assert: [
        { type: 'javascript', value: 'package:promptfoo-counting-stars:score', threshold: 0.85 },
      ],
      metadata: { benchmark: 'counting-stars', tokens: 64_000, evidence: 32, seed: 1 },
    });
    const { reserve, edition } = tests[15]!.vars.case;
    expect(tests[15]!.vars.prompt).toBe(
      'package:promptfoo-counting-stars:prompt:\n' +
        'benchmark=counting-stars\n' +
        'task=acquisition tokens=64000\n' +
        'evidence=32 seed=1 language=en\n' +
        'tokenizer=o200k_base haystack=moby-dick\n' +
        `version="32-32" reserve=${reserve}\n` +
        `edition="${edition}"`,
    );
    const { conditions, ...others } = tests[15]!.metadata!;
    expect(conditions).toMatchObject({ language: 'en' });
    for (const value of [...Object.values(others), ...Object.values(conditions as object)]) {
      expect(['string', 'number']).toContain(typeof value);
    }
  });

  it('expands the four versions of the paper', async () => {
    const tests = await countingStars({ versions: ['16-32', '32-16', '32-32', '64-32'] });
    expect(tests).toHaveLength(32 + 16 + 32 + 32);
    expect(new Set(tests.map((test) => test.metadata!.id)).size).toBe(tests.length);
  });

  it('takes stars and lengths, as a count or a list', async () => {
    const listed = await countingStars({ stars: [4, 8], lengths: [3000, 1000], seeds: 2 });
    expect(
      listed.map((test) => [caseOf(test).seed, caseOf(test).evidence, caseOf(test).tokens]),
    ).toEqual([
      [1, 4, 1000],
      [1, 4, 3000],
      [1, 8, 1000],
      [1, 8, 3000],
      [2, 4, 1000],
      [2, 4, 3000],
      [2, 8, 1000],
      [2, 8, 3000],
    ]);
    expect(listed[0]!.description).toBe('1K · Counting-Stars with 4 stars · seed 1');
    const counted = await countingStars({ stars: 4, lengths: 3, maxTokens: 10_000 });
    expect(counted.map((test) => caseOf(test).tokens)).toEqual([3333, 6667, 10_000]);
    expect(caseOf(counted[0]!).version).toBe('4-3');
  });

  it('combines tasks and haystacks in one grid', async () => {
    const tests = await countingStars({
      tasks: ['acquisition', 'sum'],
      haystack: ['moby-dick', 'prose', { files: [textFile('a.txt'), textFile('b.txt')] }],
      stars: 4,
      lengths: [2000],
    });
    expect(tests.map(({ description }) => description)).toEqual(
      ['moby-dick', 'prose', 'a.txt and 1 more'].flatMap((haystack) =>
        ['acquisition', 'sum'].map((task) => `2K · ${task} · ${haystack}`),
      ),
    );
    expect(new Set(tests.map(({ metadata }) => metadata!.id)).size).toBe(6);
  });

  it('places stars where they are listed, and as many', async () => {
    const [test] = await countingStars({ positions: [0, 0.4, 0.5], lengths: [4000] });
    expect(caseOf(test!)).toMatchObject({ evidence: 3, positions: [0, 0.4, 0.5] });
  });

  it('uses prose for Chinese, and its own question', async () => {
    const [test] = await countingStars({ language: 'zh', stars: 4, lengths: [2000] });
    expect(caseOf(test!)).toMatchObject({ language: 'zh', haystack: 'prose' });
    expect((await buildPrompt(caseOf(test!))).question).toContain('小企鹅');
  });

  it('keeps room for the reference answer by default', async () => {
    const [few, many] = await countingStars({ stars: [8, 64], lengths: [4000] });
    expect(caseOf(few!).reserve).toBeGreaterThan(8 * 2);
    expect(caseOf(many!).reserve).toBeGreaterThan(64 * 2 * 1.4);
    const [own] = await countingStars({ stars: 8, lengths: [4000], reserve: 1234 });
    expect(caseOf(own!).reserve).toBe(1234);
  });

  it('restricts its tests to prompts by label', async () => {
    const [test] = await countingStars({ stars: 4, lengths: [1000], prompts: ['stars'] });
    expect(test!.prompts).toEqual(['stars']);
  });
});

describe('bad input', () => {
  const cases: [string, unknown, string | RegExp][] = [
    [
      'an unknown option',
      { lenghts: 3 },
      'countingStars: there is no option `lenghts`. Did you mean `lengths`?',
    ],
    [
      'a misspelt version',
      { versions: ['32x32'] },
      'countingStars: `versions[0]` is "32x32", but must have the form M-N',
    ],
    [
      'zero lengths in a version',
      { versions: '32-0' },
      '`versions` is "32-0", but must have the form M-N',
    ],
    [
      'zero lengths',
      { stars: 4, lengths: 0 },
      '`lengths` is 0, but must be a whole number of at least 1',
    ],
    ['zero stars', { stars: 0 }, '`stars` is 0, but must be a whole number of at least 1'],
    [
      'no lengths',
      { lengths: [] },
      '`lengths` is [], but must be a whole number of at least 1, or a list of lengths in tokens',
    ],
    [
      'versions and stars',
      { versions: ['32-32'], stars: 3 },
      'Give either `versions`, or `stars` and `lengths`',
    ],
    [
      'negative tokens',
      { lengths: [4000, -1] },
      '`lengths[1]` is -1, but must be a whole number of tokens, at least 1',
    ],
    [
      'fractional tokens',
      { maxTokens: 12.5 },
      '`maxTokens` is 12.5, but must be a whole number of tokens, at least 1',
    ],
    ['a negative reserve', { reserve: -5 }, '`reserve` is -5, but must be'],
    [
      'an unknown tokenizer',
      { tokenizer: 'gpt9' },
      'tokenizer: there is no tokenizer "gpt9". Use one of gpt2, r50k_base, p50k_base, p50k_edit, cl100k_base, o200k_base, characters, words,',
    ],
    [
      'an unknown language',
      { language: 'xx' },
      'language: there is no language "xx". Use one of en, ko, ru, zh, or the path of a language file',
    ],
    [
      'a task that does not exist',
      { tasks: ['counting'] },
      '`tasks[0]` is "counting", but must be one of acquisition, reasoning, sum, corrections',
    ],
    ['positions out of range', { positions: [0.5, 1.5] }, '`positions[1]` is 1.5'],
    [
      'positions out of order',
      { positions: [0.5, 0.25] },
      '`positions` is [0.5, 0.25], but must be in ascending order',
    ],
    [
      'positions and another number of stars',
      { positions: [0.5], stars: 2 },
      '`positions` lists 1 places for 2 stars',
    ],
    [
      'negative distractors',
      { distractors: -1 },
      '`distractors` is -1, but must be a whole number, at least 0',
    ],
    ['a share above 1', { corrected: 2 }, '`corrected` is 2, but must be a number from 0 to 1'],
    [
      'a star without a count',
      { star: 'It shone.' },
      '`star` must have the placeholder {count} exactly once',
    ],
    [
      'a star with an unknown placeholder',
      { star: '{count} and {number}' },
      '`star` has the placeholder {number}, which does not exist here; use {count}, {subject}',
    ],
    [
      'a question with an unknown placeholder',
      { question: 'How many {things}?' },
      '`question` has the placeholder {things}',
    ],
    [
      'a star for several tasks',
      { star: '{count}', tasks: ['acquisition', 'sum'] },
      '`star` and `question` are for one task',
    ],
    [
      'a star for corrections',
      { star: '{count}', tasks: 'corrections' },
      'the task corrections has five kinds of sentences',
    ],
    [
      'haystacks',
      { haystacks: ['prose'] },
      'there is no option `haystacks`. Did you mean `haystack`?',
    ],
    ['no haystack', { haystack: [] }, '`haystack` is [], but must list at least one haystack'],
    [
      'files that could be one text or a grid each',
      { haystack: ['a.txt', 'b.txt'] },
      '`haystack[0]` is "a.txt", but in a list, each haystack is a grid of its own: write one of moby-dick, ' +
        'state-of-the-union, prose, a file as { files: a.txt }, and files that make one text ' +
        'together as { files: [a.txt, b.txt] }',
    ],
    ['a haystack of the wrong type', { haystack: 5 }, 'must be a name, a path, or {'],
    [
      'an order that does not exist',
      { order: 'random' },
      '`order` is "random", but must be one of shuffled, ascending',
    ],
    [
      'a threshold beyond 1',
      { threshold: 85 },
      '`threshold` is 85, but must be a number from 0 to 1',
    ],
    [
      'a threshold for no provider',
      { threshold: {} },
      '`threshold` is {}, but must be a number from 0 to 1',
    ],
    [
      'a threshold beyond 1 for some providers',
      { threshold: { '*': 85 } },
      '`threshold.*` is 85, but must be a number from 0 to 1',
    ],
    [
      'seeds that are no numbers',
      { seeds: 'all' },
      '`seeds` is "all", but must be a number of repeats, or a list of whole numbers',
    ],
    ['a config that is a list', [], 'countingStars: `config` must be a map of options'],
    [
      'stars that do not fit',
      { stars: 64, lengths: [1000] },
      /^64 pieces of evidence do not fit into 1000 tokens: .* lengths of at least \d+ tokens\.$/,
    ],
    [
      'a path that matches nothing',
      { haystack: 'no/such/file.txt' },
      'haystack: there is no file "no/such/file.txt"',
    ],
    [
      'a pattern that matches nothing',
      { haystack: 'no/such/*.txt' },
      'haystack: the pattern "no/such/*.txt" matches no file',
    ],
    ['a folder', { haystack: folder }, `haystack: "${folder}" is a folder`],
    [
      'a file that promptfoo has read',
      { haystack: 'First line.\nSecond line.' },
      '`haystack` is "First line.\\nSecond line.", but must be a path, but holds what looks like the content of a file',
    ],
    ['a file:// path', { haystack: 'file://book.txt' }, 'Write the path without `file://`'],
    ['a parsed file', { haystack: { text: 'x' } }, 'Write the path without `file://`'],
  ];

  it.each(cases)('%s', async (_name, config, message) => {
    await expect(countingStars(config as never)).rejects.toThrow(message);
  });

  it('a file that is not UTF-8, or empty', async () => {
    const latin = join(folder, 'latin.txt');
    writeFileSync(latin, Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x2e]));
    await expect(countingStars({ haystack: latin })).rejects.toThrow(
      `haystack: "${latin}" is not UTF-8 text. Convert it`,
    );
    const empty = join(folder, 'empty.txt');
    writeFileSync(empty, ' \n');
    await expect(countingStars({ haystack: empty })).rejects.toThrow(
      `haystack: "${empty}" is empty. Name a file that holds text.`,
    );
  });

  it('a haystack that is too short', async () => {
    const haystack = textFile('short.txt');
    await expect(countingStars({ haystack, stars: 4, lengths: [64_000] })).rejects.toThrow(
      /short\.txt has \d+ tokens, but a prompt of 64000 tokens needs \d+ of them.*`repeat: true`/,
    );
    await expect(
      countingStars({ haystack, stars: 4, lengths: [64_000], repeat: true }),
    ).resolves.toHaveLength(1);
  });

  it('a haystack that holds the symbol or the sentence that is searched for', async () => {
    const star = textFile('star.txt', 'A ★ stood over the harbour.');
    await expect(countingStars({ haystack: star, stars: 4, lengths: [2000] })).rejects.toThrow(
      /star\.txt contains "★" \(at character \d+: .*\), which could be taken for evidence/,
    );
    const sentence = textFile('sentence.txt', 'One day the little penguin counted the boats.');
    await expect(countingStars({ haystack: sentence, stars: 4, lengths: [2000] })).rejects.toThrow(
      'contains "the little penguin counted"',
    );
  });

  it('words that only look like evidence are fine', async () => {
    const counted = { stars: 4, lengths: [2000] };
    await expect(countingStars({ ...counted, symbol: 'sheep' })).resolves.toHaveLength(1);
    const star = 'In all, {count} {symbol} were counted by {subject}.';
    await expect(countingStars({ ...counted, star })).resolves.toHaveLength(1);
  });

  it('a prompt in the middle of the grid that needs more text than there is', async () => {
    const haystack = textFile('nearly.txt');
    await expect(
      countingStars({ haystack, stars: [4, 64], lengths: [4000, 5400] }),
    ).rejects.toThrow('nearly.txt has');
  });

  it('a file that promptfoo has read, for every path', async () => {
    for (const option of ['published', 'language']) {
      await expect(countingStars({ [option]: '{"a": 1}\n{"a": 2}' })).rejects.toThrow(
        `countingStars: \`${option}\` is`,
      );
    }
    await expect(countingStars({ published: `${'x'.repeat(5000)}` })).rejects.toThrow(
      'Write the path without `file://`',
    );
    await expect(countingStars({ prompts: 'x' as never })).rejects.toThrow(
      '`prompts` is "x", but must be a list of labels of prompts',
    );
  });

  it('the same test twice is asked once', async () => {
    expect(await countingStars({ stars: [4, 4], lengths: [2000], seeds: [1, 1] })).toHaveLength(1);
  });

  it.each([
    ['text', { prompt: 'package:promptfoo-counting-stars:prompt' }],
    ['chat', { prompt: 'package:promptfoo-counting-stars:chat' }],
    [
      'parts',
      {
        context: 'package:promptfoo-counting-stars:context',
        question: 'package:promptfoo-counting-stars:question',
      },
    ],
  ] as const)('refers to its prompt, whatever is in its haystack: form %s', async (form, vars) => {
    const haystack = textFile('template.txt', 'Set {% if x %} here.');
    const [test] = await countingStars({ haystack, stars: 4, lengths: [2000], form });
    const [name] = Object.keys(vars) as [keyof typeof vars];
    const { [name]: first, ...others } = test!.vars as Record<string, string>;
    const { [name]: reference, ...more } = vars;
    expect(others).toEqual(more);
    expect(first!.split(':\n')[0]).toBe(reference);
    const [own] = await countingStars({
      ...{ haystack, stars: 4, lengths: [2000], form },
      caseVar: true,
    });
    expect(own!.vars).toEqual({ case: test!.vars.case, ...vars });
  });

  it('an option that does not exist', async () => {
    await expect(countingStars({ vars: true } as never)).rejects.toThrow(
      'countingStars: there is no option `vars`. Did you mean `stars`?',
    );
    await expect(countingStars({ form: 'poem' as never })).rejects.toThrow(
      '`form` is "poem", but must be text, chat or parts.',
    );
  });
});
