import { groupBy } from '../../../base/group-by.js';
import { paragraph, say } from '../../../base/text/language.js';
import { bareTable, notesOf } from '../../document/html/table.js';
import { html, type Markup, trusted } from '../../document/markup.js';
import type { PublishedTotal } from '../../facts/tables/published-rows.js';
import type { BenchmarkRow, ReportData } from '../../facts/tables/tables.js';
import { benchmarksTable, hasNeighbours } from '../columns/benchmarks.js';
import { totalsTable } from '../columns/lengths.js';
import { neighboursBeside, sourcesText, totalsText } from '../published-neighbours.js';
import { filteredBy } from './filters.js';
import { differences } from './pictures.js';

/** A dot with its interval and recall for each benchmark and reader, and totals beside published ones. */
export function benchmarksSection(data: ReportData): Markup {
  const groups = [...groupBy(data.benchmarks, ({ name }) => name)];
  const whole = benchmarksTable(data);
  const tables =
    data.providers.length === 1
      ? bareTable(whole)
      : groups.map(
          ([name, rows]) =>
            html`<div${hasNeighbours(rows) && trusted(' class="wide"')}${filteredBy(data, ofBenchmark(data, name))}><h3>${name}</h3>${bareTable(benchmarksTable(data, rows), ({ provider }) => filteredBy(data, { provider }))}</div>`,
        );
  return html`<div id="benchmarks">${tables}</div>
${notesOf(whole)}${groups.map(([name, rows]) => totals(name, rows))}`;
}

/** The scores of more models than these that were measured otherwise are not listed. */
const MOST_NAMED = 8;
/** What filters look at of a benchmark by its name: its first series. */
function ofBenchmark({ series }: ReportData, name: string): { series?: string } {
  const first = series.find(({ benchmark }) => benchmark === name.split(' · ')[0]);
  return first ? { series: first.id } : {};
}

/** Totals at each length beside those that were published; nothing where none were. */
function totals(name: string, rows: readonly BenchmarkRow[]): Markup | undefined {
  const published = rows.flatMap((row) => row.published);
  const all = new Map(published.map((one) => [`${one.source} ${one.model}`, one]));
  if (all.size === 0 || rows.every(({ byLength }) => byLength.length === 0)) return undefined;
  const near = new Map<string, PublishedTotal>(
    rows.flatMap((row) => neighboursBeside(row).map((one) => [one.model, one] as const)),
  );
  const kinds = groupBy([...all.values()], ({ differs }) => JSON.stringify(differs));
  const told = [...kinds.values()].map((scores) => {
    const { differs } = scores[0]!;
    if (differs) {
      const otherwise =
        scores.length <= MOST_NAMED
          ? say`${name}: totals were published, but measured otherwise: ${totalsText(scores)}.`
          : say`${name}: totals were published, but measured otherwise.`;
      return html`<p class="note">${paragraph([otherwise, sourcesText(scores)])}</p>${differences(differs)}`;
    }
    const [same, of] =
      near.size === 0
        ? [
            say`${name}: totals were not published at all of these lengths, so no model is shown as a neighbour.`,
            scores,
          ]
        : [say`${name}: published totals.`, [...near.values()]];
    return html`<p class="note">${paragraph([same, sourcesText(of)])}</p>`;
  });
  if (near.size === 0) return html`${told}`;
  return html`<h3>${say`${name}: total by length`}</h3>${bareTable(totalsTable(name, rows, [...near.values()]))}${told}`;
}
