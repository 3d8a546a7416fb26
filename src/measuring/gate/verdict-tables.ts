/** The tables of a verdict: its checks, and the cells that got worst. */
import { column, type Table } from '../output/table.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { WorstCell } from './gate-result.js';
import type { CheckLine } from './verdict-words.js';

export const SIGNS: Record<PartVerdict, string> = {
  passed: '✅',
  failed: '❌',
  undecided: '❔',
  unknown: '❔',
};

export function checksTable(rows: readonly CheckLine[]): Table<CheckLine> {
  return {
    title: 'Checks',
    rows,
    columns: [
      column('label', 'check', ({ name }) => name, { in: ['markdown'] }),
      column('label', '', ({ name }) => name, { in: ['terminal'] }),
      column('words', 'prompts', ({ prompts }) => prompts),
      column('words', 'baseline', ({ baseline }) => baseline),
      column('words', 'now', ({ now }) => now),
      column('words', 'drop (95 %)', ({ drop }) => drop),
      column('words', 'p', ({ p }) => p),
      column('words', 'verdict', ({ verdict }) => `${SIGNS[verdict]} ${verdict}`, {
        in: ['markdown'],
      }),
      column('words', 'verdict', ({ verdict }) => verdict, { in: ['terminal'] }),
      column('label', '', ({ note }) => note, { in: ['markdown'] }),
    ],
  };
}

/** Longer reasons are cut, in UTF-16 units. */
export const LONGEST_REASON = 300;

export function worstTable(rows: readonly WorstCell[]): Table<WorstCell> {
  return {
    title: 'The cells that got worst',
    rows,
    columns: [
      column('label', 'cell', ({ id, description }) => description || id),
      column('share', 'baseline', ({ baseline }) => baseline),
      column('share', 'now', ({ now }) => now),
      column('label', 'what was wrong', ({ reason }) => reason.slice(0, LONGEST_REASON)),
    ],
  };
}
