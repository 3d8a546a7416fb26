/** Detects lengths or series of which next to nothing is left, too few prompts for any test. */
import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import type { PairedPrompt } from './paired-prompts.js';

/** Share of the recall before that counts as nothing. */
const NOTHING = 0.1;

/** Recall from which a model is fine. */
const FINE = 0.3;

/** Falls to nothing that a baseline shows on average are normal from this many in a grid. */
const EXPECTED = 0.05;

/**
 * Finds groups that fell to next to nothing while the baseline does nothing of the kind.
 *
 * @param groups - how many groups are tested
 */
export function fallToNothing(
  prompts: readonly PairedPrompt[],
  groups: number,
): (own: readonly PairedPrompt[]) => boolean {
  const zeros = shareOfNothing(prompts);
  return (own) => {
    const before = meanOrNaN(own.map((prompt) => prompt.before));
    const now = meanOrNaN(own.map((prompt) => prompt.now));
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
 * Returns the share of the baseline's prompts without recall, in series that are fine: in the group's own
 * series, or in all with at least half as many marks, whichever is larger.
 */
function shareOfNothing(
  prompts: readonly PairedPrompt[],
): (own: readonly PairedPrompt[]) => number {
  const fine = [...groupBy(prompts, ({ series }) => series).values()].flatMap((members) => {
    const recall = meanOrNaN(members.map(({ before }) => before));
    if (recall < FINE) return [];
    return members.flatMap(({ series, marks, runs }) =>
      runs
        .filter((score) => score !== undefined)
        .map((score) => ({ series, marks, nothing: Number(score <= NOTHING * recall) })),
    );
  });
  const shareIn = (of: typeof fine) =>
    of.length === 0 ? 0 : meanOrNaN(of.map(({ nothing }) => nothing));
  return (own) => {
    const series = new Set(own.map((prompt) => prompt.series));
    const fewest = Math.min(...own.map(({ marks }) => marks));
    return Math.max(
      shareIn(fine.filter((prompt) => series.has(prompt.series))),
      shareIn(fine.filter(({ marks }) => marks >= fewest / 2)),
    );
  };
}
