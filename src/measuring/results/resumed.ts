/**
 * `eval --resume` of promptfoo 0.123 takes the columns that it stored, one for each provider, for prompts,
 * and asks every provider with each of them: n readers are asked n times each, in n × n columns. The first
 * columns keep the results that were there before.
 */
import { groupBy } from '../../base/group-by.js';
import { say, sayCount } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import { type Column, columnKey, type Placed } from './columns.js';

/** What is left of a resumed evaluation where every answer is there once. */
interface AskedOnce {
  rows: Row[];
  columns: Column[];
  /** A sentence for the user. */
  warning: string;
}

/**
 * Take every answer of a resumed evaluation once: the first that a provider gave.
 *
 * @param placed - rows under the names of their readers
 * @param columns - of promptfoo's table
 * @param config - of the evaluation, where it is known
 * @returns nothing for an evaluation that is as its config asks
 */
export function askedOnce(
  placed: readonly Placed[],
  columns: readonly Column[],
  config: unknown,
): AskedOnce | undefined {
  const kinds = groupBy(columns, columnKey);
  const readers = new Set(columns.map(({ provider }) => provider)).size;
  if (readers < 2 || [...kinds.values()].some(({ length }) => length !== readers)) return undefined;
  if (!isGiven(readers, config) && !placed.some((one) => isElsewhere(one, columns)))
    return undefined;
  const answers = groupBy(placed, ({ row, test }) => JSON.stringify([columnKey(row), test]));
  return {
    rows: [...answers.values()].map(first),
    columns: [...kinds.values()].map(([column]) => column!),
    warning: say`\`promptfoo eval --resume\` asked each of ${readers} readers ${readers} times, so ${sayCount(placed.length, 'result')} are there for ${sayCount(answers.size, 'answer')}. Each answer counts once. To complete an evaluation of several readers, run \`npx promptfoo eval\` again, which sends only what is not in its cache.`,
  };
}

/** Whether a config names as many providers, so that equal columns are no providers without labels. */
function isGiven(readers: number, config: unknown): boolean {
  const { providers } = (config ?? {}) as { providers?: unknown };
  return Array.isArray(providers) && providers.length === readers;
}

/** Whether a row is of another provider than its column, as those before `--resume` are. */
function isElsewhere({ row, column }: Placed, columns: readonly Column[]): boolean {
  const own = typeof column === 'number' ? columns[column] : undefined;
  return own !== undefined && own.provider !== row.provider;
}

/** Of the same answer asked several times, the first; with what the others were paid. */
function first(all: readonly Placed[]): Row {
  const rank = ({ row }: Placed) => (row.error === undefined ? (row.cached ? 1 : 0) : 2);
  const [{ row }, ...others] = all.toSorted(
    (a, b) => rank(a) - rank(b) || Number(a.column) - Number(b.column),
  ) as [Placed, ...Placed[]];
  const paid = others.flatMap((other) => (other.row.cached ? [] : other.row));
  return paid.length === 0 ? row : { ...row, overcome: paid };
}
