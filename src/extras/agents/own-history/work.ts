/** Names, lines and counts of an agent's own work: of edits, commands, tests, errors and searches. */
import type { Turn } from '../../../haystack/messages/transcript.js';
import { isNoise, type ValueCandidate } from './candidates.js';
import { isPrivate } from './private.js';
import { ATOM, kindOf, workKindOf } from './values.js';

/** A line that says what went wrong, */
const ERROR =
  /(?:error|exception)\b|\b(?:fail(?:ed|ure|s)?|not found|cannot|undefined|undeclared|unresolved|missing|unexpected|expected|panic|fatal|denied|refused)\b/i;

/** how a test ended, */
const TESTED =
  /^\s*(?:[✓✔✗×●]|(?:not )?ok \d|PASS\b|FAIL\b|--- (?:PASS|FAIL))|\b\d+ (?:passed|failed|tests?|examples|assertions|failures)\b|\b(?:PASSED|FAILED)\b/;

/** what was changed, */
const CHANGED = /^\s*(?:\d+\s*)?[+-](?![+-])\s*\S/;

/** what is defined, */
const DEFINED =
  /\b(?:def|defp|defmodule|class|function|fn|func|interface|struct|enum|impl|module|const|let|var)\s+[A-Za-z_]/;

/** or where something was found. */
const FOUND = /^[\w./-]+:\d+[:-]/;

/** Arguments of calls that say what is done, and not how. */
const DONE =
  /^(?:command|cmd|input|code|patch|diff|old_?(?:str|string|text)|new_?(?:str|string|text)|file_text|content|insert_line|path|file_?path|pattern|query)$/i;

/** A longer line is data. */
const LONGEST = 240;

/** Of so many characters, one value is enough. */
const STRETCH = 800;

/**
 * Values of one turn that were worked with, at most one of each stretch of its text.
 *
 * @param isFree - whether a value stands nowhere else, so that another one can take its place
 */
export function* workIn(
  turn: number,
  content: Turn,
  isFree: (value: string) => boolean,
): Generator<ValueCandidate> {
  const isCall = content.role === 'call';
  let next = 0;
  let at = 0;
  for (const line of isCall ? doneIn(content.arguments) : content.content.split('\n')) {
    const own = at;
    at += line.length + 1;
    if (own < next || line.length > LONGEST || isNoise(line) || isPrivate(line)) continue;
    if (!isCall && ![ERROR, TESTED, CHANGED, DEFINED, FOUND].some((one) => one.test(line)))
      continue;
    for (const { 0: value, index } of line.matchAll(ATOM)) {
      const kind = kindOf(value) ?? workKindOf(value);
      if (kind === undefined || !isFree(value)) continue;
      if (isOther(line, index, value, kind)) continue;
      next = at + STRETCH;
      yield { turn, value, kind };
      break;
    }
  }
}

/** The number of a line in a listing, a colour, a part of an escape, and what is called and only looks like a file. */
function isOther(line: string, index: number, value: string, kind: string): boolean {
  const before = line.slice(0, index);
  if (kind === 'count' && before.trim() === '') return true;
  if (kind !== 'name' && kind !== 'file') return /[#;[]$/.test(before);
  // What everybody's programs call their errors.
  if (kind === 'name') return /(?:Error|Exception|Warning)$/.test(value);
  return line.startsWith('(', index + value.length);
}

/** The lines of what a call does. */
function doneIn(given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && DONE.test(name) ? value.split('\n') : [],
  );
}
