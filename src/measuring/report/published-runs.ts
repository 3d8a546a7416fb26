/** Shows authors' curves and maps of a run like yours next to yours. */
import { groupBy } from '../../base/group-by.js';
import { mean } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import type { Block, ChartSeries, Strips } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { monthText, percentText, sizeText } from '../document/words.js';
import type { PlaceRecall, PublishedTotal } from '../facts/tables/published-rows.js';
import type { BenchmarkRow, ReportData } from '../facts/tables/tables.js';
import { stripOf } from './lost-facts.js';
import { foundAt, type View } from './models.js';

type Published = ReportData['published'][number];

/** Lines of others in a chart, and maps of your models. */
const [MOST_QUIET, MOST_MODELS] = [4, 2];

/** Draws published curves by length, one for each model. */
export function quietSeries({ data, lengths }: View): ChartSeries[] {
  const { series, tokens } = lengths;
  if (series.length !== 1) return [];
  const drawn = data.published.filter(
    (run) => run.series === series[0]!.id && isDrawn(run) && run.map?.length === tokens.length,
  );
  return firstOfEach(drawn).map((run) => ({
    name: runName(run),
    points: run.map!.map((line) => ({ value: shareOf(line) })),
    isQuiet: true,
  }));
}

/** Draws curves by place, next to yours by the same rule. */
export function placeCharts({ data, models }: View): Block[] {
  const drawn = data.published.filter((run) => isDrawn(run) && run.places && run.own);
  return [...groupBy(drawn, ({ series }) => series).values()].map((all): Block => {
    const [first] = all;
    const places = first!.places!;
    const yours = models.flatMap(({ provider, name }) => {
      const curve = first!.own!.find((yours) => yours.provider === provider)?.places;
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
            ...yours.slice(0, MOST_MODELS + 1),
            ...firstOfEach(all).map((run) => ({
              name: runName(run),
              points: pointsOf(run.places!),
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
export function mapSections(view: View): Block[] {
  const { data, models, lengths } = view;
  const { series, tokens, sizes } = lengths;
  const drawn = data.published.filter(
    (run) => isDrawn(run) && run.map?.length === tokens.length && run.series === series[0]?.id,
  );
  if (series.length !== 1) return [];
  const names = tokens.map((length) => sizeText(length, sizes));
  const yours = models.slice(0, MOST_MODELS).map((model): Strips => {
    const strips = tokens.map((length, i) => ({
      name: names[i]!,
      marks: stripOf(view, model, [length]),
      text: percentText(foundAt(view, model, [length])?.value),
    }));
    return { kind: 'strips', label: say`${model.name}, this run`, strips };
  });
  return drawn.map((run): Block => {
    const heading = say`${foreign(run.model)}, ${monthText(run.date)}, ${foreign(run.figure ?? '')}`;
    const strips = run.map!.map((line, i) => ({
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
        ...yours.flatMap((map): Block[] => [{ kind: 'paragraph', text: map.label }, map]),
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

/** Measured under the same conditions. */
type Neighbour = PublishedTotal & { recall: number };

/**
 * Returns the next better and the next worse score, and answers by chance. All if there is no recall to compare with, none if
 * it is unknown.
 */
export function neighboursOf(published: readonly PublishedTotal[], recall?: number): Neighbour[] {
  const same = published
    .filter(
      (score): score is Neighbour => score.recall !== undefined && score.differs === undefined,
    )
    .sort((a, b) => b.recall - a.recall);
  if (recall === undefined) return same;
  if (!Number.isFinite(recall)) return [];
  const models = same.filter(({ chance }) => !chance);
  const worse = models.findIndex((score) => score.recall < recall);
  const nearest = worse < 0 ? models.slice(-1) : models.slice(Math.max(0, worse - 1), worse + 1);
  return [...nearest, ...same.filter(({ chance }) => chance)];
}

/** Compares at the lengths that have published scores. */
export function neighboursBeside({ published, recall, byLength }: BenchmarkRow): Neighbour[] {
  const printed = new Set(published.flatMap((score) => score.byLength.map(({ tokens }) => tokens)));
  const compared = byLength.filter(({ tokens }) => printed.has(tokens));
  const isPart = compared.length > 0 && compared.length < byLength.length;
  const byRule = published.find((score) => score.own && !score.differs)?.own?.[0]?.recall;
  const found = isPart ? mean(compared.map((length) => length.recall.value)) : recall.value;
  return neighboursOf(published, byRule ?? found);
}

/** For example `Qwen3-8B (8B) (reported by arXiv:2505.09388)`. */
export function reportedModel({
  model,
  reportedBy,
}: Pick<Neighbour, 'model' | 'reportedBy'>): string {
  return reportedBy === undefined ? model : say`${model} (reported by ${reportedBy})`;
}
