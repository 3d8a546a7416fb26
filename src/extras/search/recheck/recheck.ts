/** The loop of a recheck: looks of promptfoo until every reader is decided, or the budget has no room. */
import { join } from 'node:path';
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { redactText } from '../../../base/secrets.js';
import { UserError } from '../../../base/user-error.js';
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
import { nameOf } from '../search-state.js';
import { type Asking, Session, type SessionRequest } from '../session/session.js';
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
   * Ask Cases of each provider.
   *
   * @param round - names this evaluation
   * @param folder - where the files of answers are
   * @throws {UserError} when nothing could be evaluated
   */
  evaluate(folder: string, state: RecheckState, asked: Asked, round: string): Promise<Row[]>;
  /** What an evaluation has answered in a file, however it ended. */
  read(file: string, round: string): Promise<Row[]>;
  end(): Promise<void>;
  /** The file, below the folder, that answers are written to; nothing before the first evaluation. */
  readonly file?: string | undefined;
}

/** The user's own promptfoo, one for all looks. */
export function promptfooAsker(asking: Asking): Asker {
  let session: Session | undefined;
  let file: string | undefined;
  return {
    get file() {
      return session && file;
    },
    async evaluate(folder, state, asked, round) {
      file = state.looks.at(-1)!.evaluations.at(-1)!.file;
      session ??= await Session.start(join(folder, file), sessionOf(state), asking);
      await session.send({ round, prompts: [], cases: callsOf(state, asked) });
      while (session.underWay.length > 0 && !session.isOver) await session.change();
      const rows = await session.rows(round);
      if (!session.isOver) return rows;
      if (rows.length === 0) throw await session.failure();
      session = undefined;
      return rows;
    },
    read: (file, round) => readRound(file, asking.half, round),
    end: async () => session?.end(),
  };
}

function sessionOf({ configs, args, providers, retries }: RecheckState): SessionRequest {
  const request: SearchRequest = { round: '0', prompts: [], whole: true };
  const names = providers.map(nameOf);
  return { purpose: 'gate', configs, args, request, providers: names, times: 1 + retries };
}

/** The calls that each provider makes of each Case. */
function callsOf(state: RecheckState, asked: Asked): Record<string, Record<string, number>> {
  const cases: Record<string, Record<string, number>> = {};
  for (const provider of state.providers) {
    const name = nameOf(provider);
    for (const id of asked[name] ?? []) cases[id] = { ...cases[id], [name]: provider.calls[id]! };
  }
  return cases;
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
  try {
    return await rechecked(folder, state, baseline, asker, onLook);
  } finally {
    await asker.end();
  }
}

async function rechecked(
  folder: string,
  state: RecheckState,
  baseline: BaselineFile,
  asker: Asker,
  onLook: (progress: Progress) => void,
): Promise<LongContextGate> {
  // Of each evaluation, in their order.
  const answers: Row[][] = [];
  for (const [look, { evaluations }] of state.looks.entries()) {
    for (const [i, { file }] of evaluations.entries()) {
      answers.push(await asker.read(join(folder, file), roundName(look + 1, i)));
    }
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

/** What an evaluation of a look is called: the first of it, and others for what is missing. */
function roundName(look: number, again: number): string {
  return `${look}${again === 0 ? '' : `, again ${again}`}`;
}

async function evaluated(
  folder: string,
  state: RecheckState,
  asked: Asked,
  asker: Asker,
): Promise<Row[]> {
  const { looks } = state;
  const { evaluations } = looks[looks.length - 1]!;
  noteEvaluation(folder, state, asked, asker.file);
  writeRecheck(folder, state);
  try {
    return await asker.evaluate(
      folder,
      state,
      asked,
      roundName(looks.length, evaluations.length - 1),
    );
  } catch (error) {
    // A config that promptfoo cannot evaluate is mended, and then rechecked from the start: nobody was asked.
    const isFirst = looks.length === 1 && evaluations.length === 1;
    if (isFirst && error instanceof UserError) forgetRecheck(folder);
    throw error;
  }
}
