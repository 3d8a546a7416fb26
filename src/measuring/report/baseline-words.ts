import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import { shareText } from '../document/words.js';
import { type BaselineChange, type MeanChange, mainCases } from '../facts/baseline-of.js';
import { measureText } from '../facts/evaluation/measures.js';
import { type Baseline, wholeBaseline } from '../results/baseline/baseline.js';

/** At most this many measures are named beside the first. */
const NAMED = 4;

/**
 * What a new baseline changes of one reader.
 *
 * @example
 * // gpt: 32 cases (2 added, 1 removed, 5 of 30 changed), mean recall 0.968, was 0.981
 * // gpt: 9 cases, new, mean recall 0.500; cites 1.000, tone 0.750
 */
export function changeText(change: BaselineChange): string {
  const { reader, added, removed, kept, changed, figures } = change;
  const [first, ...others] = figures as [MeanChange, ...MeanChange[]];
  if (figures.every(({ after }) => after === undefined))
    return say`${reader}: no longer in the baseline (${sayCount(removed, 'case')} removed)`;
  const cases = sayCount(kept + added, 'case');
  const isNew = figures.every(({ before }) => before === undefined);
  const changes = isNew
    ? say`${cases}, new`
    : say`${cases} (${added} added, ${removed} removed, ${changed} of ${kept} changed)`;
  const named = others.slice(0, NAMED).map(meanText);
  const more = others.length - named.length;
  const beside = commas([...named, ...(more > 0 ? [sayCount(more, 'more measure')] : [])]);
  return clauses([say`${reader}: ${changes}, mean ${meanText(first)}`, beside]);
}

function meanText({ measure, before, after }: MeanChange): string {
  const name = measureText(measure);
  if (after === undefined) {
    return before === undefined ? say`${name} gone` : say`${name} gone, was ${shareText(before)}`;
  }
  const now = shareText(after);
  return before === undefined ? `${name} ${now}` : say`${name} ${now}, was ${shareText(before)}`;
}

/**
 * Which files are which run, where there are several, and what a run lacks.
 *
 * @param names - of the files of each run
 *
 * @example
 * // 3 runs: monday.json; tuesday.json; wednesday.json
 * // run 2 lacks 4 of 32 cases of gpt
 */
export function runsText(
  names: readonly (readonly string[])[],
  runs: readonly Baseline[],
): string[] {
  if (runs.length < 2) return [];
  const lacking = [...wholeBaseline(runs)].flatMap(([reader, cases]) =>
    runs.flatMap((run, i) => {
      const main = mainCases(cases);
      const lacks = [...main.keys()].filter((id) => !run.get(reader)?.has(id)).length;
      if (lacks === 0) return [];
      return say`run ${i + 1} lacks ${lacks} of ${sayCount(main.size, 'case')} of ${reader}`;
    }),
  );
  return [say`${sayCount(runs.length, 'run')}: ${clauses(names.map(commas))}`, ...lacking];
}
