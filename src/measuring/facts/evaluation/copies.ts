/** Counts answers once that promptfoo's cache copied, or that results have twice. */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { commas, say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Row } from '../../../contract/row.js';
import type { Model } from './models.js';

type Answer = Pick<
  Row,
  'provider' | 'prompt' | 'id' | 'answer' | 'marks' | 'score' | 'error' | 'cached'
>;

interface Given<R extends Answer = Row> {
  name: string;
  rows: readonly R[];
}

export interface Separated<S, R extends Answer = Row> {
  source: S;
  rows: R[];
  copies: R[];
}

/** A source with copies of answers that count elsewhere, in the sources `of`. */
export interface CopiedSource {
  name: string;
  of: readonly string[];
  answers: number;
  copies: number;
}

export function isCachedAnswer({ error, cached }: Pick<Row, 'error' | 'cached'>): boolean {
  return error === undefined && cached === true;
}

/**
 * Separates copies. A cached answer is a copy if the same model gave the same answer to the same Case in
 * another source. Without the original, one copy stands for it. The order of sources makes no difference.
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
  const isAsked = ({ error, cached }: Answer) => error === undefined && !cached;
  const asked = sources.map(({ rows }) => new Set(rows.filter(isAsked).map(answerKey)));
  const alone = sources.map(({ rows }, i) => {
    const others = asked.filter((_, other) => other !== i);
    const cached = groupBy(rows.filter(isCachedAnswer), answerKey);
    for (const [key, copied] of cached) {
      if (!others.some((keys) => keys.has(key))) continue;
      for (const row of copied) copies.add(row);
      cached.delete(key);
    }
    return cached;
  });
  // Each of equal repeats in one source has an original of its own.
  const standing = new Map<string, number>();
  for (const byKey of inOneOrder(alone)) {
    for (const [key, rows] of byKey) {
      const before = standing.get(key) ?? 0;
      for (const row of rows.slice(0, before)) copies.add(row);
      standing.set(key, Math.max(before, rows.length));
    }
  }
  return copies;
}

function answerKey({ provider, prompt, id, answer, marks, score }: Answer): string {
  return JSON.stringify([provider, prompt, id, answer, marks, score]);
}

/** Sorts sources by size, so that what stands for an original stays together. */
function inOneOrder<R>(
  sources: readonly ReadonlyMap<string, readonly R[]>[],
): ReadonlyMap<string, readonly R[]>[] {
  return sources
    .map((byKey) => ({
      byKey,
      size: sum([...byKey.values()].map(({ length }) => length)),
      keys: [...byKey.keys()].sort(byCodeUnits).join(),
    }))
    .sort((a, b) => b.size - a.size || byCodeUnits(a.keys, b.keys))
    .map(({ byKey }) => byKey);
}

/** Lists sources with copies, and where what they copy counts. */
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

const NAMED = 3;

/**
 * Reports a source with copies.
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

/** Reports cached answers whose originals are not given. */
export function cachedTexts(
  evaluations: readonly { sources: readonly string[]; models: readonly Model[] }[],
): string[] {
  return evaluations.flatMap(({ sources, models }) => {
    const answers = answersOf(models);
    const cached = answers.filter(isCachedAnswer).length;
    if (cached === 0) return [];
    const count = cachedText({ cached, answers: answers.length });
    return say`${commas(sources)}: ${count}, and the run that they repeat is not given`;
  });
}

export function cachedText({ cached, answers }: { cached: number; answers: number }): string {
  return say`${cached} of ${answers} answers are from promptfoo's cache`;
}

/** Lists every answer once, however many measures judge it. */
export function answersOf(models: readonly Model[]): Row[] {
  const calls = models.flatMap(({ cases }) => [...cases.values()].flatMap((asked) => asked.calls));
  return calls.filter(({ error, again }) => error === undefined && !again);
}

/** Reports each source with copies once. */
export function copiedTexts(evaluations: readonly { copied: readonly CopiedSource[] }[]): string[] {
  return [...new Set(evaluations.flatMap(({ copied }) => copied.map(copiedText)))];
}
