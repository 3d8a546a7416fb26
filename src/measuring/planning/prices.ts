import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { calcPrice, findProvider, type ModelPrice } from '@pydantic/genai-prices';
import { type CacheMode, cacheModeOf } from '../../base/cache-modes.js';
import { clauses, say } from '../../base/text/language.js';
import { matchesWildcard } from '../../base/text/wildcard.js';
import { UserError } from '../../base/user-error.js';
import type { Case } from '../../contract/case.js';
import type { PlannedProvider } from './suite.js';

export interface GivenPrice {
  /** Pattern of a provider's id or label. Absent for all. */
  provider?: string;
  input: number;
  output: number;
}

export interface Pricing {
  /** Per million tokens, the lowest of several steps. */
  input: number;
  output: number;
  source: string;
  /**
   * Returns what one call costs in US dollars, which may depend on the prompt's length.
   *
   * @param cache - tokens read from the provider's cache, or written to it
   */
  cost(promptTokens: number, answerTokens: number, cache?: CacheTokens): number;
  contextWindow?: number;
}

interface CacheTokens {
  read?: number;
  written?: number;
}

const MILLION = 1_000_000;

const FLEX = 0.5;

/** First parts of promptfoo's ids that the price list does not know, or takes for another provider's. */
const RENAMED = new Map([
  ['azureopenai', 'azure'],
  ['togetherai', 'together'],
]);

/** Parts of ids that say how a model is asked, and not which. */
const KINDS = ['chat', 'completion', 'completions', 'responses', 'messages', 'converse'];

const FREE = /^(package:promptfoo-counting-stars:|simulated-reader:|recorded-answers|echo$)/;

/** Returns a provider's price, if known: the user's, or else the list price of its model. */
export function pricingOf(
  provider: PlannedProvider,
  given: readonly GivenPrice[],
): Pricing | undefined {
  const price =
    given.find((price) => price.provider !== undefined && isMeant(price.provider, provider)) ??
    given.find((price) => price.provider === undefined);
  if (price) return flatPricing(price, '--price', cacheModeOf(provider.id));
  if (FREE.test(provider.id)) return flatPricing({ input: 0, output: 0 }, say`no model is called`);
  const listed = listPricing(provider);
  return listed && provider.isFlex ? atFlexTier(listed) : listed;
}

/**
 * Refuses prices that name no provider of the config.
 *
 * @throws {UserError} for a name that none of them has
 */
export function assertPricesMatch(
  given: readonly GivenPrice[],
  providers: readonly PlannedProvider[],
): void {
  for (const { provider: pattern, input, output } of given) {
    if (pattern === undefined || providers.some((provider) => isMeant(pattern, provider))) continue;
    throw new UserError(
      `--price: "${pattern}=${input}/${output}" names no provider of the config. Its providers are ` +
        `${providers.map(({ id, label }) => label ?? id).join(', ')}.`,
    );
  }
}

function isMeant(pattern: string, { id, label }: PlannedProvider): boolean {
  return [id, label].some((name) => name !== undefined && matchesWildcard(pattern, name));
}

function atFlexTier({ input, output, source, cost, ...others }: Pricing): Pricing {
  return {
    ...others,
    input: FLEX * input,
    output: FLEX * output,
    source: clauses([source, say`service_tier: flex is half price`]),
    cost: (...tokens) => FLEX * cost(...tokens),
  };
}

function flatPricing(
  { input, output }: { input: number; output: number },
  source: string,
  mode?: CacheMode,
): Pricing {
  return {
    input,
    output,
    source,
    cost: (prompt, answer, { read = 0, written = 0 } = {}) => {
      const cached = mode ? read * (mode.read - 1) + written * (mode.write - 1) : 0;
      return ((prompt + cached) * input + answer * output) / MILLION;
    },
  };
}

/** Looks up a list price. An address says more of whose prices count than the id, which some providers leave out. */
function listPricing({ id, address }: PlannedProvider): Pricing | undefined {
  const [first = '', ...rest] = id.split(':');
  const providerId = findProvider({ providerId: RENAMED.get(first) ?? first })?.id;
  const parts = KINDS.includes(rest[0] ?? '') ? rest.slice(1) : rest;
  const model = providerId || address === undefined ? parts.join(':') : id;
  const seller = address === undefined ? providerId && { providerId } : { providerApiUrl: address };
  if (!seller || !model) return undefined;
  const price = (input: number, output: number, { read = 0, written = 0 }: CacheTokens = {}) =>
    calcPrice(
      {
        input_tokens: input,
        output_tokens: output,
        cache_read_tokens: read,
        cache_write_tokens: written,
      },
      model,
      seller,
    );
  const found = price(0, 0);
  if (!found) return undefined;
  const { name, context_window: contextWindow, id: listed } = found.model;
  const input = lowestStep(found.model_price, 'input_mtok');
  const output = lowestStep(found.model_price, 'output_mtok');
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    source: clauses([
      say`${name ?? listed} of ${found.provider.name}, ${priceList()}`,
      found.total_price > 0 ? say`$${found.total_price} more per call` : '',
    ]),
    cost: (...tokens) => price(...tokens)?.total_price ?? Number.NaN,
    ...(contextWindow && { contextWindow }),
  };
}

function lowestStep(prices: ModelPrice, key: string): number | undefined {
  const price = prices[key];
  return typeof price === 'object' ? price.base : price;
}

/** Names the price list with its version, which is as old as the installed one. */
function priceList(): string {
  const main = createRequire(import.meta.url).resolve('@pydantic/genai-prices');
  const manifest = join(dirname(main), '..', 'package.json');
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  return `${name} ${version}`;
}

/** Models that count with a tokenizer of ours, and simulated models. Claude's since version 3 is not public. */
const OWN: Readonly<Record<string, RegExp>> = {
  o200k_base: /gpt-(4o|4\.1|[5-9]|oss)|\bo[134]\b|^package:promptfoo-counting-stars|^simulated/,
  cl100k_base: /gpt-(4(?![o.\d])|3\.5)/,
  qwen3: /qwen/,
  llama3_1: /llama-?3/,
  gemma3: /gemma/,
  deepseek_v3: /deepseek/,
  gemini: /gemini/,
};

/** Returns the tokens a model counts for one of a Case's tokenizer, at least and at most. docs/method/plan.md */
export function tokenFactors(
  { tokenizer, language }: Pick<Case, 'tokenizer' | 'language'>,
  { id }: PlannedProvider,
): readonly [number, number] {
  if (typeof tokenizer !== 'string' || OWN[tokenizer]?.test(id.toLowerCase())) return [1, 1];
  return language === 'en' ? [0.95, 1.5] : [0.45, 2.3];
}
