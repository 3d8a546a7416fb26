import { aligned, bold, clip, type TerminalOptions } from '../output/terminal.js';
import { costText, countText, lengthText, percentText } from '../output/words.js';
import type { Plan, ProviderPlan, SeriesPower, Totals } from './plan.js';

/** Columns of a name in a table. */
const NAME_WIDTH = 34;

/** A plan as text: a table of providers, what to know about it, and the power of a gate. */
export function planText(
  plan: Plan,
  { recall }: { recall: number },
  look: TerminalOptions,
): string {
  const blocks = [
    providerTable(plan),
    notes(plan).join('\n'),
    `${bold('What a gate with these seeds finds', look)}\n${powerTable(plan.power)}`,
    powerNote(plan.power, recall),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function providerTable({ providers, total }: Plan): string {
  const row = (name: string, totals: Totals) => [
    clip(name, NAME_WIDTH),
    countText(totals.cases),
    countText(totals.calls),
    countText(totals.promptTokens),
    countText(totals.longestPrompt),
    costText(totals.cost),
  ];
  return aligned([
    ['', 'cases', 'calls', 'prompt tokens', 'longest', 'cost'],
    ...providers.map((one) => row(one.provider, one)),
    ...(providers.length > 1 ? [row('all', total)] : []),
  ]);
}

function notes({ providers, total, tokenizers, others, shards }: Plan): string[] {
  const unknown = providers.filter(({ price, calls }) => !price && calls > 0);
  return [
    `Tokens are counted with ${tokenizers.join(', ')}; a prompt never has more than that. Answers: up ` +
      `to ${countText(total.answerTokens)} tokens.`,
    ...providers.filter(({ cost }) => cost).map(priceNote),
    ...unknown.map(
      ({ provider }) =>
        `${provider}: no price is known. Give one per million tokens with --price ` +
        `"${provider}=2.5/10".`,
    ),
    ...providers.flatMap(windowNote),
    ...(shards.length > 0
      ? [`Only shard ${shards.join(', ')} is counted, in the chances below too.`]
      : []),
    ...(others.tests > 0
      ? [
          `Other tests: ${countText(others.tests)}, with ${countText(others.calls)} calls, are not ` +
            'counted above.',
        ]
      : []),
  ].map((line) => line.replace(/\p{Cc}/gu, ' '));
}

function priceNote({ provider, price }: ProviderPlan): string {
  const { input, output, source } = price!;
  return `${provider}: ${input} / ${output} per million tokens (${source}).`;
}

function windowNote({ provider, longestPrompt, contextWindow }: ProviderPlan): string[] {
  if (contextWindow === undefined) return [];
  return [
    `${provider}: the longest prompt with its answer is over the model's window of ` +
      `${lengthText(contextWindow)} tokens (prompt: ${countText(longestPrompt)}). Use shorter lengths.`,
  ];
}

function powerTable(power: readonly SeriesPower[]): string {
  return aligned([
    ['', 'prompts', 'seeds', `finds ${power[0]?.drop ?? ''}`, 'seeds for 90%'],
    ...power.map(({ series, prompts, seeds, probability, seedsNeeded }) => [
      clip(series, NAME_WIDTH),
      countText(prompts),
      countText(seeds),
      percentText(probability),
      seedsNeeded === undefined ? 'none' : countText(seedsNeeded),
    ]),
  ]);
}

function powerNote(power: readonly SeriesPower[], recall: number): string {
  const drop = power[0]?.drop ?? 0;
  return (
    `The chance that a gate finds an even drop of ${drop} of recall, from ${recall}, when each ` +
    'piece\nof evidence is found or missed by itself. Real answers vary more: take it as a best case.'
  );
}
