/** Links cells of a heatmap to answers that lost something there. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import { type AskedCase, isUnread } from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { marksOf, placesOf } from '../evaluation/prompts.js';
import { placesAt } from './places.js';
import type { Names } from './tables.js';

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
  return series.flatMap((one) => {
    const asked = models.map(({ name, cases }) => ({
      provider: name,
      cases: [...cases.values()].filter((own) => own.series === one && own.answer),
    }));
    const answers = asked.flatMap(({ cases }) => cases.flatMap(({ answer }) => answer ?? []));
    const { placeOf } = placesAt(ascending(answers.flatMap(placesOf)));
    return asked.flatMap(({ provider, cases }) =>
      cellsOf({ provider, series: one.id }, cases.filter(isRead), placeOf),
    );
  });
}

/** Heatmaps leave out what could not be read for certain. */
function isRead({ calls }: AskedCase): boolean {
  return !calls.some(isUnread);
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
    .flatMap((own): LostCell[] => {
      const lost = own.filter(({ share }) => share < 1);
      if (lost.length === 0) return [];
      const { share: _, ...worst } = lost.reduce((a, b) => (b.share < a.share ? b : a));
      const answers = new Set(own.map(({ row }) => row)).size;
      return [{ ...names, ...worst, answers, lost: new Set(lost.map(({ row }) => row)).size }];
    })
    .sort((a, b) => a.tokens - b.tokens || a.place - b.place);
}
