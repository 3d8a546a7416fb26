/** The loop of a recheck: looks of promptfoo until every reader is decided, or the budget has no room. */
import { join } from 'node:path';
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { redactText } from '../../../base/secrets.js';
import { UserError } from '../../../base/user-error.js';
import type { AskingHalf } from '../../../contract/asking-half.js';
import type { SearchRequest } from '../../../contract/requests.js';
import type { Row } from '../../../contract/row.js';
import type { BaselineFile } from '../../../measuring/results/baseline/baseline.js';
import { isTooLong } from '../../../measuring/results/window-errors.js';
import { LOOKS } from '../../../measuring/statistics/regression/looks.js';
import type {
  AskedShare,
  LongContextGate,
  Rechecked,
} from '../../../measuring/verdicts/gate/gate-with-tests.js';
import { withReach } from '../../../measuring/verdicts/gate/reach.js';
import { readRound } from '../answers.js';
import { evaluateRound } from '../evaluate-round.js';
import { nameOf } from '../search-state.js';
import {
  type Asked,
  forgetRecheck,
  noteEvaluation,
  type RecheckState,
  writeRecheck,
} from './recheck-state.js';
import { costsOf, fits, rowsOf, type Spending, spentSoFar, totalOf } from './spending.js';
import { askedOf, firstStandings, type Standing, standingsOf } from './standings.js';

/** Who evaluates: promptfoo (`promptfooAsker`). */
export interface Asker {
  /**
   * Ask Cases, each of the providers that the request names.
   *
   * @param file - where each answer is written as it comes
   * @throws {UserError} when nothing could be evaluated
   */
  evaluate(state: RecheckState, request: SearchRequest, file: string): Promise<Row[]>;
  /** What stands in such a file, however its evaluation ended. */
  read(file: string): Promise<Row[]>;
}

/**
 * The user's own promptfoo.
 *
 * @param onStart - is told each process of it
 */
export function promptfooAsker(asking: AskingHalf, onStart: (pid: number) => void): Asker {
  return {
    evaluate: (state, request, file) =>
      evaluateRound(state, request, file, asking, onStart, 'gate'),
    read: (file) => readRound(file, asking),
  };
}

/** What a recheck is told as it goes on. */
export interface Progress {
  look: number;
  spent: Spending;
  standings: readonly Standing[];
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
  asker: Asker,
  onLook: (progress: Progress) => void,
): Promise<LongContextGate> {
  // Of each evaluation, in their order.
  const answers: Row[][] = [];
  for (const { file } of state.looks.flatMap(({ evaluations }) => evaluations)) {
    answers.push(await asker.read(join(folder, file)));
  }
  const before = answers.length;
  // Who goes on with a recheck has mended what failed: it is asked as often again.
  const rowsNow = () =>
    answers.flatMap((rows, i) =>
      i < before ? rows.filter(({ error }) => error === undefined || isTooLong(error)) : rows,
    );
  const ask = async (asked: Asked) => {
    answers.push(await evaluated(folder, state, asked, asker));
  };
  if (state.looks.length === 0) {
    const first = affordable(state, firstStandings(state), answers);
    const poor = state.providers.map(nameOf).find((name) => !first[name]);
    if (poor !== undefined) {
      throw new UserError(
        `--budget is too small for one prompt to ${poor}. Pass more, or fewer models with ` +
          '`gate --run -- --filter-providers NAME`.',
      );
    }
    state.looks.push({ wanted: first, evaluations: [] });
  }
  for (;;) {
    const rows = rowsNow();
    const open = missingOf(state, rows, before);
    const missing = affordable(state, open, answers);
    if (Object.keys(missing).length > 0) {
      await ask(missing);
      continue;
    }
    if (rows.length === 0) {
      throw new UserError(
        'The budget is spent and no answer came. Calls under way may have been billed. Choose another --out to start again.',
      );
    }
    takeBack(state, open, rows);
    const { standings } = standingsOf(state, rows, baseline, new Set());
    const spent = spentSoFar(state, answers);
    onLook({ look: state.looks.length, spent, standings });
    const wanted = state.looks.length < LOOKS ? affordable(state, standings, answers) : {};
    if (Object.keys(wanted).length > 0) {
      state.looks.push({ wanted, evaluations: [] });
      continue;
    }
    // Who is decided stays so: a last look at that would be one more chance of a false alarm.
    const over = standings.filter(({ ending }) => !ending).map(({ provider }) => provider);
    const { result, evaluation } = standingsOf(state, rows, baseline, new Set(over));
    const providers = standings.map(({ provider, ending = 'budget' as const }) => {
      return { provider: redactText(provider), ending, ...askedShare(state, provider) };
    });
    const looks = { looks: state.looks.length, ofLooks: LOOKS };
    const isOpen = result.verdict === 'inconclusive' && over.length > 0;
    return {
      ...withReach(result, evaluation, baseline),
      recheck: { ...looks, providers, spent, ...(isOpen && { needs: needsOf(state, rows) }) },
    };
  }
}

/** What all prompts cost, as the budget is given, at the prices and lengths that answers have shown so far. */
function needsOf(state: RecheckState, rows: readonly Row[]): NonNullable<Rechecked['needs']> {
  const { tokens, dollars } = totalOf(
    state.providers.flatMap((provider) =>
      Object.keys(provider.calls).map(costsOf(provider, state, rows)),
    ),
  );
  return state.budget.dollars === undefined ? { tokens } : { dollars: dollars! };
}

function askedShare(state: RecheckState, name: string): AskedShare {
  const provider = state.providers.find((one) => nameOf(one) === name)!;
  const all = Object.keys(provider.calls);
  const asked = askedOf(state, provider);
  const some = all.filter((id) => asked.has(id));
  const tokensOf = (ids: readonly string[]) =>
    sum(ids.map((id) => provider.calls[id]! * state.cases[id]!.tokens));
  const promptsOf = (ids: readonly string[]) =>
    new Set(ids.map((id) => state.cases[id]!.draw)).size;
  return {
    ...{ prompts: promptsOf(some), ofPrompts: promptsOf(all) },
    ...{ tokens: tokensOf(some), ofTokens: tokensOf(all) },
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

/** What was never answered, and what the budget has no room for any more, counts as not asked. */
function takeBack(state: RecheckState, open: readonly Standing[], rows: readonly Row[]): void {
  const { wanted } = state.looks[state.looks.length - 1]!;
  for (const { provider: name, next } of open) {
    const provider = state.providers.find((one) => nameOf(one) === name)!;
    const known = new Set(rowsOf(provider, rows).map(({ id }) => id));
    const lost = new Set(next.filter((id) => !known.has(id)));
    if (lost.size > 0) wanted[name] = wanted[name]!.filter((id) => !lost.has(id));
  }
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
  asker: Asker,
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
  writeRecheck(folder, state);
  try {
    const request = { round: `${looks.length}${again}`, prompts: [], cases };
    return await asker.evaluate(state, request, file);
  } catch (error) {
    // A config that promptfoo cannot evaluate is mended, and then rechecked from the start: nobody was asked.
    const isFirst = looks.length === 1 && evaluations.length === 1;
    if (isFirst && error instanceof UserError) forgetRecheck(folder);
    throw error;
  }
}
