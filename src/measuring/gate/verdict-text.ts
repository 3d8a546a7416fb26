import { say } from '../../base/text/language.js';
import { testsGateText } from '../ordinary/gate-text.js';
import type { Column, Table } from '../output/table.js';
import { bold, clip, type TerminalOptions } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { verdictText } from '../output/verdicts.js';
import { shareText } from '../output/words.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { GateOptions, ProviderGate } from './gate-result.js';
import {
  bothLine,
  changedTexts,
  type LongContextGate,
  longContextOf,
  type WholeGate,
} from './gate-with-tests.js';
import { driftText, powerText } from './regression-words.js';
import { checksTable, LONGEST_REASON } from './verdict-tables.js';
import {
  detailText,
  failingFirst,
  namedLines,
  notesOf,
  type ShownLine,
  shownChecks,
  verdictLine,
} from './verdict-words.js';

/** Longest texts from outside, in columns: of the verdict line, of any other line, and in a table. */
const LONGEST_VERDICT = 400;
const LONGEST_LINE = 200;
const LONGEST_NAME = 60;

type Look = Pick<TerminalOptions, 'colour'>;

const COLOURS: Record<PartVerdict, number> = {
  passed: 32,
  failed: 31,
  inconclusive: 33,
  unknown: 33,
};

/** A gate's decision for the terminal: the verdict, and for each reader all its checks. */
export function gateText(result: WholeGate, options: Look): string {
  const both = bothLine(result);
  const ours = longContextOf(result);
  const changed = changedTexts(result).map((text) => clip(text, LONGEST_VERDICT));
  return [
    ...(changed.length > 0 ? [changed.join('\n')] : []),
    ...(both === undefined ? [] : [coloured(both, result.verdict, options)]),
    ...(result.tests ? [testsGateText(result.tests, options)] : []),
    ...(ours ? [longContextText(ours, options)] : []),
  ].join('\n\n');
}

function longContextText(result: LongContextGate, options: Look): string {
  const verdict = coloured(clip(verdictLine(result), LONGEST_VERDICT), result.verdict, options);
  return [
    verdict,
    ...notesOf(result).map((note) => clip(note, LONGEST_VERDICT)),
    ...failingFirst(result.providers).map((provider) =>
      providerText(provider, result.options, options),
    ),
  ].join('\n\n');
}

function providerText(provider: ProviderGate, limits: GateOptions, options: Look): string {
  const { baselineName, verdict, completeness, regression, power, worst } = provider;
  const name = clip(
    baselineName === undefined
      ? provider.provider
      : say`${provider.provider} (baseline: ${baselineName})`,
    LONGEST_LINE,
  );
  const lines = [`${bold(name, options)}  ${coloured(verdictText(verdict), verdict, options)}`];
  const checks = shownChecks(provider, limits);
  const numbers = checks.filter(isRow);
  if (numbers.length > 0) {
    lines.push(terminalTable(filled(checksTable(numbers)), { longest: LONGEST_NAME }));
  }
  const details = detailText(checks);
  if (details !== '') lines.push(`  ${details}`);
  for (const check of checks) {
    const { name: what, note, verdict: own } = check;
    if (isRow(check) || check.isDetail || own === undefined) continue;
    const line = clip(say`${what}: ${note}`, LONGEST_LINE);
    lines.push(`  ${coloured(verdictText(own), own, options)}  ${line}`);
  }
  for (const check of completeness) {
    lines.push(...namedLines(check).map((line) => `    ${clip(line, LONGEST_LINE)}`));
  }
  if (regression) lines.push(`  ${driftText(regression)}`);
  if (power) lines.push(`  ${say`power: ${powerText(power, provider.sizes)}`}`);
  if (worst.length > 0) {
    lines.push(`  ${say`cells that got worst:`}`);
    for (const { id, description, baseline, now, reason } of worst) {
      const wrong = clip(
        say`${description || id}: ${reason.slice(0, LONGEST_REASON)}`,
        LONGEST_LINE,
      );
      lines.push(`    ${shareText(baseline)} → ${shareText(now)}  ${wrong}`);
    }
  }
  return lines.join('\n');
}

/** Whether a check is a row of the table: what has a sentence besides figures is a line of its own. */
function isRow({ now, drop, note, isDetail }: ShownLine): boolean {
  return now !== '' && !isDetail && (drop !== '' || note === '');
}

/** A table without the columns that have nothing below their heading. */
function filled<Row>(table: Table<Row>): Table<Row> {
  const isFilled = ({ of }: Column<Row>) => table.rows.some((row) => (of(row) ?? '') !== '');
  return { ...table, columns: table.columns.filter(isFilled) };
}

function coloured(text: string, verdict: PartVerdict, { colour }: Look): string {
  return colour ? `\u001b[${COLOURS[verdict]}m${text}\u001b[0m` : text;
}
