import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { askingSide } from '../../../src/commands/asking-door.js';
import { outcomesOf, readRound } from '../../../src/extras/search/answers.js';
import { isSettled } from '../../../src/extras/search/model-search.js';
import { isTooLong } from '../../../src/measuring/results/window-errors.js';
import { temporaryFolder } from '../../e2e/promptfoo.js';
import { imagine, toResult } from '../../measuring/results/rows-for-tests.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const rows = imagine('reader', () => 1, { lengths: [4000], seeds: 3 });
const rounds = [
  {
    prompts: rows.map(({ tokens, seed }) => ({ tokens, seed, providers: ['reader'] as [string] })),
    files: [],
  },
];

describe('readRound', () => {
  it('reads what was answered before promptfoo was killed, and drops half a line', async () => {
    const file = join(folder.path, 'round.jsonl');
    const lines = rows.map((row) => JSON.stringify(toResult(row)));
    writeFileSync(file, `${lines[0]}\n${lines[1]!.slice(0, 100)}`);
    expect(await readRound(file, askingSide)).toHaveLength(1);
    appendFileSync(file, `${lines[1]}\n${lines[2]}`);
    expect(await readRound(file, askingSide)).toHaveLength(3);
    writeFileSync(file, lines[0]!.slice(0, 50));
    expect(await readRound(file, askingSide)).toEqual([]);
    expect(await readRound(join(folder.path, 'missing.jsonl'), askingSide)).toEqual([]);
  });
});

describe('outcomesOf', () => {
  const error = { marks: [], positions: [], error: 'busy', score: 0 };

  it('takes an answer in the place of errors, and counts these', () => {
    const [first, second, third] = rows;
    const all = [
      { ...first!, ...error },
      first!,
      { ...second!, ...error },
      { ...second!, ...error },
    ];
    const found = outcomesOf('reader', { rounds, cells: 1 }, all);
    expect(found.map(({ marks, failures }) => [marks?.[0]?.marks.length, failures])).toEqual([
      [8, 1],
      [undefined, 2],
      [undefined, 0],
    ]);
    expect(found[1]).toMatchObject({ error: 'busy', tooLong: false });
    expect(found[2]!.prompt.seed).toBe(third!.seed);
    expect(outcomesOf('another', { rounds, cells: 1 }, all)).toEqual([]);
  });

  it('takes what a measure says of an answer, and every answer once', () => {
    const cited = rows.map((row, i) => ({ ...row, measures: { cites: i / 2 } }));
    const found = outcomesOf('reader', { rounds, cells: 1, measure: 'cites' }, cited);
    expect(found.map(({ marks }) => marks)).toMatchObject(
      [[0], [0.5], [1]].map((marks) => [{ tokens: 4000, marks }]),
    );
    expect(found.flatMap((one) => one.rows)).toEqual(cited);
  });

  it('gives up a prompt whose answer could not be read, which says nothing of recall', () => {
    const [first, second] = rows;
    const unread = {
      ...first!,
      score: 0,
      marks: first!.marks.map(() => 0),
      reading: 'unreadable' as const,
      answer: 'XX ~ V',
    };
    const found = outcomesOf('reader', { rounds, cells: 1 }, [unread, second!]);
    expect(found[0]).not.toHaveProperty('marks');
    expect(found[0]).toMatchObject({ error: 'its answer could not be read: XX ~ V' });
    expect(isSettled(found[0]!, { retries: 3 })).toBe(true);
    expect(found[1]!.marks).toHaveLength(1);
  });

  it('waits for all prompts of a length and seed, where there are several', () => {
    const [one] = rows;
    const other = { ...one!, id: 'another depth' };
    const marksOf = (own: typeof rows) => outcomesOf('reader', { rounds, cells: 2 }, own)[0]!.marks;
    expect(marksOf([one!])).toBeUndefined();
    expect(marksOf([one!, other])).toHaveLength(2);
  });
});

describe('isTooLong', () => {
  it.each([
    "400 This model's maximum context length is 131072 tokens. However, you requested 140000 tokens",
    '{"code":"context_length_exceeded"}',
    'Your input exceeds the context window of this model.',
    'prompt is too long: 213462 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    'ValidationException: Input is too long for requested model.',
    'Prompt contains 140000 tokens, too large for model with 131072 maximum context length',
    'the request exceeds the available context size',
  ])('knows %s', (error) => {
    expect(isTooLong(error)).toBe(true);
  });

  it.each([
    '429 Rate limit reached: too many requests',
    'Request timed out',
    'the answer is too long',
  ])('does not take %s for it', (error) => {
    expect(isTooLong(error)).toBe(false);
  });
});
