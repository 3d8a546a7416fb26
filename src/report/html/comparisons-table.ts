import type { ComparisonRow, ReportData } from '../../analysis/tables.js';
import { differenceIntervalText, shareText } from '../../output/words.js';
import { whereText } from '../comparison-words.js';
import { percent } from './decision.js';
import { html, type Markup } from './markup.js';
import { table, text, whole } from './table.js';

/** One row for every two readers, below the title of their series; nothing where there is one reader. */
export function comparisonsTable(data: ReportData): Markup | undefined {
  const { comparisons, series } = data;
  if (comparisons.length === 0) return undefined;
  return html`${table({
    name: 'Readers compared on the same prompts',
    caption: false,
    id: 'comparisons',
    columns: [
      ...(series.length > 1 ? [text('Series')] : []),
      text('Reader'),
      text('against'),
      whole(
        html`Difference of recall<br><small>${percent(data)} interval, all pairs together</small>`,
      ),
      text('Better'),
      text('Where'),
      'Prompts',
    ],
    groups: series.flatMap(({ id, title }) => {
      const rows = comparisons.filter((row) => row.series === id).map(cellsOf);
      return rows.length === 0 ? [] : { ...(series.length > 1 && { heading: title }), rows };
    }),
  })}
<p class="note"><b>Difference</b>: recall of the reader minus recall of the other one, on the prompts that both
answered. <b>Better</b>: an interval for all pairs of this report together that does not hold 0.
<b>Where</b>: lengths at which one curve of recall plainly lies above the other.</p>`;
}

function cellsOf(row: ComparisonRow) {
  const { provider, other, better, difference, prompts } = row;
  return [
    html`<bdi>${provider}</bdi>`,
    html`<bdi>${other}</bdi>`,
    differenceIntervalText(difference),
    better === undefined
      ? 'no clear difference'
      : html`<b><bdi>${better}</bdi></b> by ${shareText(Math.abs(difference.value))}`,
    html`<bdi>${whereText(row)}</bdi>`,
    prompts,
  ];
}
