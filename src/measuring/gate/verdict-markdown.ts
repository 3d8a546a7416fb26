import { say } from '../../base/text/language.js';
import { testsGateMarkdown } from '../ordinary/gate-markdown.js';
import { text } from '../output/code.js';
import { list, markdownTable } from '../output/markdown.js';
import { gateHeading, verdictText } from '../output/verdicts.js';
import type { GateOptions, ProviderGate } from './gate-result.js';
import {
  changedTexts,
  type LongContextGate,
  longContextOf,
  type WholeGate,
} from './gate-with-tests.js';
import { driftText, powerText } from './regression-words.js';
import { checksTable, SIGNS, worstTable } from './verdict-tables.js';
import { decidedText, failingFirst, namedLines, notesOf, shownChecks } from './verdict-words.js';

/** A gate's decision for a pull request or a job summary. */
export function gateMarkdown(result: WholeGate): string {
  const ours = longContextOf(result);
  return [
    ...changedTexts(result).map((one) => `**${text(one)}**\n`),
    ...(result.tests ? [`${testsGateMarkdown(result.tests)}\n`] : []),
    ...(ours ? [longContextMarkdown(ours)] : []),
  ].join('\n');
}

function longContextMarkdown(result: LongContextGate): string {
  return [
    `## ${SIGNS[result.verdict]} ${gateHeading(verdictText(result.verdict))}`,
    text(decidedText(result)),
    ...notesOf(result, text),
    ...failingFirst(result.providers).map((provider) => providerMarkdown(provider, result.options)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function providerMarkdown(provider: ProviderGate, limits: GateOptions): string {
  const { baselineName, completeness, regression, power, worst } = provider;
  const name = text(provider.provider);
  const parts = [
    `### ${baselineName === undefined ? name : say`${name} (baseline: ${text(baselineName)})`}`,
    markdownTable(checksTable(shownChecks(provider, limits))),
  ];
  for (const check of completeness) {
    parts.push(say`${text(check.note)}:`, list(namedLines(check).map(text)));
  }
  if (regression) parts.push(driftText(regression));
  if (power) parts.push(say`Power: ${powerText(power, provider.sizes)}.`);
  if (worst.length > 0)
    parts.push(say`The cells that got worst:`, markdownTable(worstTable(worst)));
  return parts.join('\n\n');
}
