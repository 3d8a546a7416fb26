/** The report as a page: the verdicts, the tables, the pictures of each series, and what went wrong. */
import type { ReportData } from '../../analysis/tables.js';
import { troubleSentences } from '../../analysis/troubles.js';
import { incompleteTexts } from '../../evaluation/completeness.js';
import { shorten, shortNames } from '../charts/chart-text.js';
import { benchmarkTable } from './benchmarks-table.js';
import { comparisonsTable } from './comparisons-table.js';
import { compositeTable } from './composites-table.js';
import { errorSection, failureSection } from './failures.js';
import { html, type Markup } from './markup.js';
import { type Picture, seriesPictures } from './pictures.js';
import { SCRIPT } from './script.js';
import { htmlPage, verdicts } from './shell.js';
import { matrixTable, summaryTable } from './summary.js';
import { verdict } from './verdict.js';

/** How the results came about, so that a reader can reproduce them. */
export interface Method {
  title: string;
  /** The program that wrote the report, with its version. */
  generatedBy: string;
  /** Sentences, one paragraph each. */
  lines: readonly string[];
  /** The configuration, as JSON text. */
  configJson: string;
}

/** Write the report. All strings of the tables are text, whatever they look like. */
export function renderHtml(report: ReportData, drawn: readonly Picture[], method: Method): string {
  const { data, pictures } = withReadableNames(report, drawn);
  const many = data.series.length > 1;
  const warnings = [...incompleteTexts(data.missing), ...troubleSentences(data)];
  return htmlPage({
    title: method.title,
    header: html`${warnings.map((text) => html`<p class="some">${text}</p>`)}
${verdicts(data.providers.map((provider) => [provider, verdict(data, provider)]))}
${contents(data, many)}`,
    main: html`<section aria-label="Summary">${benchmarkTable(data)}
${matrixTable(data)}
${compositeTable(data)}
${summaryTable(data)}
${comparisonsTable(data)}</section>
${data.series.map(
  (series, i) =>
    html`<section aria-labelledby="series-${i + 1}"><h2 id="series-${i + 1}">${
      series.title
    }</h2>${seriesPictures(data, series, pictures)}</section>`,
)}
<section aria-labelledby="failures">${failureSection(data)}</section>
${errorSection(data)}
<section aria-labelledby="method"><h2 id="method">Method and configuration</h2>${method.lines.map(
      (line) => html`<p>${line}</p>`,
    )}<h3>Configuration</h3><pre tabindex="0" role="region" aria-label="Configuration">${
      method.configJson
    }</pre></section>
<div id="ring" hidden></div>
<div id="tip" role="status" hidden></div>`,
    footer: `Written by ${method.generatedBy}.`,
    script: SCRIPT,
  });
}

/** Longer names of providers and series are shortened in the middle. */
const LONGEST_NAME = 100;

/** Fields of the tables that name a reader. */
const NAMES = new Set(['provider', 'other', 'better', 'higher']);

/** The same report with names that fit into a table and are still all different. */
function withReadableNames(report: ReportData, drawn: readonly Picture[]) {
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
  const pictures = drawn.map(({ chart: { spec, ...chart }, svg }) => ({
    chart: { ...readable(chart), spec },
    svg,
  }));
  return { data, pictures };
}

/** More series than these are listed when asked for, so that the first figures stand near the top. */
const MANY_SERIES = 8;

function contents(data: ReportData, many: boolean): Markup {
  const { series, errors, comparisons } = data;
  const link = (id: string, name: string) => html`<li><a href="#${id}">${name}</a></li>`;
  const pictures = series.map(({ title }, i) => link(`series-${i + 1}`, many ? title : 'Pictures'));
  return html`<nav aria-label="Contents"><ul>${many && link('benchmarks', 'Benchmarks')}${
    many && link('matrix', 'By series and length')
  }${data.composites.length > 0 && link('composites', 'Composite scores')}${link('summary', 'Summary')}${comparisons.length > 0 && link('comparisons', 'Compared')}${series.length > MANY_SERIES ? html`<li><details><summary>${series.length} series</summary><ul>${pictures}</ul></details></li>` : pictures}${link(
    'failures',
    'Failing answers',
  )}${errors.length > 0 && link('errors', 'Errors')}${link('method', 'Method')}</ul></nav>`;
}
