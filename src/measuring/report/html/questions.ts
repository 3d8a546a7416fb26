/** Which questions fail, and from how long a prompt on: a row for each question, a column for each length. */
import { groupBy } from '../../../base/group-by.js';
import { commas, paragraph, say, sayCount } from '../../../base/text/language.js';
import { headingCell } from '../../document/html/table.js';
import { type Content, html, type Markup } from '../../document/markup.js';
import { nounText } from '../../document/sizes.js';
import { sizeAndLengthText } from '../../document/words.js';
import type { Series } from '../../facts/evaluation/series.js';
import { FAILING } from '../../facts/tables/questions.js';
import type { QuestionCell, QuestionRow, ReportData } from '../../facts/tables/tables.js';
import { sizeHead } from '../columns/lengths.js';
import { filteredBy } from './filters.js';
import { cut, type ShownCell } from './lost/asked-text.js';
import { cellId } from './lost/panels.js';

/** A question is cut behind this many UTF-16 units. */
const LONGEST_QUESTION = 110;

/** At most this many questions that never fail are named. */
const MOST_NEVER = 12;

/** The questions of every reader in every series, most that fail first. */
export function questionsSection(
  { questions = [], series, providers }: ReportData,
  shown: readonly ShownCell[],
): Content {
  const groups = groupBy(questions, (row) => JSON.stringify([row.series, row.provider]));
  return [...groups.values()]
    .toSorted(
      (a, b) =>
        failing(b) - failing(a) ||
        providers.indexOf(a[0]!.provider) - providers.indexOf(b[0]!.provider),
    )
    .map((own) => {
      const [{ provider, series: id }] = own as [QuestionRow];
      const one = series.find((other) => other.id === id)!;
      const isSeveral = new Set(questions.map((row) => row.series)).size > 1;
      const cells = shown.filter((cell) => cell.series === id && cell.provider === provider);
      return html`<div${filteredBy({ providers, series }, { provider, series: id })}>${groups.size > 1 && html`<h3><bdi>${provider}</bdi>${isSeveral && ` · ${one.title}`}</h3>`}${questionsTable(own, one, cells, providers)}</div>`;
    });
}

function failing(rows: readonly QuestionRow[]): number {
  return rows.filter(({ fails }) => fails !== 'never').length;
}

function questionsTable(
  rows: readonly QuestionRow[],
  series: Series,
  shown: readonly ShownCell[],
  readers: readonly string[],
): Markup {
  const { lengths, sizes } = series;
  const isToldSent = rows.some(({ cells }) => cells.some(({ isSent }) => isSent !== undefined));
  const byCase = new Map(shown.map((cell) => [cell.row.id, cell]));
  const heads = lengths.map((tokens) => headingCell(sizeHead(tokens, sizes), false, [tokens]));
  const names = {
    always: say`Fails always`,
    long: sizes
      ? say`Fails only with many ${nounText(sizes.noun)}s`
      : say`Fails only in long prompts`,
    some: say`Fails here and there`,
    never: say`Never fails`,
  };
  const nameOf = ({ cells, question }: QuestionRow) => {
    const [asked] = cells.flatMap(({ id }) => byCase.get(id)?.prompt.question ?? []);
    return asked === undefined ? question : cut(lastLine(asked), LONGEST_QUESTION);
  };
  const cellOf = (cell: QuestionCell | undefined, tokens: number) => {
    if (!cell) return html`<td class="none">–</td>`;
    const at = sizeAndLengthText(tokens, sizes);
    if (cell.lost === 0)
      return html`<td class="passed"><span role="img" aria-label="${say`${at}: answered`}">✓</span></td>`;
    const isUnsent = cell.isSent === false;
    const said = isUnsent
      ? say`${at}: not sent by the retriever`
      : isToldSent
        ? say`${at}: sent, missed by the model`
        : say`${at}: failed`;
    const many = cell.answers > 1 ? ` ${cell.lost}/${cell.answers}` : '';
    const mark = html`<span role="img" aria-label="${said}">${isUnsent ? '○' : '✕'}${many}</span>`;
    const found = byCase.get(cell.id);
    return html`<td class="${isUnsent ? 'unsent' : 'broke'}">${
      found ? html`<a href="#${cellId(found, readers)}">${mark}</a>` : mark
    }</td>`;
  };
  const group = (fails: (typeof FAILING)[number]) => {
    const own = rows.filter((row) => row.fails === fails);
    if (own.length === 0) return undefined;
    const head = html`<tr class="kind"><th scope="rowgroup" colspan="${lengths.length + 1 + Number(isToldSent)}">${say`${names[fails]}: ${own.length} of ${rows.length}`}</th></tr>`;
    if (fails === 'never') {
      const named = commas(own.slice(0, MOST_NEVER).map(({ question }) => question));
      const more = own.length - MOST_NEVER;
      return html`<tbody>${head}<tr><td class="text" colspan="${lengths.length + 1 + Number(isToldSent)}"><small>${more > 0 ? say`${named} and ${more} more` : named}</small></td></tr></tbody>`;
    }
    return html`<tbody>${head}${own.map(
      (row) =>
        html`<tr><th scope="row">${nameOf(row)}</th>${lengths.map((tokens) =>
          cellOf(
            row.cells.find((cell) => cell.tokens === tokens),
            tokens,
          ),
        )}${isToldSent && html`<td class="text">${lostBy(row)}</td>`}</tr>`,
    )}</tbody>`;
  };
  const count = sayCount(rows.length, 'question');
  const noun = sizes && nounText(sizes.noun);
  const [title, head] = noun
    ? [say`Questions by number of ${noun}s`, say`${count}, by ${noun}s`]
    : [say`Questions by number of tokens`, say`${count}, by tokens`];
  const signs = isToldSent
    ? say`✓ answered · ✕ sent, missed by the model · ○ not sent by the retriever.`
    : say`✓ answered · ✕ failed.`;
  return html`<div class="scroll" role="group" aria-label="${title}" tabindex="0"><table class="matrix questions"><thead><tr><th scope="col" class="text">${head}</th>${heads}${isToldSent && html`<th scope="col" class="text">${say`Lost by`}</th>`}</tr></thead>${FAILING.map(group)}</table></div>
<p class="note">${paragraph([
    signs,
    say`Choose ✕ to read
the question, the text and the answer.`,
    isToldSent
      ? ''
      : say`Whether the retriever sent the answer is not known: an assertion with the metric \`retriever\` (1 or 0) says it.`,
  ])}</p>`;
}

/** The question itself, without what is told before it. */
function lastLine(asked: string): string {
  return asked.trimEnd().split('\n').at(-1)!;
}

/** Who lost the answers of a question. */
function lostBy({ cells, fails }: QuestionRow): string {
  if (fails === 'always' && cells.every(({ isSent }) => isSent !== false))
    return say`not the length`;
  const lost = cells.filter((cell) => cell.lost > 0);
  return [
    lost.some(({ isSent }) => isSent === false) ? say`retriever` : '',
    lost.some(({ isSent }) => isSent !== false) ? say`model` : '',
  ]
    .filter(Boolean)
    .join(' + ');
}
