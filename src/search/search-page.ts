/** A search as a page. */
import { countText, lengthText, shareText } from '../output/words.js';
import {
  describeLengthChart,
  type LengthChart,
  recallByLengthSpec,
} from '../report/charts/length-chart.js';
import { renderSvg } from '../report/charts/render.js';
import { STANDALONE_STYLE } from '../report/charts/svg.js';
import { comparisonText } from '../report/comparison-words.js';
import { html, type Markup, trusted } from '../report/html/markup.js';
import { htmlPage, verdicts } from '../report/html/shell.js';
import { table, text } from '../report/html/table.js';
import { packageVersion } from '../version.js';
import { octaves } from './next-prompts.js';
import type { ReaderResult, SearchResult } from './search-result.js';
import { foundText, resultTable } from './search-words.js';

/** Write the page. All names are text, whatever they look like. */
export async function searchPage(result: SearchResult): Promise<string> {
  const { readers, comparisons, threshold, confidence } = result;
  const chart = chartOf(result);
  const drawing = (await renderSvg(recallByLengthSpec(chart))).replace(STANDALONE_STYLE, '');
  return htmlPage({
    title: 'Effective length',
    header: html`<p>${result.series}</p>
${verdicts(readers.map((reader) => [reader.provider, foundText(reader)]))}`,
    main: html`<section aria-label="Recall by length"><div class="chart scroll">${trusted(drawing)}</div>
<p class="note">${describeLengthChart(chart, confidence, 'a dot for each prompt')}</p>
${readerTable(result)}
${
  comparisons.length > 0 &&
  html`<h2>Compared on the same prompts</h2><ul>${comparisons.map(
    (row) => html`<li>${comparisonText(row)} (${row.prompts} prompts)</li>`,
  )}</ul>`
}
</section>
<section aria-labelledby="prompts"><h2 id="prompts">Every prompt</h2>
${readers.map(promptTable)}</section>`,
    footer: html`Recall of at least ${threshold}. A full grid is 32 lengths in equal steps, one prompt each:
${countText(result.gridTokens)} tokens.
Written by promptfoo-counting-stars ${packageVersion()}.`,
  });
}

function chartOf({ readers, threshold }: SearchResult): LengthChart {
  const reach = {
    shortest: Math.min(...readers.map(({ shortest }) => shortest)),
    longest: Math.max(...readers.map(({ longest }) => longest)),
  };
  return {
    title: 'Recall by length',
    lengths: octaves(reach),
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

function readerTable(result: SearchResult): Markup {
  const { head, rows } = resultTable(result);
  return table({
    name: 'Effective lengths',
    columns: [text('provider'), ...head],
    rows: rows.map((row, i) => [html`<bdi>${result.readers[i]!.provider}</bdi>`, ...row]),
  });
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
    columns: [text('Round'), 'Length', 'Recall', 'Seed'],
    rows,
  })}`;
}
