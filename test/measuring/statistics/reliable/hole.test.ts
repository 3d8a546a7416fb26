import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { clearestHole } from '../../../../src/measuring/statistics/reliable/hole.js';

/** Prompts of a model that finds what it finds, always. */
function asked(
  isFound: (position: number, tokens: number) => boolean,
  { lengths = [8000, 16_000, 32_000, 64_000], seeds = 3, stars = 16 } = {},
) {
  const positions = Array.from({ length: stars }, (_, i) => (i + 1) / stars);
  return lengths.flatMap((tokens) =>
    Array.from({ length: seeds }, () => ({
      ...{ tokens, positions },
      marks: positions.map((position) => Number(isFound(position, tokens))),
    })),
  );
}

const DEPTHS = [0, 0.5, 1];

const holeOf = (...of: Parameters<typeof asked>) => clearestHole(asked(...of), 0.85);

describe('clearestHole', () => {
  it('is no cut where only facts at the very end are found, of few depths', () => {
    const prompts = [2000, 4000].flatMap((tokens) =>
      DEPTHS.flatMap((position) =>
        Array.from({ length: 4 }, () => ({
          ...{ tokens, positions: [position] },
          marks: [Number(position === 1)],
        })),
      ),
    );
    const hole = clearestHole(prompts, 0.85)!;
    expect(hole.fromTokens).toBe(2000);
    expect(hole).not.toHaveProperty('cut');
  });

  it('is the whole middle of a model that finds less the farther from the ends', () => {
    const random = seedrandom('fading');
    const share = (position: number) => 0.4 + 1.2 * Math.abs(position - 0.53);
    const fading = asked((position) => random() < share(position), { seeds: 12 });
    const { place } = clearestHole(fading, 0.85)!;
    expect(place).toMatchObject({ isOnly: true });
    expect(place!.from).toBeLessThan(0.3);
    expect(place!.to).toBeGreaterThan(0.7);
    // Of a model that forgets everywhere, the place says nothing of the rest.
    const even = asked(() => random() < 0.6, { seeds: 12 });
    expect(clearestHole(even, 0.85)?.place?.isOnly ?? false).toBe(false);
  });

  it('is none of a model that finds everything, nor of one that forgets everywhere alike', () => {
    expect(holeOf(() => true)).toBeUndefined();
    expect(clearestHole([], 0.85)).toBeUndefined();
    expect(clearestHole([{ tokens: 4000, marks: [0, 0, 0] }], 0.85)).toBeUndefined();
    // A cliff loses all places, and so names none.
    const cliff = holeOf((_, tokens) => tokens < 64_000);
    expect(cliff).toEqual({ fromTokens: 64_000 });
  });

  it.each([
    ['the last 6%', (at: number) => at < 0.95, { fromTokens: 8000, from: 15 / 16, to: 1 }],
    ['the start', (at: number) => at > 0.2, { fromTokens: 8000, from: 0, to: 3 / 16 }],
    [
      'the middle',
      (at: number) => at < 0.3 || at > 0.65,
      { fromTokens: 8000, from: 0.25, to: 0.625 },
    ],
    [
      'the end of long prompts',
      (at: number, tokens: number) => at <= 0.5 || tokens < 32_000,
      { fromTokens: 32_000, from: 0.5, to: 1 },
    ],
  ])('is a place: %s', (_, isFound, place) => {
    expect(holeOf(isFound)).toEqual({
      fromTokens: place.fromTokens,
      place: { ...place, isOnly: true, found: 0, elsewhere: 1 },
    });
  });

  it.each([
    [
      'start',
      (at: number, tokens: number) => at * tokens <= 27_500,
      { kept: 'start', tokens: 27_000, low: 26_000, high: 28_000 },
    ],
    [
      'end',
      (at: number, tokens: number) => (1 - at) * tokens < 5500,
      { kept: 'end', tokens: 5250, low: 5000, high: 5500 },
    ],
  ])('is a number of tokens from the %s, by the facts on both sides of it', (_, isFound, cut) => {
    expect(holeOf(isFound)?.cut).toEqual(cut);
    // More facts tell it closer.
    const { low, high } = holeOf(isFound, { stars: 128 } as never)!.cut!;
    expect(high - low).toBeLessThanOrEqual(500);
  });

  it('is a place where one length cannot tell it from a number of tokens', () => {
    const one = holeOf((at, tokens) => at * tokens <= 24_000, { lengths: [64_000] } as never);
    const place = { fromTokens: 64_000, from: 0.375, to: 1, isOnly: true, found: 0, elsewhere: 1 };
    expect(one).toEqual({ fromTokens: 64_000, place });
  });

  it('is all that is wrong only where the rest is found as wanted', () => {
    const forgets = holeOf((at) => at < 0.8 && Math.round(at * 1000) % 3 > 0);
    expect(forgets?.place).toMatchObject({ to: 1, isOnly: false });
  });

  it('is shown by three prompts, and suspected by one', () => {
    const isFound = (at: number, tokens: number) => at * tokens <= 27_500;
    const prompts = asked(isFound, { seeds: 1, stars: 32 });
    const few = prompts.filter(({ tokens }) => tokens <= 32_000);
    expect(clearestHole(prompts.slice(0, 3), 0.85)).toBeUndefined();
    expect(clearestHole(few, 0.85, 1)?.fromTokens).toBe(32_000);
    const more = [...few, ...few.filter(({ tokens }) => tokens === 32_000), few.at(-1)!];
    expect(clearestHole(more, 0.85)?.cut).toMatchObject({
      kept: 'start',
      low: 27_000,
      high: 28_000,
    });
  });

  it('goes by where the text has to be known, where that is another place', () => {
    // The answer depends on the last thing said, wherever the first one stands.
    const prompts = asked((at, tokens) => (1 - at) * tokens < 5500).map((prompt) => ({
      ...prompt,
      needed: prompt.positions,
      positions: prompt.positions.toReversed(),
    }));
    expect(clearestHole(prompts, 0.85)?.cut).toMatchObject({ kept: 'end', tokens: 5250 });
  });
});
