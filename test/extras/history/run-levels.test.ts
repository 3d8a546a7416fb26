import { describe, expect, it } from 'vitest';
import { type FollowedPrompt, runLevels } from '../../../src/extras/history/run-levels.js';

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
