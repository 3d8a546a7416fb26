/** What was asked and answered where something was lost: one panel for each prompt, opened from a cell by its link. */
import { groupBy } from '../../../../base/group-by.js';
import { ascending } from '../../../../base/numbers.js';
import { paragraph, say, sayCount } from '../../../../base/text/language.js';
import type { Row } from '../../../../contract/row.js';
import { type Content, html, type Markup, sayHtml } from '../../../document/markup.js';
import { percentText, shareText } from '../../../document/words.js';
import type { Names } from '../../../facts/tables/tables.js';
import { cut, LONGEST_ANSWER, type ShownCell } from './asked-text.js';

/** Where a cell leads to: prompt, mark and reader. */
export function cellId({ prompt, mark, provider }: ShownCell, readers: readonly string[]): string {
  return `lost-${prompt.number}-${mark}-${readers.indexOf(provider)}`;
}

/** The panels of a series, in a place of their own beside its maps. */
export function lostPanels(
  cells: readonly ShownCell[],
  { title, lost, readers }: { title: string; lost: number; readers: readonly string[] },
): Markup {
  const byPrompt = groupBy(cells, ({ prompt }) => prompt.number);
  const questions = new Set(cells.map(({ prompt }) => prompt.question));
  const [only] = questions.size === 1 ? questions : [];
  const left = lost - cells.length;
  return html`<aside class="panels" aria-label="${say`Asked and answered: ${title}`}"><p class="note hint">${paragraph(
    [
      say`Choose a coloured cell to read
what was lost there, the text around it and the answer.`,
      say`With the keyboard: arrow keys in a map, Enter to read, N for
the next lost, Escape to go back.`,
      say`Links to promptfoo work while \`npx promptfoo view\` runs.`,
      left > 0
        ? say`${left} of ${sayCount(lost, 'lost cell')} cannot be opened; \`npx promptfoo-counting-stars show\` shows any answer.`
        : '',
    ],
  )}</p>${[...byPrompt.values()].map((own) => panel(own, readers, only === undefined))}${
    only !== undefined && html`<div class="asked">${asked(only)}</div>`
  }</aside>`;
}

function panel(
  cells: readonly ShownCell[],
  readers: readonly string[],
  hasQuestion: boolean,
): Markup {
  const { prompt, row } = cells[0]!;
  const name = `lost-${prompt.number}`;
  const marks = groupBy(cells, ({ mark }) => mark);
  const answers = groupBy(cells, ({ provider }) => provider);
  return html`<section class="panel" id="${name}" tabindex="-1" aria-labelledby="${name}-name">
<p class="moves"><a class="previous" hidden>${say`Previous lost`}</a> <a class="next" hidden>${say`Next lost`}</a> <a class="back" href="#to-series">${say`Back`}</a></p>
<h3 id="${name}-name">${row.description}</h3>
<ol class="pieces">${ascending(marks.keys()).map((mark) => piece(marks.get(mark)!, readers))}</ol>
${[...answers].map(([provider, own]) => said(own[0]!, readers.indexOf(provider)))}
<p class="show"><code>npx promptfoo-counting-stars show ${row.id}${
    row.at?.evalId !== undefined && ` --eval ${row.at.evalId}`
  }</code></p>${hasQuestion && prompt.question !== undefined && asked(prompt.question)}</section>`;
}

function asked(question: string): Markup {
  return html`<h4>${say`Asked`}</h4><pre tabindex="0" role="group" aria-label="${say`Question`}" dir="auto">${question}</pre>`;
}

/** A piece of evidence that was lost, and by whom. Its markup is short, since there may be a thousand. */
function piece(cells: readonly ShownCell[], readers: readonly string[]): Markup {
  const { mark, row, snippet, prompt } = cells[0]!;
  const by = cells.map((cell) => {
    const id = cellId(cell, readers);
    const name = html`<bdi>${cell.provider}</bdi>`;
    const linked =
      cells.length > 1
        ? html`<a id="${id}" href="#${id}">${name}</a>`
        : html`<span id="${id}">${name}</span>`;
    return cell.answers > 1
      ? sayHtml`${linked} (${cell.lost} of ${cell.answers} answers at this length)`
      : linked;
  });
  const all = by.reduce((before, one) => sayHtml`${before}, ${one}`);
  const text = snippet
    ? html`<q>${snippet.before}<mark>${snippet.piece}</mark>${snippet.after}</q>`
    : html`<p class="note">${
        prompt.question === undefined
          ? say`The prompt cannot be built again with what is installed now.`
          : say`It is not in the prompt word for word.`
      }</p>`;
  return html`<li>${sayHtml`<b>${mark + 1} of ${row.positions.length}, at ${percentText(row.positions[mark])}</b> lost by ${all}`}${text}</li>`;
}

/** What a reader answered, and where promptfoo has it. */
function said({ provider, row }: ShownCell, reader: number): Markup {
  const { at, marks, score, answer, reason, cached } = row;
  const scored = cached
    ? sayHtml`<bdi>${provider}</bdi>: ${shareText(score)}, from the cache`
    : sayHtml`<bdi>${provider}</bdi>: ${shareText(score)}`;
  return html`<div class="said" data-reader="${reader}"><h4>${scored}</h4>
${marks.length > 1 && strip(marks)}<p class="why" dir="auto">${reason}</p>
${
  answer === ''
    ? html`<p class="note">${say`The answer is empty.`}</p>`
    : html`<pre tabindex="0" role="group" aria-label="${say`Answer of ${provider}`}" dir="auto">${cut(answer, LONGEST_ANSWER)}</pre>`
}${at?.evalId !== undefined && html`<p><a href="${viewerAddress({ ...at, evalId: at.evalId })}">${say`Row ${at.test + 1} in promptfoo`}</a></p>`}</div>`;
}

/** More marks than these are not drawn one by one. */
const MOST_MARKS = 400;

/** All marks from the start to the end of the context; what was lost is coloured. */
function strip(marks: readonly number[]): Content {
  if (marks.length > MOST_MARKS) return undefined;
  const lost = marks.flatMap((mark, i) => (mark < 1 ? [i] : []));
  const title = say`${sayCount(lost.length, 'mark')} of ${marks.length} lost`;
  return html`<svg class="strip" role="img" aria-label="${title}" viewBox="0 0 ${marks.length} 1" preserveAspectRatio="none"><path d="${lost
    .map((i) => `M${i},0h1v1h-1z`)
    .join('')}"/></svg>`;
}

/** Where promptfoo's viewer shows a row, once `npx promptfoo view` runs. */
function viewerAddress({
  evalId,
  test,
  column,
}: Pick<Required<NonNullable<Row['at']>>, 'evalId' | 'test' | 'column'>): string {
  const row = test + 1;
  return `http://localhost:15500/eval/${encodeURIComponent(evalId)}?rowId=${row}#details-row-${row}-prompt-${column + 1}`;
}

/** Finds the cells of one reader and series by their length and place. */
export function cellFinder(cells: readonly ShownCell[]) {
  const keyOf = (names: Names & Pick<ShownCell, 'tokens' | 'place'>) =>
    JSON.stringify([names.series, names.provider, names.tokens, names.place]);
  const found = new Map(cells.map((cell) => [keyOf(cell), cell]));
  return (names: Names & Pick<ShownCell, 'tokens' | 'place'>) => found.get(keyOf(names));
}
