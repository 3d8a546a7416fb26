/** Scores that are made of several parts. */
import { html } from '../../output/markup.js';
import { readerColumn, type Table } from '../../output/table.js';
import { intervalText, shareText } from '../../output/words.js';
import type { CompositeRow, ReportData } from '../../tables/tables.js';

/** A line for each score, with its parts. */
export function compositesTable({ composites }: ReportData): Table<CompositeRow> {
  const draws = composites.some(({ allRight }) => allRight !== undefined);
  return {
    name: 'composites',
    title: 'Composite scores',
    rows: composites,
    columns: [
      { heading: 'benchmark', kind: 'label', of: ({ name }) => name },
      readerColumn(),
      {
        heading: 'score (95 %)',
        kind: 'words',
        of: ({ score, allRight }) =>
          intervalText(score) +
          (allRight === undefined ? '' : ` (all right ${shareText(allRight)})`),
        onPage: { heading: 'Score', set: 'number', cell: scoreCell },
      },
      {
        heading: 'parts (weight)',
        kind: 'parts',
        of: ({ parts }) => parts,
        onPage: { heading: 'Its parts, with their weights' },
      },
    ],
    note: html`<b>Score</b>: the mean of the parts' means, each with its weight, and its interval.${
      draws &&
      html` <b>All right</b>: in the same way, the share of the draws, asked in several ways, with every answer right.`
    }`,
  };
}

function scoreCell({ score: { value, low, high }, allRight }: CompositeRow) {
  return html`<strong>${shareText(value)}</strong>${
    Number.isFinite(value) && html` <small>${shareText(low)}–${shareText(high)}</small>`
  }${allRight !== undefined && html` <span class="whole">(all right ${shareText(allRight)})</span>`}`;
}

/** A line for each part of each score. */
export function compositePartsTable({ composites }: ReportData): Table<object> {
  return {
    name: 'composites',
    title: 'Composite scores',
    columns: [],
    rows: composites.flatMap(({ parts, ...whole }) =>
      parts.map(({ part, weight, score, answers, allRight }) => ({
        ...whole,
        part,
        weight,
        partScore: score,
        answers,
        ...(allRight !== undefined && { partAllRight: allRight }),
      })),
    ),
  };
}
