/** Sums up every benchmark, one line per model. */

import { largest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, sum } from '../../../base/numbers.js';
import { RECALL } from '../../../contract/signs.js';
import { type AskedCase, placesOf } from '../evaluation/asked-case.js';
import { benchmarkName, isOneSeries, wholeModel, withoutOracle } from './benchmark-model.js';
import { ALL_LANGUAGES, compositeRows, haystacksOf, ofHaystack } from './composites.js';
import { type PublishedTotal, withOwn } from './published-rows.js';
import {
  ALL_TASKS,
  type Measured,
  type PublishedConditions,
  publishedScores,
  publishedTotals,
} from './published-scores.js';
import { causeOf, reachOf, riseRow } from './reached-figures.js';
import { type RecallModel, recallModel, recallOf } from './recall-model.js';
import type { BenchmarkRow, ReportOptions } from './tables.js';

export interface BenchmarkCases {
  name: string;
  cases: AskedCase[];
}

export function benchmarkRows(
  cases: readonly AskedCase[],
  modelOf: (asked: AskedCase) => RecallModel,
  options: ReportOptions,
): BenchmarkRow[] {
  return benchmarksOf(cases).map((line) => benchmarkRow(line, modelOf, options));
}

/**
 * Groups each model's Cases into benchmarks without controls. Grids, languages and haystacks are lines of their
 * own.
 */
export function benchmarksOf(cases: readonly AskedCase[]): BenchmarkCases[] {
  const groups = groupBy(
    cases.filter(({ series }) => !series.control),
    (asked) => JSON.stringify([benchmarkName(asked), asked.model]),
  );
  const lines = [...groups.values()].map(withoutOracle).flatMap((group) => {
    const haystacks = haystacksOf(group);
    return haystacks.map((haystack): BenchmarkCases => {
      const name = benchmarkName(group[0]!) + (haystacks.length > 1 ? ` · ${haystack}` : '');
      return { name, cases: ofHaystack([...group], haystack) };
    });
  });
  lines.push(...overLanguages(cases));
  if (cases.some(({ measure }) => measure !== undefined)) {
    for (const line of lines) if (!line.cases[0]!.measure) line.name += ` · ${RECALL}`;
  }
  const [language, ...others] = languagesOf(cases);
  return language !== undefined && others.length === 0 ? withoutLanguage(lines, language) : lines;
}

/** Adds lines over all languages for benchmarks published so. */
function overLanguages(cases: readonly AskedCase[]): BenchmarkCases[] {
  const groups = groupBy(
    cases.filter(({ series }) => !series.control),
    ({ series, model }) => JSON.stringify([series.benchmark, model]),
  );
  return [...groups.values()].flatMap((group) => {
    if (languagesOf(group).size < 2) return [];
    if (!publishedOf(group, []).some(({ differs }) => !differs)) return [];
    return [{ name: `${group[0]!.series.benchmark} · ${ALL_LANGUAGES}`, cases: group }];
  });
}

function languagesOf(cases: readonly AskedCase[]): Set<string> {
  return new Set(cases.map(({ series }) => series.language));
}

function withoutLanguage(lines: readonly BenchmarkCases[], language: string): BenchmarkCases[] {
  return lines.map((line) => ({
    ...line,
    name: line.name
      .split(' · ')
      .filter((part) => part !== language)
      .join(' · '),
  }));
}

/**
 * Sums up one model in one benchmark.
 *
 * @param modelOf - what is known of the model and series of a Case
 */
export function benchmarkRow(
  { name, cases }: BenchmarkCases,
  modelOf: (asked: AskedCase) => RecallModel,
  options: ReportOptions,
): BenchmarkRow {
  const { confidence } = options;
  const { measure } = cases[0]!;
  const { sizes } = isOneSeries(cases) ? cases[0]!.series : {};
  const model = wholeModel(cases, modelOf, options);
  const isOver = languagesOf(cases).size > 1;
  // The last composite score of several languages is that over them.
  const composite = compositeRows(cases, modelOf, confidence).at(isOver ? -1 : 0);
  const asked = ascending(cases.map(({ tokens }) => tokens));
  const lengths = model.lengths.length > 0 ? model.lengths : asked;
  const reach = reachOf(model, options);
  const calls = cases.flatMap((each) => each.calls);
  const cause = causeOf(calls, reach);
  // If a part is missing at a length, the mean over all lengths is another figure.
  const published = lengths.length === asked.length ? publishedOf(cases, lengths) : [];
  return {
    provider: cases[0]!.model,
    name,
    ...(measure !== undefined && { measure }),
    recall: composite?.score ?? recallOf(model, confidence),
    ...(composite && { isComposite: true as const }),
    ...reach,
    ...cause,
    shortest: lengths[0]!,
    longest: (model.limit ? asked : lengths).at(-1)!,
    ...(sizes && { sizes }),
    ...(model.rise && { rise: riseRow(model.rise) }),
    answers: sum(cases.map(({ answer }) => (answer ? (answer.scores?.length ?? 1) : 0))),
    byLength: published.some((score) => score.byLength.length > 0)
      ? lengths.map((tokens) => {
          const atLength = cases.filter((asked) => asked.tokens === tokens);
          const [whole] = compositeRows(atLength, modelOf, confidence);
          const recall = whole?.score ?? recallOf(recallModel(atLength, options), confidence);
          return { tokens, recall };
        })
      : [],
    published,
  };
}

/** Finds what was published: of the only series, of all parts of a composite, or of all series together. */
function publishedOf(cases: readonly AskedCase[], lengths: readonly number[]): PublishedTotal[] {
  const { task, measure } = cases[0]!.series;
  if (measure !== undefined) return [];
  const conditions = conditionsOfAll(cases);
  const isWhole = languagesOf(cases).size === 1 && cases.every(({ composite }) => composite);
  const asked = measuredOf(cases, isOneSeries(cases) ? task : ALL_TASKS);
  const scores = publishedScores({ ...asked, conditions });
  const scored = withOwn(scores, new Map([[cases[0]!.model, cases]]));
  return [
    ...scored.map((score) => ({ ...score, byLength: [] })),
    ...(isWhole
      ? totalsOfParts(cases, lengths, conditions)
      : totalsOfTask(cases, lengths, conditions)),
  ];
}

/** Finds what was published by length of all parts of a composite together. */
function totalsOfParts(
  cases: readonly AskedCase[],
  lengths: readonly number[],
  conditions: PublishedConditions,
): PublishedTotal[] {
  const { benchmark } = cases[0]!.series;
  const parts = [...new Set(cases.map(({ composite }) => composite!.part))];
  const prompts = Math.min(...lengths.map((tokens) => promptsOf(cases, tokens, parts)));
  return publishedTotals({ benchmark, parts, lengths, prompts, conditions });
}

/** Finds what was published by length of the only task. */
export function totalsOfTask(
  cases: readonly AskedCase[],
  lengths: readonly number[],
  conditions: PublishedConditions,
): PublishedTotal[] {
  const { benchmark, task } = cases[0]!.series;
  if (cases.some(({ series }) => series.task !== task)) return [];
  const prompts = Math.min(...lengths.map((tokens) => promptsOf(cases, tokens, [])));
  return publishedTotals({ benchmark, task, lengths, prompts, conditions });
}

export function measuredOf(
  cases: readonly AskedCase[],
  task: string,
): Omit<Measured, 'conditions'> {
  const answered = cases.filter(({ answer }) => answer);
  return {
    benchmark: cases[0]!.series.benchmark,
    task,
    lengths: ascending(answered.map(({ tokens }) => tokens)),
    longest: largest([0, ...answered.map(askedFor)]),
    prompts: new Set(answered.map(({ id }) => id)).size,
    places: ascending(answered.flatMap(({ answer }) => placesOf(answer!)[0] ?? [])),
    temperatures: [
      ...new Set(
        answered.flatMap(({ calls }) => calls.map((row) => row.under?.config?.temperature)),
      ),
    ],
  };
}

/** Returns the requested length. A prompt of a size of text has another one. */
function askedFor({ tokens, calls }: AskedCase): number {
  const length = calls[0]?.case?.cell?.length;
  return typeof length === 'number' ? length : tokens;
}

/** Counts answered prompts of a length. 0 if a part has no answer. */
function promptsOf(cases: readonly AskedCase[], tokens: number, parts: readonly string[]): number {
  const atLength = cases.filter((asked) => asked.tokens === tokens && asked.answer);
  const isWhole = parts.every((part) => atLength.some(({ composite }) => composite?.part === part));
  return isWhole ? new Set(atLength.map(({ id }) => id)).size : 0;
}

function conditionsOfAll(cases: readonly AskedCase[]): PublishedConditions {
  const all = new Map<string, Set<string>>();
  for (const { conditions = {} } of new Set(cases.map(({ series }) => series))) {
    for (const [name, value] of Object.entries(conditions)) {
      all.set(name, (all.get(name) ?? new Set()).add(value));
    }
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, [...values].sort()]));
}
