/** Writes figures and places of a reliable length, for sentences, cells and pills. */

import { say } from '../../base/text/language.js';
import type { Sizes } from '../document/sizes.js';
import { lengthText, sizeText } from '../document/words.js';
import type { ContextPart, Cut } from '../statistics/reliable/hole.js';
import type { Limit } from '../statistics/reliable/reliable-length.js';

/** Writes one figure of a length: `64K`, `8 documents`, or `none` if the shortest length fails already. */
export function reachText(tokens: number, sizes?: Sizes): string {
  return tokens === 0 ? say`none` : sizeText(tokens, sizes);
}

/** Writes where a model stops reading, to three digits: `27.5K`. */
export function cutText({ tokens }: Pick<Cut, 'tokens'>, sizes: Sizes | undefined): string {
  if (sizes) return sizeText(tokens, sizes);
  return lengthText(tokens >= 1000 ? Number(tokens.toPrecision(3)) : Math.round(tokens));
}

export const percent = (share: number): string => `${Math.round(100 * share)}`;

export const rangeOf = ({ from, to }: Pick<ContextPart, 'from' | 'to'>): string =>
  `${percent(from)}–${percent(to)}%`;

export const IS_REFUSED: ReadonlySet<Limit['kind']> = new Set(['window', 'refused']);

/** Says the same in small print, or as a cause: `longer than 16K: off topic`. */
export function beyondText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  return IS_REFUSED.has(kind)
    ? say`longer than ${at}: rejected`
    : say`longer than ${at}: off topic`;
}
