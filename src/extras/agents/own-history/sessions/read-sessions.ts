/** Files of recorded sessions, whatever program wrote them. */
import { UserError } from '../../../../base/user-error.js';
import { jsonTextOf } from '../../../../benchmarks/published/published-records.js';
import type { Line } from './branches.js';
import { claudeCodeSessions, isClaudeCode } from './claude-code.js';
import { codexSessions, isCodex } from './codex.js';
import { areMessageLists, messageListSessions } from './message-lists.js';
import {
  isOpenHands,
  isOpenHandsEvents,
  openHandsEventSessions,
  openHandsSessions,
} from './open-hands.js';
import { isPi, piSessions } from './pi.js';
import type { Session } from './recording.js';
import { areRuns, areSpans, runSessions, spanSessions } from './spans.js';
import { isSweAgent, sweAgentSessions } from './swe-agent.js';

/** How each format is known, and read; the first that is known is taken. */
const FORMATS: readonly (readonly [
  is: (lines: readonly Line[]) => boolean,
  read: (lines: readonly Line[]) => Session[],
])[] = [
  [isClaudeCode, claudeCodeSessions],
  [isCodex, codexSessions],
  [isPi, piSessions],
  [isSweAgent, sweAgentSessions],
  [isOpenHands, openHandsSessions],
  [isOpenHandsEvents, openHandsEventSessions],
  [areSpans, spanSessions],
  [areRuns, runSessions],
  [areMessageLists, messageListSessions],
];

const KNOWN =
  'Give a session of Claude Code, Codex, OpenHands, SWE-agent or pi, messages in the form of OpenAI or Anthropic, ' +
  'spans of OpenTelemetry, or runs of LangSmith.';

/**
 * The sessions of a file. A last line that was cut off is left out and counted.
 *
 * @param option - the option that names the file, for error messages
 * @throws {UserError} naming the file, and the line that is no JSON
 */
export function readSessions(option: string, file: string): Session[] {
  const text = jsonTextOf(option, file).replace(/^\uFEFF/, '');
  const { lines, cutOff } = linesIn(`${option}: ${file}`, text);
  const [, read] = FORMATS.find(([is]) => is(lines)) ?? [];
  if (!read) throw new UserError(`${option}: ${file} is no session that we know. ${KNOWN}`);
  let sessions: Session[];
  try {
    sessions = read(lines);
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UserError(`${option}: ${file} cannot be read: ${reason}. ${KNOWN}`);
  }
  const found = sessions.filter(({ turns }) => turns.length > 0);
  if (found.length === 0) throw new UserError(`${option}: ${file} has no turn in it. ${KNOWN}`);
  found[0]!.leftOut.cutOff = cutOff;
  return found;
}

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a file: of one JSON value, or one on each line. */
function linesIn(where: string, text: string): { lines: Line[]; cutOff: number } {
  const whole = wholeJson(text);
  if (whole !== undefined) {
    const list = Array.isArray(whole) ? whole.flat() : [whole];
    return { lines: list.filter(isObject), cutOff: 0 };
  }
  const rows = text.split('\n');
  const last = rows.findLastIndex((row) => row.trim() !== '');
  const lines: Line[] = [];
  let cutOff = 0;
  rows.forEach((row, i) => {
    if (row.trim() === '') return;
    try {
      const value: unknown = JSON.parse(row);
      if (isObject(value)) lines.push(value);
      else if (Array.isArray(value)) lines.push(...value.filter(isObject));
    } catch {
      if (i === last && lines.length > 0) cutOff = 1;
      else {
        throw new UserError(
          `${where}, line ${i + 1}: is not JSON. Mend the line, or take it out; of JSON lines, each is one object.`,
        );
      }
    }
  });
  return { lines, cutOff };
}

function wholeJson(text: string): unknown {
  // JSON lines fail at their second line, so they are not read twice as a whole.
  const start = text.trimStart();
  if (/^\{[^\n]*\}\s*\n\s*\{/.test(start)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
