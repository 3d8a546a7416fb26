import type { SummaryRow } from '../results/tables.js';
import { effectiveLengthText } from '../output/words.js';

/** An effective length in words: `unknown` where errors, and not wrong answers, ended it at once. */
export function heldText({ effectiveLength, unknownFrom }: SummaryRow, tokens: number): string {
  const errorsFirst = effectiveLength === 0 && unknownFrom !== undefined;
  return errorsFirst ? 'unknown' : effectiveLengthText(tokens);
}
