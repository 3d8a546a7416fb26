import { testsGateMarkdown } from '../ordinary/gate-markdown.js';
import { list, markdownTable, text } from '../output/markdown.js';
import type { GateOptions, ProviderGate } from './gate-result.js';
import { type LongContextGate, longContextOf, type WholeGate } from './gate-with-tests.js';
import { driftText, powerText } from './regression-words.js';
import { checksTable, SIGNS, worstTable } from './verdict-tables.js';
import { failingFirst, namedLines, notesOf, shownChecks, verdictLine } from './verdict-words.js';

/** A gate's decision for a pull request or a job summary. */
export function gateMarkdown(result: WholeGate): string {
  const ours = longContextOf(result);
  return [
    ...(result.tests ? [`${testsGateMarkdown(result.tests)}\n`] : []),
    ...(ours ? [longContextMarkdown(ours)] : []),
  ].join('\n');
}

function longContextMarkdown(result: LongContextGate): string {
  const line = verdictLine(result);
  const word = line.slice(0, line.search(/[:, ]/));
  return [
    `## ${SIGNS[result.verdict]} Long-context gate: ${word.toLowerCase()}`,
    text(line.slice(word.length).replace(/^[:,]? /, '')),
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
  const baseline = baselineName === undefined ? '' : ` (baseline: ${text(baselineName)})`;
  const parts = [
    `### ${text(provider.provider)}${baseline}`,
    markdownTable(checksTable(shownChecks(provider, limits))),
  ];
  for (const check of completeness) {
    parts.push(`${text(check.note)}:`, list(namedLines(check).map(text)));
  }
  if (regression) parts.push(driftText(regression));
  if (power) parts.push(`Power: ${powerText(power, provider.sizes)}.`);
  if (worst.length > 0) parts.push('The cells that got worst:', markdownTable(worstTable(worst)));
  return parts.join('\n\n');
}
