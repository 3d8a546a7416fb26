/** Writes figures, places and limits of a reliable length. */
import { say } from '../../base/text/language.js';
import type { Sizes } from '../document/sizes.js';
import { lengthText, percentText, sizeText } from '../document/words.js';
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

const percent = (share: number): string => `${Math.round(100 * share)}`;

export const rangeOf = ({ from, to }: ContextPart): string => `${percent(from)}–${percent(to)}%`;

export const isMiddle = ({ from, to }: ContextPart): boolean => from < 0.5 && to > 0.5;

/** Names a part of the context: `the end (last 20%)`, `the middle (between 25% and 75% of the way through)`. */
export function partName(part: ContextPart): string {
  const { from, to } = part;
  if (to === 1) return say`the end (last ${percent(1 - from)}%)`;
  if (from === 0) return say`the start (first ${percent(to)}%)`;
  const [start, end] = [percentText(from), percentText(to)];
  return isMiddle(part)
    ? say`the middle (between ${start} and ${end} of the way through)`
    : say`what stands between ${start} and ${end} of the way through`;
}

export function ignoresText(cut: Cut, sizes: Sizes | undefined): string {
  const at = cutText(cut, sizes);
  if (sizes) {
    return cut.kept === 'start' ? say`reads only the first ${at}` : say`reads only the last ${at}`;
  }
  return cut.kept === 'start'
    ? say`ignores everything after the first ${at} tokens`
    : say`ignores everything before the last ${at} tokens`;
}

export const IS_REFUSED: ReadonlySet<Limit['kind']> = new Set(['window', 'refused']);

/** Says where a server stops taking prompts, after a name. */
export function limitText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  switch (kind) {
    case 'window':
      return say`rejects prompts above ${at} (context limit)`;
    case 'refused':
      return say`rejects prompts above ${at}`;
    case 'cut':
      return say`is behind a server that seems to cut prompts above ${at}: longer ones got answers about something else`;
    case 'off topic':
      return say`is behind a server that seems to cut prompts above ${at}, though it counts them whole: longer ones got answers about something else`;
  }
}

/** Says what a server does to long prompts that it does not reject. */
export function serverText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  return kind === 'cut'
    ? say`The server seems to cut prompts above ${at}: longer ones got answers about something else`
    : say`The server seems to cut prompts above ${at}, though it counts them whole: longer ones got answers about something else`;
}

/** Says the same in small print, or as a cause: `longer than 16K: off topic`. */
export function beyondText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  return IS_REFUSED.has(kind)
    ? say`longer than ${at}: rejected`
    : say`longer than ${at}: off topic`;
}
