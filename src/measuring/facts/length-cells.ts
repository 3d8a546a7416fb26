/** Writes a reliable length where there is little room: in cells, pills and small print. */

import { say } from '../../base/text/language.js';
import { rangeText, sizeText } from '../document/words.js';
import type { ContextPart } from '../statistics/reliable/hole.js';
import { cutText, rangeOf, reachText } from './length-parts.js';
import { type LengthVerdict, type Reached, verdictOf } from './length-verdict.js';

/** Names it in a cell: `the end`, `25–75%`. */
function placeBriefly({ from, to }: ContextPart): string {
  if (to === 1) return say`the end`;
  return from === 0 ? say`the start` : rangeOf({ from, to });
}

/** Writes the verdict in a cell. */
export function cellOf(verdict: LengthVerdict, { sizes, shortest, longest }: Reached): string {
  const at = (tokens: number) => sizeText(tokens, sizes);
  switch (verdict.kind) {
    case 'no answer':
    case 'unread':
      return say`unknown`;
    case 'rises':
      return say`none: recall rises`;
    case 'refused':
      return say`none: refuses ${verdict.cause.answers!} of ${verdict.cause.outOf!}`;
    case 'made-up':
      return say`none: makes up ${verdict.cause.answers!} of ${verdict.cause.outOf!}`;
    case 'unusable':
      return say`none: ${verdict.unusable.answers} of ${verdict.unusable.of} unusable`;
    case 'cut': {
      const [cut, tokens] = [cutText(verdict.cut, sizes), verdict.tokens];
      const isStart = verdict.cut.kept === 'start';
      if (tokens === 0) {
        return isStart ? say`none: reads the first ${cut}` : say`none: reads the last ${cut}`;
      }
      return isStart
        ? say`${at(tokens)} (reads the first ${cut})`
        : say`${at(tokens)} (reads the last ${cut})`;
    }
    case 'limit':
      return verdict.tokens > 0 ? at(verdict.tokens) : say`inconclusive`;
    case 'longest':
      return `${at(verdict.tokens)}+`;
    case 'shorter':
      return at(verdict.tokens);
    case 'within':
      if (verdict.holds === 0) return say`below ${at(verdict.fails)}`;
      if (Number.isFinite(verdict.fails)) return rangeText(verdict.holds, verdict.fails);
      return verdict.holds >= longest ? `${at(verdict.holds)}+` : at(verdict.holds);
    case 'misses':
      return say`none: misses ${placeBriefly(verdict.place)}`;
    case 'inconclusive':
      return say`inconclusive`;
    case 'not reliable':
      return say`below ${at(Math.max(shortest, verdict.notFrom))}`;
  }
}

export function effectiveLengthAnswer(row: Reached): string {
  return cellOf(verdictOf(row), row);
}

/** Writes the answer in the least room: `64K+`, `none`, `unknown`. */
export function shortestLengthText(row: Reached): string {
  const verdict = verdictOf(row);
  if (verdict.kind === 'cut' || verdict.kind === 'limit')
    return reachText(verdict.tokens, row.sizes);
  const isNone = ['rises', 'refused', 'made-up', 'unusable', 'misses'].includes(verdict.kind);
  return isNone ? say`none` : cellOf(verdict, row);
}
