import { ascending } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import type { Sizes } from '../../document/sizes.js';
import { nounText } from '../../document/sizes.js';
import { percentText } from '../../document/words.js';
import type { PositionRow } from '../../facts/tables/tables.js';
import { lengthLabels, spokenRecall, textWidth } from './chart-text.js';
import type { Drawing } from './drawing.js';
import { panelsDrawing } from './panels.js';

const TICKS = [0, 0.25, 0.5, 0.75, 1].map((x) => ({ x, label: percentText(x) }));

/**
 * Recall over the place in the context, one small chart for each band of lengths.
 *
 * @param rows - of one provider and series, not empty
 */
export function recallByPosition(
  title: string,
  rows: readonly PositionRow[],
  sizes?: Sizes,
): Drawing {
  const bands = ascending(rows.map(({ fromTokens }) => fromTokens));
  const labels = lengthLabels(
    ascending(rows.flatMap(({ fromTokens, toTokens }) => [fromTokens, toTokens])),
    sizes,
  );
  const panels = bands.map((band) => {
    const own = rows.filter(({ fromTokens }) => fromTokens === band);
    const [from, to] = [labels.get(band), labels.get(own[0]!.toTokens)];
    const range = from === to ? from! : `${from}–${to}`;
    const name = sizes ? say`${range} ${nounText(sizes.noun)}s` : say`${range} tokens`;
    const points = own.map(({ position, recall }) => ({
      x: position,
      recall,
      label: say`${name}, at ${percentText(position)}: ${spokenRecall(recall)}`,
    }));
    return { name, points };
  });
  const across = { title: say`Place in the context`, ticks: TICKS, isLine: true };
  return panelsDrawing(panels, across, {
    columns: Math.min(2, bands.length),
    width: Math.max(500, textWidth(title, 16)),
    height: bands.length > 2 ? 140 : 240,
    title,
    figure: say`Recall`,
  });
}
