/** The tables of a verdict: its checks, and the cells that got worst. */
import type { Column, Table } from '../output/table.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { WorstCell } from './gate-result.js';
import type { CheckLine } from './verdict-words.js';

export const SIGNS: Record<PartVerdict, string> = {
  passed: '✅',
  failed: '❌',
  undecided: '❔',
  unknown: '❔',
};

const words = (heading: string, of: (line: CheckLine) => string): Column<CheckLine> => ({
  heading,
  kind: 'words',
  of,
});

export function checksTable(rows: readonly CheckLine[]): Table<CheckLine> {
  const name = { kind: 'label' as const, of: (line: CheckLine) => line.name };
  return {
    title: 'Checks',
    rows,
    columns: [
      { ...name, heading: 'check', in: ['markdown'] },
      { ...name, heading: '', in: ['terminal'] },
      words('prompts', ({ prompts }) => prompts),
      words('baseline', ({ baseline }) => baseline),
      words('now', ({ now }) => now),
      words('drop (95 %)', ({ drop }) => drop),
      words('p', ({ p }) => p),
      { ...words('verdict', ({ verdict }) => `${SIGNS[verdict]} ${verdict}`), in: ['markdown'] },
      { ...words('verdict', ({ verdict }) => verdict), in: ['terminal'] },
      { heading: '', kind: 'label', of: ({ note }) => note, in: ['markdown'] },
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
      { heading: 'cell', kind: 'label', of: ({ id, description }) => description || id },
      { heading: 'baseline', kind: 'share', of: ({ baseline }) => baseline },
      { heading: 'now', kind: 'share', of: ({ now }) => now },
      {
        heading: 'what was wrong',
        kind: 'label',
        of: ({ reason }) => reason.slice(0, LONGEST_REASON),
      },
    ],
  };
}
