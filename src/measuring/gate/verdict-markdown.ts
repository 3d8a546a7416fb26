import { testsGateMarkdown } from '../ordinary/gate-markdown.js';
import { table, text } from '../output/markdown.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { GateOptions, GateResult, ProviderGate } from './gate-result.js';
import { longContextOf, type WholeGate } from './gate-with-tests.js';
import { driftText, powerText } from './regression-words.js';
import { checksOf, namedLines, notesOf, verdictLine, worstLine } from './verdict-words.js';

const SIGNS: Record<PartVerdict, string> = {
  passed: '✅',
  failed: '❌',
  undecided: '❔',
  unknown: '❔',
};

/** A gate's decision for a pull request or a job summary. */
export function gateMarkdown(result: WholeGate): string {
  const ours = longContextOf(result);
  return [
    ...(result.tests ? [`${testsGateMarkdown(result.tests)}\n`] : []),
    ...(ours ? [longContextMarkdown(ours)] : []),
  ].join('\n');
}

function longContextMarkdown(result: GateResult): string {
  const line = verdictLine(result);
  const word = line.slice(0, line.search(/[:,]/));
  return [
    `## ${SIGNS[result.verdict]} Long-context gate: ${word.toLowerCase()}`,
    text(line.slice(word.length + 2)),
    ...notesOf(result, text),
    ...result.providers.map((provider) => providerMarkdown(provider, result.options)),
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
    table(
      ['check', 'prompts', 'baseline', 'now', 'drop (95 %)', 'p', 'verdict', ''],
      checksOf(provider, limits).map((check) => [
        text(check.name),
        check.prompts,
        check.baseline,
        check.now,
        check.drop,
        check.p.replace('<', '&lt;'),
        `${SIGNS[check.verdict]} ${check.verdict}`,
        text(check.note),
      ]),
    ),
  ];
  const list = (lines: readonly string[]) => lines.map((line) => `- ${text(line)}`).join('\n');
  for (const check of completeness) parts.push(`${text(check.note)}:`, list(namedLines(check)));
  if (regression) parts.push(driftText(regression));
  if (power) parts.push(`Power: ${powerText(power)}.`);
  if (worst.length > 0) {
    parts.push(
      'The cells that got worst:',
      table(
        ['cell', 'baseline', 'now', 'what was wrong'],
        worst.map((cell) => {
          const [description, before, now, reason] = worstLine(cell);
          return [text(description!), before!, now!, text(reason!)];
        }),
      ),
    );
  }
  return parts.join('\n\n');
}
