/** Shows authors' curves and maps of a run like yours next to yours. */
import { groupBy } from '../../base/group-by.js';
import { mean } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import type { Block, ChartSeries, Strips } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { monthText, percentText, sizeText } from '../document/words.js';
import type { PlaceRecall } from '../facts/tables/published-rows.js';
import type { ReportData } from '../facts/tables/tables.js';
import { stripOf } from './lost-facts.js';
import { foundAt, type Lengths, type Model } from './models.js';

type Published = ReportData['published'][number];

/** Lines of others in a chart, and maps of your models. */
const [MOST_QUIET, MOST_MODELS] = [4, 2];

/** Draws published curves by length, one for each model. */
export function quietSeries({ published }: ReportData, { series, tokens }: Lengths): ChartSeries[] {
  if (series.length !== 1) return [];
  const own = published.filter(
    (one) => one.series === series[0]!.id && isDrawn(one) && one.map?.length === tokens.length,
  );
  return firstOfEach(own).map((one) => ({
    name: runName(one),
    points: one.map!.map((line) => ({ value: shareOf(line) })),
    isQuiet: true,
  }));
}

/** Draws curves by place, next to yours by the same rule. */
export function placeCharts({ published }: ReportData, models: readonly Model[]): Block[] {
  const drawn = published.filter((one) => isDrawn(one) && one.places && one.own);
  return [...groupBy(drawn, ({ series }) => series).values()].map((all): Block => {
    const [first] = all;
    const places = first!.places!;
    const own = models.flatMap(({ provider, name }) => {
      const curve = first!.own!.find((one) => one.provider === provider)?.places;
      return curve ? [{ name, points: pointsOf(curve) }] : [];
    });
    const label = say`Found by place, next to published runs`;
    return {
      kind: 'section',
      heading: label,
      sub: say`From the first place to the last. Grey: ${foreign(first!.source)}, ${monthText(first!.date)}.`,
      blocks: [
        {
          kind: 'chart',
          label,
          ticks: places.map(({ at }) => percentText(at)),
          series: [
            ...own.slice(0, MOST_MODELS + 1),
            ...firstOfEach(all).map((one) => ({
              name: runName(one),
              points: pointsOf(one.places!),
              isQuiet: true as const,
            })),
          ],
        },
      ],
      in: ['html'],
    };
  });
}

/** Draws the authors' maps, folded, next to the same maps of your models. */
export function mapSections(
  data: ReportData,
  models: readonly Model[],
  { series, tokens, sizes }: Lengths,
): Block[] {
  const drawn = data.published.filter(
    (one) => isDrawn(one) && one.map?.length === tokens.length && one.series === series[0]?.id,
  );
  if (series.length !== 1) return [];
  const names = tokens.map((one) => sizeText(one, sizes));
  const own = models.slice(0, MOST_MODELS).map((model): Strips => {
    const strips = tokens.map((length, i) => ({
      name: names[i]!,
      marks: stripOf(data, model, { series }, { tokens: [length] }),
      text: percentText(foundAt(data, model, { series }, { tokens: [length] })?.value),
    }));
    return { kind: 'strips', label: say`${model.name}, this run`, strips };
  });
  return drawn.map((one): Block => {
    const heading = say`${foreign(one.model)}, ${monthText(one.date)}, ${foreign(one.figure ?? '')}`;
    const strips = one.map!.map((line, i) => ({
      name: names[i]!,
      marks: [...line].map(Number),
      text: percentText(shareOf(line)),
    }));
    return {
      kind: 'section',
      look: 'folded',
      heading,
      blocks: [
        { kind: 'strips', label: heading, strips },
        ...own.flatMap((map): Block[] => [{ kind: 'paragraph', text: map.label }, map]),
      ],
      in: ['html'],
    };
  });
}

function isDrawn({ differs }: Published): boolean {
  return differs === undefined;
}

/** Keeps one run of each model. */
function firstOfEach(all: readonly Published[]): Published[] {
  const byModel = groupBy(all, ({ model }) => model);
  return [...byModel.values()].map(([first]) => first!).slice(0, MOST_QUIET);
}

function runName({ model, figure }: Published): string {
  return figure === undefined ? foreign(model) : say`${foreign(model)} (${foreign(figure)})`;
}

function shareOf(line: string): number {
  return mean([...line].map(Number));
}

function pointsOf(curve: readonly PlaceRecall[]) {
  return curve.map(({ recall }) => ({ value: recall }));
}
