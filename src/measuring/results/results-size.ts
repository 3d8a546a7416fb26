/**
 * How large results are, and how promptfoo can write them. It makes one text of all results for `-o results.json`, and
 * of a hundred tests with all their readers for `-o results.jsonl`; V8 has no text of more than 512 MB.
 */
import { say } from '../../base/text/language.js';

/** UTF-16 units of V8's longest text. */
const LONGEST_TEXT = 2 ** 29 - 24;

/** A text is only counted on up to this share of it: estimates are that good. */
const SAFE = 0.8;

/** Tests that promptfoo writes to `.jsonl` at once. */
const TESTS_AT_ONCE = 100;

/** What promptfoo writes of a result besides its prompt, in UTF-16 units: answer, marks, Case, usage. */
const BESIDES_PROMPT = 6000;

/** What promptfoo can write results to; its database takes any. */
type Writable = 'json' | 'jsonl' | 'database';

export interface ResultsSize {
  /** UTF-16 units of all results as JSON. */
  units: number;
  /** The first of the three that works. */
  writable: Writable;
}

/**
 * How large results are.
 *
 * @param tests - UTF-16 units of the prompts of each result, by test
 */
export function resultsSize(tests: readonly (readonly number[])[]): ResultsSize {
  let units = 0;
  let batch = 0;
  let largest = 0;
  for (const [i, prompts] of tests.entries()) {
    if (i % TESTS_AT_ONCE === 0) batch = 0;
    for (const prompt of prompts) {
      units += prompt + BESIDES_PROMPT;
      batch += prompt + BESIDES_PROMPT;
    }
    largest = Math.max(largest, batch);
  }
  const fits = (length: number) => length <= SAFE * LONGEST_TEXT;
  return { units, writable: fits(units) ? 'json' : fits(largest) ? 'jsonl' : 'database' };
}

/** How to keep results for which `-o results.json` does not work. */
export function outputAdvice(writable: Exclude<Writable, 'json'>): string {
  return writable === 'jsonl'
    ? say`write \`-o results.jsonl\`, or leave out \`-o\` and read them with \`--eval latest\``
    : say`leave out \`-o\` and read them with \`--eval latest\``;
}

/** `12 MB`, `1.3 GB`. */
export function unitsText(units: number): string {
  const megabytes = units / 1e6;
  return megabytes < 1000
    ? `${Math.max(1, Math.round(megabytes))} MB`
    : `${(megabytes / 1000).toFixed(1)} GB`;
}
