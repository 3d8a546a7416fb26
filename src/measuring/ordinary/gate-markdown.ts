import { say } from '../../base/text/language.js';
import { text } from '../output/code.js';
import { list, markdownTable } from '../output/markdown.js';
import { testsHeading, verdictText } from '../output/verdicts.js';
import { decidedText } from './decided-words.js';
import { findingsTable, gateNotes, testLists } from './gate-words.js';
import type { TestsGate } from './tests-gate.js';

const SIGNS = { passed: '✅', failed: '❌', undecided: '❔' };

/** What a gate of tests decided, as a part of a page. */
export function testsGateMarkdown(gate: TestsGate): string {
  const table = findingsTable(gate, (verdict) => `${SIGNS[verdict]} ${verdictText(verdict)}`);
  return [
    `## ${SIGNS[gate.verdict]} ${testsHeading(verdictText(gate.verdict))}`,
    text(decidedText(gate)),
    ...(gate.findings.length > 0 ? [markdownTable(table)] : []),
    ...testLists(gate).flatMap(({ title, lines }) => [say`${text(title)}:`, list(lines.map(text))]),
    ...gateNotes(gate).map((note) => text(note)),
  ].join('\n\n');
}
