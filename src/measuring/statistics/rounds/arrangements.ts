/** Rearranges the rounds of a unit as they could have fallen to its runs. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import type { ComparedUnit, Round } from './units.js';

interface Arrangement {
  before: readonly Round[];
  now: readonly Round[];
}

/** Above this many arrangements, some are drawn. */
const MOST = 256;

export function observed({ runs }: ComparedUnit): Arrangement {
  return { before: runs.slice(0, -1).flat(), now: runs[runs.length - 1]! };
}

/** Lists every choice of rounds for the new run, or draws some. All others are the baseline's. */
export function freeRounds({ runs }: ComparedUnit): Round[][] {
  const rounds = runs.flat();
  const size = runs[runs.length - 1]!.length;
  return choicesOf(rounds.length, size).map((now) => now.map((i) => rounds[i]!));
}

const known = new Map<string, readonly number[][]>();

function choicesOf(count: number, size: number): readonly number[][] {
  return kept(known, `${count}/${size}`, () =>
    ways(count, size) <= MOST ? [...everyChoice(count, size)] : drawnChoices(count, size),
  );
}

function ways(count: number, size: number): number {
  let all = 1;
  for (let i = 1; i <= size; i++) all *= (count - size + i) / i;
  return Math.round(all);
}

function* everyChoice(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else {
    for (let first = from; first <= count - size; first++) {
      for (const more of everyChoice(count, size - 1, first + 1)) yield [first, ...more];
    }
  }
}

function drawnChoices(count: number, size: number): number[][] {
  const random = seedrandom(`${count}/${size}`);
  return Array.from({ length: MOST }, () => {
    const all = Array.from({ length: count }, (_, i) => i);
    return Array.from({ length: size }, () => all.splice(Math.floor(random() * all.length), 1)[0]!);
  });
}
