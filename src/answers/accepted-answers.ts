/** Whether an answer gives one of the accepted answers, as whole words, in the part of it that answers. */

import { kept, once } from '../base/kept.js';
import { alternatives } from '../base/text/literal.js';
import type { Doubt } from '../contract/reading.js';
import type { Accepted, AcceptedStyle } from './answer.js';
import { withDigits } from './numbers/worded-numbers.js';
import { doubtOf } from './standing.js';
import { boxesOf } from './texts/boxes.js';
import { plainWriting, withoutLatex } from './texts/plain-writing.js';
import { spansOf, type TextSpan, type Words, wordsOf } from './texts/whole-words.js';
import { anyOf, inAnyCase, readingWords } from './words.js';

/**
 * Looks for an accepted answer. "Yes" and "no" count only at the start of a sentence, and not of who does not
 * know.
 *
 * @param text - the answer without its reasoning
 *
 * @example
 * acceptedAnswer('I do not know.', ['no'], english) // { mark: 0 }
 * acceptedAnswer('Forty-six weeks', ['six weeks'], english) // { mark: 0 }
 * acceptedAnswer('Six weeks or eight weeks', ['six weeks'], english) // { mark: 0, doubt: 'one of two' }
 */
export function acceptedAnswer(
  text: string,
  accepted: readonly string[],
  { articles, absent }: AcceptedStyle,
): Accepted {
  const plain = alike(text);
  const whole = new Searched(plain, articles);
  const answering = answeringPart(plain);
  const part = answering === plain ? whole : new Searched(answering, articles);
  const values = accepted.map(alike);
  const isRight = (other: string) => {
    const joined = new Searched(other, articles);
    return values.some((value) => joined.placesOf(value).length > 0);
  };
  const isKnown = !saysAbsent(part.text, absent);
  let doubt: Doubt | undefined;
  for (const value of values) {
    const side = sideOf(value);
    const said = side && isKnown ? saidSide(part.text) : undefined;
    if (said && said === side) return { mark: 1 };
    if (said) continue;
    const known = (searched: Searched) =>
      searched.placesOf(value).filter((place) => !standsInUnknown(searched.text, place, absent));
    const places = known(part);
    const found = doubtOf(part.text, places, isRight) ?? (side && 'not asserted');
    if (places.length === 0) doubt ??= known(whole).length > 0 ? 'elsewhere' : undefined;
    else if (found) doubt ??= found;
    else return { mark: 1 };
  }
  return { mark: 0, ...(doubt && { doubt }) };
}

function alike(text: string): string {
  return plainWriting(text)
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/g, "'");
}

class Searched {
  readonly #words = new Map<string, Words>();
  readonly #articles: ReadonlySet<string>;

  constructor(
    readonly text: string,
    articles: readonly string[],
  ) {
    this.#articles = new Set(articles);
  }

  /** Finds a value. Its numbers in words are looked for as digits, since they may end a longer number. */
  placesOf(value: string): TextSpan[] {
    const digits = withDigits(value);
    const inDigits = this.#found(digits, true);
    const isWorded = digits !== value && /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(value);
    return inDigits.length > 0 || isWorded ? inDigits : this.#found(value, false);
  }

  #found(value: string, inDigits: boolean): TextSpan[] {
    const bare = wordsOf(value, this.#articles);
    // An answer that is an article or a letter would leave nothing to look for.
    const isBare = bare.joined !== '';
    const text = kept(this.#words, `${inDigits} ${isBare}`, () =>
      wordsOf(
        inDigits ? withDigits(this.text, { inPlace: true }) : this.text,
        isBare ? this.#articles : undefined,
      ),
    );
    const wanted = isBare ? bare : wordsOf(value);
    return wanted.joined === '' ? signsIn(this.text, value) : spansOf(text, wanted);
  }
}

/** Finds a value without words, such as "★". */
function signsIn(text: string, value: string): TextSpan[] {
  const sign = value.trim();
  const start = sign === '' ? -1 : text.indexOf(sign);
  return start < 0 ? [] : [{ start, end: start + sign.length }];
}

type Side = 'yes' | 'no';

const patterns = once(() => {
  const { yes, no, and, or } = readingWords();
  const words = (list: readonly string[], isShort: boolean) =>
    anyOf(list.filter((word) => isShort === (word.length === 1 && word > 'z')));
  const end = '(?=\\s*(?:[,.;:!?。，；：！？、"\'”*_)\\]—–-]|$))';
  const others = `(?![\\s,/]{0,3}(?:${anyOf([...and, ...or])})?\\s{0,3}(?:${anyOf(no)})${end})`;
  return {
    yes: new RegExp(`^(?:${anyOf(yes)})$`, 'iu'),
    no: new RegExp(`^(?:${anyOf(no)})$`, 'iu'),
    /** One character, and "no", also begin other words, so something has to end them. */
    said: new RegExp(
      `(?<=^|[.!?。！？\\n:：]\\s{0,3})[\\s"'“*_(\\[-]{0,6}` +
        `(?:(?<yes>(?:${words(yes, false)})${others}|(?:${words(yes, true)})${end})` +
        `|(?<no>(?:${anyOf(no.filter((word) => !isHan(word)))}|${words(no, true)})${end}` +
        `|(?:${anyOf(no.filter((word) => isHan(word) && word.length > 1))})))`,
      'giu',
    ),
  };
});

function isHan(word: string): boolean {
  return /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(word);
}

export function sideOf(accepted: string): Side | undefined {
  const { yes, no } = patterns();
  const plain = accepted.trim().replace(/[.!。]$/, '');
  if (yes.test(plain)) return 'yes';
  return no.test(plain) ? 'no' : undefined;
}

/** Tells which side the sentences begin with. Nothing for neither or both. */
export function saidSide(text: string): Side | undefined {
  const sides = new Set(
    [...text.matchAll(patterns().said)].map(({ groups }) => (groups!.yes ? 'yes' : 'no')),
  );
  return sides.size === 1 ? [...sides][0] : undefined;
}

const unknown = once(() => {
  const { notKnown, notFound } = readingWords();
  return [...notKnown, ...notFound];
});

export function saysAbsent(text: string, absent: readonly string[]): boolean {
  const plain = text.toLowerCase();
  return [...unknown(), ...absent].some((phrase) => plain.includes(phrase));
}

const LONGEST = 40;

/** Tells whether a place is part of a phrase that says that the answer is not known. */
export function standsInUnknown(
  text: string,
  { start, end }: TextSpan,
  absent: readonly string[],
): boolean {
  const from = Math.max(0, start - LONGEST);
  const around = text.slice(from, end + LONGEST).toLowerCase();
  return [...unknown(), ...absent].some((phrase) => {
    if (phrase.length <= end - start) return false;
    const at = around.lastIndexOf(phrase, start - from);
    return at >= 0 && from + at <= start && from + at + phrase.length >= end;
  });
}

const labels = once(() => {
  const { answer, finalAnswer, answerIs, restart } = readingWords();
  const label = inAnyCase(alternatives([...finalAnswer, ...answer]));
  return {
    stated: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${label})(?:[*_"' ]{0,4}[:：=]|\\s{1,3}(?:${anyOf(answerIs)})|(?:${alternatives(answerIs)}))[*_]{0,3}`,
      'gu',
    ),
    anew: new RegExp(
      `(?<=^|[.!?。！？\\n—–-]\\s{0,3})(?:${inAnyCase(anyOf(restart))})[^\\n.!?,:，：。！？]{0,20}[,:，：.!。！…—–-]`,
      'gmu',
    ),
  };
});

/**
 * Returns what answers: the last box; what follows the last "Answer:" up to an empty line; what follows the
 * last "Wait, …"; else all.
 *
 * @example
 * answeringPart('Six weeks? Wait, no.\nAnswer: eight weeks') // 'eight weeks'
 */
export function answeringPart(text: string): string {
  const box = boxesOf(text).at(-1);
  if (box !== undefined && hasWord(box)) return withoutLatex(box);
  const { stated, anew } = labels();
  return behindLast(text, stated, firstParagraph) ?? behindLast(text, anew) ?? text;
}

function behindLast(
  text: string,
  pattern: RegExp,
  part: (behind: string) => string = (behind) => behind,
): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  const behind = last && part(text.slice(last.index + last[0].length));
  return behind !== undefined && hasWord(behind) ? behind : undefined;
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Returns the first paragraph, unless it is empty or ends with a colon. */
function firstParagraph(text: string): string {
  const start = text.length - text.trimStart().length;
  for (let end = text.indexOf('\n\n', start); end >= 0; end = text.indexOf('\n\n', end + 2)) {
    if (!/[:：]\s*$/.test(text.slice(Math.max(0, end - 5), end))) return text.slice(0, end);
  }
  return text;
}
