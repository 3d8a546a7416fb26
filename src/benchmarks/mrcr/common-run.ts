/**
 * The longest run of characters that two texts have in common, popular characters left out: in two
 * ways that find the same run. Pairs of equal characters are few in prose, and looked at one by one;
 * where they are many, as in an answer made to take long, a suffix automaton takes linear time.
 */
import type { Block, NumberedTexts, Range } from './matching.js';
import { SuffixAutomaton } from './suffix-automaton.js';

/** After so many pairs for each character, the automaton is faster. */
const PAIRS_PER_CHARACTER = 4;

/**
 * Of several longest runs, the one that begins first in `a`, and of these, first in `b`; a run of no
 * length at the start of the range where there is none.
 */
export function longestCommonRun(texts: NumberedTexts, range: Range): Block {
  return byPairs(texts, range) ?? byAutomaton(texts, range);
}

/** Nothing where there are too many pairs. */
function byPairs(
  { a, b, rareA, rareB, longestRare, places }: NumberedTexts,
  { startA, endA, startB, endB }: Range,
): Block | undefined {
  const best: Block = { atA: startA, atB: startB, length: 0 };
  let left = PAIRS_PER_CHARACTER * (endA - startA + endB - startB);
  for (let i = startA; i + best.length < endA && best.length < longestRare; i++) {
    if (rareA[i]! <= best.length) continue;
    const list = places[a[i]!]!;
    for (let p = firstFrom(list, startB); p < list.length; p++) {
      const j = list[p]!;
      if (j + best.length >= endB) break;
      if (left-- === 0) return undefined;
      if (rareB[j]! <= best.length) continue;
      const most = Math.min(rareA[i]!, rareB[j]!, endA - i, endB - j);
      let length = 1;
      while (length < most && a[i + length] === b[j + length]) length++;
      left -= length >> 2;
      if (length > best.length) Object.assign(best, { atA: i, atB: j, length });
    }
    if (left < 0) return undefined;
  }
  return best;
}

/** Index of the first number that is at least so large, in an ascending list. */
function firstFrom(list: readonly number[], least: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byAutomaton(
  { a, b, characters, rareA, rareB }: NumberedTexts,
  { startA, endA, startB, endB }: Range,
): Block {
  const automaton = new SuffixAutomaton(endB - startB, characters);
  for (let j = startB; j < endB; j++) {
    // A character of its own for each popular one, so that no run goes over it.
    automaton.add(rareB[j]! > 0 ? b[j]! : characters + j);
  }
  const best: Block = { atA: startA, atB: startB, length: 0 };
  const match = automaton.start();
  for (let i = startA; i < endA; i++) {
    automaton.follow(match, rareA[i]! > 0 ? a[i]! : undefined);
    if (match.length > best.length) {
      const { length } = match;
      const firstEnd = startB + automaton.firstEnd(match.state);
      Object.assign(best, { atA: i - length + 1, atB: firstEnd - length + 1, length });
    }
  }
  return best;
}
