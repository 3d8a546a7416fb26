import { largest } from '../../../base/extremes.js';
import type { Sizes } from '../../output/sizes.js';
import { percentText } from '../../output/words.js';
import type { CellRow } from '../../tables/tables.js';
import { MISSING } from './chart-style.js';
import { CONFIG, lengthSteps, lengthsAxis, type VegaLiteSpec } from './spec.js';

const WIDTH = 416;

/**
 * The picture of the Counting-Stars paper: context length across, place of the evidence down,
 * recall as colour. Yellow is found and blue is lost, as in the paper; the scale is cividis, which
 * people with any colour vision and a grey printer read alike.
 *
 * @param cells - of one provider and series, not empty
 */
export function heatmapSpec(
  title: string,
  lengths: readonly number[],
  cells: readonly CellRow[],
  sizes?: Sizes,
): VegaLiteSpec {
  const places = largest(cells.map(({ place }) => place));
  const height = Math.min(384, Math.max(140, places * 12));
  const steps = lengthSteps(lengths, WIDTH, sizes);
  const known = new Set(cells.map(({ tokens, place }) => `${tokens}/${place}`));
  const missing = lengths.flatMap((tokens) =>
    Array.from({ length: places }, (_, i) => ({ tokens, place: i + 1 })).filter(
      ({ place }) => !known.has(`${tokens}/${place}`),
    ),
  );
  return {
    title,
    config: CONFIG,
    width: WIDTH,
    height,
    encoding: {
      x: {
        ...lengthsAxis(sizes),
        scale: { domain: steps.names, padding: 0 },
        axis: { values: steps.shown, labelAngle: 0, grid: false },
      },
      y: {
        field: 'place',
        type: 'ordinal',
        title: height > 240 ? 'Place of the evidence, 1 at the start' : 'Place, 1 at the start',
        scale: { domain: Array.from({ length: places }, (_, i) => i + 1), padding: 0 },
        axis: { values: shownPlaces(places), grid: false },
      },
      description: { field: 'label' },
    },
    layer: [
      {
        data: {
          values: cells.map(({ tokens, place, position, recall, marks }) => {
            const length = steps.labels.get(tokens);
            const where = Number.isFinite(position) ? ` (${percentText(position)})` : '';
            const several = marks > 1 ? ` of ${marks}` : '';
            const share = Number(recall.toFixed(3));
            return {
              length,
              place,
              recall: share,
              label: `${length}, place ${place}${where}: recall ${share}${several}`,
            };
          }),
        },
        mark: { type: 'rect' },
        encoding: {
          color: {
            field: 'recall',
            type: 'quantitative',
            scale: { domain: [0, 1], scheme: 'cividis' },
            legend: {
              title: 'Recall',
              values: [0, 0.5, 1],
              gradientLength: 100,
              gradientThickness: 10,
            },
          },
        },
      },
      ...(missing.length > 0
        ? [
            {
              data: {
                values: missing.map(({ tokens, place }) => ({
                  length: steps.labels.get(tokens),
                  place,
                  label: `${steps.labels.get(tokens)}, place ${place}: no answer`,
                })),
              },
              mark: { type: 'rect' as const, fill: MISSING },
            },
          ]
        : []),
    ],
  };
}

/** The first place and round ones after it, about eight in all. */
function shownPlaces(places: number): number[] {
  const every = [1, 2, 4, 5, 8, 10, 16, 20, 50, 100].find((count) => places / count <= 9) ?? places;
  return Array.from({ length: places }, (_, i) => i + 1).filter(
    (place) => place === 1 || place % every === 0,
  );
}
