/** A search as one HTML file that needs nothing else, and runs nothing. */
import { createHash } from 'node:crypto';
import {
  costText,
  countText,
  effectiveLengthBounds,
  effectiveLengthEstimate,
  lengthText,
  percentText,
  shareText,
} from '../output/words.js';
import { recallByLengthSpec } from '../report/charts/length-chart.js';
import { renderSvg } from '../report/charts/render.js';
import { STANDALONE_STYLE } from '../report/charts/svg.js';
import { comparisonText } from '../report/comparison-words.js';
import { html, type Markup, trusted } from '../report/html/markup.js';
import { STYLE } from '../report/html/page-style.js';
import { packageVersion } from '../version.js';
import { octaves } from './next-prompts.js';
import type { ReaderResult, SearchResult } from './search-result.js';
import { foundText } from './search-words.js';

const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "img-src data:; base-uri 'none'; form-action 'none'";

/** Write the page. All names are text, whatever they look like. */
export async function searchPage(result: SearchResult): Promise<string> {
  const drawing = (await renderSvg(chartOf(result))).replace(STANDALONE_STYLE, '');
  const { readers, comparisons, threshold, confidence } = result;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Effective length</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<h1>Effective length</h1>
<p>${result.series}</p>
<ul class="verdicts">${readers.map(
    (reader) => html`<li><b><bdi>${reader.provider}</bdi></b> ${foundText(reader)}</li>`,
  )}</ul>
</header>
<main>
<section aria-label="Recall by length"><div class="chart scroll">${trusted(drawing)}</div>
<p class="note">Every point is a prompt that was asked. The line is recall as a curve that does not rise with length,
with its band; the diamond on the threshold is the effective length, and the bar its ${100 * confidence} % interval.</p>
${readerTable(result)}
${
  comparisons.length > 0 &&
  html`<h2>Compared on the same prompts</h2><ul>${comparisons.map(
    (row) => html`<li>${comparisonText(row)} (${row.prompts} prompts)</li>`,
  )}</ul>`
}
</section>
<section aria-labelledby="prompts"><h2 id="prompts">Every prompt</h2>
${readers.map(promptTable)}</section>
</main>
<footer class="note">Recall of at least ${threshold}. A full grid is 32 lengths in equal steps, one prompt each.
Written by promptfoo-counting-stars ${packageVersion()}.</footer>
</body>
</html>
`.text;
}

function chartOf({ readers, threshold }: SearchResult) {
  const reach = {
    shortest: Math.min(...readers.map(({ shortest }) => shortest)),
    longest: Math.max(...readers.map(({ longest }) => longest)),
  };
  return recallByLengthSpec({
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
  });
}

function readerTable({ readers, gridTokens }: SearchResult): Markup {
  return table(
    ['', 'Effective length', '95 % interval', 'Prompts', 'Tokens', 'Full grid', 'Share', 'Cost'],
    readers.map((reader) => [
      reader.provider,
      effectiveLengthEstimate(reader),
      effectiveLengthBounds(reader) || '–',
      countText(reader.points.length),
      countText(reader.tokens),
      countText(gridTokens),
      percentText(reader.tokens / gridTokens),
      costText(reader.cost),
    ]),
  );
}

function promptTable({ provider, points }: ReaderResult): Markup {
  const rows = points.map(({ round, tokens, seed, recall }) => [
    String(round),
    lengthText(tokens),
    shareText(recall),
    String(seed),
  ]);
  return html`<h3><bdi>${provider}</bdi></h3>${table(['Round', 'Length', 'Recall', 'Seed'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="scroll"><table><thead><tr>${head.map(
    (cell) => html`<th scope="col">${cell}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row"><bdi>${first}</bdi></th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
