import type { PositionRow } from '../../analysis/tables.js';
import { ascending } from '../../numbers.js';
import { percentText } from '../../output/words.js';
import { HUES } from './chart-style.js';
import { lengthLabels } from './chart-text.js';
import { CONFIG, figures, RECALL, spokenRecall, type VegaLiteSpec } from './spec.js';

/**
 * Recall over the place in the context, one small chart for each band of lengths.
 *
 * @param rows - of one provider and series, not empty
 */
export function recallByPositionSpec(title: string, rows: readonly PositionRow[]): VegaLiteSpec {
  const bands = ascending(rows.map(({ fromTokens }) => fromTokens));
  const labels = lengthLabels(
    ascending(rows.flatMap(({ fromTokens, toTokens }) => [fromTokens, toTokens])),
  );
  const charts = bands.map((band, i) => {
    const own = rows.filter(({ fromTokens }) => fromTokens === band);
    const from = labels.get(band)!;
    const to = labels.get(own[0]!.toTokens)!;
    const name = from === to ? from : `${from}–${to}`;
    return bandSpec(`${name} tokens`, own, bands.length, i >= bands.length - 2);
  });
  return {
    title,
    config: { ...CONFIG, concat: { spacing: 16 } },
    columns: 2,
    concat: charts,
  };
}

function bandSpec(name: string, rows: readonly PositionRow[], bands: number, isLowest: boolean) {
  const recall = { ...RECALL, axis: { tickCount: 3 } };
  const x = {
    field: 'position',
    type: 'quantitative' as const,
    title: isLowest ? 'Place in the context' : null,
    scale: { domain: [0, 1] },
    axis: { values: [0, 0.25, 0.5, 0.75, 1], format: '.0%', labelFlush: false, grid: false },
  };
  const interval = { x, y: { ...recall, field: 'low' }, y2: { field: 'high' } };
  return {
    title: { text: name, fontSize: 11, fontWeight: 'normal' as const, offset: 6 },
    width: bands > 1 ? 196 : 416,
    height: bands > 2 ? 140 : 240,
    data: {
      values: rows.map(({ position, recall: interval }) => ({
        position,
        ...figures(interval),
        label: `${name}, at ${percentText(position)}: ${spokenRecall(interval)}`,
      })),
    },
    layer: [
      {
        mark:
          rows.length > 1
            ? { type: 'area' as const, color: HUES[0], opacity: 0.16, aria: false }
            : { type: 'rule' as const, color: HUES[0], strokeWidth: 2, aria: false },
        encoding: interval,
      },
      {
        mark: { type: 'line' as const, color: HUES[0], strokeWidth: 2, aria: false },
        encoding: { x, y: recall },
      },
      {
        mark: { type: 'point' as const, color: HUES[0], filled: true, opacity: 1, size: 26 },
        encoding: { x, y: recall, description: { field: 'label' } },
      },
    ],
  };
}
