/** The gate on grids of few prompts: who is judged, of which rows, and what is made of all checks. */

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import type { GateOptions } from '../../../../src/measuring/verdicts/gate/gate-result.js';
import {
  gateWithFloors as gate,
  type Searched,
} from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { reachedAt } from '../../document/likely.js';
import { imagine, kept } from '../../results/rows-for-tests.js';
import { floorOf } from './said.js';

const rows = imagine('reader', () => 1, { lengths: [4000, 8000] });
const as = (provider: string, from: readonly Row[] = rows) =>
  from.map((row) => ({ ...row, provider }));
const options = (changes: Partial<GateOptions>): GateOptions => ({
  ...DEFAULT_GATE,
  floorsBy: 'estimate',
  ...changes,
});
const FLOOR: GateOptions['floors'] = [{ kind: 'recall', recall: 0.5 }];
const REACH: GateOptions['floors'] = [{ kind: 'effective-length', tokens: 8000 }];
const names = ({ providers }: ReturnType<typeof gate>) => providers.map((one) => one.provider);

describe('who is judged', () => {
  it('is every reader of the results where there is no baseline, or those that are named, once', () => {
    const both = [...as('b'), ...as('a')];
    expect(names(gate(evaluationOf(both), undefined, options({ floors: FLOOR })))).toEqual([
      'a',
      'b',
    ]);
    const one = gate(
      evaluationOf(both),
      undefined,
      options({ floors: FLOOR, providers: ['b', 'b'] }),
    );
    expect(names(one)).toEqual(['b']);
    expect(one.providers[0]).toEqual({
      model: 'b',
      provider: 'b',
      verdict: 'passed',
      lengths: [],
      worst: [],
      completeness: [],
      floors: [expect.objectContaining({ verdict: 'passed', value: 1 })],
    });
    expect(() =>
      gate(evaluationOf(both), undefined, options({ floors: FLOOR, providers: ['c'] })),
    ).toThrow('--compare "c" must be');
  });

  it('has another name in the baseline only where --compare says so', () => {
    const own = gate(evaluationOf(rows), kept(rows), options({ providers: ['reader'] }))
      .providers[0]!;
    expect(own).not.toHaveProperty('baselineName');
    const given = options({ providers: ['reader=other'] });
    const [renamed] = gate(evaluationOf(as('other')), kept(rows), given).providers;
    expect(renamed).toMatchObject({ provider: 'other', baselineName: 'reader', completeness: [] });
  });

  it('is also a reader that only one side has', () => {
    const one = gate(evaluationOf(rows), kept([...rows, ...as('gone')]));
    expect(one.providers.map(({ provider, verdict }) => [provider, verdict])).toEqual([
      ['gone', 'failed'],
      ['reader', 'inconclusive'],
    ]);
    expect(one.providers[0]).not.toHaveProperty('regression');
    const [, other] = gate(evaluationOf([...rows, ...as('s')]), kept(rows)).providers;
    expect(other).toMatchObject({ verdict: 'failed', completeness: [{ kind: 'extra', of: 2 }] });
  });

  it('is compared with every run of the baseline that has it', () => {
    const runs = kept(rows, as('other'), as('reader'));
    const allow = {
      errors: false,
      missing: true,
      extra: false,
      cached: false,
      changed: false,
      new: false,
    };
    const { providers } = gate(evaluationOf(rows), runs, options({ allow }));
    expect(providers.map(({ provider, regression }) => [provider, regression?.drift.runs])).toEqual(
      [
        ['other', undefined],
        ['reader', 2],
      ],
    );
  });
});

describe('the rows', () => {
  it('may come in any order', () => {
    const twice = [...rows, ...rows.map((row) => ({ ...row, score: 0, reason: 'nothing' }))];
    const broken = twice.map((row, i) => (i === 2 ? { ...row, error: 'busy' } : row));
    for (const some of [twice, broken]) {
      const expected = gate(evaluationOf(some), kept(rows), options({ floors: FLOOR }));
      expect(
        gate(evaluationOf([...some].reverse()), kept(rows), options({ floors: FLOOR })),
      ).toEqual(expected);
    }
  });

  it('of a grid that is not whole fail the reader who lacks them', () => {
    const grid = { id: 'g', size: 2 };
    const some = [...rows, ...as('half', rows.slice(0, 1))].map((row) => ({ ...row, grid }));
    const { providers } = gate(evaluationOf(some), undefined, options({ floors: FLOOR }));
    expect(providers.map(({ provider, completeness }) => [provider, completeness.length])).toEqual([
      ['half', 1],
      ['reader', 0],
    ]);
  });

  it('of shards must belong together, and all be there, unless what is missing is allowed', () => {
    const allow = {
      errors: false,
      missing: true,
      extra: false,
      cached: false,
      changed: false,
      new: false,
    };
    const shard = (label: string, id = 'g') =>
      rows.map((row) => ({ ...row, grid: { id, size: 2 }, shard: label }));
    const apart = [
      ...shard('1/2'),
      ...shard('2/2', 'h').map((row) => ({ ...row, id: `h.${row.id}` })),
    ];
    expect(() => gate(evaluationOf(apart), undefined, options({ floors: FLOOR }))).toThrow(/shard/);
    expect(() =>
      gate(evaluationOf(apart), undefined, options({ floors: FLOOR, allow })),
    ).not.toThrow();
    const half = gate(evaluationOf(shard('1/2')), undefined, options({ floors: FLOOR }));
    expect([half.verdict, half.missingShards]).toEqual(['failed', ['2/2']]);
    const allowed = gate(evaluationOf(shard('1/2')), undefined, options({ floors: FLOOR, allow }));
    expect([allowed.verdict, allowed.missingShards]).toEqual(['passed', ['2/2']]);
    const whole = gate(evaluationOf(shard('1/1')), undefined, options({ floors: FLOOR }));
    expect([whole.verdict, whole.missingShards]).toEqual(['passed', []]);
  });
});

describe('the verdict', () => {
  const floor = (recall: number, tokens?: number): GateOptions['floors'][number] => ({
    kind: 'recall',
    recall,
    ...(tokens && { tokens }),
  });

  it.each([
    [[floor(0.5), floor(0.9)], 'passed'],
    [[floor(0.5), floor(0.5, 5000)], 'inconclusive'],
    [[floor(0.5, 5000), floor(2)], 'failed'],
    [[floor(2), floor(0.5)], 'failed'],
  ])('of %j is %s', (floors, verdict) => {
    expect(gate(evaluationOf(rows), undefined, options({ floors })).verdict).toBe(verdict);
  });

  it('is that of the worst reader, and of a fall', () => {
    const low = as('low', rows).map((row) => ({ ...row, score: 0, marks: [0] }));
    const { verdict, providers } = gate(
      evaluationOf([...rows, ...low]),
      undefined,
      options({ floors: FLOOR }),
    );
    expect([verdict, ...providers.map((one) => one.verdict)]).toEqual([
      'failed',
      'failed',
      'passed',
    ]);
    const fallen = gate(evaluationOf(as('reader', low)), kept(rows), options({ floors: FLOOR }));
    expect(fallen.providers[0]!.regression!.verdict).not.toBe('passed');
  });
});

describe('what a search found', () => {
  const long = imagine('reader', () => 1, { lengths: [4000, 8000, 16_000] });
  const check = (floors: GateOptions['floors'], found?: [string, Searched][], from = long) =>
    gate(evaluationOf(from), undefined, options({ floors }), found && new Map(found)).providers[0]!
      .floors[0]!;

  it('takes the place of what the rows say, of that reader alone', () => {
    const reached = { value: 5000, low: 4000, high: 6000 };
    expect(check(REACH)).toMatchObject({ verdict: 'passed', value: 16_000 });
    expect(check(REACH, [['other', { longest: 8000, likely: [] }]])).toEqual(check(REACH));
    expect(
      check(REACH, [
        [
          'reader',
          {
            longest: 8000,
            effectiveLength: reached,
            ...reachedAt([4000, 6000, 8000], reached),
          },
        ],
      ]),
    ).toMatchObject({
      verdict: 'failed',
      found: { reached: { reliable: { tokens: 4000, notFrom: 6000 } } },
    });
  });

  it('without a length leaves what the rows show', () => {
    const found: [string, Searched][] = [['reader', { longest: 16_000, likely: [] }]];
    expect(check(REACH, found)).toMatchObject({ verdict: 'passed', found: { kind: 'length' } });
  });

  it('leaves a reader that plainly rises as the rows show it', () => {
    const riser = imagine('reader', (tokens) => (tokens > 8000 ? 1 : 0), {
      lengths: [4000, 8000, 16_000, 32_000],
      seeds: 6,
    });
    const text = 'reader finds more at';
    expect(floorOf(check(REACH, undefined, riser))).toContain(text);
    expect(floorOf(check(REACH, [['other', { longest: 8000, likely: [] }]], riser))).toContain(
      text,
    );
    const reached = { value: 9000, low: 8000, high: 10_000 };
    expect(
      check(
        REACH,
        [
          [
            'reader',
            {
              longest: 32_000,
              effectiveLength: reached,
              ...reachedAt([4000, 8000, 10_000, 32_000], reached),
            },
          ],
        ],
        riser,
      ),
    ).toMatchObject({ verdict: 'passed', value: 9000 });
  });
});
