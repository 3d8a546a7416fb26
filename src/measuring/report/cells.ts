/** Writes figures as table cells: a percent with its interval in small print, a time, a price. */
import { say } from '../../base/text/language.js';
import type { Cell } from '../document/document.js';
import { costText, latencyText, percentText } from '../document/words.js';
import type { Spent } from '../facts/tables/spent.js';
import type { Interval } from '../statistics/interval.js';

type Share = Pick<Interval, 'value'> & Partial<Interval>;

export const NOTHING: Cell = { text: '–' };

/** `78–91%`. Undefined without bounds. */
export function intervalText({ low, high }: Partial<Interval>): string | undefined {
  if (low === undefined || high === undefined) return undefined;
  if (!Number.isFinite(low) || !Number.isFinite(high)) return undefined;
  const [least, most] = [Math.round(100 * low), Math.round(100 * high)];
  return least < 0 ? say`−${-least} to ${most}%` : `${least}–${most}%`;
}

export function shareCell(share: Share | undefined): Cell {
  if (!share || !Number.isFinite(share.value)) return NOTHING;
  const small = intervalText(share);
  return {
    text: percentText(share.value),
    value: share.value,
    ...(small !== undefined && { small, low: share.low!, high: share.high! }),
  };
}

export function countCell(value: number, isBad = false): Cell {
  return { text: String(value), value, ...(isBad && value > 0 && { tone: 'bad' }) };
}

export function latencyCell(milliseconds: number | undefined): Cell {
  return milliseconds === undefined
    ? NOTHING
    : { text: latencyText(milliseconds), value: milliseconds };
}

export function costCell(spent: Spent): Cell {
  const { calls, cost, costUnknown, fromPromptfooCache } = spent;
  if (calls === 0 && fromPromptfooCache > 0) return { text: '$0', value: 0 };
  if (cost === undefined) return NOTHING;
  return {
    text: costUnknown > 0 ? say`at least ${costText(cost)}` : costText(cost),
    value: cost,
  };
}
