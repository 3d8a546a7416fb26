/**
 * Reliable length: the longest length up to which a model can be relied on. Recall of all answers as they came is the
 * threshold or more, no place is ignored, and few answers are unusable. docs/method/effective-length.md
 */
import { ascending } from '../../../base/numbers.js';
import { type LikelyLength, SHOWN } from '../curve/effective-length.js';
import { meanMark, meanOrNaN } from '../curve/prompt-marks.js';
import { clearestHole, type Hole } from './hole.js';
import {
  type AnswerMarks,
  areFew,
  areMany,
  fewUnusable,
  type Unusable,
  unusableOf,
  unusableShare,
} from './unusable.js';

/**
 * What ends a reliable length: nothing but the longest prompt, a place that is ignored, unusable answers, an octave below the
 * threshold, the curve, that recall rises with length, answers that could not be read, or a limit of the server.
 */
export const CAPS = [
  'longest',
  'hole',
  'unusable',
  'low',
  'curve',
  'rise',
  'unread',
  'limit',
] as const;

/** Where a server stops taking prompts. */
export interface Limit {
  /**
   * `window`: errors name a limit of the context. `refused`: the model refused whatever is longer. `cut`: nothing longer was answered on topic, as if the question had not
   * arrived. `off topic`: the same of prompts that the server counted as they were sent.
   */
  kind: 'window' | 'refused' | 'cut' | 'off topic';
  /** The longest prompts that were answered, and the shortest that were not, in tokens. */
  tokens: number;
  fromTokens: number;
}

export type Cap = (typeof CAPS)[number];

export interface ReliableLength {
  /** In tokens, a length that was asked; 0 where none is reliable for sure. */
  tokens: number;
  /** The shortest length that is shown not to be reliable; `Infinity` where none is. */
  notFrom: number;
  cappedBy: Cap;
  /** At each length, how probable it is that the model is reliable there: never rising. */
  likely: readonly LikelyLength[];
  hole?: Hole;
  /** Where the server stops taking prompts; what is said of shorter ones is by those alone. */
  limit?: Limit;
  unusable: Unusable;
}

/** Fewer prompts tell nothing of an octave, or whether failures depend on length. */
const FEWEST_PROMPTS = 3;

/** Answers among which failures are counted, at least. */
const FEWEST_ANSWERS = 14;

/** Recall below this share of the threshold depends on length, and not on single answers. */
const HALF = 0.5;

/** Share of bad answers from a length on where recall is gone. */
const NEARLY_ALL = 0.75;

/** What a hole, or a low octave, leaves of a probability. */
const HARDLY = 0.01;
const OPEN = 0.5;

/**
 * Finds how far a model is reliable.
 *
 * @param likely - how probable recall of the threshold is at each length, by the curve
 * @param threshold - recall to be reached
 * @param rises - whether recall clearly rises with length. Then something other than length decides, and no
 * length is given unless recall is enough at all
 */
export function reliableLength(
  prompts: readonly AnswerMarks[],
  likely: readonly LikelyLength[],
  { threshold, rises = false }: { threshold: number; rises?: boolean },
): ReliableLength {
  const answered = prompts
    .filter(({ marks }) => marks.length > 0)
    .sort((a, b) => a.tokens - b.tokens);
  const hole = clearestHole(answered, threshold);
  const gone = goneFrom(answered, threshold);
  const failed = failures(answered, gone);
  // Failures only at the longest lengths may depend on length: they rule lengths out if others fail too.
  const tail = Math.min(gone, tailFrom(answered));
  const scattered = failures(answered, tail);
  const low = lowFrom(answered, threshold);
  const holeFrom = hole?.fromTokens ?? Number.POSITIVE_INFINITY;
  const at = likely.map(({ tokens, probability }) => {
    const [{ answers, of }, apart] = [failed(tokens), scattered(tokens)];
    const isUp = probability >= SHOWN;
    const isHeld = isUp && tokens < holeFrom && tokens < low;
    const most = tokens >= holeFrom ? HARDLY : tokens >= low ? OPEN : 1;
    return {
      ...{ tokens, isUp, isHeld },
      isReliable: isHeld && areFew(answers, of),
      isRuledOut:
        probability <= 1 - SHOWN || tokens >= holeFrom || areMany(apart.answers, apart.of),
      probability: Math.min(most, probability * fewUnusable(answers, of)),
    };
  });
  // What holds at a length holds at all shorter ones.
  for (let i = at.length - 2; i >= 0; i--) {
    at[i]!.probability = Math.max(at[i]!.probability, at[i + 1]!.probability);
  }
  const tokens = at.findLast(({ isReliable }) => isReliable)?.tokens ?? 0;
  const next = at.find((one) => one.tokens > tokens);
  const notFrom = at[at.findLastIndex(({ isRuledOut }) => !isRuledOut) + 1]?.tokens;
  const last = at.findLast((one) => one.tokens < tail)?.tokens ?? 0;
  const known = { ...(hole && { hole }), unusable: unusableOf(scattered(last)) };
  if (rises && next) {
    return { tokens: 0, notFrom: Number.POSITIVE_INFINITY, cappedBy: 'rise', likely: [], ...known };
  }
  const capOf = (): Cap => {
    if (!next) return 'longest';
    const isNamed = hole?.place !== undefined || hole?.cut !== undefined;
    if (next.tokens >= holeFrom && (next.isUp || isNamed)) return 'hole';
    const isLeft = at.some((one) => one.tokens > tokens && one.isHeld);
    const counted = answered.filter((prompt) => prompt.tokens < tail);
    if (isLeft || isLostTo(counted, threshold)) return 'unusable';
    return next.isUp ? 'low' : 'curve';
  };
  return {
    tokens,
    notFrom: notFrom ?? Number.POSITIVE_INFINITY,
    cappedBy: capOf(),
    likely: at.map(({ tokens: length, probability }) => ({ tokens: length, probability })),
    ...known,
  };
}

/**
 * Counts unusable answers up to a length. Longer ones are added until there are enough, but none from where
 * recall is gone: a refusal beyond a length is no fault below it.
 *
 * @param gone - length from which the usual answer fails
 */
function failures(prompts: readonly AnswerMarks[], gone: number) {
  return (tokens: number) => {
    let [answers, of, broken, before] = [0, 0, 0, 0];
    for (const prompt of prompts) {
      const isNext = prompt.tokens > Math.max(tokens, before);
      if (isNext && (of >= FEWEST_ANSWERS || prompt.tokens >= gone)) break;
      answers += unusableShare(prompt);
      broken += prompt.unusable ?? 0;
      of++;
      before = prompt.tokens;
    }
    return { answers, of, broken };
  };
}

/** Finds the shortest length from which nearly all answers fail. None if that is so at all lengths. */
function goneFrom(prompts: readonly AnswerMarks[], threshold: number): number {
  const isBad = ({ marks, unusable = 0 }: AnswerMarks) =>
    meanOrNaN(marks) < HALF * threshold || unusable >= HALF;
  const badIn = (members: readonly AnswerMarks[]) => members.filter(isBad).length / members.length;
  const gone = ascending(prompts.map(({ tokens }) => tokens)).find((length) => {
    const beyond = prompts.filter(({ tokens }) => tokens >= length);
    const members = beyond.filter(({ tokens }) => tokens === length);
    return beyond.length >= FEWEST_PROMPTS && badIn(members) >= HALF && badIn(beyond) >= NEARLY_ALL;
  });
  return gone === undefined || gone === prompts[0]!.tokens ? Number.POSITIVE_INFINITY : gone;
}

/** Finds the shortest length from which every answer is unusable. None if that is so at all lengths. */
function tailFrom(prompts: readonly AnswerMarks[]): number {
  const usable = prompts.findLast((prompt) => unusableShare(prompt) < HALF);
  if (!usable) return Number.POSITIVE_INFINITY;
  return prompts.find(({ tokens }) => tokens > usable.tokens)?.tokens ?? Number.POSITIVE_INFINITY;
}

/** Finds where the first octave, counted down from the longest length, falls below the threshold. */
function lowFrom(prompts: readonly AnswerMarks[], threshold: number): number {
  const octaves: AnswerMarks[][] = [];
  let octave: AnswerMarks[] = [];
  for (let i = prompts.length - 1; i >= 0; i--) {
    octave.push(prompts[i]!);
    const next = prompts[i - 1]?.tokens ?? 0;
    const isSplit = next === prompts[i]!.tokens;
    if (isSplit || 2 * next > octave[0]!.tokens || octave.length < FEWEST_PROMPTS) continue;
    octaves.push(octave);
    octave = [];
  }
  // A rest too small for an octave joins the one before.
  octaves.at(-1)?.push(...octave);
  const low = octaves.findLast((members) => meanMark(members) < threshold);
  return low ? Math.min(...low.map(({ tokens }) => tokens)) : Number.POSITIVE_INFINITY;
}

/** Tells whether losses come from unusable answers while the others recall enough. */
function isLostTo(prompts: readonly AnswerMarks[], threshold: number): boolean {
  const usable = prompts.filter((prompt) => unusableShare(prompt) < HALF);
  return usable.length < prompts.length && meanMark(usable) >= threshold;
}
