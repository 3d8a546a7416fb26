import { table, text } from '../output/markdown.js';
import { decidedText, findingLines, gateNotes, levelLines, testLists } from './gate-words.js';
import type { TestsGate } from './tests-gate.js';

const SIGNS = { passed: '✅', failed: '❌', undecided: '❔' };

/** What a gate of tests decided, as a part of a page. */
export function testsGateMarkdown(gate: TestsGate): string {
  const lines = findingLines(gate);
  const levels = levelLines(gate).map(([name, ...cells]) => [text(name!), ...cells, '', '', '']);
  return [
    `## ${SIGNS[gate.verdict]} Gate of your tests: ${gate.verdict}`,
    text(decidedText(gate)),
    ...(lines.length > 0
      ? [
          table(
            ['', 'tests', 'baseline', 'now', 'drop (95 %)', 'p', 'verdict'],
            [
              ...lines.map(({ name, tests, before, now, drop, p, verdict }) => [
                text(name),
                ...[tests, before, now, drop, p.replace('<', '&lt;')],
                `${SIGNS[verdict]} ${verdict}`,
              ]),
              ...levels,
            ],
          ),
        ]
      : []),
    ...testLists(gate).flatMap(({ title, lines: own }) => [
      `${text(title)}:`,
      own.map((one) => `- ${text(one)}`).join('\n'),
    ]),
    ...gateNotes(gate).map((note) => text(note)),
  ].join('\n\n');
}
