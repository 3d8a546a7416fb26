import { describe, expect, it } from 'vitest';
import type { AskedCase } from '../../../../src/measuring/facts/evaluation/asked-case.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { saidToFail, saidToHold } from '../../../../src/measuring/facts/length-verdict.js';
import { DEFAULT_OPTIONS, failedWholeOf } from '../../../../src/measuring/facts/tables/analyse.js';
import { openFloor, reachOf } from '../../../../src/measuring/facts/tables/reached-figures.js';
import {
  recallModel,
  recallOf,
  reliableOf,
} from '../../../../src/measuring/facts/tables/recall-model.js';
import { imagine } from '../../results/rows-for-tests.js';

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
        // What is lost is lost here and there.
        marks: row.marks.map((_, i) =>
          Number((7 * i + 11 * seed + Number(tokens) / 800) % 32 < right),
        ),
      })),
    ),
  );
  return evaluationOf(rows).models.flatMap(({ cases }) => [...cases.values()]);
}

const modelOf = (found: Record<number, number[]>) => recallModel(askedOf(found), DEFAULT_OPTIONS);

describe('reachOf', () => {
  const falling = {
    4000: [32, 31, 32, 31, 30],
    32000: [31, 30, 32, 31, 31],
    64000: [14, 17, 12, 13, 14],
  };
  const cases = askedOf(falling);
  const reach = (found: Record<number, number[]>) =>
    reachOf(modelOf(found), DEFAULT_OPTIONS, askedOf(found));

  it('is what the data show, with nothing open', () => {
    const told = reach(falling);
    expect(told).toEqual({
      effectiveLength: expect.any(Object),
      likely: expect.any(Array),
      reliable: expect.objectContaining({ cappedBy: 'curve' }),
    });
    expect([saidToHold(told), saidToFail(told)]).toEqual([32_000, 64_000]);
  });

  const few = { 32000: [30, 29, 28], 64000: [28, 20, 29], 128000: [27, 29, 12] };

  it('is open where no length is sure, with what would tell and what that costs', () => {
    const { open, likely } = reach(few);
    expect(likely.every(({ probability }) => probability > 0.05 && probability < 0.95)).toBe(true);
    expect(open).toMatchObject({ why: 'few', more: { by: 'seeds', seeds: 3 } });
    const { further, tokens, cost } = open!.more!;
    // The option asks all lengths.
    expect(tokens).toBe(further * 224_000);
    // A prompt costs a millionth for each of its tokens.
    expect(cost).toBeCloseTo(tokens / 1e6, 9);
    expect(further).toBeGreaterThan(1);
    expect(further).toBeLessThan(20);
    expect(reachOf(modelOf(few), DEFAULT_OPTIONS).open).toEqual({ why: 'few' });
  });

  it('offers no more prompts about what is asked about already', () => {
    const shared = askedOf(few).map((asked) => ({ ...asked, cluster: `fact ${asked.seed}` }));
    const { open } = reachOf(recallModel(shared, DEFAULT_OPTIONS), DEFAULT_OPTIONS, shared);
    expect(open).toEqual({ why: 'few' });
  });

  it('is open where it may be on either side of a floor', () => {
    const at = (floor: number, found: Record<number, number[]>) =>
      openFloor(modelOf(found), DEFAULT_OPTIONS, askedOf(found), floor);
    expect(at(45_000, falling)).toMatchObject({ why: 'few' });
    expect(at(16_000, falling)).toBeUndefined();
    expect(at(128_000, falling)).toBeUndefined();
  });

  it('is nothing where nothing was answered, and where recall rises', () => {
    expect(reach({})).toEqual({ likely: [] });
    const rising = {
      4000: [10, 12, 11, 9, 10, 12, 11, 10],
      64000: [31, 30, 32, 31, 31, 32, 30, 31],
    };
    expect(reach(rising)).toEqual({
      likely: [],
      reliable: expect.objectContaining({ tokens: 0, notFrom: Infinity, cappedBy: 'rise' }),
    });
  });

  it('has none where recall comes back out of a dip', () => {
    const lengths = Array.from({ length: 32 }, (_, i) => [
      4000 * (i + 1),
      [i > 8 && i < 17 ? 12 : 31],
    ]);
    const model = modelOf(Object.fromEntries(lengths));
    expect(model.rise).toMatchObject({ clear: true, longer: [72_000, expect.any(Number)] });
    expect(reachOf(model, DEFAULT_OPTIONS).reliable).toMatchObject({ tokens: 0, cappedBy: 'rise' });
  });

  it('holds whatever answers remember that could not be read', () => {
    const unread = (isUnread: (tokens: number) => boolean) => {
      const own = cases.map((asked) => ({
        ...asked,
        calls: asked.calls.map((call) =>
          isUnread(asked.tokens) ? { ...call, reading: 'doubtful' as const } : call,
        ),
      }));
      return { own, model: recallModel(own, DEFAULT_OPTIONS) };
    };
    const all = unread(() => true);
    expect(recallOf(all.model, 0.95)).toMatchObject({ low: expect.closeTo(0, 1), high: 1 });
    expect(reachOf(all.model, DEFAULT_OPTIONS).open).toEqual({ why: 'unread' });
    expect(failedWholeOf(all.model)).toMatchObject({ answers: 0 });
    // Of the longest alone it is still known that 32K were reached.
    const longest = unread((tokens) => tokens === 64_000);
    const read = reachOf(modelOf(falling), DEFAULT_OPTIONS).effectiveLength!;
    expect(reachOf(longest.model, DEFAULT_OPTIONS)).toMatchObject({
      effectiveLength: { value: read.value, high: Number.POSITIVE_INFINITY },
    });
  });
});

describe('failedWholeOf', () => {
  const model = modelOf(
    Object.fromEntries(
      Array.from({ length: 16 }, (_, i) => [8000 * (i + 1), [i === 9 || i === 12 ? 1 : 30]]),
    ),
  );

  it('counts the answers, which end the reliable length', () => {
    expect(failedWholeOf(model)).toMatchObject({ lengths: [80_000, 104_000], answers: 2, of: 16 });
    expect(reachOf(model, DEFAULT_OPTIONS).reliable).toMatchObject({
      ...{ tokens: 0, notFrom: Number.POSITIVE_INFINITY, cappedBy: 'unusable' },
      unusable: { answers: 2, of: 16 },
    });
  });

  it('is of all answers where none did, and nothing without any', () => {
    const none = failedWholeOf(modelOf({ 4000: [32, 31], 8000: [30, 29] }))!;
    expect(none).toMatchObject({ answers: 0, of: 4 });
    expect(none.atMost).toBeCloseTo(1 - 0.05 ** (1 / 4), 6);
    expect(failedWholeOf(modelOf({}))).toBeUndefined();
  });
});

describe('reliableOf', () => {
  const cases = askedOf({
    4000: [32, 31, 32, 31],
    32000: [31, 30, 32, 31],
    64000: [14, 17, 12, 13],
  });
  const changed = (changes: object, tokens: number) =>
    recallModel(
      cases.map((asked) =>
        asked.tokens === tokens
          ? { ...asked, calls: asked.calls.map((call) => ({ ...call, ...changes })) }
          : asked,
      ),
      DEFAULT_OPTIONS,
    );
  const likely = (model: ReturnType<typeof recallModel>) =>
    reliableOf(model, DEFAULT_OPTIONS)!.likely;

  it('says of each length how likely it is that the model is reliable', () => {
    const [short, middle, long] = likely(recallModel(cases, DEFAULT_OPTIONS));
    expect([short!.tokens, middle!.tokens, long!.tokens]).toEqual([4000, 32_000, 64_000]);
    expect(short!.probability).toBeGreaterThan(0.95);
    expect(long!.probability).toBeLessThan(0.05);
  });

  it('is sure of nothing that hangs on answers that could not be read', () => {
    const [short, , long] = likely(changed({ reading: 'doubtful' }, 64_000));
    expect(short!.probability).toBeGreaterThan(0.9);
    expect(long!.probability).toBe(0.5);
  });

  it('counts answers that were cut off as what they recall, and as unusable', () => {
    const model = changed({ unfinished: 'cut-off' }, 4000);
    expect(reliableOf(model, DEFAULT_OPTIONS)).toMatchObject({
      ...{ tokens: 0, notFrom: 4000, cappedBy: 'unusable' },
      unusable: { answers: 4, broken: 4 },
    });
    // Beyond a length from which recall is gone they are no fault.
    const beyond = reliableOf(changed({ unfinished: 'cut-off' }, 64_000), DEFAULT_OPTIONS);
    expect(beyond).toMatchObject({ tokens: 32_000, unusable: { answers: 0 } });
  });
});
