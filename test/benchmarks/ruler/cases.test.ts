import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../src/benchmarks/conditions.js';
import { RULER_TASKS, type RulerCase } from '../../../src/benchmarks/ruler/case.js';
import { conditions, octaves, rulerReferences, task } from '../../../src/benchmarks/ruler/cases.js';
import { chainsOf, niahData } from '../../../src/benchmarks/ruler/niah.js';
import { topicDocuments } from '../../../src/benchmarks/ruler/questions.js';
import { zeta } from '../../../src/benchmarks/ruler/word-lists.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type RulerConfig, ruler } from '../../../src/index.js';
import { sortedBy } from '../../sorted-by.js';

const folder = mkdtempSync(join(tmpdir(), 'ruler-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config?: RulerConfig): Promise<RulerCase[]> {
  const tests = await ruler(config);
  return tests.map(({ vars }) => vars!.case as unknown as RulerCase);
}

async function one(config: RulerConfig): Promise<{ theCase: RulerCase; prompt: string }> {
  const [theCase] = await casesOf({ lengths: [4096], ...config });
  const { prompt } = await buildPrompt(theCase!);
  return { theCase: theCase!, prompt };
}

function written(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/** How often each text stands in a list. */
function timesOf(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

describe('ruler', () => {
  it('asks the thirteen tasks at lengths in octaves', async () => {
    const cases = sortedBy(
      await casesOf({ maxTokens: 8192 }),
      ({ task }) => RULER_TASKS.indexOf(task as (typeof RULER_TASKS)[number]),
      ({ tokens }) => tokens,
    );
    expect(cases.map(({ task, tokens }) => [task, tokens])).toEqual(
      RULER_TASKS.flatMap((name) => [4096, 8192].map((tokens) => [name, tokens])),
    );
    expect(octaves(6, 131_072)).toEqual([4096, 8192, 16_384, 32_768, 65_536, 131_072]);
  });

  it.each(['o200k_base', 'characters', 'words', 'claude'])(
    'fills every length to within four tokens of %s, whatever the task',
    async (tokenizer) => {
      const lengths = tokenizer === 'characters' ? [16_384] : [4096];
      for (const theCase of await casesOf({ tokenizer, lengths })) {
        const { promptTokens } = await buildPrompt(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing, theCase.task).toBeGreaterThanOrEqual(0);
        // A sentence with two UUIDs is over a hundred characters long.
        const isCoarse = theCase.task === 'niah_multikey_3' && tokenizer === 'characters';
        expect(missing, theCase.task).toBeLessThanOrEqual(isCoarse ? 20 : 4);
      }
    },
  );

  it('counts each part of a composite score once, whatever haystacks there are', async () => {
    const cases = await casesOf({ lengths: [4096], haystack: ['moby-dick', 'prose'] });
    const inText = cases.filter(({ haystack }) => haystack !== undefined);
    expect(inText.map(({ task }) => task)).toEqual([
      ...Array<string>(2)
        .fill('')
        .flatMap(() => [
          'niah_single_2',
          'niah_single_3',
          'niah_multikey_1',
          'niah_multivalue',
          'niah_multiquery',
        ]),
    ]);
    expect(cases).toHaveLength(13 + 5);
    expect(cases.every(({ composite }) => composite?.weight === 1)).toBe(true);
  });

  it.each<[RulerConfig, string]>([
    [
      { tasks: 'niah' },
      'ruler: the task `niah` and the option `niah`, with its parameters, belong together. Give both.',
    ],
    [
      { niah: {} },
      'ruler: the task `niah` and the option `niah`, with its parameters, belong together. Give both.',
    ],
    [{ alpha: 1 }, 'ruler: `alpha` is 1, but must be a number above 1, at most 10.'],
    [
      { language: 'ru' },
      'ruler: there are words only in en, and `language` is "ru". Use one of these.',
    ],
    [{ tasks: 'qa_1', squad: 'none.json' }, 'squad: there is no file "none.json"'],
    [{ published: 'x.jsonl', tasks: 'vt', seeds: 2 }, '`seeds` is for prompts of ours'],
  ])('refuses %o', async (config, message) => {
    await expect(ruler(config)).rejects.toThrow(message);
  });

  it('refuses a length in which no word is frequent', async () => {
    await expect(ruler({ tasks: 'fwe', lengths: [150] })).rejects.toThrow(
      /three words of the task fwe/,
    );
  });
});

describe('the needle tasks', () => {
  it.each([
    ['niah_single_1', 1, 1],
    ['niah_single_3', 1, 1],
    ['niah_multikey_1', 4, 1],
    ['niah_multivalue', 4, 4],
    ['niah_multiquery', 4, 4],
  ] as const)('%s hides %i needles and asks for %i values', async (name, hidden, asked) => {
    const { theCase, prompt } = await one({ tasks: name });
    const { needles } = niahData(theCase);
    expect(prompt.match(/One secret/g)).toHaveLength(hidden);
    expect(needles).toHaveLength(hidden);
    const references = rulerReferences(theCase);
    expect(references).toHaveLength(asked);
    for (const reference of references) expect(prompt.split(reference)).toHaveLength(2);
  });

  it('hides needles among needles, none of which has the key that is asked for', async () => {
    for (const name of ['niah_multikey_2', 'niah_multikey_3'] as const) {
      const { theCase, prompt } = await one({ tasks: name });
      const { asked, wanted } = niahData(theCase);
      const all = [...prompt.matchAll(/One secret \S+ for (\S+) is: (\S+)\.(?=\n)/g)];
      expect(all.length).toBeGreaterThan(20);
      const own = all.filter(([, key]) => key === asked[0]);
      expect(own.map(([, , value]) => value)).toEqual(wanted.map(({ value }) => value));
    }
  });

  it('takes parameters of the user', async () => {
    const niah = {
      haystack: 'noise',
      keys: 'uuids',
      values: 'words',
      keyCount: 5,
      valueCount: 3,
      queries: 2,
    } as const;
    const { theCase, prompt } = await one({ tasks: 'niah', niah });
    expect(prompt.match(/One secret word for [0-9a-f-]{36} is: [a-z]+-[a-z]+\./g)).toHaveLength(15);
    expect(rulerReferences(theCase)).toHaveLength(6);
  });

  it('puts needles at the depths that it says', async () => {
    const [theCase] = await casesOf({ tasks: 'niah_multikey_1', lengths: [16_384] });
    const { prompt, context } = await buildPrompt(theCase!);
    for (const { key, position } of niahData(theCase!).needles) {
      expect(prompt.indexOf(` for ${key} is`) / context.length).toBeCloseTo(position, 1);
    }
  });
});

describe('variable tracking', () => {
  it('sets each variable to the one before it, in order, in as many chains as asked for', async () => {
    const { theCase, prompt } = await one({ tasks: 'vt', chains: 3, hops: 6, example: false });
    const chains = chainsOf(theCase);
    expect(chains.map(({ names }) => names.length)).toEqual([7, 7, 7]);
    for (const { value, names } of chains) {
      const statements = names.map((name, i) =>
        i === 0 ? `VAR ${name} = ${value}.` : `VAR ${name} = VAR ${names[i - 1]}.`,
      );
      const places = statements.map((statement) => prompt.indexOf(statement));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect([...places].sort((a, b) => a - b)).toEqual(places);
    }
    expect(rulerReferences(theCase)).toEqual(chains[0]!.names);
    expect(prompt).not.toContain('For example');
  });
});

describe('common words', () => {
  it('has ten words 30 times among words 3 times, numbered', async () => {
    const { theCase, prompt } = await one({ tasks: 'cwe' });
    const list = prompt.slice(prompt.lastIndexOf('find out which.'), prompt.lastIndexOf('\n\n'));
    const items = [...list.matchAll(/(\d+)\. (\S+)/g)];
    expect(items.map(([, number]) => Number(number))).toEqual(items.map((_, i) => i + 1));
    const times = timesOf(items.map(([, , word]) => word!));
    const common = [...times].filter(([, amount]) => amount === 30).map(([word]) => word);
    expect(common.sort()).toEqual([...rulerReferences(theCase)].sort());
    const others = [...times.values()].filter((amount) => amount < 30);
    expect(others.filter((amount) => amount !== 3).length).toBeLessThanOrEqual(1);
    expect(Math.max(...others)).toBeLessThanOrEqual(7);
  });

  it('has words enough for a quarter of a million tokens', async () => {
    const [theCase] = await casesOf({ tasks: 'cwe', lengths: [262_144], example: false });
    const { prompt } = await buildPrompt(theCase!);
    const words = new Set([...prompt.matchAll(/\d+\. (\S+)/g)].map(([, word]) => word));
    expect(words.size).toBeGreaterThan(14_000);
  });
});

describe('frequent words', () => {
  it('follows the Zeta distribution, with dots in the first place', async () => {
    expect(zeta(2)).toBeCloseTo(Math.PI ** 2 / 6, 9);
    const { theCase, prompt } = await one({ tasks: 'fwe' });
    const text = prompt.slice(prompt.indexOf('\n\n') + 2, prompt.lastIndexOf('\n\n'));
    const ordered = [...timesOf(text.split(' '))].sort(([, a], [, b]) => b - a);
    expect(ordered.slice(0, 4).map(([word]) => word)).toEqual(['...', ...rulerReferences(theCase)]);
    const { words = 0, dots = 0 } = theCase.cell!;
    for (const [rank, [, times]] of ordered.slice(0, 5).entries()) {
      const share = Math.floor((words * (rank + 1) ** -2) / zeta(2));
      expect(times).toBe(share + (rank === 0 ? dots : 0));
    }
  });
});

describe('questions', () => {
  it('puts the document that answers among others that do not', async () => {
    const { theCase, prompt } = await one({ tasks: 'qa_1' });
    const { documents, gold } = topicDocuments(theCase);
    expect(gold).toHaveLength(1);
    const [answer] = rulerReferences(theCase);
    const holding = documents.flatMap(({ title, text }, i) =>
      `${title}\n${text}`.toLowerCase().includes(answer!.toLowerCase()) ? [i] : [],
    );
    expect(holding).toEqual(gold);
    expect(prompt.match(/^Document \d+:/gm)).toHaveLength(documents.length);
    expect(task(theCase).positions).toEqual([gold[0]! / (documents.length - 1)]);
  });

  it('asks for facts that stand in several documents', async () => {
    for (const theCase of await casesOf({ tasks: 'qa_2', lengths: [4096], seeds: 5 })) {
      const { documents, gold } = topicDocuments(theCase);
      expect(gold.length).toBeGreaterThanOrEqual(2);
      expect(new Set(documents.map(({ text }) => text)).size).toBe(documents.length);
    }
  });

  it('takes SQuAD and HotpotQA as they are published', async () => {
    const paragraphs = Array.from({ length: 300 }, (_, i) => ({
      context: `Paragraph ${i} tells of ${'many things and '.repeat(i % 17)}the number ${i + 5000}.`,
      qas: [
        {
          question: `Which number is in ${i}?`,
          is_impossible: false,
          answers: [{ text: `${i + 5000}` }],
        },
        { question: 'What is not there?', is_impossible: true, answers: [] },
      ],
    }));
    const squad = written('squad.json', { data: [{ paragraphs }] });
    const first = await one({ tasks: 'qa_1', squad });
    const [answer] = rulerReferences(first.theCase);
    expect(first.prompt).toContain(`Which number is in ${Number(answer) - 5000}?`);
    expect(first.prompt).toContain(`the number ${answer}.`);

    const records = paragraphs.map(({ context }, i) => ({
      question: `Question ${i}?`,
      answer: 'yes',
      context: [
        [`Title ${i}`, [context, ' More.']],
        [`Second ${i}`, ['Short.']],
      ],
    }));
    const hotpotqa = written('hotpot.json', records);
    const second = await one({ tasks: 'qa_2', hotpotqa });
    const number = /Question: Question (\d+)\?/.exec(second.prompt)![1];
    expect(second.prompt).toMatch(
      new RegExp(`^Document \\d+: Title ${number}\nParagraph ${number} `, 'm'),
    );
    expect(second.prompt).toMatch(new RegExp(`^Document \\d+: Second ${number}\nShort\\.`, 'm'));

    const broken = written('broken.json', { data: [{ paragraphs: [{}] }] });
    await expect(ruler({ tasks: 'qa_1', squad: broken })).rejects.toThrow(
      /squad: .*broken\.json: `data\.0\.paragraphs\.0\.context`: .*Use a JSON file of SQuAD as it is published\./,
    );
  });
});

describe('published prompts', () => {
  it('are sent byte for byte, with the beginning of the answer', async () => {
    const line = {
      index: 0,
      input: 'A text. VAR A = 1.\nWhich?',
      outputs: ['A'],
      answer_prefix: ' Answer: ',
      length: 4000,
    };
    const path = written('vt.jsonl', `${JSON.stringify(line)}\n`);
    const [theCase] = await casesOf({ published: path, tasks: 'vt' });
    expect((await buildPrompt(theCase!)).prompt).toBe('A text. VAR A = 1.\nWhich? Answer: ');
    expect(theCase).toMatchObject({ reserve: 0, size: 'up to 4096 tokens', cell: { example: 1 } });
    expect(rulerReferences(theCase!)).toEqual(['A']);
  });

  it('of all tasks are a folder, and parts of one score', async () => {
    for (const name of ['vt', 'qa_1']) {
      mkdirSync(join(folder, 'all', name), { recursive: true });
      const line = JSON.stringify({ input: `A text.\nWhich ${name}?`, outputs: ['A'] });
      written(`all/${name}/validation.jsonl`, `${line}\n${line}\n`);
    }
    const cases = await casesOf({ published: join(folder, 'all') });
    expect(cases.map(({ task: name, composite }) => [name, composite])).toEqual(
      ['vt', 'vt', 'qa_1', 'qa_1'].map((name) => [name, { part: name, weight: 1, variant: 'all' }]),
    );
    await expect(ruler({ published: join(folder, 'none') })).rejects.toThrow(/there is no file/);
  });

  it('of one file say their task, or the option does', async () => {
    const path = written('plain.jsonl', JSON.stringify({ input: 'Which?', outputs: ['A'] }));
    await expect(ruler({ published: path })).rejects.toThrow('Name it: `tasks: vt`.');
  });

  it('may be rows of NeMo Gym, of all tasks in one file, which are not the authors’', async () => {
    const row = (subset: string) => ({
      responses_create_params: { input: [{ role: 'user', content: `A text.\nWhich ${subset}?` }] },
      ...{ outputs: ['A', 'B'], length: 262_065, subset },
    });
    const rows = ['vt', 'qa_1', 'vt'].map((name) => `${JSON.stringify(row(name))}\n`).join('');
    const published = written('gym.jsonl', rows);
    const cases = await casesOf({ published });
    expect(cases.map(({ task: name, size, composite }) => [name, size, composite?.part])).toEqual(
      ['vt', 'qa_1', 'vt'].map((name) => [name, 'up to 262144 tokens', name]),
    );
    expect((await buildPrompt(cases[1]!)).prompt).toBe('A text.\nWhich qa_1?');
    expect(rulerReferences(cases[0]!)).toEqual(['A', 'B']);
    expect(conditionsOf('ruler', cases[0]!)).toMatchObject({ prompts: 'made for NeMo Gym' });
    expect(await casesOf({ published, tasks: 'qa_1' })).toHaveLength(1);
    written('odd.jsonl', JSON.stringify(row('poem')));
    await expect(ruler({ published: join(folder, 'odd.jsonl') })).rejects.toThrow(
      /line 1: `subset`: must be one of niah_single_1/,
    );
  });
});

describe('conditions of published scores', () => {
  it('say whose documents are asked about, and nothing of a Case that lacks its task', () => {
    const documents = conditions.documents as (file: undefined, theCase: object) => object;
    const of = (name?: string) => documents(undefined, { task: name });
    expect([of('qa_1'), of('vt'), of()]).toEqual([{ documents: 'ours' }, {}, {}]);
  });
});
