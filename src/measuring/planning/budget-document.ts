/** Documents what a budget can buy: a search or a gate, and how to start each. */
import { say } from '../../base/text/language.js';
import { cell, heads, leftHeads, paragraph, percentCell, row, table } from '../document/build.js';
import type { Block, Document, Step, Text } from '../document/document.js';
import { costText, countText, lengthText, percentText, pointsText } from '../document/words.js';
import { type Budget, type BudgetOffer, budgetAmount } from './budget.js';
import { planned } from './plan-document.js';
import type { Thinking } from './thinking.js';
import { thinkingText } from './thinking-text.js';

interface Thinks {
  provider: string;
  thinking: Thinking;
}

export function budgetDocument(
  budget: Budget,
  offers: readonly BudgetOffer[],
  { icc, recall, thinking }: { icc: number; recall: number; thinking: readonly Thinks[] },
): Document {
  const amount = budgetAmount(budget.dollars ?? budget.tokens!, budget);
  const [first] = offers;
  const misses = offers.flatMap((one) => one.misses ?? [])[0];
  return planned({
    about: [amount],
    decisions: [
      first
        ? { tone: 'plain', text: say`${amount} can find ${answerText(first)}.` }
        : { tone: 'warn', text: say`${amount} is too little to decide anything.` },
      ...(misses === undefined
        ? []
        : [
            {
              tone: 'warn' as const,
              text: say`Not every option covers your ${lengthText(misses)} prompts.`,
            },
          ]),
    ],
    blocks: [
      offersTable(offers, budget),
      { kind: 'next', steps: offers.map((offer) => stepOf(offer, budget)) },
      paragraph(
        budget.dollars === undefined
          ? say`No option takes more than ${amount}. Assumes recall ${percentText(recall)} (--recall, --icc ${icc}).`
          : say`No option costs more than ${amount} by the upper estimate. Assumes recall ${percentText(recall)} (--recall, --icc ${icc}).`,
      ),
      ...thinking.map((one) => paragraph(thinkingText(one.provider, one.thinking))),
    ],
  });
}

function offersTable(offers: readonly BudgetOffer[], { dollars }: Budget): Block {
  return table(
    say`What the budget can buy`,
    [
      ...heads(say`Option`, say`Up to`, say`Seeds`),
      ...heads(dollars === undefined ? say`Tokens` : say`Cost`),
      ...leftHeads(say`Finds`),
      ...heads(say`How often`),
    ],
    offers.map((offer) => {
      const { kind, lengths, seeds, cost, power, misses } = offer;
      const longest = lengths.at(-1)!;
      return row(
        kindText(kind),
        cell(lengthText(longest), longest, misses === undefined ? {} : { tone: 'warn' }),
        countText(seeds),
        cell(dollars === undefined ? countText(cost) : costText(cost), cost),
        answerText(offer),
        percentCell(power),
      );
    }),
  );
}

function kindText(kind: BudgetOffer['kind']): Text {
  return kind === 'search' ? say`search` : say`gate`;
}

function answerText({ kind, drop }: BudgetOffer): Text {
  return kind === 'gate'
    ? say`a drop of ${pointsText(drop!)} points`
    : say`the reliable length within a factor of 2`;
}

function stepOf({ kind, lengths, seeds }: BudgetOffer, { dollars, tokens }: Budget): Step {
  if (kind === 'search') {
    const [shortest, longest] = lengths;
    const amount = dollars === undefined ? `"${tokens} tokens"` : dollars;
    return {
      text: say`Run the search.`,
      command: `npx promptfoo-counting-stars search --from ${shortest} --to ${longest} --budget ${amount}`,
    };
  }
  const command = `config: { lengths: [${lengths.join(', ')}], seeds: ${seeds} }`;
  return { text: say`Set this for gate, half of the cost for the baseline:`, command };
}
