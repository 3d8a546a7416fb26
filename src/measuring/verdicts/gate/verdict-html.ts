/** A gate's decision as a page: the answer, and for each reader its checks, those that fail first. */

import { largest } from '../../../base/extremes.js';
import { say, sayCount } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { packageVersion } from '../../../base/version.js';
import { type Answer, answerIn, answerSentence, sentenceOf } from '../../document/answer.js';
import { htmlPage } from '../../document/html/shell.js';
import { pageTable } from '../../document/html/table.js';
import { type Content, html, type Markup, sayHtml } from '../../document/markup.js';
import { verdictText } from '../decision-words.js';
import { decidedTexts } from '../tests/decided-words.js';
import { findingsTable, gateNotes, testLists } from '../tests/gate-words.js';
import type { TestsGate } from '../tests/tests-gate.js';
import type { GateOptions, ProviderGate } from './gate-result.js';
import { bothLine, changedTexts, longContextOf, type WholeGate } from './gate-with-tests.js';
import { driftText, powerText } from './regression-words.js';
import { checksTable, worstTable } from './verdict-tables.js';
import {
  detailText,
  failingFirst,
  gateAnswer,
  namedLines,
  notesOf,
  shownChecks,
} from './verdict-words.js';

/** Write the page. All names are text, whatever they look like. */
export function gateHtml(result: WholeGate): string {
  const ours = longContextOf(result);
  const { tests } = result;
  return htmlPage({
    title: say`Long-context gate`,
    answer: wholeAnswer(result),
    notes: [...changedTexts(result), ...(ours ? notesOf(ours) : [])].map(
      (text) => html`<p class="some">${text}</p>`,
    ),
    about: [
      ...(ours ? aboutOurs(result) : []),
      ...(tests ? [say`${sayCount(tests.tests, 'test')} of yours`] : []),
    ],
    main: html`${tests && testsSection(tests)}${
      ours && failingFirst(ours.providers).map((one) => readerSection(one, result.options))
    }`,
    footer: sayHtml`Written by promptfoo-counting-stars ${packageVersion()}.`,
  });
}

/** The answer of the long contexts, of ordinary tests, or both verdicts and then what each says. */
function wholeAnswer(result: WholeGate): Answer {
  const ours = longContextOf(result);
  const { tests } = result;
  const own = ours && gateAnswer(ours);
  if (!tests) return own!;
  const [first = '', ...others] = decidedTexts(tests);
  const theirs = answerIn(
    (answer) => say`${capital(verdictText(tests.verdict))}: ${answer}`,
    first,
    others.map((one) => sentenceOf([one])),
  );
  const both = bothLine(result);
  if (both === undefined || !own) return theirs;
  const sentences = (one: Answer) => [answerSentence(one), ...one.explained];
  return { answer: both, beside: '', explained: [...sentences(theirs), ...sentences(own)] };
}

/** How much was compared with what, and how often it may be a false alarm. */
function aboutOurs({ providers, options }: WholeGate): string[] {
  const prompts = largest(providers.map(({ regression }) => regression?.prompts ?? 0));
  const runs = largest(providers.map(({ power }) => power?.runs ?? 0));
  return [
    sayCount(providers.length, 'reader'),
    ...(prompts > 0 ? [say`${sayCount(prompts, 'prompt')} on both sides`] : []),
    ...(runs > 0 ? [sayCount(runs, 'baseline run')] : []),
    say`a drop of up to ${options.maxDrop} is accepted`,
    say`false alarms: at most ${options.alpha} per reader`,
    say`threshold ${options.threshold}`,
  ];
}

function readerSection(provider: ProviderGate, limits: GateOptions): Markup {
  const { verdict, baselineName, completeness, regression, power, worst } = provider;
  const checks = shownChecks(provider, limits);
  const details = checks.filter(({ isDetail }) => isDetail);
  const named = completeness.flatMap(namedLines);
  return html`<section><h2><bdi>${provider.provider}</bdi> <span class="verdict ${verdict}">${verdictText(verdict)}</span></h2>
${baselineName !== undefined && html`<p class="note">${sayHtml`In the baseline: <bdi>${baselineName}</bdi>`}</p>`}${pageTable(
  checksTable(checks.filter(({ isDetail }) => !isDetail)),
)}
${lines(named)}${
  worst.length > 0 && html`<h3>${worstTable(worst).title}</h3>${pageTable(worstTable(worst))}`
}${
  details.length > 0 &&
  html`<details class="fold"><summary>${detailText(checks)}</summary>${pageTable(checksTable(details))}</details>`
}${regression && html`<p class="note">${driftText(regression)}</p>`}${
  power && html`<p class="note">${say`Power: ${powerText(power, provider.sizes)}.`}</p>`
}</section>`;
}

function testsSection(gate: TestsGate): Markup {
  return html`<section><h2>${say`Your tests`} <span class="verdict ${gate.verdict}">${verdictText(gate.verdict)}</span></h2>
${gate.findings.length > 0 && pageTable(findingsTable(gate, verdictText))}${testLists(gate).map(
  ({ title, lines: own }) => html`<h3>${title}</h3>${lines(own)}`,
)}${gateNotes(gate).map((note) => html`<p class="note">${note}</p>`)}</section>`;
}

function lines(texts: readonly string[]): Content {
  return texts.length > 0 && html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}
