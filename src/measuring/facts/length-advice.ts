/** Writes where facts are lost, and what to do about it. */
import { say } from '../../base/text/language.js';
import { percentText, sizeText } from '../document/words.js';
import type { ContextPart } from '../statistics/reliable/hole.js';
import {
  cutText,
  IS_REFUSED,
  ignoresText,
  limitText,
  partName,
  serverText,
} from './length-parts.js';
import { type Reached, verdictOf } from './length-verdict.js';
import { effectiveLengthSentence, type Risen } from './length-words.js';

/** Says it of the only model: `The server seems to cut prompts above 16K: nothing longer was answered on topic`. */
export function onlySentence(name: string, row: Risen): string {
  const verdict = verdictOf(row);
  return verdict.kind === 'limit' && !IS_REFUSED.has(verdict.limit.kind)
    ? serverText(verdict.limit, row.sizes)
    : say`${name} ${effectiveLengthSentence(row)}`;
}

/** Says where facts are lost, after a name. Nothing if places do not matter. */
export function lossPlaceText(
  row: Pick<Reached, 'reliable' | 'sizes' | 'shortest'>,
): string | undefined {
  const { reliable, sizes, shortest } = row;
  const { hole: { cut, place } = {}, limit } = reliable ?? {};
  if (limit) return limitText(limit, sizes);
  if (cut) return ignoresText(cut, sizes);
  if (!place) return undefined;
  return place.fromTokens > shortest
    ? say`misses ${partName(place)} from ${sizeText(place.fromTokens, sizes)}`
    : say`misses ${partName(place)}`;
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
  if (verdict.kind === 'misses') return placeAdvice(verdict.place);
  if (verdict.kind !== 'cut' || row.reliable?.cappedBy !== 'hole') return undefined;
  const cut = cutText(verdict.cut, row.sizes);
  if (verdict.cut.kept === 'end') return say`Keep what matters in the last ${cut}.`;
  return verdict.tokens > 0
    ? say`Keep prompts below ${cut}. Of the lengths tested, ${sizeText(verdict.tokens, row.sizes)} is the longest reliable one.`
    : say`Keep prompts below ${cut}.`;
}

/** Says where to put what matters, and what was found there and in the place that is missed. */
function placeAdvice({ from, to, found, elsewhere }: ContextPart): string {
  const advice =
    to === 1
      ? say`Put what matters at the start of the prompt.`
      : from === 0
        ? say`Put what matters at the end of the prompt.`
        : say`Put what matters at the start or end of the prompt.`;
  if (found === undefined || elsewhere === undefined) return advice;
  return `${advice} ${say`It found ${percentText(elsewhere)} of the facts there, and ${percentText(found)} of the others.`}`;
}
