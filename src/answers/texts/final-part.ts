import { once } from '../../base/kept.js';
import { parseJson } from '../../base/text/from-json.js';
import { alternatives } from '../../base/text/literal.js';
import { readingWords } from '../words.js';
import { setAsideReasoning } from './reasoning-blocks.js';

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
  const quoted = /^\s*"/.test(given) ? parseJson(given) : undefined;
  const text = typeof quoted === 'string' ? quoted : given;
  return inAnswerTag(withoutNextTurn(setAsideReasoning(text).replace(LEAKED, ' ')));
}

/** Cuts off an invented turn of somebody else. */
export function withoutNextTurn(text: string): string {
  const turn = nextTurn().exec(text);
  return turn ? text.slice(0, turn.index) : text;
}

const TAG =
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
  for (const match of text.matchAll(TAG)) {
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

const LONGEST_BOX = 20_000;

const MOST_BOXES = 200;

/**
 * Returns what stands in boxes of LaTeX, in order.
 *
 * @example
 * boxesOf('so $\\boxed{\\text{B}}$') // ['\\text{B}']
 */
export function boxesOf(text: string): string[] {
  const boxes: string[] = [];
  const starts: number[] = [];
  for (
    let start = text.indexOf('\\boxed');
    start >= 0;
    start = text.indexOf('\\boxed', start + 6)
  ) {
    starts.push(start + 6);
    if (starts.length > 2 * MOST_BOXES) starts.splice(0, MOST_BOXES);
  }
  let budget = LONGEST_BOX * 10;
  for (const start of starts.slice(-MOST_BOXES)) {
    const head = text.slice(start, start + 9);
    const open = start + head.length - head.trimStart().length;
    if (text[open] !== '{') continue;
    let depth = 0;
    for (let i = open; i < text.length && i - open < LONGEST_BOX && budget > 0; i++, budget--) {
      if (text[i] === '{') depth++;
      else if (text[i] === '}' && --depth === 0) {
        boxes.push(text.slice(open + 1, i));
        break;
      }
    }
  }
  return boxes;
}
