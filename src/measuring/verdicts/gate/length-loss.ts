/** Judges a reliable length that got shorter, whatever the mean of all prompts does. docs/gate.md */
import { sum } from '../../../base/numbers.js';
import { type Reached, saidToFail, saidToHold, verdictOf } from '../../facts/length-verdict.js';
import type { LengthChange, ReachChange, Verdict } from './gate-result.js';

/** Least drop at the lengths where an end is newly ignored, since a model that always ignored it shows none. */
const FALL = 0.1;

/**
 * Fails a model that newly ignores an end of the prompt, or all longer prompts. Leaves it open if a length that was
 * reliable is shown not to be.
 *
 * @param lengths - facts found at each length on both sides
 * @param maxDrop - the drop at the lengths in question that is accepted
 */
export function lengthLoss(
  { before, now }: Pick<ReachChange, 'before' | 'now'>,
  lengths: readonly Pick<LengthChange, 'tokens' | 'prompts' | 'before' | 'now'>[],
  maxDrop: number,
): Exclude<Verdict, 'passed'> | undefined {
  const isLost = saidToFail(now) <= saidToHold(before);
  const isNew = isCut(now) && !isCut(before);
  if (!isLost && !isNew) return undefined;
  const from = isNew ? cutFrom(now) : saidToFail(now);
  const own = lengths.filter(({ tokens }) => tokens >= from);
  const fall = sum(own.map((one) => one.prompts * (one.before - one.now)));
  const least = isLost ? maxDrop : Math.max(FALL, maxDrop);
  if (!(fall / sum(own.map(({ prompts }) => prompts)) > least)) return undefined;
  return isNew ? 'failed' : 'inconclusive';
}

function isCut(reached: Reached): boolean {
  const { kind } = verdictOf(reached);
  return kind === 'cut' || kind === 'limit';
}

/** Returns the shortest length of which something is cut. */
function cutFrom({ reliable }: Reached): number {
  return reliable?.hole?.cut ? reliable.hole.fromTokens : (reliable?.limit?.fromTokens ?? 0);
}
