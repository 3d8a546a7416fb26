import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import type { SearchRange } from '../../../src/extras/search/ends.js';
import { RISE_LEVEL } from '../../../src/extras/search/model-search.js';
import { searchOctaves, standing } from '../../../src/extras/search/next-prompts.js';
import { SHOWN } from '../../../src/measuring/statistics/curve/effective-length.js';
import type { PromptMarks } from '../../../src/measuring/statistics/curve/prompt-marks.js';
import { clearestRise } from '../../../src/measuring/statistics/curve/rise.js';

const range: SearchRange = {
  shortest: 4000,
  longest: 128_000,
  threshold: 0.85,
  within: 2,
  tolerance: 0.02,
  batch: 4,
};

/** Search a reader whose marks are independent, and note every round. */
function searched(recallAt: (tokens: number) => number, name: string, given = range) {
  const random = seedrandom(name);
  const prompts: PromptMarks[] = [];
  const rounds: number[][] = [];
  for (;;) {
    const now = standing(prompts, given);
    if (now.next.length === 0) return { ...now, prompts, rounds };
    rounds.push(now.next);
    for (const tokens of now.next) {
      const marks = Array.from({ length: 32 }, () => Number(random() < recallAt(tokens)));
      prompts.push({ tokens, marks });
    }
  }
}

const cliff = searched((tokens) => (tokens <= 50_000 ? 0.97 : 0.5), 'cliff');

describe('standing', () => {
  it('begins with octaves from the shortest length', () => {
    expect(standing([], range).next).toEqual([4000, 8000, 16_000, 32_000]);
    expect(searchOctaves(range)).toEqual([4000, 8000, 16_000, 32_000, 64_000, 128_000]);
    expect(searchOctaves({ shortest: 1000, longest: 6000 })).toEqual([1000, 2000, 4000, 6000]);
    expect(searchOctaves({ shortest: 1000, longest: 2000 })).toEqual([1000, 2000]);
  });

  it('finds a cliff to within an octave with half of the tokens of a grid', () => {
    const { interval, decision, prompts } = cliff;
    expect(decision).toBe('within');
    expect(interval.low).toBeLessThanOrEqual(50_000);
    expect(interval.high).toBeGreaterThanOrEqual(50_000);
    expect(interval.high / interval.low).toBeLessThanOrEqual(2);
    const tokens = prompts.reduce((sum, prompt) => sum + prompt.tokens, 0);
    expect(tokens).toBeLessThan(0.5 * 16.5 * 128_000);
  });

  it('says where recall holds to the longest, and where it is below the threshold from the start', () => {
    const near = { ...range, longest: 16_000, within: 1.01 };
    const holds = searched(() => 0.99, 'holds', near);
    expect(holds).toMatchObject({ decision: 'holds', interval: { low: Number.POSITIVE_INFINITY } });
    const below = searched(() => 0.3, 'below');
    expect(below).toMatchObject({ decision: 'below', interval: { high: 0 } });
    // What costs most is not asked when it can tell nothing.
    expect(below.prompts.every(({ tokens }) => tokens <= 32_000)).toBe(true);
  });

  it('counts a bound beyond the lengths as their end, but not both', () => {
    const holds = searched(() => 0.93, 'holds', { ...range, longest: 16_000 });
    const { low, high } = holds.interval;
    expect(holds.decision).toBe('within');
    expect([16_000 / low <= 2, low < 16_000, high]).toEqual([true, true, Number.POSITIVE_INFINITY]);
    const octave = { ...range, shortest: 64_000 };
    const first = [64_000, 128_000].map((tokens) => ({ tokens, marks: [1, 1, 1, 1, 1, 0] }));
    const open = standing(first, octave);
    expect(open).toMatchObject({ interval: { low: 0, high: Number.POSITIVE_INFINITY } });
    expect(open.decision).toBeUndefined();
    expect(open.next).toHaveLength(4);
  });

  it('asks one length alone where it is only to say whether recall holds there', () => {
    const asked = { ...range, atLeast: 32_000 };
    const good = searched(() => 0.97, 'good', asked);
    const bad = searched((tokens) => (tokens < 20_000 ? 0.97 : 0.6), 'bad', asked);
    expect([good.decision, bad.decision]).toEqual(['reached', 'missed']);
    expect(good.atLeast!.probability).toBeGreaterThanOrEqual(SHOWN);
    expect(bad.atLeast!.probability).toBeLessThanOrEqual(1 - SHOWN);
    const lengths = [good, bad].flatMap(({ prompts }) => prompts.map(({ tokens }) => tokens));
    expect(new Set(lengths)).toEqual(new Set([32_000]));
    // Just at the threshold it is not decided by a few prompts, and what other lengths say counts.
    const marks = Array.from({ length: 20 }, (_, i) => Number(i < 17));
    const open = standing([{ tokens: 32_000, marks }], asked);
    expect(open.decision).toBeUndefined();
    const longer = Array.from({ length: 6 }, () => ({
      tokens: 64_000,
      marks: [...marks, ...marks, ...marks].map((_, i) => Number(i < 57)),
    }));
    expect(standing([{ tokens: 32_000, marks }, ...longer], asked).decision).toBe('reached');
  });

  it('leaves out and counts answers that failed whole', () => {
    const others = cliff.prompts.map(({ tokens, marks }) => ({ tokens, marks: [...marks] }));
    const lost = { tokens: 8000, marks: new Array<number>(32).fill(0) };
    const { interval, failedWhole } = standing([...others, lost], range);
    expect(interval).toEqual(cliff.interval);
    expect(failedWhole).toMatchObject({ lengths: [8000], answers: 1 });
    // Of answers beside the cliff and beyond it cannot be told.
    expect(failedWhole!.of).toBeLessThanOrEqual(others.length);
    expect(cliff.failedWhole).toMatchObject({ lengths: [], answers: 0 });
    // Of single marks it cannot be told.
    expect(standing([{ tokens: 4000, marks: [1] }], range)).not.toHaveProperty('failedWhole');
  });

  it('asks again where all is lost at once, which tells a failure from a cliff', () => {
    const prompts = (tokens: number, mark: number, count = 1) =>
      Array.from({ length: count }, () => ({ tokens, marks: new Array<number>(96).fill(mark) }));
    const good = [4000, 8000, 16_000, 32_000, 64_000].flatMap((tokens) => prompts(tokens, 1, 4));
    const open = standing([...good, ...prompts(128_000, 0)], range);
    expect(open).toMatchObject({ failedWhole: { answers: 0, of: 20 } });
    expect([open.decision, open.next[0]]).toEqual([undefined, 128_000]);
    const isCliff = standing([...good, ...prompts(128_000, 0, 4)], range);
    expect(isCliff.failedWhole).toMatchObject({ answers: 0 });
    expect(isCliff.interval.high).toBeLessThanOrEqual(128_000);
    const failure = standing([...good, ...prompts(128_000, 0), ...prompts(128_000, 1)], range);
    expect(failure).toMatchObject({ failedWhole: { answers: 1, lengths: [128_000] } });
    expect(failure.interval.high).toBe(Number.POSITIVE_INFINITY);
  });

  it('asks whole batches of whole lengths within the range, and the same ones again', () => {
    for (const lengths of cliff.rounds) {
      expect(lengths).toHaveLength(4);
      for (const length of lengths) {
        expect(Number.isInteger(length)).toBe(true);
        expect(length).toBeGreaterThanOrEqual(4000);
        expect(length).toBeLessThanOrEqual(128_000);
      }
    }
    expect(standing(cliff.prompts.slice(0, 4), range).next).toEqual(cliff.rounds[1]);
  });

  it('looks closer than a quarter of an octave where the crossing must be', () => {
    const { next } = standing(cliff.prompts, { ...range, within: 1.1 });
    const near = next.filter((tokens) => tokens > 32_000 && tokens < 54_000);
    expect(new Set(near).size).toBeGreaterThan(1);
  });

  it('asks a length again that does not fit what it is about to decide', () => {
    const prompt = (tokens: number, right: number) => ({
      tokens,
      marks: Array.from({ length: 32 }, (_, i) => Number(i < right)),
    });
    const near = { ...range, longest: 32_000 };
    const good = [4000, 8000, 32_000].flatMap((tokens) =>
      Array.from({ length: 20 }, () => prompt(tokens, 32)),
    );
    const bad = (count: number) => Array.from({ length: count }, () => prompt(16_000, 16));
    const doubt = standing([...good, ...bad(1)], near);
    expect(doubt).toMatchObject({ next: [16_000] });
    expect(doubt.decision).toBeUndefined();
    expect(standing([...good, prompt(16_000, 31)], near).decision).toBe('holds');
    // Four are enough to see whether recall rises.
    expect(clearestRise([...good, ...bad(4)], RISE_LEVEL)).toMatchObject({ clear: true });
  });

  it('ends a flat reader at the threshold by the tolerance alone', () => {
    const near = { ...range, longest: 16_000 };
    const flat = () => 0.85;
    const { interval, decision, prompts } = searched(flat, 'flat', near);
    expect(decision).toBeDefined();
    expect(interval.low).toBeLessThanOrEqual(interval.high);
    const strict = standing(prompts, { ...near, tolerance: 0 });
    expect(strict.decision).toBeUndefined();
    const asked = searched(flat, 'flat', { ...near, atLeast: 8000 });
    expect(asked.atLeast!.tokens).toBe(8000);
    expect(['reached', 'missed']).toContain(asked.decision);
  });

  it('says of one length alone what it was asked', () => {
    const { curve, interval } = searched(() => 0.97, 'good', { ...range, atLeast: 64_000 });
    expect(curve!.tokens).toEqual([64_000]);
    expect(interval.low).toBe(Number.POSITIVE_INFINITY);
  });
});
