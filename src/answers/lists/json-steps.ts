/** The steps that read JSON: the whole answer, a fenced block, or a part of the text. */
import type { Answer } from '../answer.js';
import { roleBefore } from '../labels.js';
import { numberOf, plainNumberOf } from '../numbers/item-numbers.js';
import { sane } from '../numbers/numbers.js';
import { parseJson, type Region } from '../texts/brackets.js';
import { numberIn } from '../totals/json-total.js';
import { isPlain, itemsOf, LONGEST_BODY, numbersOfItems, openBracket } from './items.js';
import { type FoundList, listIn } from './json-values.js';
import { isUnderKey, underKey } from './keys.js';
import { chooseLabelled, correctedList, type Labelled, labelBefore } from './runs.js';

/** The whole answer is JSON. */
export function listInJson({ text, vocabulary }: Answer): number[] | undefined {
  return listIn(parseJson(text), vocabulary)?.numbers;
}

export function numberInJson({ text, vocabulary }: Answer): number | undefined {
  const value = parseJson(text);
  return numberIn(Array.isArray(value) ? underKey(value, vocabulary) : value, vocabulary);
}

/**
 * The last fenced block that is JSON with a list, of those with a key if there are any; unless what
 * stands behind the block corrects it.
 */
export function listInFence(answer: Answer): number[] | undefined {
  const { text, vocabulary } = answer;
  let found: { numbers: number[]; end: number } | undefined;
  for (const { body, end } of fencedBlocks(text)) {
    const list = listIn(parseJson(body), vocabulary);
    if (list?.keyed) {
      found = { numbers: list.numbers, end };
      break;
    }
    if (list) found ??= { numbers: list.numbers, end };
  }
  return found && !isCorrected(answer, found) ? found.numbers : undefined;
}

/** Whether another list under a key, or one that says that it corrects it, stands behind a list. */
function isCorrected(answer: Answer, found: Pick<Labelled, 'end' | 'numbers'>): boolean {
  const later = answer.brackets.outermost.filter(({ start }) => start >= found.end);
  return (
    later.some((region) => {
      const list = listInRegion(answer, region);
      return list?.keyed && list.numbers.length > 0;
    }) || correctedList(answer, found) !== undefined
  );
}

export function numberInFence({ text, vocabulary }: Answer): number | undefined {
  for (const { body } of fencedBlocks(text)) {
    const value = parseJson(body);
    const number = typeof value === 'number' ? sane(value) : numberIn(value, vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Only so many fenced blocks are looked at, the last ones. */
const MOST_BLOCKS = 100;

/** The bodies of fenced blocks, the last one first; a block that does not close reaches to the end. */
function fencedBlocks(text: string): { body: string; end: number }[] {
  const marks: { start: number; end: number }[] = [];
  for (let start = text.indexOf('```'); start >= 0; ) {
    let end = start + 3;
    while (text[end] === '`') end++;
    marks.push({ start, end });
    // An even number of marks less leaves the others as they pair.
    if (marks.length > 4 * MOST_BLOCKS) marks.splice(0, 2 * MOST_BLOCKS);
    start = text.indexOf('```', end);
  }
  const blocks: { body: string; end: number }[] = [];
  const lastOpening = marks.length - (marks.length % 2 === 0 ? 2 : 1);
  for (let i = lastOpening; i >= 0 && blocks.length < MOST_BLOCKS; i -= 2) {
    const body = text.slice(marks[i]!.end, marks[i + 1]?.start);
    const end = marks[i + 1]?.end ?? text.length;
    blocks.push({ body: body.replace(/^[a-zA-Z][\w+-]{0,20}/, ''), end });
  }
  return blocks;
}

/**
 * The last list under a key, somewhere in the text, unless what stands behind it corrects it; else a
 * number under a key in each of several objects; else of several arrays of two numbers or more the one
 * that is called right, or the last. Without a key nothing but numbers with a word or two
 * behind them counts, and nothing at all if the text ends inside a list that has a key.
 */
export function embeddedList(answer: Answer): number[] | undefined {
  const { plain, brackets, vocabulary } = answer;
  const objects = numberOfEach(answer);
  if (objects) return objects;
  const unkeyed: Labelled[] = [];
  for (const region of brackets.outermost.toReversed()) {
    const found = listInRegion(answer, region);
    if (found?.keyed) return correctedList(answer, { ...region, ...found }) ?? found.numbers;
    if (found && found.numbers.length > 1) {
      const role = roleBefore(labelBefore(plain, region.start));
      unkeyed.unshift({ ...region, numbers: found.numbers, role });
    }
  }
  const open = openBracket(plain);
  if (open !== undefined && isUnderKey(plain, open, vocabulary)) return undefined;
  const chosen = chooseLabelled(unkeyed);
  return chosen && (correctedList(answer, unkeyed.at(-1)!) ?? chosen);
}

/** The last array of a single number, which may be a footnote, so that every other list goes first. */
export function loneNumber(answer: Answer): number[] | undefined {
  return answer.brackets.outermost
    .toReversed()
    .map((region) => listInRegion(answer, region)?.numbers ?? [])
    .find((numbers) => numbers.length > 0);
}

/** Fewer objects than this are no list of them. */
const FEWEST_OBJECTS = 2;

/** The numbers of several objects with one each, as where each line is JSON of its own. */
function numberOfEach({ plain, brackets, vocabulary }: Answer): number[] | undefined {
  if (openBracket(plain) !== undefined) return undefined;
  const numbers: number[] = [];
  for (const { start, end } of brackets.outermost) {
    const value = plain[start] === '{' ? parseRegion(plain.slice(start, end)) : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    if (Object.values(value).some(Array.isArray)) return undefined;
    const isListed = Object.values(value).some(
      (inner) => typeof inner === 'string' && numbersInItems(inner) > 1,
    );
    const number = isListed ? undefined : numberOf(value, vocabulary);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers.length >= FEWEST_OBJECTS ? numbers : undefined;
}

/** How many numbers a text lists with commas. */
function numbersInItems(text: string): number {
  return itemsOf(text).filter((item) => plainNumberOf(item) !== undefined).length;
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
