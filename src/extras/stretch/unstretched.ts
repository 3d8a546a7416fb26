/** Providers that were not sent the text around prompts, or of whose model it was cut off: nothing is said of these. */
import type { AskedReader, StretchedRow } from './asked.js';
import { isAnswer } from './judge.js';

/** `vars`: it reads variables itself, and does not tell what it sent; `usage`: it was billed for less than was sent. */
export type Unstretched =
  | { why: 'vars'; reads: string[] }
  | { why: 'usage'; length: number; sent: number; billed: number };

/** No tokenizer counts prose as less than this share of what another does. */
const LEAST_BILLED = 0.6;

/** A longer prompt of the same prose is billed for at least this share of what a shorter one is, by the token. */
const LEAST_KEPT = 0.85;

/** By what was billed, where that is told; else by whether it reads variables one by one. */
export function unstretchedOf({ arms, tests }: AskedReader): Unstretched | undefined {
  const lengths = arms.flatMap(({ arm, length }, i) => (arm === 'padded' ? [{ length, i }] : []));
  let isTold = false;
  let most = 0;
  for (const { length, i } of lengths) {
    const rows = tests.flatMap(({ calls }) => calls[i]!.filter(isAnswer));
    const told = rows.flatMap(({ stretch: { billed, note } }) =>
      billed !== undefined && note ? [{ billed, sent: note.tokens }] : [],
    );
    if (told.length === 0) continue;
    isTold = true;
    const share = median(told.map(({ billed, sent }) => billed / sent));
    if (share < LEAST_BILLED || share < LEAST_KEPT * most) {
      const [sent, billed] = [
        median(told.map((one) => one.sent)),
        median(told.map((one) => one.billed)),
      ];
      return { why: 'usage', length, sent, billed };
    }
    most = Math.max(most, share);
  }
  if (isTold) return undefined;
  const reads = new Set(tests.flatMap(({ calls }) => calls.flat().flatMap(readsOf)));
  return reads.size > 0 ? { why: 'vars', reads: [...reads].sort() } : undefined;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function readsOf({ stretch: { note } }: StretchedRow): readonly string[] {
  return note?.reads ?? [];
}
