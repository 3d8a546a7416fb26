/** Writes a reliable length in pills and small print. */

import { say } from '../../base/text/language.js';
import type { Text, Tone } from '../document/document.js';
import { percentText, pointsText, sizeText } from '../document/words.js';
import { cellOf } from './length-cells.js';
import { beyondText, cutText, IS_REFUSED, rangeOf } from './length-parts.js';
import {
  type LengthVerdict,
  type Reached,
  saidToFail,
  saidToHold,
  verdictOf,
} from './length-verdict.js';

/** Writes the small print below that cell. */
function besideOf(verdict: LengthVerdict, { sizes, likely }: Reached): string {
  switch (verdict.kind) {
    case 'unusable':
      return say`at least ${percentText(verdict.unusable.atLeast)}`;
    case 'shorter': {
      if (Number.isFinite(verdict.notFrom)) return say`not at ${sizeText(verdict.notFrom, sizes)}`;
      const next = likely.find(({ tokens }) => tokens > verdict.tokens);
      return next ? say`${sizeText(next.tokens, sizes)}: inconclusive` : '';
    }
    case 'limit':
      return beyondText(verdict.limit, sizes);
    case 'within':
      return say`target ${percentText(verdict.threshold)} ± ${pointsText(verdict.tolerance)} points`;
    default:
      return '';
  }
}

/** A verdict in a few words, with its tone. */
export interface LengthPill {
  tone: 'good' | 'bad' | 'warn';
  text: string;
}

/** Writes the pill: `Reliable up to 64K+`, `Stops at 27.5K`, `Inconclusive`. */
export function lengthPill(row: Reached): LengthPill {
  const verdict = verdictOf(row);
  const { sizes, shortest } = row;
  const at = (tokens: number) => sizeText(tokens, sizes);
  switch (verdict.kind) {
    case 'no answer':
      return { tone: 'bad', text: say`No answer` };
    case 'unread':
      return { tone: 'warn', text: say`Unreadable answers` };
    case 'rises':
      return { tone: 'warn', text: say`Finds more in longer prompts` };
    case 'refused':
      return { tone: 'bad', text: say`Refuses` };
    case 'made-up':
      return { tone: 'bad', text: say`Makes up numbers` };
    case 'unusable':
      return { tone: 'bad', text: say`Unusable answers` };
    case 'cut': {
      const cut = cutText(verdict.cut, sizes);
      return {
        tone: 'bad',
        text: verdict.cut.kept === 'start' ? say`Stops at ${cut}` : say`Reads the last ${cut}`,
      };
    }
    case 'limit': {
      if (verdict.tokens > 0)
        return { tone: 'warn', text: say`Reliable up to ${at(verdict.tokens)}` };
      const limit = at(verdict.limit.tokens);
      return IS_REFUSED.has(verdict.limit.kind)
        ? { tone: 'bad', text: say`Rejects above ${limit}` }
        : { tone: 'bad', text: say`Off topic above ${limit}` };
    }
    case 'longest':
      return { tone: 'good', text: say`Reliable up to ${`${at(verdict.tokens)}+`}` };
    case 'shorter':
      return { tone: 'warn', text: say`Reliable up to ${at(verdict.tokens)}` };
    case 'within':
      if (verdict.holds === 0) {
        return { tone: 'bad', text: say`Not reliable at ${at(verdict.fails)}` };
      }
      return Number.isFinite(verdict.fails)
        ? { tone: 'warn', text: say`Reliable up to ${at(verdict.holds)}` }
        : { tone: 'good', text: say`Reliable up to ${`${at(verdict.holds)}+`}` };
    case 'misses': {
      const { from, to } = verdict.place;
      if (to === 1) return { tone: 'bad', text: say`Misses the end` };
      if (from === 0) return { tone: 'bad', text: say`Misses the start` };
      return from < 0.5 && to > 0.5
        ? { tone: 'bad', text: say`Misses the middle` }
        : { tone: 'bad', text: say`Misses ${rangeOf(verdict.place)}` };
    }
    case 'inconclusive':
      return { tone: 'warn', text: say`Inconclusive` };
    case 'not reliable':
      return { tone: 'bad', text: say`Not reliable at ${at(Math.max(shortest, verdict.notFrom))}` };
  }
}

export function reachCell(row: Reached): { answer: string; below: string } {
  const verdict = verdictOf(row);
  return { answer: cellOf(verdict, row), below: besideOf(verdict, row) };
}

/** Colors prompts of some lengths by what is said of them. */
export function lengthTone(row: Parameters<typeof saidToHold>[0], from: number, to = from): Tone {
  if (saidToHold(row) >= to) return 'good';
  return saidToFail(row) <= from ? 'bad' : 'warn';
}

/** Explains these colors. */
export function legendText(): Text {
  return say`Colors: reliable (blue or green), inconclusive (amber), not reliable (red).`;
}
