import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import type { ReportData } from '../../../../src/measuring/facts/tables/tables.js';
import { floorName } from '../../../../src/measuring/verdicts/gate/check-words.js';
import type { Floor } from '../../../../src/measuring/verdicts/gate/gate-result.js';
import {
  checkFloors,
  type Searched,
  withSearched,
} from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { reachedAt } from '../../document/likely.js';
import { imagine } from '../../results/rows-for-tests.js';
import { floorOf } from './said.js';

const lengths = [4000, 8000, 16_000, 32_000];
const [series, provider] = ['a', 'reader'];

/** An interval, all of one value unless it says otherwise. */
const within = (value: number, low = value, high = value) => ({ value, low, high });

const REACHED = {
  effectiveLength: within(6000, 5000, 7000),
  ...reachedAt([4000, 5000, 7000, 8000], { low: 5000, high: 7000 }),
};

/** What the analysis says of one reader in one series, tested at 4K and 8K. */
function table(summary: object, recalls: Record<number, number> = { 4000: 0.9, 8000: 0.8 }) {
  return {
    options: { threshold: 0.85 },
    series: [{ id: series, title: 'A' }],
    summary: [
      { provider: 'other', series, recall: within(0), likely: [], shortest: 4000, longest: 4000 },
      {
        provider,
        series,
        recall: within(0.85),
        likely: [],
        shortest: 4000,
        longest: 8000,
        ...summary,
      },
    ],
    lengths: [
      { provider: 'other', series, tokens: 64_000, recall: within(1) },
      ...Object.entries(recalls).map(([tokens, recall]) => ({
        provider,
        series,
        tokens: Number(tokens),
        recall: within(recall),
      })),
    ],
  } as unknown as ReportData;
}

const recallOf = (recall: number, tokens?: number): Floor => ({
  kind: 'recall',
  recall,
  ...(tokens !== undefined && { tokens }),
});
const lengthOf = (tokens: number): Floor => ({ kind: 'effective-length', tokens });

describe('what a search found', () => {
  const found = { ...REACHED, longest: 8000 };
  const verdictOf = (searched: Searched) => {
    const data = withSearched(table({}), new Map([[provider, searched]]));
    return checkFloors(data, provider, [lengthOf(6500)], 'low')[0]!.verdict;
  };

  it('is judged with the tolerance of the search', () => {
    expect(verdictOf(found)).toBe('inconclusive');
    const tolerated = { threshold: 0.85, tolerance: 0.02, holds: 7000, fails: 8000 };
    expect(verdictOf({ ...found, tolerated })).toBe('passed');
    expect(verdictOf({ ...found, tolerated: { ...tolerated, holds: 4000, fails: 6000 } })).toBe(
      'failed',
    );
  });
});

describe('a floor of a number of documents', () => {
  const size = (tokens: number) => ({ 4000: '2', 8000: '4', 16000: '8', 32000: '16' })[tokens];
  const rows = imagine('reader', (tokens) => (tokens > 8000 ? 0 : 1), { seeds: 8 }).map((row) => ({
    ...row,
    size: `${size(row.tokens)} documents`,
  }));
  const checked = (amount: number, noun = 'document') =>
    checkFloors(
      analyse(evaluationOf(rows)),
      'reader',
      [{ kind: 'effective-size', amount, noun }],
      'estimate',
    );

  it('is judged where documents are counted', () => {
    expect(checked(2)).toMatchObject([{ verdict: 'passed' }]);
    expect(checked(12)).toMatchObject([{ verdict: 'failed', found: { kind: 'length' } }]);
    expect(floorName({ kind: 'effective-size', amount: 12, noun: 'document' })).toBe(
      'reliable number ≥ 12 documents',
    );
  });

  it('is open where something else is counted, or fewer', () => {
    const [open] = checked(4, 'pair');
    expect(open).toMatchObject({ verdict: 'inconclusive', found: { kind: 'not tested' } });
    expect(floorOf(open)).toBe('No benchmark counts pairs up to 4.');
  });
});

describe('a floor', () => {
  const judge = (floor: Floor, data: ReportData, bound: 'estimate' | 'low' = 'estimate') => {
    const [check, ...more] = checkFloors(data, provider, [floor], bound);
    expect(more).toEqual([]);
    const said = check!.verdict === 'passed' ? '' : floorOf(check).replace('reader', 'R');
    return [check!.verdict, check!.value, said];
  };

  it.each<[Floor, object, 'estimate' | 'low', unknown[]]>([
    [recallOf(0.85), {}, 'estimate', ['passed', 0.85, '']],
    [recallOf(0.85), {}, 'low', ['passed', 0.85, '']],
    [
      recallOf(0.86),
      {},
      'estimate',
      ['failed', 0.85, "R's recall is 85% (95% CI 85–85%), below the minimum of 86%."],
    ],
    [
      recallOf(0.86),
      {},
      'low',
      ['failed', 0.85, "R's recall is 85% (95% CI 85–85%), below the minimum of 86%."],
    ],
    [recallOf(0.9), { recall: within(0.92, 0.88, 0.95) }, 'estimate', ['passed', 0.92, '']],
    [
      recallOf(0.9),
      { recall: within(0.92, 0.88, 0.95) },
      'low',
      [
        'inconclusive',
        0.92,
        "R's recall is 92% (95% CI 88–95%), so the minimum of 90% is inconclusive.",
      ],
    ],
    [
      recallOf(0.9),
      { recall: within(0.8, 0.7, 0.9) },
      'low',
      [
        'inconclusive',
        0.8,
        "R's recall is 80% (95% CI 70–90%), so the minimum of 90% is inconclusive.",
      ],
    ],
    [
      recallOf(0.9),
      { recall: within(0.8, 0.7, 0.9) },
      'estimate',
      ['failed', 0.8, "R's recall is 80% (95% CI 70–90%), below the minimum of 90%."],
    ],
    [
      recallOf(0.9),
      { recall: within(0.89999) },
      'estimate',
      ['failed', 0.89999, "R's recall is 89.999% (95% CI 90–90%), below the minimum of 90%."],
    ],
    [
      recallOf(0.9),
      { recall: within(Number.NaN) },
      'low',
      ['inconclusive', undefined, 'R gave no answer, so the minimum of 90% is not checked.'],
    ],
    [recallOf(0.8, 8000), {}, 'estimate', ['passed', 0.8, '']],
    [
      recallOf(0.9, 8000),
      {},
      'estimate',
      ['failed', 0.8, "R's recall at 8K is 80% (95% CI 80–80%), below the minimum of 90%."],
    ],
    [
      recallOf(0.1, 64_000),
      {},
      'estimate',
      ['inconclusive', undefined, 'No prompt has 64K tokens. Tested lengths: 4K, 8K.'],
    ],
  ])('%j of %j by the %s: %j', (floor, summary, bound, judgement) => {
    expect(judge(floor, table(summary), bound)).toEqual(judgement);
  });

  const OPEN = reachedAt([4000, 8000], { low: 4000 });
  const beyond = within(Number.POSITIVE_INFINITY, 6000, Number.POSITIVE_INFINITY);

  it.each<[number, object, 'estimate' | 'low', unknown[]]>([
    [6000, { ...OPEN, effectiveLength: within(6000) }, 'estimate', ['passed', 6000, '']],
    [
      6001,
      REACHED,
      'estimate',
      ['failed', 6000, 'R is reliable up to 5K tokens but not at 7K. The minimum is 6K tokens.'],
    ],
    [
      6000,
      REACHED,
      'low',
      [
        'inconclusive',
        5000,
        'R is reliable up to 5K tokens but not at 7K. The minimum is 6K tokens.',
      ],
    ],
    [
      7000,
      REACHED,
      'low',
      ['failed', 5000, 'R is reliable up to 5K tokens but not at 7K. The minimum is 7K tokens.'],
    ],
    [5000, REACHED, 'low', ['passed', 5000, '']],
    [8000, { ...OPEN, effectiveLength: beyond }, 'estimate', ['passed', 8000, '']],
    [
      9000,
      { ...OPEN, effectiveLength: beyond },
      'estimate',
      ['inconclusive', 8000, 'The longest prompts have 8K tokens, below the minimum of 9K tokens.'],
    ],
    [
      9000,
      { ...OPEN, effectiveLength: beyond, unanswered: [6000, 16_000, 32_000] },
      'estimate',
      [
        'inconclusive',
        8000,
        'R gave no answer at 16K, so the minimum of 9K tokens is not checked.',
      ],
    ],
    [
      9000,
      { ...OPEN, effectiveLength: beyond, unanswered: [6000, 8000] },
      'estimate',
      ['inconclusive', 8000, 'The longest prompts have 8K tokens, below the minimum of 9K tokens.'],
    ],
    [
      4000,
      {},
      'estimate',
      ['inconclusive', undefined, 'R gave no answer, so the minimum of 4K tokens is not checked.'],
    ],
    [
      4000,
      { rise: { clear: false } },
      'estimate',
      ['inconclusive', undefined, 'R gave no answer, so the minimum of 4K tokens is not checked.'],
    ],
  ])('of %i tokens, of %j by the %s: %j', (tokens, summary, bound, judgement) => {
    expect(judge(lengthOf(tokens), table(summary), bound)).toEqual(judgement);
  });

  it('is for the series that have prompts so long, none of them a control', () => {
    const one = table({});
    const both = {
      ...one,
      series: [
        { id: series, title: 'A' },
        { id: 'b', title: 'B' },
        { id: 'c', title: 'C', control: true },
        { id: 'd', title: 'D' },
      ],
      summary: [
        ...one.summary,
        { ...one.summary[1]!, series: 'b', recall: within(0.5) },
        { ...one.summary[1]!, series: 'c', recall: within(0) },
      ],
      lengths: [
        ...one.lengths,
        { ...one.lengths[1]!, series: 'b', tokens: 2000 },
        { ...one.lengths[1]!, series: 'c', tokens: 1000 },
      ],
    } as unknown as ReportData;
    const floors = [recallOf(0.6), recallOf(0.6, 2000), recallOf(0.6, 64_000)];
    const checks = checkFloors(both, provider, floors, 'estimate');
    expect(checks.map(({ floor, series, verdict }) => [floor, series, verdict])).toEqual([
      [floors[0], 'A', 'passed'],
      [floors[0], 'B', 'failed'],
      [floors[1], 'B', 'passed'],
      [floors[2], undefined, 'inconclusive'],
    ]);
    expect(floorOf(checks[3])).toBe('No prompt has 64K tokens. Tested lengths: 2K, 4K, 8K.');
    expect(checkFloors(both, 'nobody', floors, 'estimate')).toEqual([]);
  });

  it.each([
    [recallOf(0.9), 'recall ≥ 90%'],
    [recallOf(0.9, 64_000), 'recall ≥ 90% at 64K'],
    [lengthOf(64_000), 'reliable length ≥ 64K'],
  ])('%j is written as %s', (floor, text) => {
    expect(floorName(floor)).toBe(text);
  });
});

describe('checkFloors', () => {
  const cliff = analyse(
    evaluationOf(
      imagine('reader', (tokens) => (tokens > 16_000 ? 0.2 : 0.98), {
        lengths,
        seeds: 4,
        stars: 16,
      }),
    ),
  );
  const verdicts = (floor: Floor, bound: 'estimate' | 'low', data = cliff) =>
    checkFloors(data, 'reader', [floor], bound).map((check) => [
      check.verdict,
      check.verdict === 'passed' ? '' : floorOf(check),
    ]);

  it('ask for the estimate, or for the low bound, between the bounds of which nothing is decided', () => {
    const { value, low, high } = cliff.summary[0]!.effectiveLength!;
    const between = Math.round((low + value) / 2);
    const length = (tokens: number): Floor => ({ kind: 'effective-length', tokens });
    expect(verdicts(length(Math.floor(low)), 'low')).toEqual([['passed', '']]);
    expect(verdicts(length(between), 'estimate')).toEqual([['passed', '']]);
    expect(verdicts(length(between), 'low')).toEqual([
      ['inconclusive', expect.stringContaining('is reliable up to 16K tokens but not at 32K')],
    ]);
    expect(verdicts(length(Math.ceil(high) + 1), 'low')).toEqual([
      ['failed', expect.stringContaining('The minimum is')],
    ]);
  });

  it('do the same of recall', () => {
    const { value, low } = cliff.summary[0]!.recall;
    const recall = (share: number): Floor => ({ kind: 'recall', recall: share });
    expect(verdicts(recall(low - 0.001), 'low')).toEqual([['passed', '']]);
    expect(verdicts(recall((low + value) / 2), 'estimate')).toEqual([['passed', '']]);
    expect(verdicts(recall((low + value) / 2), 'low')).toEqual([
      ['inconclusive', expect.stringContaining('recall is')],
    ]);
    expect(verdicts(recall(0.999), 'low')).toEqual([
      ['failed', expect.stringContaining('recall is')],
    ]);
  });

  it('judge a reader that plainly rises by what each length scored', () => {
    const riser = analyse(
      evaluationOf(imagine('reader', (tokens) => (tokens > 8000 ? 1 : 0.2), { lengths, seeds: 8 })),
    );
    expect(verdicts({ kind: 'effective-length', tokens: 16_000 }, 'estimate', riser)).toEqual([
      ['inconclusive', expect.stringContaining('reader finds more at')],
    ]);
  });

  it('leave open what has no answers', () => {
    const rows = imagine('reader', () => 1, { lengths, seeds: 2 }).map((row) =>
      row.tokens > 16_000 ? { ...row, error: 'busy', marks: [], positions: [] } : row,
    );
    expect(
      verdicts(
        { kind: 'effective-length', tokens: 32_000 },
        'estimate',
        analyse(evaluationOf(rows)),
      ),
    ).toEqual([
      [
        'inconclusive',
        'reader gave no answer at 32K, so the minimum of 32K tokens is not checked.',
      ],
    ]);
  });
});
