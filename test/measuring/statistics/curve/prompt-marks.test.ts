import { describe, expect, it } from 'vitest';
import {
  checkPrompts,
  countMarks,
  meanMark,
  worthOf,
} from '../../../../src/measuring/statistics/curve/prompt-marks.js';

const prompt = (...marks: number[]) => ({ tokens: 4000, marks });

describe('worthOf', () => {
  it('is 1 for right-or-wrong marks, and where they are all alike', () => {
    expect(worthOf([prompt(1, 0, 1)])).toBe(1);
    expect(worthOf([prompt(1, 1)])).toBe(1);
    expect(worthOf([prompt(0)])).toBe(1);
    expect(worthOf([])).toBe(1);
  });

  it('is the ratio of variances, up to 20', () => {
    // A mean of 0.5 has a variance of 0.25; these vary by 0.125 around it.
    expect(worthOf([prompt(0.5, 1), prompt(0, 0.5)])).toBe(2);
    expect(worthOf([prompt(0.5, 0.5)])).toBe(20);
  });
});

describe('countMarks', () => {
  it('counts right marks by length, and no prompt without a mark', () => {
    const prompts = [
      { tokens: 8000, marks: [1, 0, 1] },
      { tokens: 4000, marks: [1] },
      { tokens: 1000, marks: [] },
    ];
    expect(countMarks(prompts)).toEqual([
      { tokens: 4000, marks: 1, right: 1 },
      { tokens: 8000, marks: 3, right: 2 },
    ]);
  });

  it('counts partial marks for what they are worth', () => {
    expect(countMarks([prompt(0.5, 1), prompt(0, 0.5)])).toEqual([
      { tokens: 4000, marks: 4, right: 3 },
      { tokens: 4000, marks: 4, right: 1 },
    ]);
  });
});

it('means are over all marks', () => {
  expect(meanMark([prompt(1, 0, 0), prompt(1)])).toBe(0.5);
  expect(meanMark([prompt(1, 0.5)], (mark) => mark * 2)).toBe(1.5);
  expect(meanMark([])).toBeNaN();
});

it('refuses what cannot be', () => {
  expect(() => checkPrompts([prompt(0, 1)])).not.toThrow();
  for (const tokens of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => checkPrompts([{ tokens, marks: [] }])).toThrow('tokens must be a number above 0');
  }
  for (const mark of [-0.1, 1.1, Number.NaN]) {
    expect(() => checkPrompts([prompt(1, mark)])).toThrow(
      `marks must be from 0 to 1, not ${mark} (prompt of 4000 tokens)`,
    );
  }
});
