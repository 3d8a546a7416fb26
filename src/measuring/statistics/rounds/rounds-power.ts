/** What a run can be expected to find, by imagining it with the pass rates that the baseline shows. */
import seedrandom from 'seedrandom';
import { ALPHA } from '../../../base/defaults.js';
import { mean } from '../../../base/numbers.js';
import { driftNodes } from '../regression/run-drift.js';
import { testExchanged } from './exchange.js';
import { comparedUnits, type Round } from './units.js';

/** What happens to an imagined suite: some tests break altogether, or all pass more rarely. */
type ImaginedChange = { broken: number } | { lower: number };

/** How often a suite is run. */
export interface Repeated {
  /** Rounds of each run. */
  repeats: number;
  /** Baseline runs. */
  runs: number;
  /** Rounds of each of these, where they are others. */
  before?: number;
  /** Probability that repeats copy their run, so that each run is one round; 0 unless given. */
  copied?: number;
}

/** Imagined suites, and draws of each: for a share to within about 0.05. */
const SUITES = 100;
const DRAWS = 200;

/** Of large suites fewer are imagined, so that it takes no longer. */
const MOST_UNITS = 40_000;

const CELLS = [{ measure: 0 }];
const STATISTICS = (['mean', 'few'] as const).map((kind) => ({ kind, measure: 0, cells: [0] }));

/**
 * The probability that a change is found, with drift as the prior has it.
 *
 * @param rates - pass rate of each test
 */
export function roundsPower(
  rates: readonly number[],
  repeated: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): number {
  return mean([...imagined(rates, repeated, change, alpha)].map(Number));
}

/** Whether that probability is at least this; as few suites are imagined as tell. */
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

/** Whether the change is found, in one imagined suite after the other. */
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

/** A test that hardly ever passed cannot break. */
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
