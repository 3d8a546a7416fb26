import { commas, say } from '../../../base/text/language.js';
import { DASHES, HUES, INK, MUTED, SHAPES } from '../../document/charts/chart-style.js';
import { type Content, html, type Markup } from '../../document/markup.js';
import type { Sizes } from '../../document/sizes.js';
import { confidenceText, lengthText, shareText } from '../../document/words.js';
import { effectiveLengthText } from '../../facts/effective-length.js';
import { type Reached, saidToHold } from '../../facts/length-verdict.js';
import type { CurveRow, LengthRow, SummaryRow } from '../../facts/tables/tables.js';
import { lengthLabels, lengthTitle, shorten, spokenRecall, textWidth } from './chart-text.js';
import {
  acrossAxis,
  bandPath,
  type Drawing,
  type Drawings,
  type Figured,
  type Frame,
  heading,
  heightOf,
  intervalsPath,
  LINE_HEIGHT,
  levelAxis,
  linePath,
  mark,
  NARROW,
  outline,
  px,
  WIDE,
  words,
} from './drawing.js';
import { type Across, panelsDrawing } from './panels.js';

/** With fewer lengths than this there is no line to follow. */
const ENOUGH_FOR_LINES = 3;

/** The bands and dots of more readers than this would only cover each other: each has a small chart. */
const MOST_TOGETHER = 4;

const LEVELS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** A recall to compare with, drawn as a line across the chart. */
type Reference = { label: string; recall: number };

/** What the chart shows of a reader as a whole. */
type Summarised = Reached & Pick<SummaryRow, 'provider' | 'base'>;

/** What the chart shows of one series. */
export interface LengthChart {
  title: string;
  /** What is measured. */
  figure: string;
  /** Ascending. */
  lengths: readonly number[];
  sizes?: Sizes;
  /** What a dot is of. */
  each: 'length' | 'prompt';
  /** What each of these scored. */
  rows: readonly Pick<LengthRow, 'provider' | 'tokens' | 'recall'>[];
  /** The curves of the readers that have one, with their bands. */
  curves: readonly Pick<CurveRow, 'provider' | 'tokens' | 'recall'>[];
  summary: readonly Summarised[];
  /** The providers as the chart calls them, in its order. */
  names: ReadonlyMap<string, string>;
  /** All readers of the page, where its filters hide some. */
  readers?: readonly string[];
  threshold: number;
  published: readonly Reference[];
}

/**
 * Recall over the length of the context: what each length scored, the curve that does not rise with its band, the
 * threshold, and the longest length that is shown to hold. Without a curve a line joins the lengths. More than four
 * providers, or fewer than three lengths, are small charts side by side.
 */
export function recallByLength(chart: LengthChart): Drawings {
  if (isApart(chart)) return apart(chart);
  return { wide: together(chart, beside(chart)), narrow: together(chart, above(chart)) };
}

function isApart(chart: LengthChart): boolean {
  return chart.names.size > MOST_TOGETHER || !hasLines(chart);
}

/** Prompts of a search have as many lengths as there are prompts. */
function hasLines({ lengths, each }: LengthChart): boolean {
  return each === 'prompt' || lengths.length >= ENOUGH_FOR_LINES;
}

/** A small chart for each provider. */
function apart(chart: LengthChart): Drawings {
  const { title, figure, lengths, names } = chart;
  const isLine = hasLines(chart);
  const at = isLine ? placeOf(chart) : groupOf(chart);
  const labels = lengthLabels(lengths, chart.sizes);
  const across: Across = {
    title: lengthTitle(chart.sizes),
    ticks: lengths.map((tokens) => ({ x: at(tokens), label: labels.get(tokens)! })),
    isLine,
  };
  const panels = [...names].map(([provider, name]) => {
    const curve = chart.curves.filter((row) => row.provider === provider);
    return {
      name,
      by: drawnOf(chart, provider),
      points: pointsOf(chart, provider, at),
      levels: references({ ...chart, names: new Map([[provider, name]]) }).map(
        ({ recall }) => recall,
      ),
      ...(curve.length > 0 && {
        curve: curve.map(({ tokens, recall }) => ({ x: at(tokens), recall })),
      }),
    };
  });
  const isFew = panels.length <= 2;
  return {
    wide: panelsDrawing(panels, across, {
      columns: isFew ? 2 : 4,
      width: WIDE,
      height: isFew ? 140 : 84,
      title,
      figure,
    }),
    narrow: panelsDrawing(panels, across, {
      columns: isFew ? 1 : 2,
      width: NARROW,
      height: isFew ? 110 : 72,
      figure,
    }),
  };
}

/** The attribute by which filters hide what is drawn of a reader. */
function drawnOf({ readers }: LengthChart, provider: string): Content {
  return readers && html` data-by="${readers.indexOf(provider)}"`;
}

/** Where a length stands on the axis, from 0 to 1. */
function placeOf({ lengths }: LengthChart): (tokens: number) => number {
  const [first, last] = [lengths[0]!, lengths[lengths.length - 1]!];
  return growByFactor(lengths)
    ? (tokens) => Math.log2(tokens / first) / Math.log2(last / first)
    : (tokens) => tokens / last;
}

/** Few lengths stand beside each other, each in the middle of its part of the axis. */
function groupOf({ lengths }: LengthChart): (tokens: number) => number {
  return (tokens) => (lengths.indexOf(tokens) + 0.5) / lengths.length;
}

/** Whether lengths grow by a factor rather than by steps, so that a logarithmic axis suits them. */
function growByFactor(lengths: readonly number[]): boolean {
  const gaps = lengths.slice(1).map((tokens, i) => tokens - lengths[i]!);
  return gaps.length >= 2 && gaps[gaps.length - 1]! >= 4 * gaps[0]!;
}

function pointsOf(
  { rows, names, lengths, sizes }: LengthChart,
  provider: string,
  at: (tokens: number) => number,
) {
  const labels = lengthLabels(lengths, sizes);
  return rows
    .filter((row) => row.provider === provider)
    .map(({ tokens, recall }) => ({
      x: at(tokens),
      recall,
      label: say`${names.get(provider)!}, ${labels.get(tokens) ?? lengthText(tokens)}: ${spokenRecall(recall)}`,
    }));
}

/** The longest lengths that are said to hold, as marks on the threshold. */
function heldLengths({ summary, names, threshold }: LengthChart) {
  return summary.flatMap((row) => {
    const { provider, base } = row;
    const tokens = saidToHold(row);
    if (!names.has(provider) || tokens === 0) return [];
    const recall = threshold * (base?.value ?? 1);
    const label = say`${names.get(provider)!}: reliable length ${effectiveLengthText(row)}`;
    return { provider, tokens, recall, label };
  });
}

/** A line with a name of its own. */
type NamedLine = Reference & {
  kind: 'threshold' | 'published' | 'reader';
  reader: number;
  by?: Content;
};

/** Thresholds, each relative to the base score of a reader where they are, and published scores. */
function references({ threshold, published, summary, names }: LengthChart): NamedLine[] {
  const based = summary.filter(
    ({ provider, base }) => base && Number.isFinite(base.value) && names.has(provider),
  );
  const thresholds = based.map(({ provider, base }) => {
    const label = say`threshold ${threshold} × base`;
    const name = shorten(names.get(provider)!, 16);
    return {
      label: based.length > 1 ? commas([label, name]) : label,
      recall: threshold * base!.value,
    };
  });
  const all =
    thresholds.length > 0
      ? thresholds
      : [{ label: say`threshold ${threshold}`, recall: threshold }];
  return [
    ...published.map(({ label, recall }) => ({
      label: `${label} ${shareText(recall)}`,
      recall,
      kind: 'published' as const,
      reader: -1,
    })),
    ...all.map((line) => ({ ...line, kind: 'threshold' as const, reader: -1 })),
  ];
}

/** How a line is drawn. */
function stroke({ kind, reader }: Pick<NamedLine, 'kind' | 'reader'>): Markup {
  const dashes = { threshold: '7 4', published: '1 3', reader: DASHES[reader] }[kind];
  const hue = { threshold: INK, published: MUTED, reader: HUES[reader]! }[kind];
  return html`stroke="${hue}" stroke-width="${kind === 'reader' ? 2 : 1.3}"${dashes && html` stroke-dasharray="${dashes}"`}`;
}

/** Where the names of the lines stand: beside their ends, or on a phone above the chart. */
interface Layout {
  width: number;
  height: number;
  frame: Frame;
  title: Markup | undefined;
  /** The names. */
  named: Markup;
}

/** The piece of a line beside its name is so long. */
const SAMPLE = 26;

/** The names of the lines, each with a piece of it and its mark. */
function named(line: NamedLine, x: number, y: number, from: [number, number]): Markup {
  const shape = SHAPES[line.reader];
  const d = `M${px(from[0])},${px(from[1])}L${px(x)},${px(y)}`;
  return html`<g${line.by}><path d="${d}" ${stroke(line)}/>${
    shape && html`<path d="${outline(shape, x, y, 4)}" fill="${HUES[line.reader]}"/>`
  }${words(line.label, x + 9, y + 4, line.kind === 'reader' ? { fill: INK } : {})}</g>`;
}

const TOP = 52;
const HEIGHT = 250;
const LEFT = 34;

/** With more room at the right, in which each name stands where its line ends. */
function beside(chart: LengthChart): Layout {
  const lines = namedLines(chart);
  const right = SAMPLE + 16 + Math.max(...lines.map(({ label }) => textWidth(label)));
  const frame = { left: LEFT, top: TOP, width: WIDE - LEFT - right, height: HEIGHT };
  const y = heightOf(frame);
  const end = frame.left + frame.width;
  let free = Number.NEGATIVE_INFINITY;
  const drawn = [...lines]
    .sort((a, b) => b.recall - a.recall)
    .map((line) => {
      const from = y(line.recall);
      free = Math.max(from, free + LINE_HEIGHT);
      return named(line, end + SAMPLE, free, [end, from]);
    });
  const height = Math.max(TOP + HEIGHT + 2 * LINE_HEIGHT, free) + 8;
  return { width: WIDE, height, frame, title: heading(chart.title), named: html`${drawn}` };
}

/** On a phone, which says above it what it shows. */
function above(chart: LengthChart): Layout {
  const lines = namedLines(chart);
  const drawn = lines.map((line, i) => {
    const y = (i + 0.5) * (LINE_HEIGHT + 2);
    return named(line, SAMPLE, y, [0, y]);
  });
  const top = lines.length * (LINE_HEIGHT + 2) + LINE_HEIGHT + 14;
  const frame = { left: LEFT, top, width: NARROW - LEFT - 22, height: 200 };
  const height = top + frame.height + 2 * LINE_HEIGHT + 8;
  return { width: NARROW, height, frame, title: undefined, named: html`${drawn}` };
}

/** All lines that have a name: those of readers where there are several, thresholds, and published scores. */
function namedLines(chart: LengthChart): NamedLine[] {
  const at = placeOf(chart);
  const readers = [...chart.names].flatMap(([provider, label], reader): NamedLine[] => {
    const last = lineOf(chart, provider, at).findLast(({ recall }) =>
      Number.isFinite(recall.value),
    );
    const by = drawnOf(chart, provider);
    return last ? [{ label, recall: last.recall.value, kind: 'reader', reader, by }] : [];
  });
  return [...(chart.names.size > 1 ? readers : []), ...references(chart)];
}

/** The curve of a reader, else what each length scored. */
function lineOf(
  chart: LengthChart,
  provider: string,
  at: (tokens: number) => number,
): readonly Figured[] {
  const curve = chart.curves.filter((row) => row.provider === provider);
  return curve.length > 0
    ? curve.map(({ tokens, recall }) => ({ x: at(tokens), recall }))
    : pointsOf(chart, provider, at);
}

/** All readers in one frame. */
function together(chart: LengthChart, { width, height, frame, title, named }: Layout): Drawing {
  const { figure, lengths, names } = chart;
  const y = heightOf(frame);
  const place = placeOf(chart);
  const at = (tokens: number) => frame.left + frame.width * place(tokens);
  const labels = lengthLabels(lengths, chart.sizes);
  const readers = [...names.keys()].map((provider, reader) => ({
    by: drawnOf(chart, provider),
    points: pointsOf(chart, provider, at).filter(({ recall }) => Number.isFinite(recall.value)),
    line: lineOf(chart, provider, at),
    look: stroke({ kind: 'reader', reader }),
    hue: HUES[reader]!,
    shape: SHAPES[reader]!,
    hasBand: chart.curves.some((row) => row.provider === provider),
  }));
  const radius = lengths.length > 60 ? 2.2 : 3;
  const foot = frame.top + frame.height;
  return {
    width,
    height: px(height),
    content: html`${title}${words(figure, 0, frame.top - 12)}${levelAxis(frame, LEVELS)}${acrossAxis(
      frame,
      lengths.map((tokens) => ({ x: at(tokens), label: labels.get(tokens)! })),
    )}${words(lengthTitle(chart.sizes), frame.left + frame.width / 2, foot + 2 * LINE_HEIGHT, {
      anchor: 'middle',
    })}${readers.map(
      ({ line, hue, hasBand, by }) =>
        hasBand && html`<path d="${bandPath(line, y)}" fill="${hue}" fill-opacity="0.13"${by}/>`,
    )}${references(chart).map((line) =>
      mark(`M${px(frame.left)},${y(line.recall)}h${px(frame.width)}`, line.label, stroke(line)),
    )}${readers.map(({ line, look, by }) => html`<path d="${linePath(line, y)}" fill="none"${by} ${look}/>`)}${named}${
      readers.length === 1 &&
      chart.each === 'length' &&
      html`<path d="${intervalsPath(readers[0]!.points, y)}" stroke="${readers[0]!.hue}" stroke-opacity="0.5"/>`
    }${readers.map(
      ({ points, hue, shape, by }) =>
        html`<g fill="${hue}" fill-opacity="0.75"${by}>${points.map(({ x, recall, label }) =>
          mark(outline(shape, x, y(recall.value), radius), label),
        )}</g>`,
    )}${heldLengths(chart).map(({ provider, tokens, recall, label }) =>
      mark(
        outline('diamond', at(tokens), y(recall), 7),
        label,
        html`fill="${HUES[[...names.keys()].indexOf(provider)]}" stroke="${INK}"${drawnOf(chart, provider)}`,
      ),
    )}`,
  };
}

/** What the chart shows, for its caption: nothing that is not drawn. */
export function describeLengthChart(chart: LengthChart, confidence: number): string {
  const { figure, each, names, curves } = chart;
  const percent = confidenceText({ confidence });
  const isSmall = names.size > 1 && isApart(chart);
  if (!hasLines(chart)) {
    return isSmall
      ? say`${figure} at each length, a small chart each: dots with their ${percent} interval; dashed: the threshold.`
      : say`${figure} at each length: dots with their ${percent} interval; dashed: the threshold.`;
  }
  const dots =
    each === 'prompt'
      ? say`a dot for each prompt`
      : names.size === 1
        ? say`a dot for each length with its ${percent} interval`
        : say`a dot for each length`;
  const parts = commas([
    dots,
    curves.length > 0
      ? say`the curve that does not rise with length with its ${percent} band`
      : say`lines`,
    ...(isApart(chart) || heldLengths(chart).length === 0
      ? []
      : [say`diamonds at reliable lengths`]),
  ]);
  return isSmall
    ? say`${figure} over the length of the context, a small chart each: ${parts}; dashed: the threshold.`
    : say`${figure} over the length of the context: ${parts}; dashed: the threshold.`;
}
