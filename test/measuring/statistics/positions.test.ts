import { expect, it } from 'vitest';
import { weightedSum } from '../../../src/measuring/statistics/interval.js';
import { middleDip, tailLoss } from '../../../src/measuring/statistics/positions.js';
import { recallInterval } from '../../../src/measuring/statistics/recall-interval.js';
import { figures } from './figures.js';

/** The ends of the fifths belong to the first fifth and to the middle one, not to the last. */
const positions = [0.1, 0.2, 0.21, 0.39, 0.4, 0.5, 0.6, 0.61, 0.8, 0.81, 1];
const prompt = (right: readonly number[], tokens = 4000) => ({
  tokens,
  positions,
  marks: positions.map((position) => Number(right.includes(position))),
});

it('the first fifth ends at 0.2, the middle one is from 0.4 to 0.6, the last begins after 0.8', () => {
  const dip = (...right: number[]) => middleDip([prompt(right)])!.value;
  expect(dip(0.1, 0.2)).toBeCloseTo(0.5);
  expect(dip(0.81, 1)).toBeCloseTo(0.5);
  expect(dip(0.81)).toBeCloseTo(0.25);
  expect(dip(0.4, 0.5, 0.6)).toBeCloseTo(-1);
  expect(dip(0.21, 0.39, 0.61, 0.8)).toBe(0);
  const loss = (...right: number[]) => tailLoss([prompt(right)])!.value;
  expect(loss(0.81, 1)).toBeCloseTo(-1);
  expect(loss(...positions.filter((position) => position <= 0.8))).toBeCloseTo(1);
});

it('within prompts, good and bad ones do not count', () => {
  const prompts = [prompt([0.1, 0.2, 0.5, 1]), prompt([0.1, 0.81, 0.4, 1, 0.8], 8000)];
  const interval = middleDip(prompts)!;
  const empty = { tokens: 4000, positions: [], marks: [] };
  expect(middleDip([...prompts, empty])).toEqual(interval);
  expect(figures(middleDip(prompts, 0.5))).toMatchInlineSnapshot(
    `"{value: 0.416667, low: 0.223603, high: 0.60973}"`,
  );
  expect(figures(tailLoss(prompts, 0.5))).toMatchInlineSnapshot(
    `"{value: -0.416667, low: -0.629748, high: -0.203586}"`,
  );
});

it('between prompts the parts are as different prompts’ marks', () => {
  const own = [0.1, 0.5, 0.9, 1].flatMap((position, i) =>
    [4000, 8000].map((tokens) => ({ tokens, positions: [position], marks: [i === 2 ? 0 : 1] })),
  );
  const empty = { tokens: 4000, positions: [], marks: [] };
  const part = (from: number, to: number, weight: number) => ({
    figure: recallInterval(
      own.filter(({ positions: [at] }) => at! > from && at! <= to),
      0.8,
    ),
    weight,
  });
  expect(middleDip([...own, empty], 0.8)).toEqual(
    weightedSum([part(0, 0.2, 0.5), part(0.8, 1, 0.5), part(0.4, 0.6, -1)]),
  );
  expect(tailLoss(own, 0.8)).toEqual(weightedSum([part(0, 0.8, 1), part(0.8, 1, -1)]));
  expect(tailLoss(own.slice(4))).toBeUndefined();
  expect(tailLoss(own.slice(0, 4))).toBeUndefined();
});

it('one prompt that lacks a part makes the parts those of different prompts', () => {
  const lacking = { tokens: 4000, positions: [0.1, 0.9], marks: [1, 0] };
  const prompts = [prompt([0.1, 0.2, 0.5, 1]), lacking];
  const recallOf = (part: (position: number) => boolean) => {
    const own = prompts.map(({ tokens, positions: at, marks }) => {
      return { tokens, marks: marks.filter((_, i) => part(at[i]!)) };
    });
    return recallInterval(own);
  };
  expect(middleDip(prompts)).toEqual(
    weightedSum([
      { figure: recallOf((at) => at <= 0.2), weight: 0.5 },
      { figure: recallOf((at) => at > 0.8), weight: 0.5 },
      { figure: recallOf((at) => at >= 0.4 && at <= 0.6), weight: -1 },
    ]),
  );
});
