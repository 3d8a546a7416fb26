import { describe, expect, it } from 'vitest';
import {
  type FollowedPrompt,
  levelHistory,
  runLevels,
} from '../../../src/extras/history/change-points.js';

/** Runs of this recall, each with an error of 0.01 by chance. */
const runs = (...recalls: number[]) => recalls.map((recall) => ({ recall, variance: 1e-4 }));
/** Steady runs, a little up and down. */
const steady = (level: number, count: number) =>
  Array.from({ length: count }, (_, i) => level + ((i * 7) % 5) / 250 - 0.008);
const course = (...recalls: number[]) => {
  const { steps, ...others } = levelHistory(runs(...recalls));
  return { ...others, steps: steps.map(({ run }) => run) };
};

describe('levelHistory', () => {
  it('finds no change of a steady reader, nor of few runs or none', () => {
    expect(course(...steady(0.9, 10))).toMatchObject({ steps: [], since: 0 });
    expect(course(...steady(0.9, 10)).changed).toBeLessThan(0.3);
    for (const few of [[], [0.9], [0.9, 0.91]]) {
      expect(course(...few)).toMatchObject({ steps: [], since: 0 });
    }
    expect([course().changed, course(0.9).changed]).toEqual([0, 0]);
  });

  it('takes what ten runs show of a step for drift where there are three', () => {
    expect(course(...steady(0.92, 5), ...steady(0.88, 5)).steps).toEqual([5]);
    expect(course(0.92, 0.92, 0.88).steps).toEqual([]);
  });

  it('finds since when a level is lower, and by how much', () => {
    const { steps, changed, since } = levelHistory(runs(...steady(0.92, 5), ...steady(0.82, 5)));
    expect(changed).toBeGreaterThan(0.99);
    expect(since).toBe(5);
    expect(steps).toMatchObject([{ run: 5, from: 5, to: 5 }]);
    const [{ drop }] = steps as [(typeof steps)[0]];
    expect(drop.value).toBeCloseTo(0.1, 2);
    expect(drop.low).toBeGreaterThan(0.08);
    expect(drop.high).toBeLessThan(0.12);
  });

  it('finds a step between two runs, at the last run, and a rise', () => {
    expect(course(0.9, 0.6)).toMatchObject({ steps: [1] });
    expect(course(...steady(0.9, 6), 0.7)).toMatchObject({ steps: [6], since: 6 });
    const { drop } = levelHistory(runs(...steady(0.7, 4), ...steady(0.9, 4))).steps[0]!;
    expect(drop.high).toBeLessThan(0);
  });

  it('finds several steps, such as one bad run among good ones', () => {
    const bad = course(...steady(0.95, 5), 0.6, ...steady(0.95, 5));
    expect(bad).toMatchObject({ steps: [5, 6], since: 6 });
  });

  it('names all runs that a step may be at', () => {
    const levels = [0.92, 0.91, 0.92, 0.872, 0.82, 0.82, 0.81];
    const [step] = levelHistory(levels.map((recall) => ({ recall, variance: 9e-4 }))).steps;
    expect(step!.from).toBeLessThanOrEqual(3);
    expect(step!.to).toBeGreaterThanOrEqual(4);
  });

  it('finds an even fall as steps', () => {
    const falling = Array.from({ length: 12 }, (_, run) => 0.95 - 0.02 * run);
    const { steps } = levelHistory(runs(...falling));
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every(({ drop }) => drop.value > 0)).toBe(true);
  });

  it('takes runs that go up and down for drift', () => {
    const wild = [0.9, 0.94, 0.88, 0.95, 0.89, 0.93, 0.87, 0.95, 0.9, 0.93];
    expect(levelHistory(runs(...wild)).steps).toEqual([]);
  });
});

const prompt = (...runs: (number | undefined)[]): FollowedPrompt => {
  return { series: 0, tokens: 4000, marks: 32, runs };
};
const recalls = (prompts: FollowedPrompt[]) => runLevels(prompts).map((level) => level?.recall);

describe('runLevels', () => {
  it('is the mean recall of each run, where all have all prompts', () => {
    expect(recalls([prompt(1, 0.5), prompt(0.5, 0.25)])).toEqual([0.75, 0.375]);
    expect(runLevels([])).toEqual([]);
  });

  it('makes no run look better that lacks the hard prompts', () => {
    const easy = Array.from({ length: 4 }, () => prompt(0.9, 0.8, 0.9));
    const hard = Array.from({ length: 4 }, () => prompt(0.3, undefined, 0.3));
    const [first, second, third] = recalls([...easy, ...hard]) as [number, number, number];
    expect(first - second).toBeCloseTo(0.1, 6);
    expect(third).toBeCloseTo(first, 6);
  });

  it('has nothing for a run without answers', () => {
    expect(recalls([prompt(0.5, undefined, 0.5)])).toEqual([0.5, undefined, 0.5]);
  });

  it('has less chance in it the more prompts there are, and the less their marks hang together', () => {
    const chance = (scores: number[]) =>
      runLevels(scores.map((score) => prompt(score, score)))[0]!.variance;
    const even = [0.875, 0.9, 0.925, 0.9, 0.875, 0.925];
    expect(chance([...even, ...even])).toBeLessThan(0.7 * chance(even));
    expect(chance([1, 0.4, 1, 1, 1, 1])).toBeGreaterThan(2 * chance(even));
  });

  it('takes out of chance what a prompt has in every run', () => {
    const scores = Array.from({ length: 24 }, (_, i) => (i % 6) / 6);
    const same = scores.map((score) => prompt(score, score, score));
    const other = scores.map((score, i) =>
      prompt(score, scores[(i + 7) % 24], scores[(i + 15) % 24]),
    );
    expect(runLevels(same)[1]!.variance).toBeLessThan(runLevels(other)[1]!.variance / 2);
  });
});
