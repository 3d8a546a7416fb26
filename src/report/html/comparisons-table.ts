import type { ReportData } from '../../analysis/tables.js';
import { differenceIntervalText, shareText } from '../../output/words.js';
import { whereText } from '../comparison-words.js';
import { html, type Markup } from './markup.js';
import { scrolling } from './summary.js';

/** One row for every two readers of a series; nothing where there is one reader. */
export function comparisonsTable({ comparisons, series, options }: ReportData): Markup | undefined {
  if (comparisons.length === 0) return undefined;
  const titles = new Map(series.map(({ id, title }) => [id, title]));
  const many = series.length > 1;
  const percent = Number((options.confidence * 100).toFixed(2));
  const table = html`<table id="comparisons"><caption>Providers compared on the same prompts</caption><thead><tr>${
    many && html`<th scope="col" class="text">Series</th>`
  }<th scope="col" class="text">Provider</th><th scope="col" class="text">against</th>
<th scope="col">Difference of recall<br><small>${percent}% interval, all pairs together</small></th>
<th scope="col" class="text">Better</th><th scope="col" class="text">Where</th><th scope="col">Prompts</th></tr></thead><tbody>${comparisons.map(
    (row) =>
      html`<tr>${
        many && html`<td class="text">${titles.get(row.series) ?? row.series}</td>`
      }<th scope="row"><bdi>${row.provider}</bdi></th><td class="text"><bdi>${row.other}</bdi></td><td class="whole">${differenceIntervalText(row.difference)}</td><td class="text">${
        row.better === undefined
          ? 'no clear difference'
          : html`<b><bdi>${row.better}</bdi></b> by ${shareText(Math.abs(row.difference.value))}`
      }</td><td class="text"><bdi>${whereText(row)}</bdi></td><td>${row.prompts}</td></tr>`,
  )}</tbody></table>`;
  return html`${scrolling('Providers compared', table)}
<p class="note"><b>Difference</b>: recall of the provider minus recall of the other one, on the prompts that both
answered. <b>Better</b>: an interval for all pairs of this report together that does not hold 0.
<b>Where</b>: lengths at which one curve of recall plainly lies above the other.</p>`;
}
