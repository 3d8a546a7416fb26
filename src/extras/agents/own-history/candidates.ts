/** Finds values that are worth a question by their context: in results of tools, and in an agent's own work. */

import type { Turn } from '../../../haystack/messages/transcript.js';
import { isPrivate } from './private.js';
import { ATOM, kindOf, type ValueKind, workKindOf } from './values.js';

/** A value that may be asked for, as the session has it. */
export interface ValueCandidate {
  /** Which turn it is in. */
  turn: number;
  value: string;
  kind: ValueKind;
}

/** The kind of values that were planted. */
export const PLANTED = 'planted';

/** Characters before a value that may name it, and around it that must hold nothing private. */
const BEFORE = 60;
const AROUND = 120;

/** Lines up to this length are judged as a whole. */
const SHORT_LINE = 300;

/** What may stand between a name and its value: quotation marks, a currency, the folders of a file. */
const LEAD = '["\'`$€£#(\\[]{0,3}(?:[\\w.@-]{1,40}/){0,8}$';

/** `"total": `, `port = `, `Order | ` */
const FIELD = new RegExp(
  `(?:^|[^A-Za-z0-9_])([A-Za-z][\\w-]*(?:[ .][A-Za-z][\\w-]*){0,4})["'\`*)\\]]{0,3}\\s?(?:[:=|]|=>|->|:=)\\s{0,3}${LEAD}`,
);

/** `listening on port `, `wrote 3 rows to ` */
const PROSE = new RegExp(`(?:^|[\\s("'\`])([A-Za-z]{3,})\\s([A-Za-z]{2,})\\s${LEAD}`);

/** `commit `, `release `: one word that says enough. */
const NAMED =
  /(?:^|[\s("'`])(commit|branch|tag|version|release|port|order|ticket|issue|build|invoice|revision|job|run|request|flight|account|file)\s[#"'`(]{0,2}$/i;

/** Names whose values nobody needs to know again. */
const IDLE =
  /^(?:lines?|lineno|cols?|columns?|rows?|offsets?|size|bytes?|len|length|width|height|depth|index|idx|[xyzijkn]|top|left|right|bottom|sha\d*|hash|md5|digest|integrity|checksum|etag|elapsed|duration|took|seconds|secs?|ms|pid|ppid|fd|inode|[acm]time|addr|nonce|seed|step|epoch|iter|percent|percentage|stddev|mem|memory|rss|heap|cpu|load|font\w*|colou?rs?|opacity|margin|padding|radius|stroke|fill|viewbox|resolved|timestamp|uptime|tokens?|asctime|date|in|at|of|and|or|the|a|an|to|is|by|with|than|except|lambda|return|if|elif|for|while|range|import|from|assert|copyright|c|isbn|doi|pp|vol|rfc|pep|figure|table|section|chapter|wheel)$/i;

const IDLE_FIELD =
  /^(?:node_id|diff_hunk|leafUuid|parentUuid|originSessionId|.*(?:complexity|halstead volume|review_id|bug_id|pgid|benchmark score))$/i;

/** Lines that programs write for themselves. */
const NOISE =
  /^\s*(?:Chunk ID|Original token|Wall time|dist\/|File "|at [\w.<]|@@ |index [0-9a-f]{4}|diff |--- |\+\+\+ |[-dl][rwx-]{9}|Downloading |Using cached|Collecting |Requirement already|Building |Installing |Created wheel|Stored in|creating |copying |adding |Content-|ETag|Date:|Last-Modified|Age:|X-|Warning:|\[\d+\/\d+\]|\d+%|npm |Get:\d|Unpacking|Setting up|Preparing|Selecting|Receiving objects|remote: |Resolving deltas)|\.whl\b|0x[0-9a-f]{4}|Traceback|Deprecat|\bnoqa\b|eslint-disable|pylint:|type: ignore|create mode |\(node:|(?<!\d)\d+(?:\.\d+)?s\)?$|seconds?\b|\bkB │|[A-Za-z0-9+/]{80}/;

/** Matches names of times at which a program wrote something down. */
const NOTED = /(?:at|time|ed|on)$/i;

/** Matches comments and examples, also behind line numbers. What they mention is no fact. */
const MENTIONED =
  /^\s*(?:\d+(?:→|\t|[:|-])?\s*)?(?:#(?!\d)|\/\/|\*|<!--|--\s|\+\s*(?:#|\/\/|\*))|\b(?:e\.g\.|i\.e\.|such as|examples?|sample|placeholder|dummy|mock\w*|fixtures?|foo|lorem)\b/i;

/** Files of tests, whose values are made up. */
const TESTS =
  /(?:^|[/_.\\\s"'-])(?:tests?|specs?|fixtures?|mocks?|__tests__|testdata|e2e)(?:[/_.-]|$)/i;

const MANUAL = /\.(?:mdx?|rst)\b/i;

/** Matches the file before a line of search results. */
const FOUND_IN = /^[\w./-]{3,200}?(?=[:-]\d+[:-])/;

/** Tells whether a line is noise of a program. */
export const isNoise = (line: string) => NOISE.test(line);

/** Matches units after a number that nobody asks for. */
const COUNTED =
  /^\s?(?:bytes?|chars?|characters|lines?|words|tokens|[kmg]i?b|ms|px|sec|minutes|passed|warnings?)\b/i;

/** Yields the candidates of a result, each once. */
export function* candidatesIn(turn: number, content: string): Generator<ValueCandidate> {
  const found = new Set<string>();
  for (const line of content.split('\n')) {
    if (MENTIONED.test(line.slice(0, SHORT_LINE)) || TESTS.test(FOUND_IN.exec(line)?.[0] ?? '')) {
      continue;
    }
    if (!(line.length <= SHORT_LINE && (NOISE.test(line) || isPrivate(line)))) {
      for (const { 0: value, index } of line.matchAll(ATOM)) {
        const kind = kindOf(value);
        if (kind === undefined || found.has(value) || !isNamed(line, index, kind)) continue;
        if (COUNTED.test(line.slice(index + value.length))) continue;
        if (line.length > SHORT_LINE) {
          const around = line.slice(Math.max(0, index - AROUND), index + value.length + AROUND);
          if (NOISE.test(around) || isPrivate(around)) continue;
        }
        found.add(value);
        yield { turn, value, kind };
      }
    }
  }
}

/** Lists all values of a tool's result but secrets, also those that no question can name. */
export function resultValues(content: string): string[] {
  return content.split('\n').flatMap((line) => {
    const values = (line.match(ATOM) ?? []).filter((atom) => kindOf(atom) !== undefined);
    return values.length > 0 && !isPrivate(line) ? values : [];
  });
}

/** Tells whether a call reads tests or a manual, whose values are examples. */
export function isAboutExamples(call: Extract<Turn, { role: 'call' }>): boolean {
  return Object.values(call.arguments).some(
    (given) =>
      typeof given === 'string' &&
      given.length <= SHORT_LINE &&
      (TESTS.test(given) || MANUAL.test(given)),
  );
}

/** Tells whether the text before a value names it. */
function isNamed(line: string, index: number, kind: ValueKind): boolean {
  const before = line.slice(Math.max(0, index - BEFORE), index);
  if (/[\\/@%&]$/.test(before) && kind !== 'file') return false;
  // A colour, and a file among those of tests.
  if (/["'`(:]\s?#$/.test(before) || (kind === 'file' && TESTS.test(before))) return false;
  // Numbers of lines, as `grep -n` and stacks write them behind a file.
  if (kind === 'number' && /\.\w{1,5}[:-]$/.test(before)) return false;
  const field = FIELD.exec(before)?.[1];
  if (field !== undefined) {
    if (kind === 'time' && NOTED.test(field)) return false;
    const last = field.split(/[ ._-]|(?<=[a-z])(?=[A-Z])/).at(-1)!;
    return !IDLE.test(last) && !IDLE_FIELD.test(field);
  }
  if (NAMED.test(before)) return true;
  if (kind === 'time') return false;
  const [, first, second] = PROSE.exec(before) ?? [];
  return first !== undefined && !IDLE.test(second!) && !IDLE.test(first);
}

type Told = Extract<Turn, { content: string }>;

/** Tells which turns hold facts: results, or for agents without tools what their program says as the user. */
export function factsIn(turns: readonly Turn[]): (turn: Turn) => turn is Told {
  const hasResults = turns.some(({ role }) => role === 'result');
  const first = turns.find(({ role }) => role === 'user');
  return (turn): turn is Told =>
    turn.role === 'result' || (!hasResults && turn.role === 'user' && turn !== first);
}

/** Matches lines that report errors. */
const ERROR =
  /(?:error|exception)\b|\b(?:fail(?:ed|ure|s)?|not found|cannot|undefined|undeclared|unresolved|missing|unexpected|expected|panic|fatal|denied|refused)\b/i;

/** Matches lines with the outcome of a test. */
const TESTED =
  /^\s*(?:[✓✔✗×●]|(?:not )?ok \d|PASS\b|FAIL\b|--- (?:PASS|FAIL))|\b\d+ (?:passed|failed|tests?|examples|assertions|failures)\b|\b(?:PASSED|FAILED)\b/;

/** Matches changed lines of a diff. */
const CHANGED = /^\s*(?:\d+\s*)?[+-](?![+-])\s*\S/;

/** Matches definitions in code. */
const DEFINED =
  /\b(?:def|defp|defmodule|class|function|fn|func|interface|struct|enum|impl|module|const|let|var)\s+[A-Za-z_]/;

/** Matches results of a search. */
const FOUND = /^[\w./-]+:\d+[:-]/;

/** Matches arguments of calls that hold the work itself. */
const DONE =
  /^(?:command|cmd|input|code|patch|diff|old_?(?:str|string|text)|new_?(?:str|string|text)|file_text|content|insert_line|path|file_?path|pattern|query)$/i;

/** Longer lines are data. */
const LONGEST = 240;

/** One value is taken per this many characters. */
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
    const start = at;
    at += line.length + 1;
    if (start < next || line.length > LONGEST || isNoise(line) || isPrivate(line)) continue;
    if (!isCall && ![ERROR, TESTED, CHANGED, DEFINED, FOUND].some((pattern) => pattern.test(line)))
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

/** Tells line numbers, colors, escapes, error classes and calls that look like files from values. */
function isOther(line: string, index: number, value: string, kind: string): boolean {
  const before = line.slice(0, index);
  if (kind === 'count' && before.trim() === '') return true;
  if (kind !== 'name' && kind !== 'file') return /[#;[]$/.test(before);
  // What everybody's programs call their errors.
  if (kind === 'name') return /(?:Error|Exception|Warning)$/.test(value);
  return line.startsWith('(', index + value.length);
}

/** Returns the lines of a call's work. */
function doneIn(given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && DONE.test(name) ? value.split('\n') : [],
  );
}
