/** What calls cost by prices that a user gives, since most providers tell none. */
import { cacheModeOf } from '../../base/cache-modes.js';
import { matchesWildcard } from '../../base/text/wildcard.js';
import type { Row } from '../../contract/row.js';

/** Per million tokens; without a provider, it is meant for all. */
interface Price {
  provider?: string;
  input: number;
  output: number;
}

const MILLION = 1_000_000;

/**
 * The same rows with their cost, as far as their tokens are known: what the provider read from its cache or wrote to it, as it
 * bills that. Answers out of promptfoo's cache stay free.
 */
export function pricedRows(rows: readonly Row[], prices: readonly Price[]): Row[] {
  if (prices.length === 0) return [...rows];
  return rows.map((row) => {
    const price = priceOf(row, prices);
    const { promptTokens, outputTokens = 0, cachedTokens = 0, writtenTokens = 0, cached } = row;
    if (!price || !promptTokens || cached) return row;
    const { read, write } = cacheModeOf(row.at?.provider.id ?? row.provider);
    const billed = promptTokens + cachedTokens * (read - 1) + writtenTokens * (write - 1);
    return { ...row, cost: (billed * price.input + outputTokens * price.output) / MILLION };
  });
}

function priceOf({ provider, at }: Row, prices: readonly Price[]): Price | undefined {
  const names = [provider, at?.provider.id, at?.provider.label].flatMap((name) => name ?? []);
  return (
    prices.find((price) =>
      names.some((name) => price.provider && matchesWildcard(price.provider, name)),
    ) ?? prices.find((price) => price.provider === undefined)
  );
}
