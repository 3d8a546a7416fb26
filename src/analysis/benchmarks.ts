/** Every benchmark as a whole: one line for each reader. */
import { groupBy } from '../group-by.js';
import { ascending } from '../numbers.js';
import { type Row, seriesKey } from '../results/rows.js';
import { compositeRows, haystacksOf, nameOf } from './composites.js';
import { type PublishedTotal, publishedScores, publishedTotals } from './published-scores.js';
import { effectiveLengthOf, type RecallModel, recallModel, recallOf } from './recall-model.js';
import { riseRow } from './summary.js';
import type { BenchmarkRow, ReportOptions } from './tables.js';

/**
 * Recall and effective length of all series of a benchmark together, controls left out. Grids, languages
 * and haystacks are lines of their own.
 *
 * @param modelOf - what is known of the reader and series of a row
 */
export function benchmarkRows(
  rows: readonly Row[],
  modelOf: (row: Row) => RecallModel,
  options: ReportOptions,
): BenchmarkRow[] {
  const groups = groupBy(
    rows.filter(({ control }) => !control),
    (row) => JSON.stringify([nameOf(row), row.provider]),
  );
  const lines = [...groups.values()].flatMap((group) => {
    const haystacks = haystacksOf(group);
    return haystacks.map((haystack) => {
      const own = group.filter((row) => row.haystack === haystack || row.haystack === '');
      const name = nameOf(group[0]!) + (haystacks.length > 1 ? ` · ${haystack}` : '');
      return benchmarkRow(name, own, modelOf, options);
    });
  });
  return lines.length > 0 && isOneLanguage(rows)
    ? withoutLanguage(lines, rows[0]!.language)
    : lines;
}

function isOneLanguage(rows: readonly Row[]): boolean {
  return new Set(rows.map(({ language }) => language)).size === 1;
}

function withoutLanguage(lines: readonly BenchmarkRow[], language: string): BenchmarkRow[] {
  return lines.map((line) => ({
    ...line,
    name: line.name
      .split(' · ')
      .filter((part) => part !== language)
      .join(' · '),
  }));
}

function benchmarkRow(
  name: string,
  rows: readonly Row[],
  modelOf: (row: Row) => RecallModel,
  options: ReportOptions,
): BenchmarkRow {
  const { confidence } = options;
  const series = new Set(rows.map(seriesKey));
  const model = series.size === 1 ? modelOf(rows[0]!) : recallModel(rows, options);
  const [composite] = compositeRows(rows, modelOf, confidence);
  const asked = ascending(rows.map(({ tokens }) => tokens));
  const lengths = model.lengths.length > 0 ? model.lengths : asked;
  const effectiveLength = effectiveLengthOf(model, options);
  const published = publishedOf(rows, lengths);
  return {
    provider: rows[0]!.provider,
    name,
    recall: composite?.score ?? recallOf(model, model.prompts, confidence),
    ...(effectiveLength && { effectiveLength }),
    shortest: lengths[0]!,
    longest: lengths.at(-1)!,
    ...(model.rise && { rise: riseRow(model.rise) }),
    answers: rows.filter(({ error }) => error === undefined).length,
    byLength:
      composite && published.length > 0
        ? lengths.map((tokens) => {
            const own = rows.filter((row) => row.tokens === tokens);
            return { tokens, recall: compositeRows(own, modelOf, confidence)[0]!.score };
          })
        : [],
    published,
  };
}

/** What was published: of the only series, or of all parts together. */
function publishedOf(rows: readonly Row[], lengths: readonly number[]): PublishedTotal[] {
  const [first] = rows;
  const { benchmark, task } = first!;
  if (rows.every(({ composite }) => composite)) {
    const parts = [...new Set(rows.map(({ composite }) => composite!.part))];
    return publishedTotals({ benchmark, parts, lengths, conditions: conditionsOfAll(rows) });
  }
  if (new Set(rows.map(seriesKey)).size > 1) return [];
  const conditions = first!.conditions ?? {};
  return publishedScores({ benchmark, task, lengths, conditions }).map((score) => ({
    ...score,
    byLength: [],
  }));
}

/** What is said of any of the rows; where they say different things, all of them. */
function conditionsOfAll(rows: readonly Row[]): Record<string, string> {
  const all = new Map<string, Set<string>>();
  for (const { conditions = {} } of rows) {
    for (const [name, value] of Object.entries(conditions)) {
      all.set(name, (all.get(name) ?? new Set()).add(value));
    }
  }
  return Object.fromEntries(
    [...all].map(([name, values]) => [name, [...values].sort().join(' and ')]),
  );
}
