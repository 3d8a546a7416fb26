/** The tables of a search: what was found of each reader and what it took, and every prompt. */
import { say } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import { sayHtml } from '../../measuring/document/markup.js';
import { column, type Table } from '../../measuring/document/table.js';
import { countText, lengthText, percentText } from '../../measuring/document/words.js';
import { measureText } from '../../measuring/facts/evaluation/measures.js';
import { holdsColumn, reachColumns } from '../../measuring/report/columns/reach.js';
import type { ReaderResult, SearchResult } from './search-result.js';
import { lengthFoundText, otherMarksText, remarkText } from './search-words.js';

/** One line a reader, the farthest first. */
export function readersTable(result: SearchResult): Table<ReaderResult> {
  const { readers, threshold, gridTokens } = result;
  const other = otherMarksText(result);
  const figure = measureText(RECALL);
  const ofGrid = ({ tokens }: ReaderResult) => tokens / gridTokens;
  return {
    id: 'decision',
    title: say`Readers, the farthest first`,
    look: 'cards',
    rows: readers,
    columns: [
      column('reader', say`reader`, (one) => ({ ...one, note: remarkText(one) }), { in: ['page'] }),
      column('name', '', ({ provider }) => provider, { in: ['terminal'] }),
      column('words', say`reliable length`, lengthFoundText, { in: ['terminal'] }),
      holdsColumn((one) => one, { ...result, figure, threshold: String(threshold) }, ['page']),
      ...reachColumns(readers, figure, (one: ReaderResult) => drawnOf(one, threshold)),
      column('count', say`prompts`, ({ points }) => points.length, {
        cell: ({ points }) =>
          sayHtml`${countText(points.length)}<span class="phone"> prompts</span>`,
      }),
      column('count', say`tokens`, ({ tokens }) => tokens, {
        cell: (one) =>
          sayHtml`${lengthText(one.tokens)}<span class="phone"> tokens</span><br><small>${percentText(ofGrid(one))} of a grid</small>`,
        note:
          other === ''
            ? say`a grid of 32 lengths in equal steps, one prompt each, takes ${countText(gridTokens)}`
            : say`a grid of 32 lengths in equal steps, one prompt each, takes ${countText(gridTokens)}. ${other}`,
      }),
      column('percent', say`of a grid`, ofGrid, { in: ['terminal'] }),
      column('money', say`cost`, ({ cost }) => cost),
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
    title: say`Prompts of ${provider}`,
    look: 'rows',
    rows: points,
    columns: [
      column('count', say`round`, ({ round }) => round),
      column('length', say`length, tokens`, ({ tokens }) => tokens),
      column('share', say`recall`, ({ recall }) => recall),
      column('words', say`seed`, ({ seed }) => String(seed), { set: 'number' }),
    ],
  };
}
