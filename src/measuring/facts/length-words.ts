/** Writes a reliable length by the kind that `verdictOf` decides: as sentences, in cells and in pills. */
import { say, sayCount } from '../../base/text/language.js';
import type { Text, Tone } from '../document/document.js';
import {
  costText,
  lengthText,
  percentText,
  pointsText,
  type RecallRise,
  rangeText,
  sizeText,
} from '../document/words.js';
import {
  beyondText,
  cutText,
  IS_REFUSED,
  ignoresText,
  isMiddle,
  limitText,
  partName,
  rangeOf,
  reachText,
} from './length-parts.js';
import { type Open, type Reached, saidToFail, saidToHold, verdictOf } from './length-verdict.js';

export type Risen = Reached & { rise?: RecallRise | { clear: boolean } };

/** A verdict in a few words, with its tone. */
interface LengthPill {
  tone: 'good' | 'bad' | 'warn';
  text: string;
}

/** What is said of a reliable length in each place. */
interface LengthWords {
  /** Follows the name of the model: `is reliable up to 64K tokens`. */
  sentence: string;
  cell: string;
  /** Stands in the least room: `64K+`, `none`. The cell unless set. */
  short?: string;
  /** Small print below the cell. */
  below?: string;
  /** `Reliable up to 64K+`, `Stops at 27.5K`. */
  pill: LengthPill;
}

const good = (text: string): LengthPill => ({ tone: 'good', text });
const warn = (text: string): LengthPill => ({ tone: 'warn', text });
const bad = (text: string): LengthPill => ({ tone: 'bad', text });

function wordsOf(row: Risen): LengthWords {
  const verdict = verdictOf(row);
  const { sizes, shortest, longest, likely } = row;
  const at = (tokens: number) => sizeText(tokens, sizes);
  const upTo = (tokens: number) => say`Reliable up to ${at(tokens)}`;
  const upToLongest = (tokens: number) => good(say`Reliable up to ${`${at(tokens)}+`}`);
  switch (verdict.kind) {
    case 'no answer':
      return {
        sentence: say`gave no answer that could be scored`,
        cell: say`unknown`,
        pill: bad(say`No answer`),
      };
    case 'unread': {
      const { answers = 0, outOf = 0 } = verdict.cause ?? {};
      return {
        sentence: verdict.cause
          ? say`gave unreadable answers to ${answers} of ${outOf} prompts`
          : say`has an unknown reliable length, since some answers could not be read`,
        cell: say`unknown`,
        pill: warn(say`Unreadable answers`),
      };
    }
    case 'rises':
      return {
        sentence: riseSentence(row),
        cell: say`none: recall rises`,
        short: say`none`,
        pill: warn(say`Finds more in longer prompts`),
      };
    case 'refused': {
      const { answers = 0, outOf = 0 } = verdict.cause;
      return {
        sentence: say`refuses to answer ${answers} of ${outOf} prompts`,
        cell: say`none: refuses ${answers} of ${outOf}`,
        short: say`none`,
        pill: bad(say`Refuses`),
      };
    }
    case 'made-up': {
      const { answers = 0, outOf = 0 } = verdict.cause;
      return {
        sentence: say`makes up numbers instead of reading`,
        cell: say`none: makes up ${answers} of ${outOf}`,
        short: say`none`,
        pill: bad(say`Makes up numbers`),
      };
    }
    case 'unusable': {
      const { answers, of, atLeast } = verdict.unusable;
      return {
        sentence: say`gives unusable answers to ${answers} of ${of} prompts`,
        cell: say`none: ${answers} of ${of} unusable`,
        short: say`none`,
        below: say`at least ${percentText(atLeast)}`,
        pill: bad(say`Unusable answers`),
      };
    }
    case 'cut': {
      const cut = cutText(verdict.cut, sizes);
      const [isStart, reach] = [verdict.cut.kept === 'start', at(verdict.tokens)];
      const none = isStart ? say`none: reads the first ${cut}` : say`none: reads the last ${cut}`;
      const some = isStart
        ? say`${reach} (reads the first ${cut})`
        : say`${reach} (reads the last ${cut})`;
      return {
        sentence: ignoresText(verdict.cut, sizes),
        cell: verdict.tokens === 0 ? none : some,
        short: reachText(verdict.tokens, sizes),
        pill: bad(isStart ? say`Stops at ${cut}` : say`Reads the last ${cut}`),
      };
    }
    case 'limit': {
      const { limit, tokens } = verdict;
      const below = IS_REFUSED.has(limit.kind)
        ? say`Rejects above ${at(limit.tokens)}`
        : say`Off topic above ${at(limit.tokens)}`;
      return {
        sentence: limitText(limit, sizes),
        cell: tokens > 0 ? at(tokens) : say`inconclusive`,
        short: reachText(tokens, sizes),
        below: beyondText(limit, sizes),
        pill: tokens > 0 ? warn(upTo(tokens)) : bad(below),
      };
    }
    case 'longest':
      return {
        sentence: say`is reliable up to ${inTokens(row, verdict.tokens)}`,
        cell: `${at(verdict.tokens)}+`,
        pill: upToLongest(verdict.tokens),
      };
    case 'shorter': {
      const { tokens, notFrom } = verdict;
      const next = likely.find((length) => length.tokens > tokens);
      const isShown = Number.isFinite(notFrom);
      return {
        sentence: isShown
          ? say`is reliable up to ${inTokens(row, tokens)} but not at ${at(notFrom)}`
          : say`is reliable up to ${inTokens(row, tokens)}, and inconclusive above (${whyOpen(row)})`,
        cell: at(tokens),
        below: isShown
          ? say`not at ${at(notFrom)}`
          : next
            ? say`${at(next.tokens)}: inconclusive`
            : '',
        pill: warn(upTo(tokens)),
      };
    }
    case 'within': {
      const { holds, fails, threshold, tolerance } = verdict;
      const below = say`target ${percentText(threshold)} ± ${pointsText(tolerance)} points`;
      if (holds === 0) {
        return {
          sentence: say`is not reliable even at ${inTokens(row, fails)}`,
          cell: say`below ${at(fails)}`,
          below,
          pill: bad(say`Not reliable at ${at(fails)}`),
        };
      }
      const isShown = Number.isFinite(fails);
      const open = holds >= longest ? `${at(holds)}+` : at(holds);
      return {
        sentence: isShown
          ? say`is reliable up to ${inTokens(row, holds)} but not at ${at(fails)}`
          : say`is reliable up to ${inTokens(row, holds)}`,
        cell: isShown ? rangeText(holds, fails) : open,
        below,
        pill: isShown ? warn(upTo(holds)) : upToLongest(holds),
      };
    }
    case 'misses': {
      const { from, to } = verdict.place;
      const [name, pill] =
        to === 1
          ? [say`the end`, say`Misses the end`]
          : from === 0
            ? [say`the start`, say`Misses the start`]
            : [
                rangeOf(verdict.place),
                isMiddle(verdict.place)
                  ? say`Misses the middle`
                  : say`Misses ${rangeOf(verdict.place)}`,
              ];
      return {
        sentence: say`misses ${partName(verdict.place)}`,
        cell: say`none: misses ${name}`,
        short: say`none`,
        pill: bad(pill),
      };
    }
    case 'inconclusive':
      return {
        sentence: say`is inconclusive, since too few prompts were sent`,
        cell: say`inconclusive`,
        pill: warn(say`Inconclusive`),
      };
    case 'not reliable': {
      const { notFrom } = verdict;
      const first = Math.max(shortest, notFrom);
      return {
        sentence:
          notFrom <= shortest
            ? say`is not reliable even at ${inTokens(row, shortest)}, the shortest length tested`
            : say`is not reliable at ${inTokens(row, notFrom)}, and inconclusive below (${whyOpen(row)})`,
        cell: say`below ${at(first)}`,
        pill: bad(say`Not reliable at ${at(first)}`),
      };
    }
  }
}

/** Says how far a model is reliable, after its name: `is reliable up to 64K tokens`. */
export function effectiveLengthSentence(row: Risen): string {
  return wordsOf(row).sentence;
}

/** Says it of a model that was reliable further before: `now ignores everything after the first 27.5K tokens`. */
export function nowSentence(row: Reached): string {
  const verdict = verdictOf(row);
  switch (verdict.kind) {
    case 'shorter':
      return say`is now reliable only up to ${inTokens(row, verdict.tokens)}`;
    case 'not reliable':
      return say`is now not reliable at ${inTokens(row, verdict.notFrom)}`;
    default:
      return say`now ${effectiveLengthSentence(row)}`;
  }
}

export function effectiveLengthAnswer(row: Reached): string {
  return wordsOf(row).cell;
}

/** Writes the answer in the least room: `64K+`, `none`, `unknown`. */
export function shortestLengthText(row: Reached): string {
  const { cell, short = cell } = wordsOf(row);
  return short;
}

export function lengthPill(row: Reached): LengthPill {
  return wordsOf(row).pill;
}

export function reachCell(row: Reached): { answer: string; below: string } {
  const { cell, below = '' } = wordsOf(row);
  return { answer: cell, below };
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

function whyOpen({ open }: Pick<Reached, 'open'>): string {
  return open?.why === 'unread' ? say`unreadable answers` : say`too few prompts`;
}

function inTokens({ sizes }: Pick<Reached, 'sizes'>, tokens: number): string {
  return sizes ? sizeText(tokens, sizes) : say`${lengthText(tokens)} tokens`;
}

function riseSentence({ rise }: Risen): string {
  if (!rise || !('by' in rise)) return say`has no reliable length, since recall rises with length`;
  const longer = rangeText(rise.longerFrom, rise.longerTo);
  const shorter = rangeText(rise.shorterFrom, rise.shorterTo);
  return say`finds more at ${longer} than at ${shorter} tokens, so something other than length affects it`;
}
