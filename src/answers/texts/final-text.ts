/** Finds what a model says in the end: without reasoning, invented turns and the tags around its answer. */

import { once } from '../../base/kept.js';
import { parseJson } from '../../base/text/from-json.js';
import { alternatives } from '../../base/text/literal.js';
import { readingWords } from '../words.js';

export function answerText(output: unknown): string {
  return typeof output === 'string' ? output : valueLines(plainValue(output));
}

/** Copies a value without cycles and getters. */
export function plainValue(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output));
  } catch {
    return undefined;
  }
}

/**
 * Returns what a model says in the end as text, without reasoning. JSON becomes a line per value, whether the
 * provider parsed it or not.
 *
 * @example
 * finalText('```json\n{"answer": "B"}\n```') // 'answer: B'
 */
export function finalText(output: unknown): string {
  const text = finalPart(answerText(output)).trim();
  return valueLines(parsed(withoutStruck(bothEnds(text, LONGEST_END)))).trim();
}

/** How many characters of each end are read: more than any model says. */
const LONGEST_END = 50_000;

/** Removes only reasoning and the white space behind it, for rules in which every character counts. */
export function withoutReasoning(output: unknown): string {
  if (typeof output !== 'string') return finalText(output);
  const text = setAsideReasoning(output);
  return text === output ? output : text.trimStart();
}

function parsed(text: string): unknown {
  const json = text.replace(/^```(?:json)?\s*\n|\n```$/g, '');
  return /^[[{]/.test(json) ? (parseJson(json) ?? text) : text;
}

const DEEPEST = 8;

function valueLines(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (depth > DEEPEST) return '';
  const isList = Array.isArray(value);
  return Object.entries(value)
    .map(([key, item]) => [key, valueLines(item, depth + 1)] as const)
    .filter(([, lines]) => lines !== '')
    .map(([key, lines]) => (isList ? lines : `${key}: ${lines}`))
    .join('\n');
}

/** Tokens that end a message and that servers should cut off. */
const LEAKED = /<\|[a-z_]{1,30}\|>|<\/?s>|<(?:start|end)_of_turn>|<(?:eos|pad|bos)>|\[\/?INST\]/gi;

/** Matches the start of a turn. It must have words: "User: 52453" is an answer. */
const nextTurn = once(
  () =>
    new RegExp(
      `(?<=\\S\\s{0,9})\\n[#*]{0,4}\\s{0,3}(?:${alternatives(readingWords().turns)})[*]{0,3}:(?![^\\p{L}\\n]*\\d[^\\p{L}\\n]*$)`,
      'imu',
    ),
);

/** Returns what a model says in the end: without reasoning and invented turns, and in its answer tag. */
export function finalPart(given: string): string {
  const quoted = /^\s*"/.test(given) ? parseJson(given) : given;
  const text = typeof quoted === 'string' ? quoted : given;
  return inAnswerTag(withoutNextTurn(setAsideReasoning(text).replace(LEAKED, ' ')));
}

/** Cuts off an invented turn of somebody else. */
export function withoutNextTurn(text: string): string {
  const turn = nextTurn().exec(text);
  return turn ? text.slice(0, turn.index) : text;
}

const ANSWER_TAG =
  /<(?<slash>\/?)(?:answer|final_answer|final-answer|final|result|output|response)(?:\s[^<>]{0,80})?>/gi;

const HEAD_END = /<\/th>\s{0,20}<\/tr>/gi;
const CELL_TAG = /<t[dh](?:\s[^<>]{0,80})?>/gi;
const CELL_END = /<\/t[dh]>/gi;
const ITEM_TAG = /<\/?[a-z][\w-]{0,20}(?:\s[^<>]{0,80})?\/?>/gi;
const ROW_GAP = /\n[ \t\n]{1,40}(?=\|)/g;
const WORD_TAG = /<\/?(?:[bius]|strong|em|span|code|su[bp]|mark|ins)>/gi;

/** Replaces HTML: items become lines, and tables those of Markdown. */
export function withoutTags(text: string): string {
  return text.includes('<')
    ? text
        .replace(HEAD_END, ' |\n|---|\n')
        .replace(CELL_TAG, ' | ')
        .replace(CELL_END, ' ')
        .replace(WORD_TAG, '')
        .replace(ITEM_TAG, '\n')
        .replace(ROW_GAP, '\n')
    : text;
}

const STRUCK = /~~(?=\S)[^~\n]{1,200}~~|<(?:del|strike)>[^<>\n]{1,200}<\/(?:del|strike)>/gi;

export function withoutStruck(text: string): string {
  return text.replace(STRUCK, ' ');
}

/**
 * Returns the last answer tag's text if it says anything, or else the whole text. An open tag reaches to the
 * end.
 *
 * @example
 * inAnswerTag('B? <answer>A</answer>') // 'A'
 */
export function inAnswerTag(text: string): string {
  let start: number | undefined;
  let found: string | undefined;
  for (const match of text.matchAll(ANSWER_TAG)) {
    if (!match.groups!.slash) start ??= match.index + match[0].length;
    else if (start !== undefined) {
      const inside = text.slice(start, match.index);
      if (/[\p{L}\p{N}[]/u.test(inside)) found = inside;
      start = undefined;
    }
  }
  const open = start === undefined ? undefined : text.slice(start);
  return open !== undefined && /[\p{L}\p{N}]/u.test(open) ? open : (found ?? text);
}

/** Tags that open or close a block of reasoning; a closing one has a slash or says `end`. */
const REASONING_TAG =
  /<(?<slash>\/?)(?:[a-z]{1,16}:)?(?:think|thinking|thought|reasoning|reflection|scratchpad|analysis)(?:\s[^<>]{0,200})?>|◁(?<kimi>\/?)think▷|\[(?<mistral>\/?)think\]|<\|(?<word>begin|end)_of_thought\|>/gi;

/** In models with channels, the answer stands in this one. */
const FINAL_CHANNEL = '<|channel|>final';
const OTHER_CHANNEL = '<|channel|>';
const MESSAGE = '<|message|>';

/**
 * Removes reasoning. A block that never closes reaches to the end. One that never opens, since some providers
 * cut its tag, reaches back to the start.
 *
 * @example
 * setAsideReasoning('<think>[1, 2]?</think>[3, 5]') // '[3, 5]'
 */
export function setAsideReasoning(text: string): string {
  return withoutBlocks(behindLabel(inFinalChannel(text)));
}

function withoutBlocks(text: string): string {
  let kept: string[] = [];
  let from = 0;
  let open = false;
  for (const match of text.matchAll(REASONING_TAG)) {
    const { slash, kimi, mistral, word } = match.groups!;
    if (slash || kimi || mistral || word?.toLowerCase() === 'end') {
      if (!open) kept = [];
      from = match.index + match[0].length;
      open = false;
    } else if (!open) {
      kept.push(text.slice(from, match.index));
      open = true;
    }
  }
  if (!open) kept.push(text.slice(from));
  return kept.join('\n');
}

/** Keeps only the final channel, with or without special tokens. */
function inFinalChannel(text: string): string {
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final >= 0) {
    const message = text.indexOf(MESSAGE, final);
    if (message < 0) return '';
    const start = message + MESSAGE.length;
    const end = text.indexOf('<|', start);
    return text.slice(start, end < 0 ? undefined : end);
  }
  const other = text.indexOf(OTHER_CHANNEL);
  if (other >= 0) return text.slice(0, other);
  if (text.startsWith('analysis')) {
    const bare = text.lastIndexOf('assistantfinal');
    if (bare >= 0) return text.slice(bare + 'assistantfinal'.length);
  }
  return text;
}

/**
 * Removes reasoning that promptfoo puts first as `Thinking: …`. Only a signature or a blank line marks its end,
 * so the last paragraph is the answer.
 */
function behindLabel(text: string): string {
  if (!text.startsWith('Thinking: ')) return text;
  const signature = text.lastIndexOf('\nSignature: ');
  if (signature >= 0) {
    const end = text.indexOf('\n', signature + 1);
    return end < 0 ? '' : text.slice(end);
  }
  const trimmed = text.trimEnd();
  const blank = trimmed.lastIndexOf('\n\n');
  return blank < 0 ? '' : trimmed.slice(blank);
}

/** Returns the start and end of a long text, each of `longest` characters, as lines of their own. */
export function bothEnds(text: string, longest: number): string {
  return text.length > 2 * longest ? `${text.slice(0, longest)}\n${text.slice(-longest)}` : text;
}

export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
