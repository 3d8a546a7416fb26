/** Reads files of recorded sessions of any known program. */
import { UserError } from '../../../../base/user-error.js';
import { mostThatFit } from '../../../../benchmarks/lengths.js';
import { claudeCodeSessions, isClaudeCode } from './claude-code.js';
import { codexSessions, isCodex } from './codex.js';
import { areMessageLists, messageListSessions } from './message-lists.js';
import { isPi, piSessions } from './pi.js';
import { fileLines } from './read-lines.js';
import type { Line, RecordedSession } from './recording.js';
import { isSweAgent, sweAgentSessions } from './swe-agent.js';

/** Tells and reads each format. The first match is taken. */
const FORMATS: readonly (readonly [
  is: (lines: readonly Line[]) => boolean,
  read: (lines: readonly Line[]) => RecordedSession[],
])[] = [
  [isClaudeCode, claudeCodeSessions],
  [isCodex, codexSessions],
  [isPi, piSessions],
  [isSweAgent, sweAgentSessions],
  [areMessageLists, messageListSessions],
];

const KNOWN =
  'Give a session of Claude Code, Codex, SWE-agent or pi, or messages in the form of OpenAI or Anthropic.';

/**
 * The sessions of a file. A last line that was cut off is left out and counted.
 *
 * @param option - the option that names the file, for error messages
 * @throws {UserError} naming the file, the line and what to do, whatever the file holds
 */
export function readSessions(option: string, file: string): RecordedSession[] {
  const { lines, cutOff, placeOf } = fileLines(option, file);
  const at = (i: number) => `${option}: ${file}, ${placeOf(i)}:`;
  const [, read] = FORMATS.find(([is]) => is(lines)) ?? [];
  if (!read) throw new UserError(`${at(0)} is of no session that we know. ${KNOWN}`);
  const sessions = triedOn(lines, read);
  if (!Array.isArray(sessions)) {
    throw new UserError(
      `${at(sessions.at)} cannot be read: ${sessions.reason}. Mend the line, or take it out. ${KNOWN}`,
    );
  }
  const found = sessions.filter(({ turns }) => turns.length > 0);
  if (found.length === 0) {
    throw new UserError(`${at(0)} no turn is in it, nor in any other one. ${KNOWN}`);
  }
  found[0]!.leftOut.cutOff = cutOff;
  return found;
}

/** Reads lines, or returns the reason and the first line that cannot be read. */
function triedOn(
  lines: readonly Line[],
  read: (lines: readonly Line[]) => RecordedSession[],
): RecordedSession[] | { at: number; reason: string } {
  const problem = (end: number) => {
    try {
      return read(lines.slice(0, end));
    } catch (error) {
      return (error as Error).message.split('\n', 1)[0]!;
    }
  };
  const all = problem(lines.length);
  if (typeof all !== 'string') return all;
  const most = mostThatFit(0, lines.length, (end) => (typeof problem(end) === 'string' ? -1 : 0));
  return { at: Math.min(most, lines.length - 1), reason: all };
}
