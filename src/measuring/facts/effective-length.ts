/** Writes a reliable length as fixed sentences with figures, by what `verdictOf` decides. */

import { say, sayCount } from '../../base/text/language.js';
import type { Sizes } from '../document/sizes.js';
import {
  costText,
  lengthText,
  percentText,
  type RecallRise,
  rangeText,
  sizeText,
} from '../document/words.js';
import type { ContextPart, Cut } from '../statistics/reliable/hole.js';
import type { Limit } from '../statistics/reliable/reliable-length.js';
import { cutText, percent } from './length-parts.js';
import { type Open, type Reached, verdictOf } from './length-verdict.js';

/** Names a part of the context: `the end (last 20%)`, `the middle (between 25% and 75% of the way through)`. */
export function partName({ from, to }: ContextPart): string {
  if (to === 1) return say`the end (last ${percent(1 - from)}%)`;
  if (from === 0) return say`the start (first ${percent(to)}%)`;
  const [start, end] = [percentText(from), percentText(to)];
  return from < 0.5 && to > 0.5
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

/** Says how far a model is reliable, after its name: `is reliable up to 64K tokens`. */
export function effectiveLengthSentence(
  row: Reached & { rise?: RecallRise | { clear: boolean } },
): string {
  const verdict = verdictOf(row);
  const { sizes, shortest } = row;
  const at = (tokens: number) => {
    const text = sizeText(tokens, sizes);
    return sizes ? text : say`${text} tokens`;
  };
  switch (verdict.kind) {
    case 'no answer':
      return say`gave no answer that could be scored`;
    case 'unread':
      if (verdict.cause) {
        return say`gave unreadable answers to ${verdict.cause.answers!} of ${verdict.cause.outOf!} prompts`;
      }
      return say`has an unknown reliable length, since some answers could not be read`;
    case 'rises': {
      const { rise } = row;
      if (!rise || !('by' in rise))
        return say`has no reliable length, since recall rises with length`;
      const { shorterFrom, shorterTo, longerFrom, longerTo } = rise;
      const [shorter, longer] = [
        rangeText(shorterFrom, shorterTo),
        rangeText(longerFrom, longerTo),
      ];
      return say`finds more at ${longer} than at ${shorter} tokens, so something other than length affects it`;
    }
    case 'refused':
      return say`refuses to answer ${verdict.cause.answers!} of ${verdict.cause.outOf!} prompts`;
    case 'made-up':
      return say`makes up numbers instead of reading`;
    case 'unusable':
      return say`gives unusable answers to ${verdict.unusable.answers} of ${verdict.unusable.of} prompts`;
    case 'cut':
      return ignoresText(verdict.cut, sizes);
    case 'limit':
      return limitText(verdict.limit, sizes);
    case 'longest':
      return say`is reliable up to ${at(verdict.tokens)}`;
    case 'shorter':
      return Number.isFinite(verdict.notFrom)
        ? say`is reliable up to ${at(verdict.tokens)} but not at ${sizeText(verdict.notFrom, sizes)}`
        : say`is reliable up to ${at(verdict.tokens)}, and inconclusive above (${whyOpen(row)})`;
    case 'within': {
      const { holds, fails } = verdict;
      if (holds === 0) return say`is not reliable even at ${at(fails)}`;
      return Number.isFinite(fails)
        ? say`is reliable up to ${at(holds)} but not at ${sizeText(fails, sizes)}`
        : say`is reliable up to ${at(holds)}`;
    }
    case 'misses':
      return say`misses ${partName(verdict.place)}`;
    case 'inconclusive':
      return say`is inconclusive, since too few prompts were sent`;
    case 'not reliable':
      return verdict.notFrom <= shortest
        ? say`is not reliable even at ${at(shortest)}, the shortest length tested`
        : say`is not reliable at ${at(verdict.notFrom)}, and inconclusive below (${whyOpen(row)})`;
  }
}

function whyOpen({ open }: Pick<Reached, 'open'>): string {
  return open?.why === 'unread' ? say`unreadable answers` : say`too few prompts`;
}

/** Says it of a model that was reliable further before: `now ignores everything after the first 27.5K tokens`. */
export function nowSentence(row: Reached): string {
  const verdict = verdictOf(row);
  const { sizes } = row;
  const at = (tokens: number) =>
    sizes ? sizeText(tokens, sizes) : say`${lengthText(tokens)} tokens`;
  switch (verdict.kind) {
    case 'shorter':
      return say`is now reliable only up to ${at(verdict.tokens)}`;
    case 'not reliable':
      return say`is now not reliable at ${at(verdict.notFrom)}`;
    default:
      return say`now ${effectiveLengthSentence(row)}`;
  }
}

/** Says why a question is open, and what would settle it: `seeds: 3 instead of 1 (700K tokens) would probably tell`. */
export function openText({ why, more }: Open): string {
  if (why === 'unread') return say`it hangs on answers that could not be read for certain`;
  if (!more) return '';
  const { by, seeds, further, tokens, cost } = more;
  const price =
    cost === undefined
      ? say`${lengthText(tokens)} tokens`
      : say`${lengthText(tokens)} tokens, cost ${costText(cost)}`;
  const order = {
    seeds: () => say`seeds: ${seeds + further} instead of ${seeds}`,
    try: () => `try --resume --seeds ${further}`,
    prompts: () => say`${sayCount(further, 'more prompt')} at each length`,
  }[by]();
  return say`${order} (${price}) would probably tell`;
}
