/**
 * How tests pass by the length of their prompts. They are different tests, so this is never an effect of length: only
 * `stretch` asks one test at several lengths.
 */
import { say } from '../../../base/text/language.js';
import { lengthText } from '../../document/words.js';
import { passRate } from '../../facts/tests/pass-rate.js';
import type { AskedReader, AskedTest } from '../../facts/tests/suite.js';
import { CHARACTERS_A_TOKEN } from '../../results/test-row.js';
import type { Interval } from '../../statistics/interval.js';

/** Tests of one reader whose prompts are about as long. */
export interface LengthBand {
  reader: string;
  /** In tokens; the last has no end. */
  from: number;
  to?: number;
  tests: number;
  passRate: Interval;
}

/** How lengths of prompts are known: as the provider counted them, or at four characters a token. */
export interface ByLength {
  bands: LengthBand[];
  counted: boolean;
}

/** Where bands meet, in tokens. */
const EDGES = [0, 2000, 8000, 32_000, 128_000, 512_000, Number.POSITIVE_INFINITY];

/** A band of fewer tests is joined to the next shorter one. */
const LEAST_TESTS = 5;

/** Bands of each reader that has several; nothing where none has. */
export function byLength(suite: readonly AskedReader[]): ByLength | undefined {
  const tests = suite.flatMap((reader) => [...reader.tests.values()]);
  const counted = tests.every(({ size }) => !size || size.tokens !== undefined);
  const sizeOf = ({ size }: AskedTest) =>
    size && (counted ? size.tokens : size.characters / CHARACTERS_A_TOKEN);
  const bands = suite.flatMap((reader) => bandsOf(reader, sizeOf));
  return bands.length === 0 ? undefined : { bands, counted };
}

function bandsOf(
  { name, tests }: AskedReader,
  sizeOf: (test: AskedTest) => number | undefined,
): LengthBand[] {
  const sized = [...tests.values()].flatMap((test) => {
    const size = sizeOf(test);
    return size === undefined || test.rounds.length === 0 ? [] : [{ test, size }];
  });
  const joined: { from: number; to: number; tests: AskedTest[] }[] = [];
  for (let i = 0; i + 1 < EDGES.length; i++) {
    const [from, to] = [EDGES[i]!, EDGES[i + 1]!];
    const own = sized.filter(({ size }) => size >= from && size < to).map(({ test }) => test);
    const last = joined.at(-1);
    if (last && (own.length < LEAST_TESTS || last.tests.length < LEAST_TESTS)) {
      last.to = to;
      last.tests.push(...own);
    } else joined.push({ from, to, tests: own });
  }
  if (joined.length < 2) return [];
  return joined.map(({ from, to, tests: own }) => ({
    ...{ reader: name, from, tests: own.length, passRate: passRate(own) },
    ...(Number.isFinite(to) && { to }),
  }));
}

/** `below 2K`, `2K–8K`, `128K and more`. */
export function bandText({ from, to }: LengthBand): string {
  if (to === undefined) return say`${lengthText(from)} and more`;
  return from === 0 ? say`below ${lengthText(to)}` : `${lengthText(from)}–${lengthText(to)}`;
}
