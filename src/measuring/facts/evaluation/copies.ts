/**
 * Answers that promptfoo took from its cache are copies of answers that it was given before. Where results
 * have both, or the same copy twice, the answer counts once.
 */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { commas, say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Row } from '../../../contract/row.js';
import type { Reader } from './readers.js';

/** What tells whether two answers are one. */
type Answer = Pick<
  Row,
  'provider' | 'prompt' | 'id' | 'answer' | 'marks' | 'score' | 'error' | 'cached'
>;

interface Given<R extends Answer = Row> {
  name: string;
  rows: readonly R[];
}

/** A source without the copies in it. */
export interface Separated<S, R extends Answer = Row> {
  source: S;
  rows: R[];
  copies: R[];
}

/** A source with copies of answers that count elsewhere. */
export interface CopiedSource {
  name: string;
  /** The sources that these answers count in. */
  of: readonly string[];
  /** All of its answers, and how many are copies. */
  answers: number;
  copies: number;
}

/** Whether promptfoo took the answer of a row from its cache. */
export function isCachedAnswer({ error, cached }: Pick<Row, 'error' | 'cached'>): boolean {
  return error === undefined && cached === true;
}

/**
 * Tell copies apart from what counts. A cached answer is a copy where the same reader was asked the same
 * Case and gave the same answer in another source. Where the original is not among them, one copy stands
 * for it. In which order sources are given makes no difference.
 */
export function withoutCopies<R extends Answer, S extends Given<R>>(
  sources: readonly (S & Given<R>)[],
): Separated<S, R>[] {
  const copies = copiesIn(sources);
  return sources.map((source) => ({
    source,
    rows: source.rows.filter((row) => !copies.has(row)),
    copies: source.rows.filter((row) => copies.has(row)),
  }));
}

function copiesIn<R extends Answer>(sources: readonly Given<R>[]): ReadonlySet<R> {
  const copies = new Set<R>();
  if (!sources.some(({ rows }) => rows.some(isCachedAnswer))) return copies;
  const asked = sources.map(({ rows }) => new Set(rows.filter(isAsked).map(answerKey)));
  const alone = sources.map(({ rows }, i) => {
    const others = asked.filter((_, other) => other !== i);
    const cached = groupBy(rows.filter(isCachedAnswer), answerKey);
    for (const [key, own] of cached) {
      if (!others.some((keys) => keys.has(key))) continue;
      for (const row of own) copies.add(row);
      cached.delete(key);
    }
    return cached;
  });
  // Of equal repeats in one source each has an original of its own.
  const standing = new Map<string, number>();
  for (const own of inOneOrder(alone)) {
    for (const [key, rows] of own) {
      const before = standing.get(key) ?? 0;
      for (const row of rows.slice(0, before)) copies.add(row);
      standing.set(key, Math.max(before, rows.length));
    }
  }
  return copies;
}

function isAsked({ error, cached }: Answer): boolean {
  return error === undefined && !cached;
}

/** Equal for the same answer of the same reader to the same Case. */
function answerKey({ provider, prompt, id, answer, marks, score }: Answer): string {
  return JSON.stringify([provider, prompt, id, answer, marks, score]);
}

/** Those with the most first, so that what stands for an original is together as it was asked. */
function inOneOrder<R>(
  sources: readonly ReadonlyMap<string, readonly R[]>[],
): ReadonlyMap<string, readonly R[]>[] {
  return sources
    .map((own) => ({
      own,
      size: sum([...own.values()].map(({ length }) => length)),
      keys: [...own.keys()].sort(byCodeUnits).join(),
    }))
    .sort((a, b) => b.size - a.size || byCodeUnits(a.keys, b.keys))
    .map(({ own }) => own);
}

/** The sources with copies, and where what they copy counts. */
export function copiedSources<R extends Answer>(
  separated: readonly Separated<Given<R>, R>[],
): CopiedSource[] {
  const copied = separated.filter(({ copies }) => copies.length > 0);
  if (copied.length === 0) return [];
  const keys = separated.map(({ source, rows }) => ({
    name: source.name,
    counted: new Set(rows.map(answerKey)),
  }));
  return copied.map(({ source, copies }) => ({
    name: source.name,
    of: keys
      .filter(
        ({ name, counted }) =>
          name !== source.name && copies.some((row) => counted.has(answerKey(row))),
      )
      .map(({ name }) => name),
    answers: source.rows.filter(({ error }) => error === undefined).length,
    copies: copies.length,
  }));
}

/** At most this many sources are named. */
const NAMED = 3;

/**
 * What must be known of a source with copies.
 *
 * @example
 * // tuesday.json repeats monday.json: 0 of 80 answers are new, so it is not counted as a run
 * // tuesday.json repeats monday.json: 20 of its 80 answers are copies, which count once
 */
function copiedText({ name, of, answers, copies }: CopiedSource): string {
  const named = commas(of.slice(0, NAMED));
  const others = of.length > NAMED ? say`${named} and ${of.length - NAMED} more` : named;
  return copies === answers
    ? say`${name} repeats ${others}: 0 of ${answers} answers are new, so it is not counted as a run`
    : say`${name} repeats ${others}: ${copies} of its ${answers} answers are copies, which count once`;
}

/**
 * What must be known of evaluations of which answers are out of promptfoo's cache, and the originals not there.
 *
 * @example
 * // tuesday.json: 80 of 80 answers are from promptfoo's cache, and the run that they repeat is not given
 */
export function cachedTexts(
  evaluations: readonly { sources: readonly string[]; readers: readonly Reader[] }[],
): string[] {
  return evaluations.flatMap(({ sources, readers }) => {
    const answers = answersOf(readers);
    const cached = answers.filter(isCachedAnswer).length;
    if (cached === 0) return [];
    const count = cachedText({ cached, answers: answers.length });
    return say`${commas(sources)}: ${count}, and the run that they repeat is not given`;
  });
}

/** How many answers are not new: `60 of 80 answers are from promptfoo's cache`. */
export function cachedText({ cached, answers }: { cached: number; answers: number }): string {
  return say`${cached} of ${answers} answers are from promptfoo's cache`;
}

/** Every answer once, by how many measures ever it is judged. */
export function answersOf(readers: readonly Reader[]): Row[] {
  const calls = readers.flatMap(({ cases }) => [...cases.values()].flatMap((one) => one.calls));
  return calls.filter(({ error, again }) => error === undefined && !again);
}

/** What must be known of several evaluations: each source with copies is named once. */
export function copiedTexts(evaluations: readonly { copied: readonly CopiedSource[] }[]): string[] {
  return [...new Set(evaluations.flatMap(({ copied }) => copied.map(copiedText)))];
}
