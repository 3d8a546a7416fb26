/** Plants facts in results of a session that has too few values to ask for. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { oneOf } from '../../../base/shuffle.js';
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import { factsIn, isNoise, PLANTED, type ValueCandidate } from './candidates.js';

interface Planting {
  seed: number;
  /** How many characters have a fact at least. */
  every: number;
  /** Of which words the names of facts are made. */
  names: { first: readonly string[]; second: readonly string[] };
}

/** Results with fewer lines would show the planted one. */
const LEAST_LINES = 3;

/**
 * Turns with facts in every stretch that has none.
 *
 * @param found - candidates that stand in the turns
 */
export function planted(
  turns: readonly Turn[],
  found: readonly ValueCandidate[],
  { seed, every, names }: Planting,
): { turns: Turn[]; candidates: ValueCandidate[] } {
  const holdsFacts = factsIn(turns);
  const random = seedrandom(`own-history/planted/${seed}`);
  const has = new Set(found.map(({ turn }) => turn));
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

/** Matches lines that give a value, and writes another of the same shape. */
const SHAPES: readonly (readonly [RegExp, (key: string, value: string) => string])[] = [
  [/^\s*"[\w-]+": "?[^"{[]+"?,$/, (key, value) => `"${key}": "${value}",`],
  [/^\s*[\w-]+ ?= ?\S/, (key, value) => `${key} = ${value}`],
  [/^\s*[#*-] /, (key, value) => `- ${key.replaceAll('_', ' ')}: ${value}`],
  [/^\s*[\w -]{2,40}: \S/, (key, value) => `${key.replaceAll('_', ' ')}: ${value}`],
];

/** Match numbered lines of a file, and empty ones among them. */
const NUMBERED = /^\s*\d+(?:→|\t)/;
const EMPTY = /^\s*\d+(?:→|\t)\s*$/;

function shapeOf(line: string) {
  const shape = SHAPES.find(([pattern]) => pattern.test(line));
  return shape && !isNoise(line) ? shape : undefined;
}

/** A line with its kind, found once, since each fact of a long result searches all lines. */
interface Line {
  text: string;
  isEmpty: boolean;
  isShaped: boolean;
}

function lineOf(text: string): Line {
  return { text, isEmpty: EMPTY.test(text), isShaped: shapeOf(text) !== undefined };
}

class Holder {
  private readonly lines: Line[];

  constructor(content: string) {
    this.lines = content.split('\n').map(lineOf);
  }

  text(): string {
    return this.lines.map(({ text }) => text).join('\n');
  }

  /** Write one more line as the one that it follows, as far in; of a file with numbers, in an empty line. */
  plant(key: string, value: string, random: () => number): void {
    const { lines } = this;
    const start = 1 + Math.floor(random() * (lines.length - 2));
    const empty = this.next(start, ({ isEmpty }) => isEmpty);
    if (empty >= 0) {
      lines[empty] = lineOf(`${lines[empty]!.text}${key} = ${value}`);
      return;
    }
    const shaped = this.next(start, ({ isShaped }) => isShaped);
    const last = NUMBERED.test(lines[start]!.text) ? lines.length - 1 : start;
    const at = shaped >= 0 ? shaped : last;
    const { text } = lines[at]!;
    const [, write] = shapeOf(text) ?? SHAPES.at(-1)!;
    lines.splice(at + 1, 0, lineOf(/^\s*/.exec(text)![0] + write(key, value)));
  }

  /** The first line of a kind from a place on, and from the top again behind the last one; -1 for none. */
  private next(start: number, is: (line: Line) => boolean): number {
    const { lines } = this;
    for (let at = start; at < lines.length; at++) if (is(lines[at]!)) return at;
    return lines.findIndex((line, at) => at < start && is(line));
  }
}
