/**
 * Limits that no evaluation needs to exceed. Larger numbers are typos or attacks, and would exhaust memory
 * hours later.
 */

/** Longest prompt in tokens: twice the longest context ever offered. */
export const LONGEST_PROMPT = 20_000_000;

/** Most of anything that is counted: stars, pairs, documents, lengths, depths, seeds. */
export const MOST = 10_000;

/** Most prompts of one generator. promptfoo holds all tests and results in memory. */
export const MOST_PROMPTS = 100_000;

/** Largest text to read or decompress, in bytes: well below what a JavaScript string can hold. */
export const LARGEST_TEXT = 256 * 1024 * 1024;

export function bytesText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes >= 1 ? `${Math.round(mebibytes)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
