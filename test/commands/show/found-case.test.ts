import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingSide } from '../../../src/commands/asking-door.js';
import { promptOf } from '../../../src/commands/show/built-prompt.js';
import { foundCase } from '../../../src/commands/show/found-case.js';
import { shownText } from '../../../src/commands/show/show-text.js';
import type { Case } from '../../../src/contract/case.js';
import { caseId } from '../../../src/contract/case-identity.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { countingStars, score } from '../../../src/index.js';
import { together } from '../../../src/measuring/facts/evaluation/runs.js';
import { ReadFrom, readFile } from '../../../src/measuring/results/read-results.js';

const folder = mkdtempSync(join(tmpdir(), 'show-'));
const file = join(folder, 'results.json');
afterAll(() => rmSync(folder, { recursive: true }));

let cases: Case[];
let prompt: string;

const ANSWER = `{"little_penguin": [1]} \u001b[2J key sk-${'a1B2'.repeat(12)}`;

/** A result of promptfoo as it stands in its file. */
async function result(theCase: Case, testIdx: number, label: string, raw: string) {
  const graded = await score(ANSWER, { vars: { case: theCase } });
  const assertion = { value: 'package:promptfoo-counting-stars:score' };
  return {
    testIdx,
    provider: { id: 'test:provider', label },
    prompt: { raw, label: 'stars' },
    vars: { case: theCase },
    testCase: { description: `test no. ${testIdx + 1}` },
    metadata: { benchmark: theCase.benchmark, id: caseId(theCase) },
    response: { output: ANSWER },
    gradingResult: { componentResults: [{ ...graded, assertion }] },
  };
}

beforeAll(async () => {
  const tests = await countingStars({ stars: 4, lengths: [1000, 2000] });
  cases = tests.map(({ vars }) => vars!.case as unknown as Case);
  ({ prompt } = await buildPrompt(cases[0]!));
  const results = [
    await result(cases[0]!, 0, 'b', prompt),
    await result(cases[0]!, 0, 'a', `Dear model!\n${prompt}`),
    await result(cases[0]!, 0, 'c', 'function prompt() {}'),
    await result(cases[1]!, 1, 'a', '[prompt stripped]'),
  ];
  writeFileSync(file, JSON.stringify({ results: { results } }));
});

const find = (selector: string) => foundCase(selector, { files: [file], evalIds: [], configs: [] });

describe('foundCase', () => {
  it.each([
    ['its row', () => '1'],
    ['the start of its id', () => caseId(cases[0]!).slice(0, 40)],
    ['a part of its description', () => 'no. 1'],
  ])('finds a Case with its readers by %s', async (_, selector) => {
    const found = await find(selector());
    expect(found.map(({ id, provider }) => [id, provider.label])).toEqual(
      ['a', 'b', 'c'].map((label) => [caseId(cases[0]!), label]),
    );
  });

  it('takes an end for what is meant before what is only a part', async () => {
    const path = join(folder, 'seeds.json');
    const results = await Promise.all(
      [10, 1, 11].map(async (seed, i) => {
        const one = await result({ ...cases[0]!, seed }, i, 'a', prompt);
        return { ...one, testCase: { description: `1000 tokens · seed ${seed}` } };
      }),
    );
    writeFileSync(path, JSON.stringify({ results: { results } }));
    const findIn = (selector: string) =>
      foundCase(selector, { files: [path], evalIds: [], configs: [] });
    const [found, ...others] = await findIn('1000 tokens · seed 1');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ description: '1000 tokens · seed 1', number: 2, name: 'a' });
    await expect(findIn('1000 tokens')).rejects.toThrow('matches 3 tests');
  });

  it.each([
    [
      'counting-stars',
      /^"counting-stars" matches 2 tests, such as counting-stars\.acq.*, .*no\. 2\)\. Pass/,
    ],
    ['7', /^No test matches "7"\. One of them is counting-stars\.acquisition\.en\.2000x4/],
  ])('says in one sentence what is wrong with %s', async (selector, message) => {
    await expect(find(selector)).rejects.toThrow(message);
  });
});

describe('readers', () => {
  const key = (end: string) => `https://host/v1?api_key=${'q9Zx'.repeat(8)}${end}`;

  /** Results of the first Case: one for each column of promptfoo's table. */
  async function written(name: string, columns: [id: string, label: string][], isLined = false) {
    const results = await Promise.all(
      columns.map(async ([id, label], promptIdx) => ({
        ...(await result(cases[0]!, 0, '', prompt)),
        promptIdx,
        provider: { id },
        prompt: { raw: prompt, label },
      })),
    );
    const prompts = columns.map(([provider, label]) => ({ provider, label }));
    const text = isLined
      ? results
          .toReversed()
          .map((one) => JSON.stringify(one))
          .join('\n')
      : JSON.stringify({ results: { prompts, results: results.toReversed() } });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }

  it.each([
    [
      'differ only by a secret',
      [
        [key('a'), 'stars'],
        [key('b'), 'stars'],
      ],
      'two.json',
    ],
    [
      'differ only by a secret, line by line',
      [
        [key('a'), 'stars'],
        [key('b'), 'stars'],
      ],
      'two.jsonl',
    ],
    [
      'differ only by settings',
      [
        ['gpt', 'stars'],
        ['gpt', 'stars'],
      ],
      'same.json',
    ],
    [
      'are asked with two prompts',
      [
        ['gpt', 'stars'],
        ['gpt', 'mine'],
      ],
      'prompts.json',
    ],
  ] as [string, [string, string][], string][])(
    'that %s are called as in reports',
    async (_, columns, name) => {
      const path = await written(name, columns, name.endsWith('l'));
      const found = await foundCase('1', { files: [path], evalIds: [], configs: [] });
      const { models } = together([await readFile(path, new ReadFrom(askingSide))]);
      expect(found.map((one) => one.name)).toEqual(models.map((model) => model.name));
      expect(new Set(found.map((one) => one.name)).size).toBe(2);
      // The name belongs to the result: promptfoo's columns are in the order of its config.
      const firstOf = found.find(
        ({ result: own }) => (own as { promptIdx?: number }).promptIdx === 0,
      )!;
      expect(firstOf.name).not.toMatch(/2\)$|mine/);
      expect(await shownText(found, { colour: false, width: 200, whole: false })).not.toContain(
        'q9Zx',
      );
    },
  );
});

describe('promptOf', () => {
  it('is the prompt as it was sent, or the one of the Case where that says something else', async () => {
    const found = await find('1');
    const prompts = await Promise.all(found.map(promptOf));
    expect(prompts.map((one) => one.prompt === prompt)).toEqual([false, true, true]);
    expect(prompts[0]!.prompt).toBe(`Dear model!\n${prompt}`);
    expect(prompts.map(({ isSent }) => isSent)).toEqual([true, true, false]);
    const [stripped] = await find('2');
    expect(await promptOf(stripped!)).toMatchObject({
      prompt: (await buildPrompt(cases[1]!)).prompt,
      isSent: false,
    });
  });
});

describe('the text of results', () => {
  it('says what was answered and read, without secrets and without moving the cursor', async () => {
    const text = await shownText(await find('1'), { colour: false, width: 80, whole: true });
    expect(text).toContain('tokens, as sent to a:\n\nDear model!');
    expect(text).toMatch(/^b: 0\.000, failed · reading: read · /m);
    expect(text).toContain('\n  numbers: 1\n');
    expect(text).toContain('  not fully found at position 0.25, 0.50, 0.75, 1.00\n');
    expect(text).toMatch(/^c: no score\n {2}the model was sent another prompt/m);
    expect(text).not.toContain('a1B2a1B2');
    expect(text).not.toContain('\u001b');
  });
});
