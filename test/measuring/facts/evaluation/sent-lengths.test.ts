import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { asSent, inRuns, together } from '../../../../src/measuring/facts/evaluation/runs.js';
import { addedSentences, addedTexts } from '../../../../src/measuring/facts/tables/answer-notes.js';
import { imagine } from '../../results/rows-for-tests.js';

const LENGTHS = [1000, 2000, 4000];
const built = imagine('a', () => 1, { lengths: LENGTHS, seeds: 3 });
const ADDED = 10_700;
/** What is sent of a prompt that leaves room for its answer, a token more or less. */
const sent = built.map(
  (row): Row => ({ ...row, sent: row.tokens - row.reserve + ADDED + (row.seed - 2) }),
);

describe('lengths of what was sent', () => {
  it('are common to prompts that were built to one length, also where a call failed', () => {
    const [first, ...others] = sent;
    const { sent: _, ...failed } = first!;
    const [series] = together([
      { name: 'x', rows: [{ ...failed, error: 'HTTP 500' }, ...others] },
    ]).series;
    expect(series!.lengths).toEqual([11_601, 12_600, 14_600]);
    expect(inRuns([{ name: 'x', rows: sent }])[0]!.series[0]!.lengths).toEqual([
      11_600, 12_600, 14_600,
    ]);
  });

  it('are apart for each reader, and as built where nothing is added', () => {
    const other = imagine('b', () => 1, { lengths: LENGTHS, seeds: 3 });
    const rows = asSent([...sent, ...other]);
    const lengthsOf = (name: string) => [
      ...new Set(rows.flatMap(({ provider, tokens }) => (provider === name ? tokens : []))),
    ];
    expect(lengthsOf('a')).toEqual([11_600, 12_600, 14_600]);
    expect(lengthsOf('b')).toEqual(LENGTHS);
    expect(asSent(other)).toEqual(other);
  });

  it('take the place of a size that is a length, and not of another one', () => {
    const sized = (size: string) =>
      asSent(sent.map((row) => ({ ...row, size }))).map((row) => row.size);
    expect(new Set(sized('about 1000 tokens'))).toEqual(new Set([undefined]));
    expect(new Set(sized('75 pairs'))).toEqual(new Set(['75 pairs']));
  });

  it('are said with what was added, once for all readers', () => {
    const other = sent.map((row) => ({ ...row, provider: 'b' }));
    const said = (rows: readonly Row[]) => addedSentences(addedTexts(asSent(rows)));
    expect(said(built)).toEqual([]);
    expect(said([...sent, ...other])).toEqual([
      'Your template adds 10.7K tokens to each prompt. Lengths below count what was sent.',
    ]);
    const longer = other.map((row) => ({ ...row, sent: row.sent! + 10_000 }));
    expect(said([...sent, ...longer])).toEqual([
      'Your template adds 10.7K–20.7K tokens to each prompt. Lengths below count what was sent.',
    ]);
  });
});
