import { say } from '../../base/text/language.js';
import { bold, clip, type TerminalOptions } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { verdictText } from '../output/verdicts.js';
import { verdictLine } from './decided-words.js';
import { findingsTable, gateNotes, testLists } from './gate-words.js';
import type { TestsGate } from './tests-gate.js';

/** Longest texts from outside, in columns: of the verdict line, and of any other. */
const LONGEST_VERDICT = 400;
const LONGEST_LINE = 200;
const LONGEST_NAME = 60;

type Look = Pick<TerminalOptions, 'colour'>;

const COLOURS = { passed: 32, failed: 31, inconclusive: 33 };

/** What a gate of tests decided, for the terminal. */
export function testsGateText(gate: TestsGate, look: Look): string {
  const { verdict } = gate;
  const line = clip(verdictLine(gate, verdictText(verdict).toUpperCase()), LONGEST_VERDICT);
  const table = terminalTable(findingsTable(gate, verdictText), { longest: LONGEST_NAME });
  return [
    coloured(line, verdict, look),
    ...(gate.findings.length > 0 ? [`${bold(say`your tests`, look)}\n${table}`] : []),
    ...testLists(gate).map(({ title, lines }) =>
      [`  ${say`${title}:`}`, ...lines.map((one) => `    ${clip(one, LONGEST_LINE)}`)].join('\n'),
    ),
    ...gateNotes(gate).map((note) => `  ${clip(note, LONGEST_VERDICT)}`),
  ].join('\n');
}

function coloured(text: string, verdict: TestsGate['verdict'], { colour }: Look): string {
  return colour ? `\u001b[${COLOURS[verdict]}m${text}\u001b[0m` : text;
}
