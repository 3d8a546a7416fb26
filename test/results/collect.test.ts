import { describe, expect, it } from 'vitest';
import { changeText } from '../../src/gate/baseline-words.js';
import { changesBetween, collect, toBaseline } from '../../src/results/collect.js';
import { imagine } from './rows-for-tests.js';

const rows = imagine('reader', () => 1);

describe('collect', () => {
  it('averages several answers to one Case and keeps the words of the worst', () => {
    const worse = { ...rows[0]!, score: 0.5, marks: [1, 1, 1, 1, 0, 0, 0, 0], reason: '4/8' };
    const collected = collect([...rows, worse])
      .get('reader')!
      .get(worse.id)!;
    expect(collected).toMatchObject({ rows: 2, errors: [], row: { reason: '4/8' } });
    expect(collected.answered).toMatchObject({
      score: 0.75,
      marks: [1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5],
      scores: [0.5, 1],
    });
  });

  it('takes errors for no answers', () => {
    const broken = { ...rows[0]!, score: 0, marks: [], error: 'HTTP 500' };
    const cases = collect([broken, ...rows.slice(1), { ...rows[1]!, error: 'timeout' }]);
    expect(cases.get('reader')!.get(broken.id)).toMatchObject({ errors: ['HTTP 500'], rows: 1 });
    expect(cases.get('reader')!.get(broken.id)!.answered).toBeUndefined();
    expect(cases.get('reader')!.get(rows[1]!.id)!.answered).toMatchObject({ score: 1 });
  });

  it('takes provider and prompt together for a reader where there are several prompts', () => {
    const other = rows.map((row) => ({ ...row, prompt: 'mine' }));
    expect([...collect([...rows, ...other]).keys()]).toEqual(['reader · stars', 'reader · mine']);
  });
});

describe('toBaseline', () => {
  const broken = [{ ...rows[0]!, error: 'HTTP 500' }, ...rows.slice(1)];

  it('refuses errors, unless they may be left out', () => {
    expect(() => toBaseline(collect(broken), false)).toThrow(
      '1 of 4 cases have no answer or an error (the first: HTTP 500). Ask them again with `npx promptfoo retry EVAL_ID` (`npx promptfoo list evals` shows the id) and make the baseline with `--eval EVAL_ID`; or leave ' +
        'them out with `--allow-errors`.',
    );
    expect(toBaseline(collect(broken), true).get('reader')!.size).toBe(3);
    const none = rows.map((row) => ({ ...row, error: 'HTTP 500' }));
    expect(() => toBaseline(collect(none), true)).toThrow(
      'Ask them again with `npx promptfoo retry EVAL_ID`',
    );
  });
});

describe('changesBetween', () => {
  it('counts what is added, removed and changed', () => {
    const before = toBaseline(collect(rows), false);
    const worse = { ...rows[1]!, score: 0.5, marks: [1, 1, 1, 1, 0, 0, 0, 0] };
    const added = { ...rows[2]!, id: 'new' };
    const after = toBaseline(collect([worse, ...rows.slice(2), added]), false);
    const [change] = changesBetween(before, after);
    expect(change).toEqual({
      reader: 'reader',
      removed: 1,
      added: 1,
      kept: 3,
      changed: 1,
      before: 1,
      after: 0.875,
    });
    expect(changeText(change!)).toBe(
      'reader: 4 cases (1 added, 1 removed, 1 of 3 changed), mean recall 0.875, was 1.000',
    );
    expect(changesBetween(new Map(), before).map(changeText)).toEqual([
      'reader: 4 cases, new, mean recall 1.000',
    ]);
    expect(changesBetween(before, new Map()).map(changeText)).toEqual([
      'reader: no longer in the baseline (4 cases removed)',
    ]);
  });
});
