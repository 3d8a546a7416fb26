/**
 * Estimates how large results are, and how promptfoo can write them. It makes one text of all results for `-o
 * results.json`, and of a hundred tests for `.jsonl`. V8 has no text of more than 512 MB.
 */
import { say } from '../../base/text/language.js';

const LONGEST_TEXT = 2 ** 29 - 24;

/** Share of the limit up to which estimates can be trusted. */
const SAFE = 0.8;

const TESTS_AT_ONCE = 100;

/** What promptfoo writes of a result besides its prompt, in UTF-16 units: answer, marks, Case, usage. */
const BESIDES_PROMPT = 6000;

/** What promptfoo can write results to. Its database takes any. */
type Writable = 'json' | 'jsonl' | 'database';

export interface ResultsSize {
  /** UTF-16 units of all results as JSON. */
  units: number;
  /** The first of the three that works. */
  writable: Writable;
}

/**
 * Estimates how large results are.
 *
 * @param tests - UTF-16 units of each result's prompt, by test
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

/** Says how to keep results that are too large for `-o results.json`. */
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
