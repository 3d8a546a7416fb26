/** Scores that are made of several parts. */
import { say } from '../../../base/text/language.js';
import { html, sayHtml } from '../../document/markup.js';
import { column, readerColumn, type Table } from '../../document/table.js';
import { intervalText, shareText } from '../../document/words.js';
import type { CompositeRow, ReportData } from '../../facts/tables/tables.js';

/** A line for each score, with its parts. */
export function compositesTable({ composites }: ReportData): Table<CompositeRow> {
  return {
    id: 'composites',
    title: say`Composite scores`,
    rows: composites,
    columns: [
      column('label', say`benchmark`, ({ name }) => name),
      readerColumn(),
      column('words', say`score (95 %)`, scoreText, {
        head: say`Score`,
        set: 'number',
        cell: scoreCell,
      }),
      column('parts', say`parts (weight)`, ({ parts }) => parts, {
        head: say`Its parts, with their weights`,
      }),
    ],
    note: composites.some(({ allRight }) => allRight !== undefined)
      ? sayHtml`<b>Score</b>: the mean of the parts' means, each with its weight, and its interval. <b>All right</b>: in the same way, the share of the draws, asked in several ways, with every answer right.`
      : sayHtml`<b>Score</b>: the mean of the parts' means, each with its weight, and its interval.`,
  };
}

function scoreText({ score, allRight }: CompositeRow): string {
  const interval = intervalText(score);
  return allRight === undefined ? interval : say`${interval} (all right ${shareText(allRight)})`;
}

function scoreCell({ score: { value, low, high }, allRight }: CompositeRow) {
  return html`<strong>${shareText(value)}</strong>${
    Number.isFinite(value) && html` <small>${shareText(low)}–${shareText(high)}</small>`
  }${allRight !== undefined && html` <span class="whole">${say`(all right ${shareText(allRight)})`}</span>`}`;
}

/** A line for each part of each score, for files. */
export function compositeParts({ composites }: ReportData): object[] {
  return composites.flatMap(({ parts, ...whole }) =>
    parts.map(({ part, weight, score, answers, allRight }) => ({
      ...whole,
      part,
      weight,
      partScore: score,
      answers,
      ...(allRight !== undefined && { partAllRight: allRight }),
    })),
  );
}
