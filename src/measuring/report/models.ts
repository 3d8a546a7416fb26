/** What a report knows of each model, in the order of the ranking: its verdict, figures and calls. Each is computed once. */
import { sum } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import type { Text, Tone } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import type { Sizes } from '../document/sizes.js';
import { terminalNames } from '../document/terminal-names.js';
import { lengthText, sizeText } from '../document/words.js';
import type { Series } from '../facts/evaluation/series.js';
import { lengthPill } from '../facts/length-pills.js';
import { holdsLongest, saidToFail, saidToHold } from '../facts/length-verdict.js';
import { type Spent, together } from '../facts/tables/spent.js';
import type {
  BenchmarkRow,
  ChangeRow,
  Ranked,
  ReportData,
  SummaryRow,
} from '../facts/tables/tables.js';
import type { Interval } from '../statistics/interval.js';

/** One model. */
export interface Model {
  provider: string;
  /** As sentences name it: short, and still different from the others. */
  name: Text;
  rank: Ranked;
  /** Its only line, where all that it was sent has one verdict; of several metrics, that of the first to fail. */
  line?: SummaryRow | BenchmarkRow;
  /** A line for each benchmark, and each metric. */
  lines: readonly BenchmarkRow[];
  /** A line for each series, without controls. */
  rows: readonly SummaryRow[];
  change?: ChangeRow;
  spent: Spent;
  latencyMs?: number;
  errors: number;
  /** Calls, those that failed among them. */
  calls: number;
}

const LONGEST_NAME = 60;

export function modelsOf(data: ReportData): Model[] {
  const names = terminalNames(data.providers, LONGEST_NAME);
  const controls = new Set(data.series.flatMap(({ id, control }) => (control ? [id] : [])));
  // A call is there once for each metric.
  const counted = countedSeries(data);
  return data.ranking.map((rank) => {
    const { provider } = rank;
    const rows = data.summary.filter(
      (row) => row.provider === provider && !controls.has(row.series),
    );
    const lines = data.benchmarks.filter((row) => row.provider === provider);
    const own = data.series.length === 1 ? rows : lines;
    const line = own.length === 1 ? own[0] : shortestByMetric(lines);
    const calls = data.summary.filter(
      (row) => row.provider === provider && counted.has(row.series),
    );
    const change = data.since?.changes.find((one) => one.provider === provider);
    // Of series with more answers more.
    const timed = calls.filter(({ latencyMs }) => latencyMs !== undefined);
    const answers = sum(timed.map((row) => row.answers));
    const waited = sum(timed.map((row) => row.latencyMs! * row.answers));
    const errors = sum(calls.map((row) => row.errors));
    return {
      ...{ provider, rank, lines, rows, errors },
      name: foreign(names.get(provider)!),
      ...(line && { line }),
      ...(change && { change }),
      spent: together(calls.map(({ spent }) => spent)),
      ...(answers > 0 && { latencyMs: waited / answers }),
      calls: errors + sum(calls.map((row) => row.answers)),
    };
  });
}

/** The line that ends first, where lines differ in their metric only: a prompt may be no longer. */
function shortestByMetric(lines: Model['lines']): BenchmarkRow | undefined {
  const metrics = new Set(lines.map(({ measure = RECALL }) => measure));
  const names = new Set(lines.map(({ name, measure = RECALL }) => nameWithout(name, measure)));
  if (lines.length < 2 || metrics.size < lines.length || names.size > 1) return undefined;
  return lines.reduce((least, line) => (saidToHold(line) < saidToHold(least) ? line : least));
}

/** Names of lines of several metrics end with theirs. */
function nameWithout(name: string, metric: string): string {
  const end = ` · ${metric}`;
  return name.endsWith(end) ? name.slice(0, -end.length) : name;
}

function countedSeries({ series }: ReportData): Set<string> {
  const counted = series.filter(({ measure }) => measure === series[0]!.measure);
  return new Set(counted.map(({ id }) => id));
}

/** The lengths of a report, where each model has one verdict: those of all series of the first metric, controls apart. */
export interface Lengths {
  series: readonly Series[];
  tokens: readonly number[];
  sizes?: Sizes;
}

export function lengthsOf({ series }: Pick<ReportData, 'series'>): Lengths {
  const asked = series.filter(({ control }) => !control);
  const own = asked.filter(({ measure }) => measure === asked[0]?.measure);
  const tokens = [...new Set(own.flatMap(({ lengths }) => lengths))].sort((a, b) => a - b);
  const [first] = own;
  return {
    series: own,
    tokens,
    ...(own.length === 1 && first?.sizes && { sizes: first.sizes }),
  };
}

/** Neighbouring lengths that one bar, column or strip is of. */
export interface Band {
  name: Text;
  tokens: readonly number[];
}

/** @param most - there are as many, at most */
export function bandsOf({ tokens, sizes }: Pick<Lengths, 'tokens' | 'sizes'>, most = 8): Band[] {
  const count = Math.min(most, tokens.length);
  return Array.from({ length: count }, (_, band) => {
    const own = tokens.filter((_, i) => Math.floor((i * count) / tokens.length) === band);
    const [from, to] = [own[0]!, own.at(-1)!];
    if (from === to) return { name: sizeText(from, sizes), tokens: own };
    const name = sizes ? sizeText(to, sizes) : `${lengthText(from)}–${lengthText(to)}`;
    return { name, tokens: own };
  });
}

/** Facts that a model found at some lengths; an interval only where one line has it. */
export function foundAt(
  data: ReportData,
  { provider }: Pick<Model, 'provider'>,
  { series }: Pick<Lengths, 'series'>,
  { tokens }: Pick<Band, 'tokens'>,
): (Pick<Interval, 'value'> & Partial<Interval>) | undefined {
  const ids = new Set(series.map(({ id }) => id));
  const rows = data.lengths.filter(
    (row) =>
      row.provider === provider &&
      ids.has(row.series) &&
      tokens.includes(row.tokens) &&
      row.answers > 0 &&
      Number.isFinite(row.recall.value),
  );
  if (rows.length === 0) return undefined;
  if (rows.length === 1) return rows[0]!.recall;
  const answers = sum(rows.map((row) => row.answers));
  return { value: sum(rows.map((row) => row.recall.value * row.answers)) / answers };
}

/** From this share of failed calls on, nobody knows what the others would have been. */
const MANY_ERRORS = 0.1;

/** Whether many calls failed, and not since a server takes no longer prompts. */
export function isPartly({ errors, calls, line }: Model): boolean {
  return errors > 0 && errors >= MANY_ERRORS * calls && !line?.reliable?.limit;
}

/** What stands on a model's pill. */
export function pillOf(model: Model): { tone: Tone; text: Text } {
  if (model.rank.unranked === 'failed') return { tone: 'bad', text: say`Calls failed` };
  if (model.line) {
    const pill = lengthPill(model.line);
    return pill.tone === 'good' && isPartly(model) ? { ...pill, tone: 'warn' } : pill;
  }
  const { held, failed, all } = heldIn(model);
  const tone = held === all ? 'good' : failed > 0 ? 'bad' : 'warn';
  const reach = commonReach(model);
  return reach > 0 && held < all
    ? { tone, text: say`Reliable up to ${lengthText(reach)}` }
    : { tone, text: say`Reliable in ${held} of ${all}` };
}

/** The length to which a model is reliable in each of several benchmarks that end at one length; 0 where there is none. */
export function commonReach({ lines }: Pick<Model, 'lines'>): number {
  const isAlike = lines.every(({ longest, sizes }) => longest === lines[0]!.longest && !sizes);
  return isAlike && lines.length > 0 ? Math.min(...lines.map(saidToHold)) : 0;
}

/** In how many benchmarks a model is reliable at the longest length, and in how many it is shown not to be. */
export function heldIn({ lines }: Pick<Model, 'lines'>) {
  const held = lines.filter(holdsLongest).length;
  const failed = lines.filter(
    (line) => !holdsLongest(line) && saidToFail(line) <= line.longest,
  ).length;
  return { held, failed, all: lines.length };
}

/** Recall of all answers of a model, as its only line has it, or over all lines. */
export function recallOf({
  line,
  lines,
  rank,
}: Model): (Pick<Interval, 'value'> & Partial<Interval>) | undefined {
  // Of several metrics, the lengths beside it are those of the first.
  const shown = line && shortestByMetric(lines) === line ? lines[0] : line;
  const own = shown?.recall;
  if (own) return Number.isFinite(own.value) ? own : undefined;
  return rank.recall === undefined || !Number.isFinite(rank.recall)
    ? undefined
    : { value: rank.recall };
}
