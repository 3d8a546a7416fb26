/** Finds what a budget can decide: the search and the gate that reach furthest. docs/cost.md */
import { largest, smallest } from '../../base/extremes.js';
import { ascending, sum } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { costText, countText } from '../document/words.js';
import { regressionPower } from '../statistics/regression/regression-power.js';
import { mostCost } from './plan.js';
import { type PlanOptions, WANTED_POWER } from './power.js';
import { SEARCH_MARKS, SEARCH_PROMPTS } from './search-size.js';
import { marksOfTest, type OurTest, type PlannedSuite, type PlannedTest } from './suite.js';

export interface Budget {
  dollars?: number;
  tokens?: number;
}

export interface BudgetOffer {
  kind: 'search' | 'gate';
  lengths: number[];
  seeds?: number;
  /** The config's longest length, if the offer ends before it. */
  misses?: number;
  /**
   * Highest cost of all providers, in the budget's unit: a gate's includes the baseline run, a search's is
   * enough that often.
   */
  cost: number;
  /** How often it decides, at least. */
  power: number;
  /** Smallest uniform drop that a gate finds that often. */
  drop?: number;
}

/** A baseline run, and one to compare. */
const GATE_RUNS = 2;

/** Drops to try, and evaluations imagined for each. */
const DROPS = [0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3];
const EVALUATIONS = 200;

const MOST_PROMPTS = 4000;

/**
 * Finds the search and the gate with the longest prompts that decide something within budget, by
 * the high estimate. The one that reaches furthest comes first.
 *
 * @throws {UserError} if a price is unknown, nothing is to be paid, or the budget is too small for any
 */
export function budgetOffers(
  budget: Budget,
  { providers, tests }: PlannedSuite,
  options: PlanOptions,
): BudgetOffer[] {
  const own = tests.filter(
    (test): test is OurTest => test.case !== undefined && !test.case.control && isAsked(test),
  );
  if (own.length === 0) {
    throw new UserError('--budget: the config asks no test that promptfoo-counting-stars made.');
  }
  assertOneSeries(own);
  const lengths = ascending([...new Set(own.map((test) => test.case.tokens))]);
  const shortest = lengths[0]!;
  const first = own.find((test) => test.case.tokens === shortest)!;
  const cells = own.filter(
    (test) => test.case.tokens === shortest && test.case.seed === first.case.seed,
  );
  /** Returns the cost of all prompts of one length and seed, for all providers. */
  const costOf = (tokens: number) =>
    sum(
      providers.map((provider, i) => {
        const asked = cells.flatMap(({ case: theCase, calls }) =>
          calls[i]! > 0 ? { case: { ...theCase, tokens }, calls: calls[i]! } : [],
        );
        if (budget.dollars === undefined) {
          return sum(asked.map((one) => one.calls * (one.case.tokens - one.case.reserve)));
        }
        const cost = mostCost(provider, asked, options);
        if (cost !== undefined) return cost;
        const name = provider.label ?? provider.id;
        throw new UserError(
          `--budget: no price of ${name} is known. Give it per million tokens with --price "${name}=2.5/10", or ` +
            'give the budget in tokens, for example --budget 5M.',
        );
      }),
    );
  const design: Design = {
    lengths,
    costOf,
    marks: cells.map((test) => marksOfTest(test)),
    isSearched:
      sum(cells.map((test) => marksOfTest(test))) >= SEARCH_MARKS &&
      new Set(cells.map(({ case: { task, language } }) => `${task} ${language}`)).size === 1,
  };
  if (costOf(largest(lengths)) === 0) {
    throw new UserError(
      '--budget: the providers of this config cost nothing, so there is nothing to plan. Leave it out, or give the ' +
        'price that counts with --price 2.5/10.',
    );
  }
  const amount = budget.dollars ?? budget.tokens!;
  const longest = largest(lengths);
  const offers = offersOf(amount, design, options);
  if (offers.length > 0) {
    return offers.map((offer) =>
      largest(offer.lengths) < longest ? { ...offer, misses: longest } : offer,
    );
  }
  const least = smallest(leastBudgets(design, options).filter((one) => Number.isFinite(one)));
  throw new UserError(
    `--budget: ${budgetAmount(amount, budget)} is too little to tell anything ${WANTED_POWER * 100} % of the time: one prompt of the ` +
      `shortest length costs up to ${budgetAmount(costOf(shortest) / cells.length, budget)}. Give at least ` +
      `${budgetAmount(least, budget)}, or shorter lengths.`,
  );
}

export function budgetAmount(amount: number, { dollars }: Budget): string {
  return dollars === undefined ? say`${countText(Math.ceil(amount))} tokens` : costText(amount);
}

/** What the config asks, as far as offers keep to it. */
interface Design {
  lengths: readonly number[];
  costOf: (tokens: number) => number;
  marks: readonly number[];
  /** Whether it is one series, with enough marks to know what a search takes. */
  isSearched: boolean;
}

function isAsked({ calls }: PlannedTest): boolean {
  return calls.some((count) => count > 0);
}

/** Refuses prompts whose lengths cannot be chosen, or of several benchmarks. */
function assertOneSeries(own: readonly OurTest[]): void {
  const names = [...new Set(own.map((test) => test.case.benchmark))];
  if (names.length > 1) {
    throw new UserError(
      `--budget: the config has several benchmarks (${names.join(', ')}), and a proposal is for one. Choose it with a ` +
        'filter, for example `plan --budget 20 -- --filter-metadata benchmark=counting-stars`.',
    );
  }
  if (own.some((test) => test.case.cluster !== undefined)) {
    throw new UserError(
      `--budget: the prompts of ${names[0]} are about questions of your own, of which a budget can buy no more. Leave ` +
        'it out: `plan` says what these cost and find.',
    );
  }
}

function offersOf(budget: number, design: Design, options: PlanOptions): BudgetOffer[] {
  const found = [searchOffer, gateOffer].flatMap((offer) => offer(budget, design, options) ?? []);
  return found.sort((a, b) => largest(b.lengths) - largest(a.lengths));
}

function tops({ lengths }: Design): number[] {
  const longest = lengths.at(-1)!;
  const octaves = Math.floor(Math.log2(longest / lengths[0]!));
  return Array.from({ length: octaves + 1 }, (_, i) => Math.round(longest / 2 ** i));
}

/** Finds the search with the longest prompts that is done in nine of ten cases, or else in half. */
function searchOffer(budget: number, design: Design): BudgetOffer | undefined {
  const [shortest] = design.lengths as [number];
  const longer = searchedTops(design);
  for (const [prompts, power] of [
    [SEARCH_PROMPTS.nineInTen, 0.9],
    [SEARCH_PROMPTS.half, 0.5],
  ] as const) {
    const top = longer.find((one) => searchCost(prompts, one, design) <= budget);
    if (top === undefined) continue;
    const cost = searchCost(prompts, top, design);
    return { kind: 'search', lengths: [shortest, top], cost, power };
  }
  return undefined;
}

function searchedTops(design: Design): number[] {
  if (!design.isSearched) return [];
  return tops(design).filter((top) => top >= 2 * design.lengths[0]!);
}

/** Bounds the cost of a search, whether its tokens go to long prompts or to many short ones. */
function searchCost(prompts: number, top: number, { lengths, costOf }: Design): number {
  return largest(
    [lengths[0]!, top].map((tokens) => Math.ceil((prompts * top) / tokens) * costOf(tokens)),
  );
}

/** Finds the gate up to the longest length that detects the wanted drop, or else the one that detects the smallest. */
function gateOffer(budget: number, design: Design, options: PlanOptions): BudgetOffer | undefined {
  const offers: BudgetOffer[] = [];
  for (const top of tops(design)) {
    const lengths = design.lengths.filter((length) => length <= top);
    const run = sum(lengths.map(design.costOf));
    const prompts = lengths.length * design.marks.length;
    const seeds = Math.min(
      Math.floor(budget / (GATE_RUNS * run)),
      Math.floor(MOST_PROMPTS / prompts),
    );
    const drop = seeds > 0 ? smallestDrop(lengths, seeds, design, options) : undefined;
    if (drop === undefined) continue;
    const offer: BudgetOffer = {
      kind: 'gate',
      lengths,
      seeds,
      cost: GATE_RUNS * seeds * run,
      power: WANTED_POWER,
      drop,
    };
    if (drop <= options.drop) return offer;
    offers.push(offer);
  }
  const best = smallest(offers.map(({ drop }) => drop!));
  return offers.find(({ drop }) => drop === best);
}

/** Finds the smallest drop that a gate detects often enough. */
function smallestDrop(
  lengths: readonly number[],
  seeds: number,
  { marks }: Design,
  { recall, icc, alpha, maxDrop }: PlanOptions,
): number | undefined {
  const oneSeed = lengths.flatMap((tokens) =>
    marks.map((count) => ({ series: 0, tokens, marks: count, recall, icc })),
  );
  const grid = Array.from({ length: seeds }, () => oneSeed).flat();
  const isFound = (drop: number) =>
    regressionPower(grid, { alpha, maxDrop, drop }, { evaluations: EVALUATIONS }).probability >=
    WANTED_POWER;
  const tried = DROPS.filter((drop) => drop > maxDrop);
  let low = 0;
  let high = tried.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFound(tried[middle]!)) high = middle;
    else low = middle + 1;
  }
  return tried[low];
}

/** Returns what the cheapest useful search and gate cost. */
function leastBudgets(design: Design, options: PlanOptions): number[] {
  const [shortest] = design.lengths as [number];
  return [
    ...searchedTops(design).map((top) => searchCost(SEARCH_PROMPTS.half, top, design)),
    ...leastSeeds(design, options).map((seeds) => GATE_RUNS * seeds * design.costOf(shortest)),
  ];
}

/** Finds the fewest seeds, in powers of two, with which a gate of the shortest prompts detects any drop. */
function leastSeeds(design: Design, options: PlanOptions): number[] {
  const [shortest] = design.lengths as [number];
  for (let seeds = 1; seeds * design.marks.length <= MOST_PROMPTS; seeds *= 2) {
    if (smallestDrop([shortest], seeds, design, options) !== undefined) return [seeds];
  }
  return [];
}
