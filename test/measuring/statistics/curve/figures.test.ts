/** One grid, and all that is said of it: what changes here changes for every user. */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { crossing } from '../../../../src/measuring/statistics/curve/effective-length.js';
import { effectiveLength } from '../../../../src/measuring/statistics/curve/effective-length-of.js';
import {
  imaginedPaths,
  imaginedPrompts,
} from '../../../../src/measuring/statistics/curve/expected-information.js';
import { learntCurve } from '../../../../src/measuring/statistics/curve/learnt-curve.js';
import {
  expectedRecall,
  recallBand,
} from '../../../../src/measuring/statistics/curve/recall-band.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
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
    expect(figures(curve.tokens)).toMatchInlineSnapshot(`"[4000, 10000, 32000]"`);
    expect(figures(recallBand(curve, 0.8))).toMatchInlineSnapshot(
      `"[{tokens: 4000, recall: {value: 0.941865, low: 0.778334, high: 0.989703}}, {tokens: 10000, recall: {value: 0.771007, low: 0.587668, high: 0.887176}}, {tokens: 32000, recall: {value: 0.411375, low: 0.214174, high: 0.636166}}]"`,
    );
    expect(figures([4000, 10_000, 32_000].map(expectedRecall(curve)))).toMatchInlineSnapshot(
      `"[0.911404, 0.754144, 0.413985]"`,
    );
  });

  it('effective length', () => {
    const curve = recallCurve(prompts);
    expect(figures(crossing(curve))).toMatchInlineSnapshot(
      `"{value: 6227.18, low: 0, high: 32000}"`,
    );
    expect(
      figures(effectiveLength(prompts, { threshold: 0.5, confidence: 0.5 })),
    ).toMatchInlineSnapshot(`"{value: 22041.6, low: 10000, high: Infinity}"`);
    expect(
      figures(crossing(curve, 0.8, { prompts, baseLengths: [4000, 10_000] })),
    ).toMatchInlineSnapshot(`"{value: 13873.3, low: 4000, high: 32000}"`);
  });

  it('recall', () => {
    expect(figures(recallInterval(prompts))).toMatchInlineSnapshot(
      `"{value: 0.659722, low: 0.332794, high: 0.830775}"`,
    );
    expect(figures(recallInterval(prompts, 0.5))).toMatchInlineSnapshot(
      `"{value: 0.659722, low: 0.555732, high: 0.727791}"`,
    );
  });

  it('what more prompts would tell of whether recall is 0.75 at 10K, and after one is chosen', () => {
    const curve = learntCurve(prompts, 0.75, [9000, 20_000, 30_000]);
    const imagined = (marks: number) => {
      const random = seedrandom('figures');
      const paths = imaginedPaths(curve, marks, random);
      const node = curve.tokens.findIndex((tokens) => tokens >= 10_000);
      const kinds = Int32Array.from(paths.recalls, (path) => Number(path[node]! >= 0.75));
      return imaginedPrompts(paths, kinds, random);
    };
    const eight = imagined(8);
    const lengths = [4000, 9000, 30_000];
    expect(figures(eight.information(lengths))).toMatchInlineSnapshot(
      `"[0.0223248, 0.0423095, 0.03278]"`,
    );
    eight.choose(10_000);
    expect(figures(eight.information(lengths))).toMatchInlineSnapshot(
      `"[0.0189381, 0.0366058, 0.029032]"`,
    );
    eight.choose(20_000);
    expect(figures(eight.information([9000]))).toMatchInlineSnapshot(`"[0.0312946]"`);
    expect(figures(imagined(40).information([9000]))).toMatchInlineSnapshot(`"[0.0550072]"`);
  });

  it('curve of marks that tell little of how they hang together', () => {
    const few = (marks: number) =>
      crossing(recallCurve(grid({ 4000: [marks, marks], 32000: [0, marks] }, marks)), 0.5);
    expect(figures(few(1))).toMatchInlineSnapshot(`"{value: 11276.4, low: 4000, high: 32000}"`);
    expect(figures(few(2))).toMatchInlineSnapshot(`"{value: 11031.2, low: 4000, high: 32000}"`);
  });
});
