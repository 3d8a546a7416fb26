/** Words minimums in fixed sentences. */
import { commas, paragraph, say } from '../../../base/text/language.js';
import { foreign } from '../../document/foreign.js';
import { amountText, nounText } from '../../document/sizes.js';
import { lengthText, percentText } from '../../document/words.js';
import { effectiveLengthSentence } from '../../facts/length-words.js';
import type { Interval } from '../../statistics/interval.js';
import type { Floor, FloorCheck } from './gate-result.js';

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
