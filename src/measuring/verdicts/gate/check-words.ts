/** Words each check of a gate in fixed sentences. */

import { largestUnseen } from '../../../base/defaults.js';
import { commas, paragraph, say, sayCount } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { foreign } from '../../document/foreign.js';
import { amountAt, amountText, nounText, type Sizes } from '../../document/sizes.js';
import {
  lengthText,
  mostText,
  percentText,
  pointsText,
  rangeText,
  sizeText,
} from '../../document/words.js';
import { changesText, foreignChange } from '../../facts/evaluation/changes.js';
import { gapText, whyText } from '../../facts/evaluation/completeness.js';

import { measureText } from '../../facts/evaluation/measures.js';
import { serverText } from '../../facts/length-parts.js';
import { effectiveLengthSentence } from '../../facts/length-words.js';
import { problemOfAnswers } from '../../facts/tables/problems.js';
import type { Interval } from '../../statistics/interval.js';
import type {
  DropComparison,
  FindingPlace,
  PartVerdict,
  RegressionResult,
} from '../../statistics/regression/regression.js';
import { changedCellsText } from './changed-cells.js';
import type { CompletenessCheck, Floor, FloorCheck, GateOptions } from './gate-result.js';

/** `unknown` means too little data on a part to decide anything. */
export function verdictText(verdict: PartVerdict): string {
  return {
    passed: () => say`passed`,
    failed: () => say`failed`,
    inconclusive: () => say`inconclusive`,
    unknown: () => say`too few prompts`,
  }[verdict]();
}

/** `11–23`, `−2 to 11` */
export function dropRange({ low, high }: { low: number; high: number }): string {
  const [from, to] = [low, high].map((end) => `${end < -0.0005 ? '−' : ''}${pointsText(end)}`);
  return low < 0 ? say`${from!} to ${to!}` : `${from}–${to}`;
}

/** `4K–64K`, `2–16 documents` */
export function placeRange(
  { fromTokens, toTokens }: Pick<FindingPlace, 'fromTokens' | 'toTokens'>,
  sizes: Sizes | undefined,
): string {
  if (!sizes) return rangeText(fromTokens, toTokens);
  const to = sizeText(toTokens, sizes);
  return fromTokens === toTokens ? to : `${amountAt(sizes, fromTokens)}–${to}`;
}

/** `All, 4K–64K` */
export function placeText(place: FindingPlace, sizes?: Sizes): string {
  const range = placeRange(place, sizes);
  return {
    'all lengths': () => say`All, ${range}`,
    'longer half': () => say`Longer half, ${range}`,
    'longest quarter': () => say`Longest quarter, ${range}`,
    'longest eighth': () => say`Longest eighth, ${range}`,
    'one length': () => range,
  }[place.scope]();
}

/** Returns the drop over all lengths, unless a part clearly fell further than the average. */
export function clearest(fallen: readonly DropComparison[]): DropComparison {
  const [first] = fallen as [DropComparison];
  const [part] = fallen.toSorted((a, b) => b.drop.low - a.drop.low) as [DropComparison];
  const isWhole = first.scope === 'all lengths' && first.series === undefined;
  return isWhole && part.drop.low <= first.drop.value ? first : part;
}

interface Of {
  model: string;
  measure?: string;
  sizes?: Sizes;
  /** Names the benchmark if there are several. */
  isSeveral: boolean;
}

/**
 * @example
 * // model B's recall fell 14 points (100% → 86%, 95% CI 11–23).
 */
export function fellText(tested: DropComparison, { model, measure, sizes, isSeveral }: Of): string {
  const name = foreign(model);
  const what = measure === undefined ? measureText('recall') : foreign(measure);
  const by = pointsText(tested.drop.value);
  const [before, now, range] = [
    percentText(tested.before),
    percentText(tested.now),
    dropRange(tested.drop),
  ];
  const isAll = tested.scope === 'all lengths';
  const lengths = placeRange(tested, sizes);
  if (tested.series !== undefined && isSeveral) {
    const series = foreign(tested.series);
    return isAll
      ? say`${name}'s ${what} in ${series} fell ${by} points (${before} → ${now}, 95% CI ${range}).`
      : say`${name}'s ${what} in ${series} at ${lengths} fell ${by} points (${before} → ${now}, 95% CI ${range}).`;
  }
  return isAll
    ? say`${name}'s ${what} fell ${by} points (${before} → ${now}, 95% CI ${range}).`
    : say`${name}'s ${what} at ${lengths} fell ${by} points (${before} → ${now}, 95% CI ${range}).`;
}

/** Returns a sentence for each reason that leaves a comparison open. */
export function doubtTexts(
  { reasons, comparisons, excludes, prompts }: RegressionResult,
  { model, sizes }: Pick<Of, 'model' | 'sizes'>,
  { maxDrop, margin = 0 }: Pick<GateOptions, 'maxDrop' | 'margin'>,
): string[] {
  const name = foreign(model);
  return reasons.map((reason) => {
    switch (reason) {
      case 'fell to nothing': {
        const tested = comparisons.find(({ toNothing }) => toNothing)!;
        const [before, now] = [percentText(tested.before), percentText(tested.now)];
        return say`${name}'s recall at ${placeRange(tested, sizes)} fell from ${before} to ${now}, but ${tested.prompts} prompts are too few to confirm it.`;
      }
      case 'margin not shown':
        return say`${name}'s drop may exceed ${pointsText(margin)} points (at most ${mostText(excludes)}).`;
      case 'too little data':
        return say`With ${sayCount(prompts, 'prompt')}, ${name} could lose half its recall unnoticed.`;
      case 'no prompts':
        return say`${name} has no prompt with readable answers on both sides.`;
      case 'budget spent':
        return say`${name}: the budget ended before a drop above ${pointsText(largestUnseen(maxDrop))} points was ruled out.`;
      default:
        return '';
    }
  });
}

export function kindText(kind: CompletenessCheck['kind']): string {
  return {
    errors: () => say`failed calls`,
    missing: () => say`missing prompts`,
    extra: () => say`extra prompts`,
    problems: () => say`answers`,
    collapsed: () => say`complete failures`,
    cached: () => say`new answers`,
    changed: () => say`what changed`,
  }[kind]();
}

/** Says in one or two sentences what is wrong with the set of results. */
export function setText(check: CompletenessCheck): string {
  const { count, of } = check;
  switch (check.kind) {
    case 'errors':
      return check.silent
        ? say`${count} of ${of} calls failed, in one benchmark all of them.`
        : say`${count} of ${of} calls failed.`;
    case 'missing': {
      if (check.gap) {
        const why = check.why ? say`${capital(whyText(check.why))}.` : '';
        return paragraph([say`${capital(gapText(check.gap, foreign))}.`, why]);
      }
      if (check.noModel) return say`The results lack this model, which the baseline has.`;
      const lost = say`${count} of ${of} prompts of the baseline have no result.`;
      return check.changed ? paragraph([lost, changedCellsText(check.changed)]) : lost;
    }
    case 'extra':
      return {
        prompts: () => say`${count} of ${of} prompts are not in the baseline.`,
        model: () => say`The baseline does not have this model.`,
        metric: () => say`The baseline does not have this metric.`,
      }[check.lacks]();
    case 'cached':
      if (check.verdict === 'passed')
        return check.isAllowed
          ? say`${count} of ${of} answers came from the cache, and they count.`
          : say`${of - count} of ${of} answers are new, and only these count.`;
      return check.isSearched
        ? say`${count} of ${of} answers came from the cache. Search again with \`-- --no-cache\`.`
        : say`${count} of ${of} answers came from the cache. Run with --no-cache.`;
    case 'changed':
      return say`Changed since the baseline: ${changesText(check.changes.map(foreignChange))}.`;
    case 'problems': {
      const { before, problem } = check;
      const begins = problem.begins !== undefined && { begins: foreign(problem.begins) };
      if (check.limit) return say`${serverText(check.limit, check.sizes)}.`;
      const said = say`${problemOfAnswers({ ...problem, ...begins }, of)}.`;
      return before
        ? paragraph([said, say`In the baseline: ${before.count} of ${before.of}.`])
        : said;
    }
    case 'collapsed': {
      const { judged, before } = check;
      return say`${count} of ${judged} answers failed completely. In the baseline: ${before.count} of ${before.of}.`;
    }
  }
}

/** `recall ≥ 90% at 64K` */
export function floorName(floor: Floor): string {
  switch (floor.kind) {
    case 'effective-length':
      return say`reliable length ≥ ${lengthText(floor.tokens)}`;
    case 'effective-size':
      return say`reliable number ≥ ${amountText(floor, floor.amount)}`;
    case 'recall': {
      const least = exactPercent(floor.recall);
      return floor.tokens === undefined
        ? say`recall ≥ ${least}`
        : say`recall ≥ ${least} at ${lengthText(floor.tokens)}`;
    }
  }
}

/** `90%`, `92.5%` */
export function exactPercent(share: number): string {
  return `${Number((share * 100).toPrecision(6))}%`;
}

/** Rounds, unless that would show the minimum itself for a value below it. */
function below(value: number, wanted: number): string {
  const text = percentText(value);
  return text === percentText(wanted) ? exactPercent(value) : text;
}

/** `64K`, `8 documents` */
function wantedText(floor: Floor): string {
  if (floor.kind === 'recall') return exactPercent(floor.recall);
  return floor.kind === 'effective-size'
    ? amountText(floor, floor.amount)
    : say`${lengthText(floor.tokens)} tokens`;
}

/** Says how far a minimum was missed, or why it is open. */
export function floorText({ floor, verdict, found }: FloorCheck, model: string): string {
  const name = foreign(model);
  const wanted = wantedText(floor);
  switch (found.kind) {
    case 'recall': {
      const { recall } = found;
      const least = floor.kind === 'recall' ? floor.recall : 0;
      const range = shareRange(recall);
      if (verdict === 'inconclusive') {
        const open = percentText(recall.value);
        return say`${name}'s recall is ${open} (95% CI ${range}), so the minimum of ${wanted} is inconclusive.`;
      }
      const value = below(recall.value, least);
      return floor.kind === 'recall' && floor.tokens !== undefined
        ? say`${name}'s recall at ${lengthText(floor.tokens)} is ${value} (95% CI ${range}), below the minimum of ${wanted}.`
        : say`${name}'s recall is ${value} (95% CI ${range}), below the minimum of ${wanted}.`;
    }
    case 'length': {
      const said = effectiveLengthSentence(found.reached);
      return paragraph([say`${name} ${said}.`, say`The minimum is ${wanted}.`]);
    }
    case 'no answers':
      return found.tokens === undefined
        ? say`${name} gave no answer, so the minimum of ${wanted} is not checked.`
        : say`${name} gave no answer at ${lengthText(found.tokens)}, so the minimum of ${wanted} is not checked.`;
    case 'not tested':
      return notTested(floor, found.tested);
  }
}

function notTested(floor: Floor, tested: readonly number[]): string {
  if (floor.kind === 'effective-size')
    return say`No benchmark counts ${nounText(floor.noun)}s up to ${floor.amount}.`;
  if (floor.kind === 'recall' && floor.tokens !== undefined) {
    const lengths = commas(tested.map((tokens) => lengthText(tokens)));
    return say`No prompt has ${lengthText(floor.tokens)} tokens. Tested lengths: ${lengths}.`;
  }
  const longest = lengthText(tested.at(-1) ?? 0);
  return say`The longest prompts have ${longest} tokens, below the minimum of ${wantedText(floor)}.`;
}

/** `84–95%` */
function shareRange({ low, high }: Interval): string {
  return `${Math.round(low * 100)}–${Math.round(high * 100)}%`;
}
