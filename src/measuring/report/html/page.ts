/** The report as a page: what was asked, one line a reader, the pictures of each series, and on demand the rest. */

import { say, sayCount } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { folded, htmlPage } from '../../document/html/shell.js';
import { pageTable } from '../../document/html/table.js';
import { type Content, html, type Markup } from '../../document/markup.js';
import { confidenceText } from '../../document/words.js';
import { incompleteTexts } from '../../facts/evaluation/completeness.js';
import { figureName, type Series } from '../../facts/evaluation/series.js';
import { controlText } from '../../facts/tables/controls.js';
import type { CompactionRow, OverallRow, ReportData } from '../../facts/tables/tables.js';
import { transformTexts } from '../../facts/tables/transforms.js';
import { troubleSentences } from '../../facts/tables/trouble-sentences.js';
import { conditionTexts, reportAnswer } from '../answer.js';
import { shorten, shortNames } from '../charts/chart-text.js';
import type { Chart } from '../charts/charts.js';
import { compactionDetails, compactionsTable } from '../columns/compactions.js';
import { compositesTable } from '../columns/composites.js';
import { decisionTable } from '../columns/decision.js';
import { bandsTable } from '../columns/lengths.js';
import { agesTable, kindsTable, stepsTable } from '../columns/losses.js';
import { summaryTable } from '../columns/summary.js';
import { comparisonText } from '../comparison-words.js';
import { aboutParts } from './about-line.js';
import { benchmarksSection } from './benchmarks-section.js';
import { errorSection, failureHeading, failureSection } from './failures.js';
import { filteredBy, filters } from './filters.js';
import type { ShownCell } from './lost/asked-text.js';
import { FEW_READERS, seriesPictures } from './pictures.js';
import { questionsSection } from './questions.js';

/** How the results came about, so that a reader can reproduce them. */
interface Method {
  title: string;
  /** The program that wrote the report, with its version. */
  generatedBy: string;
  /** Sentences, one paragraph each. */
  lines: readonly string[];
  /** The configuration, as JSON text. */
  configJson: string;
}

/** Write the report. All strings of the tables are text, whatever they look like. */
export function renderHtml(
  report: ReportData,
  drawn: readonly Chart[],
  method: Method,
  lost: readonly ShownCell[] = [],
): string {
  const { data, pictures, shown } = withReadableNames(report, drawn, lost);
  const { providers } = data;
  const sections = sectionsOf(data, pictures, shown, method);
  return htmlPage({
    title: method.title,
    answer: reportAnswer(data),
    notes: html`${[...conditionTexts(data), ...incompleteTexts(data.missing)].map((text) => html`<p class="some">${text}</p>`)}
${controlNote(data)}${troubleNotes(data, providers.length <= FEW_READERS)}`,
    about: aboutParts(data),
    main: html`${firstTable(data)}
${contents(sections)}
${filters(data)}
${sections.map(({ content }) => content)}`,
    footer: say`Written by ${method.generatedBy}.`,
    hasCharts: true,
  });
}

/** What the answer rests on: the readers, or where histories were shortened, what is left step by step. */
function firstTable(data: ReportData): Markup {
  return data.compactions
    ? html`<section aria-label="${say`What recall is lost to`}">${pageTable(stepsTable(data))}</section>`
    : html`<section aria-label="${say`Readers`}">${pageTable(decisionTable(data), (row) => filteredBy(data, { provider: row.provider }))}</section>`;
}

/** The controls in one line, in red only where one failed. */
function controlNote(data: ReportData): Content {
  const text = controlText(data);
  const isPassed = data.controls?.every(({ passed }) => passed);
  return text !== undefined && html`<p class="${isPassed ? 'passed' : 'some'}">${text}</p>`;
}

/** Series that are drawn: of a control that stands in one line, a picture would be a square of one colour. */
function drawnSeries({ series, controls = [] }: ReportData): readonly Series[] {
  const said = new Set(controls.flatMap((one) => one.series));
  const drawn = series.filter(({ id }) => !said.has(id));
  return drawn.length > 0 ? drawn : series;
}

/** Whether it is known of any compaction which facts it keeps. */
function hasAges(compactions: readonly CompactionRow[]): boolean {
  return compactions.some(({ ages }) => ages.length > 0);
}

/** Whether the benchmarks say more than the table of the readers. */
function hasBenchmarks({ benchmarks, providers, series }: ReportData): boolean {
  return (
    series.length > 1 &&
    (benchmarks.length > providers.length ||
      benchmarks.some(({ published }) => published.length > 0))
  );
}

/** All parts that there is something to say in, below the decision. */
function sectionsOf(
  data: ReportData,
  pictures: readonly Chart[],
  shown: readonly ShownCell[],
  method: Method,
): Section[] {
  const { series, summary, comparisons, composites } = data;
  const many = series.length > 1;
  const pictured = drawnSeries(data);
  const foldedPictures = (one: Series) =>
    html`<details class="fold"${filteredBy(data, { series: one.id })}><summary><h3>${one.title}</h3></summary>${seriesPictures(data, one, pictures, shown)}</details>`;
  const openPictures = (one: Series) =>
    html`<div${filteredBy(data, { series: one.id })}><h3>${one.title}</h3>${seriesPictures(data, one, pictures, shown)}</div>`;
  const matrix =
    (many || series[0]!.sizes !== undefined) &&
    section(
      'matrix',
      say`${capital(figureName(series))} by series and length`,
      pageTable(bandsTable(data), (row) => filteredBy(data, row)),
      {
        isFolded: summary.length > MANY_ROWS,
      },
    );
  return [
    data.questions !== undefined && matrix,
    data.questions !== undefined &&
      section('questions', say`Which questions`, questionsSection(data, shown), {
        isFolded: data.providers.length > FEW_READERS,
      }),
    data.losses !== undefined &&
      data.compactions === undefined &&
      section('steps', say`What recall is lost to`, pageTable(stepsTable(data))),
    data.compactions !== undefined &&
      section('compaction', say`Compactions compared`, compactionSection(data.compactions)),
    data.compactions?.some(({ kinds }) => kinds) &&
      section('kinds', say`Facts by kind`, pageTable(kindsTable(data.compactions))),
    data.compactions !== undefined &&
      hasAges(data.compactions) &&
      section('ages', say`Facts by age`, pageTable(agesTable(data.compactions))),
    hasBenchmarks(data) && section('benchmarks', say`Benchmarks`, benchmarksSection(data)),
    data.questions === undefined && matrix,
    composites.length > 0 &&
      section('composites', say`Composite scores`, pageTable(compositesTable(data)), {
        isFolded: true,
      }),
    many
      ? section(
          'series',
          say`Pictures of ${pictured.length} series`,
          pictured.map(pictured.length > FEW_SERIES ? foldedPictures : openPictures),
          { isFolded: pictured.length > FEW_SERIES },
        )
      : section('series', series[0]!.title, seriesPictures(data, series[0]!, pictures, shown)),
    comparisons.length > 0 &&
      section('comparisons', say`Readers compared`, pairs(data), { isFolded: true }),
    section(
      'summary',
      say`All figures`,
      pageTable(summaryTable(data), (row) => filteredBy(data, row)),
      { isFolded: true },
    ),
    section('failures', failureHeading(data), failureSection(data, shown), {
      isFolded: true,
    }),
    data.errors.length > 0 &&
      section('errors', say`Errors: ${data.errors.length}`, errorSection(data), { isFolded: true }),
    section('method', say`Method and configuration`, methodSection(method), { isFolded: true }),
  ].filter((one) => one !== false && one !== undefined);
}

function compactionSection(rows: readonly CompactionRow[]): Content {
  const details = pageTable(compactionDetails(rows));
  return html`${pageTable(compactionsTable(rows))}
<details class="fold"><summary><h3>${say`In detail`}</h3></summary>${details}</details>`;
}
/** The pictures of more series are shown on demand. */
const FEW_SERIES = 3;

/** With more lines than these the table of bands is folded. */
const MANY_ROWS = 60;

interface Section {
  id: string;
  name: string;
  content: Markup;
}

/** A part of the page, which may be folded. */
function section(id: string, name: string, inner: Content, { isFolded = false } = {}): Section {
  const content = isFolded
    ? folded(id, name, inner)
    : html`<section aria-labelledby="to-${id}"><h2 id="to-${id}">${name}</h2>${inner}</section>`;
  return { id, name, content };
}

/** Every two readers on the prompts that both answered, the clearest differences first. */
function pairs(data: ReportData): Content {
  const list = (title: string, rows: readonly OverallRow[]) => {
    const clearest = [...rows].sort(
      (a, b) =>
        Number(!a.better) - Number(!b.better) ||
        Math.abs(b.difference.value) - Math.abs(a.difference.value),
    );
    const items = clearest.map((row) => html`<li><bdi>${comparisonText(row)}</bdi></li>`);
    return rows.length > 0 && html`<h3>${title}</h3><ul>${items}</ul>`;
  };
  return html`${list(say`All series together`, data.overall ?? [])}${data.series.map(
    ({ id, title }) =>
      list(
        title,
        data.comparisons.filter(({ series }) => series === id),
      ),
  )}<p class="note">${say`In brackets: ${confidenceText(data.options)} intervals for all pairs together. What is said of lengths is
shown there, with the same confidence.`}</p>`;
}

/** What became of answers that are not whole or not read; of many readers on demand, since their lines say it too. */
function troubleNotes(data: ReportData, said: boolean): Content {
  const notes = [...troubleSentences(data), ...transformTexts(data.about.transforms ?? [])].map(
    (text) => html`<p class="some">${text}</p>`,
  );
  if (said || notes.length === 0) return notes;
  return html`<details class="some"><summary>${say`${sayCount(notes.length, 'note')} on answers that are not whole, or could not be read`}</summary>${notes}</details>`;
}

function methodSection({ lines, configJson }: Method): Markup {
  const name = say`Configuration`;
  return html`${lines.map((line) => html`<p>${line}</p>`)}<h3>${name}</h3><pre tabindex="0" role="group" aria-label="${name}">${configJson}</pre>`;
}

/** Longer names of providers and series are shortened in the middle. */
const LONGEST_NAME = 100;

/** Fields of the tables that name a reader. */
const NAMES = new Set(['provider', 'other', 'better', 'higher']);

/** The same report with names that fit into a table and are still all different. */
function withReadableNames(
  report: ReportData,
  drawn: readonly Chart[],
  lost: readonly ShownCell[],
) {
  const names = shortNames(report.providers, LONGEST_NAME);
  const readable = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(readable) as T;
    const fields = Object.entries(value).map(([key, own]) => [
      key,
      NAMES.has(key) ? (names.get(own as string) ?? own) : readable(own),
    ]);
    return Object.fromEntries(fields) as T;
  };
  const data: ReportData = {
    ...readable(report),
    series: report.series.map((one) => ({ ...one, title: shorten(one.title, LONGEST_NAME) })),
    providers: [...names.values()],
  };
  const pictures = drawn.map((chart) => ({
    ...chart,
    ...(chart.provider !== undefined && { provider: names.get(chart.provider)! }),
  }));
  const shown = lost.map((cell) => ({ ...cell, provider: names.get(cell.provider)! }));
  return { data, pictures, shown };
}

/** Links to all parts. */
function contents(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, name }) => html`<li><a href="#to-${id}">${name}</a></li>`);
  return html`<nav aria-label="${say`Contents`}"><ul>${links}</ul></nav>`;
}
