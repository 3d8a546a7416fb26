import { intervalText, shareText } from '../../output/words.js';
import type { CompositePartRow, ReportData } from '../../tables/tables.js';
import { type Content, html, type Markup } from './markup.js';
import { table, text } from './table.js';

/** One row for each composite score of a provider; nothing where no benchmark has one. */
export function compositeTable(data: ReportData): Markup | undefined {
  if (data.composites.length === 0) return undefined;
  const rows = data.composites.map(({ name, provider, score, allRight, parts }) => [
    name,
    html`<bdi>${provider}</bdi>`,
    html`<strong>${shareText(score.value)}</strong>${
      Number.isFinite(score.value) &&
      html` <small>${shareText(score.low)}–${shareText(score.high)}</small>`
    }${allRight !== undefined && html` <span class="whole">(all right ${shareText(allRight)})</span>`}`,
    partsText(parts),
  ]);
  return html`${table({
    name: 'Composite scores',
    id: 'composites',
    columns: [text('Benchmark'), text('Reader'), 'Score', text('Its parts, with their weights')],
    rows,
  })}
<p class="note"><b>Score</b>: the mean of the parts' means, each with its weight, and its interval.${
    data.composites.some(({ allRight }) => allRight !== undefined) &&
    html` <b>All right</b>: in the same way, the share of the draws, asked in several ways, with every answer right.`
  }</p>`;
}

function partsText(parts: readonly CompositePartRow[]): Content {
  return parts.map(
    ({ part, weight, score }, i) =>
      html`${i > 0 && ', '}<span class="whole">${part} ${intervalText(score)} <small>× ${weight}</small></span>`,
  );
}
