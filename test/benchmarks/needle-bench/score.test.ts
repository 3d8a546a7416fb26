import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import type { NeedleBenchCase } from '../../../src/benchmarks/needle-bench/cases.js';
import { LONGEST_COMPARED, similarity } from '../../../src/benchmarks/needle-bench/index.js';
import { needlesOf } from '../../../src/benchmarks/needles/hidden-needles.js';
import { needleBench, score } from '../../../src/index.js';

const config = { lengths: [4000], depths: [0.5], perCell: 1 };
const [one, two] = await Promise.all([
  needleBench({ ...config, scoring: 'paper' }),
  needleBench({ ...config, scoring: 'keywords' }),
]);
type Test = (typeof one)[number];
const referencesOf = (test: Test) =>
  needlesOf(test.vars!.case as unknown as NeedleBenchCase).map(({ answer }) => answer);
const graded = (test: Test, output: unknown) => score(output, { vars: test.vars as never });

describe('similarity', () => {
  it('is 1 − d/max(|P|, |R|)', () => {
    expect(similarity('In a shed.', 'In a shop.')).toBeCloseTo(0.8, 10);
    expect(similarity('same', 'same')).toBe(1);
    expect(similarity('', 'four')).toBe(0);
    expect(similarity('', '')).toBe(1);
  });

  it('agrees with the formula for all texts that are not too long', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (p, r) => {
        const expected = 1 - distance(p, r) / Math.max(p.length, r.length);
        expect(similarity(p, r)).toBeCloseTo(expected, 10);
      }),
    );
  });

  it('compares a bounded part of a hostile answer, and gives the rest no credit', () => {
    expect(similarity('x'.repeat(10_000_000), 'y'.repeat(10_000_000))).toBe(0);
    expect(similarity(`kazoo${'x'.repeat(1_000_000)}`, 'kazoo')).toBeLessThan(0.001);
    expect(
      similarity('a'.repeat(LONGEST_COMPARED + 10), 'a'.repeat(LONGEST_COMPARED)),
    ).toBeGreaterThan(0.99);
  });
});

describe('the score of NeedleBench', () => {
  it('is 1 for every right answer, with a part for the overall score', async () => {
    for (const test of [...one, ...two]) {
      const result = await graded(test, referencesOf(test).join('\n'));
      const name = String(test.metadata!.task).replace('-', '_');
      expect(result).toMatchObject({ score: 1, pass: true, metadata: { diagnosis: 'complete' } });
      expect(result.namedScores).toMatchObject({
        'facts found': 1,
        [name]: 1,
        [`${name}_prompts`]: 1,
      });
    }
  });

  it('is 0.2 · (1 − d/max) without a keyword in version 1, and 0 in version 2', async () => {
    const [reference] = referencesOf(one[0]!);
    const answer = `${reference!.slice(0, -3)}…`;
    const expected = 0.2 * (1 - distance(answer, reference!) / reference!.length);
    expect((await graded(one[0]!, answer)).score).toBeCloseTo(expected, 10);
    expect(await graded(one[0]!, answer)).toMatchObject({
      metadata: { marks: [0] },
      pass: false,
    });
    expect((await graded(two[0]!, answer)).score).toBe(0);
    expect((await graded(one[0]!, '')).score).toBe(0);
  });

  it('credits the share of several needles that is not found', async () => {
    const references = referencesOf(one[1]!);
    const answer = references.slice(0, 3).join('\n');
    const like = similarity(answer, references.join('\n'));
    const result = await graded(one[1]!, answer);
    expect(result.score).toBeCloseTo(0.6 + 0.4 * 0.2 * like, 10);
    expect(result).toMatchObject({
      metadata: { marks: [1, 1, 1, 0, 0], positions: [0.5, 0.6, 0.7, 0.8, 0.9] },
    });
    expect((await graded(two[1]!, answer)).score).toBe(0.6);
  });

  it('marks a chain of facts once, at the place of the first', async () => {
    const [reference] = referencesOf(one[2]!);
    expect((await graded(one[2]!, reference)).metadata).toMatchObject({
      marks: [1],
      positions: [0.5],
    });
  });
});
