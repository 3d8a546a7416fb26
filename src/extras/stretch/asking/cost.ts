/** What a stretched evaluation asks and costs, as it is told before the first call. */
import { sum } from '../../../base/numbers.js';
import { redactText } from '../../../base/secrets.js';
import { commas, say, sayCount } from '../../../base/text/language.js';
import { column, type Table } from '../../../measuring/document/table.js';
import { WIDEST, wrapped } from '../../../measuring/document/terminal.js';
import { terminalTable } from '../../../measuring/document/terminal-table.js';
import { costText, countText, lengthText } from '../../../measuring/document/words.js';
import { tokenFactors } from '../../../measuring/planning/own-tokenizer.js';
import { type GivenPrice, type Pricing, pricingOf } from '../../../measuring/planning/prices.js';
import type { PlannedProvider } from '../../../measuring/planning/suite.js';
import type { StretchOptions } from './hook.js';
import type { Rehearsal } from './rehearsal.js';
import { LANGUAGE } from './unrelated-prose.js';

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
  { providers, prompts, unavoidable, leftOut }: Rehearsal,
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
      ...providers.flatMap((provider) => providerNotes(provider, options, prices)),
      ...asked.flatMap(({ name, skipped }) =>
        skipped > 0
          ? say`${name}: ${sayCount(skipped, 'prompt')} of the tests are longer than a length, and not asked at it.`
          : [],
      ),
      ...(unavoidable.length > 0
        ? [
            say`The text around prompts cannot do without what assertions look for: ${commas(unavoidable)}.`,
          ]
        : []),
      ...(leftOut > 0
        ? [
            say`${sayCount(leftOut, 'test')} of our generators are not asked: they have lengths of their own.`,
          ]
        : []),
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

function providerNotes(
  provider: PlannedProvider,
  { lengths, tokenizer }: StretchOptions,
  prices: readonly GivenPrice[],
): string[] {
  const name = provider.label ?? provider.id;
  const pricing = pricingOf(provider, prices);
  const [low, high] = tokenFactors({ tokenizer, language: LANGUAGE }, provider);
  const longest = Math.max(...lengths);
  const window = pricing?.contextWindow;
  return [
    ...(pricing && pricing.input > 0
      ? [
          say`${name}: ${`$${pricing.input}`} / ${`$${pricing.output}`} per million tokens (${pricing.source}).`,
        ]
      : []),
    ...(pricing
      ? []
      : [
          say`${name}: no price is known. Give one per million tokens with --price "${name}=2.5/10".`,
        ]),
    ...(low < high
      ? [say`${name} counts ${low} to ${high} times as many tokens with its own tokenizer.`]
      : []),
    ...(window && high * longest > window
      ? [
          high > 1
            ? say`${name}: ${lengthText(longest)} may be over the model’s window of ${lengthText(window)}.`
            : say`${name}: ${lengthText(longest)} is over the model’s window of ${lengthText(window)}.`,
        ]
      : []),
  ];
}

/** As text, at most as wide as a usual terminal. */
export function stretchCostText({ asked, notes }: StretchCost, tokenizer: string): string {
  const table: Table<Asked> = {
    title: say`Providers`,
    rows: asked.map((one) => ({ ...one, name: redactText(one.name) })),
    columns: [
      column('name', '', ({ name }) => name),
      column('count', say`calls`, ({ calls }) => calls),
      column('count', say`prompt tokens`, ({ tokens }) => tokens),
      column('words', say`cost`, costs),
    ],
  };
  const answers = asked.flatMap((one) => (one.answers ? one.answers : []));
  const lines = [
    say`Tokens are counted with ${tokenizer}. Graders are not counted.`,
    ...(answers.length > 0
      ? [say`Answers cost more: ${costText(sum(answers))} for each 100 tokens that an answer has.`]
      : []),
    ...(asked.some(({ cost, cachedCost }) => cachedCost! < cost!)
      ? [say`The lower cost is with the text around prompts read from the provider’s cache.`]
      : []),
    ...notes,
  ].map((line) => wrapped(redactText(line), WIDEST));
  return `${terminalTable(table, { width: WIDEST })}\n\n${lines.join('\n')}`;
}

function costs({ cost, cachedCost }: Asked): string {
  return [...new Set([cachedCost, cost].map(costText))].join('–');
}

/** How many calls are made, in words. */
export function callsText({ asked }: StretchCost): string {
  return say`${countText(sum(asked.map(({ calls }) => calls)))} prompts`;
}
