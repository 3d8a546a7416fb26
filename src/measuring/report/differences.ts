/** Says in one sentence whether two models differ on the same prompts. */
import { say } from '../../base/text/language.js';
import type { Text } from '../document/document.js';
import { rangeText } from '../document/words.js';
import type { ApartRow, OverallRow } from '../facts/tables/tables.js';

/** @param nameOf - returns how to write a model's name */
export function modelDifference(row: OverallRow, nameOf: (provider: string) => Text): Text {
  const { provider, other, better = provider, apart, difference } = row;
  const worse = better === provider ? other : provider;
  const [a, b] = [nameOf(better), nameOf(worse)];
  if (apart.length === 0) return say`No clear difference between ${a} and ${b}.`;
  const [ahead, behind] = [better, worse].map((model) =>
    apart.filter(({ higher }) => higher === model),
  );
  if (behind!.length > 0) {
    const [at, otherwise] = [rangeIn(ahead!), rangeIn(behind!)];
    return at !== undefined && otherwise !== undefined
      ? say`${a} found more at ${at}, ${b} at ${otherwise}.`
      : say`${a} and ${b} are each better at some lengths.`;
  }
  const sign = better === provider ? 1 : -1;
  const isOverall = ahead!.some(({ by }) => by === 'overall') && sign * difference.value > 0;
  if (isOverall) {
    const [low, high] =
      sign > 0 ? [difference.low, difference.high] : [-difference.high, -difference.low];
    return say`${a} found ${points(sign * difference.value)} points more than ${b} (95% CI ${points(low)}–${points(high)}).`;
  }
  const range = rangeIn(ahead!);
  return range === undefined
    ? say`${a} is reliable in longer prompts than ${b}.`
    : say`${a} found more than ${b} at ${range}.`;
}

/** Whole points, or one decimal below 1. */
function points(share: number): string {
  const value = 100 * share;
  return Math.abs(value) < 1 && value !== 0 ? value.toFixed(1) : value.toFixed(0);
}

function rangeIn(apart: readonly ApartRow[]): string | undefined {
  const range = apart.find(({ by }) => by === 'range');
  return range && rangeText(range.fromTokens, range.toTokens);
}

/** The clearest differences first. */
export function byClearness(rows: readonly OverallRow[]): OverallRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(!a.better) - Number(!b.better) ||
      Math.abs(b.difference.value) - Math.abs(a.difference.value),
  );
}
