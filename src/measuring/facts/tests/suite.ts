/** Turns rows of tests into runs of a suite: models, their tests, and the answers. */

import { append } from '../../../base/extremes.js';
import { defined, picked } from '../../../base/fields.js';
import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { say, sayCount } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type {
  CallPrice,
  KeptTest,
  SuiteModel,
  SuiteRun,
} from '../../results/baseline/kept-runs.js';
import { columnsToldApart, type ResultColumn } from '../../results/columns.js';
import type { MissingAnswer } from '../../results/stretched.js';
import type { TestRow } from '../../results/test-row.js';
import { conditionsOf } from '../evaluation/conditions.js';
import {
  type CopiedSource,
  copiedSources,
  isCachedAnswer,
  withoutCopies,
} from '../evaluation/copies.js';
import type { RatedByHand } from '../tables/answer-notes.js';

export interface TestSource {
  name: string;
  tests: readonly TestRow[];
}

export interface AskedTest extends KeptTest {
  errors: string[];
  /** Whether its prompt is stretched, and too far for the model to take it. */
  isStretched: boolean;
  isTooLong: boolean;
  cached: number;
  /** Answers that pass or fail only by a person's rating. */
  rated: number;
  unasserted: boolean;
  /** Its `metadata`, as `key=value`. */
  tags?: readonly string[];
  /** What is asked and, for the first failed answer, what it was and should be. */
  shown: ShownTest;
}

export interface ShownTest {
  question?: string;
  expected?: string;
  answer?: string;
  at?: TestRow['at'];
}

export interface AskedModel extends SuiteModel {
  tests: ReadonlyMap<string, AskedTest>;
}

export type AskedSuite = readonly AskedModel[];

/** Identifies what is asked, then how it is judged. */
function testId({ test }: Pick<TestRow, 'test'>): string {
  return `${test.asked}-${test.judged}`;
}

export function askedIn(id: string): string {
  return id.split('-')[0]!;
}

/**
 * Joins all sources into one run. Copies count once.
 *
 * @param withCached - whether cached answers count as rounds
 */
export function suiteOf(sources: readonly TestSource[], withCached = true): AskedSuite {
  return asked(
    separated(sources).flatMap(({ rows }) => rows),
    withCached,
  );
}

interface SuiteRuns {
  runs: AskedSuite[];
  names: string[][];
  copied: CopiedSource[];
}

/**
 * Splits sources, in order, into runs. A source joins the first run without any of its tests of the same model,
 * else begins a run. A mere copy is none.
 */
export function suiteRuns(sources: readonly TestSource[]): SuiteRuns {
  const parts = separated(sources);
  const runs: { names: string[]; rows: NamedRow[]; cells: Set<string> }[] = [];
  for (const { source, rows } of parts) {
    if (rows.length === 0) continue;
    const cells = rows.map(({ provider, prompt, id }) => JSON.stringify([provider, prompt, id]));
    const run = runs.find((other) => cells.every((cell) => !other.cells.has(cell)));
    if (run) {
      run.names.push(source.name);
      append(run.rows, rows);
      for (const cell of cells) run.cells.add(cell);
    } else runs.push({ names: [source.name], rows: [...rows], cells: new Set(cells) });
  }
  return {
    runs: runs.map(({ rows }) => asked(rows)),
    names: runs.map((run) => run.names),
    copied: copiedSources(parts),
  };
}

/** A row under its model's name, by which copies are recognized. */
interface NamedRow extends Pick<TestRow, 'error' | 'cached' | 'answer' | 'score'> {
  provider: string;
  prompt: string;
  id: string;
  marks: number[];
  row: TestRow;
}

function separated(sources: readonly TestSource[]) {
  return withoutCopies<NamedRow, { name: string; rows: NamedRow[] }>(
    sources.map(({ name, tests }) => ({ name, rows: named(tests) })),
  );
}

/**
 * Names provider and prompt of each column, with a number if several have the same name.
 *
 * @param providerOf - its name in a row
 */
export function columnNames(
  rows: readonly TestRow[],
  providerOf: (row: TestRow) => string,
): ReadonlyMap<number, ResultColumn> {
  const columns = [...groupBy(rows, ({ column }) => column)].sort(([a], [b]) => a - b);
  // Stretched tests are sent in several columns of one model.
  const askings = groupBy(columns, ([, [first]]) => {
    const { arm, length, time } = first!.stretch ?? {};
    return JSON.stringify([arm, length, time]);
  });
  const named = [...askings.values()].flatMap((alike) => {
    const names = columnsToldApart(
      alike.map(([, [first]]) => ({ provider: providerOf(first!), prompt: first!.prompt })),
    );
    return alike.map(([column], i) => [column, names[i]!] as const);
  });
  return new Map(named);
}

function named(rows: readonly TestRow[]): NamedRow[] {
  const byColumn = columnNames(rows, ({ provider }) => provider);
  return rows.map((row) => {
    const { provider, prompt } = byColumn.get(row.column)!;
    const told = picked(row, ['answer', 'score', 'error', 'cached']);
    return { ...{ provider, prompt, id: testId(row), marks: [], row }, ...told };
  });
}

function asked(rows: readonly NamedRow[], withCached = true): AskedSuite {
  return byModel(rows)
    .toSorted((a, b) => a.own[0]!.row.column - b.own[0]!.row.column)
    .map(({ name, own }) => {
      const { provider, prompt } = own[0]!;
      const given = own.map(({ row }) => row);
      const told = defined({ conditions: conditionsOf(given), call: callOf(given) });
      return { name, provider, prompt, ...told, tests: testsOf(own, withCached) };
    });
}

/** Averages what an answer took, rounded, since the last digits depend on the order of answers. */
function callOf(rows: readonly TestRow[]): CallPrice | undefined {
  const meanOf = (values: readonly number[]) =>
    Number(mean(values.toSorted((a, b) => a - b)).toPrecision(6));
  const costs = rows.flatMap(({ cost }) => cost ?? []);
  const tokens = rows.flatMap(({ tokens: count }) => count ?? []);
  if (costs.length + tokens.length === 0) return undefined;
  return {
    ...(costs.length > 0 && { cost: meanOf(costs) }),
    ...(tokens.length > 0 && { used: meanOf(tokens) }),
  };
}

/** Groups rows by model, named with its prompt if its provider has several. */
export function byModel<R extends ResultColumn>(rows: readonly R[]): { name: string; own: R[] }[] {
  const models = [
    ...groupBy(rows, ({ provider, prompt }) => JSON.stringify([provider, prompt])).values(),
  ];
  const several = groupBy(models, ([first]) => first!.provider);
  return models.map((ofModel) => {
    const { provider, prompt } = ofModel[0]!;
    const isAlone = several.get(provider)!.length === 1;
    return { name: isAlone ? provider : `${provider} · ${prompt}`, own: ofModel };
  });
}

/** Groups rows of one model by test, named with its variables if others share its name. */
export function byTest<R extends { row: TestRow }>(
  rows: readonly R[],
): { id: string; name: string; own: R[] }[] {
  const tests = [...groupBy(rows, ({ row }) => testId(row))];
  const names = groupBy(tests, ([, [first]]) => first!.row.name);
  return tests.map(([id, ofTest]) => {
    const { name, vars } = ofTest[0]!.row;
    const isAlone = names.get(name)!.length === 1 || vars === name || vars === '';
    return { id, name: isAlone ? name : `${name} · ${vars}`, own: ofTest };
  });
}

/** Counts answers that pass or fail only by a person's rating. */
export function ratedIn(tests: readonly AskedTest[]): RatedByHand | undefined {
  const count = sum(tests.map(({ rated }) => rated));
  return count === 0 ? undefined : { count, of: sum(tests.map(({ rounds }) => rounds.length)) };
}

/** Reasons why a stretched prompt never gets an answer. */
const LIMITS: ReadonlySet<MissingAnswer | undefined> = new Set(['window', 'room']);

function testsOf(rows: readonly NamedRow[], withCached: boolean): Map<string, AskedTest> {
  return new Map(
    byTest(rows).map(({ id, name, own }) => {
      const answers = own.filter(({ error }) => error === undefined);
      const counted = answers.filter((row) => withCached || !isCachedAnswer(row));
      return [
        id,
        {
          name,
          rounds: counted.map(({ row }) => picked(row, ['pass', 'score', 'metrics', 'blank'])),
          errors: own.flatMap(({ error }) => error ?? []),
          isStretched: own[0]!.row.stretch !== undefined,
          isTooLong: own.every(({ row }) => LIMITS.has(row.stretch?.missing)),
          cached: own.filter(isCachedAnswer).length,
          rated: counted.filter(({ row }) => row.rated).length,
          unasserted: own[0]!.row.unasserted === true,
          ...defined({ tags: own[0]!.row.tags, answer: answerOf(counted) }),
          shown: shownOf(own, counted),
        },
      ];
    }),
  );
}

/** Returns how a passing answer begins, the same for equal runs. */
function answerOf(counted: readonly NamedRow[]): string | undefined {
  return counted.flatMap(({ row }) => (row.pass ? (row.said ?? []) : [])).sort(byCodeUnits)[0];
}

function shownOf(rows: readonly NamedRow[], counted: readonly NamedRow[]): ShownTest {
  const { name, vars } = rows[0]!.row;
  const row = counted.find((failed) => !failed.row.pass)?.row ?? counted[0]?.row;
  return {
    ...(vars !== '' && vars !== name && { question: vars }),
    ...defined({ expected: row?.expected, answer: row?.said, at: row?.at }),
  };
}

/** Returns a run as a baseline keeps it: without failed calls. */
export function keptRun(suite: AskedSuite): SuiteRun {
  return suite.flatMap(({ tests, ...model }) => {
    const answered = [...tests].filter(([, { rounds }]) => rounds.length > 0);
    if (answered.length === 0) return [];
    const kept = answered.map(
      ([id, test]) => [id, picked(test, ['name', 'answer', 'rounds'])] as const,
    );
    return [{ ...model, tests: new Map(kept) }];
  });
}

export function keptRuns(sources: readonly TestSource[]): SuiteRun[] {
  return suiteRuns(sources)
    .runs.map(keptRun)
    .filter((run) => run.length > 0);
}

export function unassertedTexts(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? say`1 test has no assertion and passes whatever is answered.`
      : say`${sayCount(count, 'test')} have no assertion and pass whatever is answered.`,
  ];
}

export function metricsOf(tests: readonly AskedTest[]): Record<string, number> {
  const rounds = tests.flatMap((test) => test.rounds);
  const names = new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)));
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const byTest = tests.map((test) => test.rounds.flatMap(({ metrics }) => metrics[name] ?? []));
      return [name, mean(byTest.filter((scores) => scores.length > 0).map(mean))];
    }),
  );
}
