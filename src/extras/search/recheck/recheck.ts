/** The loop of a recheck: looks at answers until every model is decided, or the budget has no room. */
import { join } from 'node:path';
import { append } from '../../../base/extremes.js';
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
import { resultName } from '../search-state.js';
import type { Order } from '../session/hook.js';
import { type Asking, Session, type SessionRequest } from '../session/session.js';
import { AHEAD } from './next-prompts.js';
import {
  type AskedRound,
  forgetRecheck,
  noteEvaluation,
  type RecheckProvider,
  type RecheckState,
} from './recheck-state.js';
import { costsOf, fits, ownRows, type Spending, spentSoFar, totalOf } from './spending.js';
import { aheadOf, askedIds, openStandings, type Standing, standingsOf } from './standings.js';

/** An evaluation that sends what it is told to. */
type OpenEvaluation = Pick<
  Session,
  'openCalls' | 'underWay' | 'isOver' | 'send' | 'change' | 'rows' | 'failure' | 'end'
>;

/** Who evaluates: promptfoo (`promptfooAsker`). */
export interface Asker {
  /** Calls at once. */
  lanes: number;
  /**
   * @param file - where answers are written to
   * @throws {UserError} when nothing can be evaluated
   */
  start(file: string, state: RecheckState): Promise<OpenEvaluation>;
  /** What was answered in a file, however its evaluation ended. */
  read(file: string): Promise<Row[]>;
}

/** The user's own promptfoo. */
export function promptfooAsker(asking: Asking): Asker {
  return {
    lanes: asking.lanes,
    start: (file, state) => Session.start(file, sessionOf(state), asking),
    read: (file) => readRound(file, asking.half),
  };
}

function sessionOf({ configs, args, providers, retries }: RecheckState): SessionRequest {
  const request: SearchRequest = { round: '0', prompts: [], whole: true };
  const names = providers.map(resultName);
  return { purpose: 'gate', configs, args, request, providers: names, times: 1 + retries };
}

/** The calls that each provider makes of each Case, the longest first: the last answer of a look then comes soonest. */
function callsOf(state: RecheckState, asked: AskedRound): NonNullable<Order['cases']> {
  const tokensOf = (id: string) => state.cases[id]!.tokens;
  const ids = [...new Set(Object.values(asked).flat())].sort((a, b) => tokensOf(b) - tokensOf(a));
  return Object.fromEntries(
    ids.map((id) => {
      const own = state.providers.filter((one) => asked[resultName(one)]?.includes(id));
      return [id, Object.fromEntries(own.map((one) => [resultName(one), one.calls[id]!]))];
    }),
  );
}

/** What a recheck is told as it goes on. */
export interface RecheckProgress {
  look: number;
  spent: Spending;
  standings: readonly Standing[];
}

/**
 * Recheck, or go on with a recheck: first with what is missing of its last look. While the last answers of a look are out,
 * free slots get what would be asked next. That counts from the next look on, and never where this one decides.
 *
 * @param state - is changed, and written to its folder before anything is sent
 * @throws {UserError} when promptfoo cannot evaluate
 */
export async function recheck(
  folder: string,
  state: RecheckState,
  baseline: BaselineFile,
  asker: Asker,
  onLook: (progress: RecheckProgress) => void,
): Promise<LongContextGate> {
  const before = evaluationsOf(state);
  const paid: Row[] = [];
  for (const file of new Set(before.map((one) => one.file))) {
    append(paid, await asker.read(join(folder, file)));
  }
  // Who goes on with a recheck has mended what failed: it is asked as often again.
  const kept = paid.filter(({ error }) => error === undefined || isTooLong(error));
  let later: readonly Standing[] = state.looks.length === 0 ? begin(state) : [];
  let session: OpenEvaluation | undefined;
  const send = async (asked: AskedRound, look = state.looks.length) => {
    const file = session && evaluationsOf(state).at(-1)!.file;
    noteEvaluation(folder, state, asked, file);
    session ??= await started(folder, state, asker);
    await session.send({ round: String(look), prompts: [], cases: callsOf(state, asked) });
  };
  try {
    for (;;) {
      while (session && !session.isOver && session.openCalls >= asker.lanes) await session.change();
      // What is answered while answers are read counts as open until the next time.
      const open = session?.underWay ?? [];
      const answers = (await session?.rows()) ?? [];
      const rows = [...kept, ...answers];
      const all = [...paid, ...answers];
      if (session?.isOver) {
        if (answers.length === 0) throw await session.failure();
        for (const some of [kept, paid]) append(some, answers);
        open.splice(0);
        session = undefined;
      }
      const missing = missingOf(state, rows, before.length, open);
      const again = affordable(state, missing, all);
      if (isSome(again)) {
        await send(again);
        continue;
      }
      if (open.some(({ round }) => Number(round) <= state.looks.length)) {
        const free = asker.lanes - session!.openCalls;
        const ahead = affordable(state, sentAhead(state, later, free), all);
        const { ahead: sent } = state.looks.at(-1)!;
        for (const [name, ids] of Object.entries(ahead))
          sent[name] = [...(sent[name] ?? []), ...ids];
        await (isSome(ahead) ? send(ahead, state.looks.length + 1) : session!.change());
        continue;
      }
      if (rows.length === 0) {
        throw new UserError(
          'The budget is spent and no answer came. Calls under way may have been billed. Choose another --out to start again.',
        );
      }
      takeBack(state, missing, rows);
      const { standings } = standingsOf(state, rows, baseline, new Set());
      const spent = spentSoFar(state, all);
      const wanted = state.looks.length < LOOKS ? nextLook(state, standings, all) : {};
      const next = ({ provider }: Standing) => wanted[provider] ?? [];
      const told = standings.map((one) => ({ ...one, next: next(one) }));
      onLook({ look: state.looks.length, spent, standings: told });
      if (!isSome(wanted)) return endOf(state, rows, baseline, standings, spent);
      state.looks.push({ wanted, ahead: {}, evaluations: [] });
      later = standings;
    }
  } finally {
    await session?.end();
  }
}

function isSome(asked: AskedRound): boolean {
  return Object.keys(asked).length > 0;
}

/** Choose the first look. */
function begin(state: RecheckState): Standing[] {
  const first = openStandings(state, 1);
  const wanted = affordable(state, first, []);
  const poor = state.providers.map(resultName).find((name) => !wanted[name]);
  if (poor !== undefined) {
    throw new UserError(
      `--budget is too small for one prompt to ${poor}. Pass more, or fewer models with ` +
        '`gate --run -- --filter-providers NAME`.',
    );
  }
  state.looks.push({ wanted, ahead: {}, evaluations: [] });
  return first;
}

async function started(folder: string, state: RecheckState, asker: Asker): Promise<OpenEvaluation> {
  const evaluations = evaluationsOf(state);
  try {
    return await asker.start(join(folder, evaluations.at(-1)!.file), state);
  } catch (error) {
    // A config that promptfoo cannot evaluate is mended, and then rechecked from the start: nobody was asked.
    if (evaluations.length === 1 && error instanceof UserError) forgetRecheck(folder);
    throw error;
  }
}

/** What is to be sent into free slots: what would be asked next, as far as so much may be in vain. */
function sentAhead(state: RecheckState, later: readonly Standing[], free: number): Standing[] {
  let left = state.looks.length < LOOKS ? free : 0;
  return later.map((standing) => {
    const provider = state.providers.find((one) => resultName(one) === standing.provider)!;
    const tokensOf = (ids: readonly string[]) => tokensIn(state, provider, ids);
    const sent = aheadOf(state, provider);
    let room = AHEAD * tokensOf([...askedIds(state, provider)]) - tokensOf(sent);
    const next = standing.later.flatMap((ids) => {
      const tokens = tokensOf(ids);
      if (left <= 0 || tokens > room || sent.includes(ids[0]!)) return [];
      room -= tokens;
      left -= sum(ids.map((id) => provider.calls[id]!));
      return ids;
    });
    return { ...standing, next };
  });
}

function tokensIn(state: RecheckState, { calls }: RecheckProvider, ids: readonly string[]) {
  return sum(ids.map((id) => calls[id]! * state.cases[id]!.tokens));
}

/** What the next look is of: what was sent ahead, and what was chosen since. Who is decided is asked nothing. */
function nextLook(
  state: RecheckState,
  standings: readonly Standing[],
  rows: readonly Row[],
): AskedRound {
  const wanted = affordable(state, standings, rows);
  for (const { provider: name, ending } of standings) {
    const ahead = state.looks.at(-1)!.ahead[name];
    if (ahead && !ending) wanted[name] = [...ahead, ...(wanted[name] ?? [])];
  }
  return wanted;
}

function endOf(
  state: RecheckState,
  rows: readonly Row[],
  baseline: BaselineFile,
  standings: readonly Standing[],
  spent: Spending,
): LongContextGate {
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

/** What all prompts cost, as the budget is given, at the prices and lengths that answers have shown so far. */
function needsOf(state: RecheckState, rows: readonly Row[]): NonNullable<Rechecked['needs']> {
  const { tokens, dollars } = totalOf(
    state.providers.flatMap((provider) =>
      Object.keys(provider.calls).map(costsOf(provider, state, rows)),
    ),
  );
  return state.budget.dollars === undefined ? { tokens } : { dollars: dollars! };
}

/** What was sent to a provider, whether or not it counts. */
function askedShare(state: RecheckState, name: string): AskedShare {
  const provider = state.providers.find((one) => resultName(one) === name)!;
  const all = Object.keys(provider.calls);
  const ahead = state.looks.flatMap((look) => look.ahead[name] ?? []);
  const some = [...new Set([...askedIds(state, provider), ...ahead])];
  const promptsOf = (ids: readonly string[]) =>
    new Set(ids.map((id) => state.cases[id]!.draw)).size;
  return {
    ...{ prompts: promptsOf(some), ofPrompts: promptsOf(all) },
    ...{ tokens: tokensIn(state, provider, some), ofTokens: tokensIn(state, provider, all) },
  };
}

/**
 * What of the current look has no answer yet, is not under way, and was not asked too often in vain.
 *
 * @param before - how many evaluations other processes have made
 */
function missingOf(
  state: RecheckState,
  rows: readonly Row[],
  before: number,
  open: readonly Order[],
): Standing[] {
  const { wanted, evaluations } = state.looks.at(-1)!;
  const earlier = evaluationsOf(state).length - evaluations.length;
  const since = evaluations.slice(Math.max(0, before - earlier));
  return state.providers.map((provider) => {
    const name = resultName(provider);
    const own = groupBy(ownRows(provider, rows), ({ id }) => id);
    const next = (wanted[name] ?? []).filter((id) => {
      const all = own.get(id) ?? [];
      const isAnswered =
        all.filter(({ error }) => error === undefined).length >= provider.calls[id]!;
      const isRefused = all.some(({ error }) => error !== undefined && isTooLong(error));
      const isOpen = open.some(({ cases }) => cases?.[id]?.[name] !== undefined);
      const isVain = since.filter(({ asked }) => asked[name]?.includes(id)).length > state.retries;
      return !isAnswered && !isRefused && !isOpen && !isVain;
    });
    return { provider: name, next, later: [] };
  });
}

/** What was never answered, and what the budget has no room for any more, counts as not asked. */
function takeBack(state: RecheckState, open: readonly Standing[], rows: readonly Row[]): void {
  const { wanted } = state.looks[state.looks.length - 1]!;
  for (const { provider: name, next } of open) {
    const provider = state.providers.find((one) => resultName(one) === name)!;
    const known = new Set(ownRows(provider, rows).map(({ id }) => id));
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
  rows: readonly Row[],
): AskedRound {
  const asked: AskedRound = {};
  let spent = spentSoFar(state, rows);
  const wanting = standings.filter(({ next }) => next.length > 0);
  wanting.forEach(({ provider: name, next }, i) => {
    const provider = state.providers.find((one) => resultName(one) === name)!;
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

function evaluationsOf({ looks }: RecheckState): RecheckState['looks'][number]['evaluations'] {
  return looks.flatMap(({ evaluations }) => evaluations);
}
