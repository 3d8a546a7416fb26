import { describe, expect, it } from 'vitest';
import { DEFAULT_GATE } from '../../../src/measuring/gate/gate.js';
import type { GateResult, ProviderGate } from '../../../src/measuring/gate/gate-result.js';
import { gateJunit } from '../../../src/measuring/gate/verdict-junit.js';
import { gateMarkdown } from '../../../src/measuring/gate/verdict-markdown.js';
import { gateText } from '../../../src/measuring/gate/verdict-text.js';
import {
  checksOf,
  namedLines,
  notesOf,
  verdictLine,
} from '../../../src/measuring/gate/verdict-words.js';
import { comparisonOf, resultOf } from './regression-results.js';

const regression = resultOf({ excludes: 0.03, comparisons: [comparisonOf({ excludes: 0.03 })] });
const fallen = comparisonOf({
  series: 'stars',
  prompts: 2,
  before: 0.75,
  now: 0,
  drop: { value: 0.75, low: -0.05, high: 0.99 },
  excludes: 0.98,
  p: 0.1,
  adjusted: 0.2,
  toNothing: true,
  verdict: 'inconclusive',
});
const reader = (provider: string, changes: Partial<ProviderGate> = {}): ProviderGate => ({
  reader: provider,
  provider,
  verdict: 'passed',
  regression,
  floors: [],
  completeness: [],
  worst: [],
  ...changes,
});
const decided = (providers: ProviderGate[], changes: Partial<GateResult> = {}): GateResult => ({
  format: 'promptfoo-counting-stars gate',
  version: 2,
  verdict: 'passed',
  options: DEFAULT_GATE,
  missingShards: [],
  providers,
  ...changes,
});
const floor = {
  floor: { kind: 'recall' as const, recall: 0.9 },
  value: 0.8,
  verdict: 'failed' as const,
  note: 'recall is 0.800',
};
const missing = (count: number, named = 2) => ({
  kind: 'missing' as const,
  count,
  of: 16,
  named: [
    { id: 'a', description: 'first' },
    { id: 'b', description: '', error: 'x'.repeat(300) },
  ].slice(0, named),
  verdict: 'failed' as const,
  note: `${count} of 16 cases of the baseline have no result`,
});

describe('verdictLine', () => {
  const SIZE = 'drop 0.010 (95 % interval −0.020 to 0.040)';

  it('of what passed says how large the drop may be of the least sure reader, and of several each', () => {
    expect(verdictLine(decided([reader('a')]))).toBe(`PASSED, drop at most 0.030: a: ${SIZE}`);
    const wide = reader('b', { regression: { ...regression, excludes: 0.1 } });
    const reached = { ...floor, verdict: 'passed' as const };
    expect(verdictLine(decided([reader('a'), wide]))).toBe(
      `PASSED, drop at most 0.100: a: ${SIZE}, at most 0.030 with one-sided 95 % confidence; ` +
        `b: ${SIZE}, at most 0.100 with one-sided 95 % confidence`,
    );
    expect(verdictLine(decided([reader('a', { floors: [reached] })]))).toBe(
      `PASSED, drop at most 0.030: a: ${SIZE}; all floors are reached`,
    );
    const { regression: _, ...alone } = reader('a', { floors: [reached] });
    expect(verdictLine(decided([alone]))).toBe('PASSED: all floors are reached');
    expect(verdictLine(decided([]))).toBe('PASSED: ');
  });

  it('of what failed names up to three reasons, missing shards first', () => {
    const failed = { verdict: 'failed' as const };
    const three = reader('a', { ...failed, floors: [floor, floor], completeness: [missing(1)] });
    const floorWords = 'recall ≥ 0.9: recall is 0.800';
    const missingWords = 'missing cases: 1 of 16 cases of the baseline have no result';
    expect(verdictLine(decided([three], failed))).toBe(
      `FAILED: a: ${floorWords}; ${floorWords}; ${missingWords}`,
    );
    expect(verdictLine(decided([three, three], { ...failed, missingShards: ['2/2'] }))).toBe(
      'FAILED: Shard 2/2 is missing: its prompts are not in these results; ' +
        `a: ${floorWords}; ${floorWords}; and 4 more`,
    );
  });

  it('gives the size where it is a drop that decides, and only reasons of the verdict', () => {
    const inconclusive = { verdict: 'inconclusive' as const };
    const both = { ...regression, comparisons: [...regression.comparisons, fallen] };
    const open = reader('a', { regression: both, completeness: [missing(1)] });
    expect(verdictLine(decided([open], { ...inconclusive, missingShards: ['2/2'] }))).toBe(
      `INCONCLUSIVE: a: ${SIZE}, at most 0.030 with one-sided 95 % confidence; all lengths, 4K to 64K: ` +
        'fell to nothing, from 0.750 to 0.000, which so few prompts can neither show nor rule out',
    );
  });
});

describe('checksOf', () => {
  it('shows findings, floors and what is missing, with series where there are several', () => {
    const longest = { kind: 'effective-length' as const, tokens: 64_000 };
    const provider = reader('a', {
      regression: { ...regression, comparisons: [...regression.comparisons, fallen] },
      floors: [
        { ...floor, series: 'sums' },
        { series: 'stars', floor: longest, value: 32_000, verdict: 'failed', note: 'short' },
        { floor: longest, verdict: 'inconclusive', note: 'not tested' },
      ],
      completeness: [missing(1)],
    });
    const none = { prompts: '', baseline: '', now: '', drop: '', bound: '', p: '' };
    const said = (note: string) => ({ note, beside: note });
    expect(checksOf(provider, DEFAULT_GATE)).toEqual([
      {
        name: 'all lengths, 4K to 64K',
        prompts: '16',
        baseline: '0.900',
        now: '0.890',
        drop: '0.010 (−0.020 to 0.040)',
        bound: '0.030',
        p: '0.6000',
        verdict: 'passed',
        note: 'drop at most 0.030',
        beside: '',
      },
      {
        name: 'stars, all lengths, 4K to 64K',
        prompts: '2',
        baseline: '0.750',
        now: '0.000',
        drop: '0.750 (−0.050 to 0.990)',
        bound: '0.980',
        p: '0.2000',
        verdict: 'inconclusive',
        note: expect.stringContaining('fell to nothing, from 0.750 to 0.000'),
        beside: expect.stringContaining('fell to nothing, from 0.750 to 0.000'),
      },
      { ...none, name: 'sums, recall ≥ 0.9', now: '0.800', verdict: 'failed', ...said(floor.note) },
      {
        ...none,
        name: 'stars, reliable length ≥ 64K',
        now: '32K',
        verdict: 'failed',
        ...said('short'),
      },
      {
        ...none,
        name: 'reliable length ≥ 64K',
        now: '–',
        verdict: 'inconclusive',
        ...said('not tested'),
      },
      {
        ...none,
        name: 'missing cases',
        kind: 'missing',
        verdict: 'failed',
        ...said(missing(1).note),
      },
    ]);
    const single = reader('a', { floors: [{ ...floor, series: 'sums' }] });
    expect(checksOf(single, DEFAULT_GATE)[1]!.name).toBe('recall ≥ 0.9');
  });

  it('says why there is nothing to compare', () => {
    const empty = { ...regression, prompts: 0, comparisons: [], verdict: 'inconclusive' as const };
    expect(checksOf(reader('a', { regression: empty }), DEFAULT_GATE)).toMatchObject([
      {
        name: 'recall',
        verdict: 'inconclusive',
        note: 'no prompt has answers on both sides that could be read',
      },
    ]);
    const { regression: _, ...alone } = reader('a');
    expect(checksOf(alone, DEFAULT_GATE)).toEqual([]);
  });
});

it('named cases are cut short, and those that are not named are counted', () => {
  expect(namedLines(missing(2))).toEqual(['first', `b: ${'x'.repeat(200)}`]);
  expect(namedLines(missing(7))).toEqual(['first', `b: ${'x'.repeat(200)}`, 'and 5 more']);
});

it('shards that may be missing are named, and only they', () => {
  const allowed = { ...DEFAULT_GATE, allow: { ...DEFAULT_GATE.allow, missing: true } };
  expect(notesOf(decided([], { options: allowed }))).toEqual([]);
  expect(notesOf(decided([], { missingShards: ['2/2'] }))).toEqual([]);
  expect(notesOf(decided([], { unchecked: 'there is no config' }))).toEqual([
    'Whether whole grids or readers are missing could not be checked: there is no config.',
  ]);
});

describe('a whole decision', () => {
  const power = { drop: 0.05, runs: 1, drift: 0, evaluations: 9, probability: 0.8 };
  const cell = { id: 'a', description: 'cell', tokens: 1, seed: 1, baseline: 1, now: 0.5 };
  const result = decided(
    [
      reader('new', {
        baselineName: 'old',
        verdict: 'failed',
        floors: [floor],
        completeness: [missing(7)],
        power: { ...power, low: 0.8, high: 0.8 },
        worst: [{ ...cell, reason: '4/8' }],
      }),
      { ...reader('floors', { floors: [floor], verdict: 'failed' }), regression: undefined! },
    ],
    { verdict: 'failed', missingShards: ['2/2'] },
  );

  it('in the terminal', () => {
    expect(gateText(result, { colour: false })).toMatchInlineSnapshot(`
      "FAILED: Shard 2/2 is missing: its prompts are not in these results; new: recall ≥ 0.9: recall is 0.800; missing cases: 7 of 16 cases of the baseline have no result; and 1 more

      new (baseline: old)  failed
                              prompts  baseline    now     drop (95 % interval)  at most (one-sided)       p  verdict
      all lengths, 4K to 64K       16     0.900  0.890  0.010 (−0.020 to 0.040)                0.030  0.6000   passed
        failed  recall ≥ 0.9: recall is 0.800
        failed  missing cases: 7 of 16 cases of the baseline have no result
          first
          b: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
          and 5 more
        Assumed: whole runs shift by about 0.012 (standard deviation), by load, routing or another hour. More baseline runs measure that.
        power: a uniform drop of 0.05 is found with a probability of 80%
        cells that got worst:
          1.000 → 0.500  cell: 4/8

      floors  failed
        failed  recall ≥ 0.9: recall is 0.800"
    `);
    expect(gateText(decided([], { verdict: 'inconclusive' }), { colour: true })).toBe(
      '\u001b[33mINCONCLUSIVE: \u001b[0m',
    );
  });

  it('in Markdown', () => {
    expect(gateMarkdown(result)).toMatchInlineSnapshot(`
      "## ❌ Long-context gate: failed

      \`Shard 2/2 is missing: its prompts are not in these results; new: recall ≥ 0.9: recall is 0.800; missing cases: 7 of 16 cases of the baseline have no result; and 1 more\`

      ### \`new\` (baseline: \`old\`)

      | check | prompts | baseline | now | drop (95 % interval) | at most (one-sided) | p | verdict |  |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      | \`all lengths, 4K to 64K\` | 16 | 0.900 | 0.890 | 0.010 (−0.020 to 0.040) | 0.030 | 0.6000 | ✅ passed |  |
      | \`recall ≥ 0.9\` |  |  | 0.800 |  |  |  | ❌ failed | \`recall is 0.800\` |
      | \`missing cases\` |  |  |  |  |  |  | ❌ failed | \`7 of 16 cases of the baseline have no result\` |

      \`7 of 16 cases of the baseline have no result\`:

      - \`first\`
      - \`b: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\`
      - \`and 5 more\`

      Assumed: whole runs shift by about 0.012 (standard deviation), by load, routing or another hour. More baseline runs measure that.

      Power: a uniform drop of 0.05 is found with a probability of 80%.

      The cells that got worst:

      | cell | baseline | now | what was wrong |
      | --- | --- | --- | --- |
      | \`cell\` | 1.000 | 0.500 | \`4/8\` |

      ### \`floors\`

      | check | prompts | baseline | now | drop (95 % interval) | at most (one-sided) | p | verdict |  |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      | \`recall ≥ 0.9\` |  |  | 0.800 |  |  |  | ❌ failed | \`recall is 0.800\` |
      "
    `);
  });

  it('in JUnit XML', () => {
    expect(gateJunit(result)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="long-context gate" tests="5" failures="4" errors="0" skipped="0">
        <testsuite name="new" tests="3" failures="2" errors="0" skipped="0">
          <testcase classname="long-context gate.new" name="all lengths, 4K to 64K"/>
          <testcase classname="long-context gate.new" name="recall ≥ 0.9">
            <failure message="recall is 0.800">recall is 0.800</failure>
          </testcase>
          <testcase classname="long-context gate.new" name="missing cases">
            <failure message="7 of 16 cases of the baseline have no result">7 of 16 cases of the baseline have no result
      first
      b: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      and 5 more</failure>
          </testcase>
        </testsuite>
        <testsuite name="floors" tests="1" failures="1" errors="0" skipped="0">
          <testcase classname="long-context gate.floors" name="recall ≥ 0.9">
            <failure message="recall is 0.800">recall is 0.800</failure>
          </testcase>
        </testsuite>
        <testsuite name="shards" tests="1" failures="1" errors="0" skipped="0">
          <testcase classname="long-context gate.shards" name="shards">
            <failure message="Shard 2/2 is missing: its prompts are not in these results.">Shard 2/2 is missing: its prompts are not in these results.</failure>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
    const allowed = { ...DEFAULT_GATE, allow: { ...DEFAULT_GATE.allow, missing: true } };
    expect(gateJunit({ ...result, providers: [], options: allowed })).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="long-context gate" tests="1" failures="0" errors="0" skipped="0">
        <testsuite name="shards" tests="1" failures="0" errors="0" skipped="0">
          <testcase classname="long-context gate.shards" name="shards"/>
        </testsuite>
      </testsuites>
      "
    `);
  });
});
