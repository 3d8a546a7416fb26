/** Prompts that are sized by how many things they have, and not by their length: what they are called. */
import { say } from '../../base/text/language.js';

/** How long prompts of each size are. */
export interface Sizes {
  /** What is counted, as one of it is called: `document`. */
  noun: string;
  /** Both ascending: how many there are, and how many tokens such prompts have on average. */
  steps: readonly { amount: number; tokens: number }[];
}

/** Sizes that are lengths, whatever they count. */
const LENGTHS = new Set(['token', 'word', 'character']);

/**
 * The sizes of a series.
 *
 * @param lengths - tokens by what prompts of one size have in common: `8 documents`
 * @returns nothing where some of them say no number, or other things, or more of which are not longer
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
  if (read.some((one) => one.noun !== noun)) return undefined;
  if (steps.some(({ tokens }, i) => i > 0 && tokens <= steps[i - 1]!.tokens)) return undefined;
  return { noun, steps };
}

/** Between two of the sizes in proportion; beyond them as their ends say. */
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

/** How many things fit into a length: whole ones. */
export function amountAt(sizes: Sizes, tokens: number): number {
  return Math.floor(between(sizes, 'tokens', 'amount', tokens) + 1e-9);
}

/** How long prompts with this many things are. */
export function tokensAt(sizes: Sizes, amount: number): number {
  return between(sizes, 'amount', 'tokens', amount);
}

/** What one of the counted things is called; things of lists and files of the user's keep their name. */
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

/** The fewest and the most things that prompts have. */
export interface AmountRange {
  fewest: number;
  most: number;
  /** One of them: `document`. */
  of: string;
}

/** The fewest and the most things that prompts of all series have; nothing where some have another size. */
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
