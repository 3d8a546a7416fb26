/** Averages recall by place in the context: in bins for a curve, place by place for a heatmap. */

import { groupBy } from '../../../base/group-by.js';
import { ascending, mean, sum } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import { type AskedCase, isUnread, marksOf, placed, placesOf } from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { Series } from '../evaluation/series.js';
import { type RecallModel, recallOf } from './recall-model.js';
import type { CellRow, Names, PositionRow, ReportOptions } from './tables.js';

const LENGTH_BANDS = 4;

const POSITION_BINS = 16;

export function positionRows(
  names: Names,
  series: Series,
  model: RecallModel,
  { confidence }: ReportOptions,
): PositionRow[] {
  const places = new Set(model.prompts.flatMap(({ positions }) => positions)).size;
  if (places === 0) return [];
  const bins = Math.min(POSITION_BINS, places);
  return bands(series.lengths).flatMap((band) => {
    const prompts = model.prompts.filter(({ tokens }) => band.includes(tokens));
    return Array.from({ length: bins }, (_, bin) => {
      const inBin = placed(prompts, (position) => binOf(position, bins) === bin);
      return {
        ...names,
        fromTokens: band[0]!,
        toTokens: band[band.length - 1]!,
        position: mean(inBin.flatMap(({ positions }) => positions)),
        recall: recallOf(model, confidence, () => inBin),
        marks: sum(inBin.map(({ marks }) => marks.length)),
      };
    }).filter(({ marks }) => marks > 0);
  });
}

function bands(lengths: readonly number[]): number[][] {
  const count = Math.min(LENGTH_BANDS, lengths.length);
  return Array.from({ length: count }, (_, band) =>
    lengths.filter((_, i) => Math.floor((i * count) / lengths.length) === band),
  );
}

/** Returns the bin of a position. One between two bins belongs to the first. */
function binOf(position: number, bins: number): number {
  return Math.max(0, Math.ceil(position * bins - 1e-9) - 1);
}

const MOST_PLACES = 64;

/** Returns the lines of a heatmap, and which of them a position is on. */
export function placesAt(positions: readonly number[]) {
  const places = Math.min(positions.length, MOST_PLACES);
  const placeOf = (position: number) =>
    positions.length <= MOST_PLACES ? positions.indexOf(position) : binOf(position, places);
  return { places, placeOf };
}

/**
 * Averages recall by length and place. A place is a position that prompts have or, if there are very many
 * (jitter), a bin of them.
 */
export function cellRows(
  names: Names,
  { prompts, lengths }: RecallModel,
  positions: readonly number[],
): CellRow[] {
  const { places, placeOf } = placesAt(positions);
  const byLength = groupBy(placed(prompts), ({ tokens }) => tokens);
  return lengths.flatMap((tokens) => {
    const cells: { position: number; mark: number }[][] = Array.from({ length: places }, () => []);
    for (const prompt of byLength.get(tokens) ?? []) {
      prompt.positions.forEach((position, i) => {
        cells[placeOf(position)]!.push({ position, mark: prompt.marks[i]! });
      });
    }
    return cells.flatMap((cell, i) =>
      cell.length === 0
        ? []
        : {
            ...names,
            tokens,
            place: i + 1,
            position: mean(cell.map(({ position }) => position)),
            recall: mean(cell.map(({ mark }) => mark)),
            marks: cell.length,
          },
    );
  });
}

/** A cell with losses, and the answer that lost most there. */
export interface LostCell extends Names {
  tokens: number;
  place: number;
  answers: number;
  lost: number;
  row: Row;
  mark: number;
}

/** Lists all cells with losses, by series, model, length and place. */
export function lostCells({ series, models }: Evaluation): LostCell[] {
  return series.flatMap((each) => {
    const asked = models.map(({ name, cases }) => ({
      provider: name,
      cases: [...cases.values()].filter((theCase) => theCase.series === each && theCase.answer),
    }));
    const answers = asked.flatMap(({ cases }) => cases.flatMap(({ answer }) => answer ?? []));
    const { placeOf } = placesAt(ascending(answers.flatMap(placesOf)));
    return asked.flatMap(({ provider, cases }) =>
      cellsOf(
        { provider, series: each.id },
        // Heatmaps leave out what could not be read for certain.
        cases.filter(({ calls }) => !calls.some(isUnread)),
        placeOf,
      ),
    );
  });
}

function cellsOf(
  names: Names,
  cases: readonly AskedCase[],
  placeOf: (position: number) => number,
): LostCell[] {
  const marked = cases.flatMap(({ tokens, shown, answer }) => {
    const marks = marksOf(answer!);
    return placesOf(answer!).map((position, mark) => {
      return { tokens, place: placeOf(position) + 1, row: shown, mark, share: marks[mark]! };
    });
  });
  const cells = groupBy(marked, ({ tokens, place }) => `${tokens}/${place}`);
  return [...cells.values()]
    .flatMap((cell): LostCell[] => {
      const lost = cell.filter(({ share }) => share < 1);
      if (lost.length === 0) return [];
      const { share: _, ...worst } = lost.reduce((a, b) => (b.share < a.share ? b : a));
      const answers = new Set(cell.map(({ row }) => row)).size;
      return [{ ...names, ...worst, answers, lost: new Set(lost.map(({ row }) => row)).size }];
    })
    .sort((a, b) => a.tokens - b.tokens || a.place - b.place);
}
