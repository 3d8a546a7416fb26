import { aligned, bold, clip, type TerminalOptions } from '../output/terminal.js';
import { decidedText, findingLines, gateNotes, levelLines, testLists } from './gate-words.js';
import type { TestsGate } from './tests-gate.js';

/** Longest texts from outside, in columns: of the verdict line, and of any other. */
const LONGEST_VERDICT = 400;
const LONGEST_LINE = 200;
const LONGEST_NAME = 60;

type Look = Pick<TerminalOptions, 'colour'>;

const COLOURS = { passed: 32, failed: 31, undecided: 33 };

/** What a gate of tests decided, for the terminal. */
export function testsGateText(gate: TestsGate, look: Look): string {
  const { verdict } = gate;
  const separator = verdict === 'passed' ? ', ' : ': ';
  const line = clip(`${verdict.toUpperCase()}${separator}${decidedText(gate)}`, LONGEST_VERDICT);
  const findings = findingLines(gate).map(({ name, tests, before, now, drop, p, verdict: own }) => {
    return [clip(name, LONGEST_NAME), tests, before, now, drop, p, own];
  });
  const levels = levelLines(gate).map(([name, ...cells]) => [
    clip(name!, LONGEST_NAME),
    ...cells,
    '',
    '',
    '',
  ]);
  const table = [HEADER, ...findings, ...levels];
  return [
    coloured(line, verdict, look),
    ...(findings.length > 0 ? [`${bold('your tests', look)}\n${aligned(table)}`] : []),
    ...testLists(gate).map(({ title, lines }) =>
      [`  ${title}:`, ...lines.map((one) => `    ${clip(one, LONGEST_LINE)}`)].join('\n'),
    ),
    ...gateNotes(gate).map((note) => `  ${clip(note, LONGEST_VERDICT)}`),
  ].join('\n');
}

const HEADER = ['', 'tests', 'baseline', 'now', 'drop (95 %)', 'p', 'verdict'];

function coloured(text: string, verdict: TestsGate['verdict'], { colour }: Look): string {
  return colour ? `\u001b[${COLOURS[verdict]}m${text}\u001b[0m` : text;
}
