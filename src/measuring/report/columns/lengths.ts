/** Recall and what else is known of single lengths: of each reader, in bands that suit all series, and beside totals. */
import { largest, smallest } from '../../../base/extremes.js';
import { ascending, sum } from '../../../base/numbers.js';
import { paragraph, say } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { type Content, html } from '../../document/markup.js';
import { amountAt, nounText, type Sizes } from '../../document/sizes.js';
import { type Column, column, readerColumn, type Table } from '../../document/table.js';
import { lengthText, sizeAndLengthText } from '../../document/words.js';
import { effectiveLengthText } from '../../facts/effective-length.js';
import { figureName, type Series, titleOf } from '../../facts/evaluation/series.js';
import type { PublishedTotal } from '../../facts/tables/published-rows.js';
import type { BenchmarkRow, LengthRow, ReportData, SummaryRow } from '../../facts/tables/tables.js';
import type { Interval } from '../../statistics/interval.js';
import { lengthLabels, shorten } from '../charts/chart-text.js';
import { reportedModel } from '../published-neighbours.js';
import { LONGEST_NAME } from './benchmarks.js';

/** Recall of each reader of a series: a column for each length. */
export function recallByLengthTable(
  { summary, lengths }: ReportData,
  series: Series,
): Table<SummaryRow> {
  const { id, measure, lengths: asked, sizes, title } = series;
  const own = lengths.filter((row) => row.series === id);
  const recallAt = (tokens: number) => (row: SummaryRow) =>
    own.find((one) => one.provider === row.provider && one.tokens === tokens)?.recall.value;
  const name = { foreign: measure !== undefined };
  return {
    title: say`${title}: recall by length`,
    rows: summary.filter((row) => row.series === id),
    columns: [
      column('name', figureName([series]), ({ provider }) => provider, name),
      ...asked.map((tokens) => column('share', sizeAndLengthText(tokens, sizes), recallAt(tokens))),
    ],
  };
}

type Taken = LengthRow & { curve: Interval | undefined };

/** What each length took and gave, of every reader of a series; columns without any value are left out. */
export function takenTable(
  { lengths, curves, providers }: ReportData,
  series: Series,
): Table<Taken> {
  const labels = lengthLabels(series.lengths, series.sizes);
  const keyOf = ({ provider, tokens }: { provider: string; tokens: number }) =>
    JSON.stringify([provider, tokens]);
  const ofSeries = (row: { series: string }) => row.series === series.id;
  const curve = new Map(curves.filter(ofSeries).map((row) => [keyOf(row), row.recall]));
  const rows = providers.flatMap((provider) =>
    lengths
      .filter((row) => ofSeries(row) && row.provider === provider)
      .map((row) => ({ ...row, curve: curve.get(keyOf(row)) })),
  );
  const columns: Column<Taken>[] = [
    readerColumn(),
    column('words', say`tokens`, ({ tokens }) => labels.get(tokens), { set: 'number' }),
    column('count', say`answers`, ({ answers }) => answers),
    column('count', say`errors`, ({ errors }) => errors),
    column('interval', say`recall`, ({ recall }) => recall),
    column('interval', say`on the curve`, (row) => row.curve),
    column('count', say`prompt tokens, ours`, ({ builtTokens }) => builtTokens),
    column('count', say`prompt tokens, the provider’s`, ({ promptTokens }) => promptTokens),
    column('count', say`of them cached`, ({ cachedTokens }) => cachedTokens),
    column('count', say`answer tokens`, ({ outputTokens }) => outputTokens),
    column('count', say`of them thinking`, ({ reasoningTokens }) => reasoningTokens),
    column('milliseconds', say`mean latency`, ({ latencyMs }) => latencyMs),
    column('money', say`mean cost`, ({ cost }) => cost),
  ];
  return {
    title: say`${series.title}: recall, tokens, latency and cost by length`,
    rows,
    columns: columns.filter(({ of }) => rows.some((row) => of(row) !== undefined)),
  };
}

interface Band {
  name: string;
  /** On a page, where there is no room for the unit in every column. */
  head: Content;
  /** What its number counts, where that is not tokens. */
  noun?: string | undefined;
  /** Those of the series that are in it. */
  lengths: readonly number[];
  holds: (tokens: number) => boolean;
}

/** More lengths than these are shown in bands. */
const MOST_LENGTHS = 8;

/**
 * A column for each length where there are few. Else bands that suit all series: each doubles the one before, those
 * without a length left out.
 */
function commonBands(series: readonly Series[]): Band[] {
  const lengths = ascending(series.flatMap((one) => one.lengths));
  if (lengths.length <= MOST_LENGTHS) {
    const sizes = commonSizes(series);
    return lengths.map((length) => ({
      name: sizeAndLengthText(length, sizes),
      head: sizeHead(length, sizes),
      noun: sizes && nounText(sizes.noun),
      lengths: [length],
      holds: (tokens) => tokens === length,
    }));
  }
  const edges = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].map((kilo) => kilo * 1024);
  return [0, ...edges].flatMap((from, i) => {
    const to = edges[i] ?? Number.POSITIVE_INFINITY;
    const holds = (tokens: number) => tokens > from && tokens <= to;
    const own = lengths.filter(holds);
    if (own.length === 0) return [];
    const [least, most] = [smallest(own), largest(own)].map(lengthText);
    const name = least === most ? `${least}` : `${least}–${most}`;
    return [{ name, head: name, lengths: own, holds }];
  });
}

/** Sizes of the first of some series, where all count the same things. */
function commonSizes(series: readonly Series[]): Sizes | undefined {
  const { sizes } = series[0]!;
  return series.every((one) => one.sizes?.noun === sizes?.noun) ? sizes : undefined;
}

/** A length as the head of a narrow column: how many things, and below it how many tokens. */
export function sizeHead(tokens: number, sizes: Sizes | undefined): Content {
  return sizes
    ? html`${amountAt(sizes, tokens)}<br><small>${lengthText(tokens)}</small>`
    : lengthText(tokens);
}

/** Recall of every series in bands of length, its readers beside its title. */
export function bandsTable(data: ReportData): Table<SummaryRow> {
  const { series, summary, providers, options } = data;
  const { threshold } = options;
  const titleIn = (row: SummaryRow) => titleOf(series, row.series);
  const bands = commonBands(series);
  const shade = (
    name: string,
    recall: (row: SummaryRow) => number,
    more: Partial<Pick<Band, 'head' | 'lengths'>> = {},
  ) => {
    const of = (row: SummaryRow) => ({ share: recall(row), threshold });
    const known = (row: SummaryRow) => (Number.isFinite(recall(row)) ? of(row) : undefined);
    return column('shade', name, known, more);
  };
  const only = providers.length === 1;
  return {
    id: 'matrix',
    look: 'rows',
    title: say`${capital(figureName(series))} by series and length, in tokens`,
    rows: summary,
    ...(!only && { group: { of: titleIn, heading: say`series` } }),
    columns: [
      only
        ? column('words', say`series`, titleIn)
        : column('name', say`reader`, ({ provider }) => shorten(provider, LONGEST_NAME)),
      ...bands.map(({ name, head, lengths, holds }) =>
        shade(name, (row) => bandMean(data, row, holds), { head, lengths }),
      ),
      shade(say`all`, ({ recall }) => recall.value, { head: say`all` }),
    ],
    note: paragraph([meansText(series, bands[0]?.noun), say`Tinted: at least ${threshold}.`]),
  };
}

/** @param noun - what prompts are sized by, where that is not their length */
function meansText(series: readonly Series[], noun: string | undefined): string {
  if (series.some(({ measure }) => measure)) {
    return noun === undefined
      ? say`Means.`
      : say`Means by number of ${noun}s, with their length in tokens.`;
  }
  return noun === undefined
    ? say`Mean recall.`
    : say`Mean recall by number of ${noun}s, with their length in tokens.`;
}

/** Mean recall in a band; not finite where nothing was answered. */
function bandMean({ lengths }: ReportData, row: SummaryRow, holds: Band['holds']): number {
  const own = lengths.filter(
    ({ provider, series, tokens, recall }) =>
      provider === row.provider &&
      series === row.series &&
      Number.isFinite(recall.value) &&
      holds(tokens),
  );
  const answers = sum(own.map((one) => one.answers));
  return sum(own.map((one) => one.recall.value * one.answers)) / answers;
}

/** Totals at each length of a reader, or of a model whose totals were published. */
interface Total {
  provider?: string;
  model?: string;
  byLength: ReadonlyMap<number, number>;
  effective: string | undefined;
}

/** Totals at each length, and beside them those that were published of some models. */
export function totalsTable(
  name: string,
  rows: readonly BenchmarkRow[],
  published: readonly PublishedTotal[],
): Table<Total> {
  const lengths = ascending(rows.flatMap(({ byLength }) => byLength.map(({ tokens }) => tokens)));
  const own = rows.map(({ provider, byLength, ...row }) => ({
    provider,
    byLength: new Map(byLength.map(({ tokens, recall }) => [tokens, recall.value])),
    effective: effectiveLengthText(row),
  }));
  const theirs = published.map(({ byLength, effective, ...one }) => ({
    model: reportedModel(one),
    byLength: new Map(byLength.map(({ tokens, recall }) => [tokens, recall])),
    effective,
  }));
  return {
    title: say`${name}: total by length`,
    look: 'rows',
    rows: [...own, ...theirs],
    columns: [
      column('name', say`reader`, ({ provider, model }) => provider ?? say`published: ${model!}`),
      ...lengths.map((tokens) =>
        column('share', lengthText(tokens), ({ byLength }: Total) => byLength.get(tokens)),
      ),
      column('words', say`reliable length`, ({ effective }) => effective),
    ],
  };
}
