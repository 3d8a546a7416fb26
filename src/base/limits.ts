/**
 * What is more than an evaluation can use. A number above these is a slip of the keyboard or an attack,
 * and would end in a machine without memory, hours later.
 */

/** The longest prompt, in tokens: twice the longest context that a model has been offered with. */
export const LONGEST_PROMPT = 20_000_000;

/** The most of anything that is counted: stars, pairs, documents, distractors, lengths, depths, seeds. */
export const MOST = 10_000;

/** The most prompts of one generator. promptfoo holds every test and every result of them in memory. */
export const MOST_PROMPTS = 100_000;

/**
 * The largest text that is read or decompressed, in bytes. A JavaScript string has room for some 500
 * million characters; texts that are used here are far below.
 */
export const LARGEST_TEXT = 256 * 1024 * 1024;

/** The most files and folders that are looked at for a pattern of paths. */
export const MOST_LISTED = 200_000;

/** A size in bytes as people say it: `256 MiB`. */
export function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes >= 1 ? `${Math.round(mebibytes)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
