/** Estimates what a run can find, by imagining it with the baseline's pass rates. */
import seedrandom from 'seedrandom';
import { ALPHA } from '../../../base/defaults.js';
import { mean } from '../../../base/numbers.js';
import { fewestOf, type PowerEstimate } from '../power.js';
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

/** Fewer suites are imagined if they are large, so that it takes no longer. */
const MOST_UNITS = 40_000;

/** Estimates the probability of finding a change, with the prior's drift. */
export function roundsPower(
  rates: readonly number[],
  repeated: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): number {
  return mean([...imaginedSuites(rates, repeated, change, alpha)].map(Number));
}

/** Tells whether that probability is at least this, imagining as few suites as possible. */
export function isFound(
  share: number,
  ...[rates, repeated, change, alpha]: Parameters<typeof roundsPower>
): boolean {
  const suites = suitesOf(rates);
  const needed = Math.ceil(share * suites);
  let [found, missed] = [0, 0];
  for (const isFoundIn of imaginedSuites(rates, repeated, change, alpha)) {
    if (isFoundIn) found++;
    else missed++;
    if (found >= needed || missed > suites - needed) break;
  }
  return found >= needed;
}

function suitesOf({ length }: readonly number[]): number {
  return Math.max(12, Math.min(SUITES, Math.floor(MOST_UNITS / length)));
}

function imaginedSuites(
  rates: readonly number[],
  { copied = 0, ...repeated }: Repeated,
  change: ImaginedChange,
  alpha = ALPHA,
): Generator<boolean> {
  const random = seedrandom(
    JSON.stringify([rates.length, repeated.repeats, repeated.runs, change]),
  );
  const after = () => changed(rates, change, random);
  const settings = { alpha, draws: 200, suites: suitesOf(rates) };
  return imagined(rates, after, { ...repeated, ...settings, copied, cells: 1 }, random);
}

/** Yields whether the change is found, suite by suite. */
function* imagined(
  rates: readonly number[],
  nextRates: () => readonly number[],
  {
    repeats,
    runs,
    before = repeats,
    copied = 0,
    cells,
    suites,
    alpha,
    draws,
    halved = false,
  }: Repeated & { cells: number; suites: number; alpha: number; draws: number; halved?: boolean },
  random: seedrandom.PRNG,
): Generator<boolean> {
  const nodes = driftNodes();
  const places = Array.from({ length: cells }, () => ({ measure: 0 }));
  const all = places.map((_, i) => i);
  const statistics = (['mean', 'few'] as const).map((kind) => ({ kind, measure: 0, cells: all }));
  for (let suite = 0; suite < suites; suite++) {
    const after = nextRates();
    const isCopied = copied > 0 && random.quick() < copied;
    const rounds = (rate: number, count: number): Round[] => {
      const drawn = (): Round => places.map(() => Number(random.quick() < rate));
      return isCopied ? Array<Round>(count).fill(drawn()) : Array.from({ length: count }, drawn);
    };
    const units = rates.map((rate, i) => ({
      id: String(i).padStart(6, '0'),
      baseline: Array.from({ length: runs }, () => rounds(rate, before)),
      now: rounds(after[i]!, repeats),
    }));
    const tested = testExchanged(comparedUnits(units, places), statistics, [nodes], {
      draws,
      halved,
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

/** Estimates a test's pass rate from few rounds, shrunk towards that of all tests. */
export function likelyRate({ sum, count }: { sum: number; count: number }, all: number): number {
  return (sum + all / 4) / (count + 1 / 4);
}

/** A question, with how often it was answered right. */
export interface KnownUnit {
  right: number;
  asked: number;
}

/** How often questions are asked: `cells` times in each round. */
export interface ClusterDesign {
  cells: number;
  runs: number;
  rounds: number;
  drop: number;
  alpha: number;
  maxDrop: number;
}

/** Enough for a share to within about 0.04, of fewer rounds than this in all. */
const EVALUATIONS = 150;
const MOST_ROUNDS = 60_000;

/** Estimates the probability of finding an even drop of questions that are each asked several times. */
export function clusterPower(units: readonly KnownUnit[], design: ClusterDesign): PowerEstimate {
  const { cells, runs, rounds: repeats, drop, alpha, maxDrop } = design;
  if (units.length === 0 || drop <= maxDrop) return { probability: 0, evaluations: 0 };
  const all = mean(units.map(({ right, asked }) => right / asked));
  const rates = units.map(({ right, asked }) => likelyRate({ sum: right, count: asked }, all));
  const kept = Math.max(0, 1 - drop / Math.max(all, drop));
  const after = rates.map((rate) => rate * kept);
  const random = seedrandom(JSON.stringify([units.length, design]));
  const size = units.length * repeats * (runs + 1);
  const suites = Math.max(30, Math.min(EVALUATIONS, Math.floor(MOST_ROUNDS / size)));
  const settings = { ...{ repeats, runs, cells, suites, alpha }, draws: 300, halved: true };
  const found = [...imagined(rates, () => after, settings, random)];
  return { probability: mean(found.map(Number)), evaluations: suites };
}

const MOST_QUESTIONS = 1000;

/**
 * Finds the smallest number of questions with which a drop is found. Nothing if a thousand do not find it.
 *
 * @param kinds - questions to imagine more of, in turn
 */
export function unitsNeeded(
  kinds: readonly KnownUnit[],
  design: ClusterDesign,
  wanted: number,
): number | undefined {
  if (kinds.length === 0 || design.drop <= design.maxDrop) return undefined;
  const enough = (count: number) => {
    const units = Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!);
    return clusterPower(units, design).probability >= wanted;
  };
  // An estimate is no closer than a tenth.
  return fewestOf(enough, { from: 8, most: MOST_QUESTIONS, apart: 0.1 });
}
