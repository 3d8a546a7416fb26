import { clauses, paragraph, say } from '../../base/text/language.js';
import { column, type Table } from '../document/table.js';
import { bold, type TerminalOptions, WIDEST, wrapped } from '../document/terminal.js';
import { terminalTable } from '../document/terminal-table.js';
import { lengthText, percentText } from '../document/words.js';
import { amountText, type Budget, type BudgetOffer } from './budget.js';
import type { Thinking } from './thinking.js';
import { thinkingText } from './thinking-text.js';

interface Thinks {
  provider: string;
  thinking: Thinking;
}

/** What a budget tells, as text: a table, the one that reaches furthest first, and how each is asked for. */
export function budgetText(
  budget: Budget,
  offers: readonly BudgetOffer[],
  { icc, recall, thinking }: { icc: number; recall: number; thinking: readonly Thinks[] },
  look: TerminalOptions,
): string {
  const amount = amountText(budget.dollars ?? budget.tokens!, budget);
  const limit =
    budget.dollars === undefined
      ? say`No proposal takes more than ${amount}.`
      : say`No cost is above ${amount} by the high estimate.`;
  const assumed = say`A gate is assumed to start from a recall of ${recall}, with marks that correlate by ${icc}; --recall and --icc change that.`;
  return [
    bold(say`What ${amount} tells`, look),
    terminalTable(offersTable(offers, budget)),
    '',
    wrapped(paragraph([limit, assumed]), WIDEST),
    ...thinking.map((one) => wrapped(thinkingText(one.provider, one.thinking), WIDEST)),
    ...offers.map((offer) => `    ${howText(offer, budget)}`),
  ].join('\n');
}

function offersTable(rows: readonly BudgetOffer[], { dollars }: Budget): Table<BudgetOffer> {
  return {
    title: say`What a budget tells`,
    rows,
    columns: [
      column('name', '', ({ kind }) => kindText(kind)),
      column('words', say`up to`, ({ lengths }) => lengthText(lengths.at(-1)!)),
      column('count', say`seeds`, ({ seeds }) => seeds),
      dollars === undefined
        ? column('count', say`prompt tokens`, ({ cost }) => cost)
        : column('money', say`cost`, ({ cost }) => cost),
      column('words', say`tells`, ({ misses, ...offer }) =>
        clauses([
          toldText(offer),
          misses === undefined ? '' : say`does not cover your ${lengthText(misses)}`,
        ]),
      ),
    ],
  };
}

function kindText(kind: BudgetOffer['kind']): string {
  if (kind === 'search') return say`search`;
  return kind === 'gate' ? say`gate` : say`grid`;
}

function toldText({ kind, power, drop }: BudgetOffer): string {
  const often = percentText(power);
  if (kind === 'search') return say`the reliable length to an octave, in ${often} of searches`;
  if (kind === 'gate') return say`that recall fell by ${drop!}, in ${often} of runs`;
  return say`the octave of the reliable length, in ${often} of runs`;
}

function howText({ kind, lengths, seeds }: BudgetOffer, { dollars, tokens }: Budget): string {
  if (kind === 'search') {
    const [shortest, longest] = lengths;
    const amount = dollars === undefined ? `"${tokens} tokens"` : dollars;
    return `promptfoo-counting-stars search --shortest ${shortest} --longest ${longest} --budget ${amount}`;
  }
  const config = `config: { lengths: [${lengths.join(', ')}], seeds: ${seeds} }`;
  return kind === 'gate' ? say`gate: ${config}, half of it for the baseline` : say`grid: ${config}`;
}
