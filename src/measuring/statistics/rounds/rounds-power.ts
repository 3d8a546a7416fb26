/** Estimates what a run can find, by imagining it with the baseline's pass rates. */
import seedrandom from 'seedrandom';
import { ALPHA } from '../../../base/defaults.js';
import { mean } from '../../../base/numbers.js';
import { judgeRounds } from './judge-rounds.js';

/** Change of an imagined suite: some tests break, or all pass more rarely. */
type ImaginedChange = { broken: number } | { lower: number };

export interface Repeated {
  /** Rounds of each run. */
  repeats: number;
  /** Baseline runs. */
  runs: number;
  /** Rounds of baseline runs, if different. */
  before?: number;
}

/** Enough for a share to within about 0.05. */
const SUITES = 100;

/** Fewer suites are imagined if they are large, so that it takes no longer. */
const MOST_UNITS = 40_000;

/** Estimates the probability of finding a change, with the prior's drift. */
export function roundsPower(
  rates: readonly number[],
  repeated: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): number {
  return mean([...imagined(rates, repeated, change, alpha)].map(Number));
}

function suitesOf({ length }: readonly number[]): number {
  return Math.max(12, Math.min(SUITES, Math.floor(MOST_UNITS / length)));
}

/** Yields whether the change is found, suite by suite. */
function* imagined(
  rates: readonly number[],
  { repeats, runs, before = repeats }: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): Generator<boolean> {
  const random = seedrandom(JSON.stringify([rates.length, repeats, runs, change]));
  for (let suite = 0; suite < suitesOf(rates); suite++) {
    const after = changed(rates, change, random);
    const rounds = (rate: number, count: number) =>
      Array.from({ length: count }, () => Number(random.quick() < rate));
    const tests = rates.map((rate, i) => ({
      id: String(i),
      baseline: Array.from({ length: runs }, () => rounds(rate, before)),
      now: rounds(after[i]!, repeats),
    }));
    yield judgeRounds([tests], { alpha, maxDrop: 0, confidence: 1 - alpha }).verdict === 'failed';
  }
}

/** Tests that hardly ever passed cannot break. */
const PASSES = 0.5;

function changed(
  rates: readonly number[],
  change: ImaginedChange,
  random: seedrandom.PRNG,
): number[] {
  if ('lower' in change) return rates.map((rate) => Math.max(0, rate - change.lower));
  const left = rates.flatMap((rate, i) => (rate >= PASSES ? [i] : []));
  const broken = new Set<number>();
  while (broken.size < change.broken && left.length > 0) {
    broken.add(left.splice(Math.floor(random.quick() * left.length), 1)[0]!);
  }
  return rates.map((rate, i) => (broken.has(i) ? 0 : rate));
}
