import { describe, expect, it } from 'vitest';
import { recallByQuarter } from '../../../../src/benchmarks/quarters.js';
import { type MrcrCase, wantedFor } from '../../../../src/extras/more-benchmarks/mrcr/cases.js';
import { gradeLast, gradeRecall } from '../../../../src/extras/more-benchmarks/mrcr/index.js';
import { mrcr } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

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

describe('the score', () => {
  it('marks the piece at its position', async () => {
    const theCase = await aCase();
    const { answer, position } = wantedFor(theCase);
    expect(scored(answer, theCase)).toMatchObject({
      score: 1,
      namedScores: { recall: 1, 'without prefix': 1 },
      metadata: { diagnosis: 'complete', marks: [1], positions: [position] },
    });
  });

  it('sets reasoning aside, with the white space behind it', async () => {
    const theCase = await aCase();
    const { answer } = wantedFor(theCase);
    expect(scored(`<think>the second one…</think>\n\n${answer}`, theCase).score).toBe(1);
  });

  it('takes white space around the answer off, as frameworks do', async () => {
    const theCase = await aCase();
    const { answer, prefix } = wantedFor(theCase);
    for (const spaced of [`\n\n${answer}`, ` ${answer}\n`, `\u00a0\t${answer}\r\n \n`]) {
      expect(scored(spaced, theCase)).toMatchObject({ score: 1, metadata: { hasPrefix: true } });
    }
    // Behind the prefix it counts.
    const behind = `${prefix}\n${answer.slice(prefix.length)}`;
    expect(scored(behind, theCase).score).toBeLessThan(1);
    expect(scored(`.\n${answer}`, theCase).score).toBe(0);
  });

  it('says when the prefix is missing, another piece was taken, or nothing said', async () => {
    const theCase = await aCase();
    const { answer, prefix, pieces } = wantedFor(theCase);
    const bare = scored(answer.slice(prefix.length), theCase);
    expect(bare).toMatchObject({ score: 0, namedScores: { 'without prefix': 1 } });
    expect(bare.reason).toMatch(/^does not begin with the prefix \(without it 100\.0% alike\)/);
    const other = scored(prefix + pieces[0]!, theCase);
    expect(other.metadata.diagnosis).toBe('another');
    expect(other.reason).toMatch(/^the piece no\. 1 instead/);
    expect(other.score).toBeLessThan(0.5);
    expect(scored('', theCase)).toMatchObject({
      score: 0,
      readable: false,
      reason: 'The answer is empty.',
      metadata: { diagnosis: 'empty', hasPrefix: false },
    });
    expect(scored(' \n', theCase).readable).toBe(false);
    const otherBare = scored(`\n ${pieces[0]!}`, theCase);
    expect(otherBare).toMatchObject({ score: 0, readable: true });
    expect(otherBare.reason).toMatch(
      /^does not begin with the prefix \(without it the piece no\. 1 instead, \d+\.\d% alike\): "/,
    );
  });

  it('says how alike a part of the right piece is, and what is no piece', async () => {
    const theCase = await aCase();
    const { answer, prefix, position } = wantedFor(theCase);
    const piece = answer.slice(prefix.length);
    const half = piece.slice(0, piece.length / 2);
    const part = scored(prefix + half, theCase);
    expect(part.score).toBeCloseTo((2 * half.length) / (half.length + piece.length), 9);
    expect(part).toEqual({
      score: part.score,
      readable: true,
      reason: `${(100 * part.score).toFixed(1)}% alike`,
      namedScores: {
        recall: part.score,
        'without prefix': part.score,
        ...recallByQuarter([part.score], [position!]),
      },
      metadata: {
        diagnosis: 'partway',
        marks: [part.score],
        positions: [position],
        hasPrefix: true,
      },
    });
    expect(scored(prefix + piece.slice(0, 39), theCase).metadata.diagnosis).toBe('wrong');
    expect(scored(prefix + piece.slice(0, 40), theCase).metadata.diagnosis).toBe('partway');
    // A slip of the pen in twenty characters is still the whole piece.
    const slips = (share: number) =>
      prefix + piece.slice(0, Math.round((1 - share) * piece.length));
    expect(scored(slips(0.08), theCase).metadata.diagnosis).toBe('complete');
    expect(scored(slips(0.11), theCase).metadata.diagnosis).toBe('partway');
    expect(scored("I'm sorry, but I cannot help with that.", theCase).metadata.diagnosis).toBe(
      'refused',
    );
  });
});

describe('version 2', () => {
  it('scores what stands behind the last prefix, the reference first', () => {
    // Python: SequenceMatcher(a=reference, b=answer); the order of the texts makes a difference.
    expect(gradeLast('X one X abcd', 'X bcde ', 'X')).toBe(0.75);
    expect(gradeLast('abcd', 'Xbcde', 'X')).toBe(0);
    expect(gradeLast('Xtide', 'Xdiet', 'X')).toBe(0.5);
    expect(gradeRecall('Xtide', 'Xdiet', 'X')).toBe(0.25);
  });

  it('takes the last of several prefixes, and says whether one stood at the start', async () => {
    const [test] = await mrcr({ version: 2, needles: 2, indices: [1], lengths: [5000] });
    const theCase = test!.vars!.case as unknown as MrcrCase;
    const { answer, prefix, pieces } = wantedFor(theCase);
    const graded = (text: string) => scored(text, theCase);
    expect(graded(answer).namedScores).toMatchObject({ recall: 1, 'prefix first': 1 });
    const spoken = graded(`I begin with ${prefix}, so:\n${answer}`);
    expect(spoken).toMatchObject({ score: 1, namedScores: { 'prefix first': 0 } });
    expect(graded(`${answer}\n${prefix}`).score).toBe(0);
    expect(graded(`<think>${answer}</think>${prefix} ${pieces[0]}`).metadata.diagnosis).toBe(
      'another',
    );
    const bare = graded(pieces[1]!);
    expect(bare).toMatchObject({ score: 0, namedScores: { 'without prefix': 1 } });
    expect(bare.reason).toMatch(/^does not have the prefix/);
    expect(graded(answer.slice(0, answer.length / 2)).metadata.diagnosis).toBe('partway');
    expect(graded("I'm sorry, but I cannot help with that.").metadata.diagnosis).toBe('refused');
  });
});
