/** Whether next to nothing is left of a length or a series, where few prompts have to show it. */
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../curve/prompt-marks.js';
import type { PairedPrompt } from './paired-prompts.js';

/** Next to nothing: less than this share of the recall before. */
const NOTHING = 0.1;

/** A reader is fine where its recall is at least this. */
const FINE = 0.3;

/** Falls to nothing are like the baseline when it would show this many of them in a grid on average. */
const EXPECTED = 0.05;

/**
 * A test of groups for a fall to next to nothing of which the baseline does nothing of the kind: what
 * may be true although no test of so few prompts shows it.
 *
 * @param groups - how many groups are looked at
 */
export function fallToNothing(
  prompts: readonly PairedPrompt[],
  groups: number,
): (own: readonly PairedPrompt[]) => boolean {
  const zeros = shareOfNothing(prompts);
  return (own) => {
    const before = mean(own.map((prompt) => prompt.before));
    const now = mean(own.map((prompt) => prompt.now));
    const marks = own.reduce((sum, prompt) => sum + prompt.marks, 0);
    return (
      before >= FINE &&
      now <= NOTHING * before &&
      marks > 1 &&
      groups * zeros(own) ** own.length < EXPECTED
    );
  };
}

/**
 * Share of the baseline's prompts with next to no recall, in series that are fine as a whole: in the
 * group's own series, or over all that have half as many marks in a prompt, where it is larger there.
 */
function shareOfNothing(
  prompts: readonly PairedPrompt[],
): (own: readonly PairedPrompt[]) => number {
  const fine = [...groupBy(prompts, ({ series }) => series).values()].flatMap((members) => {
    const recall = mean(members.map(({ before }) => before));
    if (recall < FINE) return [];
    return members.flatMap(({ series, marks, runs }) =>
      runs
        .filter((score) => score !== undefined)
        .map((score) => ({ series, marks, nothing: Number(score <= NOTHING * recall) })),
    );
  });
  const shareIn = (of: typeof fine) =>
    of.length === 0 ? 0 : mean(of.map(({ nothing }) => nothing));
  return (own) => {
    const series = new Set(own.map((prompt) => prompt.series));
    const fewest = Math.min(...own.map(({ marks }) => marks));
    return Math.max(
      shareIn(fine.filter((prompt) => series.has(prompt.series))),
      shareIn(fine.filter(({ marks }) => marks >= fewest / 2)),
    );
  };
}
