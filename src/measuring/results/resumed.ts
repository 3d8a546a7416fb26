/**
 * Repairs evaluations resumed with promptfoo 0.123, whose `eval --resume` takes stored columns for prompts: n
 * models are asked n times each, in n × n columns. The first columns keep earlier results.
 * Also drops rows that `promptfoo retry` has replaced, which promptfoo still hands its hook.
 */
import { groupBy } from '../../base/group-by.js';
import { say, sayCount } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import { columnKey, type ResultColumn } from './columns.js';
import type { Placed } from './rows.js';
import type { TestRow } from './test-row.js';

type Answered = ResultColumn & { error?: string; cached?: true };

/** An answer, in which column of the table it stands, and to which test. */
interface Answer<Given extends Answered> {
  row: Given;
  column: unknown;
  test: unknown;
}

/**
 * Takes every answer of a resumed evaluation once: the first that a provider gave.
 *
 * @param columns - of promptfoo's table
 * @param config - of the evaluation, if known
 * @returns equal answers, the one that counts first, and a sentence for the user; nothing for an evaluation that is as
 *   its config asks
 */
export function askedOnce<Given extends Answered>(
  all: readonly Answer<Given>[],
  columns: readonly ResultColumn[],
  config: unknown,
): { answers: Answer<Given>[][]; columns: ResultColumn[]; warning: string } | undefined {
  const kinds = groupBy(columns, columnKey);
  const models = new Set(columns.map(({ provider }) => provider)).size;
  if (models < 2 || [...kinds.values()].some(({ length }) => length !== models)) return undefined;
  const isKnown = isGiven(models, config) || all.some((answer) => isElsewhere(answer, columns));
  if (all.length === 0 || !isKnown) return undefined;
  const answers = groupBy(all, ({ row, test }) => JSON.stringify([columnKey(row), test]));
  const rank = ({ row }: Answer<Given>) => (row.error === undefined ? (row.cached ? 1 : 0) : 2);
  return {
    answers: [...answers.values()].map((equal) =>
      equal.toSorted((a, b) => rank(a) - rank(b) || Number(a.column) - Number(b.column)),
    ),
    columns: [...kinds.values()].map(([column]) => column!),
    warning: say`\`promptfoo eval --resume\` asked each of ${models} readers ${models} times, so ${sayCount(all.length, 'result')} are there for ${sayCount(answers.size, 'answer')}. Each answer counts once. To complete an evaluation of several readers, run \`npx promptfoo eval\` again, which sends only what is not in its cache.`,
  };
}

/** Tells whether a config has as many providers, so that equal columns are no unlabelled providers. */
function isGiven(models: number, config: unknown): boolean {
  const { providers } = (config ?? {}) as { providers?: unknown };
  return Array.isArray(providers) && providers.length === models;
}

/** Tells whether an answer is of another provider than its column, as those before `--resume` are. */
function isElsewhere(
  { row, column }: Answer<ResultColumn>,
  columns: readonly ResultColumn[],
): boolean {
  const ofColumn = typeof column === 'number' ? columns[column] : undefined;
  return ofColumn !== undefined && ofColumn.provider !== row.provider;
}

/** Returns the answer that counts, with what the others were paid. */
export function withOvercome(answers: readonly Pick<Placed, 'row'>[]): Row {
  const [{ row }, ...others] = answers as [Placed, ...Placed[]];
  const paid = others.flatMap((other) => (other.row.cached ? [] : other.row));
  return paid.length === 0 ? row : { ...row, overcome: paid };
}

/** Takes every answer to the user's own tests once, with each model in one column. */
export function testsOnce(
  tests: readonly Answer<TestRow>[],
  columns: readonly ResultColumn[],
  config: unknown,
): { tests: TestRow[]; warnings: string[] } {
  const once = askedOnce(tests, columns, config);
  if (!once) return { tests: tests.map(({ row }) => row), warnings: [] };
  const models = [...new Set(tests.map(({ row }) => columnKey(row)))];
  const rows = once.answers.map(([first]) => ({
    ...{ ...first!.row, column: models.indexOf(columnKey(first!.row)) },
  }));
  return { tests: rows, warnings: [once.warning] };
}

/**
 * Counts every failed call of one source once: the last error of each cell of promptfoo's table. Damaged data
 * are no call. Errors before an answer elsewhere are dropped by `settled`.
 *
 * @param rows - in promptfoo's order
 */
export function withoutReplaced(rows: readonly Row[]): Row[] {
  const failed = groupBy(rows.filter(isFailedCall), placeOf);
  return rows.flatMap((row) => {
    const calls = isFailedCall(row) ? failed.get(placeOf(row))! : [row];
    if (row !== calls.at(-1)) return [];
    return calls.length === 1 ? row : { ...row, overcome: calls.slice(0, -1) };
  });
}

function isFailedCall({ error, damaged, at }: Row): boolean {
  return error !== undefined && !damaged && at !== undefined;
}

function placeOf({ at, id, provider, prompt }: Row): string {
  return JSON.stringify([at?.evalId, at?.test, at?.column, id, provider, prompt]);
}
