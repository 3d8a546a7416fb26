/** A search as a page. */
import { largest, smallest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { counted } from '../../base/text/texts.js';
import { packageVersion } from '../../base/version.js';
import {
  costText,
  countText,
  lengthText,
  percentText,
  rangeText,
  shareText,
} from '../output/words.js';
import {
  describeLengthChart,
  type LengthChart,
  recallByLengthSpec,
} from '../report/charts/length-chart.js';
import { renderSvg } from '../report/charts/render.js';
import { comparisonText } from '../report/comparison-words.js';
import { lengthAndBounds } from '../report/html/decision.js';
import { html, type Markup } from '../report/html/markup.js';
import { drawing } from '../report/html/pictures.js';
import { facts, folded, htmlPage } from '../report/html/shell.js';
import { axisLabels, lengthAxis, reachPicture, sparkline } from '../report/html/small-pictures.js';
import { table, text } from '../report/html/table.js';
import { octaves } from './next-prompts.js';
import type { ReaderResult, SearchResult } from './search-result.js';
import { otherMarksText, remarkText } from './search-words.js';

/** Write the page. All names are text, whatever they look like. */
export async function searchPage(result: SearchResult): Promise<string> {
  const { readers, comparisons, confidence, series, rounds } = result;
  const chart = chartOf(result);
  const tokens = sum(readers.map((reader) => reader.tokens));
  const costs = readers.flatMap(({ cost }) => cost ?? []);
  return htmlPage({
    title: 'Effective length, by search',
    header: facts([
      counted(readers.length, 'reader'),
      series,
      `${rangeText(...reachOf(result))} tokens`,
      `${counted(rounds, 'round')}, ${lengthText(tokens)} tokens`,
      ...(costs.length > 0 ? [costText(sum(costs))] : []),
    ]),
    main: html`<section aria-label="Readers">${readerTable(result)}</section>
<section aria-labelledby="curves"><h2 id="curves">Recall by length</h2><figure class="chart">${drawing(
      await renderSvg(recallByLengthSpec(chart)),
      chart.title,
      describeLengthChart(chart, confidence, 'a dot for each prompt'),
    )}</figure></section>
${
  comparisons.length > 0 &&
  folded(
    'comparisons',
    'Readers compared on the same prompts',
    html`<ul>${comparisons.map(
      (row) => html`<li><bdi>${comparisonText(row)} (${row.prompts} prompts)</bdi></li>`,
    )}</ul>`,
  )
}
${folded('prompts', 'Every prompt', readers.map(promptTable))}`,
    footer: html`Written by promptfoo-counting-stars ${packageVersion()}.`,
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
    title: 'Recall by length',
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
    names: new Map(readers.map(({ provider }) => [provider, provider])),
    threshold,
    published: [],
  };
}

/** One line a reader, the farthest first. */
function readerTable(result: SearchResult): Markup {
  const { readers, threshold, confidence, gridTokens } = result;
  const axis = lengthAxis(readers);
  const labels = axisLabels(axis);
  const range = html`<small class="phone">${rangeText(axis.from, axis.to)} tokens</small>`;
  const rows = readers.map((reader) => [
    html`<span class="reader"><bdi>${reader.provider}</bdi><small>${remarkText(reader)}</small></span>`,
    html`<span class="phone">holds up to </span>${lengthAndBounds(reader)}`,
    html`${reachPicture(reader, axis)}${range}`,
    html`${sparkline(
      reader.curve,
      reader.points.map(({ tokens, recall }) => ({ tokens, recall: { value: recall } })),
      threshold,
      axis,
    )}${reader.points.length > 0 && range}`,
    html`${countText(reader.points.length)}<span class="phone"> prompts</span>`,
    html`${lengthText(reader.tokens)}<span class="phone"> tokens</span><br><small>${percentText(reader.tokens / gridTokens)} of a grid</small>`,
    costText(reader.cost),
  ]);
  return html`${table({
    name: 'Readers, the farthest first',
    id: 'decision',
    columns: [
      text('Reader'),
      html`Holds<br>up to`,
      text(html`Effective length,<br>tokens ${labels}`),
      text(html`Recall over length,<br>0 to 1, and threshold ${labels}`),
      'Prompts',
      'Tokens',
      'Cost',
    ],
    rows,
  })}
<p class="note"><b>Holds up to</b>: the effective length, where recall as a curve over length falls below ${threshold}; an arrow
says that it lies beyond what was asked, dashes that it may be any. Bars and small figures: ${100 * confidence} %
intervals. <b>Of a grid</b>: 32 lengths in equal steps, one prompt each, are ${countText(gridTokens)} tokens.
${otherMarksText(result)}</p>`;
}

function promptTable({ provider, points }: ReaderResult): Markup {
  const rows = points.map(({ round, tokens, seed, recall }) => [
    round,
    lengthText(tokens),
    shareText(recall),
    seed,
  ]);
  return html`<h3><bdi>${provider}</bdi></h3>${table({
    name: `Prompts of ${provider}`,
    columns: [text('Round'), 'Length, tokens', 'Recall', 'Seed'],
    rows,
  })}`;
}
