/** One grid, and all that is said of it: what changes here changes for every user. */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  crossing,
  effectiveLength,
  expectedRecall,
  recallBand,
  relativeCrossing,
} from '../../../../src/measuring/statistics/curve/effective-length.js';
import {
  imaginedPrompts,
  promptsWithMarks,
} from '../../../../src/measuring/statistics/curve/expected-information.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
import { drawPaths } from '../../../../src/measuring/statistics/curve/recall-paths.js';
import { recallInterval } from '../../../../src/measuring/statistics/recall-interval.js';
import { figures } from '../figures.js';

/** Prompts of so many marks; a fraction of the number of right ones is a partial mark. */
const grid = (found: Record<number, number[]>, marks = 8) =>
  Object.entries(found).flatMap(([tokens, counts]) =>
    counts.map((right) => ({
      tokens: Number(tokens),
      marks: Array.from({ length: marks }, (_, i) => Math.min(1, Math.max(0, right - i))),
    })),
  );

const prompts = grid({ 32000: [2, 5, 0], 4000: [8, 7], 10000: [8, 6.5, 8, 3] });

describe('the figures of a grid', () => {
  it('curve', () => {
    const curve = recallCurve(prompts);
    expect(figures(curve.tokens)).toMatchInlineSnapshot(
      `"[4000, 4659.97, 5428.84, 6324.56, 7368.06, 8583.74, 10000, 11807.7, 13942.1, 16462.4, 19438.2, 22952, 27101, 32000]"`,
    );
    expect(figures(curve.logEvidence)).toMatchInlineSnapshot(`"-19.4572"`);
    expect(
      figures(
        curve.explanations.map(({ dependence: { correlation, cut }, weight }) => [
          correlation,
          cut,
          weight,
        ]),
      ),
    ).toMatchInlineSnapshot(
      `"[[0.2, 0, 0.269524], [0.35, 0, 0.366801], [0.1, 0, 0.0954995], [0.55, 0, 0.178203], [0.03, 0, 0.0146764], [0.1, 0.15, 0.0126216], [0.1, 0.25, 0.0078416], [0.1, 0.08, 0.0142958], [0, 0.25, 0.00494911], [0.1, 0.03, 0.0128872], [0, 0.15, 0.00582048], [0, 0, 0.0030411], [0, 0.08, 0.00398696], [0, 0.03, 0.00157269], [0.8, 0, 0.00827925]]"`,
    );
    expect(figures(recallBand(curve, 0.8))).toMatchInlineSnapshot(
      `"[{tokens: 4000, recall: {value: 0.88119, low: 0.771327, high: 0.942131}}, {tokens: 4659.97, recall: {value: 0.872761, low: 0.759929, high: 0.93724}}, {tokens: 5428.84, recall: {value: 0.862728, low: 0.746918, high: 0.931176}}, {tokens: 6324.56, recall: {value: 0.850763, low: 0.732506, high: 0.923722}}, {tokens: 7368.06, recall: {value: 0.83646, low: 0.716004, high: 0.914528}}, {tokens: 8583.74, recall: {value: 0.819325, low: 0.696506, high: 0.903134}}, {tokens: 10000, recall: {value: 0.7987, low: 0.672899, high: 0.889976}}, {tokens: 11807.7, recall: {value: 0.768147, low: 0.625747, high: 0.872367}}, {tokens: 13942.1, recall: {value: 0.731128, low: 0.567413, high: 0.850706}}, {tokens: 16462.4, recall: {value: 0.686693, low: 0.496977, high: 0.824096}}, {tokens: 19438.2, recall: {value: 0.633792, low: 0.41697, high: 0.791577}}, {tokens: 22952, recall: {value: 0.571257, low: 0.335553, high: 0.75413}}, {tokens: 27101, recall: {value: 0.499014, low: 0.259771, high: 0.713262}}, {tokens: 32000, recall: {value: 0.420743, low: 0.191662, high: 0.671339}}]"`,
    );
    expect(figures([4000, 10_000, 32_000].map(expectedRecall(curve)))).toMatchInlineSnapshot(
      `"[0.865088, 0.787783, 0.426667]"`,
    );
  });

  it('effective length', () => {
    const curve = recallCurve(prompts);
    expect(figures(crossing(curve))).toMatchInlineSnapshot(
      `"{value: 6376.95, low: 0, high: 21319}"`,
    );
    expect(
      figures(effectiveLength(prompts, { threshold: 0.5, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 27045, low: 20753.3, high: Infinity}"`);
    expect(figures(relativeCrossing(curve, prompts, [4000, 10_000], 0.8))).toMatchInlineSnapshot(
      `"{value: 15571.6, low: 4632.83, high: Infinity}"`,
    );
  });

  it('recall', () => {
    const curve = recallCurve(prompts);
    const { explanations } = curve;
    const recallAt = expectedRecall(curve);
    expect(figures(recallInterval(prompts, explanations))).toMatchInlineSnapshot(
      `"{value: 0.659722, low: 0.487842, high: 0.854577}"`,
    );
    expect(
      figures(recallInterval(prompts, explanations, { recallAt, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 0.659722, low: 0.619892, high: 0.722309}"`);
  });

  it('curves that may be', () => {
    const curve = recallCurve(prompts);
    const paths = drawPaths(curve, 3, seedrandom('figures'));
    expect(figures(paths.map(({ levels }) => levels))).toMatchInlineSnapshot(
      `"[[63, 61, 60, 58, 57, 54, 53, 52, 48, 45, 44, 42, 41, 38], [64, 64, 64, 63, 60, 60, 56, 56, 52, 51, 50, 45, 43, 40], [65, 64, 62, 60, 60, 59, 58, 57, 54, 54, 54, 53, 53, 50]]"`,
    );
    expect(figures(paths.map(({ recalls }) => recalls.at(-1)))).toMatchInlineSnapshot(
      `"[0.328407, 0.373929, 0.618834]"`,
    );
    expect(paths.map(({ dependence }) => dependence.correlation)).toMatchInlineSnapshot(`
      [
        0.2,
        0.35,
        0.55,
      ]
    `);
  });

  it('what more prompts would tell, and after one is chosen', () => {
    const curve = recallCurve(prompts);
    const imagined = imaginedPrompts(curve, 8);
    const lengths = [4000, 9000, 30_000];
    expect(figures(imagined.information(lengths))).toMatchInlineSnapshot(
      `"[0.0553025, 0.0609029, 0.0194833]"`,
    );
    imagined.choose(10_000);
    expect(figures(imagined.information(lengths))).toMatchInlineSnapshot(
      `"[0.0513487, 0.0544667, 0.019397]"`,
    );
    imagined.choose(20_000);
    expect(figures(imagined.information([9000]))).toMatchInlineSnapshot(`"[0.0503996]"`);
    expect(figures(imaginedPrompts(curve, 40).information([9000]))).toMatchInlineSnapshot(
      `"[0.0802999]"`,
    );
  });

  it('what more prompts would tell of a window, and with other numbers of marks', () => {
    const curve = recallCurve(prompts);
    const { information } = imaginedPrompts(curve, 8, 4);
    expect(figures(information([4000, 9000, 30_000]))).toMatchInlineSnapshot(
      `"[0.00903022, 0.0167354, 0.00203021]"`,
    );
    expect(
      figures([4, 16].map((marks) => promptsWithMarks(curve, 8, marks))),
    ).toMatchInlineSnapshot(`"[1.12556, 0.858552]"`);
  });

  it('curve of marks that tell little of how they hang together', () => {
    const few = (marks: number) =>
      crossing(recallCurve(grid({ 4000: [marks, marks], 32000: [0, marks] }, marks)), 0.5);
    expect(figures(few(1))).toMatchInlineSnapshot(
      `"{value: 12935.6, low: 4381.07, high: 31980.1}"`,
    );
    expect(figures(few(2))).toMatchInlineSnapshot(
      `"{value: 13055.4, low: 4657.39, high: 31430.1}"`,
    );
  });
});
