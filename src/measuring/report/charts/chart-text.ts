/** How names and lengths are written in charts and in the HTML report. */
import { visibleText } from '../../../base/doors.js';
import { say } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { amountAt, nounText, type Sizes } from '../../document/sizes.js';
import { lengthText, shareText } from '../../document/words.js';
import type { Interval } from '../../statistics/interval.js';

/** What an axis of lengths is called. */
export function lengthTitle(sizes: Sizes | undefined): string {
  return sizes
    ? capital(say`${nounText(sizes.noun)}s in the context (mean length in tokens)`)
    : say`Length of the context, in tokens`;
}

/**
 * A label for each length, as short as they can be while all differ: `64K`, `65.5K`, `65536`; of prompts that
 * are sized by how many things they have, that number and their mean length: `8 (10.5K)`.
 */
export function lengthLabels(lengths: readonly number[], sizes?: Sizes): Map<number, string> {
  if (sizes) {
    return new Map(
      lengths.map((tokens) => [tokens, `${amountAt(sizes, tokens)} (${lengthText(tokens)})`]),
    );
  }
  const kilo = (tokens: number) => `${Math.round(tokens / 100) / 10}K`;
  const isDistinct = (label: (tokens: number) => string) =>
    new Set(lengths.map(label)).size === new Set(lengths).size;
  const label = [lengthText, kilo].find(isDistinct) ?? String;
  return new Map(lengths.map((tokens) => [tokens, label(tokens)]));
}

/** One line of at most `longest` characters, shortened in the middle, where names rarely differ. */
export function shorten(text: string, longest: number): string {
  const characters = [...visibleText(text).replace(/\s+/g, ' ').trim()];
  if (characters.length <= longest) return characters.join('');
  const tail = Math.floor((longest - 1) / 3);
  const head = longest - 1 - tail;
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

/** The name of a reader in a chart is cut to this. */
export const LONGEST_NAME = 36;

/** Short names, each different, in the order of the names. */
export function shortNames(names: readonly string[], longest: number): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const short = shorten(name, longest) || say`(no name)`;
      let free = short;
      for (let number = 2; taken.has(free); number++) free = `${short} (${number})`;
      taken.add(free);
      return [name, free];
    }),
  );
}

/** What a mark says when it is read aloud. */
export function spokenRecall({ value, low, high }: Interval): string {
  return low < high
    ? say`recall ${shareText(value)}, interval ${shareText(low)} to ${shareText(high)}`
    : say`recall ${shareText(value)}`;
}

const FULL_WIDTH = /[\u1100-\u115f\u2e80-\ud7a3\uf900-\ufaff\ufe30-\uffe6]|\p{Emoji_Presentation}/u;

/** Width of a text in DejaVu Sans, nearly: the same on every machine, whatever fonts it has. */
export function textWidth(text: string, fontSize = 12): number {
  let ems = 0;
  for (const character of text) {
    if (FULL_WIDTH.test(character)) ems += 1;
    else if (/[iljI.,:;'|!()[\]{} ftr·]/.test(character)) ems += 0.36;
    else if (/[mwMW%@—]/.test(character)) ems += 0.95;
    else ems += /[A-Z★…]/.test(character) ? 0.72 : 0.61;
  }
  return Math.ceil(ems * fontSize);
}

/** A name on one line or two, broken behind what joins its parts where it can be; what is longer is cut. */
export function inTwoLines(name: string, width: number): string[] {
  if (textWidth(name) <= width) return [name];
  const letters = [...name];
  const fitting = (from: number) => {
    let to = from;
    while (to < letters.length && textWidth(letters.slice(from, to + 1).join('')) <= width) to++;
    return to;
  };
  const most = fitting(0);
  const joint = letters.findLastIndex((letter, i) => i < most && /[\s/:_.-]/.test(letter)) + 1;
  const breakAt = joint > most / 3 ? joint : most;
  const end = fitting(breakAt);
  const isCut = end < letters.length;
  const second = letters.slice(breakAt, isCut ? end - 1 : end).join('');
  return [letters.slice(0, breakAt).join('').trim(), `${second}${isCut ? '…' : ''}`];
}
