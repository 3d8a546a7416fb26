/** The loop of a search: rounds of promptfoo until every model is decided, or a limit is reached. */
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { sum } from '../../base/numbers.js';
import type { SearchPrompt } from '../../contract/requests.js';
import type { Row } from '../../contract/row.js';
import { callCostRange, paidForCall } from '../../measuring/planning/call-cost.js';
import { pricingOf } from '../../measuring/planning/prices.js';
import { seenIn } from '../../measuring/planning/thinking.js';
import { isTooLong } from '../../measuring/results/window-errors.js';
import { outcomesOf, type PromptOutcome, readRound } from './answers.js';
import { OCTAVE, toleranceOf } from './ends.js';
import { isSettled, type ModelLimits, type ModelStanding, modelStanding } from './model-search.js';
import { lastAnswered } from './next-prompts.js';
import {
  forget,
  nextFile,
  resultName,
  type SearchProvider,
  type SearchState,
  writeState,
} from './search-state.js';
import { type Asking, Session } from './session/session.js';
import { pricedPrompt } from './spending.js';

export interface SearchLimits extends ModelLimits {
  /** Tokens at which it is to be decided whether recall holds. */
  atLeast?: number;
  /** What all models together may cost, in US dollars. */
  maxCost: number;
}

/** One model with where it stands. */
export interface SearchedModel extends ModelStanding {
  provider: string;
  outcomes: PromptOutcome[];
  /** Nothing where no price is known. */
  cost?: number;
}

/** What a search is told as it goes on. */
export interface SearchProgress {
  /** Number of rounds that are answered. */
  rounds: number;
  /** What was asked in the last one. */
  asked: readonly SearchPrompt[];
  models: readonly SearchedModel[];
}

/**
 * Search, or go on with a search: first with what is missing. A prompt is sent whenever a slot is free.
 *
 * @param state - is changed, and written to its folder before anything is sent
 * @throws {UserError} when promptfoo cannot evaluate
 */
export async function search(
  folder: string,
  state: SearchState,
  limits: SearchLimits,
  asking: Asking,
  onRound: (progress: SearchProgress) => void,
): Promise<SearchedModel[]> {
  const before: Row[] = [];
  for (const file of state.rounds.flatMap(({ files }) => files)) {
    const read = await readRound(join(folder, file), asking.half);
    // Who goes on with a search has mended what failed: it is asked as often again.
    before.push(...read.filter(({ error }) => error === undefined || isTooLong(error)));
  }
  const known: Row[] = [];
  const told = progressOf(state, onRound);
  const decided = new Set<string>();
  let session: Session | undefined;
  try {
    for (;;) {
      // What is answered while answers are read counts as open until the next time.
      const open = session?.underWay.flatMap(({ prompts }) => prompts) ?? [];
      const answers = (await session?.rows()) ?? [];
      const rows = [...before, ...known, ...answers];
      if (session?.isOver) {
        if (answers.length === 0) throw await session.failure();
        known.push(...answers);
        open.splice(0);
        session = undefined;
      }
      const models = modelsOf(state, rows, limits, open, decided);
      told(models);
      const lanes = asking.lanes - (session?.openCalls ?? 0);
      const missing = unsettled(models, limits);
      const more =
        lanes > missing.length * state.cells ? nextPrompts(state, models, limits, lanes) : [];
      if (more.length > 0) state.rounds.push({ prompts: more, files: [] });
      const wanted = [...missing, ...more];
      if (wanted.length === 0 && open.length === 0) {
        told(models, true);
        return models.map((model) => ({ ...model, next: [], ending: model.ending ?? 'limit' }));
      }
      if (wanted.length > 0) {
        session ??= await started(folder, state, limits, asking);
        writeState(folder, state);
        const round = String(state.rounds.length);
        // Each on its own, so that it is known when it is answered.
        for (const prompt of wanted) {
          for (const provider of prompt.providers) {
            await session.send({ round, prompts: [{ ...prompt, providers: [provider] }] });
          }
        }
      }
      await session!.change();
    }
  } finally {
    await session?.end();
  }
}

async function started(
  folder: string,
  state: SearchState,
  limits: SearchLimits,
  asking: Asking,
): Promise<Session> {
  const { rounds, configs, args, generator, providers, shortest, seed } = state;
  const round = rounds[rounds.length - 1]!;
  const isFirst = rounds.every(({ files }) => files.length === 0);
  const file = nextFile(folder, state, round);
  writeState(folder, state);
  const [first, ...others] = providers.map(resultName);
  const names: [string, ...string[]] = [first!, ...others];
  const request = {
    round: '0',
    ...(generator !== undefined && { generator }),
    prompts: [{ tokens: shortest, seed, providers: names }],
  };
  const times = Math.min(MOST_PROMPTS, Math.ceil(limits.maxTokens / shortest) + asking.lanes);
  try {
    return await Session.start(
      file,
      { purpose: 'search', configs, args, request, providers: names, times },
      asking,
    );
  } catch (error) {
    // A config that promptfoo cannot evaluate is mended, and then searched from the start.
    if (isFirst) forget(folder);
    throw error;
  }
}

/** Prompts of one evaluation for each provider; a search that needs more starts another one. */
const MOST_PROMPTS = 200;

/** Tells of every batch of answers, and of those that are left at the end. */
function progressOf(
  { batch }: SearchState,
  onRound: (progress: SearchProgress) => void,
): (models: readonly SearchedModel[], isEnd?: boolean) => void {
  let rounds = 0;
  let told: Set<PromptOutcome['prompt']> | undefined;
  return (models, isEnd = false) => {
    const settled = models.flatMap(({ outcomes }) => outcomes).filter(({ isOpen }) => !isOpen);
    const prompts = settled.map(({ prompt }) => prompt);
    // What an earlier process was told of is no news.
    told ??= new Set(prompts);
    const asked = [...new Set(prompts.filter((prompt) => !told!.has(prompt)))];
    if (asked.length === 0 || (asked.length < batch && !isEnd)) return;
    for (const prompt of asked) told.add(prompt);
    rounds++;
    onRound({ rounds, asked, models });
  };
}

/** What is still to be sent of the rounds so far: prompts of those providers that have not settled them. */
function unsettled(models: readonly SearchedModel[], limits: ModelLimits): SearchPrompt[] {
  return models.flatMap(({ provider, outcomes }) =>
    outcomes
      .filter((outcome) => !outcome.isOpen && !isSettled(outcome, limits))
      .map(({ prompt }): SearchPrompt => ({ ...prompt, providers: [provider] })),
  );
}

/**
 * @param open - what was sent and is not answered
 * @param decided - models that were decided while prompts were under way; is changed
 */
export function modelsOf(
  state: SearchState,
  rows: readonly Row[],
  limits: SearchLimits,
  open: readonly SearchPrompt[] = [],
  decided: Set<string> = new Set(),
): SearchedModel[] {
  const { shortest, longest, threshold, batch, cells } = state;
  const { atLeast } = limits;
  const aimed = { within: OCTAVE, tolerance: toleranceOf(threshold), ...(atLeast && { atLeast }) };
  const aim = { shortest, longest, threshold, batch, cells, ...aimed };
  return state.providers.map((one) => {
    const provider = resultName(one);
    const own = open.filter(({ providers }) => providers.includes(provider));
    const sent = new Set(own.map(({ seed }) => seed));
    const outcomes = outcomesOf(provider, state, rows).map((outcome): PromptOutcome => {
      const isOpen = sent.has(outcome.prompt.seed);
      return { ...outcome, ...(isOpen && { isOpen }) };
    });
    const settled = outcomes.filter((one) => !one.isOpen && isSettled(one, limits));
    const underWay = outcomes.filter((one) => !settled.includes(one));
    const cost = costOf(outcomes, state, one);
    const lengths = underWay.map(({ prompt }) => prompt.tokens);
    const standingFor = (wanted: typeof aim) => modelStanding(settled, lengths, wanted, limits);
    const isWaiting = decided.has(provider);
    const late = isWaiting ? standingFor({ ...aim, ...lastAnswered(aim) }) : undefined;
    const isDecided = isWaiting && (late!.ending !== undefined || lengths.length > 0);
    const standing = isDecided ? { ...late!, next: [] } : standingFor(aim);
    if (!isDecided) decided.delete(provider);
    if (standing.ending !== undefined && lengths.length > 0) decided.add(provider);
    return {
      ...standing,
      provider,
      outcomes,
      ...(cost !== undefined && { cost }),
    };
  });
}

/** What a model was paid, with failed calls that were billed. */
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
      const [, most] = callCostRange(provider, pricing, pricedPrompt(state, row.tokens));
      return paidForCall(row, pricing, most);
    }),
  );
  return sum(paid);
}

/** What is sent into free slots: to one model after the other, until all are busy. */
function nextPrompts(
  state: SearchState,
  models: readonly SearchedModel[],
  limits: SearchLimits,
  lanes: number,
): SearchPrompt[] {
  const chosen = models.map((): number[] => []);
  let free = lanes;
  for (let i = 0; i < state.batch; i++) {
    models.forEach(({ next }, model) => {
      if (free <= 0 || next[i] === undefined) return;
      chosen[model]!.push(next[i]!);
      free -= state.cells;
    });
  }
  return nextRound(
    state,
    models.map((model, i) => ({ ...model, next: chosen[i]! })),
    limits,
  );
}

/**
 * What all models are asked next. The seed of a prompt follows from its length and how often the model
 * was asked that length before: models that are asked the same lengths are asked the same prompts. What a prompt may cost
 * is priced by the answers so far, and nobody is asked beyond what is left.
 */
export function nextRound(
  state: SearchState,
  models: readonly Pick<SearchedModel, 'provider' | 'next' | 'outcomes' | 'cost'>[],
  { maxCost }: Pick<SearchLimits, 'maxCost'>,
): SearchPrompt[] {
  const { seed, prices, providers, cells } = state;
  let budget = maxCost - models.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const asked = new Map<string, SearchPrompt>();
  models.forEach(({ provider, next, outcomes }, i) => {
    const asking = { ...providers[i]!, seen: seenIn(outcomes.flatMap(({ rows }) => rows)) };
    const pricing = pricingOf(asking, prices);
    const times = new Map<number, number>();
    const priceOf = (tokens: number) =>
      pricing ? callCostRange(asking, pricing, pricedPrompt(state, tokens))[1] * cells : 0;
    for (const { prompt, isOpen } of outcomes) {
      times.set(prompt.tokens, (times.get(prompt.tokens) ?? 0) + 1);
      if (isOpen) budget -= priceOf(prompt.tokens);
    }
    for (const tokens of next) {
      const price = priceOf(tokens);
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
