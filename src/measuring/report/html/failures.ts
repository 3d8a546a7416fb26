import { largest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, sum } from '../../../base/numbers.js';
import { commas, paragraph, say, sayCount } from '../../../base/text/language.js';
import { diagnosisName } from '../../../contract/diagnosis.js';
import { html, type Markup } from '../../document/markup.js';
import { briefShareText, lengthText } from '../../document/words.js';
import type { Series } from '../../facts/evaluation/series.js';
import { titleOf } from '../../facts/evaluation/series.js';
import type { ErrorRow, FailureRow, Names, ReportData } from '../../facts/tables/tables.js';
import { filteredBy } from './filters.js';
import type { ShownCell } from './lost/asked-text.js';
import { cellId } from './lost/panels.js';

/** At most this many failing answers, and kinds of errors, are shown. */
const MOST = 50;

/** Longer errors are cut, in UTF-16 units. */
const LONGEST_ERROR = 2000;

/** What is counted, and how many: an answer counts once, by however many measures it fails. */
export function failureHeading({ failures, options }: ReportData): string {
  return say`Failing answers (below ${options.threshold} or not passed): ${answersOf(failures)}`;
}

/** How many answers some failures are of. A prompt that is asked again may be answered in the same words. */
function answersOf(failures: readonly FailureRow[]): number {
  const byAnswer = groupBy(failures, ({ provider, id, answer }) =>
    JSON.stringify([provider, id, answer]),
  );
  return sum(
    [...byAnswer.values()].map((own) =>
      largest([...groupBy(own, ({ series }) => series).values()].map(({ length }) => length)),
    ),
  );
}

/** The answers below the threshold or not passed, worst first, each with what was asked, why, and what it said. */
export function failureSection(data: ReportData, shown: readonly ShownCell[]): Markup {
  const { failures, series, options } = data;
  const { threshold } = options;
  const groups = groupsOf(data);
  const listed = worstOfEach(failures, groups);
  const all = failures.length;
  if (listed.length === 0) {
    const none = data.summary.some(({ answers }) => answers > 0)
      ? say`None: every answer passed, with a recall of at least ${threshold}.`
      : say`There are no answers.`;
    return html`<p>${none}</p>`;
  }
  const keyOf = ({ provider, series: id }: Names, test: string) =>
    JSON.stringify([provider, id, test]);
  const panels = new Map(shown.map((cell) => [keyOf(cell, cell.row.id), cell]));
  const answers = answersOf(failures);
  const what =
    answers < all
      ? say`${sayCount(all, 'score')} of ${sayCount(answers, 'answer')}, each below ${threshold} or not passed`
      : say`${sayCount(all, 'answer')} with a recall below ${threshold} or not passed`;
  const which =
    listed.length === all
      ? say`${what}, worst first.`
      : groups.length === 1
        ? say`The ${listed.length} worst of ${what}, worst first.`
        : say`${listed.length} of ${what}: the worst of each reader and benchmark, worst first.`;
  return html`<p class="note">${paragraph([
    which,
    say`promptfoo counts only those that did not pass.`,
    say`Open one to read the answer.`,
  ])}</p>
<ol class="failures">${listed.map((failure) => {
    const cell = panels.get(keyOf(failure, failure.id));
    const line = failureLine(series, failure);
    return html`<li${filteredBy(data, failure)}>${
      cell
        ? html`<a href="#${cellId(cell, data.providers)}">${line}</a>`
        : failureDetails(line, failure)
    }</li>`;
  })}</ol>`;
}

/** Failing answers as filters tell them apart, by reader and benchmark. */
function groupsOf({ failures, series }: ReportData): FailureRow[][] {
  const benchmarks = new Map(series.map(({ id, benchmark }) => [id, benchmark]));
  const groups = groupBy(failures, ({ provider, series: id }) =>
    JSON.stringify([provider, benchmarks.get(id)]),
  );
  return [...groups.values()];
}

/** The worst of each group in turn, so that a filter does not leave nothing of answers that failed; worst first. */
function worstOfEach(
  failures: readonly FailureRow[],
  groups: readonly FailureRow[][],
): FailureRow[] {
  const turns = new Map(groups.flatMap((own) => own.map((failure, turn) => [failure, turn])));
  const inTurn = failures.toSorted((a, b) => turns.get(a)! - turns.get(b)!);
  const listed = new Set(inTurn.slice(0, MOST));
  return failures.filter((failure) => listed.has(failure));
}

/** What an answer scored, where, and why. */
function failureLine(series: readonly Series[], failure: FailureRow): Markup {
  const { provider, tokens, score, diagnosis, reason } = failure;
  return html`<span class="score">${briefShareText(score)}</span><span><span class="where"><bdi>${
    provider
  }</bdi> · ${say`${lengthText(tokens)} tokens`}${
    series.length > 1 && html` · ${titleOf(series, failure.series)}`
  }</span>${diagnosis && html`<span class="tag">${diagnosisName(diagnosis)}</span>`}<span class="why" dir="auto">${
    reason
  }</span></span>`;
}

function failureDetails(line: Markup, failure: FailureRow): Markup {
  const { provider, tokens, description, seed, id, answer } = failure;
  return html`<details><summary>${line}</summary><div class="answer"><dl><dt>${say`Test`}</dt><dd dir="auto">${description}</dd><dt>${say`Seed, id`}</dt><dd>${
    seed
  }, ${id}</dd></dl>${
    answer === ''
      ? html`<p class="note">${say`The answer is empty.`}</p>`
      : html`<pre tabindex="0" role="group" aria-label="${say`Answer of ${provider} at ${lengthText(tokens)} tokens`}" dir="auto">${answer}</pre>`
  }</div></details>`;
}

/** Prompts without an answer, equal errors of a provider together. */
export function errorSection({ errors, series }: ReportData): Markup {
  const kinds = groupBy(errors, ({ provider, series: id, error }) =>
    JSON.stringify([provider, id, error]),
  );
  const shown = [...kinds.values()].sort((a, b) => b.length - a.length).slice(0, MOST);
  return html`<p class="note">${paragraph([
    say`${sayCount(errors.length, 'call')} got no answer.`,
    say`They are not counted as wrong answers; no number above includes them.`,
    shown.length < kinds.size
      ? say`The ${shown.length} most frequent of ${kinds.size} kinds are shown.`
      : '',
  ])}</p>
<ol class="failures">${shown.map((kind) => html`<li>${errorDetails(series, kind)}</li>`)}</ol>`;
}

function errorDetails(series: readonly Series[], kind: readonly ErrorRow[]): Markup {
  const { provider, series: id, error } = kind[0]!;
  const lengths = ascending(kind.map(({ tokens }) => tokens));
  return html`<details><summary><span class="score">${kind.length}×</span><span><span class="where"><bdi>${
    provider
  }</bdi>${series.length > 1 && html` · ${titleOf(series, id)}`}</span><span class="why" dir="auto">${firstLine(
    error,
  )}</span></span></summary><div class="answer"><dl><dt>${say`Tokens`}</dt><dd>${commas(lengths.map(lengthText))}</dd></dl><pre tabindex="0" role="group" aria-label="${say`Error of ${provider}`}" dir="auto">${cut(error, LONGEST_ERROR)}</pre></div></details>`;
}

function firstLine(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1);
  return cut(line, 200);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
