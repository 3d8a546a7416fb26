import type { Config, TopLevelSpec } from 'vega-lite';
import { largest } from '../../../base/extremes.js';
import type { Sizes } from '../../output/sizes.js';
import { shareText } from '../../output/words.js';
import type { Interval } from '../../statistics/interval.js';
import { FONT, INK, LINE, MUTED } from './chart-style.js';
import { lengthLabels, lengthTitle } from './chart-text.js';

export type VegaLiteSpec = TopLevelSpec;

export interface Chart {
  /** Unique in a report, and fit for a file name. */
  id: string;
  title: string;
  /** What the chart shows, in a sentence, for those who do not see it. */
  description: string;
  series: string;
  provider?: string;
  kind: 'heatmap' | 'recall-by-length' | 'recall-by-position';
  spec: VegaLiteSpec;
}

/** What all charts have in common: they are transparent and drawn in the light colours. */
export const CONFIG: Config = {
  background: 'transparent',
  font: FONT,
  padding: 6,
  view: { stroke: LINE },
  axis: {
    labelColor: MUTED,
    titleColor: MUTED,
    titleFontWeight: 'normal',
    labelFontSize: 11,
    titleFontSize: 11,
    titlePadding: 8,
    gridColor: LINE,
    domainColor: LINE,
    tickColor: LINE,
    tickSize: 4,
  },
  legend: {
    labelColor: INK,
    titleColor: MUTED,
    titleFontWeight: 'normal',
    labelFontSize: 11,
    titleFontSize: 11,
    labelLimit: 300,
  },
  title: {
    anchor: 'start',
    color: INK,
    fontSize: 13,
    fontWeight: 'bold',
    frame: 'group',
    offset: 10,
    limit: 640,
    subtitleColor: MUTED,
    subtitleFontSize: 11,
    subtitlePadding: 4,
  },
};

/** Lengths on an axis of equal steps: their labels, and those for which there is room. */
export function lengthSteps(lengths: readonly number[], width: number, sizes?: Sizes) {
  const labels = lengthLabels(lengths, sizes);
  const names = lengths.map((tokens) => labels.get(tokens)!);
  const step = width / names.length;
  const room = (largest(names.map(({ length }) => length)) * 7 + 8) / step;
  const every = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50].find((count) => count >= room) ?? 100;
  const shown = names.filter(
    (_, i) => (i + 1) % every === 0 || (i === 0 && (every - 1 >= room || names.length < every)),
  );
  return { labels, names, shown };
}

/** Whether lengths grow by a factor rather than by steps, so that a logarithmic axis suits them. */
export function growByFactor(lengths: readonly number[]): boolean {
  const gaps = lengths.slice(1).map((tokens, i) => tokens - lengths[i]!);
  return gaps.length >= 2 && gaps[gaps.length - 1]! >= 4 * gaps[0]!;
}

/** An axis of recall from 0 to 1. */
export const RECALL = {
  field: 'recall',
  type: 'quantitative' as const,
  title: 'Recall',
  scale: { domain: [0, 1] },
};

/** An interval as a drawing has it; nothing where nothing was measured. */
export function figures({ value, low, high }: Interval) {
  if (!Number.isFinite(value)) return { recall: null, low: null, high: null };
  const [recall, from, to] = [value, low, high].map((one) => Number(one.toFixed(4)));
  return { recall, low: from, high: to };
}

/** What a mark says when it is read aloud. */
export function spokenRecall({ value, low, high }: Interval): string {
  return `recall ${shareText(value)}, interval ${shareText(low)} to ${shareText(high)}`;
}

/** An axis of lengths in equal steps. */
export function lengthsAxis(sizes: Sizes | undefined) {
  return { field: 'length', type: 'ordinal' as const, title: lengthTitle(sizes) };
}
