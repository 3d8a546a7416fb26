import { describe, expect, it } from 'vitest';
import { cliff, paceChanges, slide } from '../../../../src/measuring/statistics/curve/decline.js';
import { LEARNT, PACES } from '../../../../src/measuring/statistics/curve/prior.js';

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

describe('paceChanges', () => {
  it('is a probability for each pace', () => {
    for (const octaves of [0.01, 0.25, 1]) {
      for (const row of paceChanges(octaves)) {
        expect(sum(row)).toBeCloseTo(1, 12);
        for (const share of row) expect(share).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('goes to the next higher pace and to the next lower one as often as the prior has it', () => {
    const changes = paceChanges(1e-4);
    const last = PACES.length - 1;
    for (let pace = 0; pace <= last; pace++) {
      if (pace < last) expect(changes[pace]![pace + 1]).toBeCloseTo(LEARNT.faster * 1e-4, 7);
      if (pace > 0) expect(changes[pace]![pace - 1]).toBeCloseTo(LEARNT.slower * 1e-4, 7);
      if (pace > 1) expect(changes[pace]![pace - 2]).toBeLessThan(1e-8);
    }
  });

  it('over two distances is what it is over their sum', () => {
    const [half, whole] = [paceChanges(0.25), paceChanges(0.5)];
    whole.forEach((row, from) => {
      row.forEach((share, to) => {
        expect(sum(PACES.map((_, by) => half[from]![by]! * half[by]![to]!))).toBeCloseTo(share, 2);
      });
    });
  });
});

it('paces rise, each 2.1 times the one before', () => {
  expect(PACES[0]).toBe(0.02);
  PACES.slice(1).forEach((pace, i) => {
    expect(pace / PACES[i]!).toBeCloseTo(2.1, 12);
  });
});

describe('slide', () => {
  it.each([
    [0.4, 0.25, 0.1],
    [3.5, 1, 0.1],
  ])('at a pace of %s over %s octaves is a Poisson number of levels', (pace, octaves, step) => {
    const expected = (pace * octaves) / step;
    const chances = slide(pace, octaves, step);
    let poisson = Math.exp(-expected);
    chances.forEach((chance, levels) => {
      if (levels > 0) poisson *= expected / levels;
      expect(chance).toBeCloseTo(poisson, 12);
    });
    expect((poisson * expected) / chances.length).toBeLessThan(1e-9);
    expect(poisson).toBeGreaterThanOrEqual(1e-9);
    expect(sum(chances)).toBeCloseTo(1, 8);
  });
});

it('a cliff comes at random, as often as the prior has it, and falls by up to 6 logits', () => {
  expect(cliff(2, 0.1, { cliffs: 0.045 })).toEqual({
    probability: 1 - Math.exp(-0.09),
    deepest: 60,
  });
  expect(cliff(1, 0.1)).toEqual(cliff(1, 0.1, LEARNT));
});
