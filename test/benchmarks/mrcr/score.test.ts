import { describe, expect, it } from 'vitest';
import { type MrcrCase, wantedFor } from '../../../src/benchmarks/mrcr/cases.js';
import { gradeRecall, scoreMrcr } from '../../../src/benchmarks/mrcr/score.js';
import { mrcr } from '../../../src/index.js';

async function aCase(): Promise<MrcrCase> {
  const [test] = await mrcr({ needles: 2, indices: [1], lengths: [3000] });
  return test!.vars!.case as unknown as MrcrCase;
}

describe('gradeRecall', () => {
  it('follows the data card: 0 without the prefix, else the ratio of what stands behind it', () => {
    expect(gradeRecall('Xabcd', 'Xbcde', 'X')).toBe(0.75);
    expect(gradeRecall('abcd', 'Xbcde', 'X')).toBe(0);
    expect(gradeRecall(' Xbcde', 'Xbcde', 'X')).toBe(0);
    expect(gradeRecall('X', 'X', 'X')).toBe(1);
  });
});

describe('scoreMrcr', () => {
  it('marks the piece at its position', async () => {
    const theCase = await aCase();
    const { answer, position } = wantedFor(theCase);
    expect(scoreMrcr(answer, theCase)).toMatchObject({
      score: 1,
      namedScores: { recall: 1, 'without prefix': 1 },
      metadata: { diagnosis: 'complete', marks: [1], positions: [position] },
    });
  });

  it('sets reasoning aside, with the white space behind it', async () => {
    const theCase = await aCase();
    const { answer } = wantedFor(theCase);
    expect(scoreMrcr(`<think>the second one…</think>\n\n${answer}`, theCase).score).toBe(1);
  });

  it('says when the prefix is missing, another piece was taken, or nothing said', async () => {
    const theCase = await aCase();
    const { answer, prefix, pieces } = wantedFor(theCase);
    const bare = scoreMrcr(answer.slice(prefix.length), theCase);
    expect(bare).toMatchObject({ score: 0, namedScores: { 'without prefix': 1 } });
    expect(bare.reason).toMatch(/^does not begin with the prefix \(without it 100\.0 % alike\)/);
    const other = scoreMrcr(prefix + pieces[0]!, theCase);
    expect(other.metadata.diagnosis).toBe('another');
    expect(other.reason).toMatch(/^the piece no\. 1 instead/);
    expect(other.score).toBeLessThan(0.5);
    expect(scoreMrcr('', theCase)).toMatchObject({ score: 0, readable: false });
  });
});
