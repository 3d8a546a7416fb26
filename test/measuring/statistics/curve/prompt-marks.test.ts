import { expect, it } from 'vitest';
import {
  checkPrompts,
  independentMarks,
  meanMark,
} from '../../../../src/measuring/statistics/curve/prompt-marks.js';

const prompt = (...marks: number[]) => ({ tokens: 4000, marks });

it('marks of a prompt are worth as many independent ones as their correlation leaves', () => {
  expect(independentMarks(1, 0.3)).toBe(1);
  expect(independentMarks(32, 0)).toBe(32);
  expect(independentMarks(32, 1)).toBe(1);
  expect(independentMarks(11, 0.1)).toBe(5.5);
});

it('means are over all marks', () => {
  expect(meanMark([prompt(1, 0, 0), prompt(1)])).toBe(0.5);
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
