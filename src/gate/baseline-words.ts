import { type Baseline, wholeBaseline } from '../baseline/baseline.js';
import { measuredName } from '../evaluation/measures.js';
import { shareText } from '../output/words.js';
import { RECALL } from '../results/measures.js';
import { counted } from '../text/texts.js';
import type { BaselineChange } from './baseline-of.js';

/**
 * What a new baseline changes of one reader.
 *
 * @example
 * // gpt: 32 cases (2 added, 1 removed, 5 of 30 changed), mean recall 0.968, was 0.981
 */
export function changeText(change: BaselineChange): string {
  const { measure, added, removed, kept, changed, before, after } = change;
  const reader = measuredName(change.reader, measure);
  const mean = measure === RECALL ? 'mean recall' : 'mean';
  if (after === undefined)
    return `${reader}: no longer in the baseline (${counted(removed, 'case')} removed)`;
  const cases = counted(kept + added, 'case');
  if (before === undefined) return `${reader}: ${cases}, new, ${mean} ${shareText(after)}`;
  return (
    `${reader}: ${cases} (${added} added, ${removed} removed, ${changed} of ${kept} changed), ` +
    `${mean} ${shareText(after)}, was ${shareText(before)}`
  );
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
      const lacks = [...cases.keys()].filter((id) => !run.get(reader)?.has(id)).length;
      if (lacks === 0) return [];
      return `run ${i + 1} lacks ${lacks} of ${counted(cases.size, 'case')} of ${reader}`;
    }),
  );
  return [`${runs.length} runs: ${names.map((own) => own.join(', ')).join('; ')}`, ...lacking];
}
