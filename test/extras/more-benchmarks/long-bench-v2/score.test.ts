import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../../src/contract/case.js';
import { statedLetter } from '../../../../src/extras/more-benchmarks/long-bench-v2/index.js';
import { longBenchV2 } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

const folder = mkdtempSync(join(tmpdir(), 'long-bench-score-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'data.json');
const QUESTION = {
  _id: '1',
  domain: 'Novels',
  sub_domain: 'Crime',
  difficulty: 'easy',
  length: 'short',
  question: 'Who took the spoon?',
  choice_A: 'the cook',
  choice_B: 'the vicar',
  choice_C: 'the cat',
  choice_D: 'nobody',
  answer: 'C',
  context: 'A cat came in. It took the spoon.',
};
writeFileSync(file, JSON.stringify([QUESTION]));

async function judged(output: unknown) {
  const [test] = await longBenchV2({ published: file });
  return scored(output, test!.vars!.case as unknown as Case);
}

describe('statedLetter', () => {
  it('reads what the authors’ code reads', () => {
    expect(statedLetter('**The correct answer is (B)**, since…')).toBe('B');
    expect(statedLetter('The correct answer is B. Or: The correct answer is (C)')).toBe('C');
    expect(statedLetter('The correct answer is **(D)**')).toBe('D');
    expect(statedLetter('the correct answer is (B)')).toBeUndefined();
    expect(statedLetter('The correct answer is E')).toBeUndefined();
    expect(statedLetter('B')).toBeUndefined();
  });
});

describe('the score of LongBench v2', () => {
  it.each([
    ['The correct answer is (C)', [1, true, 'C, which is right', 1, 'complete', 'as asked', 'C']],
    [
      'Answer: C',
      [
        0,
        true,
        'C, which is right, but not in the form that the task wants',
        1,
        'complete',
        'elsewhere',
        'C',
      ],
    ],
    ['The correct answer is (A)', [0, true, 'A, and C is right', 0, 'another', 'as asked', 'A']],
    [
      'Answer: B',
      [
        0,
        true,
        'B, and C is right, but not in the form that the task wants',
        0,
        'another',
        'elsewhere',
        'B',
      ],
    ],
    ['Hard to say.', [0, false, 'no letter: "Hard to say."', 0, 'wrong', 'no letter', undefined]],
    ['', [0, false, 'The answer is empty.', 0, 'empty', 'no letter', undefined]],
  ])('of %j', async (output, [score, readable, reason, anywhere, diagnosis, format, choice]) => {
    expect(await judged(output)).toEqual({
      score,
      readable,
      reason,
      namedScores: { recall: score, anywhere },
      metadata: { diagnosis, format, ...(choice !== undefined && { choice }) },
      ...(anywhere === 1 && { inForm: 1 }),
    });
  });

  it('reads the texts of the choices', async () => {
    expect(await judged('It was the cat.')).toMatchObject({ namedScores: { anywhere: 1 } });
  });
});
