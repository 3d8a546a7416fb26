import { largest } from '../../extremes.js';
import { shareText } from '../../output/words.js';
import type { LengthRow } from '../../results/tables.js';
import { DASHES, HUES, INK, MUTED, SHAPES } from './chart-style.js';
import { lengthLabels } from './chart-text.js';
import { CONFIG, growByFactor, lengthExpression, lengthSteps, type VegaLiteSpec } from './spec.js';

const WIDTH = 720;
const HEIGHT = 250;

/** With fewer lengths than this there is no line to follow: providers are drawn side by side. */
const ENOUGH_FOR_LINES = 3;

/** The bands of more providers than this would only cover each other. */
const MOST_BANDS = 5;

/** Labels at the right edge are kept so far apart, in recall. */
const LABEL_GAP = 13 / HEIGHT;

/** A recall to compare with, drawn as a line across the chart. */
export interface Reference {
  label: string;
  recall: number;
}

/**
 * Recall over the length of the context, all providers together, with their intervals.
 *
 * @param rows - of one series
 * @param names - the providers as the legend calls them, in its order
 */
export function recallByLengthSpec(
  title: string,
  lengths: readonly number[],
  rows: readonly LengthRow[],
  names: ReadonlyMap<string, string>,
  threshold: number,
  published: readonly Reference[],
): VegaLiteSpec {
  const labels = lengthLabels(lengths);
  const providers = [...names.values()];
  const values = rows.map(({ provider, tokens, recall }) => {
    const measured = Number.isFinite(recall.value);
    return {
      provider: names.get(provider),
      tokens,
      length: labels.get(tokens),
      recall: measured ? Number(recall.value.toFixed(4)) : null,
      low: measured ? Number(recall.low.toFixed(4)) : null,
      high: measured ? Number(recall.high.toFixed(4)) : null,
      label:
        `${names.get(provider)}, ${labels.get(tokens)}: recall ${shareText(recall.value)}, ` +
        `interval ${shareText(recall.low)} to ${shareText(recall.high)}`,
    };
  });
  const lines = lengths.length >= ENOUGH_FOR_LINES;
  const many = providers.length > 1;
  const color = {
    field: 'provider',
    type: 'nominal' as const,
    scale: { domain: providers, range: cycle(HUES, providers) },
    legend: many ? { title: null, columns: columnsFor(providers), symbolSize: 70 } : null,
  };
  const shape = {
    ...color,
    scale: { domain: providers, range: cycle(SHAPES, providers, 1) },
  };
  const strokeDash = {
    ...color,
    scale: { domain: providers, range: cycle(DASHES, providers, 1) },
  };
  const recall = {
    field: 'recall',
    type: 'quantitative' as const,
    title: 'Recall',
    scale: { domain: [0, 1] },
    axis: { tickCount: 5, grid: true },
  };
  const x = lines ? lengthAxis(lengths) : lengthGroups(lengths);
  const beside = lines
    ? {}
    : { xOffset: { field: 'provider', type: 'nominal' as const, scale: { domain: providers } } };
  return {
    title,
    config: { ...CONFIG, legend: { ...CONFIG.legend, orient: 'top', offset: 6 } },
    width: WIDTH,
    height: HEIGHT,
    data: { values },
    layer: [
      ...(lines && providers.length <= MOST_BANDS
        ? providers.map((provider, i) => ({
            data: { values: values.filter((value) => value.provider === provider) },
            mark: {
              type: 'area' as const,
              color: HUES[i % HUES.length]!,
              opacity: 0.13,
              aria: false,
            },
            encoding: { x, y: { ...recall, field: 'low' }, y2: { field: 'high' } },
          }))
        : []),
      ...referenceLayers(threshold, published),
      lines
        ? {
            mark: { type: 'line', strokeWidth: 2, aria: false },
            encoding: { x, y: recall, color, strokeDash },
          }
        : {
            mark: { type: 'rule', strokeWidth: 2, aria: false },
            encoding: {
              x,
              ...beside,
              y: { ...recall, field: 'low' },
              y2: { field: 'high' },
              color,
            },
          },
      {
        mark: { type: 'point', filled: true, opacity: 1, size: lengths.length > 60 ? 14 : 42 },
        encoding: { x, ...beside, y: recall, color, shape, description: { field: 'label' } },
      },
    ],
  };
}

function lengthAxis(lengths: readonly number[]) {
  const logarithmic = growByFactor(lengths);
  const last = lengths[lengths.length - 1]!;
  return {
    field: 'tokens',
    type: 'quantitative' as const,
    title: 'Length of the context, in tokens',
    scale: logarithmic
      ? { type: 'log' as const, base: 2, domain: [lengths[0]!, last], nice: false }
      : { domain: [0, last], nice: false },
    axis: {
      values: labelled(lengths),
      labelExpr: lengthExpression(lengths),
      labelFlush: false,
      labelOverlap: true,
      grid: false,
    },
  };
}

/** As many of the lengths as there is room for, the last among them. */
function labelled(lengths: readonly number[]): number[] {
  const longest = largest([...lengthLabels(lengths).values()].map(({ length }) => length));
  const every = Math.ceil((lengths.length * (longest * 7 + 12)) / WIDTH);
  return lengths.filter((_, i) => (lengths.length - 1 - i) % every === 0);
}

function lengthGroups(lengths: readonly number[]) {
  return {
    field: 'length',
    type: 'ordinal' as const,
    title: 'Length of the context, in tokens',
    scale: { domain: lengthSteps(lengths, WIDTH).names, paddingInner: 0.4, paddingOuter: 0.2 },
    axis: { labelAngle: 0, grid: false },
  };
}

/** Lines across the chart for the threshold and for published scores, labelled at the right. */
function referenceLayers(threshold: number, published: readonly Reference[]) {
  const references = [
    ...published.map(({ label, recall }) => ({
      label: `${label} ${shareText(recall)}`,
      recall,
      isThreshold: false,
    })),
    { label: `threshold ${threshold}`, recall: threshold, isThreshold: true },
  ].sort((a, b) => b.recall - a.recall);
  let above = Number.POSITIVE_INFINITY;
  const values = references.map((reference) => {
    above = Math.min(reference.recall, above - LABEL_GAP);
    return { ...reference, at: above };
  });
  const y = { field: 'recall', type: 'quantitative' as const };
  return [
    {
      data: { values: values.filter(({ isThreshold }) => isThreshold) },
      mark: { type: 'rule' as const, stroke: INK, strokeDash: [7, 4], strokeWidth: 1.2 },
      encoding: { y, description: { field: 'label' } },
    },
    {
      data: { values: values.filter(({ isThreshold }) => !isThreshold) },
      mark: { type: 'rule' as const, stroke: MUTED, strokeDash: [1, 3], strokeWidth: 1.4 },
      encoding: { y, description: { field: 'label' } },
    },
    {
      data: { values },
      mark: {
        type: 'text' as const,
        align: 'left' as const,
        baseline: 'middle' as const,
        dx: 6,
        fill: MUTED,
        fontSize: 11,
        aria: false,
      },
      encoding: {
        x: { value: WIDTH },
        y: { ...y, field: 'at' },
        text: { field: 'label' },
      },
    },
  ];
}

/**
 * One of the values for each provider, from the first again when they run out.
 *
 * @param shift - how many values to go on in each round, so that no two providers look the same
 */
function cycle<T>(values: readonly T[], providers: readonly string[], shift = 0): T[] {
  return providers.map(
    (_, i) => values[(i + shift * Math.floor(i / values.length)) % values.length]!,
  );
}

function columnsFor(providers: readonly string[]): number {
  const longest = largest(providers.map(({ length }) => length));
  return Math.max(1, Math.min(4, Math.floor(100 / (longest + 6))));
}
