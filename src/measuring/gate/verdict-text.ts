import { testsGateText } from '../ordinary/gate-text.js';
import { aligned, bold, clip, type TerminalOptions } from '../output/terminal.js';
import type { PartVerdict } from '../statistics/regression/regression.js';
import type { GateOptions, GateResult, ProviderGate } from './gate-result.js';
import { bothLine, longContextOf, type WholeGate } from './gate-with-tests.js';
import { driftText, powerText } from './regression-words.js';
import {
  type CheckLine,
  checksOf,
  namedLines,
  notesOf,
  verdictLine,
  worstLine,
} from './verdict-words.js';

/** Longest texts from outside, in columns: of the verdict line, of any other line, and in a table. */
const LONGEST_VERDICT = 400;
const LONGEST_LINE = 200;
const LONGEST_NAME = 60;

type Look = Pick<TerminalOptions, 'colour'>;

const COLOURS: Record<PartVerdict, number> = { passed: 32, failed: 31, undecided: 33, unknown: 33 };

/** A gate's decision for the terminal: the verdict, and for each reader all its checks. */
export function gateText(result: WholeGate, options: Look): string {
  const both = bothLine(result);
  const ours = longContextOf(result);
  return [
    ...(both === undefined ? [] : [coloured(both, result.verdict, options)]),
    ...(result.tests ? [testsGateText(result.tests, options)] : []),
    ...(ours ? [longContextText(ours, options)] : []),
  ].join('\n\n');
}

function longContextText(result: GateResult, options: Look): string {
  const verdict = coloured(clip(verdictLine(result), LONGEST_VERDICT), result.verdict, options);
  return [
    verdict,
    ...notesOf(result).map((note) => clip(note, LONGEST_VERDICT)),
    ...result.providers.map((provider) => providerText(provider, result.options, options)),
  ].join('\n\n');
}

function providerText(provider: ProviderGate, limits: GateOptions, options: Look): string {
  const { baselineName, verdict, completeness, regression, power, worst } = provider;
  const name = clip(
    provider.provider + (baselineName === undefined ? '' : ` (baseline: ${baselineName})`),
    LONGEST_LINE,
  );
  const lines = [`${bold(name, options)}  ${coloured(verdict, verdict, options)}`];
  const checks = checksOf(provider, limits);
  const numbers = checks.filter(({ now }) => now !== '');
  if (numbers.length > 0) lines.push(aligned(filled([HEADER, ...numbers.map(cellsOf)])));
  for (const { name: what, note, verdict: own } of checks) {
    if (note === '') continue;
    lines.push(`  ${coloured(own, own, options)}  ${clip(`${what}: ${note}`, LONGEST_LINE)}`);
  }
  for (const check of completeness) {
    lines.push(...namedLines(check).map((line) => `    ${clip(line, LONGEST_LINE)}`));
  }
  if (regression) lines.push(`  ${driftText(regression)}`);
  if (power) lines.push(`  power: ${powerText(power)}`);
  if (worst.length > 0) {
    lines.push('  cells that got worst:');
    for (const cell of worst) {
      const [description, before, now, reason] = worstLine(cell);
      lines.push(`    ${before} → ${now}  ${clip(`${description}: ${reason}`, LONGEST_LINE)}`);
    }
  }
  return lines.join('\n');
}

const HEADER = ['', 'prompts', 'baseline', 'now', 'drop (95 %)', 'p', 'verdict'];

function cellsOf({ name, prompts, baseline, now, drop, p, verdict }: CheckLine): string[] {
  return [clip(name, LONGEST_NAME), prompts, baseline, now, drop, p, verdict];
}

/** A table without the columns that have nothing below their header. */
function filled(table: readonly (readonly string[])[]): string[][] {
  const [, ...body] = table;
  return table.map((row) => row.filter((_, column) => body.some((cells) => cells[column] !== '')));
}

function coloured(text: string, verdict: PartVerdict, { colour }: Look): string {
  return colour ? `\u001b[${COLOURS[verdict]}m${text}\u001b[0m` : text;
}
