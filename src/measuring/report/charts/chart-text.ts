/** How names and lengths are written in charts and in the HTML report. */
import { visibleText } from '../../../base/doors.js';
import { capital } from '../../../base/text/texts.js';
import { amountAt, type Sizes } from '../../output/sizes.js';
import { lengthText } from '../../output/words.js';

/** What an axis of lengths is called. */
export function lengthTitle(sizes: Sizes | undefined): string {
  return sizes
    ? `${capital(sizes.noun)}s in the context (mean length in tokens)`
    : 'Length of the context, in tokens';
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

/** Short names, each different, in the order of the names. */
export function shortNames(names: readonly string[], longest: number): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const short = shorten(name, longest) || '(no name)';
      let free = short;
      for (let number = 2; taken.has(free); number++) free = `${short} (${number})`;
      taken.add(free);
      return [name, free];
    }),
  );
}
