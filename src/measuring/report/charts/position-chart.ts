import { ascending } from '../../../base/numbers.js';
import type { Sizes } from '../../output/sizes.js';
import { percentText } from '../../output/words.js';
import type { PositionRow } from '../../tables/tables.js';
import { lengthLabels } from './chart-text.js';
import { panelsSpec } from './panels.js';
import { figures, spokenRecall, type VegaLiteSpec } from './spec.js';

const PLACE = {
  field: 'position',
  type: 'quantitative' as const,
  title: 'Place in the context',
  scale: { domain: [0, 1] },
  axis: { values: [0, 0.25, 0.5, 0.75, 1], format: '.0%', labelFlush: false, grid: false },
};

/**
 * Recall over the place in the context, one small chart for each band of lengths.
 *
 * @param rows - of one provider and series, not empty
 */
export function recallByPositionSpec(
  title: string,
  rows: readonly PositionRow[],
  sizes?: Sizes,
): VegaLiteSpec {
  const bands = ascending(rows.map(({ fromTokens }) => fromTokens));
  const labels = lengthLabels(
    ascending(rows.flatMap(({ fromTokens, toTokens }) => [fromTokens, toTokens])),
    sizes,
  );
  const panels = bands.map((band) => {
    const own = rows.filter(({ fromTokens }) => fromTokens === band);
    const [from, to] = [labels.get(band), labels.get(own[0]!.toTokens)];
    const name = `${from === to ? from : `${from}–${to}`} ${sizes ? `${sizes.noun}s` : 'tokens'}`;
    const points = own.map(({ position, recall }) => ({
      position,
      ...figures(recall),
      label: `${name}, at ${percentText(position)}: ${spokenRecall(recall)}`,
    }));
    return { name, points };
  });
  return panelsSpec(title, panels, PLACE, {
    columns: 2,
    width: bands.length > 1 ? 196 : 416,
    height: bands.length > 2 ? 140 : 240,
  });
}
