/** The pictures of a report: pure functions of its tables. */

import { paragraph, say } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { confidenceText, shareText } from '../../document/words.js';
import { figureName, type Series } from '../../facts/evaluation/series.js';
import type { ReportData } from '../../facts/tables/tables.js';
import { LONGEST_NAME, shorten, shortNames } from './chart-text.js';
import type { Drawing } from './drawing.js';
import { heatmap } from './heatmap.js';
import { describeLengthChart, type LengthChart, recallByLength } from './length-chart.js';
import { recallByPosition } from './position-chart.js';

export interface Chart {
  /** Unique in a report, and fit for a file name. */
  id: string;
  title: string;
  /** What the chart shows, in a sentence, for those who do not see it. */
  description: string;
  series: string;
  provider?: string;
  kind: 'heatmap' | 'recall-by-length' | 'recall-by-position';
  wide: Drawing;
  /** The same for a phone; only pages show it. */
  narrow?: Drawing;
}

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
      title: say`${title}: ${figure} by length`,
      figure: capital(figure),
      each: 'length',
      lengths: series.lengths,
      ...(series.sizes && { sizes: series.sizes }),
      rows: lengths.filter(({ provider }) => names.has(provider)),
      curves: data.curves.filter(isOwn),
      summary: data.summary.filter(isOwn),
      names,
      readers: data.providers,
      threshold: data.options.threshold,
      published: data.published
        .filter((score) => isOwn(score) && !score.differs)
        .map(({ model, recall }) => ({ label: say`published: ${shorten(model, 24)}`, recall })),
    };
    charts.push({
      title: chart.title,
      description: describeLengthChart(chart, data.options.confidence),
      series: series.id,
      kind: 'recall-by-length',
      ...recallByLength(chart),
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
  const [map, byPlace] = [say`${name}: recall ${overall}`, say`${name}: recall by place`];
  const recalls: Unnamed = {
    ...own,
    title: map,
    description: paragraph([
      say`Recall of each piece of evidence: the length of the context across, the place of the evidence down.`,
      say`Yellow was found, blue was lost, hatched was not answered.`,
    ]),
    kind: 'heatmap',
    wide: heatmap(map, series.lengths, cells, series.sizes),
  };
  const places: Unnamed = {
    ...own,
    title: byPlace,
    description: say`Recall over the place of the evidence in the context with its ${confidenceText(data.options)} interval, for each band of lengths.`,
    kind: 'recall-by-position',
    wide: recallByPosition(byPlace, positions, series.sizes),
  };
  return [...(cells.length > 0 ? [recalls] : []), ...(positions.length > 0 ? [places] : [])];
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
