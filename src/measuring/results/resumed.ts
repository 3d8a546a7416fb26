/**
 * Repairs evaluations resumed with promptfoo 0.123, whose `eval --resume` takes stored columns for prompts: n
 * models are asked n times each, in n × n columns. The first columns keep earlier results.
 */
import { groupBy } from '../../base/group-by.js';
import { say, sayCount } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import { type Column, columnKey, type Placed } from './columns.js';

/** A resumed evaluation with every answer once. */
interface AskedOnce {
  rows: Row[];
  columns: Column[];
  warning: string;
}

/**
 * Takes every answer of a resumed evaluation once: the first that a provider gave.
 *
 * @param placed - rows under their models' names
 * @param columns - of promptfoo's table
 * @param config - of the evaluation, if known
 * @returns nothing for an evaluation that is as its config says
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

/** Tells whether a config has as many providers, so that equal columns are no unlabelled providers. */
function isGiven(readers: number, config: unknown): boolean {
  const { providers } = (config ?? {}) as { providers?: unknown };
  return Array.isArray(providers) && providers.length === readers;
}

/** Tells whether a row has another provider than its column, as those before `--resume` do. */
function isElsewhere({ row, column }: Placed, columns: readonly Column[]): boolean {
  const own = typeof column === 'number' ? columns[column] : undefined;
  return own !== undefined && own.provider !== row.provider;
}

/** Returns the first of equal answers, with what the others cost. */
function first(all: readonly Placed[]): Row {
  const rank = ({ row }: Placed) => (row.error === undefined ? (row.cached ? 1 : 0) : 2);
  const [{ row }, ...others] = all.toSorted(
    (a, b) => rank(a) - rank(b) || Number(a.column) - Number(b.column),
  ) as [Placed, ...Placed[]];
  const paid = others.flatMap((other) => (other.row.cached ? [] : other.row));
  return paid.length === 0 ? row : { ...row, overcome: paid };
}
