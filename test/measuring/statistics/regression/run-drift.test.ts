import { describe, expect, it } from 'vitest';
import type { PairedPrompt } from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import { driftNodes, runDrift } from '../../../../src/measuring/statistics/regression/run-drift.js';

/** Prompts of one series whose runs differ by shifts alone. */
const shifted = (shifts: (number | undefined)[], prompts = 2): PairedPrompt[] =>
  Array.from({ length: prompts }, (_, i) => {
    const runs = shifts.map((shift) => (shift === undefined ? shift : 0.3 + i / 4 + shift));
    return { series: 0, tokens: 4000, marks: 8, runs, before: 0.5, now: 0.5, drop: 0 };
  });

const total = (nodes: readonly { weight: number }[]) =>
  nodes.reduce((sum, { weight }) => sum + weight, 0);

describe('runDrift', () => {
  it('is the prior with one run, and with a single prompt that all runs answered', () => {
    const nodes = driftNodes();
    expect(total(nodes)).toBeCloseTo(1, 12);
    expect(runDrift([])).toMatchObject({ runs: 0, from: 'prior', nodes });
    expect(runDrift(shifted([0.1], 9))).toMatchObject({ runs: 1, from: 'prior', nodes });
    expect(runDrift(shifted([0, 0.2], 1))).toMatchObject({ runs: 2, from: 'prior', nodes });
    const mostly = [...shifted([0, 0.2], 1), ...shifted([undefined, 0.2], 9)];
    expect(runDrift(mostly)).toMatchObject({ runs: 2, from: 'prior', nodes });
    const { deviation } = runDrift([]);
    expect(deviation).toBeGreaterThan(0.007);
    expect(deviation).toBeLessThan(0.02);
  });

  it('is larger where runs lie apart, and smaller where they do not', () => {
    const { deviation } = runDrift([]);
    expect(runDrift(shifted([0, 0.2]))).toMatchObject({ from: 'baseline runs' });
    expect(runDrift(shifted([0, 0.2])).deviation).toBeGreaterThan(2 * deviation);
    expect(runDrift(shifted([0, 0, 0, 0])).deviation).toBeLessThan(deviation / 2);
  });

  it('is about as large as what the runs show, where they show it plainly', () => {
    const shifts = [-3, -2, -1, 0, 1, 2, 3].map((step) => step * 0.04);
    const { deviation, nodes } = runDrift(shifted(shifts, 40));
    const shown = Math.sqrt(shifts.reduce((sum, shift) => sum + shift ** 2, 0) / 6);
    expect(deviation / shown).toBeGreaterThan(0.8);
    expect(deviation / shown).toBeLessThan(1.15);
    expect(total(nodes)).toBeCloseTo(1, 12);
  });
});
