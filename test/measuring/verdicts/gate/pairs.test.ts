import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import {
  type Evaluation,
  evaluationOf,
} from '../../../../src/measuring/facts/evaluation/evaluation.js';
import type { Gap } from '../../../../src/measuring/facts/evaluation/gaps.js';
import type {
  Baseline,
  BaselineCase,
} from '../../../../src/measuring/results/baseline/baseline.js';
import type { Allowed } from '../../../../src/measuring/verdicts/gate/gate-result.js';
import {
  assertComparable as assertPairs,
  completenessOf,
  modelPairs,
} from '../../../../src/measuring/verdicts/gate/pairs.js';
import { sharedCases } from '../../../../src/measuring/verdicts/gate/shared-cases.js';
import { imagine, kept as keptFile } from '../../results/rows-for-tests.js';
import { setOf } from './said.js';

const rows = imagine('reader', () => 1, { lengths: [4000, 8000] });
const kept = (from: readonly Row[]): Baseline => keptFile(from).runs[0]!;
const casesOf = (from: readonly Row[]) => kept(from).get('reader')!;
const collected = (from: readonly Row[]) =>
  evaluationOf(from).models.find(({ name }) => name === 'reader')!.cases;
const failing = (row: Row, error = 'HTTP 500'): Row => ({ ...row, error });
const named = (...models: string[]): Evaluation =>
  evaluationOf(models.flatMap((provider) => rows.map((row) => ({ ...row, provider }))));
const namesOf = (pairs: ReturnType<typeof modelPairs>) => pairs.map(({ old, now }) => [old, now]);
const assertComparable = (baseline: Baseline, evaluation: Evaluation, madeBy?: string) =>
  assertPairs(modelPairs([], baseline, undefined, evaluation), baseline, evaluation, { madeBy });

describe('readers that are asked for', () => {
  const baseline = new Map(['a', 'b', 'a=b', 'x=y'].map((name) => [name, new Map()]));
  const results = named('a', 'c', 'c=d', 'y', 'x=y', 'z=x=y');

  it.each([
    ['a', 'a', 'a'],
    ['a=c', 'a', 'c'],
    ['b=c=d', 'b', 'c=d'],
    ['a=b=c', 'a=b', 'c'],
    ['x=y', 'x=y', 'x=y'],
    ['x=y=y', 'x=y', 'y'],
    ['a=z=x=y', 'a', 'z=x=y'],
  ])('takes %s for %s and %s', (text, old, now) => {
    expect(namesOf(modelPairs([text], baseline, undefined, results))).toEqual([[old, now]]);
  });

  it.each(['b', 'c', 'a=b', 'nobody=c', 'a=nobody', ''])('takes %j for nobody', (text) => {
    expect(() => modelPairs([text], baseline, undefined, results)).toThrow(
      `--compare "${text}" must be "old=new", a model of the baseline ("a", "b", "a=b", "x=y") ` +
        'and one of the results ("a", "c", "c=d", "x=y", "y", "z=x=y").',
    );
  });
});

describe('all readers', () => {
  const pairs = (baseline: Baseline, identities: [string, string, string][], now: Evaluation) =>
    namesOf(
      modelPairs(
        [],
        baseline,
        new Map(identities.map(([name, provider, prompt]) => [name, { provider, prompt }])),
        now,
      ),
    );

  it('are those of either side, each once, sorted by name', () => {
    expect(pairs(kept(rows), [], named('b', 'reader', 'a'))).toEqual(
      ['a', 'b', 'reader'].map((name) => [name, name]),
    );
  });

  it('are known by provider and prompt where a second prompt has changed their names', () => {
    const both = evaluationOf([...rows, ...rows.map((row) => ({ ...row, prompt: 'mine' }))]);
    expect(pairs(kept(rows), [['reader', 'reader', 'stars']], both)).toEqual([
      ['reader · mine', 'reader · mine'],
      ['reader', 'reader · stars'],
    ]);
    const before = new Map([...kept(rows)].map(([, cases]) => ['reader · stars', cases]));
    expect(pairs(before, [['reader · stars', 'reader', 'stars']], named('reader'))).toEqual([
      ['reader · stars', 'reader'],
    ]);
  });

  it('has those that the config asks and that never answered', () => {
    const grids = [{ id: 'g', size: 4, named: [], providers: ['reader', 'lost'] }];
    const now = evaluationOf(rows, { expected: { grids } });
    expect(pairs(kept(rows), [], now)).toEqual([
      ['lost', 'lost'],
      ['reader', 'reader'],
    ]);
  });
});

describe('assertComparable', () => {
  const elsewhere = rows.map((row) => ({ ...row, provider: 'other' }));
  const anew = (from: readonly Row[], edition: string) =>
    from.map((row) => ({ ...row, id: `${row.id}.0a-${edition}` }));

  it('is content with one Case of one reader that both sides have', () => {
    const baseline = kept([...anew(rows, 'e1'), ...elsewhere]);
    expect(() =>
      assertComparable(baseline, evaluationOf([...anew(rows, 'e2'), elsewhere[0]!])),
    ).not.toThrow();
    expect(() => assertComparable(baseline, named('other', 'third'))).not.toThrow();
  });

  it('says that no reader is on both sides', () => {
    expect(() => assertComparable(kept(elsewhere), named('reader'))).toThrow(
      'The results ("reader") and the baseline ("other") share no model. If one was renamed, pass --compare',
    );
  });

  it('says why no Case is, as far as one reader tells', () => {
    const baseline = kept([...rows, ...anew(elsewhere, 'e1')]);
    const others = rows.map((row) => ({ ...row, id: `other.${row.id}` }));
    expect(() =>
      assertComparable(baseline, evaluationOf([...others, ...anew(elsewhere, 'e2')]), '0.0.9'),
    ).toThrow(
      'No prompt of the results is in the baseline of "other", "reader". Of 2 prompts, the texts changed',
    );
    expect(() => assertComparable(baseline, evaluationOf(others))).toThrow(
      'No prompt of the results is in the baseline of "reader". The tests\' options differ. Use the ' +
        'same options for both, or save the baseline again.',
    );
  });
});

describe('sharedCases', () => {
  const [first, second] = rows as [Row, Row];

  it('are those that any run of the baseline has, without controls, in the order of the results', () => {
    const one = casesOf([first]);
    const two = casesOf([{ ...first, score: 0.5 }, second]);
    const control = { ...first, id: 'control', task: 'closed-book', control: true };
    const extra = { ...first, id: 'extra' };
    const after = collected([control, second, extra, failing(first)]);
    const withControl = new Map([...two, ['control', two.get(first.id)!]]);
    expect(sharedCases([one, withControl], after)).toEqual([
      {
        id: first.id,
        unit: first.id,
        series: 'counting-things · list',
        before: [one.get(first.id), two.get(first.id)],
        ...{ shown: expect.objectContaining({ answer: '{}' }), positions: expect.anything() },
      },
      {
        id: second.id,
        unit: second.id,
        series: 'counting-things · list',
        before: [undefined, two.get(second.id)],
        after: expect.objectContaining({ tokens: 8000, score: 1 }),
        ...{ shown: expect.objectContaining({ answer: '{}' }), positions: expect.anything() },
      },
    ]);
  });
});

describe('completenessOf', () => {
  const none = {
    errors: false,
    missing: false,
    extra: false,
    cached: false,
    changed: false,
    new: false,
  };
  const check = (
    after: readonly Row[],
    before: ReadonlyMap<string, BaselineCase> | undefined = casesOf(rows),
    { allow = {}, gaps = [], madeBy }: Told = {},
  ) =>
    completenessOf(
      before,
      after.length > 0 ? collected(after) : new Map(),
      { allow: { ...none, ...allow }, maxDrop: 0.02 },
      {
        counted: after.length > 0 ? collected(after) : new Map(),
        gaps,
        madeBy,
        why: { evalId: 'eval-1', complete: 'resume' },
        unread: false,
      },
    );
  interface Told {
    allow?: Partial<Record<Allowed, boolean>>;
    gaps?: Gap[];
    madeBy?: string;
  }
  const gap = { provider: 'reader', grids: 1, prompts: 9, found: 2, named: [] };
  const [first, second] = rows as [Row, Row];

  it('has nothing to say where all is there', () => {
    expect(check(rows)).toEqual([]);
    expect(check(rows, undefined)).toEqual([]);
  });

  it('counts calls, not Cases, and names the Cases of those that failed', () => {
    const twice = [failing(first), first, failing(first, 'busy'), second];
    expect(check(twice)).toEqual([]);
    const other = { ...first, seed: 2, id: 'second' };
    const broken = [failing(first), failing(first, 'busy'), second, other, failing(other)];
    const before = casesOf([first, second, other]);
    expect(check(broken, before)).toEqual([
      {
        kind: 'errors',
        count: 2,
        of: 4,
        named: [{ id: first.id, description: first.description, error: 'HTTP 500' }],
        verdict: 'failed',
      },
    ]);
    expect(check(broken, before, { allow: { errors: true } })).toMatchObject([
      { kind: 'errors', verdict: 'passed' },
    ]);
  });

  it('leaves open what a series without any answer would have shown', () => {
    const silent = { ...second, variant: 'order shuffled' };
    const [one] = check([first, failing(silent)], casesOf([first, silent]), {
      allow: { errors: true },
    });
    expect(one).toMatchObject({
      verdict: 'inconclusive',
      silent: true,
    });
    // Of a series, one answer is enough, whichever call it is of.
    for (const half of [
      [first, failing(second)],
      [failing(first), second],
    ]) {
      expect(check(half, casesOf(rows), { allow: { errors: true } })[0]!.verdict).toBe('passed');
    }
  });

  it('says what only one side has, and names five', () => {
    const many = imagine('reader', () => 1, { lengths: [4000], seeds: 7 });
    const before = casesOf([...rows, ...many]);
    expect(check([second], before)).toMatchObject([
      { kind: 'missing', count: 7, of: 8, verdict: 'failed' },
    ]);
    expect(check([second], before)[0]!.named).toHaveLength(5);
    expect(check([...rows, ...many], casesOf([second]))).toMatchObject([
      { kind: 'extra', count: 7, of: 8, lacks: 'prompts' },
    ]);
    expect(check([...rows, ...many], casesOf([second]))[0]!.named).toHaveLength(5);
    const extra = check(rows, casesOf([second]), { allow: { missing: true } });
    expect(extra).toMatchObject([
      { verdict: 'failed', named: [{ id: first.id, description: first.description }] },
    ]);
    expect(extra[0]!.named[0]).not.toHaveProperty('error');
    expect(check([second], casesOf(rows), { allow: { missing: true } })).toEqual([
      {
        kind: 'missing',
        count: 1,
        of: 2,
        named: [{ id: first.id, description: first.description }],
        verdict: 'passed',
      },
    ]);
  });

  it('says that a side has not the reader at all', () => {
    expect(check([])).toMatchObject([
      {
        kind: 'missing',
        count: 2,
        of: 2,
        noModel: true,
      },
    ]);
    expect(check(rows, new Map())).toMatchObject([
      {
        kind: 'extra',
        lacks: 'model',
      },
    ]);
  });

  it('says what is missing of a grid, unless the baseline already says it', () => {
    const found = check(rows, undefined, { gaps: [gap, { ...gap, found: 9 }] });
    expect(found).toMatchObject([
      { kind: 'missing', count: 7, of: 9, named: [], verdict: 'failed' },
    ]);
    expect(setOf(found[0])).toMatch(
      /^7 of the 9 prompts of the grid have no result\. .*--resume eval-1/,
    );
    expect(check(rows, casesOf(rows), { gaps: [gap] })).toHaveLength(1);
    expect(check([first], casesOf(rows), { gaps: [gap] })).toMatchObject([{ count: 1, of: 2 }]);
  });

  it('counts answers by their problem, which decides nothing', () => {
    const lengths = Array.from({ length: 7 }, (_, i) => 1000 * (i + 1));
    const cut = imagine('reader', () => 1, { lengths }).map((row, i): Row => {
      if (i === 0) return { ...row, unfinished: 'refused' };
      return i === 1 ? row : { ...row, unfinished: 'cut-off' };
    });
    const broken = failing({ ...cut[0]!, id: 'broken' });
    const [errors, ...checks] = check(
      [...cut, broken],
      casesOf([...cut, { ...cut[0]!, id: 'broken' }]),
    );
    expect(errors).toMatchObject({ kind: 'errors', count: 1, of: 8 });
    expect(checks).toEqual([
      {
        kind: 'problems',
        count: 1,
        of: 7,
        named: [{ id: cut[0]!.id, description: cut[0]!.description }],
        verdict: 'passed',
        before: { count: 0, of: 8 },
        problem: { problem: 'refused', answers: 1, begins: '{}' },
      },
      {
        kind: 'problems',
        count: 5,
        of: 7,
        named: cut.slice(2).map(({ id, description }) => ({ id, description })),
        verdict: 'passed',
        before: { count: 0, of: 8 },
        problem: { problem: 'cut-off', answers: 5 },
      },
    ]);
    const more = [...cut, ...cut.map((row) => ({ ...row, id: `more.${row.id}` }))];
    expect(check(more, casesOf(more))[1]!.named).toHaveLength(5);
  });
});
