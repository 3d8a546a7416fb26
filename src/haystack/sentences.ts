import seedrandom from 'seedrandom';
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';
import { shuffled } from '../base/shuffle.js';

const schema = z.strictObject({ abbreviations: z.string() });

const abbreviations = once(() => {
  const listed = readDataset('reading/abbreviations.yaml', schema).abbreviations;
  return new Set(listed.trim().split(' '));
});

/**
 * A place where a sentence may end, one of:
 * 1. a blank line;
 * 2. Chinese, Japanese or other full-width sentence punctuation with its closing quotes;
 * 3. . ! ? or … with closing quotes and brackets, if white space follows.
 */
const CANDIDATE =
  /(?=\r?\n[^\S\n]*\n)|[。！？｡．؟।]+[」』”’）〉》】〕"')\]]*|[.!?…]+["'”’»)\]*_]*/gu;

const WHITE_SPACE = /\s/u;

/** Matches what shows that a sentence goes on: a small letter, also behind an opening quote. */
const GOES_ON = /\s+["'“‘«([_*]*\p{Ll}/uy;

/** Longer sentences, in UTF-16 units, are also cut at line ends. */
const LONG_SENTENCE = 1000;

/**
 * Finds the places between sentences, where a haystack may be cut and evidence placed.
 *
 * White space belongs to the sentence behind it, so evidence follows a sentence directly. Text without
 * punctuation (lists, logs, verse) is cut at blank lines, and at line ends if nothing else cuts within 1000
 * characters. `Intl.Segmenter` would depend on Node's Unicode data.
 *
 * @param text - any text
 * @returns ascending offsets into `text`, from 0 to its length; between two of them stands a sentence
 */
export function sentenceBoundaries(text: string): number[] {
  const ends = [0];
  let content = contentFrom(text, 0);
  const add = (place: number) => {
    const start = ends[ends.length - 1]!;
    if (place <= content) return;
    const end = withoutSpace(text, place);
    if (end - start > LONG_SENTENCE) addLineEnds(text, content, end, ends);
    ends.push(end);
    content = contentFrom(text, end);
  };
  for (const match of text.matchAll(CANDIDATE)) {
    const end = match.index + match[0].length;
    if (endsSentence(text, match[0], match.index, end)) add(end);
  }
  add(text.trimEnd().length);
  // White space at the end belongs to the last sentence.
  if (ends.length > 1) ends[ends.length - 1] = text.length;
  return ends;
}

function withoutSpace(text: string, end: number): number {
  let offset = end;
  while (offset > 0 && WHITE_SPACE.test(text[offset - 1]!)) offset--;
  return offset;
}

function contentFrom(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && WHITE_SPACE.test(text[offset]!)) offset++;
  return offset;
}

function endsSentence(text: string, mark: string, start: number, end: number): boolean {
  if (mark === '' || !/^[.!?…]/.test(mark)) return true;
  if (end < text.length && !WHITE_SPACE.test(text[end]!)) return false;
  GOES_ON.lastIndex = end;
  if (GOES_ON.test(text)) return false;
  if (mark !== '.') return true;
  const word = wordBefore(text, start);
  return !(abbreviations().has(word) || isInitial(word));
}

/** Returns up to 8 letters before an offset. Longer words are no abbreviations. */
function wordBefore(text: string, end: number): string {
  return /\p{L}{0,8}$/u.exec(text.slice(Math.max(0, end - 8), end))?.[0] ?? '';
}

/** Tells whether a word is an initial: a single capital, except "I". */
function isInitial(word: string): boolean {
  return word !== 'I' && /^\p{Lu}$/u.test(word);
}

/** Cuts a long sentence at each line end with text on both sides. */
function addLineEnds(text: string, start: number, end: number, ends: number[]): void {
  let content = start;
  for (;;) {
    const line = text.indexOf('\n', content);
    if (line < 0 || line >= end) return;
    content = contentFrom(text, line);
    if (content >= end) return;
    ends.push(withoutSpace(text, line));
  }
}

/**
 * Shuffles the sentences of a text. Each keeps the white space before it, so length and paragraphs stay.
 *
 * @param seed - equal seeds give the same order
 */
export function shuffledSentences(text: string, seed: number): string {
  const ends = sentenceBoundaries(text);
  const sentences = ends.slice(1).map((end, i) => text.slice(ends[i], end));
  return shuffled(sentences, seedrandom(`shuffle/${seed}`)).join('');
}
