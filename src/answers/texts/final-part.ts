/** The part of an answer that the model marks as its answer: a tag, or a box of LaTeX. */

import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { readingWords } from '../words.js';
import { parseJson } from './brackets.js';
import { setAsideReasoning } from './reasoning-blocks.js';

/** Tokens that end a message, and should have been cut off. */
const LEAKED = /<\|[a-z_]{1,30}\|>|<\/?s>|<(?:start|end)_of_turn>|<(?:eos|pad|bos)>|\[\/?INST\]/gi;

/** A turn has words: "User: 52453" is an answer. */
const nextTurn = once(
  () =>
    new RegExp(
      `(?<=\\S\\s{0,9})\\n[#*]{0,4}\\s{0,3}(?:${alternatives(readingWords().turns)})[*]{0,3}:(?![^\\p{L}\\n]*\\d[^\\p{L}\\n]*$)`,
      'imu',
    ),
);

/** What a model says in the end, without reasoning: before a turn that it invents, and in its tag for that. */
export function finalPart(given: string): string {
  const quoted = /^\s*"/.test(given) ? parseJson(given) : undefined;
  const text = typeof quoted === 'string' ? quoted : given;
  return inAnswerTag(withoutNextTurn(setAsideReasoning(text).replace(LEAKED, ' ')));
}

/** A text as far as the turn of somebody else that a model invents behind its answer. */
export function withoutNextTurn(text: string): string {
  const turn = nextTurn().exec(text);
  return turn ? text.slice(0, turn.index) : text;
}

const TAG =
  /<(?<slash>\/?)(?:answer|final_answer|final-answer|final|result|output|response)(?:\s[^<>]{0,80})?>/gi;

/** Tags of HTML around cells, around items, and around words. */
const HEAD_END = /<\/th>\s{0,20}<\/tr>/gi;
const CELL_TAG = /<t[dh](?:\s[^<>]{0,80})?>/gi;
const CELL_END = /<\/t[dh]>/gi;
const ITEM_TAG = /<\/?[a-z][\w-]{0,20}(?:\s[^<>]{0,80})?\/?>/gi;
/** Empty lines before a row. */
const ROW_GAP = /\n[ \t\n]{1,40}(?=\|)/g;
const WORD_TAG = /<\/?(?:b|i|u|strong|em|span|code)>/gi;

/** A text without the tags of HTML: each item in a line of its own, and tables as Markdown has them. */
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

/** What is struck through, in Markdown or HTML. */
const STRUCK = /~~(?=\S)[^~\n]{1,200}~~|<(?:del|strike)>[^<>\n]{1,200}<\/(?:del|strike)>/gi;

/** A text without what is struck through in it. */
export function withoutStruck(text: string): string {
  return text.replace(STRUCK, ' ');
}

/**
 * What stands in the last tag for the answer, if it says anything; else the whole text. One that does
 * not close reaches to the end.
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

/** A box is no longer than this. */
const LONGEST_BOX = 20_000;

/** At most this many boxes are looked at, the last ones. */
const MOST_BOXES = 200;

/**
 * What stands in the boxes of a text, in their order.
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
