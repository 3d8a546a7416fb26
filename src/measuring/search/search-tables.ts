/** The tables of a search: what was found of each reader and what it took, and every prompt. */
import { RECALL } from '../../contract/signs.js';
import { html } from '../output/markup.js';
import { column, type Table } from '../output/table.js';
import { countText, lengthText, percentText } from '../output/words.js';
import { holdsColumn, reachColumns } from '../report/columns/reach.js';
import type { ReaderResult, SearchResult } from './search-result.js';
import { lengthFoundText, otherMarksText, remarkText } from './search-words.js';

/** One line a reader, the farthest first. */
export function readersTable(result: SearchResult): Table<ReaderResult> {
  const { readers, threshold, gridTokens } = result;
  const ofGrid = ({ tokens }: ReaderResult) => tokens / gridTokens;
  return {
    id: 'decision',
    title: 'Readers, the farthest first',
    look: 'cards',
    rows: readers,
    columns: [
      column('reader', 'reader', (one) => ({ ...one, note: remarkText(one) }), { in: ['page'] }),
      column('name', '', ({ provider }) => provider, { in: ['terminal'] }),
      column('words', 'effective length', lengthFoundText, { in: ['terminal'] }),
      holdsColumn((one) => one, { ...result, figure: RECALL, threshold: String(threshold) }, [
        'page',
      ]),
      ...reachColumns(readers, RECALL, (one: ReaderResult) => drawnOf(one, threshold)),
      column('count', 'prompts', ({ points }) => points.length, {
        cell: ({ points }) => html`${countText(points.length)}<span class="phone"> prompts</span>`,
      }),
      column('count', 'tokens', ({ tokens }) => tokens, {
        cell: (one) =>
          html`${lengthText(one.tokens)}<span class="phone"> tokens</span><br><small>${percentText(ofGrid(one))} of a grid</small>`,
        note: `a grid of 32 lengths in equal steps, one prompt each, takes ${countText(gridTokens)}. ${otherMarksText(result)}`.replace(
          /\. ?$/,
          '',
        ),
      }),
      column('percent', 'of a grid', ofGrid, { in: ['terminal'] }),
      column('money', 'cost', ({ cost }) => cost),
    ],
  };
}

function drawnOf(reader: ReaderResult, threshold: number) {
  const { curve, points } = reader;
  const found = points.map(({ tokens, recall }) => ({ tokens, recall: { value: recall } }));
  return { reached: reader, curve, found, threshold };
}

type Point = ReaderResult['points'][number];

export function promptsTable({ provider, points }: ReaderResult): Table<Point> {
  return {
    title: `Prompts of ${provider}`,
    look: 'rows',
    rows: points,
    columns: [
      column('count', 'round', ({ round }) => round),
      column('length', 'length, tokens', ({ tokens }) => tokens),
      column('share', 'recall', ({ recall }) => recall),
      column('words', 'seed', ({ seed }) => String(seed), { set: 'number' }),
    ],
  };
}
