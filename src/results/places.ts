/** Recall over the place in the context: binned for a curve, and place by place for a heatmap. */
import { ascending, mean, sum } from '../numbers.js';
import type { Interval, PositionMark } from '../statistics/intervals.js';
import type { Row } from './rows.js';
import type { CellRow, PositionRow, Series } from './tables.js';

/** A curve over positions is shown for at most this many bands of length, */
const LENGTH_BANDS = 4;

/** and in at most this many bins of position. */
const POSITION_BINS = 16;

type Names = { provider: string; series: string };

interface LengthGroup {
  tokens: number;
  answered: readonly Row[];
}

/** The marks of a prompt with their positions; a mark without a position is left out. */
export function positionMarks({ marks, positions }: Row): PositionMark[] {
  return marks.flatMap((mark, i) => {
    const position = positions[i];
    return position === undefined ? [] : [{ mark, position }];
  });
}

/** The positions of a prompt's marks. */
export function positionsOf({ marks, positions }: Row): number[] {
  return positions.slice(0, marks.length);
}

/** Recall over position, for a few bands of length. */
export function positionRows(
  names: Names,
  series: Series,
  rows: readonly Row[],
  interval: (strata: readonly Row[][]) => Interval,
): PositionRow[] {
  const places = ascending(rows.flatMap(({ positions }) => positions)).length;
  if (places === 0) return [];
  const bins = Math.min(POSITION_BINS, places);
  return bands(series.lengths).flatMap((band) => {
    const own = rows.filter(({ tokens }) => band.includes(tokens));
    return Array.from({ length: bins }, (_, bin) => {
      const inBin = own.map((row) => onlyBin(row, bin, bins)).filter(({ marks }) => marks.length);
      const byLength = band.map((length) => inBin.filter(({ tokens }) => tokens === length));
      return {
        ...names,
        fromTokens: band[0]!,
        toTokens: band[band.length - 1]!,
        position: mean(inBin.flatMap(({ positions }) => positions)),
        recall: interval(byLength),
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

/** A row with only the marks of one bin; a place between two bins belongs to the first. */
function onlyBin(row: Row, bin: number, bins: number): Row {
  const chosen = row.positions.map(
    (position) => Math.max(0, Math.ceil(position * bins - 1e-9) - 1) === bin,
  );
  return {
    ...row,
    marks: row.marks.filter((_, i) => chosen[i]),
    positions: row.positions.filter((_, i) => chosen[i]),
  };
}

/** A heatmap has at most this many lines. */
const MOST_PLACES = 64;

/**
 * The cells of a heatmap: recall of the prompts of one length, for each place. A place is a position
 * that prompts of the series have; where there are very many (jitter), a bin of positions.
 */
export function cellRows(
  names: Names,
  byLength: readonly LengthGroup[],
  positions: readonly number[],
): CellRow[] {
  const places = Math.min(positions.length, MOST_PLACES);
  const placeOf = (position: number) =>
    positions.length <= MOST_PLACES
      ? positions.indexOf(position)
      : Math.max(0, Math.ceil(position * places - 1e-9) - 1);
  return byLength.flatMap(({ tokens, answered }) => {
    const marks: PositionMark[][] = Array.from({ length: places }, () => []);
    for (const mark of answered.flatMap(positionMarks)) marks[placeOf(mark.position)]!.push(mark);
    return marks.flatMap((own, i) =>
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
