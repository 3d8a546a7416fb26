/** Finds providers that did not send the padding, or whose model lost it, so that nothing can be said of them. */
import { median } from '../../base/numbers.js';
import type { CalledModel, StretchedRow } from './asked.js';
import { isAnswer } from './judge.js';

/** `vars`: reads variables itself and doesn't report what it sent. `usage`: was billed for less than was sent. */
export type Unstretched =
  | { why: 'vars'; reads: string[] }
  | { why: 'usage'; length: number; sent: number; billed: number };

/** Least billed share of the padding, by token, relative to prompts without it. */
const LEAST_BILLED = 0.5;

/** Caps the billed share of short prompts, which have much besides. */
const MOST_USUAL = 1.3;

/** A longer padding is billed for at least this share of what a shorter one is, since it is the same prose. */
const LEAST_KEPT = 0.85;

interface Billed {
  sent: number;
  billed: number;
}

/** Judges by usage if it is reported, else by whether the provider reads variables one by one. */
export function unstretchedOf({ arms, tests }: CalledModel): Unstretched | undefined {
  const levels = arms.map(({ arm, length }, i) => {
    const rows = tests.flatMap(({ calls }) => calls[i]!.filter(isAnswer));
    return { arm, length, billed: billedIn(rows) };
  });
  const isTold = levels.some(({ arm, billed }) => arm === 'padded' && billed !== undefined);
  if (!isTold) {
    const reads = new Set(tests.flatMap(({ calls }) => calls.flat().flatMap(readsOf)));
    return reads.size > 0 ? { why: 'vars', reads: [...reads].sort() } : undefined;
  }
  const short = levels.findLast(({ arm, billed }) => arm !== 'padded' && billed)?.billed;
  let before: Billed = short ?? { sent: 0, billed: 0 };
  const usual = Math.min(MOST_USUAL, before.sent > 0 ? before.billed / before.sent : 1);
  let most = 0;
  for (const { arm, length, billed: now } of levels) {
    if (arm !== 'padded' || !now || now.sent <= before.sent) continue;
    const share = (now.billed - before.billed) / (now.sent - before.sent);
    if (share < Math.max(LEAST_BILLED * usual, LEAST_KEPT * most)) {
      return { why: 'usage', length, ...now };
    }
    most = Math.max(most, share);
    before = now;
  }
  return undefined;
}

/** Returns what prompts of an arm were billed for, and what was sent. */
function billedIn(rows: readonly StretchedRow[]): Billed | undefined {
  const told = rows.flatMap(({ stretch: { billed, note } }) =>
    billed !== undefined && note ? [{ billed, sent: note.tokens }] : [],
  );
  if (told.length === 0) return undefined;
  return {
    sent: median(told.map(({ sent }) => sent)),
    billed: median(told.map((one) => one.billed)),
  };
}

function readsOf({ stretch: { note } }: StretchedRow): readonly string[] {
  return note?.reads ?? [];
}
