/** The pictures of a report, as Vega-Lite specifications: pure functions of its tables. */

import { capital } from '../../../base/text/texts.js';
import { figureName, type Series } from '../../evaluation/series.js';
import { shareText } from '../../output/words.js';
import type { ReportData } from '../../tables/tables.js';
import { shorten, shortNames } from './chart-text.js';
import { heatmapSpec } from './heatmap.js';
import { describeLengthChart, type LengthChart, recallByLengthSpec } from './length-chart.js';
import { recallByPositionSpec } from './position-chart.js';
import { type Chart, RECALL, type VegaLiteSpec } from './spec.js';

export type { Chart, VegaLiteSpec } from './spec.js';

/** A name in a title or legend is cut to this. */
const LONGEST_NAME = 36;
const LONGEST_TITLE = 60;

/**
 * All charts of a report: for each series recall over length, for each of its providers a heatmap
 * and recall over position where its evidence has places.
 */
export function charts(data: ReportData): Chart[] {
  const ids = new Set<string>();
  return data.series.flatMap((series) =>
    seriesCharts(data, series).map((chart) => ({ ...chart, id: uniqueId(chart, ids) })),
  );
}

type Unnamed = Omit<Chart, 'id'>;

function seriesCharts(data: ReportData, series: Series): Unnamed[] {
  const isOwn = (row: { series: string }) => row.series === series.id;
  const lengths = data.lengths.filter(isOwn);
  const providers = data.providers.filter((name) =>
    lengths.some(({ provider, recall }) => provider === name && Number.isFinite(recall.value)),
  );
  const names = shortNames(providers, LONGEST_NAME);
  const title = shorten(series.title, LONGEST_TITLE);
  const figure = figureName([series]);
  const charts: Unnamed[] = [];
  if (providers.length > 0) {
    const chart: LengthChart = {
      title: `${title}: ${figure} by length`,
      lengths: series.lengths,
      ...(series.sizes && { sizes: series.sizes }),
      rows: lengths.filter(({ provider }) => names.has(provider)),
      curves: data.curves.filter(isOwn),
      summary: data.summary.filter(isOwn),
      names,
      threshold: data.options.threshold,
      published: data.published
        .filter((score) => isOwn(score) && !score.differs)
        .map(({ model, recall }) => ({ label: `published: ${shorten(model, 24)}`, recall })),
    };
    charts.push({
      title: chart.title,
      description: describeLengthChart(chart, data.options.confidence, capital(figure)),
      series: series.id,
      kind: 'recall-by-length',
      spec: withAxis(capital(figure), recallByLengthSpec(chart)),
    });
  }
  for (const [provider, name] of names)
    charts.push(...providerCharts(data, series, provider, name));
  return charts;
}

function providerCharts(
  data: ReportData,
  series: Series,
  provider: string,
  name: string,
): Unnamed[] {
  const isOwn = (row: { series: string; provider: string }) =>
    row.series === series.id && row.provider === provider;
  const cells = data.cells.filter(isOwn);
  const positions = data.positions.filter((row) => isOwn(row) && Number.isFinite(row.recall.value));
  const overall = shareText(data.summary.find(isOwn)?.recall.value);
  const own = { series: series.id, provider };
  const [map, byPlace] = [`${name}: recall ${overall}`, `${name}: recall by place`];
  const heatmap: Unnamed = {
    ...own,
    title: map,
    description:
      'Recall of each piece of evidence: the length of the context across, the place of ' +
      'the evidence down. Yellow was found, blue was lost, hatched was not answered.',
    kind: 'heatmap',
    spec: heatmapSpec(map, series.lengths, cells, series.sizes),
  };
  const places: Unnamed = {
    ...own,
    title: byPlace,
    description:
      `Recall over the place of the evidence in the context with its ${100 * data.options.confidence} % interval, ` +
      'for each band of lengths.',
    kind: 'recall-by-position',
    spec: recallByPositionSpec(byPlace, positions, series.sizes),
  };
  return [...(cells.length > 0 ? [heatmap] : []), ...(positions.length > 0 ? [places] : [])];
}

function uniqueId({ kind, series, provider }: Unnamed, taken: Set<string>): string {
  const id = [series, provider ?? '', kind]
    .map((part) =>
      part
        .toLowerCase()
        .normalize('NFKD')
        .replace(/[^a-z0-9]+/g, '-'),
    )
    .map((part) => part.slice(0, 48).replace(/^-|-$/g, ''))
    .filter((part) => part !== '')
    .join('-');
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
  taken.add(free);
  return free;
}

/** A chart whose axis of recall is that of another measure. */
function withAxis(name: string, spec: VegaLiteSpec): VegaLiteSpec {
  const renamed = (key: string, value: unknown) =>
    key === 'title' && value === RECALL.title ? name : value;
  return JSON.parse(JSON.stringify(spec, renamed));
}
