import { InvalidArgumentError, Option } from 'commander';
import { DEFAULT_THRESHOLD, MAX_DROP } from '../base/defaults.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import { ALLOWED, type Allowed } from '../measuring/verdicts/gate/allowed.js';

/** Reads arguments of the command line. Errors say in one sentence what is expected. */

function number(isRight: (value: number, text: string) => boolean, what: string) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!isRight(value, text)) throw new InvalidArgumentError(`It must be ${what}.`);
    return value;
  };
}

function isWhole(value: number, text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(value);
}

/** A share, also as percent: `0.85` or `85%`. */
function share(isRight: (value: number) => boolean, what: string) {
  const argument = number(isRight, what);
  return (text: string): number => {
    const [, percent] = /^\s*(\d+(?:\.\d*)?)\s*%\s*$/.exec(text) ?? [];
    // Rounds: 2.3 / 100 is 0.022999999999999996.
    return argument(percent === undefined ? text : `${Number((Number(percent) / 100).toFixed(9))}`);
  };
}

export const shareArgument = share(
  (value) => value >= 0 && value <= 1,
  'from 0 to 1 or a percentage, for example 0.85 or 85%',
);

/** Quantiles of the normal distribution are inexact below 0.000001. */
export const levelArgument = share(
  (value) => value >= 1e-6 && value < 1,
  'between 0 and 1, and at least 0.000001, for example 0.05',
);

/** A recall that can be fallen short of, and reached. */
const thresholdArgument = share(
  (value) => value > 0 && value < 1,
  'above 0 and below 1, for example 0.85 or 85%',
);

export const countArgument = number(
  (value, text) => isWhole(value, text) && value >= 1,
  'a whole number from 1 on, for example 3',
);

export const runsArgument = number(
  (value, text) => isWhole(value, text) && value >= 1 && value <= 1000,
  'a whole number from 1 to 1000',
);

export const retriesArgument = number(
  (value, text) => isWhole(value, text) && value <= 100,
  'a whole number from 0 to 100',
);

const amountArgument = number(
  (value) => value > 0 && Number.isFinite(value),
  'a number above 0, for example 2.50',
);

/** What the letters behind a length mean, in tokens. */
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 };

/** A length in tokens, also as reports write it: `64000`, `64K`, `1.5M`. */
export function tokensArgument(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d{1,6})?)([km]?)$/i.exec(text.trim()) ?? [];
  // Rounds to six decimals of a million: 1.005 × 1000 is 1004.9999999999999.
  const value = Number((Number(digits) * UNITS[unit.toLowerCase()]!).toFixed(6));
  if (!(value >= 1 && Number.isSafeInteger(value))) {
    throw new InvalidArgumentError(
      'It must be a whole number of tokens, for example 64000 or 64K.',
    );
  }
  return value;
}

/** Tokens of thinking before an answer; `none` is 0. */
export function thinkingArgument(text: string): number {
  return text.trim().toLowerCase() === 'none' ? 0 : tokensArgument(text);
}

/** From here on, an amount needs a $ sign: without one, it was probably meant as tokens. */
const SIGNED = 10_000;

/** Limits what may be spent, in one of the two. */
export interface Budget {
  dollars?: number;
  tokens?: number;
}

/** `20` or `$20` is money. `500K`, `5M` and `40000 tokens` are tokens of prompts. */
export function budgetArgument(text: string): Budget {
  const [, sign, money] = /^(\$?)(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  if (money !== undefined && (sign || Number(money) < SIGNED)) {
    return { dollars: amountArgument(money) };
  }
  const [, tokens] = /^(\d[\d.]*(?:[km]|(?=\s+tokens)))(?:\s+tokens)?$/i.exec(text.trim()) ?? [];
  if (tokens !== undefined) return { tokens: tokensArgument(tokens) };
  throw new InvalidArgumentError(
    'It must be US dollars, for example 20 or $12000, or tokens of prompts, for example 5M or "40000 tokens".',
  );
}

/** Splits at commas. Sorted, and each length only once. */
export function lengthsArgument(text: string): number[] {
  const lengths = text.split(',').map(tokensArgument);
  if (new Set(lengths).size < lengths.length) {
    throw new InvalidArgumentError('Each length may stand there once, for example 8K,32K,128K.');
  }
  return lengths.sort((a, b) => a - b);
}

/** Splits at commas. Sorted, and each count only once. */
export function countsArgument(text: string): number[] {
  return [...new Set(text.split(',').map((one) => countArgument(one.trim())))].sort(
    (a, b) => a - b,
  );
}

export function several<T>(one: (text: string) => T): (text: string, list?: T[]) => T[] {
  return (text, list = []) => [...list, one(text)];
}

/** `2.5/10`, or `provider=2.5/10`. The provider may contain any character. */
const PRICE = /^(?:(.+)=)?(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/s;

/** Appends prices per million tokens, since the option is repeatable. */
function priceArgument(text: string, earlier: readonly GivenPrice[]): GivenPrice[] {
  const [, provider, input, output] = PRICE.exec(text.trim()) ?? [];
  if (input === undefined || output === undefined) {
    throw new InvalidArgumentError(
      'It must be the prices per million tokens of prompts and of answers, for example 2.5/10 or ' +
        '"openai:gpt-5.6-terra=2/8".',
    );
  }
  const price = { input: Number(input), output: Number(output) };
  return [...earlier, { ...price, ...(provider && { provider }) }];
}

export const evalOption = () => new Option('--eval <id>', 'promptfoo evaluation, such as latest');

export const evalsOption = () =>
  new Option('--eval <id>', 'promptfoo evaluation, such as latest; repeatable').argParser(
    several(String),
  );

export const thresholdOption = () =>
  new Option('--threshold <recall>', 'recall that counts as reliable')
    .argParser(thresholdArgument)
    .default(DEFAULT_THRESHOLD);

export const maxDropOption = () =>
  new Option('--max-drop <drop>', 'largest drop to accept')
    .argParser(shareArgument)
    .default(MAX_DROP);

/** Shows a rare option only in `--help --all`. */
export function advanced(flags: string, what: string): Option {
  return new Option(flags, what).helpGroup(ADVANCED);
}

export const ADVANCED = 'Advanced options:';

export const detectOption = () =>
  advanced('--detect <drop>', 'drop to report the sensitivity for')
    .argParser(shareArgument)
    .default(undefined, 'max-drop + 0.03');

/** Documents the arguments that commands pass on to promptfoo. */
export const PROMPTFOO_OPTIONS = 'options of promptfoo eval, after --';

export const seedOption = (what: string) =>
  advanced('--seed <number>', what).argParser(countArgument).default(1);

export const tokenizerOption = () =>
  advanced('--tokenizer <name>', 'tokenizer, or the path of a tokenizer.json').default(
    'o200k_base',
  );

export const configOption = () =>
  new Option('-c, --config <files...>', 'configs, as for promptfoo eval');

export const retriesOption = () =>
  advanced('--retries <number>', 'retries of a failed call').argParser(retriesArgument).default(2);

/** Flags of every command that sends prompts. */
export interface SpendingFlags {
  yes?: boolean;
  budget?: Budget;
  dryRun?: boolean;
}

export const spendingOptions = () => [
  new Option('--budget <amount>', 'limit, such as 5 (dollars) or 2M (tokens of prompts)').argParser(
    budgetArgument,
  ),
  priceOption(),
  new Option('--dry-run', 'show prompts and cost, send nothing'),
  new Option('--yes', "don't ask before spending"),
];

export const metricOption = () =>
  new Option('--metric <name>', 'recall, or a metric of your assertions; repeatable').argParser(
    several(String),
  );

/** As a command takes them again. */
export function priceWords(prices: readonly GivenPrice[]): string[] {
  return prices.flatMap(({ provider, input, output }) => {
    const price = `${input}/${output}`;
    return ['--price', provider === undefined ? price : `${provider}=${price}`];
  });
}

export const priceOption = () =>
  new Option('--price <in/out>', 'dollars per million tokens, 2.5/10 or "model=2.5/10"')
    .argParser(priceArgument)
    .default([]);

export const thinkingOption = () =>
  advanced('--thinking <tokens>', 'thinking tokens before each answer, at most, or none').argParser(
    thinkingArgument,
  );

/** Builds `--allow`, a comma-separated list that may be repeated. */
export function allowOption(...known: readonly Allowed[]): Option {
  return new Option('--allow <list>', `accept ${known.join(', ')}`)
    .argParser((text: string, before: Allowed[] = []) => [...before, ...allowedIn(text, known)])
    .default([]);
}

function allowedIn(text: string, known: readonly Allowed[]): Allowed[] {
  return text.split(',').map((part) => {
    const found = known.find((name) => name === part.trim());
    if (found) return found;
    throw new InvalidArgumentError(`"${part.trim()}" is none of ${known.join(', ')}.`);
  });
}

export function allowing(given: readonly Allowed[]): Record<Allowed, boolean> {
  return Object.fromEntries(ALLOWED.map((name) => [name, given.includes(name)])) as Record<
    Allowed,
    boolean
  >;
}
