/** From rows of results to what a baseline keeps of them. */

import type { Unfinished } from '../answers/response-facts.js';
import { ANOTHER_PROMPT } from '../assertions/sent-prompt.js';
import type { Baseline, BaselineCase } from '../baseline/baseline.js';
import { UserError } from '../case.js';
import { groupBy } from '../group-by.js';
import { mean } from '../numbers.js';
import { type Row, seriesKey, withPromptNames } from './rows.js';
import { settled } from './settled.js';

/** What one reader made of one Case: all its rows together. */
export interface Collected {
  /** The row with the lowest score, whose words are shown for all of them. */
  row: Row;
  /** Which series the Case belongs to. */
  series: string;
  /** Nothing where no row has an answer. */
  answered?: BaselineCase;
  /** Why rows have no answer. */
  errors: string[];
  /** Answers that ended before they were whole. */
  unfinished: Unfinished[];
  /** How many rows there are. */
  rows: number;
}

/** Collected rows by the identity of their Case, by reader. */
export type Results = Map<string, Map<string, Collected>>;

/**
 * Bring together what each reader made of each Case. Several answers to one Case are averaged, and an
 * answer replaces errors.
 */
export function collect(rows: readonly Row[]): Results {
  const readers = groupBy(withPromptNames(settled(rows)), ({ provider }) => provider);
  return new Map(
    [...readers].map(([reader, answers]) => {
      const cases = groupBy(answers, ({ id }) => id);
      return [reader, new Map([...cases].map(([id, own]) => [id, together(own)]))];
    }),
  );
}

function together(rows: readonly Row[]): Collected {
  const answered = rows.filter(({ error }) => error === undefined);
  const errors = rows.flatMap(({ error }) => error ?? []);
  const row = answered.reduce<Row>(
    (worst, other) => (other.score < worst.score ? other : worst),
    answered[0] ?? rows[0]!,
  );
  return {
    row,
    series: seriesKey(row),
    ...(answered.length > 0 && { answered: averaged(answered, row) }),
    errors,
    unfinished: answered.flatMap(({ unfinished }) => unfinished ?? []),
    rows: rows.length,
  };
}

function averaged(rows: readonly Row[], worst: Row): BaselineCase {
  const { tokens, seed, marks, description, diagnosis } = worst;
  return {
    tokens,
    seed,
    score: mean(rows.map(({ score }) => score)),
    marks:
      rows.length === 1 ? marks : marks.map((_, i) => mean(rows.map((row) => row.marks[i] ?? 0))),
    description,
    ...(diagnosis !== undefined && { diagnosis }),
    ...(rows.length > 1 && { scores: rows.map(({ score }) => score).sort((a, b) => a - b) }),
  };
}

/**
 * How to ask failed calls again, with any kind of prompt. What was asked with another prompt is no error
 * to promptfoo if an earlier version of this package scored it; its error says what to do.
 */
function adviceFor(errors: readonly string[]): string {
  return errors.some((error) => error.includes(ANOTHER_PROMPT))
    ? 'Evaluate anew with `npx promptfoo eval`'
    : AGAIN;
}

const AGAIN =
  'Ask them again with `npx promptfoo retry EVAL_ID` (`npx promptfoo list evals` shows the id) and make ' +
  'the baseline with `--eval EVAL_ID`';

/**
 * What a baseline keeps of results.
 *
 * @param allowErrors - leave out Cases without an answer, instead of refusing them
 * @throws {UserError} when there are errors, or no answer at all
 */
export function toBaseline(results: Results, allowErrors: boolean): Baseline {
  const all = [...results.values()].flatMap((cases) => [...cases.values()]);
  const failed = all.filter(({ errors }) => errors.length > 0);
  const answered = all.filter((collected) => collected.answered);
  if (answered.length === 0 || (failed.length > 0 && !allowErrors)) {
    const [first] = failed;
    throw new UserError(
      `${failed.length} of ${all.length} cases have no answer or an error (the first: ` +
        `${first!.errors[0]!.slice(0, 400).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')}). ${adviceFor(failed.flatMap(({ errors }) => errors))}` +
        (answered.length === 0 ? '.' : '; or leave them out with `--allow-errors`.'),
    );
  }
  return new Map(
    [...results].map(([reader, cases]) => [
      reader,
      new Map(
        [...cases].flatMap(([id, { answered }]) => (answered ? [[id, answered] as const] : [])),
      ),
    ]),
  );
}

/** What a new baseline changes of one reader. */
export interface BaselineChange {
  reader: string;
  /** Cases of the old baseline that the new one does not have, and the other way round. */
  removed: number;
  added: number;
  /** Cases of both, and how many of them have other marks or another score. */
  kept: number;
  changed: number;
  /** Mean recall over all Cases; nothing where the reader has none. */
  before?: number;
  after?: number;
}

/** What changes when a baseline takes the place of another one, for each reader of either. */
export function changesBetween(before: Baseline, after: Baseline): BaselineChange[] {
  const readers = [...new Set([...before.keys(), ...after.keys()])].sort();
  return readers.map((reader) => {
    const old = before.get(reader) ?? new Map<string, BaselineCase>();
    const now = after.get(reader) ?? new Map<string, BaselineCase>();
    const kept = [...now].filter(([id]) => old.has(id));
    return {
      reader,
      removed: old.size - kept.length,
      added: now.size - kept.length,
      kept: kept.length,
      changed: kept.filter(([id, theCase]) => differs(old.get(id)!, theCase)).length,
      ...(old.size > 0 && { before: meanScore(old) }),
      ...(now.size > 0 && { after: meanScore(now) }),
    };
  });
}

function differs(a: BaselineCase, b: BaselineCase): boolean {
  return a.score !== b.score || a.marks.join() !== b.marks.join();
}

function meanScore(cases: ReadonlyMap<string, BaselineCase>): number {
  return mean([...cases.values()].map(({ score }) => score));
}
