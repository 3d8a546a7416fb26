/**
 * Groups pass rates by length of the prompt. These are different tests, so a difference is never an effect of length: only
 * `stretch` tests that.
 */
import { say } from '../../../base/text/language.js';
import { lengthText } from '../../document/words.js';
import { passRate } from '../../facts/tests/pass-rate.js';
import type { AskedModel, AskedTest } from '../../facts/tests/suite.js';
import { CHARACTERS_A_TOKEN } from '../../results/test-row.js';
import type { Interval } from '../../statistics/interval.js';

/** Tests with prompts of about one length. */
export interface LengthBand {
  model: string;
  /** In tokens. The last band has no end. */
  from: number;
  to?: number;
  tests: number;
  passRate: Interval;
}

/** `counted`: by the provider. Otherwise four characters are a token. */
export interface ByLength {
  bands: LengthBand[];
  counted: boolean;
}

/** In tokens. */
const EDGES = [0, 2000, 8000, 32_000, 128_000, 512_000, Number.POSITIVE_INFINITY];

/** Smaller bands join the next shorter one. */
const LEAST_TESTS = 5;

/** Undefined if no model has several bands. */
export function byLength(suite: readonly AskedModel[]): ByLength | undefined {
  const tests = suite.flatMap((model) => [...model.tests.values()]);
  const counted = tests.every(({ size }) => !size || size.tokens !== undefined);
  const sizeOf = ({ size }: AskedTest) =>
    size && (counted ? size.tokens : size.characters / CHARACTERS_A_TOKEN);
  const bands = suite.flatMap((model) => bandsOf(model, sizeOf));
  return bands.length === 0 ? undefined : { bands, counted };
}

function bandsOf(
  { name, tests }: AskedModel,
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
    ...{ model: name, from, tests: own.length, passRate: passRate(own) },
    ...(Number.isFinite(to) && { to }),
  }));
}

/** `below 2K`, `2K–8K`, `128K and more` */
export function bandText({ from, to }: LengthBand): string {
  if (to === undefined) return say`${lengthText(from)} and more`;
  return from === 0 ? say`below ${lengthText(to)}` : `${lengthText(from)}–${lengthText(to)}`;
}
