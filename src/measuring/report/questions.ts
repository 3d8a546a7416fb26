/** Lists your questions that fail, by how much was sent with them. */

import { groupBy } from '../../base/group-by.js';
import { paragraph, say, sayCount } from '../../base/text/language.js';
import { when } from '../../base/when.js';
import { folded, paragraph as note, onPage, row, table } from '../document/build.js';
import type { Block, Cell, Section, Table } from '../document/document.js';
import { cut } from '../document/drawer.js';
import { foreign } from '../document/foreign.js';
import { amountAt, nounText } from '../document/sizes.js';
import { firstFew, lengthText } from '../document/words.js';
import type { QuestionCell, QuestionRow } from '../facts/tables/tables.js';
import { answerKey } from './lost-facts.js';
import type { LostFacts, Model, View } from './models.js';

/** Further rows are folded. */
const MOST_ROWS = 8;

/** Questions named if they never fail. */
const MOST_NAMED = 20;

const LONGEST = 120;

/** Puts questions first that fail more often in longer prompts. */
const ORDER: readonly QuestionRow['fails'][] = ['long', 'some', 'always', 'never'];

export function questionSections(view: View): Block[] {
  const { models } = view;
  const questions = view.data.questions ?? [];
  const byModel = groupBy(questions, ({ provider }) => provider);
  const parts = models.flatMap((model): Block[] => {
    const rows = byModel.get(model.provider) ?? [];
    const failing = ORDER.slice(0, -1).flatMap((fails) =>
      rows.filter((row) => row.fails === fails),
    );
    const never = rows.filter(({ fails }) => fails === 'never');
    return [
      ...(failing.length > 0 ? failingSections(view, model, failing, rows.length) : []),
      ...(never.length > 0 ? [neverSection(model, never, view.lost)] : []),
    ];
  });
  const isFolded = (block: Block) => block.kind === 'section' && block.look === 'folded';
  return [...parts.filter((block) => !isFolded(block)), ...parts.filter(isFolded)];
}

function failingSections(
  view: View,
  { name }: Model,
  failing: readonly QuestionRow[],
  all: number,
): Block[] {
  const isTold = failing.some(({ cells }) => cells.some(({ isSent }) => isSent !== undefined));
  const { sizes } = view.lengths;
  const more = failing.slice(MOST_ROWS);
  const signs = isTold
    ? say`✓ answered · ✕ sent but missed · ○ not sent by your retriever. Choose ✕ to read the text and the answer.`
    : say`✓ answered · ✕ failed. Choose ✕ to read the text and the answer.`;
  return [
    onPage({
      heading: sizes
        ? say`${name}: ${failing.length} of ${sayCount(all, 'question')} fail with more ${nounText(sizes.noun)}s`
        : say`${name}: ${failing.length} of ${sayCount(all, 'question')} fail in longer prompts`,
      sub: sizes ? paragraph([signs, say`Columns: number of ${nounText(sizes.noun)}s.`]) : signs,
      blocks: [questionTable(view, failing.slice(0, MOST_ROWS))],
    }),
    ...when(
      more.length > 0,
      folded(
        say`${name}: ${sayCount(more.length, 'more question')} that fail`,
        questionTable(view, more),
      ),
    ),
  ];
}

function questionTable({ lengths, lost }: View, rows: readonly QuestionRow[]): Table {
  const { tokens, sizes } = lengths;
  return table(
    say`Questions that fail`,
    [
      say`Question`,
      ...tokens.map((length) => ({
        text: sizes ? String(amountAt(sizes, length)) : lengthText(length),
      })),
    ],
    rows.map((question) => {
      const cellAt = (tokens: number) => question.cells.find((cell) => cell.tokens === tokens);
      return row(
        questionText(question, lost),
        ...tokens.map((length) => cellOf(question.provider, cellAt(length), lost)),
      );
    }),
  );
}

/** As sent, or if that can't be rebuilt, as the tests name it. */
function questionText({ question, cells }: QuestionRow, { questions }: LostFacts): string {
  const [asked] = cells.flatMap(({ id }) => questions.get(id) ?? []);
  return foreign(cut(asked ?? question, LONGEST));
}

function cellOf(provider: string, cell: QuestionCell | undefined, lost: LostFacts): Cell {
  if (!cell) return { text: '–' };
  if (cell.lost === 0) return { text: '✓', tone: 'good', value: 1 };
  const many = cell.answers > 1 ? ` ${cell.lost}/${cell.answers}` : '';
  const to = lost.idOf(answerKey(provider, cell.id));
  const isSent = cell.isSent !== false;
  return {
    text: `${isSent ? '✕' : '○'}${many}`,
    ...{ tone: isSent ? 'bad' : 'warn', value: 1 - cell.lost / cell.answers },
    ...(to !== undefined && { to }),
  };
}

function neverSection({ name }: Model, never: readonly QuestionRow[], lost: LostFacts): Section {
  const names = never.map((row) => questionText(row, lost));
  const heading = say`${name}: ${sayCount(never.length, 'question')} never fail`;
  return folded(heading, note(firstFew(names, MOST_NAMED)));
}
