/** Whether an answer stands by what it says, or denies it. */
import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { anyOf, readingWords } from '../words.js';
import type { Place } from './whole-words.js';

/** So much before and behind what is said is looked at. */
const BEFORE = 80;
const BEHIND = 60;

/** At most this many places of it are looked at, the first ones. */
const MOST_PLACES = 50;

const patterns = once(() => {
  const words = readingWords();
  const noDenial = `(?!\\s*(?:${anyOf([...words.noDenial, ...words.denialItself])}))`;
  return {
    denial: new RegExp(
      `(?:(?:${anyOf(words.denial)})${noDenial}|(?:${anyOf(words.denialHan)})${noDenial}).{0,45}$`,
      'isu',
    ),
    noDenialHere: new RegExp(`(?:${anyOf(words.noDenial)})\\s(?:in\\s|the\\s){0,2}$`, 'iu'),
    denialBehind: new RegExp(`^[\\p{L}\\p{N}'"”]{0,4}(?:${words.denialBehindKo.join('|')})`, 'u'),
    /** So that a denial before it says nothing of what comes behind. */
    clauseEnd: new RegExp(
      `[.,;:!?。，；：！？、\\n—–]|\\s-\\s|\\s(?!(?:${anyOf(words.denial)}))(?:${alternatives(words.turn)})\\s` +
        `|${alternatives(words.turnHan)}`,
      'giu',
    ),
  };
});

/**
 * Whether a text stands by something at least once.
 *
 * @param wanted - finds it; with the flag `g`
 * @returns true also where `wanted` finds nothing
 *
 * @example
 * isAsserted('It was not built in 1829, but in 1830.', /1829/g) // false
 */
export function isAsserted(text: string, wanted: RegExp): boolean {
  const places = [...text.matchAll(wanted)].slice(0, MOST_PLACES);
  if (places.length === 0) return true;
  return places.some(({ index, 0: found }) =>
    isAssertedAt(text, { start: index, end: index + found.length }),
  );
}

/** Whether a text stands by what it says at one place. */
export function isAssertedAt(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start).replaceAll('’', "'");
  const behind = text.slice(end, end + BEHIND);
  return !isDenied(before, behind);
}

function isDenied(before: string, behind: string): boolean {
  const { denial, denialBehind, noDenialHere, clauseEnd } = patterns();
  if (denialBehind.test(behind)) return true;
  const ends = [...before.matchAll(clauseEnd)].at(-1);
  const clause = ends ? before.slice(ends.index + ends[0].length) : before;
  return denial.test(clause) && !noDenialHere.test(clause);
}
