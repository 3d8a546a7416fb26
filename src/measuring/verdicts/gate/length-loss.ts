/** What a reliable length that fell says against a model, whatever the mean of all its prompts does. docs/gate.md */
import { sum } from '../../../base/numbers.js';
import { type Reached, saidToFail, saidToHold, verdictOf } from '../../facts/length-verdict.js';
import type { LengthChange, ReachChange, Verdict } from './gate-result.js';

/** Facts found at the lengths where an end is newly ignored fell by this much: a model that always ignored it shows no fall. */
const FALL = 0.1;

/**
 * A failure where an end of the prompt, or all that is longer, is newly ignored: that may be a small part of all facts. An
 * open question where a length that was shown to be reliable is shown not to be.
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

/** The shortest length of which something is cut. */
function cutFrom({ reliable }: Reached): number {
  return reliable?.hole?.cut ? reliable.hole.fromTokens : (reliable?.limit?.fromTokens ?? 0);
}
