/** The loop of a recheck: looks of promptfoo until every reader is decided, or the budget has no room. */
import { join } from 'node:path';
import { groupBy } from '../../base/group-by.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { Row } from '../../contract/row.js';
import type { BaselineFile } from '../baseline/baseline.js';
import type { GateResult } from '../gate/gate-result.js';
import { isTooLong } from '../results/window-errors.js';
import { readRound } from '../search/answers.js';
import { evaluateRound } from '../search/evaluate-round.js';
import { nameOf } from '../search/search-state.js';
import { LOOKS } from '../statistics/regression/looks.js';
import {
  type Asked,
  forgetRecheck,
  hasRecheck,
  noteEvaluation,
  type RecheckState,
  writeRecheck,
} from './recheck-state.js';
import { costsOf, fits, rowsOf, type Spending, spentSoFar, totalOf } from './spending.js';
import { askedOf, firstStandings, type Standing, standingsOf } from './standings.js';

/** What a recheck is told as it goes on. */
export interface Progress {
  look: number;
  spent: Spending;
  standings: readonly Standing[];
}

/** What became of one provider. */
export interface Rechecked {
  provider: string;
  ending: NonNullable<Standing['ending']> | 'budget';
  /** Prompts that it was asked, and all of them; the same in tokens. */
  cases: number;
  ofCases: number;
  tokens: number;
  ofTokens: number;
}

export interface RecheckResult {
  result: GateResult;
  providers: Rechecked[];
  /** How often it was judged, of how many times at the most. */
  looks: number;
  ofLooks: number;
  /** At the most: calls under way when a process was killed count as if they had been billed. */
  spent: Spending;
}

/**
 * Recheck, or go on with a recheck: first with what is missing of its last look.
 *
 * @param state - is changed, and written to its folder before every evaluation
 * @throws {UserError} when promptfoo cannot evaluate
 */
export async function recheck(
  folder: string,
  state: RecheckState,
  baseline: BaselineFile,
  asking: AskingHalf,
  onLook: (progress: Progress) => void,
): Promise<RecheckResult> {
  // Of each evaluation, in their order.
  const answers: Row[][] = [];
  for (const { file } of state.looks.flatMap(({ evaluations }) => evaluations)) {
    answers.push(await readRound(join(folder, file), asking));
  }
  const before = answers.length;
  // Who goes on with a recheck has mended what failed: it is asked as often again.
  const rowsNow = () =>
    answers.flatMap((rows, i) =>
      i < before ? rows.filter(({ error }) => error === undefined || isTooLong(error)) : rows,
    );
  const ask = async (asked: Asked) => {
    answers.push(await evaluated(folder, state, asked, asking));
  };
  if (state.looks.length === 0) {
    const first = affordable(state, firstStandings(state), answers);
    state.looks.push({ wanted: first, evaluations: [] });
  }
  for (;;) {
    const missing = affordable(state, missingOf(state, rowsNow(), before), answers);
    if (Object.keys(missing).length > 0) {
      await ask(missing);
      continue;
    }
    const rows = rowsNow();
    const { standings } = standingsOf(state, rows, baseline, false);
    const spent = spentSoFar(state, answers);
    onLook({ look: state.looks.length, spent, standings });
    const wanted = affordable(state, standings, answers);
    if (Object.keys(wanted).length > 0) {
      state.looks.push({ wanted, evaluations: [] });
      continue;
    }
    const { result, standings: last } = standingsOf(state, rows, baseline, true);
    return {
      result,
      providers: last.map((one, i) => rechecked(state, one, standings[i]!)),
      looks: state.looks.length,
      ofLooks: LOOKS,
      spent,
    };
  }
}

function rechecked(state: RecheckState, last: Standing, before: Standing): Rechecked {
  const provider = state.providers.find((one) => nameOf(one) === last.provider)!;
  const all = Object.keys(provider.calls);
  const asked = askedOf(state, provider);
  const tokensOf = (ids: Iterable<string>) =>
    [...ids].reduce((sum, id) => sum + provider.calls[id]! * state.cases[id]!.tokens, 0);
  return {
    provider: last.provider,
    ending: before.ending ?? 'budget',
    ...{ cases: asked.size, ofCases: all.length },
    ...{ tokens: tokensOf(asked), ofTokens: tokensOf(all) },
  };
}

/**
 * What of the current look has no answer yet, and was not asked too often in vain.
 *
 * @param before - how many evaluations other processes have made
 */
function missingOf(state: RecheckState, rows: readonly Row[], before: number): Standing[] {
  const { wanted, evaluations } = state.looks[state.looks.length - 1]!;
  const earlier = state.looks.slice(0, -1).flatMap((look) => look.evaluations).length;
  return state.providers.map((provider) => {
    const name = nameOf(provider);
    const own = groupBy(rowsOf(provider, rows), ({ id }) => id);
    const times = (id: string) =>
      evaluations.filter(
        ({ asked }, i) => earlier + i >= before && asked[name]?.includes(id) === true,
      ).length;
    const next = (wanted[name] ?? []).filter((id) => {
      const all = own.get(id) ?? [];
      const isAnswered =
        all.filter(({ error }) => error === undefined).length >= provider.calls[id]!;
      const isRefused = all.some(({ error }) => error !== undefined && isTooLong(error));
      return !isAnswered && !isRefused && times(id) <= state.retries;
    });
    return { provider: name, next };
  });
}

/**
 * As much of what is wanted as the budget has room for, in its order: what does not fit is left out for what does. Providers
 * that want something share what is left evenly.
 */
function affordable(
  state: RecheckState,
  standings: readonly Standing[],
  answers: readonly (readonly Row[])[],
): Asked {
  const asked: Asked = {};
  const rows = answers.flat();
  let spent = spentSoFar(state, answers);
  const wanting = standings.filter(({ next }) => next.length > 0);
  wanting.forEach(({ provider: name, next }, i) => {
    const provider = state.providers.find((one) => nameOf(one) === name)!;
    const costOf = costsOf(provider, state, rows);
    const { tokens, dollars } = state.budget;
    const others = wanting.length - i;
    const share = {
      ...(tokens !== undefined && { tokens: spent.tokens + (tokens - spent.tokens) / others }),
      ...(dollars !== undefined && {
        dollars: (spent.dollars ?? 0) + (dollars - (spent.dollars ?? 0)) / others,
      }),
    };
    for (const id of next) {
      const then = totalOf([spent, costOf(id)]);
      if (!fits(then, share)) continue;
      spent = then;
      asked[name] = [...(asked[name] ?? []), id];
    }
  });
  return asked;
}

async function evaluated(
  folder: string,
  state: RecheckState,
  asked: Asked,
  asking: AskingHalf,
): Promise<Row[]> {
  const file = noteEvaluation(folder, state, asked);
  const { looks } = state;
  const { evaluations } = looks[looks.length - 1]!;
  const again = evaluations.length === 1 ? '' : `, again ${evaluations.length - 1}`;
  const providersOf = new Map<string, string[]>();
  for (const [provider, ids] of Object.entries(asked)) {
    for (const id of ids) providersOf.set(id, [...(providersOf.get(id) ?? []), provider]);
  }
  const cases = Object.fromEntries(
    [...providersOf].map(([id, [first, ...others]]) => [id, [first!, ...others]] as const),
  ) as Record<string, [string, ...string[]]>;
  state.running = [process.pid];
  writeRecheck(folder, state);
  try {
    return await evaluateRound(
      state,
      { round: `${looks.length}${again}`, prompts: [], cases },
      file,
      asking,
      (pid) => {
        state.running = [process.pid, pid];
        writeRecheck(folder, state);
      },
      'recheck',
    );
  } catch (error) {
    // A config that promptfoo cannot evaluate is mended, and then rechecked from the start.
    if (looks.length === 1 && evaluations.length === 1) forgetRecheck(folder);
    throw error;
  } finally {
    delete state.running;
    if (hasRecheck(folder)) writeRecheck(folder, state);
  }
}
