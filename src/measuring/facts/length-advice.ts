/** Writes what a report says of a reliable length besides: where facts are lost, and what to do. */

import { say } from '../../base/text/language.js';
import { type RecallRise, sizeText } from '../document/words.js';
import {
  effectiveLengthSentence,
  ignoresText,
  limitText,
  partName,
  serverText,
} from './effective-length.js';
import { cutText, IS_REFUSED } from './length-parts.js';
import { type Reached, verdictOf } from './length-verdict.js';

/** Says where facts are lost, after a name. Nothing if places do not matter. */
export function lossPlaceText({
  reliable,
  sizes,
  shortest,
}: Pick<Reached, 'reliable' | 'sizes' | 'shortest'>): string | undefined {
  const { hole: { cut, place } = {}, limit } = reliable ?? {};
  if (limit) return limitText(limit, sizes);
  if (cut) return ignoresText(cut, sizes);
  if (!place) return undefined;
  return place.fromTokens > shortest
    ? say`misses ${partName(place)} from ${sizeText(place.fromTokens, sizes)}`
    : say`misses ${partName(place)}`;
}

/** Says it of the only model: `The server seems to cut prompts above 16K: nothing longer was answered on topic`. */
export function onlySentence(
  name: string,
  row: Reached & { rise?: RecallRise | { clear: boolean } },
): string {
  const verdict = verdictOf(row);
  if (verdict.kind !== 'limit' || IS_REFUSED.has(verdict.limit.kind)) {
    return say`${name} ${effectiveLengthSentence(row)}`;
  }
  return serverText(verdict.limit, row.sizes);
}

/** Says what to do about a model that ignores a part, and how far it is reliable before its server stops. */
export function adviceText(name: string, row: Reached): string | undefined {
  const verdict = verdictOf(row);
  const { limit } = row.reliable ?? {};
  // If memory fails earlier, the limit is the second thing to know.
  if (verdict.kind === 'limit') {
    return verdict.tokens > 0
      ? say`${name} is reliable up to ${sizeText(verdict.tokens, row.sizes)}.`
      : undefined;
  }
  if (limit) return say`${name} ${limitText(limit, row.sizes)}.`;
  if (verdict.kind === 'misses') {
    const { from, to } = verdict.place;
    if (to === 1) return say`Put what matters at the start of the prompt.`;
    return from === 0
      ? say`Put what matters at the end of the prompt.`
      : say`Put what matters at the start or end of the prompt.`;
  }
  if (verdict.kind !== 'cut' || row.reliable?.cappedBy !== 'hole') return undefined;
  return verdict.cut.kept === 'start'
    ? say`Keep prompts below ${cutText(verdict.cut, row.sizes)}.`
    : say`Keep what matters in the last ${cutText(verdict.cut, row.sizes)}.`;
}
