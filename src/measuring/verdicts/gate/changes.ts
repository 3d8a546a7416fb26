/** Summarizes what a gate decided on each model, for the tables of a report. */

import { basename } from 'node:path';
import { groupBy } from '../../../base/group-by.js';
import { clauses, say } from '../../../base/text/language.js';
import { RECALL } from '../../../contract/signs.js';
import { plain } from '../../document/foreign.js';
import type { Sizes } from '../../document/sizes.js';
import { mostText, pointsText, sizeText } from '../../document/words.js';
import type { AskedCase } from '../../facts/evaluation/asked-case.js';
import { changesText, isDecisive } from '../../facts/evaluation/changes.js';
import { measureText, ofMeasure } from '../../facts/evaluation/measures.js';
import { effectiveLengthAnswer } from '../../facts/length-words.js';
import type { ChangeRow, Since } from '../../facts/tables/tables.js';
import type { DropComparison, RegressionResult } from '../../statistics/regression/regression.js';
import { clearest, doubtTexts, dropRange, setText, verdictText } from './check-words.js';
import type { Gated, GateResult, ProviderGate } from './gate-result.js';

/** The most important first. */
const ORDER: readonly ChangeRow['verdict'][] = ['worse', 'open', 'held'];

type Words = Pick<ChangeRow, 'change' | 'verdict'> & { notes: string[] };

/**
 * Says of each model what the gate says: a drop that is shown, how large one may be, or that neither is known. With several
 * metrics, it names each.
 */
export function changesSince({ file, evaluation, result }: Gated): Since {
  const { models, measures } = evaluation;
  const casesOf = new Map(models.map(({ name, cases }) => [name, cases]));
  const byModel = groupBy(result.providers, ({ model }) => model);
  const changes = [...new Set([...byModel.keys(), ...casesOf.keys()])].map((provider) => {
    const judgedRows = (byModel.get(provider) ?? [undefined]).map((own) => {
      const measure = own?.measure ?? RECALL;
      const asked = casesOf.has(provider) ? ofMeasure(measure, casesOf.get(provider)) : undefined;
      const { change, note, verdict } = changeOf(own, asked, result.options);
      if (measures.followed.length < 2 || !own) return { change, note, verdict };
      const name = measureText(measure);
      return { change: `${name} ${change}`, note: note && say`${name}: ${note}`, verdict };
    });
    judgedRows.sort(byWeight);
    const providers = byModel.get(provider) ?? [];
    const drop =
      providers.length === 1 ? providers[0]?.regression?.comparisons[0]?.drop : undefined;
    return {
      provider,
      ...(drop && { drop }),
      change: clauses(judgedRows.map(({ change }) => change)),
      verdict: judgedRows[0]!.verdict,
      note: clauses(judgedRows.map(({ note }) => note)),
    };
  });
  const conditions = [...byModel].flatMap(([model, [provider]]) =>
    provider?.changes ? [{ model, changes: provider.changes }] : [],
  );
  return {
    baseline: basename(file),
    changes: changes.sort(byWeight),
    ...(conditions.length > 0 && { conditions }),
  };
}

function byWeight(a: Pick<ChangeRow, 'verdict'>, b: Pick<ChangeRow, 'verdict'>): number {
  return ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict);
}

/** @param asked - undefined if the results lack the model */
function changeOf(
  provider: ProviderGate | undefined,
  asked: ReadonlyMap<string, AskedCase> | undefined,
  options: GateResult['options'],
): Omit<ChangeRow, 'provider'> {
  const missing = provider?.completeness.find(({ kind }) => kind === 'missing')?.count ?? 0;
  const prompts = provider?.regression?.prompts ?? 0;
  const all = [...(asked?.values() ?? [])].filter(({ series }) => !series.control).length + missing;
  const cached = provider?.completeness.find(({ kind }) => kind === 'cached');
  const isOpen = provider?.completeness.some(({ kind }) => kind === 'changed');
  const { change, verdict, notes } = provider?.regression
    ? judged(provider, provider.regression, options)
    : notCompared(asked !== undefined, missing > 0);
  if (isOpen) {
    const note = changesText((provider?.changes ?? []).filter(isDecisive));
    return { change: verdictText('inconclusive'), verdict: 'open', note };
  }
  if (cached?.verdict === 'inconclusive' && verdict !== 'worse') {
    return { change: verdictText('inconclusive'), verdict: 'open', note: said(cached) };
  }
  const isPart = prompts > 0 && prompts < all;
  const note = clauses([
    ...notes,
    ...(cached ? [said(cached)] : []),
    ...(isPart ? [say`${prompts} of ${all} prompts compared`] : []),
    ...(provider?.baselineName === undefined ? [] : [say`from ${provider.baselineName}`]),
  ]);
  return { change, verdict: isPart && verdict === 'held' ? 'open' : verdict, note };
}

function notCompared(isAsked: boolean, isInBaseline: boolean): Words {
  const inBoth = isInBaseline ? [say`no prompt in common`] : [];
  return { change: '—', verdict: 'open', notes: isAsked ? inBoth : [say`not in these results`] };
}

function judged(
  { provider, completeness, reach = [], sizes }: ProviderGate,
  result: RegressionResult,
  options: GateResult['options'],
): Words {
  const { comparisons, excludes, longest } = result;
  if (result.verdict === 'failed') {
    const fallen = clearest(comparisons.filter(({ verdict }) => verdict === 'failed'));
    return { ...fall(fallen, comparisons, sizes), verdict: 'worse' };
  }
  const problems = completeness.filter(({ kind }) => kind === 'problems');
  const unread = problems.find(({ verdict }) => verdict === 'failed');
  if (unread) return { change: `▼ ${say`unreadable`}`, verdict: 'worse', notes: [said(unread)] };
  const doubted = problems.find(({ verdict }) => verdict === 'inconclusive');
  if (doubted)
    return { change: verdictText('inconclusive'), verdict: 'open', notes: [said(doubted)] };
  const lost = reach.find((change) => change.verdict !== undefined);
  if (lost) {
    const isShown = lost.verdict === 'failed';
    const now = say`reliable length ${effectiveLengthAnswer(lost.before)} → ${effectiveLengthAnswer(lost.now)}`;
    return isShown
      ? { change: `▼ ${effectiveLengthAnswer(lost.now)}`, verdict: 'worse', notes: [now] }
      : { change: verdictText('inconclusive'), verdict: 'open', notes: [now] };
  }
  if (result.verdict === 'inconclusive') {
    const of = { model: provider, ...(sizes && { sizes }) };
    const [doubt] = doubtTexts(result, of, options);
    const notes = [plain(doubt ?? say`no answers to compare`)];
    return { change: verdictText('inconclusive'), verdict: 'open', notes };
  }
  const [whole] = comparisons as [DropComparison];
  const { value, low, high } = whole.drop;
  if (low > 0) {
    const { change, notes } = fall(whole, comparisons, sizes);
    const accepted = say`up to ${pointsText(options.maxDrop)} points are accepted`;
    return { change, verdict: 'held', notes: [...notes, accepted] };
  }
  if (high < 0) {
    const notes = [dropRange({ low: -high, high: -low })];
    return { change: say`▲ ${pointsText(value)} points`, verdict: 'held', notes };
  }
  return {
    change: excludes > 0 ? say`no drop > ${mostText(excludes)} points` : say`no drop`,
    verdict: 'held',
    notes: longest
      ? [say`none > ${mostText(longest.excludes)} points ${atText(longest, sizes)}`]
      : [],
  };
}

function fall(tested: DropComparison, all: readonly DropComparison[], sizes: Sizes | undefined) {
  const isSeveral = all.some(({ series }) => series !== undefined);
  return {
    change: [
      say`▼ ${pointsText(tested.drop.value)} points`,
      ...placeOf(tested, isSeveral, sizes),
    ].join(' '),
    notes: [dropRange(tested.drop)],
  };
}

/** Benchmarks may end at different lengths, so "64K+" would not be true of each. */
function placeOf(tested: DropComparison, isSeveral: boolean, sizes: Sizes | undefined): string[] {
  const { series, scope } = tested;
  if (series !== undefined)
    return [...(scope === 'all lengths' ? [] : [atText(tested, sizes)]), say`in ${series}`];
  if (scope === 'all lengths') return [];
  if (!isSeveral || scope === 'one length') return [atText(tested, sizes)];
  const part = {
    'longer half': () => say`in the longer half`,
    'longest quarter': () => say`in the longest quarter`,
    'longest eighth': () => say`in the longest eighth`,
  };
  return [part[scope]()];
}

function atText({ scope, fromTokens, toTokens }: DropComparison, sizes: Sizes | undefined): string {
  const isOne = scope === 'one length' || fromTokens === toTokens;
  const from = sizeText(fromTokens, sizes);
  if (isOne) return say`at ${from}`;
  return sizes ? say`at ${from} and more` : say`at ${`${from}+`}`;
}

const said = (check: ProviderGate['completeness'][number]) => plain(setText(check));
