/** Reads the columns of promptfoo's table: which provider is asked with which prompt. */

import { groupBy } from '../../base/group-by.js';
import { redactText, secretNamer } from '../../base/secrets.js';
import type { Row } from '../../contract/row.js';
import { NO_NAME, type Placed } from './rows.js';

export interface ResultColumn {
  provider: string;
  prompt: string;
}

/**
 * Reads the columns of an evaluation, if they can be read.
 *
 * @param prompts - promptfoo's list: an entry for each provider and prompt
 * @param nameOf - gives a provider's name without secrets
 */
export function columnsOf(prompts: unknown, nameOf = redactText): ResultColumn[] {
  return (Array.isArray(prompts) ? prompts : []).flatMap((entry: unknown): ResultColumn[] => {
    const { provider, label } = (entry ?? {}) as { provider?: unknown; label?: unknown };
    if (typeof provider !== 'string' || typeof label !== 'string') return [];
    return [{ provider: nameOf(provider), prompt: redactText(label) }];
  });
}

/** Counts each column once. promptfoo asks a prompt that two of its configs have twice: one model answered twice. */
export function joinedColumns(columns: readonly ResultColumn[], config: unknown) {
  const times = timesGiven(config);
  const alike = groupBy([...columns.keys()], (i) => columnKey(columns[i]!));
  const first = columns.map((column, i) => {
    const equal = alike.get(columnKey(column))!;
    const copies = times.get(column.prompt) ?? 1;
    const at = equal.indexOf(i);
    return equal.length % copies === 0 ? equal[at - (at % copies)]! : i;
  });
  const stay = [...new Set(first)];
  return {
    columns: stay.map((i) => columns[i]!),
    /** Leaves what is no number of a column as it is. */
    numberOf: <T>(column: T): T | number => {
      const joined = typeof column === 'number' ? first[column] : undefined;
      return joined === undefined ? column : stay.indexOf(joined);
    },
  };
}

function timesGiven(config: unknown): Map<string, number> {
  const { prompts } = (config ?? {}) as { prompts?: unknown };
  const alike = groupBy(Array.isArray(prompts) ? prompts : [], (prompt) => JSON.stringify(prompt));
  return new Map(
    [...alike.values()].flatMap(([prompt, ...others]) => {
      const { label } = (prompt ?? {}) as { label?: unknown };
      return typeof label === 'string' ? [[redactText(label), others.length + 1] as const] : [];
    }),
  );
}

export function columnKey({ provider, prompt }: ResultColumn): string {
  return JSON.stringify([provider, prompt]);
}

/**
 * Numbers columns of the same name: two providers of one id with different settings are two models, and not one
 * that answered twice.
 */
export function columnsToldApart(columns: readonly ResultColumn[]): ResultColumn[] {
  const alike = groupBy(columns, columnKey);
  return columns.map((column) => {
    const equal = alike.get(columnKey(column))!;
    if (equal.length < 2) return column;
    return { ...column, provider: `${column.provider} (${equal.indexOf(column) + 1})` };
  });
}

/**
 * Restores damaged names of models and prompts from their column, which has one of each. A name that only
 * differs from promptfoo's list is damaged too. Without the list, results may be of several evaluations.
 */
export function underTheirColumns(all: readonly Placed[], prompts: unknown): Placed[] {
  const list: unknown[] = Array.isArray(prompts) ? prompts : [];
  const placed = all.map((given) => inColumn(given, columnsOf(prompts).length));
  const listed = list.map((entry): Whose => {
    const { provider, label } = (entry ?? {}) as { provider?: unknown; label?: unknown };
    return { model: String(provider ?? NO_NAME), prompt: redactText(String(label ?? '')) };
  });
  const whose = ({ model, row }: Placed): Whose => ({ model, prompt: row.prompt });
  const owners = new Map<unknown, { owner: Whose; isListed: boolean }>();
  for (const [column, ofColumn] of groupBy(placed, (each) => each.column)) {
    const named = new Map(
      ofColumn.filter((each) => !isOddName(each)).map((each) => [keyOf(whose(each)), whose(each)]),
    );
    const [only, ...others] = named.values();
    const inList = listed[Number(column)];
    const isListed = inList !== undefined && named.has(keyOf(inList));
    const owner = isListed || only === undefined ? inList : only;
    if (owner && (isListed || others.length === 0)) owners.set(column, { owner, isListed });
  }
  const known = new Set([...listed, ...[...owners.values()].map(({ owner }) => owner)].map(keyOf));
  return placed.map((each) => {
    const { owner, isListed } = owners.get(each.column) ?? {};
    const isOdd = isOddName(each);
    if (!owner || !(isOdd || (isListed && !known.has(keyOf(whose(each)))))) return each;
    const { model, prompt } = owner;
    const must = `must be ${JSON.stringify(model)}, as in its column`;
    const odd = [{ field: 'provider', value: JSON.stringify(each.model), must }];
    const row = { ...each.row, provider: redactText(model), prompt };
    return { ...each, model, odd: isOdd ? each.odd : [...odd, ...each.odd], row };
  });
}

/** Drops the number of a column that does not exist. */
function inColumn(placed: Placed, known: number): Placed {
  const { column } = placed;
  const most = known === 0 ? MOST_COLUMNS : known;
  const isNumber = Number.isSafeInteger(column) && Number(column) >= 0 && Number(column) < most;
  if (column === undefined || isNumber) return placed;
  const value = String(JSON.stringify(column));
  const odd = { field: 'promptIdx', value, must: 'must be a column' };
  return { ...placed, column: undefined, odd: [...placed.odd, odd] };
}

/** Most columns of any evaluation. */
const MOST_COLUMNS = 100_000;

interface Whose {
  model: string;
  prompt: string;
}

function keyOf({ model, prompt }: Whose): string {
  return JSON.stringify([model, prompt]);
}

function isOddName({ odd }: Placed): boolean {
  return odd.some(({ field }) => /^(?:provider|prompt)\b/.test(field));
}

/** Names models by `nameOf`, in the order of their columns, since results come as they end. */
export function withModelNames(placed: readonly Placed[], nameOf = secretNamer()): Placed[] {
  const columns = new Map(placed.map(({ column, model }) => [column, model]));
  for (const column of [...columns.keys()].sort((a, b) => Number(a) - Number(b))) {
    nameOf(columns.get(column)!);
  }
  return placed.map((each) => {
    const provider = nameOf(each.model);
    return provider === each.row.provider ? each : { ...each, row: { ...each.row, provider } };
  });
}

/** Names rows by the columns of their evaluation. */
export function withColumnNames(
  placed: readonly Placed[],
  columns: readonly ResultColumn[],
): Row[] {
  const numbers = new Set(columns.keys());
  const found = new Map<number, ResultColumn>(columns.map((column, i) => [i, column]));
  for (const { row, column } of placed) {
    if (typeof column === 'number' && !numbers.has(column)) found.set(column, row);
  }
  const order = [...found.keys()].sort((a, b) => a - b);
  const named = columnsToldApart(order.map((number) => found.get(number)!));
  const names = new Map(order.map((number, i) => [number, named[i]!.provider]));
  return placed.map(({ row, column }) => {
    const own = typeof column === 'number' ? found.get(column) : undefined;
    if (own?.provider !== row.provider) return row;
    const provider = names.get(column as number)!;
    return provider === row.provider ? row : { ...row, provider };
  });
}
