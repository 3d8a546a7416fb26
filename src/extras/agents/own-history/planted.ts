/** Facts in the shape of a session's results, where it has too few values of its own that can be asked for. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { oneOf } from '../../../base/shuffle.js';
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import { factsIn, PLANTED, type ValueCandidate } from './candidates.js';
import { Holder } from './holder.js';

interface Planting {
  seed: number;
  /** How many characters have a fact at least. */
  every: number;
  /** Of which words the names of facts are made. */
  names: { first: readonly string[]; second: readonly string[] };
}

/** A result has at least this many lines, so that one more is nothing new. */
const LEAST_LINES = 3;

/**
 * Turns with facts in every stretch that has none.
 *
 * @param own - candidates that stand in the turns
 */
export function planted(
  turns: readonly Turn[],
  own: readonly ValueCandidate[],
  { seed, every, names }: Planting,
): { turns: Turn[]; candidates: ValueCandidate[] } {
  const holdsFacts = factsIn(turns);
  const random = seedrandom(`own-history/planted/${seed}`);
  const has = new Set(own.map(({ turn }) => turn));
  const written = [...turns];
  const candidates: ValueCandidate[] = [];
  const used = new Set<string>();
  const holders = new Map<number, Holder>();
  let since = 0;
  let best: number | undefined;
  const lengthOf = (i: number) => textOfTurn(turns[i]!).length;
  turns.forEach((turn, i) => {
    since += lengthOf(i);
    if (has.has(i)) {
      // A long result has one of its own, and room for more.
      since = Math.max(0, lengthOf(i) - every);
      best = undefined;
    }
    const canHold = holdsFacts(turn) && turn.content.split('\n').length >= LEAST_LINES;
    if (canHold && (best === undefined || lengthOf(i) > lengthOf(best))) best = i;
    if (since < every || best === undefined) return;
    const { content } = turns[best] as Extract<Turn, { content: string }>;
    const holder = kept(holders, best, () => new Holder(content));
    for (; since >= every; since -= every) {
      const name = freeName(names, used, random);
      const value = `${10_000 + Math.floor(random() * 90_000)}`;
      holder.plant(name, value, random);
      candidates.push({ turn: best, value, kind: PLANTED });
    }
    best = undefined;
  });
  for (const [i, holder] of holders) {
    written[i] = { ...(turns[i] as Extract<Turn, { content: string }>), content: holder.text() };
  }
  return { turns: written, candidates };
}

function freeName(
  { first, second }: Planting['names'],
  used: Set<string>,
  random: () => number,
): string {
  for (let number = 1; ; number++) {
    const name = `${oneOf(first, random)}_${oneOf(second, random)}${number > 40 ? `_${number}` : ''}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
