import { describe, expect, it } from 'vitest';
import { boundText, dropText } from '../../../src/measuring/gate/drop-words.js';
import {
  driftText,
  fallTexts,
  findingsOf,
  placeText,
  powerText,
  probabilityText,
  regressionText,
} from '../../../src/measuring/gate/regression-words.js';
import type {
  DropComparison,
  RegressionResult,
} from '../../../src/measuring/statistics/regression/regression.js';
import { comparisonOf, resultOf } from './regression-results.js';

const LIMITS = { maxDrop: 0.02, margin: 0.05, alpha: 0.05 };
const notes = (changes: Partial<RegressionResult>) =>
  findingsOf(resultOf(changes), LIMITS).map(({ verdict, note }) => [verdict, note]);

describe('numbers', () => {
  it('a rise is a drop with a minus', () => {
    expect([dropText(0.25), dropText(-0.25), dropText(0)]).toEqual(['0.250', '−0.250', '0.000']);
  });

  it('a bound is rounded up, but for what a float adds', () => {
    expect([0.0301, 0.03, 0.1 + 0.2, 0.0309, -0.0105].map(boundText)).toEqual([
      '0.031',
      '0.030',
      '0.300',
      '0.031',
      '−0.010',
    ]);
  });

  it('a probability is never 0', () => {
    expect([0.0001, 0.00009, 1].map(probabilityText)).toEqual(['0.0001', '< 0.0001', '1.0000']);
  });

  it('a place is a scope and a range, or one length', () => {
    expect(placeText(comparisonOf())).toBe('all lengths, 4K to 64K');
    expect(placeText(comparisonOf({ scope: 'longest quarter', fromTokens: 64_000 }))).toBe(
      'longest quarter, 64K',
    );
    expect(placeText(comparisonOf({ scope: 'one length', fromTokens: 64_000 }))).toBe('64K');
  });
});

describe('findingsOf', () => {
  it('says of each how large the drop may be', () => {
    expect(notes({ comparisons: [comparisonOf(), comparisonOf({ excludes: 0.2 })] })).toEqual([
      ['passed', 'drop at most 0.031'],
      ['passed', 'drop at most 0.200'],
    ]);
  });

  it('says of a drop that passes why it does', () => {
    const drop = { value: 0.03, low: -0.01, high: 0.06 };
    const of = (changes: Partial<DropComparison>) =>
      notes({ comparisons: [comparisonOf({ drop, ...changes })] })[0]![1];
    const bound = 'drop at most 0.031';
    expect(of({})).toBe(`could be chance; ${bound}`);
    expect(of({ drop: { ...drop, value: 0.02 } })).toBe(bound);
    const within = { ...drop, value: 0.02 };
    expect(of({ adjusted: 0.05, drop: within })).toBe(
      `more than chance, but within 0.02; ${bound}`,
    );
    expect(of({ adjusted: 0.05, drop: { ...drop, value: 0 } })).toBe(bound);
    // Left open by what changed: nobody is told that it is within the limit.
    const far = { value: 0.5, low: 0.4, high: 0.6 };
    expect(of({ adjusted: 0.001, verdict: 'unknown', drop: far })).toMatch(
      /^more than chance; drop /,
    );
  });

  it('says how large the drop of a part that is unknown may be', () => {
    expect(notes({ comparisons: [comparisonOf({ verdict: 'unknown', excludes: 0.4 })] })).toEqual([
      ['unknown', 'drop may be as much as 0.400'],
    ]);
  });

  it('says of a failure how large it is and how rare by chance', () => {
    const drop = { value: 0.1, low: 0.05, high: 0.15 };
    expect(
      notes({ comparisons: [comparisonOf({ verdict: 'failed', drop, adjusted: 0.01 })] }),
    ).toEqual([['failed', 'drop of 0.100, p = 0.0100']]);
    expect(
      notes({ comparisons: [comparisonOf({ verdict: 'failed', drop, adjusted: 1e-9 })] }),
    ).toEqual([['failed', 'drop of 0.100, p < 0.0001']]);
  });

  it('leaves open what its margin or its size leave open', () => {
    expect(notes({ reasons: ['margin not shown'] })).toEqual([
      ['inconclusive', 'it is not shown that the drop is below 0.05 (--margin)'],
    ]);
    expect(notes({ reasons: ['too little data'] })).toEqual([
      ['inconclusive', 'too little data: the drop may be half of all recall or more'],
    ]);
  });

  it('says of a fall to nothing from what to what', () => {
    expect(notes({ comparisons: [comparisonOf({ toNothing: true, now: 0 })] })).toEqual([
      [
        'inconclusive',
        'fell to nothing, from 0.900 to 0.000, which so few prompts can neither show nor rule out',
      ],
    ]);
  });
});

describe('sentences', () => {
  it('about one reader', () => {
    expect(regressionText(resultOf())).toBe(
      'drop 0.010 (95 % interval −0.020 to 0.040), at most 0.031 with one-sided 95 % confidence',
    );
    expect(
      fallTexts(
        resultOf({ before: 0.932, now: 0.839, drop: { value: 0.0938, low: 0.017, high: 0.282 } }),
      ),
    ).toEqual([
      'recall fell by 0.094 (0.932 → 0.839)',
      'the drop is 0.017 to 0.282 (95 % interval), at most 0.031 with one-sided 95 % confidence',
    ]);
    expect(fallTexts(resultOf({ drop: { value: -0.01, low: -0.04, high: 0.02 } }))).toEqual([
      expect.stringMatching(/^recall rose by 0\.010 \(/),
      expect.stringMatching(/^the drop is −0\.040 to 0\.020 /),
    ]);
    const longest = comparisonOf({ fromTokens: 64_000, excludes: 0.2 });
    expect(regressionText(resultOf({ longest }))).toMatch(
      /, at most 0\.031 \(0\.200 at 64K\) with one-sided 95 % confidence$/,
    );
    expect(regressionText(resultOf({ prompts: 0 }))).toBe(
      'no prompt has answers on both sides that could be read',
    );
  });

  it('about whole runs', () => {
    const shift = 'whole runs shift by about 0.012 (standard deviation)';
    const of = (from: RegressionResult['drift']['from']) =>
      driftText(resultOf({ drift: { runs: 2, from, deviation: 0.0123 } }));
    expect(of('prior')).toBe(
      `Assumed: ${shift}, by load, routing or another hour. More baseline runs measure that.`,
    );
    expect(of('baseline runs')).toBe(`2 baseline runs: ${shift}, which is taken into account.`);
    expect(of('stored runs')).toBe(`By stored runs ${shift}, which is taken into account.`);
    expect(of('stated')).toBe(`As stated, ${shift}, which is taken into account.`);
  });

  it('about the power', () => {
    const power = { drop: 0.05, runs: 1, drift: 0, evaluations: 400, probability: 0.83 };
    expect(powerText({ ...power, low: 0.62, high: 0.94 })).toBe(
      'a uniform drop of 0.05 is found with a probability of 83% (62% to 94%, by how much the marks of a prompt correlate)',
    );
    expect(powerText({ ...power, low: 0.83, high: 0.831 })).toBe(
      'a uniform drop of 0.05 is found with a probability of 83%',
    );
    expect(powerText({ drop: 0.05, runs: 1, drift: 0, low: 0, high: 0.96 })).toBe(
      'unknown: a uniform drop of 0.05 is found with a probability of 0% to 96%, by how much the marks of a prompt correlate, which so few prompts cannot show',
    );
  });
});
