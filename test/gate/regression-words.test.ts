import { describe, expect, it } from 'vitest';
import {
  driftText,
  dropText,
  excludedText,
  findingsOf,
  placeText,
  powerText,
  probabilityText,
  regressionText,
} from '../../src/gate/regression-words.js';
import type {
  CollapseFinding,
  DropComparison,
  RegressionResult,
} from '../../src/statistics/regression/regression.js';

const place = {
  scope: 'all lengths' as const,
  fromTokens: 4000,
  toTokens: 64_000,
  prompts: 16,
  before: 0.9,
  now: 0.8,
};
const comparison = (changes: Partial<DropComparison> = {}): DropComparison => ({
  ...place,
  drop: { value: 0.01, low: -0.02, high: 0.04 },
  p: 0.3,
  adjusted: 0.6,
  verdict: 'passed',
  ...changes,
});
const collapse = (changes: Partial<CollapseFinding> = {}): CollapseFinding => ({
  ...place,
  p: 0.1,
  adjusted: 0.2,
  toNothing: false,
  verdict: 'undecided',
  ...changes,
});
const result = (changes: Partial<RegressionResult> = {}): RegressionResult => ({
  verdict: 'passed',
  reasons: [],
  prompts: 16,
  before: 0.9,
  now: 0.89,
  drop: { value: 0.01, low: -0.02, high: 0.04 },
  excludes: 0.0301,
  comparisons: [comparison()],
  collapses: [],
  drift: { runs: 1, deviation: 0 },
  ...changes,
});
const LIMITS = { maxDrop: 0.02, margin: 0.05, alpha: 0.05 };
const notes = (changes: Partial<RegressionResult>) =>
  findingsOf(result(changes), LIMITS).map(({ verdict, note }) => [verdict, note]);

describe('numbers', () => {
  it('a rise is a drop with a minus', () => {
    expect([dropText(0.25), dropText(-0.25), dropText(0)]).toEqual(['0.250', '−0.250', '0.000']);
  });

  it('what is said to be excluded is excluded, but for rounding', () => {
    expect([0.0301, 0.03, 0.1 + 0.2, 0.0309].map(excludedText)).toEqual([
      '0.031',
      '0.030',
      '0.300',
      '0.031',
    ]);
  });

  it('a probability is never 0', () => {
    expect([0.0001, 0.00009, 1].map(probabilityText)).toEqual(['0.0001', '< 0.0001', '1.0000']);
  });

  it('a place is a scope and a range, or one length', () => {
    expect(placeText(place)).toBe('all lengths, 4K to 64K');
    expect(placeText({ ...place, scope: 'longest quarter', fromTokens: 64_000 })).toBe(
      'longest quarter, 64K',
    );
    expect(placeText({ ...place, scope: 'one length', fromTokens: 64_000 })).toBe('64K');
  });
});

describe('findingsOf', () => {
  it('says of all prompts together what is excluded, and of others only what is to be said', () => {
    expect(notes({ comparisons: [comparison(), comparison()] })).toEqual([
      ['passed', 'excludes a drop of more than 0.031'],
      ['passed', ''],
    ]);
  });

  it('says of a drop that passes why it does', () => {
    const drop = { value: 0.03, low: -0.01, high: 0.06 };
    const of = (changes: Partial<DropComparison>) =>
      notes({ comparisons: [comparison(), comparison({ drop, ...changes })] })[1]![1];
    expect(of({})).toBe('could be chance');
    expect(of({ p: 0 })).toBe('');
    expect(of({ drop: { ...drop, value: 0.02 } })).toBe('');
    expect(of({ adjusted: 0.05 })).toBe('more than chance, but within 0.02');
    expect(of({ adjusted: 0.05, drop: { ...drop, value: 0 } })).toBe('');
    expect(notes({ comparisons: [comparison({ adjusted: 0.01 })] })).toEqual([
      ['passed', 'more than chance, but within 0.02; excludes a drop of more than 0.031'],
    ]);
  });

  it('says of a failure how large it is and how rare by chance', () => {
    const drop = { value: 0.1, low: 0.05, high: 0.15 };
    expect(
      notes({ comparisons: [comparison({ verdict: 'failed', drop, adjusted: 0.01 })] }),
    ).toEqual([['failed', 'drop of 0.100, p = 0.0100']]);
    expect(
      notes({ comparisons: [comparison({ verdict: 'failed', drop, adjusted: 1e-9 })] }),
    ).toEqual([['failed', 'drop of 0.100, p < 0.0001']]);
  });

  it('leaves open what its interval, its margin or its size leave open', () => {
    const beyond = comparison({ drop: { value: 0.1, low: 0.03, high: 0.2 } });
    const at = comparison({ drop: { value: 0.1, low: 0.02, high: 0.2 } });
    const interval =
      'the interval lies beyond the accepted 0.02, but the test does not show a drop';
    expect(notes({ comparisons: [at, beyond] })).toEqual([
      ['passed', 'could be chance; excludes a drop of more than 0.031'],
      ['undecided', interval],
    ]);
    expect(notes({ reasons: ['margin not shown'], comparisons: [beyond, comparison()] })).toEqual([
      ['undecided', `${interval}; it is not shown that the drop is below 0.05 (--margin)`],
      ['passed', ''],
    ]);
    expect(notes({ reasons: ['too little data'] })).toEqual([
      ['undecided', 'too little data: not even a drop of half of all recall is excluded'],
    ]);
  });

  it('says of a collapse from what to what', () => {
    const collapses = [
      collapse({ verdict: 'failed', adjusted: 0.001 }),
      collapse({ toNothing: true, now: 0 }),
      collapse(),
    ];
    expect(notes({ comparisons: [], collapses })).toEqual([
      ['failed', 'collapse from 0.900 to 0.800, p = 0.0010'],
      [
        'undecided',
        'fell to nothing, from 0.900 to 0.000, which so few prompts can neither show nor rule out',
      ],
      [
        'undecided',
        'fell, from 0.900 to 0.800, which so few prompts can neither show nor rule out',
      ],
    ]);
    const [finding] = findingsOf(result({ comparisons: [], collapses }), LIMITS);
    expect(finding).toMatchObject({ place: collapses[0], adjusted: 0.001 });
    expect(finding).not.toHaveProperty('drop');
  });
});

describe('sentences', () => {
  it('about one reader', () => {
    expect(regressionText(result())).toBe(
      'drop 0.010 (95 % interval −0.020 to 0.040), a drop of more than 0.031 is excluded',
    );
    expect(regressionText(result({ prompts: 0 }))).toBe('no prompt has answers on both sides');
  });

  it('about whole runs', () => {
    expect(driftText(result())).toMatch(/^Assumed: two runs of one model differ by their answers/);
    expect(driftText(result({ drift: { runs: 2, deviation: 0.0123 } }))).toBe(
      '2 baseline runs: whole runs shift by about 0.012 (standard deviation), which is taken into account.',
    );
  });

  it('about the power', () => {
    const power = { drop: 0.05, runs: 1, drift: 0, evaluations: 400, probability: 0.83 };
    expect(powerText({ ...power, low: 0.62, high: 0.94 })).toBe(
      'an even drop of 0.05 is found with a probability of 83% (62% to 94%, by how much the marks of a prompt hang together)',
    );
    expect(powerText({ ...power, low: 0.83, high: 0.831 })).toBe(
      'an even drop of 0.05 is found with a probability of 83%',
    );
  });
});
