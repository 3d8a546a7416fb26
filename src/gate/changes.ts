/** What a gate decided about each reader in a few words, for the tables of a report. */
import { basename } from 'node:path';
import type { ChangeRow, Since } from '../analysis/tables.js';
import { lengthText } from '../output/words.js';
import type { DropComparison, RegressionResult } from '../statistics/regression/regression.js';
import type { Gated, GateResult, ProviderGate } from './gate-result.js';
import { dropText, excludedText, findingsOf, placeText } from './regression-words.js';

/** What one should know first comes first. */
const ORDER: readonly ChangeRow['verdict'][] = ['worse', 'open', 'held'];

type Words = Pick<ChangeRow, 'change' | 'verdict'> & { notes: string[] };

/**
 * What became of each reader since a baseline. It says no more than the gate: a drop that is shown, a drop that is
 * excluded, or that neither is.
 */
export function changesSince({ file, evaluation, result }: Gated): Since {
  const asked = new Map(
    evaluation.readers.map(({ name, cases }) => {
      return [name, [...cases.values()].filter(({ series }) => !series.control).length];
    }),
  );
  const judgedOf = new Map(result.providers.map((own) => [own.provider, own]));
  const changes = [...new Set([...judgedOf.keys(), ...asked.keys()])].map((provider): ChangeRow => {
    const own = judgedOf.get(provider);
    const missing = own?.completeness.find(({ kind }) => kind === 'missing')?.count ?? 0;
    const prompts = own?.regression?.prompts ?? 0;
    const all = (asked.get(provider) ?? 0) + missing;
    const { change, verdict, notes } = own?.regression
      ? judged(own, own.regression, result.options)
      : notCompared(asked.has(provider), missing > 0);
    const isPart = prompts > 0 && prompts < all;
    const note = [
      ...notes,
      ...(isPart ? [`${prompts} of ${all} prompts compared`] : []),
      ...(own?.baselineName === undefined ? [] : [`from ${own.baselineName}`]),
    ].join('; ');
    return { provider, change, verdict: isPart && verdict === 'held' ? 'open' : verdict, note };
  });
  changes.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  return { baseline: basename(file), changes };
}

function notCompared(isAsked: boolean, isInBaseline: boolean): Words {
  const inBoth = isInBaseline ? ['no prompt in common'] : [];
  return { change: '—', verdict: 'open', notes: isAsked ? inBoth : ['not in these results'] };
}

function judged(
  { completeness }: ProviderGate,
  result: RegressionResult,
  options: GateResult['options'],
): Words {
  const { comparisons, excludes, longest } = result;
  if (result.verdict === 'failed') {
    const fallen = clearest(comparisons.filter(({ verdict }) => verdict === 'failed'));
    return { ...fall(fallen, comparisons), verdict: 'worse' };
  }
  const unread = completeness.find(
    ({ kind, verdict }) => kind === 'troubles' && verdict === 'failed',
  );
  if (unread) return { change: '▼ unreadable', verdict: 'worse', notes: [unread.note] };
  if (result.verdict === 'undecided') {
    const doubt = findingsOf(result, options).find(({ verdict }) => verdict === 'undecided');
    const where = doubt?.toNothing ? `${placeText(doubt)} ` : '';
    const note = doubt ? where + doubt.note : 'no prompt has answers on both sides';
    return { change: 'undecided', verdict: 'open', notes: [note] };
  }
  const [whole] = comparisons as [DropComparison];
  const { value, low, high } = whole.drop;
  if (low > 0) {
    const { change, notes } = fall(whole, comparisons);
    return { change, verdict: 'held', notes: [...notes, `up to ${options.maxDrop} is accepted`] };
  }
  if (high < 0) {
    const notes = [`${dropText(-high)} to ${dropText(-low)}`];
    return { change: `▲ ${dropText(-value)}`, verdict: 'held', notes };
  }
  return {
    change: excludes > 0 ? `drop ≤ ${excludedText(excludes)}` : 'no drop',
    verdict: 'held',
    notes: longest ? [`≤ ${excludedText(Math.max(0, longest.excludes))} ${atText(longest)}`] : [],
  };
}

/** All lengths, where they fell; a part of them where it plainly fell further than they did on average. */
function clearest(fallen: readonly DropComparison[]): DropComparison {
  const [first] = fallen as [DropComparison];
  const [part] = fallen.toSorted((a, b) => b.drop.low - a.drop.low) as [DropComparison];
  const isWhole = first.scope === 'all lengths' && first.series === undefined;
  return isWhole && part.drop.low <= first.drop.value ? first : part;
}

function fall(one: DropComparison, all: readonly DropComparison[]) {
  const { value, low, high } = one.drop;
  const isSeveral = all.some(({ series }) => series !== undefined);
  return {
    change: [`▼ ${dropText(value)}`, ...placeOf(one, isSeveral)].join(' '),
    notes: [`${dropText(low)} to ${dropText(high)}`],
  };
}

/** Several series end at lengths of their own, so that "64K+" would not be true of each. */
function placeOf(one: DropComparison, isSeveral: boolean): string[] {
  const { series, scope } = one;
  if (series !== undefined)
    return [...(scope === 'all lengths' ? [] : [atText(one)]), `in ${series}`];
  if (scope === 'all lengths') return [];
  return [isSeveral && scope !== 'one length' ? `in the ${scope}` : atText(one)];
}

function atText({ scope, fromTokens, toTokens }: DropComparison): string {
  const isOne = scope === 'one length' || fromTokens === toTokens;
  return `at ${lengthText(fromTokens)}${isOne ? '' : '+'}`;
}
