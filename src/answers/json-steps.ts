/** The steps that read JSON: the whole answer, a fenced block, or a part of the text. */
import type { Answer } from './answer.js';
import { parseJson, type Region } from './brackets.js';
import { isPlain, LONGEST_BODY, numbersOfItems, openBracket } from './items.js';
import { type FoundList, isUnderKey, listIn, numberIn, underKey } from './keys.js';
import { sane } from './numbers.js';

/** The whole answer is JSON. */
export function listInJson({ text, vocabulary }: Answer): number[] | undefined {
  const value = parseJson(text);
  return typeof value === 'number' ? undefined : listIn(value, vocabulary)?.numbers;
}

export function numberInJson({ text, vocabulary }: Answer): number | undefined {
  const value = parseJson(text);
  return numberIn(Array.isArray(value) ? underKey(value, vocabulary) : value, vocabulary);
}

/** The last fenced block that is JSON with a list, of those with a key if there are any. */
export function listInFence({ text, vocabulary }: Answer): number[] | undefined {
  let found: number[] | undefined;
  for (const body of fencedBlocks(text)) {
    const list = listIn(parseJson(body), vocabulary);
    if (list?.keyed) return list.numbers;
    found ??= list?.numbers;
  }
  return found;
}

export function numberInFence({ text, vocabulary }: Answer): number | undefined {
  for (const body of fencedBlocks(text)) {
    const value = parseJson(body);
    const number = typeof value === 'number' ? sane(value) : numberIn(value, vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Only so many fenced blocks are looked at, the last ones. */
const MOST_BLOCKS = 100;

/** The bodies of fenced blocks, the last one first; a block that does not close reaches to the end. */
function fencedBlocks(text: string): string[] {
  const marks: { start: number; end: number }[] = [];
  for (let start = text.indexOf('```'); start >= 0; ) {
    let end = start + 3;
    while (text[end] === '`') end++;
    marks.push({ start, end });
    // An even number of marks less leaves the others as they pair.
    if (marks.length > 4 * MOST_BLOCKS) marks.splice(0, 2 * MOST_BLOCKS);
    start = text.indexOf('```', end);
  }
  const blocks: string[] = [];
  const lastOpening = marks.length - (marks.length % 2 === 0 ? 2 : 1);
  for (let i = lastOpening; i >= 0 && blocks.length < MOST_BLOCKS; i -= 2) {
    const body = text.slice(marks[i]!.end, marks[i + 1]?.start);
    blocks.push(body.replace(/^[a-zA-Z][\w+-]{0,20}/, ''));
  }
  return blocks;
}

/**
 * The last list under a key, somewhere in the text; else the last array of two numbers or more, else
 * of one. Without a key nothing but numbers with a word or two behind them counts, and nothing at all
 * if the text ends inside a list that has a key.
 */
export function embeddedList(answer: Answer): number[] | undefined {
  const { plain, brackets, vocabulary } = answer;
  const unkeyed: number[][] = [];
  for (const region of brackets.outermost.toReversed()) {
    const found = listInRegion(answer, region);
    if (found?.keyed) return found.numbers;
    if (found && found.numbers.length > 0) unkeyed.push(found.numbers);
  }
  const open = openBracket(plain);
  if (open !== undefined && isUnderKey(plain, open, vocabulary)) return undefined;
  return unkeyed.find((numbers) => numbers.length > 1) ?? unkeyed[0];
}

function listInRegion(answer: Answer, { start, end }: Region): FoundList | undefined {
  const { plain, brackets, vocabulary } = answer;
  const text = plain.slice(start, end);
  const value = parseRegion(text);
  if (value === undefined) {
    const inside = brackets.flat.filter((array) => array.start >= start && array.end <= end);
    return listInArrays(answer, inside);
  }
  if (!text.startsWith('[')) return listIn(value, vocabulary);
  if (isUnderKey(plain, start, vocabulary)) return listIn(underKey(value, vocabulary), vocabulary);
  const list = listIn(value, vocabulary);
  return list?.keyed || isPlain(text.slice(1, -1)) ? list : undefined;
}

/** The value of a region that is JSON and not too long to be part of an answer. */
export function parseRegion(text: string): unknown {
  return text.length > LONGEST_BODY ? undefined : parseJson(text);
}

/** The last list of arrays that stand in something that is not JSON. */
function listInArrays({ plain, vocabulary }: Answer, arrays: Region[]): FoundList | undefined {
  let unkeyed: FoundList | undefined;
  for (const { start, end } of arrays.toReversed()) {
    const body = plain.slice(start + 1, end - 1);
    const keyed = isUnderKey(plain, start, vocabulary);
    if (!keyed && (unkeyed || !isPlain(body))) continue;
    const isEmpty = keyed && body.trim() === '';
    const numbers = isEmpty ? [] : numbersOfItems(body, vocabulary);
    if (!numbers) continue;
    if (keyed) return { numbers, keyed };
    unkeyed = { numbers, keyed };
  }
  return unkeyed;
}

/** The number of the last JSON object that has one. */
export function embeddedNumber({ plain, brackets, vocabulary }: Answer): number | undefined {
  for (const { start, end } of brackets.outermost.toReversed()) {
    const number = numberIn(parseRegion(plain.slice(start, end)), vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}
