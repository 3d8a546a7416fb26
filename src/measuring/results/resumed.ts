/**
 * `eval --resume` of promptfoo 0.123 takes the columns that it stored, one for each provider, for prompts,
 * and asks every provider with each of them: n readers are asked n times each, in n × n columns. The first
 * columns keep the results that were there before.
 */
import { groupBy } from '../../base/group-by.js';
import { say, sayCount } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import { type Column, columnKey, type Placed } from './columns.js';
import type { TestRow } from './test-row.js';

/** Who gave an answer, in which column of the table, to which test. */
interface Answer extends Column {
  column: unknown;
  test: unknown;
  error?: string;
  cached?: true;
}

/** A resumed evaluation where every answer is there once. */
interface AskedOnce<One> {
  /** Equal answers, the one that counts first. */
  answers: [One, ...One[]][];
  columns: Column[];
  /** A sentence for the user. */
  warning: string;
}

/**
 * Take every answer of a resumed evaluation once: the first that a provider gave.
 *
 * @param columns - of promptfoo's table
 * @param config - of the evaluation, where it is known
 * @returns nothing for an evaluation that is as its config asks
 */
export function askedOnce<One>(
  all: readonly One[],
  answerOf: (one: One) => Answer,
  columns: readonly Column[],
  config: unknown,
): AskedOnce<One> | undefined {
  const kinds = groupBy(columns, columnKey);
  const readers = new Set(columns.map(({ provider }) => provider)).size;
  if (readers < 2 || [...kinds.values()].some(({ length }) => length !== readers)) return undefined;
  if (all.length === 0) return undefined;
  if (!isGiven(readers, config) && !all.some((one) => isElsewhere(answerOf(one), columns)))
    return undefined;
  const answers = groupBy(all, (one) => {
    const answer = answerOf(one);
    return JSON.stringify([columnKey(answer), answer.test]);
  });
  const rank = ({ error, cached }: Answer) => (error === undefined ? (cached ? 1 : 0) : 2);
  const order = (a: Answer, b: Answer) => rank(a) - rank(b) || Number(a.column) - Number(b.column);
  return {
    answers: [...answers.values()].map(
      (own) => own.toSorted((a, b) => order(answerOf(a), answerOf(b))) as [One, ...One[]],
    ),
    columns: [...kinds.values()].map(([column]) => column!),
    warning: say`\`promptfoo eval --resume\` asked each of ${readers} readers ${readers} times, so ${sayCount(all.length, 'result')} are there for ${sayCount(answers.size, 'answer')}. Each answer counts once. To complete an evaluation of several readers, run \`npx promptfoo eval\` again, which sends only what is not in its cache.`,
  };
}

/** Generated tests of a resumed evaluation, each with what its other answers were paid. */
export function rowsOnce(placed: readonly Placed[], columns: readonly Column[], config: unknown) {
  const answerOf = ({ row, column, test }: Placed) => ({ ...row, column, test });
  const once = askedOnce(placed, answerOf, columns, config);
  return once && { ...once, rows: once.answers.map(withOvercome) };
}

/** The user's own tests of a resumed evaluation, with the number of the test, each in the first column of its reader. */
export function testsOnce(
  tests: readonly { row: TestRow; test: unknown }[],
  columns: readonly Column[],
  config: unknown,
): { tests: TestRow[]; warning: string } | undefined {
  const answerOf = ({ row, test }: (typeof tests)[number]) => ({ ...row, test });
  const once = askedOnce(tests, answerOf, columns, config);
  if (!once) return undefined;
  const first = new Map<string, number>();
  for (const { row } of tests) {
    const key = columnKey(row);
    first.set(key, Math.min(row.column, first.get(key) ?? row.column));
  }
  const rows = once.answers.map(([{ row }]) => ({ ...row, column: first.get(columnKey(row))! }));
  return { tests: rows, warning: once.warning };
}

/** Whether a config names as many providers, so that equal columns are no providers without labels. */
function isGiven(readers: number, config: unknown): boolean {
  const { providers } = (config ?? {}) as { providers?: unknown };
  return Array.isArray(providers) && providers.length === readers;
}

/** Whether an answer is of another provider than its column, as those before `--resume` are. */
function isElsewhere({ provider, column }: Answer, columns: readonly Column[]): boolean {
  const own = typeof column === 'number' ? columns[column] : undefined;
  return own !== undefined && own.provider !== provider;
}

function withOvercome([{ row }, ...others]: [Placed, ...Placed[]]): Row {
  const paid = others.flatMap((other) => (other.row.cached ? [] : other.row));
  return paid.length === 0 ? row : { ...row, overcome: paid };
}
