/** The columns of promptfoo's table: which provider is asked with which prompt. */

import type { AskingHalf } from '../contract/asking-half.js';
import { groupBy } from '../group-by.js';
import { redactText, secretNamer } from '../secrets.js';
import type { Result } from './result.js';
import { providerOf, type Row, toRow } from './rows.js';

/** One provider with one prompt. */
export interface Column {
  /** Label or id of the provider. */
  provider: string;
  /** Label of the prompt. */
  prompt: string;
}

/**
 * Read the columns of an evaluation.
 *
 * @param prompts - promptfoo's list of prompts: an entry for each provider and prompt
 * @param nameOf - gives a provider's name without secrets
 * @returns none where they cannot be read
 */
export function columnsOf(prompts: unknown, nameOf = redactText): Column[] {
  return (Array.isArray(prompts) ? prompts : []).flatMap((one: unknown): Column[] => {
    const { provider, label } = (one ?? {}) as { provider?: unknown; label?: unknown };
    if (typeof provider !== 'string' || typeof label !== 'string') return [];
    return [{ provider: nameOf(provider), prompt: redactText(label) }];
  });
}

/**
 * Columns with a number behind providers that have the same name: two of one id but with different
 * settings, and without labels, are two readers, and not one that answered twice.
 */
export function toldApart(columns: readonly Column[]): Column[] {
  const alike = groupBy(columns, ({ provider, prompt }) => JSON.stringify([provider, prompt]));
  return columns.map((column) => {
    const own = alike.get(JSON.stringify([column.provider, column.prompt]))!;
    if (own.length < 2) return column;
    return { ...column, provider: `${column.provider} (${own.indexOf(column) + 1})` };
  });
}

/** A row, the number of its column, and what promptfoo calls its reader, with secrets. */
export interface Placed {
  row: Row;
  column: unknown;
  reader: string;
}

/** A result of promptfoo as a row in its column; nothing for a test that is not ours. */
export function placedRow(result: unknown, asking: AskingHalf, where?: string): Placed | undefined {
  const row = toRow(result, asking, where);
  if (!row) return undefined;
  const { promptIdx: column, ...rest } = result as Result & { promptIdx?: unknown };
  return { row, column, reader: providerOf(rest) };
}

/** Rows whose readers are named by `nameOf`: in the order of their columns, since results come as they end. */
export function withReaderNames(placed: readonly Placed[], nameOf = secretNamer()): Placed[] {
  const columns = new Map(placed.map(({ column, reader }) => [column, reader]));
  for (const column of [...columns.keys()].sort((a, b) => Number(a) - Number(b))) {
    nameOf(columns.get(column)!);
  }
  return placed.map((one) => {
    const provider = nameOf(one.reader);
    return provider === one.row.provider ? one : { ...one, row: { ...one.row, provider } };
  });
}

/** Rows of one evaluation, with the names of their columns. Numbers are as in the columns that are known. */
export function withColumnNames(placed: readonly Placed[], columns: readonly Column[]): Row[] {
  const numbers = new Set(columns.keys());
  const found = new Map<number, Column>(columns.map((column, i) => [i, column]));
  for (const { row, column } of placed) {
    if (typeof column === 'number' && !numbers.has(column)) found.set(column, row);
  }
  const order = [...found.keys()].sort((a, b) => a - b);
  const named = toldApart(order.map((number) => found.get(number)!));
  const names = new Map(order.map((number, i) => [number, named[i]!.provider]));
  return placed.map(({ row, column }) => {
    const own = typeof column === 'number' ? found.get(column) : undefined;
    if (own?.provider !== row.provider) return row;
    const provider = names.get(column as number)!;
    return provider === row.provider ? row : { ...row, provider };
  });
}
