/** One grid, and all that is said of it: what changes here changes for every user. */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { curveDifference } from '../../../src/statistics/curve/curve-difference.js';
import {
  crossing,
  effectiveLength,
  expectedRecall,
  recallBand,
  relativeCrossing,
} from '../../../src/statistics/curve/effective-length.js';
import { imaginedPrompts } from '../../../src/statistics/curve/expected-information.js';
import { recallCurve } from '../../../src/statistics/curve/recall-curve.js';
import { drawPaths } from '../../../src/statistics/curve/recall-paths.js';
import { recallInterval } from '../../../src/statistics/recall-interval.js';
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
    expect(figures(curve.logEvidence)).toMatchInlineSnapshot(`"-19.3427"`);
    expect(
      figures(
        curve.explanations.map(({ dependence: { correlation, cut }, weight }) => [
          correlation,
          cut,
          weight,
        ]),
      ),
    ).toMatchInlineSnapshot(
      `"[[0.2, 0, 0.27885], [0.35, 0, 0.360582], [0.1, 0, 0.100957], [0.55, 0, 0.167827], [0.03, 0, 0.0152559], [0.1, 0.15, 0.013038], [0.1, 0.25, 0.0100367], [0.1, 0.08, 0.0137325], [0, 0.25, 0.00597663], [0.1, 0.03, 0.012872], [0, 0.15, 0.0053544], [0, 0, 0.00311439], [0, 0.08, 0.00338038], [0, 0.03, 0.00148199], [0.8, 0, 0.00754156]]"`,
    );
    expect(figures(recallBand(curve, 0.8))).toMatchInlineSnapshot(
      `"[{tokens: 4000, recall: {value: 0.866914, low: 0.742096, high: 0.946365}}, {tokens: 4659.97, recall: {value: 0.859856, low: 0.734599, high: 0.940321}}, {tokens: 5428.84, recall: {value: 0.851315, low: 0.725028, high: 0.933495}}, {tokens: 6324.56, recall: {value: 0.840956, low: 0.713524, high: 0.925788}}, {tokens: 7368.06, recall: {value: 0.828269, low: 0.69917, high: 0.91692}}, {tokens: 8583.74, recall: {value: 0.812622, low: 0.680447, high: 0.906417}}, {tokens: 10000, recall: {value: 0.793082, low: 0.656573, high: 0.893984}}, {tokens: 11807.7, recall: {value: 0.763127, low: 0.604459, high: 0.879173}}, {tokens: 13942.1, recall: {value: 0.725789, low: 0.537388, high: 0.86007}}, {tokens: 16462.4, recall: {value: 0.678831, low: 0.458958, high: 0.834358}}, {tokens: 19438.2, recall: {value: 0.618929, low: 0.375633, high: 0.798128}}, {tokens: 22952, recall: {value: 0.542119, low: 0.296128, high: 0.747392}}, {tokens: 27101, recall: {value: 0.447848, low: 0.21994, high: 0.683762}}, {tokens: 32000, recall: {value: 0.346176, low: 0.147789, high: 0.618103}}]"`,
    );
    expect(figures([4000, 10_000, 32_000].map(expectedRecall(curve)))).toMatchInlineSnapshot(
      `"[0.853432, 0.782269, 0.365693]"`,
    );
  });

  it('effective length', () => {
    const curve = recallCurve(prompts);
    expect(figures(crossing(curve))).toMatchInlineSnapshot(
      `"{value: 5533.24, low: 0, high: 21619.2}"`,
    );
    expect(
      figures(effectiveLength(prompts, { threshold: 0.5, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 24757.3, low: 19425.3, high: 31279.9}"`);
    expect(figures(relativeCrossing(curve, [4000, 10_000], 0.8))).toMatchInlineSnapshot(
      `"{value: 16472.5, low: 10855.9, high: 28285.7}"`,
    );
  });

  it('recall', () => {
    const curve = recallCurve(prompts);
    const { explanations } = curve;
    const recallAt = expectedRecall(curve);
    expect(figures(recallInterval(prompts, explanations))).toMatchInlineSnapshot(
      `"{value: 0.659722, low: 0.490021, high: 0.854487}"`,
    );
    expect(
      figures(recallInterval(prompts, explanations, { recallAt, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 0.659722, low: 0.618957, high: 0.719781}"`);
  });

  it('curves that may be', () => {
    const curve = recallCurve(prompts);
    const paths = drawPaths(curve, 3, seedrandom('figures'));
    expect(figures(paths.map(({ levels }) => levels))).toMatchInlineSnapshot(
      `"[[66, 64, 62, 60, 59, 55, 53, 52, 47, 43, 42, 39, 37, 32], [64, 63, 62, 61, 59, 59, 56, 56, 53, 53, 53, 48, 37, 32], [65, 65, 64, 63, 62, 62, 61, 60, 56, 56, 56, 55, 55, 51]]"`,
    );
    expect(figures(paths.map(({ recalls }) => recalls.at(-1)))).toMatchInlineSnapshot(
      `"[0.211585, 0.211585, 0.642125]"`,
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
      `"[0.0643024, 0.0585712, 0.0214633]"`,
    );
    imagined.choose(10_000);
    expect(figures(imagined.information(lengths))).toMatchInlineSnapshot(
      `"[0.0609296, 0.050997, 0.0239982]"`,
    );
    imagined.choose(20_000);
    expect(figures(imagined.information([9000]))).toMatchInlineSnapshot(`"[0.0501727]"`);
    expect(figures(imaginedPrompts(curve, 40).information([9000]))).toMatchInlineSnapshot(
      `"[0.0751094]"`,
    );
  });

  it('difference of two curves', () => {
    const curve = recallCurve(prompts);
    const other = recallCurve(grid({ 4000: [8, 8], 10000: [7, 7], 64000: [1, 2] }, 8));
    expect(figures(curveDifference(curve, other, 0.8))).toMatchInlineSnapshot(
      `"[{tokens: 4000, recall: {value: 0.067, low: -0.041, high: 0.2}}, {tokens: 4659.97, recall: {value: 0.068, low: -0.041, high: 0.202}}, {tokens: 5428.84, recall: {value: 0.072, low: -0.043, high: 0.207}}, {tokens: 6324.56, recall: {value: 0.074, low: -0.044, high: 0.213}}, {tokens: 7368.06, recall: {value: 0.079, low: -0.048, high: 0.22}}, {tokens: 8583.74, recall: {value: 0.084, low: -0.052, high: 0.228}}, {tokens: 10000, recall: {value: 0.088, low: -0.06, high: 0.243}}]"`,
    );
  });

  it('curve of marks that tell little of how they hang together', () => {
    const few = (marks: number) =>
      crossing(recallCurve(grid({ 4000: [marks, marks], 32000: [0, marks] }, marks)), 0.5);
    expect(figures(few(1))).toMatchInlineSnapshot(`"{value: 10414.2, low: 0, high: 25684}"`);
    expect(figures(few(2))).toMatchInlineSnapshot(`"{value: 10771.2, low: 0, high: 25518}"`);
  });
});
