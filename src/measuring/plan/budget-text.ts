import { column, type Table } from '../output/table.js';
import { bold, type TerminalOptions, WIDEST, wrapped } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { costText, lengthText, percentText } from '../output/words.js';
import type { BudgetOffer } from './budget.js';

/** What a budget tells, as text: a table, the one that reaches furthest first, and how each is asked for. */
export function budgetText(
  budget: number,
  offers: readonly BudgetOffer[],
  { icc, recall }: { icc: number; recall: number },
  look: TerminalOptions,
): string {
  const assumed =
    `No cost is above ${costText(budget)} by the high estimate. A gate is assumed to start from a recall of ${recall}, with ` +
    `marks that correlate by ${icc}; --recall and --icc change that.`;
  return [
    bold(`What ${costText(budget)} tells`, look),
    terminalTable(offersTable(offers)),
    '',
    wrapped(assumed, WIDEST),
    ...offers.map((offer) => `    ${howText(offer, budget)}`),
  ].join('\n');
}

function offersTable(rows: readonly BudgetOffer[]): Table<BudgetOffer> {
  return {
    title: 'What a budget tells',
    rows,
    columns: [
      column('name', '', ({ kind }) => kind),
      column('words', 'up to', ({ lengths }) => lengthText(lengths.at(-1)!)),
      column('count', 'seeds', ({ seeds }) => seeds),
      column('money', 'cost', ({ cost }) => cost),
      column('words', 'tells', toldText),
    ],
  };
}

function toldText({ kind, power, drop }: BudgetOffer): string {
  const often = `in ${percentText(power)} of`;
  if (kind === 'search') return `the effective length to an octave, ${often} searches`;
  if (kind === 'gate') return `that recall fell by ${drop}, ${often} runs`;
  return `the octave of the effective length, ${often} runs`;
}

function howText({ kind, lengths, seeds }: BudgetOffer, budget: number): string {
  if (kind === 'search') {
    const [shortest, longest] = lengths;
    return `promptfoo-counting-stars search --shortest ${shortest} --longest ${longest} --max-cost ${budget}`;
  }
  const half = kind === 'gate' ? ', half of it for the baseline' : '';
  return `${kind}: config: { lengths: [${lengths.join(', ')}], seeds: ${seeds} }${half}`;
}
