/** Recall over the place in the context: binned for a curve, and place by place for a heatmap. */

import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { placed } from '../evaluation/prompts.js';
import type { Series } from '../evaluation/series.js';
import { type RecallModel, recallOf } from './recall-model.js';
import type { CellRow, Names, PositionRow, ReportOptions } from './tables.js';

/** A curve over positions is shown for at most this many bands of length, */
const LENGTH_BANDS = 4;

/** and in at most this many bins of position. */
const POSITION_BINS = 16;

/** Recall over position, for a few bands of length. */
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
    const own = model.prompts.filter(({ tokens }) => band.includes(tokens));
    return Array.from({ length: bins }, (_, bin) => {
      const inBin = placed(own, (position) => binOf(position, bins) === bin);
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

/** The bin of a position; a place between two bins belongs to the first. */
function binOf(position: number, bins: number): number {
  return Math.max(0, Math.ceil(position * bins - 1e-9) - 1);
}

/** A heatmap has at most this many lines. */
const MOST_PLACES = 64;

/** The lines of a heatmap, and which of them a position is on, from 0. */
export function placesAt(positions: readonly number[]) {
  const places = Math.min(positions.length, MOST_PLACES);
  const placeOf = (position: number) =>
    positions.length <= MOST_PLACES ? positions.indexOf(position) : binOf(position, places);
  return { places, placeOf };
}

/**
 * The cells of a heatmap: recall of the prompts of one length, for each place. A place is a position
 * that prompts of the series have; where there are very many (jitter), a bin of positions.
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
    for (const own of byLength.get(tokens) ?? []) {
      own.positions.forEach((position, i) => {
        cells[placeOf(position)]!.push({ position, mark: own.marks[i]! });
      });
    }
    return cells.flatMap((own, i) =>
      own.length === 0
        ? []
        : {
            ...names,
            tokens,
            place: i + 1,
            position: mean(own.map(({ position }) => position)),
            recall: mean(own.map(({ mark }) => mark)),
            marks: own.length,
          },
    );
  });
}
