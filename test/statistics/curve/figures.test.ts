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
    expect(figures(curve.logEvidence)).toMatchInlineSnapshot(`"-19.3738"`);
    expect(
      figures(
        curve.explanations.map(({ dependence: { correlation, cut }, weight }) => [
          correlation,
          cut,
          weight,
        ]),
      ),
    ).toMatchInlineSnapshot(
      `"[[0.2, 0, 0.269419], [0.35, 0, 0.36873], [0.1, 0, 0.0948882], [0.55, 0, 0.177881], [0.03, 0, 0.0146272], [0.1, 0.15, 0.0126255], [0.1, 0.25, 0.00812613], [0.1, 0.08, 0.0140401], [0, 0.25, 0.00497588], [0.1, 0.03, 0.0127013], [0, 0.15, 0.00559062], [0, 0, 0.00305847], [0, 0.08, 0.00375785], [0, 0.03, 0.00150824], [0.8, 0, 0.00807023]]"`,
    );
    expect(figures(recallBand(curve, 0.8))).toMatchInlineSnapshot(
      `"[{tokens: 4000, recall: {value: 0.87842, low: 0.768724, high: 0.942381}}, {tokens: 4659.97, recall: {value: 0.8695, low: 0.75696, high: 0.937256}}, {tokens: 5428.84, recall: {value: 0.858957, low: 0.742934, high: 0.930892}}, {tokens: 6324.56, recall: {value: 0.84646, low: 0.727415, high: 0.923024}}, {tokens: 7368.06, recall: {value: 0.83161, low: 0.709813, high: 0.913213}}, {tokens: 8583.74, recall: {value: 0.813884, low: 0.68938, high: 0.90132}}, {tokens: 10000, recall: {value: 0.792573, low: 0.665218, high: 0.88696}}, {tokens: 11807.7, recall: {value: 0.761383, low: 0.61883, high: 0.868469}}, {tokens: 13942.1, recall: {value: 0.723771, low: 0.562515, high: 0.84558}}, {tokens: 16462.4, recall: {value: 0.678901, low: 0.494368, high: 0.817519}}, {tokens: 19438.2, recall: {value: 0.625851, low: 0.417589, high: 0.783752}}, {tokens: 22952, recall: {value: 0.56386, low: 0.338353, high: 0.744586}}, {tokens: 27101, recall: {value: 0.492955, low: 0.262122, high: 0.702072}}, {tokens: 32000, recall: {value: 0.416669, low: 0.193, high: 0.659052}}]"`,
    );
    expect(figures([4000, 10_000, 32_000].map(expectedRecall(curve)))).toMatchInlineSnapshot(
      `"[0.863748, 0.782395, 0.421916]"`,
    );
  });

  it('effective length', () => {
    const curve = recallCurve(prompts);
    expect(figures(crossing(curve))).toMatchInlineSnapshot(
      `"{value: 6058.24, low: 0, high: 20205}"`,
    );
    expect(
      figures(effectiveLength(prompts, { threshold: 0.5, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 26682, low: 20540.8, high: Infinity}"`);
    expect(figures(relativeCrossing(curve, prompts, [4000, 10_000], 0.8))).toMatchInlineSnapshot(
      `"{value: 15157.4, low: 6364.94, high: 30342.9}"`,
    );
  });

  it('recall', () => {
    const curve = recallCurve(prompts);
    const { explanations } = curve;
    const recallAt = expectedRecall(curve);
    expect(figures(recallInterval(prompts, explanations))).toMatchInlineSnapshot(
      `"{value: 0.659722, low: 0.487628, high: 0.854538}"`,
    );
    expect(
      figures(recallInterval(prompts, explanations, { recallAt, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 0.659722, low: 0.618903, high: 0.721416}"`);
  });

  it('curves that may be', () => {
    const curve = recallCurve(prompts);
    const paths = drawPaths(curve, 3, seedrandom('figures'));
    expect(figures(paths.map(({ levels }) => levels))).toMatchInlineSnapshot(
      `"[[63, 61, 60, 58, 57, 54, 53, 52, 48, 45, 44, 42, 41, 38], [65, 65, 64, 63, 60, 60, 56, 56, 52, 51, 50, 44, 42, 39], [67, 66, 64, 62, 62, 61, 60, 59, 56, 56, 56, 55, 55, 52]]"`,
    );
    expect(figures(paths.map(({ recalls }) => recalls.at(-1)))).toMatchInlineSnapshot(
      `"[0.328407, 0.350829, 0.664765]"`,
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
      `"[0.0557587, 0.0612378, 0.0194517]"`,
    );
    imagined.choose(10_000);
    expect(figures(imagined.information(lengths))).toMatchInlineSnapshot(
      `"[0.0520834, 0.055735, 0.0202734]"`,
    );
    imagined.choose(20_000);
    expect(figures(imagined.information([9000]))).toMatchInlineSnapshot(`"[0.0538502]"`);
    expect(figures(imaginedPrompts(curve, 40).information([9000]))).toMatchInlineSnapshot(
      `"[0.0789781]"`,
    );
  });

  it('difference of two curves', () => {
    const curve = recallCurve(prompts);
    const other = recallCurve(grid({ 4000: [8, 8], 10000: [7, 7], 64000: [1, 2] }, 8));
    expect(figures(curveDifference(curve, other, 0.8))).toMatchInlineSnapshot(
      `"[{tokens: 4000, recall: {value: 0.052, low: -0.037, high: 0.167}}, {tokens: 4659.97, recall: {value: 0.055, low: -0.039, high: 0.174}}, {tokens: 5428.84, recall: {value: 0.059, low: -0.043, high: 0.182}}, {tokens: 6324.56, recall: {value: 0.063, low: -0.046, high: 0.19}}, {tokens: 7368.06, recall: {value: 0.068, low: -0.049, high: 0.2}}, {tokens: 8583.74, recall: {value: 0.074, low: -0.052, high: 0.212}}, {tokens: 10000, recall: {value: 0.08, low: -0.057, high: 0.225}}]"`,
    );
  });

  it('curve of marks that tell little of how they hang together', () => {
    const few = (marks: number) =>
      crossing(recallCurve(grid({ 4000: [marks, marks], 32000: [0, marks] }, marks)), 0.5);
    expect(figures(few(1))).toMatchInlineSnapshot(`"{value: 12525, low: 4379.39, high: 30126.4}"`);
    expect(figures(few(2))).toMatchInlineSnapshot(
      `"{value: 12644.4, low: 4625.54, high: 29615.2}"`,
    );
  });
});
