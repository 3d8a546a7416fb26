import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../src/measuring/facts/baseline-changes.js';
import { baselineOf } from '../../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { changeText } from '../../../src/measuring/report/baseline-words.js';
import { imagine, kept } from '../results/rows-for-tests.js';

const rows = imagine('reader', () => 1);

describe('baselineOf', () => {
  const broken = [{ ...rows[0]!, error: 'HTTP 500' }, ...rows.slice(1)];

  it('refuses errors, unless they may be left out', () => {
    expect(() => baselineOf([evaluationOf(broken)], false)).toThrow(
      '1 of 4 cases have no answer or an error (the first: HTTP 500). Ask them again with `npx promptfoo retry EVAL_ID` (`npx promptfoo list evals` shows the id) and make the baseline with `--eval EVAL_ID`; or leave ' +
        'them out with `--allow errors`.',
    );
    expect(baselineOf([evaluationOf(broken)], true).runs[0]!.get('reader')!.size).toBe(3);
    const none = rows.map((row) => ({ ...row, error: 'HTTP 500' }));
    expect(() => baselineOf([evaluationOf(none)], true)).toThrow(
      'Ask them again with `npx promptfoo retry EVAL_ID`',
    );
  });
});

describe('changesBetween', () => {
  it('counts what is added, removed and changed', () => {
    const before = kept(rows).runs[0]!;
    const worse = { ...rows[1]!, score: 0.5, marks: [1, 1, 1, 1, 0, 0, 0, 0] };
    const added = { ...rows[2]!, id: 'new' };
    const after = kept([worse, ...rows.slice(2), added]).runs[0]!;
    const [change] = changesBetween(before, after);
    expect(change).toEqual({
      model: 'reader',
      removed: 1,
      added: 1,
      kept: 3,
      changed: 1,
      figures: [{ measure: 'recall', before: 1, after: 0.875 }],
    });
    expect(changeText(change!)).toBe(
      'reader: 4 prompts, recall 88% (was 100%). 1 added, 1 removed, 1 of 3 changed.',
    );
    expect(changesBetween(new Map(), before).map(changeText)).toEqual([
      'reader: 4 prompts, recall 100%. New in this baseline.',
    ]);
    const measured = rows.map((row) => ({ ...row, measures: { fast: 1, cites: 0.25 } }));
    const { runs } = baselineOf([evaluationOf(measured, { measures: 'all' })], false);
    const [beside] = changesBetween(new Map(), runs[0]!);
    expect(changeText(beside!)).toBe(
      'reader: 4 prompts, recall 100%, cites 25%, fast 100%. New in this baseline.',
    );
    const [gained] = changesBetween(before, runs[0]!);
    expect(changeText(gained!)).toBe(
      'reader: 4 prompts, recall 100% (was 100%), cites 25%, fast 100%. 0 added, 0 removed, 0 of 4 changed.',
    );
    expect(changesBetween(before, new Map()).map(changeText)).toEqual([
      'reader: no longer in the baseline (4 prompts removed).',
    ]);
  });
});
