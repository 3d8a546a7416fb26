/** Where a recheck stands: what the gate says of what came, and what each provider is asked next. */

import { CONFIDENCE, detectedDrop } from '../../../base/defaults.js';
import { redactText } from '../../../base/secrets.js';
import type { Row } from '../../../contract/row.js';
import { RECALL } from '../../../contract/signs.js';
import { caseKey } from '../../../measuring/facts/evaluation/asked-case.js';
import { type Evaluation, evaluationOf } from '../../../measuring/facts/evaluation/evaluation.js';
import { measuredName, ofMeasure } from '../../../measuring/facts/evaluation/measures.js';
import type { Model } from '../../../measuring/facts/evaluation/models.js';
import {
  type BaselineCase,
  type BaselineFile,
  wholeBaseline,
} from '../../../measuring/results/baseline/baseline.js';
import { pairPrompts } from '../../../measuring/statistics/regression/paired-prompts.js';
import { testsAtLook } from '../../../measuring/statistics/regression/regression-tests.js';
import { runDrift } from '../../../measuring/statistics/regression/run-drift.js';
import { scopesOf } from '../../../measuring/statistics/regression/scopes.js';
import { DEFAULT_GATE, gate } from '../../../measuring/verdicts/gate/gate.js';
import type {
  GateOptions,
  GateResult,
  ModelLook,
  PlannedCase,
} from '../../../measuring/verdicts/gate/gate-result.js';
import { modelPairs } from '../../../measuring/verdicts/gate/pairs.js';
import { comparedSeries, readOf } from '../../../measuring/verdicts/gate/regressions.js';
import { type SharedCase, sharedCases } from '../../../measuring/verdicts/gate/shared-cases.js';
import { resultName } from '../search-state.js';
import { firstPrompts, isOpenAtLook, nextPrompts } from './next-prompts.js';
import type { RecheckProvider, RecheckState } from './recheck-state.js';

/** Where one provider stands. */
export interface Standing {
  provider: string;
  /** Why nothing more is asked of it: a drop is shown, or excluded, or it was asked all. */
  ending?: 'failed' | 'excluded' | 'all' | undefined;
  /** Ids of the Cases to ask next, in the order in which they tell most. */
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
  const { alpha, maxDrop, margin, allow, providers } = limits;
  return {
    ...DEFAULT_GATE,
    ...{ alpha, maxDrop, allow, providers },
    ...(margin !== undefined && { margin }),
  };
}

/** The drop that is to be excluded, and how surely. */
export function marginOf({ limits }: Pick<RecheckState, 'limits'>): number {
  return limits.margin ?? detectedDrop(limits.maxDrop);
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

/** The first prompts of each provider. */
export function firstStandings(state: RecheckState): Standing[] {
  return state.providers.map((provider) => {
    const grid = promptsOf(state, provider);
    const first = firstPrompts(grid);
    const after = grid.map((one, i) => ({ ...one, isAsked: first.includes(i) }));
    const look = { ...limitsOf(state), look: 1 };
    const { next, later } = nextPrompts(after, scopesOf(grid), [], look);
    return standingOf(provider, grid, first, [...next, ...later]);
  });
}

function standingOf(
  provider: RecheckProvider,
  grid: readonly GridPrompt[],
  next: readonly number[],
  later: readonly number[],
): Standing {
  const ids = (i: number) => grid[i]!.ids;
  return { provider: resultName(provider), next: next.flatMap(ids), later: later.map(ids) };
}

function limitsOf(state: RecheckState, measures = 1) {
  const alpha = state.limits.alpha / Math.max(1, measures);
  return { alpha, tail: 1 - CONFIDENCE, margin: marginOf(state) };
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
    const ended = (ending: Standing['ending']) => ({ ...standingOf(provider, [], [], []), ending });
    const own = models.filter((one) => one.provider === provider);
    const gates = result.providers.filter(({ model }) => own.some(({ now }) => now === model));
    if (gates.some(({ verdict }) => verdict === 'failed')) return ended('failed');
    const grid = promptsOf(state, provider);
    if (grid.every(({ isAsked }) => isAsked)) return ended('all');
    const measured = own.flatMap(({ old, model, look }) =>
      evaluation.measures.followed.map((measure) => {
        const cases = ofMeasure(measure, model.cases);
        const runs = restricted.runs.flatMap((run) => run.get(old) ?? []);
        return testedGrid(state, provider, sharedCases(runs, cases), look, measure);
      }),
    );
    const limits = limitsOf(state, evaluation.measures.followed.length);
    const isExcluded =
      gates.length > 0 &&
      gates.every(
        ({ verdict, regression }) =>
          verdict === 'passed' && regression && regression.excludes < limits.margin,
      );
    const isOpen = measured.some(({ grid: of, scopes, tests }) =>
      isOpenAtLook(of, scopes, tests, limits),
    );
    if (isExcluded && !isOpen) return ended('excluded');
    const [first] = measured;
    const look = state.looks.length + 1;
    const { next, later } = first
      ? nextPrompts(first.grid, first.scopes, first.tests, { ...limits, look })
      : { next: firstPrompts(grid), later: [] };
    return standingOf(provider, grid, next, later);
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

/** The tests of one model by one measure, of the grid in the order of the provider's prompts. */
function testedGrid(
  state: RecheckState,
  provider: RecheckProvider,
  shared: readonly SharedCase[],
  look: ModelLook,
  measure: string,
) {
  const read = shared.map(readOf);
  const series = comparedSeries(read, look);
  const titles = series.map((one) => one.series);
  const seriesOf = new Map<string, number>();
  for (const { id, series: title } of read) {
    const place = look.planned.get(id)?.place;
    if (place !== undefined) seriesOf.set(place, titles.indexOf(title));
  }
  const byDraw = new Map([...look.planned.values()].map((one) => [one.draw, one]));
  const grid = promptsOf(state, provider).map((prompt) => {
    const { draw } = state.cases[prompt.ids[0]!]!;
    const planned = byDraw.get(measuredName(draw, measure));
    return {
      ...prompt,
      tokens: planned?.tokens ?? prompt.tokens,
      series: planned ? (seriesOf.get(planned.place) ?? titles.length) : titles.length,
    };
  });
  const scopes = scopesOf(grid);
  const prompts = pairPrompts(series);
  const tests =
    prompts.length === 0
      ? []
      : testsAtLook(prompts, runDrift(prompts), { planned: grid, isLast: look.isLast }, scopes);
  return { grid, scopes, tests };
}
