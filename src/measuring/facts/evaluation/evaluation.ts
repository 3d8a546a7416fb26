/**
 * Prepares all results that belong together once. Commands take an `Evaluation`, wherever its results come
 * from, and never a row.
 */

import { defined } from '../../../base/fields.js';
import { groupBy } from '../../../base/group-by.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Paid, Row } from '../../../contract/row.js';
import { RECALL } from '../../../contract/signs.js';
import { askedCase, caseKey } from './asked-case.js';
import { conditionsOf, rowsToldApart } from './conditions.js';
import type { CopiedSource } from './copies.js';
import { type Expected, type Gap, gapsOf, type Unchecked, type WhyMissing } from './gaps.js';
import { type ChosenMeasures, type Measures, measuredRows, measuresFor } from './measures.js';
import { answererOf, askedSeveralWays, type Model, modelName } from './models.js';
import { commonLengths, type Series, seriesKey, seriesOf } from './series.js';
import { conflictOf, missingShards } from './shards.js';

export interface Evaluation {
  /** Files, evaluations in promptfoo's database, or folders of searches. */
  sources: readonly string[];
  /** promptfoo's config, where it is known. */
  config?: unknown;
  /** In the order of their keys. */
  series: readonly Series[];
  /** In the order of their names. */
  models: readonly Model[];
  measures: Measures;
  /** What should be there and is not. */
  missing: Missing;
  /** Sources with copies, which count once. */
  copied: readonly CopiedSource[];
}

export interface Missing {
  /** Shards that no result comes from, for example `3/4`. */
  shards: readonly string[];
  /** Prompts that a model has no result of. */
  gaps: readonly Gap[];
  /** Why shards do not belong together; nothing where they do. */
  conflict?: string;
  /** Why it is not known which grids and models there should be; nothing where it is. */
  unchecked?: Unchecked;
  /** What promptfoo calls the evaluation, or `EVAL_ID`. */
  evalId: string;
  why: WhyMissing;
}

export interface Origin {
  sources?: readonly string[];
  config?: unknown;
  /** What there should be, or why that is unknown. */
  expected?: Expected | Unchecked;
  evalId?: string;
  /** Why its shards do not belong together. */
  conflict?: string;
  measures?: ChosenMeasures;
  /** Copies of answers that count in other evaluations, so that they are not missing. */
  copies?: readonly Row[];
  copied?: readonly CopiedSource[];
}

/**
 * Makes an evaluation of rows, in whatever order they come: without errors that were overcome, with repeats
 * averaged and one length for prompts of one size.
 *
 * @throws {UserError} for shards of different divisions, or a measure that no answer has
 */
export function evaluationOf(
  given: readonly Row[],
  {
    sources = [],
    config,
    expected,
    evalId = 'EVAL_ID',
    measures: chosen,
    copies: givenCopies = [],
    copied = [],
    ...more
  }: Origin = {},
  severalWays: ReadonlySet<string> = askedSeveralWays([...given, ...givenCopies]),
): Evaluation {
  const all = rowsToldApart(describedApart([...given, ...givenCopies]));
  const [rows, copies] = [all.slice(0, given.length), all.slice(given.length)];
  // It stands in commands to copy.
  const known = /^[\w.:-]+$/.test(evalId) ? evalId : 'EVAL_ID';
  const measures = measuresFor(rows, chosen);
  const ordered = measuredRows(settled(rows), measures.followed).sort(compareRows);
  const series = seriesOf(ordered);
  const models = modelsOf(ordered, series, severalWays);
  const conflict = more.conflict ?? conflictOf(ordered);
  const isFollowed = ({ measure = RECALL, unscored }: Row) =>
    measures.followed.includes(measure) && !unscored;
  const kept = new Set(ordered.filter(isFollowed).map(seriesKey));
  const found = [...ordered, ...copies];
  const gaps = gapsOf(
    copies.length === 0 ? models : modelsOf(found, seriesOf(found), severalWays),
    [...rows, ...copies],
    expected && 'unchecked' in expected ? undefined : expected,
  );
  return {
    sources,
    ...(config !== undefined && { config }),
    series: [...series].flatMap(([key, described]) => (kept.has(key) ? described : [])),
    models: models.map(({ cases, ...model }) => ({
      ...model,
      cases: new Map([...cases].filter(([, { shown }]) => isFollowed(shown))),
    })),
    measures,
    missing: {
      shards: missingShards(found),
      gaps,
      ...(conflict !== undefined && { conflict }),
      ...(expected && 'unchecked' in expected && { unchecked: expected }),
      evalId: known,
      why: whyMissing(known, ordered, gaps),
    },
    copied,
  };
}

/** Extends descriptions that several tests share by benchmark, task or seed. */
function describedApart(rows: readonly Row[]): readonly Row[] {
  const known = groupBy(rows, ({ description }) => description);
  const partsOf = ({ benchmark, task, seed }: Row) => [benchmark, task, `seed ${seed}`];
  const apart = new Map(
    [...known].map(([description, alike]) => {
      const several = new Set(alike.map(({ id }) => id)).size > 1 ? alike.map(partsOf) : [];
      return [
        description,
        [0, 1, 2].filter((i) => new Set(several.map((parts) => parts[i])).size > 1),
      ];
    }),
  );
  return rows.map((row) => {
    const { description } = row;
    const parts = apart.get(description)!.map((i) => partsOf(row)[i]!);
    if (description === '' || parts.every((part) => description.endsWith(part))) return row;
    return { ...row, description: [description, ...parts].join(' · ') };
  });
}

function modelsOf(
  rows: readonly Row[],
  series: ReadonlyMap<string, Series>,
  severalWays: ReadonlySet<string>,
): Model[] {
  const lengths = new Map(
    [...groupBy(rows, seriesKey)].map(([key, ofSeries]) => [key, commonLengths(ofSeries)]),
  );
  return [...groupBy(rows, (row) => modelName(row, severalWays))]
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([name, answers]): Model => {
      const { provider: column, prompt } = answers[0]!;
      const provider = answererOf(answers[0]!);
      const cases = [...groupBy(answers, caseKey)].map(([id, calls]) => {
        const key = seriesKey(calls[0]!);
        return [
          id,
          askedCase(name, series.get(key)!, lengths.get(key)!(calls[0]!), calls),
        ] as const;
      });
      return {
        name,
        provider,
        ...(answers.every((row) => row.prompt === prompt) && { prompt }),
        cases: new Map(cases),
        ...defined({ conditions: conditionsOf(answers) }),
        ...(column !== provider && { askedAs: column }),
        notAsked: answers.filter(({ compaction }) => compaction?.failed !== undefined),
      };
    });
}

/** Statuses at which promptfoo ends an evaluation, since no retry helps. */
const FINAL = /\b(?:error|HTTP|status)(?: code)?:? (401|403|404|501)\b/i;

/**
 * Tells why results are missing and what to do. promptfoo resumes what was not sent. A call that failed or was
 * under way is an error to it. With several models, `--resume` of promptfoo 0.123 sends each as often as there
 * are models.
 */
function whyMissing(evalId: string, rows: readonly Row[], gaps: readonly Gap[]): WhyMissing {
  const errors = rows.flatMap(({ error }) => error ?? []);
  const [, status] = errors.map((error) => FINAL.exec(error)).find(Boolean) ?? [];
  const isError = status !== undefined || errors.some((error) => /\babort/i.test(error));
  const models = new Set([...rows, ...gaps].map(({ provider }) => provider));
  const complete = models.size > 1 ? 'evaluate again' : isError ? 'resume and retry' : 'resume';
  return { evalId, complete, ...(status !== undefined && { status }) };
}

/**
 * Drops errors that were overcome: a failed call whose prompt was answered later. The answer then carries what
 * they cost. A damaged answer is no failed call, since nobody knows what it was.
 */
export function settled(rows: readonly Row[]): Row[] {
  if (rows.every(({ error }) => error === undefined)) return [...rows];
  const keyOf = (row: Row) => JSON.stringify([row.id, answererOf(row), row.prompt, row.way]);
  const answered = new Set(rows.filter(({ error }) => error === undefined).map(keyOf));
  const isOvercome = (row: Row) =>
    row.error !== undefined && !row.damaged && answered.has(keyOf(row));
  const overcome = groupBy(rows.filter(isOvercome), keyOf);
  return rows.flatMap((row) => {
    if (isOvercome(row)) return [];
    const failed = overcome.get(keyOf(row));
    overcome.delete(keyOf(row));
    const paid = failed?.flatMap((call): Paid[] => [call, ...(call.overcome ?? [])]);
    return paid ? { ...row, overcome: [...(row.overcome ?? []), ...paid] } : row;
  });
}

/** Orders rows by what they are, not by how they came. */
function compareRows(a: Row, b: Row): number {
  return (
    byCodeUnits(seriesKey(a), seriesKey(b)) ||
    a.tokens - b.tokens ||
    a.seed - b.seed ||
    byCodeUnits(a.id, b.id) ||
    byCodeUnits(a.provider, b.provider) ||
    byCodeUnits(a.prompt, b.prompt) ||
    byCodeUnits(a.answer, b.answer)
  );
}
