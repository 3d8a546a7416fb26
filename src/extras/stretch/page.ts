/** Stretched tests as a page: the answer, a row for each test, and from each cell to what was asked and answered. */
import { commas, say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { packageVersion } from '../../base/version.js';
import { diagnosisName } from '../../contract/diagnosis.js';
import { htmlPage } from '../../measuring/document/html/shell.js';
import { pageTable } from '../../measuring/document/html/table.js';
import { type Content, html, type Markup, sayHtml } from '../../measuring/document/markup.js';
import { countText } from '../../measuring/document/words.js';
import type { Stretched } from '../../measuring/results/stretched.js';
import type { StretchedRow } from './asked.js';
import { armHeads, armTitles, cellText, levelsTable } from './tables.js';
import type { ReaderVerdict, StretchCell, StretchedTest, StretchVerdict } from './verdict.js';
import { STANDINGS, stretchAnswer, wayTexts } from './words.js';

/** At most this many cells show what was asked and answered, those that fail first. */
const MOST_PANELS = 400;

/** The page of a verdict. All texts from outside are text, whatever they look like. */
export function stretchPage(verdict: StretchVerdict, { title }: { title: string }): string {
  const places = placesOf(verdict.readers);
  const shown = shownPlaces(places);
  const ids = new Set(shown.map(({ id }) => id));
  const failing = shown.filter(({ cell }) => isFailing(cell)).map(({ id }) => id);
  const tests = verdict.readers.flatMap((reader) => reader.tests);
  const tokenizers = tests.flatMap(({ cells }) =>
    cells.flatMap(({ calls }) => calls.flatMap(({ stretch }) => stretch.note?.tokenizer ?? [])),
  );
  const isAlone = verdict.readers.length === 1;
  return htmlPage({
    title,
    answer: stretchAnswer(verdict),
    about: [
      ...wayTexts(verdict),
      sayCount(verdict.cached.of, 'answer'),
      verdict.cached.of === verdict.cached.count
        ? say`all from the cache`
        : say`${verdict.cached.of - verdict.cached.count} asked now`,
      ...[...new Set(tokenizers)].map((name) => say`lengths in tokens of ${name}`),
    ],
    main: html`<div class="stretched"><div>${verdict.readers.map(
      (reader, r) => html`<section aria-label="${reader.name}">${
        !isAlone && html`<h2><bdi>${reader.name}</bdi></h2>`
      }${pageTable(levelsTable(reader))}
${matrix(reader, r, ids)}</section>`,
    )}</div>
<aside class="panels" aria-label="${say`What was asked and answered`}"><p class="note hint">${say`Choose a cell to read the prompt, the answer, and the assertion that failed.`}</p>
${shown.map((place) => panel(place, failing))}</aside></div>
${
  shown.length < places.length &&
  html`<p class="note">${say`${countText(shown.length)} of ${countText(places.length)} cells can be opened, those that fail first. promptfoo's viewer has all.`}</p>`
}`,
    footer: sayHtml`A cell counts the answers that passed. A test is one observation, however often it is asked. ✕: it
broke, which its repeats confirm. Written by promptfoo-counting-stars ${packageVersion()}.`,
  });
}

/** A cell with where it is. */
interface Place {
  id: string;
  reader: ReaderVerdict;
  test: StretchedTest;
  cell: StretchCell;
  arm: number;
}

function placesOf(readers: readonly ReaderVerdict[]): Place[] {
  return readers.flatMap((reader, r) =>
    sortedTests(reader).flatMap(({ test, number }) =>
      test.cells.map((cell, arm) => ({ id: idOf(r, number, arm), reader, test, cell, arm })),
    ),
  );
}

function idOf(reader: number, test: number, arm: number): string {
  return `${reader}-${test}-${arm}`;
}

function shownPlaces(places: readonly Place[]): Place[] {
  const asked = places.filter(({ cell }) => cell.calls.length > 0);
  const kept = new Set(
    asked
      .toSorted((a, b) => Number(isFailing(b.cell)) - Number(isFailing(a.cell)))
      .slice(0, MOST_PANELS),
  );
  return asked.filter((place) => kept.has(place));
}

function isFailing({ state }: StretchCell): boolean {
  return state !== 'passed';
}

/** Those that broke first, by the length at which they did; their numbers are those of the results. */
function sortedTests({ tests }: ReaderVerdict): { test: StretchedTest; number: number }[] {
  const order = STANDINGS.map(([standing]) => standing);
  return tests
    .map((test, number) => ({ test, number }))
    .sort(
      ({ test: a }, { test: b }) =>
        order.indexOf(a.standing) - order.indexOf(b.standing) || (a.from ?? 0) - (b.from ?? 0),
    );
}

/** A row for each test, a column for each length and control; tests of one kind stand together. */
function matrix(reader: ReaderVerdict, r: number, shown: ReadonlySet<string>): Markup {
  const heads = armHeads(reader);
  const sorted = sortedTests(reader);
  const groups = STANDINGS.map(([standing, name]) => ({
    name: name(),
    own: sorted.filter(({ test }) => test.standing === standing),
  })).filter(({ own }) => own.length > 0);
  return html`<div class="scroll" role="group" aria-label="${say`Tests of ${reader.name}`}" tabindex="0"><table class="matrix"><thead><tr><th scope="col" class="text">${say`Test`}</th>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead>${groups.map(
    ({ name, own }) =>
      html`<tbody><tr class="kind"><th scope="rowgroup" colspan="${heads.length + 1}">${say`${capital(name)} (${own.length})`}</th></tr>${own.map(
        ({ test, number }) =>
          html`<tr><th scope="row"><bdi>${test.name}</bdi></th>${test.cells.map((cell, arm) =>
            matrixCell(
              cell,
              idOf(r, number, arm),
              shown,
              say`${test.name}, ${armTitles(reader)[arm]!}`,
            ),
          )}</tr>`,
      )}</tbody>`,
  )}</table></div>`;
}

function matrixCell(
  cell: StretchCell,
  id: string,
  shown: ReadonlySet<string>,
  where: string,
): Markup {
  const mark = cell.state === 'broke' ? '✕ ' : '';
  const text = `${mark}${cellText(cell)}`;
  // A name has in it what is seen, for those who speak to their browser.
  const name = cell.answers > 0 ? say`${text}: ${stateText(cell)}` : text;
  const inner = shown.has(id)
    ? html`<a id="at-${id}" href="#cell-${id}" aria-label="${commas([where, name])}">${text}</a>`
    : text;
  return html`<td class="${cell.state === 'no answer' ? 'none' : cell.state}">${inner}</td>`;
}

function stateText(cell: StretchCell): string {
  const { state, passed, answers } = cell;
  if (answers === 0) return cellText(cell);
  return state === 'broke'
    ? say`${passed} of ${answers} passed, broke`
    : say`${passed} of ${answers} passed`;
}

/** What was asked and answered in one cell. */
function panel({ id, reader, test, cell, arm }: Place, failing: readonly string[]): Markup {
  const [first] = cell.calls;
  const next = failing.length > 0 && failing[(failing.indexOf(id) + 1) % failing.length]!;
  return html`<section class="panel" id="cell-${id}" tabindex="-1" aria-labelledby="name-${id}">
<p class="moves"><a href="#at-${id}">${say`Back to the table`}</a>${
    next !== false && next !== id && html` <a href="#cell-${next}">${say`Next that fails`}</a>`
  }</p>
<h3 id="name-${id}"><bdi>${test.name}</bdi></h3>
<p>${sayHtml`${armTitles(reader)[arm]}: <strong>${stateText(cell)}</strong>`}</p>
${around(first!.stretch)}
<h4>${say`Prompt`}</h4>
${promptPart(first!.stretch)}
${cell.calls.map((call, i) => callPart(call, i, cell.calls.length))}
</section>`;
}

/** How long the prompt is and where unrelated text stands in it. */
function around({ note }: Stretched): Content {
  if (!note) return false;
  const { tokens, padding } = note;
  if (!padding) return html`<p class="note">${say`${countText(tokens)} tokens as sent.`}</p>`;
  const { from, to } = padding;
  return html`<p class="note">${say`${countText(tokens)} tokens as sent. Unrelated text stands from character ${countText(from)} to ${countText(to)}.`}</p>`;
}

/** The prompt as it is, with a mark where unrelated text stands. */
function promptPart({ note, prompt }: Stretched): Markup {
  const [before, after] = prompt;
  const { from, to } = note?.padding ?? { from: 0, to: 0 };
  const inner =
    after === undefined
      ? before
      : html`${before}<mark>${say`[${countText(to - from)} characters of unrelated text]`}</mark>${after}`;
  return html`<pre tabindex="0" role="group" aria-label="${say`Prompt`}" dir="auto">${inner}</pre>`;
}

function callPart(
  { stretch, error, pass, cached }: StretchedRow,
  i: number,
  count: number,
): Markup {
  const name = count === 1 ? say`Answer` : say`Answer ${i + 1}`;
  if (error !== undefined) {
    return html`<h4>${say`${name}: none`}</h4><p class="why" dir="auto">${error}</p>`;
  }
  const { failed, answer, unfinished } = stretch;
  const verdict = html`<span class="${!pass && 'bad'}">${pass ? say`passed` : say`failed`}</span>`;
  const besides = [
    ...(cached ? [say`from the cache`] : []),
    ...(unfinished ? [diagnosisName(unfinished)] : []),
  ];
  return html`<h4>${sayHtml`${name}: ${verdict}`}${besides.length > 0 && sayHtml` (${commas(besides)})`}</h4>
${
  failed.length > 0 &&
  html`<ul>${failed.map(
    ({ type, value, reason }) =>
      html`<li dir="auto"><b>${type}</b> ${value !== '' && html`<code>${value}</code>`}<span class="why">${reason}</span></li>`,
  )}</ul>`
}<pre tabindex="0" role="group" aria-label="${name}" dir="auto">${answer === '' ? say`The answer is empty.` : answer}</pre>`;
}
