/** A search as a page. */
import { largest, smallest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { folded, htmlPage } from '../../measuring/document/html/shell.js';
import { pageTable } from '../../measuring/document/html/table.js';
import { html, sayHtml } from '../../measuring/document/markup.js';
import { costText, lengthText, rangeText } from '../../measuring/document/words.js';
import { LONGEST_NAME, shortNames } from '../../measuring/report/charts/chart-text.js';
import {
  describeLengthChart,
  type LengthChart,
  recallByLength,
} from '../../measuring/report/charts/length-chart.js';
import { comparisonText } from '../../measuring/report/comparison-words.js';
import { drawn } from '../../measuring/report/html/pictures.js';
import { octaves } from './next-prompts.js';
import type { SearchResult } from './search-result.js';
import { promptsTable, readersTable } from './search-tables.js';
import { searchAnswer } from './search-words.js';

/** Write the page. All names are text, whatever they look like. */
export function searchPage(result: SearchResult): string {
  const { readers, comparisons, confidence, series, rounds } = result;
  const chart = chartOf(result);
  const tokens = sum(readers.map((reader) => reader.tokens));
  const costs = readers.flatMap(({ cost }) => cost ?? []);
  return htmlPage({
    title: say`Reliable length, by search`,
    answer: searchAnswer(result),
    about: [
      sayCount(readers.length, 'reader'),
      series,
      say`${rangeText(...reachOf(result))} tokens`,
      say`threshold ${result.threshold}`,
      commas([
        say`${sayCount(sum(readers.map(({ points }) => points.length)), 'answer')} in ${sayCount(rounds, 'round')}`,
        say`${lengthText(tokens)} tokens`,
      ]),
      costs.length > 0 ? costText(sum(costs)) : say`cost not reported`,
    ],
    main: html`<section aria-label="${say`Readers`}">${pageTable(readersTable(result))}</section>
<section aria-labelledby="curves"><h2 id="curves">${say`Recall by length`}</h2><figure class="chart">${drawn(
      {
        title: chart.title,
        description: describeLengthChart(chart, confidence),
        ...recallByLength(chart),
      },
    )}</figure></section>
${
  comparisons.length > 0 &&
  folded(
    'comparisons',
    say`Readers compared on the same prompts`,
    html`<ul>${comparisons.map(
      (row) =>
        html`<li><bdi>${say`${comparisonText(row)} (${sayCount(row.prompts, 'prompt')})`}</bdi></li>`,
    )}</ul>`,
  )
}
${folded(
  'prompts',
  say`Every prompt`,
  readers.map(
    (reader) => html`<h3><bdi>${reader.provider}</bdi></h3>${pageTable(promptsTable(reader))}`,
  ),
)}`,
    footer: sayHtml`Written by promptfoo-counting-stars ${packageVersion()}.`,
    hasCharts: true,
  });
}

/** The shortest and the longest length of all readers. */
function reachOf({ readers }: SearchResult): [number, number] {
  return [
    smallest(readers.map(({ shortest }) => shortest)),
    largest(readers.map(({ longest }) => longest)),
  ];
}

function chartOf(result: SearchResult): LengthChart {
  const { readers, threshold } = result;
  const [shortest, longest] = reachOf(result);
  return {
    title: say`Recall by length`,
    figure: say`Recall`,
    each: 'prompt',
    lengths: octaves({ shortest, longest }),
    rows: readers.flatMap(({ provider, points }) =>
      points.map(({ tokens, recall }) => ({
        provider,
        tokens,
        recall: { value: recall, low: recall, high: recall },
      })),
    ),
    curves: readers.flatMap(({ provider, curve }) =>
      curve.map((point) => ({ provider, ...point })),
    ),
    summary: readers,
    names: shortNames(
      readers.map(({ provider }) => provider),
      LONGEST_NAME,
    ),
    threshold,
    published: [],
  };
}
