/** A board as a page: a table that can be sorted and filtered, and is whole without a script. */
import { ascending } from '../../../base/numbers.js';
import { paragraph, say, sayCount } from '../../../base/text/language.js';
import { packageVersion } from '../../../base/version.js';
import type { Answer } from '../../document/answer.js';
import { htmlPage } from '../../document/html/shell.js';
import { whole } from '../../document/html/table.js';
import { type Content, html, type Markup, sayHtml } from '../../document/markup.js';
import {
  briefShareText,
  latencyText,
  lengthText,
  percentText,
  sizeText,
} from '../../document/words.js';
import { reachCell } from '../../facts/effective-length.js';
import { saidToHold } from '../../facts/length-verdict.js';
import type { Board, BoardRow, BoardTable } from './board.js';
import {
  answerOf,
  comparable,
  factsOf,
  leftOutText,
  tookText,
  unlikeTexts,
} from './board-words.js';

/** Write the page. All names are text, whatever they look like. */
export function boardHtml(board: Board): string {
  const { tables, threshold } = board;
  const isOne = tables.length === 1;
  const left = leftOutText(board);
  return htmlPage({
    title: say`Long-context board`,
    answer: isOne ? firstOf(tables[0]!) : ofSeveral(board),
    notes: html`${unlikeTexts(board).map((text) => html`<p class="some">${text}</p>`)}${left !== '' && html`<p class="note">${left}</p>`}`,
    about: [...(isOne ? [tables[0]!.title] : []), ...factsOf(board)],
    main: html`${filters(tables)}
${tables.map(
  (table, i) =>
    html`<section>${!isOne && html`<h2>${table.title}</h2>${answerText(table)}`}${tableText(table, threshold, i)}</section>`,
)}`,
    footer: paragraph([
      say`Below each length: mean recall of all answers, tinted from ${threshold} on.`,
      say`A dot: not asked. Failed whole: of the answers of which it can be told.`,
      say`Readers are sorted by reliable length, then by how likely the next length is.`,
      say`Recall is – for a reader that was not asked all lengths; cost, time and date are – where the baseline does not tell them.`,
      isOne ? '' : say`Cost and time are of all benchmarks together.`,
      say`Written by promptfoo-counting-stars ${packageVersion()}.`,
    ]),
    own: 'board',
  });
}

/** The answer of the only table. */
function firstOf(table: BoardTable): Answer {
  const [answer, more] = answerOf(table);
  return { answer, beside: '', explained: more === '' ? [] : [more] };
}

/** What stands above several tables, each of which has an answer of its own. */
function ofSeveral({ readers, tables }: Board): Answer {
  const answer = say`${sayCount(readers, 'reader')} on ${sayCount(tables.length, 'benchmark')}`;
  return { answer, beside: say`, each with its own answer`, explained: [] };
}

function answerText(table: BoardTable): Markup {
  const [answer, more] = answerOf(table);
  return html`<p class="lead">${say`${answer}.`}</p>${more !== '' && html`<p class="headline">${more}</p>`}`;
}

/** What readers are sorted by, and whether the largest is first. */
const ORDERS = {
  holds: [() => say`reliable length`, 'descending'],
  name: [() => say`name`, 'ascending'],
  recall: [() => say`recall`, 'descending'],
  failed: [() => say`failed whole`, 'ascending'],
  cost: [() => say`cost of a run`, 'ascending'],
  time: [() => say`time an answer`, 'ascending'],
  date: [() => say`date`, 'descending'],
} as const;

type Order = keyof typeof ORDERS;

/** The script shows it: without one it does nothing. */
function filters(tables: readonly BoardTable[]): Markup {
  const lengths = ascending(tables.flatMap((table) => table.lengths));
  const [one] = tables;
  const lengthName = (tokens: number) =>
    tables.length === 1 ? sizeText(tokens, one!.sizes) : lengthText(tokens);
  return html`<form id="filters" hidden>
<label>${say`Needs`} <select name="need"><option value="0">${say`any length`}</option>${lengths.map((tokens) => html`<option value="${tokens}">${lengthName(tokens)}</option>`)}</select></label>
<label>${say`Sort by`} <select name="sort">${Object.entries(ORDERS).map(([order, [words]]) => html`<option value="${order}">${words()}</option>`)}</select></label>
<label>${say`Name`} <input name="name" size="12" autocomplete="off"></label>
<output name="count" data-words="${say`${'{0}'} of ${'{1}'} readers`}"></output>
</form>`;
}

function heading(order: Order, words: string, type?: 'text'): Markup {
  const [, way] = ORDERS[order];
  const sort = order === 'holds' ? way : 'none';
  return html`<th role="columnheader" scope="col"${type && html` class="text"`} data-sort="${order}" data-way="${way}" aria-sort="${sort}">${words}</th>`;
}

function tableText(table: BoardTable, threshold: number, i: number): Markup {
  const { title, rows, lengths, sizes } = table;
  const id = `readers-${i + 1}`;
  return html`<div class="scroll" role="region" aria-labelledby="${id}" tabindex="0"><table class="board" role="table"><caption class="hidden" id="${id}">${say`Readers on ${title}`}</caption>
<thead role="rowgroup"><tr role="row">${heading('name', say`Reader`, 'text')}${heading('holds', say`Reliable up to`, 'text')}${lengths.map(
    (tokens) =>
      html`<th role="columnheader" scope="col" class="at">${sizeText(tokens, sizes)}</th>`,
  )}${heading('recall', say`Recall`)}${heading('failed', say`Failed whole`)}${heading('cost', say`A run`)}${heading('time', say`An answer`)}${heading('date', say`Asked`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row, place) => rowText(row, { table, threshold, place }))}</tbody></table></div>`;
}

interface Place {
  table: BoardTable;
  threshold: number;
  /** Among the readers in order of the length held, from 0. */
  place: number;
}

function rowText(row: BoardRow, { table, threshold, place }: Place): Markup {
  const { lengths, sizes } = table;
  const { took, failedWhole, isWhole, byLength } = row;
  const known = comparable(row);
  const asked = say`${byLength.size} of ${lengths.length} lengths`;
  const { answer, below } = reachCell(row);
  const failed = failedWhole && failedWhole.answers / failedWhole.of;
  return html`
<tr role="row" data-name="${row.name}" data-holds="${saidToHold(row)}" data-place="${place}"${figure('recall', row.mean)}${figure('failed', failed)}${figure('cost', known.cost)}${figure('time', known.time)}${took.date !== undefined && html` data-date="${took.date.replaceAll('-', '')}"`}><th role="rowheader" scope="row"><bdi>${row.reader}</bdi><small>${fileText(row)}</small></th>
${cell('text holds', undefined, html`<strong>${whole(answer)}</strong>${below !== '' && html`<small>${whole(below)}</small>`}`)}${lengths.map(
  (tokens) => {
    const recall = byLength.get(tokens);
    const look = recall === undefined ? '' : recall >= threshold ? ' held' : ' below';
    const text = recall === undefined ? '·' : besideText(recall, threshold);
    return cell(`at${look}`, sizeText(tokens, sizes), text);
  },
)}${cell('', say`recall`, briefShareText(row.mean))}${cell(failedWhole && failedWhole.answers > 0 ? 'some' : '', say`failed whole`, failedText(failedWhole))}${cell('', say`a run`, html`${tookText(took)}${!isWhole && html`<small>${asked}</small>`}`)}${cell('', say`an answer`, latencyText(took.latencyMs))}${cell('', say`asked`, html`${took.date ?? '–'}${took.cached > 0 && html`<small>${say`${took.cached} cached`}</small>`}`)}</tr>`;
}

/** A cell, on a phone with its heading in it. */
function cell(look: string, heading: string | undefined, content: Content): Markup {
  return html`<td role="cell"${look !== '' && html` class="${look}"`}${heading !== undefined && html` data-heading="${heading}"`}>${content}</td>`;
}

/** A recall beside the threshold, never rounded up to it. */
function besideText(recall: number, threshold: number): string {
  const text = briefShareText(recall);
  return recall < threshold && Number(text) >= threshold
    ? briefShareText(Math.floor(recall * 100) / 100)
    : text;
}

function figure(order: Order, value: number | undefined): Content {
  return value !== undefined && Number.isFinite(value) && html` data-${order}="${value}"`;
}

function fileText({ reader, file, report, runs }: BoardRow): Content {
  const name = file === reader ? '' : html`<bdi>${file}</bdi>`;
  const link =
    report === undefined
      ? name
      : html`<a href="${report}">${name === '' ? say`report` : sayHtml`report of ${name}`}</a>`;
  return [link, runs > 1 && [link !== '' && ' · ', sayCount(runs, 'run')]];
}

function failedText(failed: BoardRow['failedWhole']): Content {
  return failed
    ? html`${say`${failed.answers} of ${failed.of}`}<small>≤ ${percentText(failed.atMost)}</small>`
    : '–';
}
