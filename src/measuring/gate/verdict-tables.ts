/** The tables of a verdict: its checks, and the cells that got worst. */
import { html } from '../output/markup.js';
import { column, type Table } from '../output/table.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { WorstCell } from './gate-result.js';
import type { ShownLine } from './verdict-words.js';

export const SIGNS: Record<PartVerdict, string> = {
  passed: '✅',
  failed: '❌',
  undecided: '❔',
  unknown: '❔',
};

export function checksTable(rows: readonly ShownLine[]): Table<ShownLine> {
  const sign = (verdict: PartVerdict) => `${SIGNS[verdict]} ${verdict}`;
  return {
    title: 'Checks',
    rows,
    columns: [
      column('label', 'check', ({ name }) => name, { in: ['markdown', 'page'] }),
      column('label', '', ({ name }) => name, { in: ['terminal'] }),
      column('words', 'prompts', ({ prompts }) => prompts, { set: 'number' }),
      column('words', 'baseline', ({ baseline }) => baseline, { set: 'whole' }),
      column('words', 'now', ({ now }) => now, { set: 'whole' }),
      column('words', 'drop (95 % interval)', ({ drop }) => drop, { set: 'whole' }),
      column('words', 'at most (one-sided)', ({ bound }) => bound, {
        set: 'number',
        note: 'the drop is at most this, with 95 % confidence in this one direction; the interval looks both ways',
      }),
      column('words', 'p', ({ p }) => p, { set: 'number', head: 'p' }),
      column('words', 'verdict', ({ verdict }) => verdict && sign(verdict), { in: ['markdown'] }),
      column('words', 'verdict', ({ verdict = '' }) => verdict, {
        in: ['terminal', 'page'],
        cell: ({ verdict }) => verdict && html`<b class="verdict ${verdict}">${verdict}</b>`,
      }),
      column('label', '', ({ beside }) => beside, { in: ['markdown'] }),
      column('label', 'note', ({ beside }) => beside, { in: ['page'] }),
      column('words', '', ({ beside }) => beside, { in: ['terminal'] }),
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
