import { describe, expect, it } from 'vitest';
import { fallToNothing } from '../../../../src/measuring/statistics/regression/fall-to-nothing.js';
import type { PairedPrompt } from '../../../../src/measuring/statistics/regression/paired-prompts.js';

const prompt = (before: number, now: number, changes: Partial<PairedPrompt> = {}) => {
  const own = { series: 0, tokens: 4000, marks: 8, runs: [before] };
  return { ...own, before, now, drop: before - now, ...changes };
};
const fine = (count: number, changes = {}) =>
  Array.from({ length: count }, () => prompt(1, 1, changes));
/** Whether the first prompts fell to nothing, among others. */
const fell = (own: PairedPrompt[], others: PairedPrompt[], groups = 5) =>
  fallToNothing([...own, ...others], groups)(own);

describe('fallToNothing', () => {
  it('is less than a tenth of what was fine, and more than one mark of it', () => {
    expect(fell([prompt(1, 0)], fine(9))).toBe(true);
    expect(fell([prompt(1, 0.1)], fine(9))).toBe(true);
    expect(fell([prompt(1, 0.125)], fine(9))).toBe(false);
    expect(fell([prompt(0.3, 0)], fine(9))).toBe(true);
    expect(fell([prompt(0.29, 0)], fine(9))).toBe(false);
    expect(fell([prompt(1, 0, { marks: 1 })], fine(9))).toBe(false);
  });

  it('is not what the baseline shows as often, in its own series or in any like it', () => {
    const sometimes = [...fine(8), prompt(0, 1)];
    expect(fell([prompt(1, 0)], sometimes)).toBe(false);
    // Three such prompts together would be far rarer than one.
    expect(fell([prompt(1, 0), prompt(1, 0), prompt(1, 0)], sometimes)).toBe(true);
    expect(fell([prompt(1, 0), prompt(1, 0), prompt(1, 0)], sometimes, 100)).toBe(false);
    const elsewhere = (marks: number) => [
      ...fine(8, { series: 1 }),
      prompt(0, 1, { series: 1, marks }),
    ];
    expect(fell([prompt(1, 0)], elsewhere(4))).toBe(false);
    expect(fell([prompt(1, 0)], elsewhere(3))).toBe(true);
  });

  it('goes by every run of the baseline, and by series that are fine as a whole', () => {
    const twice = fine(8).map((own, i) => ({ ...own, runs: [i === 0 ? 0 : 1, 1, undefined] }));
    expect(fell([prompt(1, 0)], twice)).toBe(false);
    const bad = Array.from({ length: 8 }, (_, i) => prompt(Number(i === 0), 1, { series: 1 }));
    expect(fell([prompt(1, 0)], bad)).toBe(true);
  });
});
