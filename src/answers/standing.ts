/**
 * Finds what an answer does not stand by: what it takes back, denies, asks, or offers as one of two. If the
 * rest scores otherwise, nobody knows which it says. This code does not know what is right.
 */
import { once } from '../base/kept.js';
import { alternatives } from '../base/text/literal.js';
import type { Doubt } from '../contract/reading.js';
import type { TextSpan } from './texts/whole-words.js';
import { anyOf, readingWords } from './words.js';

/** Behind so many denied words, a comma, colon or line end ends what is denied. */
const DENIED_WORDS = 3;

/** How far, in UTF-16 units, and how often denials, questions and "or" are looked for. */
const LONGEST = 2000;
const MOST = 50;

const patterns = once(() => {
  const words = readingWords();
  return {
    /** Leaves out corrections that only add what was missed. */
    takesBack: new RegExp(
      `(?:${alternatives(words.takesBack)})(?![^\\n]{0,40}(?:${alternatives(words.missed)}))`,
      'giu',
    ),
    denied: new RegExp(
      `(?:${anyOf(words.denial)}|${alternatives(words.denialHan)})` +
        `(?!\\s*(?:${anyOf([...words.noDenial, ...words.denialItself])}))`,
      'giu',
    ),
    cannotSay: new RegExp(anyOf(words.cannotSay), 'giu'),
    deniedEnd: new RegExp(
      `[.!?](?=\\s|$)|[。！？]|\\n\\s*\\n|(?<![:：]\\s*)\\n\\s*(?:[-*•+]|\\d{1,3}[.)])\\s|[,;:\\n，；：—]|\\s[-–]\\s|(?<=\\s)(?:${anyOf(words.noDenial)})\\s|(?<=\\s)(?:${alternatives(words.turn)})\\s|${alternatives(words.turnHan)}`,
      'giu',
    ),
    goesOn: new RegExp(
      `^\\s*(?:${anyOf([...words.itIs, ...words.therefore, ...words.turn])})`,
      'iu',
    ),
    also: new RegExp(`^\\s*(?:${anyOf(words.alsoDenied)})`, 'iu'),
    deniedBehind: new RegExp(
      `(?:${anyOf(words.deniedBehind)})|${alternatives(words.denialBehindKo)}`,
      'giu',
    ),
    or: new RegExp(
      `(?<!-)(?:${anyOf(words.or)})(?!-|\\s*(?:${anyOf(words.noAlternative)}))`,
      'giu',
    ),
  };
});

/** What an answer says without a part, or with either side of an "or". */
interface Standing {
  why: Doubt;
  texts: string[];
}

/** Returns what an answer stands by, for each reason why that is less than all of it. */
export function standingParts(text: string): Standing[] {
  const parts: Standing[] = [
    { why: 'corrected', texts: [behindCorrection(text)] },
    { why: 'not asserted', texts: [omitting(text, deniedIn(text))] },
    { why: 'asked', texts: [omitting(text, questionsIn(text))] },
    { why: 'one of two', texts: alternativesIn(text).map((sides) => omitting(text, sides)) },
  ];
  return parts.filter(({ texts }) => texts.some((part) => part !== text));
}

/** Returns what follows the last words that take something back. */
export function behindCorrection(text: string): string {
  const last = [...text.matchAll(patterns().takesBack)].at(-1);
  return last
    ? text.slice(last.index + last[0].length).replace(/^[\s.!:：。！*_—-]{1,20}/, '')
    : text;
}

type Stretch = readonly [start: number, end: number];

function stretches(
  text: string,
  pattern: RegExp,
  stretch: (start: number, end: number) => Stretch,
): Stretch[] {
  const found: Stretch[] = [];
  for (const { index, 0: place } of text.matchAll(pattern)) {
    found.push(stretch(index, index + place.length));
    if (found.length === MOST) break;
  }
  return found;
}

export function omitting(text: string, parts: readonly Stretch[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const [start, end] of parts.toSorted(([a], [b]) => a - b)) {
    if (start >= from) kept.push(text.slice(from, start));
    from = Math.max(from, end);
  }
  return from === 0 ? text : [...kept, text.slice(from)].join(' ');
}

/**
 * Finds what an answer denies, and where it calls something before it wrong.
 *
 * @param fewest - of so many words, a comma or a line's end does not end what is denied
 */
function deniedIn(given: string, fewest = DENIED_WORDS): Stretch[] {
  const { denied, cannotSay, deniedBehind } = patterns();
  const text = given.replaceAll('’', "'");
  return [
    ...stretches(text, cannotSay, (start) => [start, endOf(text, start, SENTENCE)]),
    ...stretches(text, denied, (start, end) => [start, endOfDenied(text, end, fewest)]),
    ...stretches(text, deniedBehind, (start, end) => [startOf(text, start, SENTENCE), end]),
  ];
}

const MOST_PLACES = 50;

function placesIn(text: string, wanted: RegExp): TextSpan[] {
  const found = [...text.matchAll(wanted)].slice(0, MOST_PLACES);
  return found.map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

function holds(parts: readonly Stretch[], { start, end }: TextSpan): boolean {
  return parts.some(([from, to]) => from <= start && end <= to);
}

/** Finds places that are denied. A value may be a denial itself: "not allowed". */
export function deniedPlaces<P extends TextSpan>(
  text: string,
  places: readonly P[],
  fewest?: number,
): Set<P> {
  const denied = deniedIn(text, fewest);
  return new Set(
    places.filter(({ start, end }) => {
      const isDenial = text.slice(start, end).search(patterns().denied) === 0;
      return !isDenial && holds(denied, { start, end: start + 1 });
    }),
  );
}

/**
 * Tells whether a text says something at least once without denying it.
 *
 * @param wanted - finds it; with the flag `g`
 * @returns true also where `wanted` finds nothing
 *
 * @example
 * isAsserted('It was not built in 1829, but in 1830.', /1829/g) // false
 */
export function isAsserted(text: string, wanted: RegExp): boolean {
  const places = placesIn(text, wanted);
  return places.length === 0 || deniedPlaces(text, places, 0).size < places.length;
}

/**
 * Returns why it is doubtful that an answer says a value. Nothing if one place of it is clear.
 *
 * @param wanted - finds the value, with the flag `g`, or where it stands
 * @param isRight - whether what is joined with it by "or" is right as well
 *
 * @example
 * doubtOf('Label: food or weather', /food/g) // 'one of two'
 */
export function doubtOf(
  text: string,
  wanted: RegExp | readonly TextSpan[],
  isRight: (other: string) => boolean = () => false,
): Doubt | undefined {
  const places = wanted instanceof RegExp ? placesIn(text, wanted) : wanted.slice(0, MOST_PLACES);
  if (places.length === 0) return undefined;
  const [denied, questions] = [deniedPlaces(text, places, 0), questionsIn(text)];
  const [before, behind] = alternativesIn(text);
  const others = [...behind, ...before];
  const doubts = places.map((place): Doubt | undefined => {
    const i = [...before, ...behind].findIndex((part) => holds([part], place));
    if (i >= 0 && !isRight(text.slice(...others[i]!))) return 'one of two';
    if (denied.has(place)) return 'not asserted';
    return holds(questions, place) ? 'asked' : undefined;
  });
  return doubts.includes(undefined) ? undefined : doubts[0];
}

/** Finds where a denial ends: with the sentence, at "but", or with a clause that brings no list. */
function endOfDenied(text: string, from: number, fewest: number): number {
  const { deniedEnd, goesOn, also } = patterns();
  const rest = text.slice(from, from + LONGEST);
  for (const { index, 0: sign } of rest.matchAll(deniedEnd)) {
    const isClause = /^[,:\n，：]$/.test(sign);
    const words = rest.slice(0, index).match(/\p{Script=Han}{1,2}|\p{L}+/gu)?.length ?? 0;
    const next = rest.slice(index + 1, index + 40);
    if (isClause && fewest > 0 && (also.test(next) || (words < fewest && !goesOn.test(next))))
      continue;
    return from + index + (/\p{L}/u.test(sign) ? sign.length : 0);
  }
  return from + rest.length;
}

const SENTENCE = /[.!?](?=\s)|[。！？\n]/g;
const CLAUSE = /[.!?](?=\s)|[。！？\n,，;；:：()（）]/g;

function startOf(text: string, place: number, ends: RegExp): number {
  const from = Math.max(0, place - LONGEST);
  const last = [...text.slice(from, place).matchAll(ends)].at(-1);
  return last ? from + last.index + 1 : from;
}

function endOf(text: string, place: number, ends: RegExp): number {
  const next = text.slice(place, place + LONGEST).search(ends);
  return next < 0 ? Math.min(text.length, place + LONGEST) : place + next;
}

function questionsIn(text: string): Stretch[] {
  const questions = /[?？](?=\s|$|["”'’*_`)\]])/g;
  return stretches(text, questions, (start, end) => [startOf(text, start, SENTENCE), end]);
}

/** Returns what stands before each "or", and what behind. */
function alternativesIn(text: string): [before: Stretch[], behind: Stretch[]] {
  const { or } = patterns();
  const before = stretches(text, or, (start, end) => {
    const bare = text
      .slice(Math.max(0, start - 10), start)
      .trimEnd()
      .replace(/[,，]$/, '');
    const last = Math.max(0, start - 10) + bare.length;
    return [startOf(text, last, /[\]})]$/.test(bare) ? SENTENCE : CLAUSE), end];
  });
  const behind = stretches(text, or, (start, end) => {
    const isWhole = /^\s*[[{(\\]/.test(text.slice(end, end + 10)) || hasLabel(text, end);
    return [start, endOf(text, end, isWhole ? SENTENCE : CLAUSE)];
  });
  return [before, behind];
}

/** Tells whether both sides have the same label: "Answer: A or Answer: B". */
function hasLabel(text: string, at: number): boolean {
  const label = /^\s*([^:：\n]{1,40}[:：[({])/.exec(text.slice(at, at + 60))?.[1];
  return label !== undefined && text.slice(Math.max(0, at - LONGEST), at).includes(label);
}
