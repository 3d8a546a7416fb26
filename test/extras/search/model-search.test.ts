import { describe, expect, it } from 'vitest';
import type { PromptOutcome } from '../../../src/extras/search/answers.js';
import { isSettled, modelStanding } from '../../../src/extras/search/model-search.js';

const range = {
  shortest: 4000,
  longest: 128_000,
  threshold: 0.85,
  within: 2,
  tolerance: 0.02,
  batch: 4,
  cells: 1,
};
const limits = { maxTokens: 2_000_000, retries: 2 };

let seed = 0;

function outcome(
  tokens: number,
  right: number | undefined,
  rest: Partial<PromptOutcome> = {},
): PromptOutcome {
  const marks = Array.from({ length: 32 }, (_, i) => (i < (right ?? 0) ? 1 : 0));
  return {
    prompt: { tokens, seed: ++seed, providers: ['reader'] },
    rows: [],
    ...(right !== undefined && { marks: [{ tokens, marks }] }),
    failures: 0,
    tooLong: false,
    ...rest,
  };
}

const failed = (tokens: number, error = 'busy') =>
  outcome(tokens, undefined, { failures: 3, error });
const refused = (tokens: number) =>
  outcome(tokens, undefined, { failures: 1, error: 'maximum context length', tooLong: true });

describe('readerStanding', () => {
  it('never counts an error as recall', () => {
    const answered = [4000, 8000, 16_000].map((tokens) => outcome(tokens, 32));
    const now = modelStanding([...answered, failed(32_000)], [], range, limits);
    expect(now.prompts).toHaveLength(3);
    expect(now).toMatchObject({ lost: 1, error: 'busy', tokens: 28_000 });
    expect(now.interval!.high).toBe(Number.POSITIVE_INFINITY);
    expect(now.ending).toBeUndefined();
    expect(now.next).toHaveLength(4);
  });

  it('ends when no prompt of a whole batch was answered', () => {
    const last = [4000, 8000, 16_000, 32_000].map((tokens) => failed(tokens));
    const now = modelStanding([outcome(4000, 32), ...last], [], range, limits);
    expect(now).toMatchObject({ ending: 'errors', next: [] });
  });

  it('is bounded from above by what the provider refuses as too long', () => {
    const outcomes = [4000, 8000, 16_000, 32_000].map((tokens) => outcome(tokens, 32));
    const now = modelStanding([...outcomes, refused(64_000), refused(128_000)], [], range, limits);
    expect(now).toMatchObject({ window: 64_000, longest: Math.floor(64_000 / 2 ** 0.25), lost: 0 });
    expect(Math.max(...now.next)).toBeLessThan(64_000);
    const beyond = now.next.filter((tokens) => tokens > 32_000);
    expect(new Set(beyond).size).toBe(beyond.length);
  });

  it('says when a window is too short for the shortest length', () => {
    const now = modelStanding([refused(4000), refused(8000)], [], range, limits);
    expect(now).toMatchObject({ ending: 'window', next: [], window: 4000 });
    expect(now.interval).toBeUndefined();
  });

  it('asks about a length below the window, and misses one beyond it', () => {
    const outcomes = [4000, 8000, 16_000].map((tokens) => outcome(tokens, 30));
    const asked = (atLeast: number) =>
      modelStanding([...outcomes, refused(64_000)], [], { ...range, atLeast }, limits);
    expect(asked(64_000)).toMatchObject({
      ending: 'missed',
      next: [],
      atLeast: { tokens: 64_000, probability: 0 },
    });
    // One prompt at first, so near the window's end.
    expect(asked(60_000)).toMatchObject({ longest: 60_000, next: [60_000] });
    expect(asked(60_000).ending).toBeUndefined();
  });

  it('stops at the limits', () => {
    const outcomes = [4000, 8000, 16_000, 32_000].map((tokens) => outcome(tokens, 29));
    const none = modelStanding(outcomes, [], range, { ...limits, maxTokens: 61_000 });
    expect(none).toMatchObject({ next: [], ending: 'limit' });
    expect(none.interval!.high).toBeGreaterThan(none.interval!.low);
    const little = modelStanding(outcomes, [], range, { ...limits, maxTokens: 70_000 });
    expect(little.next.reduce((sum, tokens) => sum + tokens, 60_000)).toBeLessThanOrEqual(70_000);
  });

  it('asks every octave twice of a reader that plainly rises, and reports no effective length', () => {
    const low = [4000, 4000, 8000, 8000, 4000, 8000, 4000, 8000, 4000, 8000].map((tokens) =>
      outcome(tokens, 10),
    );
    const high = [16_000, 16_000, 32_000, 32_000].map((tokens) => outcome(tokens, 32));
    const now = modelStanding([...low, ...high], [], range, limits);
    expect(now.rise).toMatchObject({ clear: true });
    expect(now.interval).toBeUndefined();
    expect(now.next).toEqual([64_000, 64_000, 128_000, 128_000]);
    const rest = now.next.map((tokens) => outcome(tokens, 32));
    const end = modelStanding([...low, ...high, ...rest], [], range, limits);
    expect(end).toMatchObject({ ending: 'rises', next: [] });
  });
});

describe('isSettled', () => {
  it('asks a failed call again as often as it is to', () => {
    const once = outcome(4000, undefined, { failures: 1, error: 'busy' });
    expect(isSettled(once, limits)).toBe(false);
    expect(isSettled(failed(4000), limits)).toBe(true);
    expect(isSettled(refused(4000), limits)).toBe(true);
    expect(isSettled(outcome(4000, 3), limits)).toBe(true);
  });
});

describe('what is known for a tolerance', () => {
  const outcomes = [4000, 8000, 16_000, 32_000, 64_000].flatMap((tokens) =>
    [1, 2, 3, 4].map(() => outcome(tokens, tokens < 20_000 ? 31 : 16)),
  );
  it('is the interval, in whole tokens', () => {
    const { tolerated, interval, ending } = modelStanding(outcomes, [], range, limits);
    expect(ending).toBe('within');
    expect(tolerated).toEqual({
      threshold: 0.85,
      tolerance: 0.02,
      holds: interval!.low,
      fails: interval!.high,
    });
    expect([tolerated!.holds, tolerated!.fails]).toEqual([16_000, 32_000]);
  });

  it('is nothing without a tolerance, and of one length that was asked about', () => {
    for (const other of [{ tolerance: 0 }, { atLeast: 16_000 }]) {
      const { tolerated } = modelStanding(outcomes, [], { ...range, ...other }, limits);
      expect(tolerated).toBeUndefined();
    }
  });
});
