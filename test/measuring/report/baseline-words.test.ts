import { expect, it } from 'vitest';
import { changeText, runsText } from '../../../src/measuring/report/baseline-words.js';
import type { Baseline } from '../../../src/measuring/results/baseline/baseline.js';
import { imagine, kept } from '../results/rows-for-tests.js';

it('changeText says what a new baseline adds, removes and changes', () => {
  const change = { model: 'gpt', added: 2, removed: 1, kept: 30, changed: 5 };
  const figures = (means: object) => [{ measure: 'recall', ...means }];
  expect(changeText({ ...change, figures: figures({ before: 0.981, after: 0.968 }) })).toBe(
    'gpt: 32 prompts, recall 97% (was 98%). 2 added, 1 removed, 5 of 30 changed.',
  );
  expect(changeText({ ...change, kept: 0, added: 1, figures: figures({ after: 0.968 }) })).toBe(
    'gpt: 1 prompt, recall 97%. New in this baseline.',
  );
  expect(changeText({ ...change, figures: figures({ before: 0.981 }) })).toBe(
    'gpt: no longer in the baseline (1 prompt removed).',
  );
});

it('runsText says which files are which run, and what a run lacks', () => {
  const run = (cases: number, model = 'gpt'): Baseline =>
    kept(imagine(model, () => 1).slice(0, cases)).runs[0]!;
  expect(runsText([['a.json']], [run(4)])).toEqual([]);
  expect(runsText([['a.json', 'b.json'], ['c.json']], [run(4), run(4)])).toEqual([
    'Run 1: a.json, b.json',
    'Run 2: c.json',
  ]);
  expect(runsText([['a'], ['b'], ['c']], [run(4), run(1), run(4, 'other')])).toEqual([
    ...['Run 1: a', 'Run 2: b', 'Run 3: c'],
    'Run 2 lacks 3 of 4 prompts of gpt.',
    'Run 3 lacks 4 of 4 prompts of gpt.',
    'Run 1 lacks 4 of 4 prompts of other.',
    'Run 2 lacks 4 of 4 prompts of other.',
  ]);
});
