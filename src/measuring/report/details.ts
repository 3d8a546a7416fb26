/** What is folded: answers that missed something, all figures, statistics, published scores, and how it was measured. */
import { groupBy } from '../../base/group-by.js';
import { withoutSecrets } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { BY_NAME, SINGLE } from '../../contract/conditions.js';
import type { Block, Cell, Head, Row, Section, Table } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { percentText, thresholdText } from '../document/words.js';
import { titleOf } from '../facts/evaluation/series.js';
import { effectiveLengthAnswer } from '../facts/length-cells.js';
import { otherMeasuresText } from '../facts/tables/about.js';
import type { BenchmarkRow, LossRow, ReportData } from '../facts/tables/tables.js';
import { costCell, countCell, latencyCell, NOTHING, shareCell } from './cells.js';
import { byClearness, differenceText } from './differences.js';
import { answerKey, cut, type LostFacts, MOST_FAILURES } from './lost-facts.js';
import { foundName } from './model-blocks.js';
import type { Model } from './models.js';
import { neighboursBeside, reportedModel } from './published-neighbours.js';

/** Where results come from, and how they were asked for. */
export interface Method {
  sources: readonly string[];
  /** promptfoo's config, as far as it is known. */
  config?: unknown;
}

/** Rows and pairs of a page; files have all. */
const [MOST_FIGURES, MOST_PAIRS] = [60, 12];

/** Of a config, in UTF-16 units. */
const LONGEST_CONFIG = 6000;

export function detailBlocks(
  data: ReportData,
  models: readonly Model[],
  lost: LostFacts,
  method: Method,
): Block[] {
  return [
    failureSection(data, models, lost),
    figureSection(data, models),
    compositeSection(data, models),
    lossSection(data, models),
    statisticsSection(data, models),
    publishedSection(data),
    errorSection(data, models),
    sentSection(data, models),
    methodSection(data, method),
  ].flatMap((section) => section ?? []);
}

function folded(heading: string, blocks: readonly Block[]): Section {
  return { kind: 'section', look: 'folded', heading, blocks };
}

function namesOf(models: readonly Model[]): (provider: string) => string {
  const names = new Map(models.map(({ provider, name }) => [provider, name]));
  return (provider) => names.get(provider) ?? foreign(provider);
}

function failureSection(
  { failures, options }: ReportData,
  models: readonly Model[],
  lost: LostFacts,
) {
  if (failures.length === 0) return undefined;
  const nameOf = namesOf(models);
  const shown = failures.slice(0, MOST_FAILURES);
  const table: Table = {
    kind: 'table',
    title: say`Failed answers`,
    heads: [
      { text: say`Prompt` },
      { text: say`Model`, align: 'left' },
      { text: say`Found` },
      { text: say`What happened`, align: 'left' },
    ],
    rows: shown.map(({ provider, id, description, score, reason }): Row => {
      const to = lost.idOf(answerKey(provider, id));
      return {
        cells: [
          { text: foreign(cut(description, 120)), ...(to && { to }) },
          { text: nameOf(provider) },
          shareCell({ value: score }, options.threshold),
          { text: foreign(cut(reason, 160)) },
        ],
      };
    }),
  };
  const left = failures.length - shown.length;
  return folded(say`Failed answers: ${failures.length}`, [
    table,
    ...(left > 0
      ? [
          {
            kind: 'paragraph' as const,
            text: say`${left} more: see failures.csv, or npx promptfoo-counting-stars show PROMPT.`,
          },
        ]
      : []),
  ]);
}

/** Every figure of a model in a series. */
function figureSection(data: ReportData, models: readonly Model[]) {
  const { series, options } = data;
  const own = models.flatMap((model) => model.rows.map((row) => ({ model, row })));
  const isSeveral = series.length > 1;
  const has = (isThere: (one: (typeof own)[number]) => boolean) => own.some(isThere);
  const columns: { head: Head; of: (one: (typeof own)[number]) => Cell }[] = [
    { head: { text: foundName(data) }, of: ({ row }) => shareCell(row.recall, options.threshold) },
    {
      head: { text: say`In usable answers` },
      of: ({ row }) => shareCell(row.usableRecall, options.threshold),
    },
    {
      head: { text: say`Reliable up to` },
      of: ({ row }) => ({ text: effectiveLengthAnswer(row) }),
    },
    ...(has(({ row }) => row.middleDip !== undefined)
      ? [
          {
            head: { text: say`Middle dip` },
            of: ({ row }: (typeof own)[number]) => pointsCell(row.middleDip),
          },
        ]
      : []),
    ...(has(({ row }) => row.tailLoss !== undefined)
      ? [
          {
            head: { text: say`End loss` },
            of: ({ row }: (typeof own)[number]) => pointsCell(row.tailLoss),
          },
        ]
      : []),
    ...(has(({ row }) => row.precision !== undefined)
      ? [
          {
            head: { text: say`Precision` },
            of: ({ row }: (typeof own)[number]): Cell =>
              row.precision === undefined ? NOTHING : shareCell({ value: row.precision }, 0),
          },
        ]
      : []),
    {
      head: { text: say`Passed` },
      of: ({ row }) => ({ text: say`${row.passed} of ${row.answers}`, value: row.passed }),
    },
    { head: { text: say`Failed calls` }, of: ({ row }) => countCell(row.errors, true) },
    { head: { text: say`Latency` }, of: ({ row }) => latencyCell(row.latencyMs) },
    { head: { text: say`Cost` }, of: ({ row }) => costCell(row.spent) },
  ];
  const rows = own.slice(0, MOST_FIGURES).map(
    (one): Row => ({
      ...(isSeveral && { group: one.model.name }),
      cells: [
        { text: isSeveral ? foreign(titleOf(series, one.row.series)) : one.model.name },
        ...columns.map(({ of }) => of(one)),
      ],
    }),
  );
  const left = own.length - rows.length;
  return folded(say`All figures`, [
    {
      kind: 'table',
      title: say`All figures`,
      heads: [
        { text: isSeveral ? say`Benchmark and task` : say`Model` },
        ...columns.map(({ head }) => head),
      ],
      rows,
    },
    {
      kind: 'paragraph',
      text:
        left > 0
          ? say`Small print: 95% intervals. ${left} more rows are in summary.csv.`
          : say`Small print: 95% intervals.`,
    },
  ]);
}

/** A difference in points, with its interval. */
function pointsCell(difference: { value: number; low: number; high: number } | undefined): Cell {
  if (!difference || !Number.isFinite(difference.value)) return NOTHING;
  const { value, low, high } = difference;
  const [a, b, c] = [value, low, high].map((one) => signed(100 * one)) as [string, string, string];
  return { text: a, small: say`${b} to ${c}`, value, low, high };
}

function signed(points: number): string {
  const whole = Math.round(points);
  return whole < 0 ? `−${-whole}` : `${whole}`;
}

function compositeSection({ composites, options }: ReportData, models: readonly Model[]) {
  if (composites.length === 0) return undefined;
  const nameOf = namesOf(models);
  const hasAll = composites.some(({ allRight }) => allRight !== undefined);
  return folded(say`Composite scores`, [
    {
      kind: 'table',
      title: say`Composite scores`,
      heads: [
        { text: say`Benchmark` },
        { text: say`Model`, align: 'left' },
        { text: say`Score` },
        ...(hasAll ? [{ text: say`All right` }] : []),
        { text: say`Parts (weight)`, align: 'left' },
      ],
      rows: composites.map(
        ({ name, provider, score, allRight, parts }): Row => ({
          cells: [
            { text: foreign(name) },
            { text: nameOf(provider) },
            shareCell(score, options.threshold),
            ...(hasAll
              ? [
                  allRight === undefined
                    ? NOTHING
                    : shareCell({ value: allRight }, options.threshold),
                ]
              : []),
            {
              text: foreign(
                parts
                  .map((one) => `${one.part} ${percentText(one.score.value)} (${one.weight})`)
                  .join(', '),
              ),
            },
          ],
        }),
      ),
    },
  ]);
}

const LOST_TO: Readonly<Record<LossRow['lostTo'], () => string>> = {
  interference: () => say`To interference`,
  length: () => say`To length`,
  form: () => say`To form`,
};

/** What facts are lost to, where they were given in several ways. */
function lossSection({ losses = [] }: ReportData, models: readonly Model[]) {
  if (losses.length === 0) return undefined;
  const nameOf = namesOf(models);
  const rows = groupBy(losses, ({ provider, name }) => JSON.stringify([provider, name]));
  const kinds = (Object.keys(LOST_TO) as LossRow['lostTo'][]).filter((kind) =>
    losses.some(({ lostTo }) => lostTo === kind),
  );
  return folded(say`What facts are lost to`, [
    {
      kind: 'table',
      title: say`Points lost to interference, length and form`,
      heads: [
        { text: say`Benchmark` },
        { text: say`Model`, align: 'left' },
        ...kinds.map((kind) => ({ text: LOST_TO[kind]() })),
      ],
      rows: [...rows.values()].map(
        (own): Row => ({
          cells: [
            { text: foreign(own[0]!.name) },
            { text: nameOf(own[0]!.provider) },
            ...kinds.map((kind) => pointsCell(own.find(({ lostTo }) => lostTo === kind)?.loss)),
          ],
        }),
      ),
    },
  ]);
}

function statisticsSection({ overall, comparisons }: ReportData, models: readonly Model[]) {
  const rows = byClearness(overall ?? comparisons);
  if (rows.length === 0) return undefined;
  const nameOf = namesOf(models);
  const left = rows.length - MOST_PAIRS;
  return folded(say`Which models differ`, [
    {
      kind: 'list',
      items: [
        ...rows.slice(0, MOST_PAIRS).map((row) => differenceText(row, nameOf)),
        ...(left > 0 ? [say`${left} more pairs are in comparisons.csv.`] : []),
      ],
    },
    {
      kind: 'paragraph',
      text: say`Intervals and differences hold for all pairs together (95% confidence). Models share a rank if the data cannot separate them.`,
    },
  ]);
}

/** Published scores of a benchmark that stand next to its own. */
const MOST_PUBLISHED = 12;

function publishedSection({ benchmarks, series, published }: ReportData) {
  const byName = groupBy(benchmarks, ({ name }) => name);
  const controls = series.filter(({ control }) => control);
  const ofControls = published.filter((one) => controls.some(({ id }) => id === one.series));
  const parts = [
    ...[...byName].flatMap(([name, rows]) => publishedRows(name, rows)),
    ...controls.flatMap(({ id, title }) =>
      rowsOf(
        title,
        ofControls.filter((one) => one.series === id && !one.differs),
      ),
    ),
  ];
  const noted = [...benchmarks.flatMap((one) => one.published), ...ofControls];
  if (noted.length === 0) return undefined;
  const drawn = noted.filter(({ differs }) => differs === undefined);
  const sources = [...new Set(drawn.map(({ source, date }) => say`${source}, ${date}`))];
  const near = noted
    .filter(({ differs }) => differs !== undefined)
    .toSorted((a, b) => a.differs!.length - b.differs!.length);
  return folded(say`Published scores`, [
    ...(parts.length > 0
      ? [
          {
            kind: 'table' as const,
            title: say`Published scores under the same conditions`,
            heads: [{ text: say`Benchmark and model` }, { text: say`Score` }],
            rows: parts,
          },
        ]
      : []),
    ...(near[0] && drawn.length === 0
      ? [
          {
            kind: 'paragraph' as const,
            text: say`Not drawn: ${foreign(near[0].source)}. Different: ${foreign(commas(near[0].differs!))}.`,
          },
        ]
      : []),
    ...(sources.length > 0
      ? [
          {
            kind: 'list' as const,
            items: sources.slice(0, MOST_PUBLISHED).map((one) => say`Source: ${foreign(one)}`),
          },
        ]
      : []),
  ]);
}

function publishedRows(name: string, rows: readonly BenchmarkRow[]): Row[] {
  const all = new Map(
    rows.flatMap(neighboursBeside).map((one) => [commas([one.model, one.figure ?? '']), one]),
  );
  return rowsOf(name, [...all.values()]);
}

/** Published scores, and before them what was measured by a rule of theirs. */
function rowsOf(name: string, all: readonly Omit<ReportData['published'][number], 'series'>[]) {
  const [ruled] = all.filter(({ own, rule }) => own && rule);
  const own = (ruled?.own ?? []).map(({ provider, recall }) => ({
    text: say`${foreign(provider)}, this run (${foreign(ruled!.rule!)})`,
    recall,
  }));
  const theirs = all.slice(0, MOST_PUBLISHED).map((one) => ({
    text: foreign(reportedModel(one)) + (one.figure ? `, ${foreign(one.figure)}` : ''),
    recall: one.recall,
  }));
  return [...own, ...theirs].map(
    ({ text, recall }): Row => ({
      group: foreign(name),
      cells: [{ text }, { text: percentText(recall), value: recall }],
    }),
  );
}

function errorSection({ errors }: ReportData, models: readonly Model[]) {
  if (errors.length === 0) return undefined;
  const nameOf = namesOf(models);
  const left = errors.length - MOST_FAILURES;
  return folded(say`${sayCount(errors.length, 'call')} failed`, [
    {
      kind: 'list',
      items: [
        ...errors
          .slice(0, MOST_FAILURES)
          .map(
            ({ provider, description, error }) =>
              say`${nameOf(provider)}, ${foreign(cut(description, 120))}: ${foreign(cut(error, 300))}`,
          ),
        ...(left > 0 ? [say`${left} more are in errors.csv.`] : []),
      ],
    },
  ]);
}

/** What each model was sent under: its settings, and what stood around the prompts. */
function sentSection({ conditions = [] }: ReportData, models: readonly Model[]) {
  const nameOf = namesOf(models);
  const rows = conditions
    .slice(0, MOST_FIGURES)
    .flatMap(({ provider, conditions: own }) => [
      ...SINGLE.flatMap((key) => conditionRow(nameOf(provider), key, own[key])),
      ...BY_NAME.flatMap((kind) =>
        Object.entries(own[kind] ?? {}).flatMap(([key, values]) =>
          conditionRow(nameOf(provider), key, values),
        ),
      ),
    ]);
  if (rows.length === 0) return undefined;
  return folded(say`What was sent`, [
    {
      kind: 'table',
      title: say`Settings of each model`,
      heads: [{ text: say`Setting` }, { text: say`Value`, align: 'left' }],
      rows: rows.slice(0, MOST_SETTINGS),
    },
  ]);
}

/** Rows of settings of all models. */
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
  return folded(say`How this was measured`, [
    {
      kind: 'list',
      items: [
        say`A model is reliable up to the longest length at which its answers find ${threshold} of the facts, ignore no place and are seldom unusable.`,
        say`Intervals cover ${100 * options.confidence}% and are clustered by prompt.`,
        ...about.settings.map((setting) => foreign(capital(setting))),
        ...(about.otherMeasures ? [foreign(otherMeasuresText(about.otherMeasures))] : []),
        ...sources.map((source) => say`Results: ${foreign(source)}`),
      ],
    },
    ...(text === ''
      ? []
      : [{ kind: 'verbatim' as const, text: cut(text, LONGEST_CONFIG), in: ['html' as const] }]),
  ]);
}
