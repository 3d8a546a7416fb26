/** The loop of a search: rounds of promptfoo until every reader is decided, or a limit is reached. */
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { sum } from '../../base/numbers.js';
import { UserError } from '../../base/user-error.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { SearchPrompt } from '../../contract/requests.js';
import type { Row } from '../../contract/row.js';
import { callCostRange, paidForCall } from '../../measuring/planning/call-cost.js';
import { pricingOf } from '../../measuring/planning/prices.js';
import { seenIn } from '../../measuring/planning/seen.js';
import { isTooLong } from '../../measuring/results/window-errors.js';
import { outcomesOf, type PromptOutcome, readRound } from './answers.js';
import { evaluateRound } from './evaluate-round.js';
import {
  isSettled,
  type ReaderLimits,
  type ReaderStanding,
  readerStanding,
} from './reader-search.js';
import {
  forget,
  nameOf,
  nextFile,
  type SearchProvider,
  type SearchRound,
  type SearchState,
  writeState,
} from './search-state.js';
import { promptOf } from './spending.js';

export interface SearchLimits extends ReaderLimits {
  /** High bound by low bound of the interval at which a reader is done. */
  within: number;
  /** So much more or less recall makes no difference. */
  tolerance: number;
  /** Or: tokens at which it is to be decided whether recall holds. */
  atLeast?: number;
  /** What all readers together may cost, in US dollars. */
  maxCost: number;
}

/** One reader with where it stands. */
export interface SearchedReader extends ReaderStanding {
  provider: string;
  outcomes: PromptOutcome[];
  /** Nothing where no price is known. */
  cost?: number;
}

/** What a search is told as it goes on. */
export interface Progress {
  /** Number of rounds that are answered. */
  rounds: number;
  /** What was asked in the last one. */
  asked: readonly SearchPrompt[];
  readers: readonly SearchedReader[];
}

/**
 * Search, or go on with a search: first with what is missing of its last round.
 *
 * @param state - is changed, and written to its folder before every evaluation
 * @param asking - the half that makes the prompts
 * @param onStart - is told each process of promptfoo
 * @throws {UserError} when promptfoo cannot evaluate
 */
export async function search(
  folder: string,
  state: SearchState,
  limits: SearchLimits,
  asking: AskingHalf,
  onRound: (progress: Progress) => void,
  onStart: (pid: number) => void,
): Promise<SearchedReader[]> {
  const rows: Row[] = [];
  for (const file of state.rounds.flatMap(({ files }) => files)) {
    const read = await readRound(join(folder, file), asking);
    // Who goes on with a search has mended what failed: it is asked as often again.
    rows.push(...read.filter(({ error }) => error === undefined || isTooLong(error)));
  }
  for (;;) {
    const round = state.rounds[state.rounds.length - 1];
    const missing = round ? unsettled(state, rows, limits) : [];
    if (round && missing.length > 0) {
      const answers = await evaluated(folder, state, round, missing, asking, onStart);
      assertAnswers(state, answers, missing);
      rows.push(...answers);
      continue;
    }
    const readers = readersOf(state, rows, limits);
    if (round) onRound({ rounds: state.rounds.length, asked: round.prompts, readers });
    const prompts = nextRound(state, readers, limits);
    if (prompts.length === 0) {
      return readers.map((reader) => ({ ...reader, next: [], ending: reader.ending ?? 'limit' }));
    }
    state.rounds.push({ prompts, files: [] });
  }
}

async function evaluated(
  folder: string,
  state: SearchState,
  round: SearchRound,
  prompts: SearchPrompt[],
  asking: AskingHalf,
  onStart: (pid: number) => void,
): Promise<Row[]> {
  const file = nextFile(folder, state, round);
  const number = state.rounds.indexOf(round) + 1;
  const times = round.files.length - 1;
  const request = {
    round: `${number}${times === 0 ? '' : `, again ${times}`}`,
    ...(state.generator !== undefined && { generator: state.generator }),
    prompts,
  };
  writeState(folder, state);
  try {
    return await evaluateRound(state, request, file, asking, onStart);
  } catch (error) {
    // A config that promptfoo cannot evaluate is mended, and then searched from the start.
    if (number === 1 && times === 0) forget(folder);
    throw error;
  }
}

/**
 * Refuse to ask again and again what promptfoo leaves out.
 *
 * @throws {UserError} when nothing of what was asked came back, neither an answer nor an error
 */
function assertAnswers(
  { providers, cells }: SearchState,
  answers: readonly Row[],
  prompts: readonly SearchPrompt[],
): void {
  const rounds = [{ prompts: [...prompts], files: [] }];
  const came = providers.some((provider) =>
    outcomesOf(nameOf(provider), { rounds, cells }, answers).some(({ rows }) => rows.length > 0),
  );
  if (came) return;
  throw new UserError(
    'promptfoo sent none of the prompts of the search. Check that no filter after -- leaves them out, and that ' +
      'every provider has the label that results show.',
  );
}

/** What is still to be asked of the rounds so far: prompts with those providers that have not settled. */
function unsettled(state: SearchState, rows: readonly Row[], limits: ReaderLimits): SearchPrompt[] {
  const open = new Map<SearchPrompt, string[]>();
  for (const provider of state.providers.map(nameOf)) {
    for (const outcome of outcomesOf(provider, state, rows)) {
      if (isSettled(outcome, limits)) continue;
      open.set(outcome.prompt, [...(open.get(outcome.prompt) ?? []), provider]);
    }
  }
  return [...open].map(([prompt, [first, ...others]]) => ({
    ...prompt,
    providers: [first!, ...others],
  }));
}

export function readersOf(
  state: SearchState,
  rows: readonly Row[],
  limits: SearchLimits,
): SearchedReader[] {
  const { shortest, longest, threshold, batch, cells, rounds } = state;
  const { within, tolerance, atLeast } = limits;
  const range = { shortest, longest, threshold, batch, cells, within, tolerance };
  return state.providers.map((one) => {
    const provider = nameOf(one);
    const outcomes = outcomesOf(provider, state, rows);
    const own = rounds.map(
      ({ prompts }) => prompts.filter(({ providers }) => providers.includes(provider)).length,
    );
    const lastRound = own.findLast((count) => count > 0) ?? 0;
    const cost = costOf(outcomes, state, one);
    return {
      ...readerStanding(outcomes, lastRound, { ...range, ...(atLeast && { atLeast }) }, limits),
      provider,
      outcomes,
      ...(cost !== undefined && { cost }),
    };
  });
}

/** What a reader was paid, with failed calls that were billed. */
function costOf(
  outcomes: readonly PromptOutcome[],
  state: SearchState,
  provider: SearchProvider,
): number | undefined {
  const pricing = pricingOf(provider, state.prices);
  if (!pricing) return undefined;
  const paid = outcomes.flatMap(({ rows }) =>
    rows.map((row) => {
      if (row.error !== undefined) return row.cost ?? 0;
      const [, most] = callCostRange(provider, pricing, promptOf(state, row.tokens));
      return paidForCall(row, pricing, most);
    }),
  );
  return sum(paid);
}

/**
 * What all readers are asked next. The seed of a prompt follows from its length and how often the reader
 * was asked that length before: readers that are asked the same lengths are asked the same prompts. What a prompt may cost
 * is priced by the answers so far, and nobody is asked beyond what is left.
 */
export function nextRound(
  state: SearchState,
  readers: readonly Pick<SearchedReader, 'provider' | 'next' | 'outcomes' | 'cost'>[],
  { maxCost }: Pick<SearchLimits, 'maxCost'>,
): SearchPrompt[] {
  const { seed, prices, providers, cells } = state;
  let budget = maxCost - readers.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const asked = new Map<string, SearchPrompt>();
  readers.forEach(({ provider, next, outcomes }, i) => {
    const asking = { ...providers[i]!, seen: seenIn(outcomes.flatMap(({ rows }) => rows)) };
    const pricing = pricingOf(asking, prices);
    const times = new Map<number, number>();
    for (const { prompt } of outcomes)
      times.set(prompt.tokens, (times.get(prompt.tokens) ?? 0) + 1);
    for (const tokens of next) {
      const [, most] = pricing ? callCostRange(asking, pricing, promptOf(state, tokens)) : [0, 0];
      const price = most * cells;
      if (price > budget) break;
      budget -= price;
      const before = times.get(tokens) ?? 0;
      times.set(tokens, before + 1);
      const key = `${tokens}/${before}`;
      const known = asked.get(key);
      if (known) known.providers.push(provider);
      else asked.set(key, { tokens, seed: seedOf(`${seed}/${key}`), providers: [provider] });
    }
  });
  return [...asked.values()].sort((a, b) => a.tokens - b.tokens);
}

function seedOf(text: string): number {
  return Math.abs(seedrandom(text).int32());
}
