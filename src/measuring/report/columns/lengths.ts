/** Recall and what else is known of single lengths: of each reader, in bands that suit all series, and beside totals. */
import { largest, smallest } from '../../../base/extremes.js';
import { ascending, sum } from '../../../base/numbers.js';
import { capital } from '../../../base/text/texts.js';
import { RECALL } from '../../../contract/measure.js';
import { figureName, type Series } from '../../evaluation/series.js';
import { effectiveLengthEstimate } from '../../output/effective-length.js';
import { type Content, html } from '../../output/markup.js';
import { type Column, readerColumn, type Table } from '../../output/table.js';
import { lengthText } from '../../output/words.js';
import type { Interval } from '../../statistics/interval.js';
import type { PublishedTotal } from '../../tables/published-scores.js';
import type { BenchmarkRow, LengthRow, ReportData, SummaryRow } from '../../tables/tables.js';
import { lengthLabels, shorten } from '../charts/chart-text.js';
import { LONGEST_NAME } from '../html/cells.js';

/** Recall of each reader of a series: a column for each length. */
export function recallByLengthTable(
  { summary, lengths }: ReportData,
  { id, measure, lengths: asked, title }: Series,
): Table<SummaryRow> {
  const recallAt = (provider: string, tokens: number) =>
    lengths.find((row) => row.series === id && row.provider === provider && row.tokens === tokens)
      ?.recall.value;
  return {
    title: `${title}: recall by length`,
    rows: summary.filter(({ series }) => series === id),
    columns: [
      { ...readerColumn<SummaryRow>(), heading: measure ?? RECALL, foreign: measure !== undefined },
      ...asked.map(
        (tokens): Column<SummaryRow> => ({
          heading: lengthText(tokens),
          kind: 'share',
          of: ({ provider }) => recallAt(provider, tokens),
        }),
      ),
    ],
  };
}

type Taken = LengthRow & { curve: Interval | undefined };

/** What each length took and gave, of every reader of a series; columns without any value are left out. */
export function takenTable(
  { lengths, curves, providers }: ReportData,
  series: Series,
): Table<Taken> {
  const labels = lengthLabels(series.lengths);
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
    { heading: 'tokens', kind: 'words', of: (row) => labels.get(row.tokens), onPage: AS_NUMBER },
    { heading: 'answers', kind: 'count', of: (row) => row.answers },
    { heading: 'errors', kind: 'count', of: (row) => row.errors },
    { heading: 'recall', kind: 'interval', of: (row) => row.recall },
    { heading: 'on the curve', kind: 'interval', of: (row) => row.curve },
    { heading: 'prompt tokens, ours', kind: 'count', of: (row) => row.builtTokens },
    { heading: 'prompt tokens, the provider’s', kind: 'count', of: (row) => row.promptTokens },
    { heading: 'of them cached', kind: 'count', of: (row) => row.cachedTokens },
    { heading: 'answer tokens', kind: 'count', of: (row) => row.outputTokens },
    { heading: 'of them thinking', kind: 'count', of: (row) => row.reasoningTokens },
    { heading: 'mean latency', kind: 'milliseconds', of: (row) => row.latencyMs },
    { heading: 'mean cost', kind: 'money', of: (row) => row.cost },
  ];
  return {
    title: `${series.title}: recall, tokens, latency and cost by length`,
    rows,
    columns: columns.filter(({ of }) => rows.some((row) => of(row) !== undefined)),
  };
}

const AS_NUMBER = { set: 'number' } as const;

interface Band {
  name: string;
  holds: (tokens: number) => boolean;
}

/** Bands that suit all series: each doubles the one before, those without a length left out. */
function commonBands(series: readonly Series[]): Band[] {
  const lengths = series.flatMap((one) => one.lengths);
  const edges = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].map((kilo) => kilo * 1024);
  return [0, ...edges].flatMap((from, i) => {
    const to = edges[i] ?? Number.POSITIVE_INFINITY;
    const holds = (tokens: number) => tokens > from && tokens <= to;
    const own = lengths.filter(holds);
    if (own.length === 0) return [];
    const [least, most] = [smallest(own), largest(own)].map(lengthText);
    return [{ name: least === most ? `${least}` : `${least}–${most}`, holds }];
  });
}

/** Recall of every series in bands of length, its readers beside its title. */
export function bandsTable(data: ReportData): Table<SummaryRow> {
  const { series, summary, providers, options } = data;
  const { threshold } = options;
  const only = providers.length === 1;
  const titleIn = ({ series: id }: SummaryRow) => series.find((one) => one.id === id)!.title;
  const shade = (heading: string, of: (row: SummaryRow) => number): Column<SummaryRow> => ({
    heading,
    kind: 'shade',
    of: (row) => (Number.isFinite(of(row)) ? { share: of(row), threshold } : undefined),
    onPage: { heading },
  });
  const measured = series.some(({ measure }) => measure);
  return {
    name: 'matrix',
    title: `${capital(figureName(series))} by series and length, in tokens`,
    rows: summary,
    ...(!only && { group: { of: titleIn, heading: 'series' } }),
    columns: [
      only
        ? { heading: 'series', kind: 'words', of: titleIn }
        : {
            heading: 'reader',
            kind: 'name',
            of: ({ provider }) => shorten(provider, LONGEST_NAME),
          },
      ...commonBands(series).map(({ name, holds }) =>
        shade(name, (row) => bandMean(data, row, holds)),
      ),
      shade('all', ({ recall }) => recall.value),
    ],
    note: `${measured ? 'Means' : 'Mean recall'}. The stronger the colour, the higher; what is below ${threshold} is underlined.`,
  };
}

/** Mean recall in a band; not finite where nothing was answered. */
function bandMean(
  { lengths }: ReportData,
  { provider, series }: SummaryRow,
  holds: Band['holds'],
): number {
  const own = lengths.filter(
    (row) =>
      row.provider === provider &&
      row.series === series &&
      Number.isFinite(row.recall.value) &&
      holds(row.tokens),
  );
  const answers = sum(own.map((one) => one.answers));
  return sum(own.map((one) => one.recall.value * one.answers)) / answers;
}

/** Totals of a benchmark at each length. */
interface Total {
  reader: Content;
  byLength: ReadonlyMap<number, number>;
  effective?: string;
}

/** Totals at each length, and beside them those that were published of some models. */
export function totalsTable(
  name: string,
  rows: readonly BenchmarkRow[],
  published: readonly PublishedTotal[],
): Table<Total> {
  const totals = [
    ...rows.map(
      (row): Total => ({
        reader: html`<bdi>${row.provider}</bdi>`,
        byLength: new Map(row.byLength.map(({ tokens, recall }) => [tokens, recall.value])),
        effective: effectiveLengthEstimate(row),
      }),
    ),
    ...published.map(
      ({ model, byLength, effective }): Total => ({
        reader: `published: ${model}`,
        byLength: new Map(byLength.map(({ tokens, recall }) => [tokens, recall])),
        ...(effective !== undefined && { effective }),
      }),
    ),
  ];
  const lengths = ascending(rows.flatMap(({ byLength }) => byLength.map(({ tokens }) => tokens)));
  return {
    title: `${name}: total by length`,
    rows: totals,
    columns: [
      { heading: 'reader', kind: 'picture', of: ({ reader }) => reader },
      ...lengths.map(
        (tokens): Column<Total> => ({
          heading: lengthText(tokens),
          kind: 'share',
          of: ({ byLength }) => byLength.get(tokens),
        }),
      ),
      { heading: 'effective length', kind: 'words', of: ({ effective }) => effective },
    ],
  };
}
