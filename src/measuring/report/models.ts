/** Collects what a report shows of each model, in the order of the ranking, so that each figure is computed once. */
import { sum } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import type { Section, Text, Tone } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { terminalNames } from '../document/render/terminal.js';
import type { Sizes } from '../document/sizes.js';
import { lengthText, rangeText, shareTone, sizeText } from '../document/words.js';
import type { Series } from '../facts/evaluation/series.js';
import { holdsLongest, saidToFail, saidToHold } from '../facts/length-verdict.js';
import { lengthPill, lengthTone } from '../facts/length-words.js';
import { type Spent, totalSpent } from '../facts/tables/spent.js';
import type {
  ApartRow,
  BenchmarkRow,
  ChangeRow,
  LengthRow,
  OverallRow,
  Ranked,
  ReportData,
  SummaryRow,
} from '../facts/tables/tables.js';
import type { Interval } from '../statistics/interval.js';

export interface Model {
  provider: string;
  /** Short, but different from all others. */
  name: Text;
  rank: Ranked;
  /** Set if the model has one verdict. Of several metrics, the one that fails first. */
  line?: SummaryRow | BenchmarkRow;
  /** By benchmark and metric. */
  lines: readonly BenchmarkRow[];
  /** By series, without controls. */
  rows: readonly SummaryRow[];
  change?: ChangeRow;
  spent: Spent;
  latencyMs?: number;
  errors: number;
  /** Including failed calls. */
  calls: number;
}

const LONGEST_NAME = 60;

/** Up to this many models have a sentence and a card each. */
export const FEW_MODELS = 3;

export function modelsOf(data: ReportData): Model[] {
  const names = terminalNames(data.providers, LONGEST_NAME);
  const controls = new Set(data.series.flatMap(({ id, control }) => (control ? [id] : [])));
  // Counts a call once, not for each metric.
  const counted = countedSeries(data);
  return data.ranking.map((rank) => {
    const { provider } = rank;
    const rows = data.summary.filter(
      (row) => row.provider === provider && !controls.has(row.series),
    );
    const lines = data.benchmarks.filter((row) => row.provider === provider);
    const verdicts = data.series.length === 1 ? rows : lines;
    const line = verdicts.length === 1 ? verdicts[0] : shortestByMetric(lines);
    const calls = data.summary.filter(
      (row) => row.provider === provider && counted.has(row.series),
    );
    const change = data.since?.changes.find((row) => row.provider === provider);
    // Weights series by their answers.
    const timed = calls.filter(({ latencyMs }) => latencyMs !== undefined);
    const answers = sum(timed.map((row) => row.answers));
    const waited = sum(timed.map((row) => row.latencyMs! * row.answers));
    const errors = sum(calls.map((row) => row.errors));
    return {
      ...{ provider, rank, lines, rows, errors },
      name: foreign(names.get(provider)!),
      ...(line && { line }),
      ...(change && { change }),
      spent: totalSpent(calls.map(({ spent }) => spent)),
      ...(answers > 0 && { latencyMs: waited / answers }),
      calls: errors + sum(calls.map((row) => row.answers)),
    };
  });
}

/** Returns the shortest reliable length if lines differ only in their metric: all metrics must hold. */
function shortestByMetric(lines: Model['lines']): BenchmarkRow | undefined {
  const metrics = new Set(lines.map(({ measure = RECALL }) => measure));
  const names = new Set(lines.map(({ name, measure = RECALL }) => nameWithout(name, measure)));
  if (lines.length < 2 || metrics.size < lines.length || names.size > 1) return undefined;
  return lines.reduce((least, line) => (saidToHold(line) < saidToHold(least) ? line : least));
}

/** Removes the metric from the name of a line. */
function nameWithout(name: string, metric: string): string {
  const end = ` · ${metric}`;
  return name.endsWith(end) ? name.slice(0, -end.length) : name;
}

function countedSeries({ series }: ReportData): Set<string> {
  const counted = series.filter(({ measure }) => measure === series[0]!.measure);
  return new Set(counted.map(({ id }) => id));
}

/** Lengths of a report with one verdict a model: all benchmarks of the first metric, without controls. */
export interface Lengths {
  series: readonly Series[];
  tokens: readonly number[];
  sizes?: Sizes;
}

export function testedLengths({ series }: Pick<ReportData, 'series'>): Lengths {
  const asked = series.filter(({ control }) => !control);
  const counted = asked.filter(({ measure }) => measure === asked[0]?.measure);
  const tokens = [...new Set(counted.flatMap(({ lengths }) => lengths))].sort((a, b) => a - b);
  const [first] = counted;
  return {
    series: counted,
    tokens,
    ...(counted.length === 1 && first?.sizes && { sizes: first.sizes }),
  };
}

/** Drawers of missed facts, and what leads to them. */
export interface LostFacts {
  drawers: readonly Section[];
  idOf: (key: string) => string | undefined;
  /** Questions as they were sent, by the id of their case. */
  questions: ReadonlyMap<string, string>;
  /** Losses without a drawer, for want of room. */
  left: number;
}

/** What each block of a report is made of. */
export interface View {
  data: ReportData;
  models: readonly Model[];
  lengths: Lengths;
  lost: LostFacts;
}

export function viewOf(data: ReportData, lost?: LostFacts): View {
  const none = { drawers: [], idOf: () => undefined, questions: new Map(), left: 0 };
  return { data, models: modelsOf(data), lengths: testedLengths(data), lost: lost ?? none };
}

/** Neighboring lengths that share a bar, column or strip. */
export interface Band {
  name: Text;
  tokens: readonly number[];
}

/** @param most - limits their number */
export function bandsOf({ tokens, sizes }: Pick<Lengths, 'tokens' | 'sizes'>, most = 8): Band[] {
  const count = Math.min(most, tokens.length);
  return Array.from({ length: count }, (_, band) => {
    const part = tokens.filter((_, i) => Math.floor((i * count) / tokens.length) === band);
    const [from, to] = [part[0]!, part.at(-1)!];
    if (from === to) return { name: sizeText(from, sizes), tokens: part };
    const name = sizes ? sizeText(to, sizes) : `${lengthText(from)}–${lengthText(to)}`;
    return { name, tokens: part };
  });
}

/** Returns recall at some lengths, with an interval only if one line has it. */
export function foundAt(
  { data, lengths }: View,
  { provider }: Pick<Model, 'provider'>,
  tokens: readonly number[],
): (Pick<Interval, 'value'> & Partial<Interval>) | undefined {
  const ids = new Set(lengths.series.map(({ id }) => id));
  const rows = data.lengths.filter(
    (row) =>
      row.provider === provider &&
      ids.has(row.series) &&
      tokens.includes(row.tokens) &&
      row.answers > 0 &&
      Number.isFinite(row.recall.value),
  );
  const [row, ...others] = rows;
  if (!row) return undefined;
  if (others.length === 0) return { value: row.recall.value, ...boundsAt(data, row) };
  const answers = sum(rows.map((row) => row.answers));
  return { value: sum(rows.map((row) => row.recall.value * row.answers)) / answers };
}

/** Returns the bounds that a verdict rests on: those of the curve over all lengths, which a length's own prompts may miss. */
function boundsAt(
  { curves, summary, options }: ReportData,
  { provider, series, tokens, recall }: LengthRow,
): Partial<Interval> {
  const isSame = (row: { provider: string; series: string }) =>
    row.provider === provider && row.series === series;
  const { low, high } =
    curves.find((point) => isSame(point) && point.tokens === tokens)?.recall ?? recall;
  const holds = summary.filter(isSame).some((row) => saidToHold(row) >= tokens);
  return agreeing(
    { low: Math.min(low, recall.value), high: Math.max(high, recall.value) },
    holds ? options : undefined,
  );
}

/** Leaves out bounds that end below the target of a model that is said to be reliable: they are of other prompts. */
export function agreeing<Bounds extends Partial<Interval>>(
  bounds: Bounds,
  target: Pick<ReportData['options'], 'threshold' | 'baseLengths'> | undefined,
): Partial<Bounds> {
  const { low = 1 } = bounds;
  const isOff = target && target.baseLengths === undefined && low < target.threshold;
  return isOff ? {} : bounds;
}

/** Colors a length by the verdict, or without one by what was found. */
export function bandTone(
  { data }: View,
  { line }: Model,
  tokens: readonly number[],
  share: number,
): Tone {
  if (!line) return shareTone(share, data.options.threshold);
  return lengthTone(line, tokens[0]!, tokens.at(-1)!);
}

/** From this share of failed calls on, the other answers may not be typical. */
const MANY_ERRORS = 0.1;

/** True if many calls failed, but not because a server rejects long prompts. */
export function isPartly({ errors, calls, line }: Model): boolean {
  return errors > 0 && errors >= MANY_ERRORS * calls && !line?.reliable?.limit;
}

export function pillOf(model: Model): { tone: Tone; text: Text } {
  if (model.rank.unranked === 'failed') return { tone: 'bad', text: say`Calls failed` };
  if (model.line) {
    const pill = lengthPill(model.line);
    return pill.tone !== 'bad' && isPartly(model)
      ? { tone: 'warn', text: say`${model.errors} of ${model.calls} calls failed` }
      : pill;
  }
  const { held, failed, all } = heldIn(model);
  const tone = held === all ? 'good' : failed > 0 ? 'bad' : 'warn';
  const reach = commonReach(model);
  return reach > 0 && held < all
    ? { tone, text: say`Reliable up to ${lengthText(reach)}` }
    : {
        tone,
        text:
          failed > 0
            ? say`Not reliable in ${failed} of ${all}`
            : say`Reliable in ${held} of ${all}`,
      };
}

/** Returns the length that a model handles reliably in all benchmarks. 0 if they end at different lengths. */
export function commonReach({ lines }: Pick<Model, 'lines'>): number {
  const isAlike = lines.every(({ longest, sizes }) => longest === lines[0]!.longest && !sizes);
  return isAlike && lines.length > 0 ? Math.min(...lines.map(saidToHold)) : 0;
}

/** Counts benchmarks in which a model is reliable at the longest length, and in which it is shown not to be. */
export function heldIn({ lines }: Pick<Model, 'lines'>) {
  const held = lines.filter(holdsLongest).length;
  const failed = lines.filter(
    (line) => !holdsLongest(line) && saidToFail(line) <= line.longest,
  ).length;
  return { held, failed, all: lines.length };
}

/** Returns recall over all answers of a model. */
export function modelRecall(
  { options }: Pick<ReportData, 'options'>,
  { line, lines, rank }: Model,
): (Pick<Interval, 'value'> & Partial<Interval>) | undefined {
  // With several metrics, the lengths next to it are those of the first.
  const shown = line && shortestByMetric(lines) === line ? lines[0] : line;
  const recall = shown?.recall;
  if (recall) {
    const { value, ...bounds } = recall;
    const target = saidToHold(shown) > 0 ? options : undefined;
    return Number.isFinite(value) ? { value, ...agreeing(bounds, target) } : undefined;
  }
  return rank.recall === undefined || !Number.isFinite(rank.recall)
    ? undefined
    : { value: rank.recall };
}

/**
 * Says in one sentence whether two models differ on the same prompts.
 *
 * @param nameOf - returns how to write a model's name
 */
export function modelDifference(row: OverallRow, nameOf: (provider: string) => Text): Text {
  const { provider, other, better = provider, apart, difference } = row;
  const worse = better === provider ? other : provider;
  const [a, b] = [nameOf(better), nameOf(worse)];
  if (apart.length === 0) return say`No clear difference between ${a} and ${b}.`;
  const [ahead, behind] = [better, worse].map((model) =>
    apart.filter(({ higher }) => higher === model),
  );
  if (behind!.length > 0) {
    const [at, otherwise] = [rangeIn(ahead!), rangeIn(behind!)];
    return at !== undefined && otherwise !== undefined
      ? say`${a} found more at ${at}, ${b} at ${otherwise}.`
      : say`${a} and ${b} are each better at some lengths.`;
  }
  const sign = better === provider ? 1 : -1;
  const isOverall = ahead!.some(({ by }) => by === 'overall') && sign * difference.value > 0;
  if (isOverall) {
    const [low, high] =
      sign > 0 ? [difference.low, difference.high] : [-difference.high, -difference.low];
    return say`${a} found ${points(sign * difference.value)} points more than ${b} (95% CI ${points(low)}–${points(high)}).`;
  }
  const range = rangeIn(ahead!);
  return range === undefined
    ? say`${a} is reliable in longer prompts than ${b}.`
    : say`${a} found more than ${b} at ${range}.`;
}

/** Whole points, or one decimal below 1. */
function points(share: number): string {
  const value = 100 * share;
  return Math.abs(value) < 1 && value !== 0 ? value.toFixed(1) : value.toFixed(0);
}

function rangeIn(apart: readonly ApartRow[]): string | undefined {
  const range = apart.find(({ by }) => by === 'range');
  return range && rangeText(range.fromTokens, range.toTokens);
}

/** The clearest differences first. */
export function byClearness(rows: readonly OverallRow[]): OverallRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(!a.better) - Number(!b.better) ||
      Math.abs(b.difference.value) - Math.abs(a.difference.value),
  );
}
