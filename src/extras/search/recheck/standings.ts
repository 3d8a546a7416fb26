/** Where a recheck stands: what the gate says of what came, and what each provider is asked next. */

import { redactText } from '../../../base/secrets.js';
import type { Row } from '../../../contract/row.js';
import { RECALL } from '../../../contract/signs.js';
import { caseKey } from '../../../measuring/facts/evaluation/asked-case.js';
import { type Evaluation, evaluationOf } from '../../../measuring/facts/evaluation/evaluation.js';
import { measuredName } from '../../../measuring/facts/evaluation/measures.js';
import type { Model } from '../../../measuring/facts/evaluation/models.js';
import {
  type BaselineCase,
  type BaselineFile,
  wholeBaseline,
} from '../../../measuring/results/baseline/baseline.js';
import { DEFAULT_GATE, gate } from '../../../measuring/verdicts/gate/gate.js';
import type {
  GateOptions,
  GateResult,
  PlannedCase,
} from '../../../measuring/verdicts/gate/gate-result.js';
import { modelPairs } from '../../../measuring/verdicts/gate/pairs.js';
import { resultName } from '../search-state.js';
import { nextPrompts } from './next-prompts.js';
import type { RecheckProvider, RecheckState } from './recheck-state.js';

/** Where one provider stands. */
export interface Standing {
  provider: string;
  /** Why nothing more is asked of it: a drop is shown, or excluded, or it was asked all. */
  ending?: 'failed' | 'excluded' | 'all' | undefined;
  /** Ids of the Cases to ask next, in their order. */
  next: string[];
  /** And those after them, prompt by prompt. */
  later: string[][];
}

interface Judged {
  evaluation: Evaluation;
  result: GateResult;
  standings: Standing[];
}

/** What the gate is asked, as a state keeps it. */
function gateOptions({ limits }: Pick<RecheckState, 'limits'>): GateOptions {
  const { alpha, maxDrop, margin, detect, allow, providers } = limits;
  return {
    ...DEFAULT_GATE,
    ...{ alpha, maxDrop, detect, allow, providers },
    ...(margin !== undefined && { margin }),
  };
}

/** The drop that is to be excluded. */
function marginOf({ limits }: Pick<RecheckState, 'limits'>): number {
  return limits.margin ?? limits.detect;
}

/** Ids that a provider was to be asked so far. */
export function askedIds(
  { looks }: Pick<RecheckState, 'looks'>,
  provider: RecheckProvider,
): Set<string> {
  return new Set(looks.flatMap(({ wanted }) => wanted[resultName(provider)] ?? []));
}

/** Ids that a provider was sent while answers of the current look were out. */
export function aheadOf({ looks }: Pick<RecheckState, 'looks'>, provider: RecheckProvider) {
  return looks.at(-1)?.ahead[resultName(provider)] ?? [];
}

/** What each provider is asked up to a look, where nothing is decided. */
export function openStandings(state: RecheckState, look: number): Standing[] {
  return state.providers.map((provider) => openStanding(state, provider, look));
}

function openStanding(state: RecheckState, provider: RecheckProvider, look: number): Standing {
  const grid = promptsOf(state, provider);
  const { next, later } = nextPrompts(grid, look);
  const ids = (i: number) => grid[i]!.ids;
  return { provider: resultName(provider), next: next.flatMap(ids), later: later.map(ids) };
}

/**
 * Judge what came, as the gate does.
 *
 * @param over - providers of which no more can be asked although nothing is decided: for them this is the last look
 */
export function standingsOf(
  state: RecheckState,
  rows: readonly Row[],
  baseline: BaselineFile,
  over: ReadonlySet<string>,
): Judged {
  const known = new Map(
    state.providers.map((one) => [redactText(resultName(one)), askedIds(state, one)]),
  );
  // What was sent ahead counts from its look on. Each look is of a part of a grid, and nothing of that is missing.
  const evaluation = evaluationOf(
    rows
      .filter(({ provider, id }) => known.get(provider)?.has(id) !== false)
      .map(({ grid, gate: _, ...row }) => row),
    { ...(state.measures && { measures: state.measures }) },
  );
  const options = gateOptions(state);
  const whole = wholeBaseline(baseline.runs);
  const pairs = modelPairs(options.providers, whole, baseline.identities, evaluation);
  const byName = new Map(state.providers.map((one) => [redactText(resultName(one)), one]));
  const models = pairs.flatMap(({ old, now, model }) => {
    const provider = model && byName.get(model.provider);
    const before = whole.get(old);
    if (!model || !provider || !before) return [];
    const asked = askedIds(state, provider);
    const planned = plannedOf(state, provider, before, model);
    const isSpent = over.has(resultName(provider));
    const isLast = isSpent || [...planned.keys()].every((id) => asked.has(baseId(id, before)));
    return { old, now, model, provider, asked, look: { isLast, isSpent, planned } };
  });
  const restricted: BaselineFile = {
    ...baseline,
    runs: baseline.runs.map(
      (run) =>
        new Map(
          models.flatMap(({ old, asked }) => {
            const cases = run.get(old);
            if (!cases) return [];
            const own = [...cases].filter(([id]) => asked.has(baseId(id, cases)));
            return [[old, new Map(own)] as const];
          }),
        ),
    ),
  };
  const looks = new Map(models.map(({ now, look }) => [now, look]));
  const result = gate(evaluation, restricted, options, { looks });
  const standings = state.providers.map((provider): Standing => {
    const ended = (ending: Standing['ending']) => {
      return { provider: resultName(provider), next: [], later: [], ending };
    };
    const own = models.filter((one) => one.provider === provider);
    const gates = result.providers.filter(({ model }) => own.some(({ now }) => now === model));
    if (gates.some(({ verdict }) => verdict === 'failed')) return ended('failed');
    if (promptsOf(state, provider).every(({ isAsked }) => isAsked)) return ended('all');
    const isExcluded = gates.every(
      ({ verdict, regression }) =>
        verdict === 'passed' && regression && regression.excludes < marginOf(state),
    );
    if (gates.length > 0 && isExcluded) return ended('excluded');
    return openStanding(state, provider, state.looks.length + 1);
  });
  return { evaluation, result, standings };
}

/** The id of a Case itself, without the measure. */
export function baseId(id: string, cases: ReadonlyMap<string, BaselineCase>): string {
  const measure = cases.get(id)?.measure;
  return measure === undefined ? id : id.slice(caseKey({ id: '', measure }).length);
}

/** One prompt of the grid, with the Cases that ask it. */
interface GridPrompt {
  series: number;
  tokens: number;
  isAsked: boolean;
  isAhead: boolean;
  ids: string[];
}

/** The prompts that a provider may be asked, in the order of the config. */
function promptsOf(state: RecheckState, provider: RecheckProvider): GridPrompt[] {
  const asked = askedIds(state, provider);
  const ahead = new Set(aheadOf(state, provider));
  const places: string[] = [];
  const byDraw = new Map<string, GridPrompt>();
  for (const id of Object.keys(provider.calls)) {
    const { tokens, place, draw } = state.cases[id]!;
    if (!places.includes(place)) places.push(place);
    const known = byDraw.get(draw);
    if (known) {
      known.ids.push(id);
      known.isAsked &&= asked.has(id);
    } else {
      const series = places.indexOf(place);
      const known = { isAsked: asked.has(id), isAhead: ahead.has(id) };
      byDraw.set(draw, { series, tokens, ...known, ids: [id] });
    }
  }
  return [...byDraw.values()];
}

/** What is known of the Cases of a model that both the config and the baseline have. */
function plannedOf(
  { cases }: RecheckState,
  provider: RecheckProvider,
  before: ReadonlyMap<string, BaselineCase>,
  model: Model,
): ReadonlyMap<string, PlannedCase> {
  const sizes = new Map<string, number>();
  for (const [key, { tokens }] of model.cases) {
    const known = cases[baseId(key, before)];
    if (known?.size !== undefined) sizes.set(`${known.place}/${known.size}`, tokens);
  }
  return new Map(
    [...before].flatMap(([key, { measure }]) => {
      const id = baseId(key, before);
      const known = cases[id];
      if (!known || !Object.hasOwn(provider.calls, id)) return [];
      const { place, draw, size } = known;
      // Prompts of one size count as equally long.
      const tokens = model.cases.get(key)?.tokens ?? sizes.get(`${place}/${size}`) ?? known.tokens;
      const by = (what: string) => measuredName(what, measure ?? RECALL);
      return [[key, { tokens, place: by(place), draw: by(draw) }] as const];
    }),
  );
}
