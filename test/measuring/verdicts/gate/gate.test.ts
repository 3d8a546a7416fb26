import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { baselineOf } from '../../../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import type {
  GateOptions,
  ProviderGate,
} from '../../../../src/measuring/verdicts/gate/gate-result.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { reachedAt } from '../../document/likely.js';
import { imagine, kept } from '../../results/rows-for-tests.js';
import { floorOf, setOf, verdictLine } from './said.js';

const LENGTHS = Array.from({ length: 16 }, (_, i) => 4000 * (i + 1));
const perfect = (options = {}) => imagine('reader', () => 1, { lengths: LENGTHS, ...options });

/** Rows in which a number of the 8 marks of some prompts are lost. */
function losing(rows: readonly Row[], lost: number, falls = (_: Row) => true): Row[] {
  return rows.map((row) =>
    falls(row)
      ? {
          ...row,
          score: (8 - lost) / 8,
          marks: row.marks.map((_, i) => (i < lost ? 0 : 1)),
          reason: `${8 - lost}/8`,
          diagnosis: 'missing-head',
        }
      : row,
  );
}

const options = (changes: Partial<GateOptions>): GateOptions => ({ ...DEFAULT_GATE, ...changes });

describe('gate', () => {
  it('passes equal results, and says what they exclude', () => {
    const result = gate(evaluationOf(perfect()), kept(perfect()));
    expect(result.verdict).toBe('passed');
    const [{ regression, ...provider }] = result.providers as [ProviderGate];
    expect(provider).toMatchObject({ provider: 'reader', completeness: [], worst: [] });
    expect(regression).toMatchObject({ prompts: 16, reasons: [], drop: { value: 0 } });
    // Of marks that correlate within 16 prompts, however few of them were lost.
    expect(regression!.excludes).toBeGreaterThan(0.04);
    expect(regression!.excludes).toBeLessThan(0.2);
    // Of four of them, and of two, a drop of 0.2 is not excluded.
    expect(regression!.comparisons.map(({ scope, p, verdict }) => [scope, p, verdict])).toEqual([
      ['all lengths', 0.5, 'passed'],
      ['longer half', 0.5, 'passed'],
      ['longest quarter', 0.5, 'unknown'],
      ['longest eighth', 0.5, 'unknown'],
    ]);
  });

  it('judges a floor by what a search found, where the rows are of one', () => {
    const floors = options({
      floors: [{ kind: 'effective-length', tokens: 32_000 }],
      floorsBy: 'estimate',
    });
    const verdict = (value: number | undefined) =>
      gate(
        evaluationOf(perfect()),
        undefined,
        floors,
        new Map([
          [
            'reader',
            {
              longest: 64_000,
              likely: [],
              ...(value !== undefined && {
                effectiveLength: { value, low: value / 2, high: value },
                ...reachedAt([4000, value, 64_000], { low: value / 2, high: value }),
              }),
            },
          ],
        ]),
      ).providers[0]!.floors[0];
    expect(verdict(40_000)).toMatchObject({ verdict: 'passed', value: 40_000 });
    expect(verdict(20_000)).toMatchObject({ verdict: 'failed', found: { kind: 'length' } });
    expect(floorOf(verdict(20_000))).toBe(
      'reader is reliable up to 4K tokens but not at 20K. The minimum is 32K tokens.',
    );
    expect(verdict(undefined)).toMatchObject({ verdict: 'passed' });
  });

  it('finds a drop, with its size, interval, p and the worst cells', () => {
    const now = losing(perfect(), 2, ({ tokens }) => tokens <= 32_000);
    const { verdict, providers } = gate(evaluationOf(now), kept(perfect()));
    expect(verdict).toBe('failed');
    const [{ regression, worst }] = providers as [ProviderGate];
    const [all, half] = regression!.comparisons;
    expect(all).toMatchObject({
      fromTokens: 4000,
      toTokens: 64_000,
      prompts: 16,
      before: 1,
      now: 0.875,
      verdict: 'failed',
      drop: { value: 0.125 },
    });
    expect(all!.adjusted).toBeLessThan(0.05);
    expect(all!.drop.low).toBeGreaterThan(0);
    expect(all!.drop.high).toBeGreaterThan(0.15);
    expect(half).toMatchObject({ scope: 'longer half', fromTokens: 36_000, verdict: 'passed' });
    expect(worst).toHaveLength(5);
    expect(worst[0]).toMatchObject({
      answer: '{}',
      mark: 0,
      id: '4000.s1',
      description: '4000 tokens, seed 1',
      tokens: 4000,
      seed: 1,
      baseline: 1,
      now: 0.75,
      diagnosis: 'missing-head',
      reason: '6/8',
    });
  });

  it('finds a drop at long contexts that is small over all lengths', () => {
    const before = perfect({ seeds: 5 });
    const now = losing(before, 1, ({ tokens }) => tokens > 48_000);
    const { verdict, providers } = gate(
      evaluationOf(now),
      kept(before),
      options({ maxDrop: 0.05 }),
    );
    expect(verdict).toBe('failed');
    expect(providers[0]!.regression!.comparisons).toMatchObject([
      { scope: 'all lengths', verdict: 'passed', drop: { value: 0.03125 } },
      { scope: 'longer half', drop: { value: 0.0625 } },
      { scope: 'longest quarter', drop: { value: 0.125 }, verdict: 'failed' },
      { scope: 'longest eighth', drop: { value: 0.125 } },
    ]);
  });

  it('never passes when a length falls to nothing, nor where the grid is so small', () => {
    for (const seeds of [1, 2, 3]) {
      const before = imagine('reader', () => 1, { lengths: [8000, 32_000, 128_000], seeds });
      const now = losing(before, 8, ({ tokens }) => tokens === 128_000);
      const { verdict, providers } = gate(evaluationOf(now), kept(before));
      expect(verdict).not.toBe('passed');
      expect(providers[0]!.regression!.reasons).not.toEqual([]);
    }
  });

  it('with a margin, passes only what is shown to be within it', () => {
    const before = perfect({ seeds: 4, stars: 32 });
    const { excludes } = gate(evaluationOf(before), kept(before)).providers[0]!.regression!;
    const asked = (margin: number) => gate(evaluationOf(before), kept(before), options({ margin }));
    expect(asked(excludes + 0.001).verdict).toBe('passed');
    const open = asked(excludes - 0.001);
    expect(open.verdict).toBe('inconclusive');
    expect(open.providers[0]!.regression!.reasons).toEqual(['margin not shown']);
  });

  it('takes all series of a reader together, and each of them', () => {
    const other = (row: Row) => ({ ...row, id: `b.${row.id}`, variant: 'order ascending' });
    const both = [...perfect(), ...perfect().map(other)];
    const { providers } = gate(
      evaluationOf(losing(both, 2, ({ variant }) => variant !== '')),
      kept(both),
    );
    const found = providers[0]!.regression!.comparisons;
    expect(found[0]).toMatchObject({ scope: 'all lengths', prompts: 32, verdict: 'failed' });
    expect(found[0]!.series).toBeUndefined();
    const failed = found.filter(({ series, verdict }) => series && verdict === 'failed');
    expect(new Set(failed.map(({ series }) => series))).toEqual(
      new Set(['counting-things · order ascending']),
    );
  });

  it('takes a shift of whole runs for drift where the baseline shows it', () => {
    const run = (recall: number, seed: string) =>
      imagine(seed, () => recall, { lengths: LENGTHS, stars: 32, seeds: 2 }).map((row) => ({
        ...row,
        provider: 'reader',
      }));
    const now = run(0.84, 'now');
    const steady = kept(run(0.92, 'a'), run(0.92, 'b'), run(0.92, 'c'));
    const drifting = kept(run(0.98, 'a'), run(0.85, 'b'), run(0.93, 'c'));
    const [found] = gate(evaluationOf(now), steady).providers;
    const [spared] = gate(evaluationOf(now), drifting).providers;
    expect(found!.verdict).toBe('failed');
    expect(spared!.verdict).not.toBe('failed');
    expect(spared!.regression!.drift.runs).toBe(3);
    expect(spared!.regression!.drift.deviation).toBeGreaterThan(0.03);
    expect(spared!.power).toMatchObject({ runs: 3 });
  });

  it('compares what runs lack with the runs that have it', () => {
    const [first, second] = [perfect(), perfect().slice(0, 10)];
    const { verdict, providers } = gate(evaluationOf(perfect()), kept(first, second, perfect()));
    expect(verdict).toBe('passed');
    expect(providers[0]!.regression).toMatchObject({ prompts: 16, drift: { runs: 3 } });
    // A reader that one run of the baseline has not at all has fewer runs.
    const other = perfect().map((row) => ({ ...row, provider: 'other' }));
    const both = [...perfect(), ...other];
    const result = gate(evaluationOf(both), kept(both, perfect()));
    expect(result.providers.map(({ regression }) => regression!.drift.runs)).toEqual([1, 2]);
  });

  it('compares as many answers to a Case as both have, drawn the same way every time', {
    tags: ['slow'],
  }, () => {
    // A reader that fails one prompt in ten as a whole: means of five scores are often a little low.
    const asked = (times: number, seed: string) => {
      const random = seedrandom(seed);
      return Array.from({ length: times }, () => perfect({ seeds: 2 }))
        .flat()
        .map((row) => (random() < 0.9 ? row : { ...row, score: 0, marks: row.marks.map(() => 0) }));
    };
    const alarms = Array.from({ length: 15 }, (_, i) =>
      gate(evaluationOf(asked(5, `now ${i}`)), kept(asked(1, `before ${i}`))),
    ).filter(({ verdict }) => verdict === 'failed');
    expect(alarms.length).toBeLessThanOrEqual(1);
    const result = gate(evaluationOf(asked(5, 'now')), kept(asked(2, 'before')));
    expect(gate(evaluationOf(asked(5, 'now').reverse()), kept(asked(2, 'before')))).toEqual(result);
  });

  it('states the power of the next gate, whatever the results', () => {
    const rows = imagine('reader', () => 0.9, { lengths: LENGTHS, stars: 32, seeds: 2 });
    const { power } = gate(evaluationOf(rows), kept(rows)).providers[0]!;
    expect(power).toMatchObject({ drop: 0.05, runs: 1, drift: 0 });
    expect(power!.probability).toBeGreaterThan(0.5);
    expect(power!.probability).toBeLessThan(1);
    expect(power!.low).toBeLessThanOrEqual(power!.probability!);
    expect(power!.high).toBeGreaterThanOrEqual(power!.probability!);
    expect(gate(evaluationOf(losing(rows, 4)), kept(rows)).providers[0]!.power).toEqual(power);
  });

  it('does not depend on the order of rows', { tags: ['slow'] }, () => {
    const before = kept(imagine('reader', () => 0.9, { lengths: LENGTHS }));
    const answered = imagine('other', () => 0.8, { lengths: LENGTHS });
    const now = answered.map((row, i) => (i > 8 ? { ...row, error: `HTTP ${i}` } : row));
    const given = options({
      providers: ['reader=other'],
      floors: [{ kind: 'recall', recall: 0.5 }],
    });
    const expected = gate(evaluationOf(now), before, given);
    fc.assert(
      fc.property(fc.shuffledSubarray(now, { minLength: now.length }), (shuffled) => {
        expect(gate(evaluationOf(shuffled), before, given)).toEqual(expected);
      }),
      { numRuns: 4 },
    );
  });
});

describe('completeness', () => {
  const broken = perfect().map((row, i) => (i < 8 ? { ...row, error: `HTTP ${500 + i}` } : row));

  it('fails when calls failed, and names the first', () => {
    const { verdict, providers } = gate(evaluationOf(broken), kept(perfect()));
    expect(verdict).toBe('failed');
    expect(providers[0]!.completeness).toMatchObject([
      { kind: 'errors', count: 8, of: 16, verdict: 'failed' },
    ]);
    expect(providers[0]!.completeness[0]!.named).toHaveLength(5);
    expect(providers[0]!.completeness[0]!.named[0]).toEqual({
      id: '4000.s1',
      description: '4000 tokens, seed 1',
      error: 'HTTP 500',
    });
  });

  it('compares the rest when failed calls are allowed, but nothing when all failed', () => {
    const allow = {
      errors: true,
      missing: false,
      extra: false,
      cached: false,
      changed: false,
      new: false,
    };
    const some = gate(evaluationOf(broken), kept(perfect()), options({ allow }));
    expect(some.providers[0]).toMatchObject({
      verdict: 'passed',
      regression: { prompts: 8, comparisons: [{ fromTokens: 36_000 }, {}, {}] },
      completeness: [{ kind: 'errors', count: 8, verdict: 'passed' }],
    });
    const none = perfect().map((row) => ({ ...row, error: 'HTTP 500' }));
    const all = gate(evaluationOf(none), kept(perfect()), options({ allow }));
    expect(all.verdict).toBe('inconclusive');
    expect(setOf(all.providers[0]!.completeness[0])).toBe(
      '16 of 16 calls failed, in one benchmark all of them.',
    );
  });

  it('names missing and extra cases', () => {
    const result = gate(evaluationOf(perfect().slice(2)), kept(perfect().slice(0, -1)));
    expect(result.verdict).toBe('failed');
    expect(result.providers[0]!.completeness).toMatchObject([
      { kind: 'missing', count: 2, of: 15, verdict: 'failed' },
      { kind: 'extra', count: 1, of: 14, lacks: 'prompts', verdict: 'failed' },
    ]);
    expect(result.providers[0]!.completeness[0]!.named[0]).toEqual({
      id: '4000.s1',
      description: '4000 tokens, seed 1',
    });
    const allow = {
      errors: false,
      missing: true,
      extra: true,
      cached: false,
      changed: false,
      new: false,
    };
    const allowed = gate(
      evaluationOf(perfect().slice(2)),
      kept(perfect().slice(0, -1)),
      options({ allow }),
    );
    expect(allowed.verdict).toBe('passed');
  });

  it('fails when a reader is missing, or a shard', () => {
    const other = perfect().map((row) => ({ ...row, provider: 'other' }));
    const result = gate(evaluationOf(perfect()), kept([...perfect(), ...other]));
    expect(result.providers.map(({ provider, verdict }) => [provider, verdict])).toEqual([
      ['other', 'failed'],
      ['reader', 'passed'],
    ]);
    expect(result.providers[0]!.completeness[0]).toMatchObject({ kind: 'missing', noModel: true });
    const renamed = gate(evaluationOf([...perfect(), ...other]), kept(perfect()));
    expect(renamed.providers[0]!.completeness[0]).toMatchObject({ kind: 'extra', lacks: 'model' });
    const shard = perfect().map((row) => ({ ...row, shard: '1/2' }));
    const sharded = gate(evaluationOf(shard), kept(perfect()));
    expect(sharded).toMatchObject({ verdict: 'failed', missingShards: ['2/2'] });
  });
});

describe('readers', () => {
  const other = perfect().map((row) => ({ ...row, provider: 'gpt=5' }));

  it('are compared by name, or as --compare says, also with = in a name', () => {
    const result = gate(
      evaluationOf(other),
      kept(perfect()),
      options({ providers: ['reader=gpt=5'] }),
    );
    expect(result.providers).toMatchObject([{ provider: 'gpt=5', baselineName: 'reader' }]);
    const both = gate(
      evaluationOf([...perfect(), ...other]),
      kept(perfect()),
      options({ providers: ['reader'] }),
    );
    expect(both.providers.map(({ provider }) => provider)).toEqual(['reader']);
  });

  it('that do not agree are a mistake that says what to do', () => {
    expect(() => gate(evaluationOf(other), kept(perfect()))).toThrow(
      'The results ("gpt=5") and the baseline ("reader") share no model.',
    );
    expect(() =>
      gate(evaluationOf(other), kept(perfect()), options({ providers: ['a=b'] })),
    ).toThrow(
      '--compare "a=b" must be "old=new", a model of the baseline ("reader") and one of the ' +
        'results ("gpt=5").',
    );
  });

  it('without a Case in common are a mistake', () => {
    const others = perfect().map((row) => ({ ...row, id: `x${row.id}` }));
    expect(() => gate(evaluationOf(others), kept(perfect()))).toThrow(
      'No prompt of the results is in the baseline of "reader". The tests\' options differ.',
    );
    expect(() => gate(evaluationOf(perfect()), undefined)).toThrow('Nothing to compare with');
  });
});

describe('floors', () => {
  const rows = losing(perfect(), 4, ({ tokens }) => tokens > 32_000);
  const judged = (floors: GateOptions['floors'], given = rows) => {
    const result = gate(evaluationOf(given), undefined, options({ floors, floorsBy: 'estimate' }));
    return result.providers[0]!.floors.map((check) => [
      check.value,
      check.verdict,
      check.verdict === 'passed' ? '' : floorOf(check),
    ]);
  };

  it('can be asked of the low bound, which leaves open what is only likely', () => {
    const floors: GateOptions['floors'] = [
      { kind: 'recall', recall: 0.7 },
      { kind: 'effective-length', tokens: 30_000 },
    ];
    const verdicts = (floorsBy: GateOptions['floorsBy']) =>
      gate(evaluationOf(rows), undefined, options({ floors, floorsBy })).providers[0]!.floors.map(
        ({ verdict }) => verdict,
      );
    expect(verdicts('estimate')).toEqual(['passed', 'passed']);
    expect(verdicts('low')).toEqual(['inconclusive', 'passed']);
  });

  it('are checked by point estimates, without a baseline', () => {
    const reached = expect.closeTo(34_000, -3.5);
    expect(
      judged([
        { kind: 'recall', recall: 0.75 },
        { kind: 'recall', recall: 0.8 },
        { kind: 'recall', recall: 0.9, tokens: 32_000 },
        { kind: 'recall', recall: 0.9, tokens: 36_000 },
        { kind: 'effective-length', tokens: 32_000 },
        { kind: 'effective-length', tokens: 36_000 },
      ]),
    ).toEqual([
      [0.75, 'passed', ''],
      [0.75, 'failed', expect.stringContaining('recall is 75%')],
      [1, 'passed', ''],
      [0.5, 'failed', expect.stringContaining('recall at 36K is 50%')],
      [reached, 'passed', ''],
      [reached, 'failed', expect.stringContaining('The minimum is 36K tokens.')],
    ]);
  });

  it('take a recall that is one below only by rounding as reached, and show one that is not', () => {
    // The mean of three times 0.7 is 0.6999999999999998.
    const thirds = imagine('reader', () => 1, { lengths: [4000, 8000, 16_000] });
    const rows = thirds.map((row) => ({ ...row, score: 0.7, marks: [] }));
    expect(judged([{ kind: 'recall', recall: 0.7 }], rows)).toEqual([
      [expect.closeTo(0.7, 12), 'passed', ''],
    ]);
    const nearly = thirds.map((row) => ({ ...row, score: 0.6996, marks: [] }));
    expect(judged([{ kind: 'recall', recall: 0.7 }], nearly)).toEqual([
      [expect.closeTo(0.6996, 12), 'failed', expect.stringContaining('69.96%')],
    ]);
  });

  it('are for the series that have prompts so long', () => {
    const long = imagine('reader', () => 1, { lengths: [4000, 64_000] }).map((row) => ({
      ...row,
      variant: 'order shuffled',
    }));
    const short = imagine('reader', () => 1, { lengths: [4000, 8000] }).map((row) => ({
      ...row,
      id: `short.${row.id}`,
      variant: 'order ascending',
    }));
    const checked = (floor: GateOptions['floors'][number]) =>
      gate(
        evaluationOf([...long, ...short]),
        undefined,
        options({ floors: [floor], floorsBy: 'estimate' }),
      ).providers[0]!.floors;
    expect(checked({ kind: 'recall', recall: 0.9, tokens: 64_000 })).toMatchObject([
      { series: 'counting-things · order shuffled', value: 1, verdict: 'passed' },
    ]);
    expect(checked({ kind: 'effective-length', tokens: 64_000 })).toMatchObject([
      { series: 'counting-things · order shuffled', value: 64_000, verdict: 'passed' },
    ]);
    expect(checked({ kind: 'recall', recall: 0.9, tokens: 5000 })).toEqual([
      {
        floor: { kind: 'recall', recall: 0.9, tokens: 5000 },
        verdict: 'inconclusive',
        found: { kind: 'not tested', tested: [4000, 8000, 64_000] },
      },
    ]);
    expect(checked({ kind: 'effective-length', tokens: 128_000 })).toMatchObject([
      { verdict: 'inconclusive', found: { kind: 'not tested' } },
    ]);
    // A short series that does not even hold its own lengths does not reach a longer one.
    const poor = losing(short, 4);
    const floors: GateOptions['floors'] = [{ kind: 'effective-length', tokens: 64_000 }];
    expect(
      gate(evaluationOf([...long, ...poor]), undefined, options({ floors, floorsBy: 'estimate' }))
        .providers[0]!.floors,
    ).toMatchObject([{ verdict: 'failed', found: { kind: 'length' } }, { verdict: 'passed' }]);
  });

  it('leave open what was not tested', () => {
    const floors: GateOptions['floors'] = [
      { kind: 'recall', recall: 0.9, tokens: 5000 },
      { kind: 'effective-length', tokens: 128_000 },
    ];
    const short = imagine('reader', () => 1, { lengths: [4000, 8000] });
    expect(judged(floors, short)).toEqual([
      [undefined, 'inconclusive', 'No prompt has 5K tokens. Tested lengths: 4K, 8K.'],
      [
        8000,
        'inconclusive',
        'The longest prompts have 8K tokens, below the minimum of 128K tokens.',
      ],
    ]);
    const broken = short.map((row) => (row.tokens === 8000 ? { ...row, error: 'HTTP 500' } : row));
    const result = gate(
      evaluationOf(broken),
      undefined,
      options({ floors: [{ kind: 'effective-length', tokens: 8000 }], floorsBy: 'estimate' }),
    );
    expect(result.providers[0]!.floors[0]).toMatchObject({
      verdict: 'inconclusive',
      found: { kind: 'no answers', tokens: 8000 },
    });
    expect(result.verdict).toBe('failed');
  });
});

describe('answers that became unreadable', () => {
  const unread = (row: Row): Row => ({
    ...row,
    score: 0,
    marks: row.marks.map(() => 0),
    reading: 'unreadable',
    diagnosis: 'unreadable',
    answer: 'The path is 25 → 30',
  });
  const before = perfect();
  const after = before.map(unread);

  it('leave the gate inconclusive, and recall is not said to have fallen', () => {
    const result = gate(evaluationOf(after), kept(before));
    const [own] = result.providers;
    expect(result.verdict).toBe('inconclusive');
    expect(own!.regression).toMatchObject({ prompts: 0, verdict: 'inconclusive' });
    expect(own!.completeness).toMatchObject([
      { kind: 'problems', count: before.length, verdict: 'inconclusive' },
    ]);
    expect(verdictLine(result)).toMatch(
      /^Inconclusive: 16 of 16 answers could not be read, the first begins “The path is 25 → 30” .*In the baseline: 0 of 16\./,
    );
  });

  it('fail it where they are refusals', () => {
    const refused = after.map((row): Row => ({ ...row, diagnosis: 'refused' }));
    const result = gate(evaluationOf(refused), kept(before));
    expect(verdictLine(result)).toMatch(/^Failed: 16 of 16 answers refused/);
  });

  it('leave it inconclusive where another form may be all that changed', () => {
    const decorated = after.map((row): Row => ({ ...row, reading: 'doubtful', doubt: 'form' }));
    const result = gate(evaluationOf(decorated), kept(before));
    expect(verdictLine(result)).toMatch(
      /^Inconclusive: 16 of 16 answers could be read in two ways: all with another form \(this is about format, not memory/,
    );
  });

  it('decide nothing where they were so before, or are few', () => {
    expect(gate(evaluationOf(after), kept(after)).verdict).toBe('inconclusive');
    const [first, ...others] = before;
    const { verdict, providers } = gate(evaluationOf([unread(first!), ...others]), kept(before));
    expect(verdict).toBe('passed');
    expect(providers[0]!.completeness).toMatchObject([{ kind: 'problems', verdict: 'passed' }]);
    // The baseline's unreadable answers are no proof that recall rose.
    const improved = gate(evaluationOf(before), kept([unread(first!), ...others]));
    expect(improved.providers[0]!.regression!.drop.value).toBe(0);
  });

  it('do not hide that what could be read fell', () => {
    const fallen = losing(before, 6).map((row, i) => (i % 4 === 0 ? unread(row) : row));
    const { regression, completeness } = gate(evaluationOf(fallen), kept(before)).providers[0]!;
    expect(regression!.verdict).toBe('failed');
    expect(completeness).toMatchObject([{ kind: 'problems', verdict: 'passed' }]);
  });

  it('leave a floor open', () => {
    const floors: GateOptions['floors'] = [{ kind: 'recall', recall: 0.5 }];
    expect(gate(evaluationOf(after), undefined, options({ floors })).verdict).toBe('inconclusive');
  });
});

describe('answers that collapsed', () => {
  const lengths = Array.from({ length: 16 }, (_, i) => 8000 * (i + 1));
  const steady = imagine('reader', () => 1, { lengths, stars: 32 });
  const collapse = (which: readonly number[]) =>
    steady.map((row, i) =>
      which.includes(i) ? { ...row, score: 0, marks: row.marks.map(() => 0) } : row,
    );

  it('are named beside those of the baseline', () => {
    const [own] = gate(evaluationOf(collapse([5, 9])), kept(collapse([7]))).providers;
    expect(own!.completeness).toMatchObject([
      { kind: 'collapsed', count: 2, of: 16, verdict: 'passed', named: [{}, {}] },
    ]);
    expect(setOf(own!.completeness[0])).toBe(
      '2 of 16 answers failed completely. In the baseline: 1 of 16.',
    );
    const none = gate(evaluationOf(steady), kept(collapse([7]))).providers[0]!;
    expect(none.completeness).toEqual([]);
  });
});

describe('a control', () => {
  const control = (recall: number): Row[] =>
    imagine('reader', () => recall, { lengths: LENGTHS }).map((row) => ({
      ...row,
      id: `control.${row.id}`,
      task: 'closed-book',
      control: true,
    }));

  it('neither falls nor has a floor, but may not be missing', () => {
    const before = [...perfect(), ...control(1)];
    const after = [...perfect(), ...control(0)];
    const floors: GateOptions['floors'] = [{ kind: 'recall', recall: 0.9 }];
    const { verdict, providers } = gate(
      evaluationOf(after),
      kept(before),
      options({ floors, floorsBy: 'estimate' }),
    );
    expect(verdict).toBe('passed');
    expect(providers[0]!.regression!.prompts).toBe(LENGTHS.length);
    expect(providers[0]!.floors.map(({ series }) => series)).toEqual(['counting-things · list']);
    expect(gate(evaluationOf(perfect()), kept(before)).providers[0]!.completeness).toMatchObject([
      { kind: 'missing', count: LENGTHS.length, verdict: 'failed' },
    ]);
  });
});

describe('prompts that count as equally long', () => {
  it('are one length, whatever their tokens', () => {
    const sized = perfect().map((row) => ({
      ...row,
      size: row.tokens <= 32_000 ? '5 pairs' : '9 pairs',
    }));
    const [all, half, ...others] = gate(evaluationOf(sized), kept(sized)).providers[0]!.regression!
      .comparisons;
    const lengths = { from: 18_000, to: 50_000 };
    expect(all).toMatchObject({ fromTokens: lengths.from, toTokens: lengths.to, prompts: 16 });
    expect(half).toMatchObject({ fromTokens: lengths.to, toTokens: lengths.to, prompts: 8 });
    expect(others).toEqual([]);
  });
});

describe('a gate of several measures', () => {
  const cited = (share: number) =>
    perfect({ seeds: 3 }).map(
      (row, i): Row => ({ ...row, measures: { cites: i % 10 < 10 * share ? 1 : 0, json: 1 } }),
    );
  const all = ['recall', 'cites', 'json'];
  const before = baselineOf([evaluationOf(cited(1), { measures: 'all' })], false);
  const judged = (rows: readonly Row[], measures = all) =>
    gate(evaluationOf(rows, { measures }), before);

  it('passes where none fell, with one error rate for all of them', () => {
    const result = judged(cited(1));
    expect(result.verdict).toBe('passed');
    expect(result.providers.map(({ provider, measure }) => [provider, measure])).toEqual([
      ['reader', undefined],
      ['reader · cites', 'cites'],
      ['reader · json', 'json'],
    ]);
    expect(result.providers.map(({ completeness }) => completeness)).toEqual([[], [], []]);
  });

  it('fails on a drop of one of them alone, and names it', () => {
    const result = judged(cited(0.5));
    expect(result.providers.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'passed']);
    expect(verdictLine(result)).toMatch(/^Failed: reader's cites fell /);
    expect(judged(cited(0.5), ['recall']).verdict).toBe('passed');
  });

  it('asks more of each, the more there are', () => {
    // 8 of 48 prompts: by itself a p of 0.026.
    const fell = cited(1).map((row, i) => ({
      ...row,
      measures: { cites: (i * 7) % 48 < 8 ? 0 : 1, json: 1 },
    }));
    const verdicts = (measures: string[]) =>
      judged(fell, measures).providers.map(({ regression }) => [
        regression!.comparisons[0]!.adjusted.toFixed(3),
        regression!.verdict,
      ]);
    expect(verdicts(['cites'])).toEqual([['0.026', 'failed']]);
    expect(verdicts(all)[1]).toEqual(['0.078', 'passed']);
  });

  it('says that the baseline has no such measure', () => {
    const old = kept(perfect({ seeds: 3 }));
    const result = gate(evaluationOf(cited(1), { measures: all }), old);
    expect(result.verdict).toBe('failed');
    expect(result.providers[1]!.completeness[0]).toMatchObject({ kind: 'extra', lacks: 'metric' });
  });

  it('says which answers a measure lost', () => {
    const rows = cited(1).map((row, i) => (i < 2 ? { ...row, measures: { json: 1 } } : row));
    const result = judged(rows);
    expect(result.providers[1]!.completeness.map(({ kind, count }) => [kind, count])).toEqual([
      ['missing', 2],
    ]);
  });

  it('counts a failed call once', () => {
    const [first, ...others] = cited(1);
    const result = judged([{ ...first!, measures: {}, error: 'HTTP 500' }, ...others]);
    expect(result.providers.map(({ completeness }) => completeness.length)).toEqual([1, 0, 0]);
  });

  it('holds floors of recall for recall alone, and of the length for each', () => {
    const floors = [
      { kind: 'recall', recall: 0.9 },
      { kind: 'effective-length', tokens: 16_000 },
    ] as const;
    const rows = cited(1).map((row) => ({
      ...row,
      measures: { cites: row.tokens > 8000 ? 0 : 1 },
    }));
    const result = gate(
      evaluationOf(rows, { measures: ['recall', 'cites'] }),
      undefined,
      options({ floors: [...floors] }),
    );
    expect(result.providers.map((one) => one.floors.map(({ verdict }) => verdict))).toEqual([
      ['passed', 'passed'],
      ['failed'],
    ]);
  });
});
