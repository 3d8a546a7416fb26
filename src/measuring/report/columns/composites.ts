/** Scores that are made of several parts. */
import { html } from '../../output/markup.js';
import { column, readerColumn, type Table } from '../../output/table.js';
import { intervalText, shareText } from '../../output/words.js';
import type { CompositeRow, ReportData } from '../../tables/tables.js';

/** A line for each score, with its parts. */
export function compositesTable({ composites }: ReportData): Table<CompositeRow> {
  return {
    id: 'composites',
    title: 'Composite scores',
    rows: composites,
    columns: [
      column('label', 'benchmark', ({ name }) => name),
      readerColumn(),
      column('words', 'score (95 %)', scoreText, { head: 'Score', set: 'number', cell: scoreCell }),
      column('parts', 'parts (weight)', ({ parts }) => parts, {
        head: 'Its parts, with their weights',
      }),
    ],
    note: html`<b>Score</b>: the mean of the parts' means, each with its weight, and its interval.${
      composites.some(({ allRight }) => allRight !== undefined) &&
      html` <b>All right</b>: in the same way, the share of the draws, asked in several ways, with every answer right.`
    }`,
  };
}

function scoreText({ score, allRight }: CompositeRow): string {
  return (
    intervalText(score) + (allRight === undefined ? '' : ` (all right ${shareText(allRight)})`)
  );
}

function scoreCell({ score: { value, low, high }, allRight }: CompositeRow) {
  return html`<strong>${shareText(value)}</strong>${
    Number.isFinite(value) && html` <small>${shareText(low)}–${shareText(high)}</small>`
  }${allRight !== undefined && html` <span class="whole">(all right ${shareText(allRight)})</span>`}`;
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
