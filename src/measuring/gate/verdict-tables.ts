/** The tables of a verdict: its checks, and the cells that got worst. */
import { say } from '../../base/text/language.js';
import { html } from '../output/markup.js';
import { column, type Table } from '../output/table.js';
import { verdictText } from '../output/verdicts.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { WorstCell } from './gate-result.js';
import type { ShownLine } from './verdict-words.js';

export const SIGNS: Record<PartVerdict, string> = {
  passed: '✅',
  failed: '❌',
  inconclusive: '❔',
  unknown: '❔',
};

export function checksTable(rows: readonly ShownLine[]): Table<ShownLine> {
  const sign = (verdict: PartVerdict) => `${SIGNS[verdict]} ${verdictText(verdict)}`;
  return {
    title: say`Checks`,
    rows,
    columns: [
      column('label', say`check`, ({ name }) => name, { in: ['markdown', 'page'] }),
      column('label', '', ({ name }) => name, { in: ['terminal'] }),
      column('words', say`prompts`, ({ prompts }) => prompts, { set: 'number' }),
      column('words', say`baseline`, ({ baseline }) => baseline, { set: 'whole' }),
      column('words', say`now`, ({ now }) => now, { set: 'whole' }),
      column('words', say`drop (95 % interval)`, ({ drop }) => drop, { set: 'whole' }),
      column('words', say`at most (one-sided)`, ({ bound }) => bound, {
        set: 'number',
        note: say`the drop is at most this, with 95 % confidence in this one direction; the interval looks both ways`,
      }),
      column('words', 'p', ({ p }) => p, { set: 'number', head: 'p' }),
      column('words', say`verdict`, ({ verdict }) => verdict && sign(verdict), {
        in: ['markdown'],
      }),
      column('words', say`verdict`, ({ verdict }) => (verdict ? verdictText(verdict) : ''), {
        in: ['terminal', 'page'],
        cell: ({ verdict }) =>
          verdict && html`<b class="verdict ${verdict}">${verdictText(verdict)}</b>`,
      }),
      column('label', '', ({ beside }) => beside, { in: ['markdown'] }),
      column('label', say`note`, ({ beside }) => beside, { in: ['page'] }),
      column('words', '', ({ beside }) => beside, { in: ['terminal'] }),
    ],
  };
}

/** Longer reasons are cut, in UTF-16 units. */
export const LONGEST_REASON = 300;

export function worstTable(rows: readonly WorstCell[]): Table<WorstCell> {
  return {
    title: say`The cells that got worst`,
    rows,
    columns: [
      column('label', say`cell`, ({ id, description }) => description || id),
      column('share', say`baseline`, ({ baseline }) => baseline),
      column('share', say`now`, ({ now }) => now),
      column('label', say`what was wrong`, ({ reason }) => reason.slice(0, LONGEST_REASON)),
    ],
  };
}
