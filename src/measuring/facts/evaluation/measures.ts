/**
 * Finds which measures of the answers are followed: recall, and metrics of the user's assertions.
 * docs/your-documents.md
 */

import { groupBy } from '../../../base/group-by.js';
import { say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { UserError } from '../../../base/user-error.js';
import type { Row } from '../../../contract/row.js';
import { RECALL } from '../../../contract/signs.js';
import { seriesKey } from './series.js';

/** Names a model that is judged by one measure: `gpt-5.6-terra · cites`. */
export function measuredName(model: string, measure: string): string {
  return measure === RECALL ? model : `${model} · ${measure}`;
}

/** Names a measure. Only ours has a word. */
export function measureText(measure: string): string {
  return measure === RECALL ? say`recall` : measure;
}

/** Selects Cases or series of one measure. */
export function isOf(measure: string) {
  return ({ measure: name = RECALL }: { measure?: string }) => name === measure;
}

export function ofMeasure<T extends { measure?: string }>(
  measure: string,
  cases: ReadonlyMap<string, T> = new Map(),
): Map<string, T> {
  return new Map([...cases].filter(([, kept]) => isOf(measure)(kept)));
}

export interface Measures {
  /** Those that report, gate and history are about. */
  followed: readonly string[];
  others: readonly string[];
}

/** Names, all there are, or by default what the tests say, which is recall unless they do. */
export type ChosenMeasures = readonly string[] | 'all' | undefined;

/**
 * Finds which measures are followed. By default, answers without a score of ours are followed by all that their
 * assertions report.
 *
 * @throws {UserError} for a measure that no answer has
 */
export function measuresFor(rows: readonly Row[], chosen?: ChosenMeasures): Measures {
  const reported = new Set<string>();
  const asked = new Set<string>();
  let scored = false;
  for (const row of rows) {
    for (const name of Object.keys(row.measures ?? {})) {
      reported.add(name);
      if (row.unscored && !row.follow) asked.add(name);
    }
    for (const name of row.follow ?? []) asked.add(name);
    scored ||= !row.unscored;
    if (!row.unscored && !row.follow) asked.add(RECALL);
  }
  const known = [...(scored ? [RECALL] : []), ...[...reported].sort(byCodeUnits)];
  const wanted = chosen === 'all' ? known : [...new Set(chosen ?? asked)];
  const isAnswered = rows.some(({ error }) => error === undefined);
  for (const name of isAnswered ? wanted : []) {
    if (known.includes(name)) continue;
    throw new UserError(
      `measure ${JSON.stringify(name)}: no assertion reports it. There ${known.length === 1 ? 'is' : 'are'} ` +
        `${known.map((name) => JSON.stringify(name)).join(', ') || 'none'}; a metric is named by \`metric:\` of an assertion.`,
    );
  }
  const followed = byRank(wanted);
  return { followed, others: known.filter((name) => !followed.includes(name)) };
}

/** Sorts measures, recall first, each once. */
export function byRank(names: readonly string[]): string[] {
  const rank = (name: string) => (name === RECALL ? 0 : 1);
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || byCodeUnits(a, b));
}

/**
 * Adds a row for each followed measure but recall: the same answer, scored by that measure. A failed call has
 * one if its series reports the measure.
 *
 * @throws {UserError} for a value that is no share
 */
export function measuredRows(rows: readonly Row[], followed: readonly string[]): Row[] {
  const names = followed.filter((name) => name !== RECALL);
  if (names.length === 0) return [...rows];
  const measured = [...groupBy(rows, seriesKey).values()].flatMap((series) =>
    names
      .filter((name) => series.some(({ measures }) => measures?.[name] !== undefined))
      .flatMap((name, i) => {
        // Cost counts once.
        const first = i === 0 && !followed.includes(RECALL);
        return series.flatMap((row) => measuredRow(row, name, first || row.unscored === true));
      }),
  );
  return [...rows, ...measured];
}

function measuredRow(row: Row, measure: string, isFirst: boolean): Row[] {
  const value = row.measures?.[measure];
  if (value === undefined && row.error === undefined) return [];
  if (value !== undefined && !(value >= 0 && value <= 1)) {
    throw new UserError(
      `measure ${JSON.stringify(measure)}: it is ${value} in the test ${JSON.stringify(row.description)}, but must be ` +
        'from 0 to 1. Let its assertion return a share, or leave the measure out.',
    );
  }
  const score = value ?? 0;
  const { diagnosis, reading, composite, conditions, grid, unscored, ...others } = row;
  const judged = { measure, score, marks: [], positions: [], namedScores: {}, passed: score === 1 };
  return [{ ...others, ...(!isFirst && { again: true as const }), ...judged }];
}
