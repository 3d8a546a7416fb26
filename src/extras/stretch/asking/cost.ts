/** What a stretched evaluation asks and costs, as it is told before the first call. */

import { sum } from '../../../base/numbers.js';
import { redactText } from '../../../base/secrets.js';
import { commas, say, sayCount } from '../../../base/text/language.js';
import { when } from '../../../base/when.js';
import { columns } from '../../../measuring/document/build.js';
import type { Document } from '../../../measuring/document/document.js';
import { foreign } from '../../../measuring/document/foreign.js';
import { costText, countText, lengthText, percentText } from '../../../measuring/document/words.js';
import {
  type GivenPrice,
  type Pricing,
  pricingOf,
  tokenFactors,
} from '../../../measuring/planning/prices.js';
import type { PlannedProvider } from '../../../measuring/planning/suite.js';
import type { Rehearsal, StretchOptions } from './hook.js';

/** What one provider is asked, or all of them. */
interface Asked {
  name: string;
  calls: number;
  /** At most; a prompt is up to 5 tokens shorter. */
  tokens: number;
  /** By our count of tokens, without answers; absent where no price is known. */
  cost?: number;
  /** The same where the provider reads the text around prompts from its cache. */
  cachedCost?: number;
  /** What answers of 100 tokens each cost. */
  answers?: number;
  /** How often a prompt is as long as a length by itself. */
  skipped: number;
}

interface StretchCost {
  asked: Asked[];
  /** All together; absent where a price is not known. */
  cost?: number;
  notes: string[];
}

/** What a prompt with one short turn more is longer than as it is, about, in tokens. */
const TURN = 40;

/** What prompts of one provider cost at one length. */
interface Prompt {
  tokens: number;
  /** Tokens of the text that all prompts share. */
  shared: number;
}

export function stretchCost(
  { providers, prompts, unavoidable, leftOut, language }: Rehearsal,
  options: StretchOptions,
  prices: readonly GivenPrice[],
): StretchCost {
  const asked = providers.map((provider, i) =>
    askedOf(provider, prompts[i]!, options, pricingOf(provider, prices)),
  );
  const isPriced = asked.every(({ cost }) => cost !== undefined);
  return {
    asked,
    ...(isPriced && { cost: sum(asked.map(({ cost }) => cost!)) }),
    notes: [
      ...providers.flatMap((provider) => providerNotes(provider, options, language, prices)),
      ...asked.flatMap(({ name, skipped }) =>
        skipped > 0
          ? say`${nameOf(name)}: ${sayCount(skipped, 'prompt')} without padding already longer than a length, and skipped.`
          : [],
      ),
      ...when(
        unavoidable.length > 0,
        say`The padding can't avoid what assertions look for: ${commas(unavoidable.map(foreign))}.`,
      ),
      ...when(
        leftOut > 0,
        say`${sayCount(leftOut, 'generated test')} skipped: they have lengths of their own.`,
      ),
    ],
  };
}

function askedOf(
  provider: PlannedProvider,
  own: readonly number[],
  { lengths }: StretchOptions,
  pricing: Pricing | undefined,
): Asked {
  const asIs = own.flatMap((tokens): Prompt[] => [
    { tokens, shared: 0 },
    { tokens, shared: 0 },
    { tokens: tokens + TURN, shared: 0 },
  ]);
  const longer = lengths.flatMap((length) =>
    own
      .filter((tokens) => tokens < length)
      .map((tokens): Prompt => ({ tokens: length, shared: length - tokens })),
  );
  const all = [...asIs, ...longer];
  const costOf = (cached: (prompt: Prompt) => number) =>
    sum(all.map((prompt) => pricing!.cost(prompt.tokens, 0, { read: cached(prompt) })));
  return {
    name: provider.label ?? provider.id,
    calls: all.length,
    tokens: sum(all.map(({ tokens }) => tokens)),
    ...(pricing && {
      cost: costOf(() => 0),
      cachedCost: costOf(({ shared }) => shared),
      answers: all.length * pricing.cost(0, 100),
    }),
    skipped: lengths.length * own.length - longer.length,
  };
}

function nameOf(name: string): string {
  return foreign(redactText(name));
}

function providerNotes(
  provider: PlannedProvider,
  { lengths, tokenizer }: StretchOptions,
  language: string,
  prices: readonly GivenPrice[],
): string[] {
  const name = nameOf(provider.label ?? provider.id);
  const pricing = pricingOf(provider, prices);
  const [low, high] = tokenFactors({ tokenizer, language }, provider);
  const longest = Math.max(...lengths);
  const window = pricing?.contextWindow;
  return [
    ...(pricing && pricing.input > 0
      ? [
          say`${name}: $${pricing.input} / $${pricing.output} per million tokens (${pricing.source}).`,
        ]
      : []),
    ...(pricing ? [] : [say`No list price for ${name}. Pass --price "${name}=2.5/10".`]),
    ...when(
      low < high,
      say`${name} may count ${percentText(1 - low)} fewer to ${percentText(high - 1)} more tokens than shown.`,
    ),
    ...(window && high * longest > window
      ? [
          high > 1
            ? say`Prompts of ${lengthText(longest)} may not fit ${name}'s window of ${lengthText(window)} tokens.`
            : say`Prompts of ${lengthText(longest)} don't fit ${name}'s window of ${lengthText(window)} tokens.`,
        ]
      : []),
  ];
}

/** What is printed before the first call. */
export function stretchCostDocument(
  { asked, cost, notes }: StretchCost,
  tokenizer: string,
): Document {
  const answers = asked.flatMap((one) => (one.answers ? one.answers : []));
  const [calls, tokens] = [sum(asked.map((one) => one.calls)), sum(asked.map((one) => one.tokens))];
  const [prompts, all] = [sayCount(calls, 'prompt'), lengthText(tokens)];
  const texts = [
    say`Tokens are counted with ${tokenizer}. Graders are not counted.`,
    ...when(
      answers.length > 0,
      say`Add ${costText(sum(answers))} for each 100 tokens that answers have.`,
    ),
    ...(asked.some(({ cost: own, cachedCost }) => cachedCost! < own!)
      ? [say`Lower cost: the padding comes from the provider’s cache.`]
      : []),
    ...notes,
  ];
  return {
    ...{ kind: 'stretch', title: say`Stretched tests`, about: [] },
    decisions: [
      {
        tone: 'plain',
        text:
          cost === undefined
            ? say`This sends ${prompts} with ${all} tokens, at an unknown price.`
            : say`This costs ${rangeOf(asked)} (${prompts}, ${all} tokens).`,
      },
    ],
    blocks: [
      columns(
        say`Models`,
        asked,
        [say`Model`, ({ name }) => foreign(redactText(name))],
        [say`Calls`, (one) => countText(one.calls)],
        [say`Tokens`, (one) => countText(one.tokens)],
        [say`Cost`, (one) => rangeOf([one])],
      ),
      { kind: 'list', items: texts },
    ],
  };
}

/** With the padding out of the provider's cache, and without. */
function rangeOf(asked: readonly Asked[]): string {
  if (asked.some(({ cost }) => cost === undefined)) return costText(undefined);
  const costs = [sum(asked.map((one) => one.cachedCost!)), sum(asked.map((one) => one.cost!))];
  return [...new Set(costs.map(costText))].join('–');
}

/** How many calls are made, in words. */
export function callsText({ asked }: StretchCost): string {
  return sayCount(sum(asked.map(({ calls }) => calls)), 'prompt');
}
