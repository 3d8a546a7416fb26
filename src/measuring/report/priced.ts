/** Prices calls by prices that users give, since most providers report none. */
import { matchesWildcard } from '../../base/text/wildcard.js';
import type { Row } from '../../contract/row.js';

/** Per million tokens. Without a provider, for all. */
interface Price {
  provider?: string;
  input: number;
  output: number;
}

const MILLION = 1_000_000;

/** Adds costs where tokens are known. Answers from promptfoo's cache stay free. */
export function pricedRows(rows: readonly Row[], prices: readonly Price[]): Row[] {
  if (prices.length === 0) return [...rows];
  return rows.map((row) => {
    const price = priceOf(row, prices);
    const { promptTokens, outputTokens = 0, cached } = row;
    if (!price || !promptTokens || cached) return row;
    return { ...row, cost: (promptTokens * price.input + outputTokens * price.output) / MILLION };
  });
}

function priceOf({ provider, at }: Row, prices: readonly Price[]): Price | undefined {
  const names = [provider, at?.provider.id, at?.provider.label].flatMap((name) => name ?? []);
  return (
    prices.find((one) =>
      names.some((name) => one.provider && matchesWildcard(one.provider, name)),
    ) ?? prices.find((one) => one.provider === undefined)
  );
}
