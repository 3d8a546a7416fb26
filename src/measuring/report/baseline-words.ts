import { mean, sum } from '../../base/numbers.js';
import { commas, paragraph, say, sayCount } from '../../base/text/language.js';
import { percentText } from '../document/words.js';
import { type BaselineChange, type MeanChange, mainCases } from '../facts/baseline-changes.js';
import { measureText } from '../facts/evaluation/measures.js';
import type { AskedModel, AskedSuite } from '../facts/tests/suite.js';
import { type Baseline, wholeBaseline } from '../results/baseline/baseline.js';

const NAMED = 5;

/**
 * Describes what a new baseline changes of one model.
 * @example
 * // gpt: 32 prompts, recall 97% (was 98%). 2 added, 1 removed, 5 of 30 changed.
 * // gpt: 9 prompts, recall 50%, cites >99%. New in this baseline.
 */
export function changeText(change: BaselineChange): string {
  const { model, added, removed, kept, changed, figures } = change;
  if (figures.every(({ after }) => after === undefined))
    return say`${model}: no longer in the baseline (${sayCount(removed, 'prompt')} removed).`;
  const prompts = sayCount(kept + added, 'prompt');
  const more = figures.length - NAMED;
  const means = commas([
    ...figures.slice(0, NAMED).map(meanText),
    ...(more > 0 ? [sayCount(more, 'more metric')] : []),
  ]);
  return figures.every(({ before }) => before === undefined)
    ? say`${model}: ${prompts}, ${means}. New in this baseline.`
    : say`${model}: ${prompts}, ${means}. ${added} added, ${removed} removed, ${changed} of ${kept} changed.`;
}

function meanText({ measure, before, after }: MeanChange): string {
  const name = measureText(measure);
  if (after === undefined) return say`no ${name}`;
  const now = percentText(after);
  return before === undefined ? `${name} ${now}` : say`${name} ${now} (was ${percentText(before)})`;
}

/**
 * Lists the files of each run if there are several, and what runs lack.
 * @param names - of the files of each run
 * @example
 * // Run 1: monday.json
 * // Run 2: tuesday.json
 * // Run 2 lacks 4 of 32 prompts of gpt.
 */
export function runsText(
  names: readonly (readonly string[])[],
  runs: readonly Baseline[],
): string[] {
  if (runs.length < 2) return [];
  const lacking = [...wholeBaseline(runs)].flatMap(([model, cases]) =>
    runs.flatMap((run, i) => {
      const main = mainCases(cases);
      const lacks = [...main.keys()].filter((id) => !run.get(model)?.has(id)).length;
      if (lacks === 0) return [];
      return say`Run ${i + 1} lacks ${lacks} of ${sayCount(main.size, 'prompt')} of ${model}.`;
    }),
  );
  return [...names.map((files, i) => say`Run ${i + 1}: ${commas(files)}`), ...lacking];
}

/**
 * @example
 * // gpt: 40 tests × 3, 94% passed.
 */
export function runLines(runs: readonly AskedSuite[]): string[] {
  return runs.flatMap((run, i) =>
    run.map(modelLine).map((line) => (runs.length > 1 ? say`Run ${i + 1}, ${line}` : line)),
  );
}

function modelLine({ name, tests }: AskedModel): string {
  const all = [...tests.values()];
  const answered = all.filter(({ rounds }) => rounds.length > 0);
  const cached = sum(all.map((test) => test.cached));
  const counts = answered.map(({ rounds }) => rounds.length);
  const times =
    new Set(counts).size === 1
      ? `${counts[0]}`
      : say`${Math.min(...counts)} to ${Math.max(...counts)}`;
  const rate = mean(answered.map(({ rounds }) => mean(rounds.map(({ pass }) => Number(pass)))));
  const failed = all.length - answered.length;
  return paragraph([
    answered.length === 0
      ? say`${name}: no answers.`
      : say`${name}: ${sayCount(answered.length, 'test')} × ${times}, ${percentText(rate)} passed.`,
    ...(failed > 0 ? [say`${sayCount(failed, 'test')} without an answer left out.`] : []),
    ...(cached > 0 ? [say`${sayCount(cached, 'answer')} from promptfoo's cache.`] : []),
  ]);
}
