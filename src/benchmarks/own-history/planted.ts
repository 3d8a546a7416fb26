/** Facts in the shape of a session's results, where it has too few values of its own that can be asked for. */
import seedrandom from 'seedrandom';
import { oneOf } from '../../base/shuffle.js';
import { type Turn, textOfTurn } from '../transcript.js';
import { type Candidate, factsIn, isNoise, PLANTED } from './candidates.js';

interface Planting {
  seed: number;
  /** How many characters have a fact at least. */
  every: number;
  /** Of which words the names of facts are made. */
  names: { first: readonly string[]; second: readonly string[] };
}

/** How a line of a result gives a value, and how one more such line is written. */
const SHAPES: readonly (readonly [RegExp, (key: string, value: string) => string])[] = [
  [/^\s*"[\w-]+": "?[^"{[]+"?,$/, (key, value) => `"${key}": "${value}",`],
  [/^\s*[\w-]+ ?= ?\S/, (key, value) => `${key} = ${value}`],
  [/^\s*[#*-] /, (key, value) => `- ${key.replaceAll('_', ' ')}: ${value}`],
  [/^\s*[\w -]{2,40}: \S/, (key, value) => `${key.replaceAll('_', ' ')}: ${value}`],
];

/** A line of a file that is shown with numbers, and one of them that is empty. */
const NUMBERED = /^\s*\d+(?:→|\t)/;
const EMPTY = /^\s*\d+(?:→|\t)\s*$/;

/** A result has at least this many lines, so that one more is nothing new. */
const LEAST_LINES = 3;

/**
 * Turns with facts in every stretch that has none.
 *
 * @param own - candidates that stand in the turns
 */
export function planted(
  turns: readonly Turn[],
  own: readonly Candidate[],
  { seed, every, names }: Planting,
): { turns: Turn[]; candidates: Candidate[] } {
  const holdsFacts = factsIn(turns);
  const random = seedrandom(`own-history/planted/${seed}`);
  const has = new Set(own.map(({ turn }) => turn));
  const written = [...turns];
  const candidates: Candidate[] = [];
  const used = new Set<string>();
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
    for (; since >= every; since -= every) {
      const holder = written[best] as Extract<Turn, { content: string }>;
      const name = freeName(names, used, random);
      const value = `${10_000 + Math.floor(random() * 90_000)}`;
      written[best] = { ...holder, content: withLine(holder.content, name, value, random) };
      candidates.push({ turn: best, value, kind: PLANTED });
    }
    best = undefined;
  });
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

/** A text with one more line, written as the one that it follows, as far in; of a file with numbers, in an empty line. */
function withLine(text: string, key: string, value: string, random: () => number): string {
  const lines = text.split('\n');
  const start = 1 + Math.floor(random() * (lines.length - 2));
  const order = lines.map((_, i) => (start + i) % lines.length);
  const empty = order.find((at) => EMPTY.test(lines[at]!));
  if (empty !== undefined) return lines.with(empty, `${lines[empty]}${key} = ${value}`).join('\n');
  const shaped = order.flatMap((at) => {
    const shape = SHAPES.find(([pattern]) => pattern.test(lines[at]!) && !isNoise(lines[at]!));
    return shape ? [{ at, write: shape[1] }] : [];
  });
  const isNumbered = NUMBERED.test(lines[start]!);
  const last = { at: isNumbered ? lines.length - 1 : start, write: SHAPES.at(-1)![1] };
  const { at, write } = shaped[0] ?? last;
  const indent = /^\s*/.exec(lines[at]!)![0];
  return [...lines.slice(0, at + 1), indent + write(key, value), ...lines.slice(at + 1)].join('\n');
}
