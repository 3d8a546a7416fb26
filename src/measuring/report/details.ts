/** The folded part of a report: failed answers, all figures, statistics, published scores, and how it was measured. */

import { groupBy } from '../../base/group-by.js';
import { withoutSecrets } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { when } from '../../base/when.js';
import { BY_NAME, SINGLE } from '../../contract/conditions.js';
import { type Column, columns, folded, left, list, paragraph, table } from '../document/build.js';
import type { Block, Cell, Row } from '../document/document.js';
import { cut } from '../document/drawer.js';
import { foreign } from '../document/foreign.js';
import { percentText, thresholdText } from '../document/words.js';
import { titleOf } from '../facts/evaluation/series.js';
import { effectiveLengthAnswer } from '../facts/length-words.js';
import { otherMeasuresText } from '../facts/tables/about.js';
import type { BenchmarkRow, CompositeRow, LossRow, ReportData } from '../facts/tables/tables.js';
import { costCell, countCell, latencyCell, NOTHING, shareCell } from './cells.js';
import { answerKey, MOST_FAILURES } from './lost-facts.js';
import { foundName } from './model-blocks.js';
import { byClearness, type Model, modelDifference, type View } from './models.js';
import { neighboursBeside, reportedModel } from './published-runs.js';

export interface Method {
  sources: readonly string[];
  config?: unknown;
}

/** Rows and pairs of a page. Files have all. */
const [MOST_FIGURES, MOST_PAIRS] = [60, 12];

/** In UTF-16 units. */
const LONGEST_CONFIG = 6000;

export function detailBlocks(view: View, method: Method): Block[] {
  const { data, models } = view;
  const nameOf = namesOf(models);
  return [
    failureSection(view, nameOf),
    figureSection(data, models),
    compositeSection(data, nameOf),
    lossSection(data, nameOf),
    statisticsSection(data, nameOf),
    publishedSection(data),
    errorSection(data, nameOf),
    sentSection(data, nameOf),
    methodSection(data, method),
  ].flatMap((section) => section ?? []);
}

type NameOf = (provider: string) => string;

export function namesOf(models: readonly Model[]): NameOf {
  const names = new Map(models.map(({ provider, name }) => [provider, name]));
  return (provider) => names.get(provider) ?? foreign(provider);
}

function failureSection({ data: { failures }, lost }: View, nameOf: NameOf) {
  if (failures.length === 0) return undefined;
  const shown = failures.slice(0, MOST_FAILURES);
  const shownTable = columns(
    say`Failed answers`,
    shown,
    [
      say`Prompt`,
      ({ provider, id, description }) => {
        const to = lost.idOf(answerKey(provider, id));
        return { text: foreign(cut(description, 120)), ...(to && { to }) };
      },
    ],
    [left(say`Model`), ({ provider }) => nameOf(provider)],
    [say`Found`, ({ score }) => shareCell({ value: score })],
    [left(say`What happened`), ({ reason }) => foreign(cut(reason, 160))],
  );
  const more = failures.length - shown.length;
  return folded(
    say`Failed answers: ${failures.length}`,
    shownTable,
    ...when(
      more > 0,
      paragraph(say`${more} more: see failures.csv, or npx promptfoo-counting-stars show PROMPT.`),
    ),
  );
}

/** Shows every figure of each model and benchmark. */
function figureSection(data: ReportData, models: readonly Model[]) {
  const { series } = data;
  const all = models.flatMap((model) => model.rows.map((row) => ({ model, row })));
  const isSeveral = series.length > 1;
  const has = (figure: 'middleDip' | 'tailLoss' | 'precision') =>
    all.some(({ row }) => row[figure] !== undefined);
  const shown = all.slice(0, MOST_FIGURES);
  const figures = columns(
    say`All figures`,
    shown,
    isSeveral
      ? [say`Benchmark and task`, ({ row }) => foreign(titleOf(series, row.series))]
      : [say`Model`, ({ model }) => model.name],
    [foundName(data), ({ row }) => shareCell(row.recall)],
    [say`In usable answers`, ({ row }) => shareCell(row.usableRecall)],
    [say`Reliable up to`, ({ row }) => effectiveLengthAnswer(row)],
    has('middleDip') && [say`Middle dip`, ({ row }) => pointsCell(row.middleDip)],
    has('tailLoss') && [say`End loss`, ({ row }) => pointsCell(row.tailLoss)],
    has('precision') && [
      say`Precision`,
      ({ row }) => shareCell(row.precision === undefined ? undefined : { value: row.precision }),
    ],
    [say`Passed`, ({ row }) => ({ text: say`${row.passed} of ${row.answers}`, value: row.passed })],
    [say`Failed calls`, ({ row }) => countCell(row.errors, true)],
    [say`Latency`, ({ row }) => latencyCell(row.latencyMs)],
    [say`Cost`, ({ row }) => costCell(row.spent)],
  );
  const rows = figures.rows.map((row, i) =>
    isSeveral ? { group: shown[i]!.model.name, ...row } : row,
  );
  const more = all.length - shown.length;
  return folded(
    say`All figures`,
    { ...figures, rows },
    paragraph(
      more > 0
        ? say`Small print: 95% intervals. ${more} more rows are in summary.csv.`
        : say`Small print: 95% intervals.`,
    ),
  );
}

function pointsCell(difference: { value: number; low: number; high: number } | undefined): Cell {
  if (!difference || !Number.isFinite(difference.value)) return NOTHING;
  const { value, low, high } = difference;
  const [a, b, c] = [value, low, high].map((bound) => signed(100 * bound)) as [
    string,
    string,
    string,
  ];
  return { text: a, small: say`${b} to ${c}`, value, low, high };
}

function signed(points: number): string {
  const whole = Math.round(points);
  return whole < 0 ? `−${-whole}` : `${whole}`;
}

function compositeSection({ composites }: ReportData, nameOf: NameOf) {
  if (composites.length === 0) return undefined;
  const partText = ({ part, score, weight }: CompositeRow['parts'][number]) =>
    `${part} ${percentText(score.value)} (${weight})`;
  return folded(
    say`Composite scores`,
    columns(
      say`Composite scores`,
      composites,
      [say`Benchmark`, ({ name }) => foreign(name)],
      [left(say`Model`), ({ provider }) => nameOf(provider)],
      [say`Score`, ({ score }) => shareCell(score)],
      composites.some(({ allRight }) => allRight !== undefined) && [
        say`All right`,
        ({ allRight }) => shareCell(allRight === undefined ? undefined : { value: allRight }),
      ],
      [left(say`Parts (weight)`), ({ parts }) => foreign(parts.map(partText).join(', '))],
    ),
  );
}

const LOST_TO: Readonly<Record<LossRow['lostTo'], () => string>> = {
  interference: () => say`To interference`,
  length: () => say`To length`,
  form: () => say`To form`,
};

/** Shows what facts are lost to, if they were given in several ways. */
function lossSection({ losses = [] }: ReportData, nameOf: NameOf) {
  if (losses.length === 0) return undefined;
  const rows = groupBy(losses, ({ provider, name }) => JSON.stringify([provider, name]));
  const kinds = (Object.keys(LOST_TO) as LossRow['lostTo'][]).filter((kind) =>
    losses.some(({ lostTo }) => lostTo === kind),
  );
  return folded(
    say`What facts are lost to`,
    columns(
      say`Points lost to interference, length and form`,
      [...rows.values()],
      [say`Benchmark`, ([first]) => foreign(first!.name)],
      [left(say`Model`), ([first]) => nameOf(first!.provider)],
      ...kinds.map(
        (kind): Column<LossRow[]> => [
          LOST_TO[kind](),
          (lost) => pointsCell(lost.find(({ lostTo }) => lostTo === kind)?.loss),
        ],
      ),
    ),
  );
}

function statisticsSection({ overall, comparisons }: ReportData, nameOf: NameOf) {
  const rows = byClearness(overall ?? comparisons);
  if (rows.length === 0) return undefined;
  const more = rows.length - MOST_PAIRS;
  return folded(
    say`Which models differ`,
    list([
      ...rows.slice(0, MOST_PAIRS).map((row) => modelDifference(row, nameOf)),
      ...(more > 0 ? [say`${more} more pairs are in comparisons.csv.`] : []),
    ]),
    paragraph(
      say`Intervals and differences hold for all pairs together (95% confidence). Models share a rank if the data cannot separate them.`,
    ),
  );
}

/** Published scores next to those of a run. */
const MOST_PUBLISHED = 12;

function publishedSection({ benchmarks, series, published }: ReportData) {
  const byName = groupBy(benchmarks, ({ name }) => name);
  const controls = series.filter(({ control }) => control);
  const ofControls = published.filter((score) => controls.some(({ id }) => id === score.series));
  const parts = [
    ...[...byName].flatMap(([name, rows]) => publishedRows(name, rows)),
    ...controls.flatMap(({ id, title }) =>
      rowsOf(
        title,
        ofControls.filter((score) => score.series === id && !score.differs),
      ),
    ),
  ];
  const noted = [...benchmarks.flatMap((row) => row.published), ...published];
  if (noted.length === 0) return undefined;
  const drawn = noted.filter(({ differs }) => differs === undefined);
  const sources = [...new Set(drawn.map(({ source, date }) => say`${source}, ${date}`))];
  const near = noted
    .filter(({ differs }) => differs !== undefined)
    .toSorted((a, b) => a.differs!.length - b.differs!.length);
  return folded(
    say`Published scores`,
    ...when(
      parts.length > 0,
      table(
        say`Published scores under the same conditions`,
        [say`Benchmark and model`, say`Score`],
        parts,
      ),
    ),
    ...(near[0] && drawn.length === 0
      ? [
          paragraph(
            say`Not drawn: ${foreign(near[0].source)}. Different: ${foreign(commas(near[0].differs!))}.`,
          ),
        ]
      : []),
    ...when(
      sources.length > 0,
      list(sources.slice(0, MOST_PUBLISHED).map((source) => say`Source: ${foreign(source)}`)),
    ),
  );
}

function publishedRows(name: string, rows: readonly BenchmarkRow[]): Row[] {
  const all = new Map(
    rows
      .flatMap(neighboursBeside)
      .map((score) => [commas([score.model, score.figure ?? '']), score]),
  );
  return rowsOf(name, [...all.values()]);
}

/** Lists own scores by the authors' rule, then published ones. */
function rowsOf(name: string, all: readonly Omit<ReportData['published'][number], 'series'>[]) {
  const [ruled] = all.filter(({ own, rule }) => own && rule);
  const yours = (ruled?.own ?? []).map(({ provider, recall }) => ({
    text: say`${foreign(provider)}, this run (${foreign(ruled!.rule!)})`,
    recall,
  }));
  const theirs = all.slice(0, MOST_PUBLISHED).map((score) => ({
    text: foreign(reportedModel(score)) + (score.figure ? `, ${foreign(score.figure)}` : ''),
    recall: score.recall,
  }));
  return [...yours, ...theirs].map(
    ({ text, recall }): Row => ({
      group: foreign(name),
      cells: [{ text }, { text: percentText(recall), value: recall }],
    }),
  );
}

function errorSection({ errors }: ReportData, nameOf: NameOf) {
  if (errors.length === 0) return undefined;
  const more = errors.length - MOST_FAILURES;
  return folded(
    say`${sayCount(errors.length, 'call')} failed`,
    list([
      ...errors
        .slice(0, MOST_FAILURES)
        .map(
          ({ provider, description, error }) =>
            say`${nameOf(provider)}, ${foreign(cut(description, 120))}: ${foreign(cut(error, 300))}`,
        ),
      ...(more > 0 ? [say`${more} more are in errors.csv.`] : []),
    ]),
  );
}

/** Shows settings of each model, and the text around prompts. */
function sentSection({ conditions = [] }: ReportData, nameOf: NameOf) {
  const rows = conditions
    .slice(0, MOST_FIGURES)
    .flatMap(({ provider, conditions: settings }) => [
      ...SINGLE.flatMap((key) => conditionRow(nameOf(provider), key, settings[key])),
      ...BY_NAME.flatMap((kind) =>
        Object.entries(settings[kind] ?? {}).flatMap(([key, values]) =>
          conditionRow(nameOf(provider), key, values),
        ),
      ),
    ]);
  if (rows.length === 0) return undefined;
  return folded(
    say`What was sent`,
    table(
      say`Settings of each model`,
      [say`Setting`, left(say`Value`)],
      rows.slice(0, MOST_SETTINGS),
    ),
  );
}

const MOST_SETTINGS = 120;

function conditionRow(group: string, key: string, values: readonly string[] = []): Row[] {
  if (values.length === 0) return [];
  return [
    { group, cells: [{ text: foreign(key) }, { text: foreign(cut(values.join(', '), 200)) }] },
  ];
}

function methodSection(data: ReportData, { sources, config }: Method) {
  const { options, about } = data;
  const text = config === undefined ? '' : JSON.stringify(withoutSecrets(config), null, 2);
  const threshold = thresholdText(options);
  return folded(
    say`How this was measured`,
    list([
      say`A model is reliable up to the longest length at which its answers find ${threshold} of the facts, ignore no place and are seldom unusable.`,
      say`Intervals cover ${100 * options.confidence}% and are clustered by prompt.`,
      ...about.settings.map((setting) => foreign(capital(setting))),
      ...(about.otherMeasures ? [foreign(otherMeasuresText(about.otherMeasures))] : []),
      ...sources.map((source) => say`Results: ${foreign(source)}`),
    ]),
    ...(text === ''
      ? []
      : [{ kind: 'verbatim' as const, text: cut(text, LONGEST_CONFIG), in: ['html' as const] }]),
  );
}
