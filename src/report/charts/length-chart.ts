import type { CurveRow, LengthRow, SummaryRow } from '../../analysis/tables.js';
import { largest } from '../../extremes.js';
import { effectiveLengthText, shareText } from '../../output/words.js';
import { DASHES, HUES, INK, MUTED, SHAPES } from './chart-style.js';
import { lengthLabels, shorten } from './chart-text.js';
import {
  CONFIG,
  figures,
  growByFactor,
  LENGTHS,
  lengthSteps,
  RECALL as RECALL_AXIS,
  spokenRecall,
  type VegaLiteSpec,
} from './spec.js';

const WIDTH = 720;
const HEIGHT = 250;

/** With fewer lengths than this there is no line to follow: providers are drawn side by side. */
const ENOUGH_FOR_LINES = 3;

/** The bands and dots of more readers than this would only cover each other. */
const MOST_BANDS = 4;

/** Labels at the right edge are kept so far apart, in recall. */
const LABEL_GAP = 13 / HEIGHT;

/** A recall to compare with, drawn as a line across the chart. */
export interface Reference {
  label: string;
  recall: number;
}

/** What the chart shows of a reader as a whole. */
type Summarised = Pick<
  SummaryRow,
  'provider' | 'effectiveLength' | 'shortest' | 'longest' | 'base'
> & { rise?: { clear: boolean } };

/** What the chart shows of one series. */
export interface LengthChart {
  title: string;
  /** Ascending. */
  lengths: readonly number[];
  /** What each length scored. */
  rows: readonly Pick<LengthRow, 'provider' | 'tokens' | 'recall'>[];
  /** The curves of the readers that have one, with their bands. */
  curves: readonly Pick<CurveRow, 'provider' | 'tokens' | 'recall'>[];
  summary: readonly Summarised[];
  /** The providers as the legend calls them, in its order. */
  names: ReadonlyMap<string, string>;
  threshold: number;
  published: readonly Reference[];
}

/**
 * Recall over the length of the context, all providers together: what each length scored, the curve that
 * does not rise with its band, the threshold, and the effective length with its interval. Without a curve
 * a line joins the lengths.
 */
export function recallByLengthSpec(chart: LengthChart): VegaLiteSpec {
  const { title, lengths, rows, names } = chart;
  const labels = lengthLabels(lengths);
  const providers = [...names.values()];
  const values = rows.map(({ provider, tokens, recall }) => ({
    provider: names.get(provider),
    tokens,
    length: labels.get(tokens),
    ...figures(recall),
    label: `${names.get(provider)}, ${labels.get(tokens)}: ${spokenRecall(recall)}`,
  }));
  const lines = lengths.length >= ENOUGH_FOR_LINES;
  const many = providers.length > 1;
  const color = {
    field: 'provider',
    type: 'nominal' as const,
    scale: { domain: providers, range: cycle(HUES, providers) },
    legend: many && !lines ? { title: null, columns: 3, symbolSize: 70 } : null,
  };
  const told = <T>(range: readonly T[]) => ({
    ...color,
    scale: { domain: providers, range: cycle(range, providers, 1) },
  });
  const x = lines ? lengthAxis(lengths) : lengthGroups(lengths);
  const beside = lines
    ? {}
    : { xOffset: { field: 'provider', type: 'nominal' as const, scale: { domain: providers } } };
  const curves = curveValues(chart);
  const withCurve = new Set(curves.map(({ provider }) => provider));
  const joined = values.filter(({ provider }) => !withCurve.has(provider));
  const intervals = {
    x,
    ...beside,
    y: { ...RECALL, field: 'low' },
    y2: { field: 'high' },
    color,
  };
  return {
    title,
    config: { ...CONFIG, legend: { ...CONFIG.legend, orient: 'top', offset: 6 } },
    width: WIDTH,
    height: HEIGHT,
    data: { values },
    layer: [
      ...(lines && providers.length <= MOST_BANDS
        ? providers.map((provider, i) => ({
            data: { values: curves.filter((value) => value.provider === provider) },
            mark: {
              type: 'area' as const,
              color: HUES[i % HUES.length]!,
              opacity: 0.13,
              aria: false,
            },
            encoding: { x, y: { ...RECALL, field: 'low' }, y2: { field: 'high' } },
          }))
        : []),
      ...referenceLayers(references(chart)),
      ...(lines
        ? [
            {
              data: { values: [...curves, ...joined] },
              mark: { type: 'line' as const, strokeWidth: 2, aria: false },
              encoding: { x, y: RECALL, color, strokeDash: told(DASHES) },
            },
          ]
        : []),
      ...endLayers(
        [...references(chart), ...(lines && many ? ends(providers, [...curves, ...joined]) : [])],
        { color, strokeDash: told(DASHES), shape: told(SHAPES) },
      ),
      ...(lines && many
        ? []
        : [
            {
              mark: {
                type: 'rule' as const,
                strokeWidth: lines ? 1 : 2,
                opacity: lines ? 0.5 : 1,
                aria: false,
              },
              encoding: intervals,
            },
          ]),
      {
        data: { values: lines && providers.length > MOST_BANDS ? joined : values },
        mark: {
          type: 'point',
          filled: true,
          opacity: lines ? 0.75 : 1,
          size: lengths.length > 60 ? 14 : lines ? 26 : 42,
        },
        encoding: {
          x,
          ...beside,
          y: RECALL,
          color,
          shape: told(SHAPES),
          description: { field: 'label' },
        },
      },
      ...(lines ? crossingLayers(chart, x, color) : []),
    ],
  };
}

const RECALL = { ...RECALL_AXIS, axis: { tickCount: 5, grid: true } };

function curveValues({ curves, names }: LengthChart) {
  return curves.map(({ provider, tokens, recall }) => ({
    provider: names.get(provider),
    tokens: Math.round(tokens),
    ...figures(recall),
  }));
}

/** Where effective lengths and their bounds are drawn, one above the other; of many readers nowhere. */
function crossings({ summary, names, threshold, lengths }: LengthChart) {
  const known = summary.filter(
    ({ provider, effectiveLength }) => effectiveLength && names.has(provider),
  );
  if (known.length > MOST_BANDS) return [];
  const [first, last] = [lengths[0]!, lengths[lengths.length - 1]!];
  const within = (tokens: number) => Math.min(last, Math.max(first, tokens));
  return known.map((row, i) => {
    const { value, low, high } = row.effectiveLength!;
    const level = threshold * (row.base?.value ?? 1);
    return {
      provider: names.get(row.provider),
      tokens: within(value),
      from: within(low),
      to: within(high),
      inside: value > 0 && Number.isFinite(value),
      at: Math.min(1, level + (i - (known.length - 1) / 2) * BAR_GAP),
      label: `${names.get(row.provider)}: effective length ${effectiveLengthText(row)}`,
    };
  });
}

/** Effective lengths: the estimate as a mark on the threshold, the interval as a bar. */
function crossingLayers(
  chart: LengthChart,
  x: ReturnType<typeof lengthAxis> | ReturnType<typeof lengthGroups>,
  color: object,
) {
  const values = crossings(chart);
  const y = { ...RECALL, field: 'at' };
  const wide = values.filter(({ from, to }) => to > from);
  return [
    {
      data: { values: wide },
      mark: { type: 'rule' as const, strokeWidth: 4, opacity: 0.75, aria: false },
      encoding: { x: { ...x, field: 'from' }, x2: { field: 'to' }, y, color },
    },
    {
      data: { values: values.filter(({ inside }) => inside) },
      mark: {
        type: 'point' as const,
        shape: 'diamond',
        filled: true,
        stroke: INK,
        strokeWidth: 1,
        opacity: 1,
        size: 110,
      },
      encoding: { x, y, color, description: { field: 'label' } },
    },
  ];
}

/** Bars of effective lengths are so far apart, in recall. */
const BAR_GAP = 6 / HEIGHT;

function lengthAxis(lengths: readonly number[]) {
  const logarithmic = growByFactor(lengths);
  const last = lengths[lengths.length - 1]!;
  return {
    field: 'tokens',
    type: 'quantitative' as const,
    title: LENGTHS.title,
    scale: logarithmic
      ? { type: 'log' as const, base: 2, domain: [lengths[0]!, last], nice: false }
      : { domain: [0, last], nice: false },
    axis: {
      values: labelled(lengths),
      labelExpr: `${JSON.stringify(Object.fromEntries(lengthLabels(lengths)))}[datum.value]`,
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
    ...LENGTHS,
    scale: { domain: lengthSteps(lengths, WIDTH).names, paddingInner: 0.4, paddingOuter: 0.2 },
    axis: { labelAngle: 0, grid: false },
  };
}

/** A line at whose right end a label stands. */
interface LabelledLine extends Reference {
  kind: 'threshold' | 'published' | 'reader';
}

/** Thresholds, each relative to the base score of a reader where they are, and published scores. */
function references({ threshold, published, summary, names }: LengthChart): LabelledLine[] {
  const kind = 'threshold' as const;
  const based = summary.filter(
    ({ provider, base }) => base && Number.isFinite(base.value) && names.has(provider),
  );
  const thresholds = based.map(({ provider, base }) => {
    const whose = based.length > 1 ? `, ${shorten(names.get(provider)!, 16)}` : '';
    return {
      label: `threshold ${threshold} × base${whose}`,
      recall: threshold * base!.value,
      kind,
    };
  });
  return [
    ...published.map(({ label, recall }) => ({
      label: `${label} ${shareText(recall)}`,
      recall,
      kind: 'published' as const,
    })),
    ...(thresholds.length > 0
      ? thresholds
      : [{ label: `threshold ${threshold}`, recall: threshold, kind }]),
  ];
}

/** Where the line of each reader ends. */
function ends(
  providers: readonly string[],
  points: readonly { provider: string | undefined; recall?: number | null | undefined }[],
): LabelledLine[] {
  return providers.flatMap((label) => {
    const last = points.findLast(({ provider, recall }) => provider === label && recall != null);
    return last ? [{ label, recall: last.recall!, kind: 'reader' as const }] : [];
  });
}

/** Lines across the chart for the thresholds and for published scores. */
function referenceLayers(lines: readonly LabelledLine[]) {
  const drawn = (kind: LabelledLine['kind'], mark: object) => ({
    data: { values: lines.filter((line) => line.kind === kind) },
    mark: { type: 'rule' as const, ...mark },
    encoding: { y: LEVEL, description: { field: 'label' } },
  });
  return [
    drawn('threshold', { stroke: INK, strokeDash: [7, 4], strokeWidth: 1.2 }),
    drawn('published', { stroke: MUTED, strokeDash: [1, 3], strokeWidth: 1.4 }),
  ];
}

const LEVEL = { field: 'recall', type: 'quantitative' as const };

/** Labels to the right of the chart, apart from each other: those of readers with a piece of their line and their mark. */
function endLayers(
  lines: readonly LabelledLine[],
  told: Record<'color' | 'strokeDash' | 'shape', object>,
) {
  const sorted = [...lines].sort((a, b) => b.recall - a.recall);
  let above = Number.POSITIVE_INFINITY;
  const falling = sorted.map(({ recall }) => {
    above = Math.min(recall, above - LABEL_GAP);
    return above;
  });
  // Those that were pushed below the chart push the others up again.
  let below = 0;
  const places = falling.toReversed().map((at) => {
    const place = Math.max(at, below);
    below = place + LABEL_GAP;
    return place;
  });
  const values = sorted.map((line, i) => ({
    ...line,
    provider: line.label,
    at: places[places.length - 1 - i]!,
  }));
  const at = { ...LEVEL, field: 'at' };
  const readers = { values: values.filter(({ kind }) => kind === 'reader') };
  const others = { values: values.filter(({ kind }) => kind !== 'reader') };
  const { color, strokeDash, shape } = told;
  const end = { value: WIDTH + SAMPLE };
  const words = (data: typeof readers, offset: number, fill: string) => ({
    data,
    mark: {
      type: 'text' as const,
      align: 'left' as const,
      baseline: 'middle' as const,
      dx: offset,
      fill,
      fontSize: 11,
      aria: false,
    },
    encoding: { x: { value: WIDTH }, y: at, text: { field: 'label' } },
  });
  const samples = [
    {
      data: readers,
      mark: { type: 'rule' as const, strokeWidth: 2, aria: false },
      encoding: { x: { value: WIDTH }, x2: end, y: LEVEL, y2: { field: 'at' }, color, strokeDash },
    },
    {
      data: readers,
      mark: { type: 'point' as const, filled: true, opacity: 1, size: 45, aria: false },
      encoding: { x: end, y: at, color, shape },
    },
  ];
  return [
    ...(readers.values.length > 0 ? samples : []),
    words(others, 6, MUTED),
    words(readers, SAMPLE + 9, INK),
  ];
}

/** The piece of a reader's line beside its name is so long. */
const SAMPLE = 26;

/** What the chart shows, for its caption: nothing that is not drawn. */
export function describeLengthChart(chart: LengthChart, confidence: number, dots: string): string {
  const readers = chart.names.size;
  const percent = `${Number((100 * confidence).toFixed(2))} %`;
  if (chart.lengths.length < ENOUGH_FOR_LINES) {
    return `Recall at each length with its ${percent} interval, and the threshold.`;
  }
  const curves = chart.curves.length > 0 ? 'the curve that does not rise with length' : 'lines';
  if (readers > MOST_BANDS) {
    return (
      `Recall over the length of the context: ${curves}, and the threshold. Of more than ${MOST_BANDS} readers ` +
      'neither intervals nor single lengths are drawn; the numbers have them.'
    );
  }
  const crossing = crossings(chart);
  const bars = crossing.some(({ from, to }) => to > from)
    ? `, bars for the ${percent} intervals of effective lengths`
    : '';
  const diamonds = crossing.some(({ inside }) => inside) ? ', diamonds for effective lengths' : '';
  return (
    `Recall over the length of the context: ${dots}, ${curves}` +
    `${chart.curves.length > 0 ? ` with its ${percent} band` : ''}, the threshold${diamonds}${bars}.`
  );
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
