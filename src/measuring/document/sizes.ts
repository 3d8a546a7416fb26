/** Prompts sized by a count (8 documents) instead of a length in tokens. */
import { say } from '../../base/text/language.js';

/** Maps counts to lengths in tokens. */
export interface Sizes {
  /** Singular: `document`. */
  noun: string;
  /** Both ascending. Tokens are means over the prompts of a count. */
  steps: readonly { amount: number; tokens: number }[];
}

/** Nouns of sizes that are lengths themselves. */
const LENGTHS = new Set(['token', 'word', 'character']);

/**
 * Reads the sizes of a series.
 * @param lengths - tokens by the size of their prompts: `8 documents`
 * @returns undefined if a size has no number or another noun, or if a higher count is not longer
 */
export function sizesOf(lengths: ReadonlyMap<string, number>): Sizes | undefined {
  const read = [...lengths].map(([size, tokens]) => {
    const [, amount, noun] = /^(\d+) (\p{L}+?)s?$/u.exec(size) ?? [];
    return { amount: Number(amount), noun, tokens };
  });
  const steps = read
    .map(({ amount, tokens }) => ({ amount, tokens }))
    .sort((a, b) => a.amount - b.amount);
  const [{ noun } = { noun: undefined }] = read;
  if (noun === undefined || LENGTHS.has(noun)) return undefined;
  if (read.some((size) => size.noun !== noun)) return undefined;
  if (steps.some(({ tokens }, i) => i > 0 && tokens <= steps[i - 1]!.tokens)) return undefined;
  return { noun, steps };
}

/** Interpolates between two steps, and extrapolates from the first or last two. */
function between(
  { steps }: Sizes,
  from: 'amount' | 'tokens',
  to: 'amount' | 'tokens',
  value: number,
): number {
  const above = steps.findIndex((step) => step[from] >= value);
  const high = steps.at(above)!;
  if (high[from] === value) return high[to];
  const low = above > 0 ? steps[above - 1]! : { amount: 0, tokens: 0 };
  if (above < 0) return (high[to] * value) / high[from];
  return low[to] + ((high[to] - low[to]) * (value - low[from])) / (high[from] - low[from]);
}

/** Returns how many whole things fit into a length. */
export function amountAt(sizes: Sizes, tokens: number): number {
  return Math.floor(between(sizes, 'tokens', 'amount', tokens) + 1e-9);
}

export function tokensAt(sizes: Sizes, amount: number): number {
  return between(sizes, 'amount', 'tokens', amount);
}

/** Translates the noun. Lists and files of users keep their own. */
export function nounText(noun: string): string {
  const known: Record<string, () => string> = {
    document: () => say`document`,
    episode: () => say`episode`,
    key: () => say`key`,
    pair: () => say`pair`,
    step: () => say`step`,
    update: () => say`update`,
  };
  return Object.hasOwn(known, noun) ? known[noun]!() : noun;
}

/** `8 documents` */
export function amountText({ noun }: Pick<Sizes, 'noun'>, amount: number): string {
  const name = nounText(noun);
  return amount === 1 ? say`1 ${name}` : say`${amount} ${name}s`;
}

export interface AmountRange {
  fewest: number;
  most: number;
  of: string;
}

/** The range over all series. Undefined if their nouns differ. */
export function amountRange(all: readonly (Sizes | undefined)[]): AmountRange | undefined {
  const [first] = all;
  if (!first || all.some((sizes) => sizes?.noun !== first.noun)) return undefined;
  const amounts = all.flatMap((sizes) => sizes!.steps.map(({ amount }) => amount));
  return { fewest: Math.min(...amounts), most: Math.max(...amounts), of: first.noun };
}

/** `4–16 documents` */
export function amountRangeText({ fewest, most, of }: AmountRange): string {
  const text = amountText({ noun: of }, most);
  return fewest === most ? text : `${fewest}–${text}`;
}
