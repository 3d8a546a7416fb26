import { shareText } from '../output/words.js';
import type { BaselineChange } from '../results/collect.js';
import { counted } from '../texts.js';

/**
 * What a new baseline changes of one reader.
 *
 * @example
 * // gpt: 32 cases (2 added, 1 removed, 5 of 30 changed), mean recall 0.968, was 0.981
 */
export function changeText(change: BaselineChange): string {
  const { reader, added, removed, kept, changed, before, after } = change;
  if (after === undefined) return `${reader}: no longer in the baseline (${removed} cases removed)`;
  const cases = counted(kept + added, 'case');
  if (before === undefined) return `${reader}: ${cases}, new, mean recall ${shareText(after)}`;
  return (
    `${reader}: ${cases} (${added} added, ${removed} removed, ${changed} of ${kept} changed), ` +
    `mean recall ${shareText(after)}, was ${shareText(before)}`
  );
}
