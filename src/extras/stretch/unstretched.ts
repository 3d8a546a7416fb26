/** Providers that were not sent the text around prompts, or of whose model it was cut off: nothing is said of these. */
import { median } from '../../base/numbers.js';
import type { AskedReader, StretchedRow } from './asked.js';
import { isAnswer } from './judge.js';

/** `vars`: it reads variables itself, and does not tell what it sent; `usage`: it was billed for less than was sent. */
export type Unstretched =
  | { why: 'vars'; reads: string[] }
  | { why: 'usage'; length: number; sent: number; billed: number };

/** Of what is added to prompts at least this share is billed, by the token; by how those without it are billed. */
const LEAST_BILLED = 0.5;

/** Of short prompts much is billed besides what is sent, and their share is taken for at most this. */
const MOST_USUAL = 1.3;

/** What is added at a longer length is billed for at least this share of what is at a shorter one: it is the same prose. */
const LEAST_KEPT = 0.85;

interface Billed {
  sent: number;
  billed: number;
}

/** By what was billed, where that is told; else by whether it reads variables one by one. */
export function unstretchedOf({ arms, tests }: AskedReader): Unstretched | undefined {
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

/** What a prompt of an arm was billed for, and what was sent. */
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
