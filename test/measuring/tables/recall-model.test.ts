import { describe, expect, it } from 'vitest';
import type { AskedCase } from '../../../src/measuring/evaluation/asked-case.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { DEFAULT_OPTIONS } from '../../../src/measuring/tables/analyse.js';
import {
  collapsedOf,
  effectiveLengthOf,
  reachOf,
  recallModel,
  recallOf,
} from '../../../src/measuring/tables/recall-model.js';
import { imagine } from '../results/rows-for-tests.js';

/** Cases of 32 marks, with how many are found at each length. */
function askedOf(found: Record<number, number[]>): AskedCase[] {
  const rows = Object.entries(found).flatMap(([tokens, counts]) =>
    counts.flatMap((right, seed) =>
      imagine('reader', () => 1, { lengths: [Number(tokens)], stars: 32 }).map((row) => ({
        ...row,
        id: `${tokens} ${seed}`,
        seed,
        cost: Number(tokens) / 1e6,
        score: right / 32,
        marks: row.marks.map((_, i) => Number(i < right)),
      })),
    ),
  );
  return evaluationOf(rows).readers.flatMap(({ cases }) => [...cases.values()]);
}

const modelOf = (found: Record<number, number[]>) => recallModel(askedOf(found), DEFAULT_OPTIONS);

describe('reachOf', () => {
  const falling = {
    4000: [32, 31, 32, 31, 30],
    32000: [31, 30, 32, 31, 31],
    64000: [14, 17, 12, 13, 14],
  };
  const cases = askedOf(falling);
  const reach = (found: Record<number, number[]>, floor?: number) =>
    reachOf(modelOf(found), DEFAULT_OPTIONS, askedOf(found), floor);

  it('is the interval where the data tell', () => {
    expect(reach(falling)).toEqual({ effectiveLength: expect.any(Object) });
  });

  it('is unknown where it may be any length, with what would tell and what that costs', () => {
    const few = { 32000: [30, 29, 28], 64000: [28, 20, 29], 128000: [27, 29, 12] };
    const { unknown } = reach(few);
    expect(unknown).toMatchObject({
      why: 'few',
      more: { lengths: [32_000, 64_000, 128_000], prompts: expect.any(Number) },
    });
    expect(unknown!.more!.tokens).toBe(unknown!.more!.prompts * 224_000);
    // A prompt costs a millionth for each of its tokens.
    expect(unknown!.more!.cost).toBeCloseTo(unknown!.more!.tokens / 1e6, 9);
    expect(reachOf(modelOf(few), DEFAULT_OPTIONS).unknown).toEqual({ why: 'few' });
  });

  it('is unknown where it may be on either side of a floor', () => {
    expect(reach(falling, 45_000).unknown).toMatchObject({ why: 'few' });
    expect(reach(falling, 16_000)).not.toHaveProperty('unknown');
    expect(reach(falling, 128_000)).not.toHaveProperty('unknown');
  });

  it('is nothing where nothing was answered, and where recall rises', () => {
    expect(reach({})).toEqual({});
    const rising = {
      4000: [10, 12, 11, 9, 10, 12, 11, 10],
      64000: [31, 30, 32, 31, 31, 32, 30, 31],
    };
    expect(reach(rising)).toEqual({});
  });

  it('holds whatever answers remember that could not be read', () => {
    const unread = (isUnread: (tokens: number) => boolean) => {
      const own = cases.map((asked) => ({
        ...asked,
        calls: asked.calls.map((call) =>
          isUnread(asked.tokens) ? { ...call, reading: 'unreadable' as const } : call,
        ),
      }));
      return { own, model: recallModel(own, DEFAULT_OPTIONS) };
    };
    const all = unread(() => true);
    expect(recallOf(all.model, 0.95)).toMatchObject({ low: expect.closeTo(0, 1), high: 1 });
    expect(reachOf(all.model, DEFAULT_OPTIONS).unknown).toEqual({ why: 'unread' });
    expect(collapsedOf(all.model, DEFAULT_OPTIONS)).toBeUndefined();
    // Of the longest alone it is still known that 32K were reached.
    const longest = unread((tokens) => tokens === 64_000);
    const read = reachOf(modelOf(falling), DEFAULT_OPTIONS).effectiveLength!;
    expect(reachOf(longest.model, DEFAULT_OPTIONS)).toMatchObject({
      effectiveLength: { value: read.value, high: Number.POSITIVE_INFINITY },
    });
  });
});

describe('collapsedOf', () => {
  it('names the answers, their share, and the effective length without them', () => {
    const model = modelOf(
      Object.fromEntries(
        Array.from({ length: 16 }, (_, i) => [8000 * (i + 1), [i === 9 || i === 12 ? 1 : 30]]),
      ),
    );
    const collapsed = collapsedOf(model, DEFAULT_OPTIONS)!;
    expect(collapsed.lengths).toEqual([80_000, 104_000]);
    expect(collapsed.judged).toBe(16);
    expect(collapsed.share.value).toBe(2 / 16);
    expect(collapsed.effectiveLength!.low).toBe(Number.POSITIVE_INFINITY);
    expect(effectiveLengthOf(model, DEFAULT_OPTIONS)!.low).toBeLessThan(128_000);
  });

  it('is nothing where no answer collapsed', () => {
    expect(collapsedOf(modelOf({ 4000: [32, 31], 8000: [30, 29] }), DEFAULT_OPTIONS)).toBe(
      undefined,
    );
    expect(collapsedOf(modelOf({}), DEFAULT_OPTIONS)).toBeUndefined();
  });
});
