/** Estimates what a run can find, by imagining it with the baseline's pass rates. */
import seedrandom from 'seedrandom';
import { ALPHA } from '../../../base/defaults.js';
import { mean } from '../../../base/numbers.js';
import { driftNodes } from '../regression/run-drift.js';
import { testExchanged } from './exchange.js';
import { comparedUnits, type Round } from './units.js';

/** Change of an imagined suite: some tests break, or all pass more rarely. */
type ImaginedChange = { broken: number } | { lower: number };

export interface Repeated {
  /** Rounds of each run. */
  repeats: number;
  /** Baseline runs. */
  runs: number;
  /** Rounds of baseline runs, if different. */
  before?: number;
  /** Probability that repeats copy their run. Default 0. */
  copied?: number;
}

/** Enough for a share to within about 0.05. */
const SUITES = 100;
const DRAWS = 200;

/** Fewer suites are imagined if they are large, so that it takes no longer. */
const MOST_UNITS = 40_000;

const CELLS = [{ measure: 0 }];
const STATISTICS = (['mean', 'few'] as const).map((kind) => ({ kind, measure: 0, cells: [0] }));

/** Estimates the probability of finding a change, with the prior's drift. */
export function roundsPower(
  rates: readonly number[],
  repeated: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): number {
  return mean([...imagined(rates, repeated, change, alpha)].map(Number));
}

/** Tells whether that probability is at least this, imagining as few suites as possible. */
export function isFound(
  share: number,
  ...[rates, repeated, change, alpha]: Parameters<typeof roundsPower>
): boolean {
  const suites = suitesOf(rates);
  const needed = Math.ceil(share * suites);
  let [found, missed] = [0, 0];
  for (const one of imagined(rates, repeated, change, alpha)) {
    if (one) found++;
    else missed++;
    if (found >= needed || missed > suites - needed) break;
  }
  return found >= needed;
}

function suitesOf({ length }: readonly number[]): number {
  return Math.max(12, Math.min(SUITES, Math.floor(MOST_UNITS / length)));
}

/** Yields whether the change is found, suite by suite. */
function* imagined(
  rates: readonly number[],
  { repeats, runs, before = repeats, copied = 0 }: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): Generator<boolean> {
  const random = seedrandom(JSON.stringify([rates.length, repeats, runs, change]));
  const nodes = driftNodes([]);
  for (let suite = 0; suite < suitesOf(rates); suite++) {
    const after = changed(rates, change, random);
    const isCopied = copied > 0 && random.quick() < copied;
    const rounds = (rate: number, count: number): Round[] => {
      const drawn = (): Round => [Number(random.quick() < rate)];
      return isCopied ? Array<Round>(count).fill(drawn()) : Array.from({ length: count }, drawn);
    };
    const units = rates.map((rate, i) => ({
      id: String(i).padStart(6, '0'),
      baseline: Array.from({ length: runs }, () => rounds(rate, before)),
      now: rounds(after[i]!, repeats),
    }));
    const tested = testExchanged(comparedUnits(units, CELLS), STATISTICS, [nodes], {
      draws: DRAWS,
    });
    yield tested.some(({ adjusted }) => adjusted <= alpha);
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
