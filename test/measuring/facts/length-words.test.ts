import { describe, expect, it } from 'vitest';
import { effectiveLengthFigures } from '../../../src/measuring/facts/length-figures.js';
import { reachText } from '../../../src/measuring/facts/length-parts.js';
import {
  holdsLongest,
  type Reached,
  reliableFigures,
  reliableOfFigures,
  saidToFail,
  saidToHold,
  verdictOf,
} from '../../../src/measuring/facts/length-verdict.js';
import {
  effectiveLengthSentence,
  openText,
  reachCell,
} from '../../../src/measuring/facts/length-words.js';
import { unusableOf } from '../../../src/measuring/statistics/reliable/unusable.js';
import { reachedBy } from '../document/likely.js';
import { effectiveLengthText } from './length-text.js';

const most = Number.POSITIVE_INFINITY;
const LENGTHS = [4000, 32_000, 64_000, 128_000];

/** A reader with these probabilities at four lengths, of which nothing else is known. */
const model = (probabilities: readonly number[], others: Partial<Reached> = {}): Reached => ({
  effectiveLength: { value: 48_000, low: 0, high: most },
  ...(probabilities.length > 0
    ? reachedBy(probabilities.map((probability, i) => ({ tokens: LENGTHS[i]!, probability })))
    : { likely: [] }),
  shortest: 4000,
  longest: 128_000,
  ...others,
});

const place = { fromTokens: 32_000, from: 0.75, to: 1 };
const hole = { fromTokens: 32_000, place: { ...place, isOnly: true } };
const limit = { tokens: 32_000, fromTokens: 64_000 };

const known = model([1, 0.9, 0.5, 0.5]).reliable!;

/** What is known of a model besides the curve. */
const capped = (others: Partial<typeof known>): Partial<Reached> => ({
  reliable: { ...known, ...others },
});

const tolerated = { threshold: 0.85, tolerance: 0.02, holds: 32_000, fails: 64_000 };

describe('what is said of a reliable length', () => {
  it.each<[string, string, string, string, Reached]>([
    ['longest', '128K+', '', 'is reliable up to 128K tokens', model([1, 1, 1, 0.995])],
    [
      'shorter',
      '32K',
      '64K: inconclusive',
      'is reliable up to 32K tokens, and inconclusive above (too few prompts)',
      model([0.999, 0.973, 0.9, 0.738]),
    ],
    [
      'shorter',
      '4K',
      'not at 64K',
      'is reliable up to 4K tokens but not at 64K',
      model([0.96, 0.7, 0.021, 0.001]),
    ],
    [
      'not reliable',
      'below 4K',
      '',
      'is not reliable even at 4K tokens, the shortest length tested',
      model([0.02, 0.01, 0, 0]),
    ],
    [
      'not reliable',
      'below 64K',
      '',
      'is not reliable at 64K tokens, and inconclusive below (too few prompts)',
      model([0.88, 0.4, 0.02, 0]),
    ],
    [
      'inconclusive',
      'inconclusive',
      '',
      'is inconclusive, since too few prompts were sent',
      model([0.949, 0.5, 0.3, 0.061]),
    ],
    [
      'cut',
      '4K (reads the first 27.5K)',
      '',
      'ignores everything after the first 27.5K tokens',
      model(
        [1],
        capped({
          cappedBy: 'hole',
          hole: { ...hole, cut: { kept: 'start', tokens: 27_500, low: 27_000, high: 28_000 } },
        }),
      ),
    ],
    [
      'cut',
      'none: reads the last 2K',
      '',
      'ignores everything before the last 2K tokens',
      model(
        [1],
        capped({
          tokens: 0,
          hole: { ...hole, cut: { kept: 'end', tokens: 2000, low: 1900, high: 2100 } },
        }),
      ),
    ],
    [
      'misses',
      'none: misses the end',
      '',
      'misses the end (last 25%)',
      model([1], capped({ tokens: 0, cappedBy: 'hole', hole })),
    ],
    [
      'not reliable',
      'below 32K',
      '',
      'is not reliable at 32K tokens, and inconclusive below (too few prompts)',
      model(
        [1],
        capped({
          ...{ tokens: 0, notFrom: 32_000, cappedBy: 'hole' },
          hole: { fromTokens: 32_000, place: { ...place, isOnly: false } },
        }),
      ),
    ],
    [
      'limit',
      '32K',
      'longer than 32K: rejected',
      'rejects prompts above 32K (context limit)',
      model([1], capped({ tokens: 32_000, notFrom: 64_000, limit: { kind: 'window', ...limit } })),
    ],
    [
      'limit',
      'inconclusive',
      'longer than 32K: off topic',
      'is behind a server that seems to cut prompts above 32K: longer ones got answers about something else',
      model([1], capped({ tokens: 0, notFrom: 64_000, limit: { kind: 'cut', ...limit } })),
    ],
    [
      'shorter',
      '4K',
      'not at 32K',
      'is reliable up to 4K tokens but not at 32K',
      model([1], capped({ tokens: 4000, notFrom: 32_000, limit: { kind: 'refused', ...limit } })),
    ],
    [
      'unusable',
      'none: 3 of 12 unusable',
      'at least 7%',
      'gives unusable answers to 3 of 12 prompts',
      model(
        [1],
        capped({
          ...{ tokens: 0, cappedBy: 'unusable' },
          unusable: unusableOf({ answers: 3, of: 12, broken: 0 }),
        }),
      ),
    ],
    [
      'refused',
      'none: refuses 4 of 4',
      '',
      'refuses to answer 4 of 4 prompts',
      model([0.6, 0.5, 0.5, 0.4], {
        cause: { of: 'refused', answers: 4, outOf: 4 },
        causeKind: 'refused',
      }),
    ],
    [
      'within',
      '32K–64K',
      'target 85% ± 2 points',
      'is reliable up to 32K tokens but not at 64K',
      model([], { tolerated }),
    ],
    [
      'within',
      'below 4K',
      'target 85% ± 2 points',
      'is not reliable even at 4K tokens',
      model([], { tolerated: { ...tolerated, holds: 0, fails: 4000 } }),
    ],
    [
      'within',
      '128K+',
      'target 85% ± 2 points',
      'is reliable up to 128K tokens',
      model([], { tolerated: { ...tolerated, holds: 128_000, fails: most } }),
    ],
    ['no answer', 'unknown', '', 'gave no answer that could be scored', model([])],
    [
      'unread',
      'unknown',
      '',
      'has an unknown reliable length, since some answers could not be read',
      model([0.6, 0.5, 0.5, 0.4], { open: { why: 'unread' } }),
    ],
    [
      'rises',
      'none: recall rises',
      '',
      'has no reliable length, since recall rises with length',
      model([], { rise: { clear: true } }),
    ],
  ])('%s: %s (%s); %s', (kind, answer, below, sentence, row) => {
    expect(verdictOf(row).kind).toBe(kind);
    expect(reachCell(row)).toMatchObject({ answer, below });
    expect(effectiveLengthText(row)).toBe(below === '' ? answer : `${answer} (${below})`);
    expect(effectiveLengthSentence(row)).toBe(sentence);
    expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
    const figures = reliableFigures(row);
    if (figures) expect(figures).toMatchObject({ kind });
    // What JSON has can be read back.
    if (figures)
      expect(saidToHold({ likely: [], reliable: reliableOfFigures(figures as never) })).toBe(
        row.tolerated ? 0 : saidToHold(row),
      );
  });

  it('is one length to hold and one not to, which all media go by', () => {
    const row = model([0.99, 0.97, 0.5, 0.04]);
    expect([saidToHold(row), saidToFail(row), holdsLongest(row)]).toEqual([32_000, 128_000, false]);
    const none = model([0.5, 0.5, 0.5, 0.5]);
    expect([saidToHold(none), saidToFail(none)]).toEqual([0, most]);
    expect(holdsLongest(model([1, 1, 1, 0.95]))).toBe(true);
  });

  it('is a number in JSON, beside the effective length with a sign where it lies beyond', () => {
    const effectiveLength = { value: most, low: 57_000, high: most };
    const row = model([1, 0.99, 0.96, 0.6], { effectiveLength });
    expect(effectiveLengthFigures(row)).toEqual({
      ...{ value: 128_000, bound: 'at least' },
      low: 57_000,
      ...{ high: 128_000, highBound: 'at least' },
    });
    expect(reliableFigures(row)).toEqual({
      ...{ kind: 'shorter', tokens: 64_000, cappedBy: 'curve' },
      ...{ unusable: 0, answers: 12, broken: 0, unusableAtLeast: 0 },
      unusableAtMost: expect.closeTo(0.221, 3),
    });
    const { effectiveLength: _, ...without } = row;
    expect(effectiveLengthFigures(without)).toBeUndefined();
  });
});

describe('openText', () => {
  const more = {
    by: 'seeds',
    seeds: 1,
    further: 2,
    prompts: 12,
    tokens: 700_000,
    cost: 1.4,
  } as const;

  it('is an order that exists, with its price', () => {
    expect(openText({ why: 'few', more })).toBe(
      'seeds: 3 instead of 1 (700K tokens, cost $1.40) would probably tell',
    );
    const { cost: _, ...free } = more;
    expect(openText({ why: 'few', more: { ...free, by: 'try' } })).toBe(
      'try --resume --seeds 2 (700K tokens) would probably tell',
    );
    expect(openText({ why: 'few', more: { ...free, by: 'prompts' } })).toBe(
      '2 more prompts at each length (700K tokens) would probably tell',
    );
    expect(openText({ why: 'few' })).toBe('');
    expect(openText({ why: 'unread' })).toBe(
      'it hangs on answers that could not be read for certain',
    );
  });
});

describe('reachText', () => {
  it('is a length, or none', () => {
    expect([0, 4000, 128_000, 1_000_000].map((tokens) => reachText(tokens))).toEqual([
      'none',
      '4K',
      '128K',
      '1M',
    ]);
  });
});
