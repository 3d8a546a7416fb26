/**
 * Fits recall as a curve that does not rise with length: a hidden Markov chain over log2 length (falls.ts), in
 * which a prompt counts as the independent marks that a fixed correlation leaves of it.
 *
 * More right answers never prove less: chain and likelihoods are totally positive, so the probability of every
 * recall or more, at every length, rises with every mark (Karlin & Rinott 1980).
 */
import { ascending, sum } from '../../../base/numbers.js';
import { spreadSeen } from '../recall-interval.js';
import { fallsBetween, filter, type Levels, levelsAround, smooth, startAt } from './falls.js';
import {
  checkPrompts,
  independentMarks,
  MOODY,
  meanOrNaN,
  type PromptMarks,
  STEADY,
} from './prompt-marks.js';

interface CurveOptions {
  /** A recall, above 0 and below 1, that is told exactly from lower ones. */
  threshold?: number;
  /** Answers with less recall than about this are short. The threshold by default. */
  expected?: number;
  /** Further lengths, without answers, at which the curve is to be known. */
  lengths?: readonly number[];
}

/** Logits lost in an octave on average, by models whose answers are not all alike and by others. */
const LOST = { moody: 0.5, steady: 0.2 };

/** Room for weak models. */
const START = { mean: 2.5, sd: 1.7 };

export interface RecallByLength {
  levels: Levels;
  /** The recall that the levels tell exactly from lower ones. */
  threshold: number;
  /** Lengths at which the curve is known, rising. */
  tokens: readonly number[];
  /** By length, by level: its probability given all marks. */
  marginals: readonly Float64Array[];
  /** The length up to which answers are all alike, or 0. */
  steadyUpTo: number;
}

/**
 * Fits the curve of a model's recall.
 *
 * @throws RangeError without any mark and length, or for one that cannot be
 */
export function recallCurve(
  prompts: readonly PromptMarks[],
  { threshold = 0.85, expected = threshold, lengths = [] }: CurveOptions = {},
): RecallByLength {
  checkPrompts(prompts);
  checkPrompts(lengths.map((length) => ({ tokens: length, marks: [] })));
  const levels = levelsAround(threshold);
  const answered = prompts.filter(({ marks }) => marks.length > 0);
  const tokens = ascending([...answered.map((prompt) => prompt.tokens), ...lengths]);
  if (tokens.length === 0) throw new RangeError('a recall curve needs a prompt with a mark');
  const look = (correlation: number, lost: number) => {
    const falls = fallsBetween(tokens, levels, lost);
    const start = startAt(tokens[0]!, levels, START, lost);
    const likelihoods = likelihoodsOf(answered, tokens, levels, correlation);
    const { filtered } = filter(start, likelihoods, falls);
    /** Returns what the marks up to a length say of the lengths up to there. */
    const upTo = (end: number) => {
      const nodes = tokens.filter((length) => length <= end).length;
      return smooth(filtered.slice(0, nodes), likelihoods, falls);
    };
    return { correlation, upTo };
  };
  const seen = look(Math.min(MOODY, spreadSeen(answered).icc), LOST.moody);
  const moody = look(MOODY, LOST.moody);
  const longest = tokens[tokens.length - 1]!;
  const { ends, steadyUpTo } = steadyLengths(answered, expected);
  const looks = [seen.upTo(longest), ...ends.map((end) => moody.upTo(end.tokens))];
  const steady = steadyUpTo > 0 ? look(Math.min(seen.correlation, STEADY), LOST.steady) : undefined;
  if (steady) {
    const nodes = tokens.filter((length) => length <= steadyUpTo).length;
    looks.push(steady.upTo(longest).slice(0, nodes));
    for (const end of ends) if (end.isShown) looks.push(steady.upTo(end.tokens));
  }
  return {
    levels,
    threshold,
    tokens,
    steadyUpTo,
    marginals: tokens.map((_, node) => looks.flatMap((own) => own[node] ?? []).reduce(larger)),
  };
}

/** Share of the expected recall below which an answer is short. */
const SHORT = 0.99;

/** Share of short answers up to which answers count as alike. */
const FEW = 0.06;

/** With fewer prompts, not even one may be short. */
const SEVERAL = 12;

/** Fewer prompts do not show a steady model. */
const FEWEST = 6;

/**
 * Finds how far answers are all alike: hardly any short one so far, and none in the last octave.
 *
 * @returns the longest such length, or 0, and the ends of octaves after which recall may fall off a cliff: what
 * follows a cliff is no evidence of what was before it
 */
function steadyLengths(
  prompts: readonly PromptMarks[],
  expected: number,
): { steadyUpTo: number; ends: { tokens: number; isShown: boolean }[] } {
  const isShort = prompts.map(({ marks }) => meanOrNaN(marks) < SHORT * expected);
  const isSteady = worthOf(prompts) >= SEVERAL || !isShort.includes(true);
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const alike = lengths.flatMap((length) => {
    const own = worthOf(prompts.filter(({ tokens }) => tokens <= length));
    const short = prompts.filter(({ tokens }, i) => isShort[i] && tokens <= length);
    const isAlike =
      worthOf(short) <= FEW * own && short.every(({ tokens }) => 2 * tokens <= length);
    return isAlike ? [{ tokens: length, isShown: isSteady && own >= FEWEST }] : [];
  });
  const octaveOf = (length: number) => Math.ceil(Math.log2(length / lengths[0]!) - 1e-9);
  const ends = alike.filter(({ tokens }) => {
    const next = lengths.find((one) => one > tokens);
    return next === undefined || octaveOf(next) > octaveOf(tokens);
  });
  return { steadyUpTo: alike.findLast(({ isShown }) => isShown)?.tokens ?? 0, ends };
}

function worthOf(prompts: readonly PromptMarks[]): number {
  return sum(prompts.map(({ worth = 1 }) => worth));
}

/** Returns, by length and level, how likely the marks are, relative to the likeliest level. */
function likelihoodsOf(
  prompts: readonly PromptMarks[],
  tokens: readonly number[],
  { recalls }: Levels,
  correlation: number,
): Float64Array[] {
  const found = recalls.map(Math.log);
  const lost = recalls.map((recall) => Math.log1p(-recall));
  const counts = tokens.map(() => ({ right: 0, wrong: 0 }));
  const index = new Map(tokens.map((length, node) => [length, node]));
  for (const prompt of prompts) {
    const worth = independentMarks(prompt.marks.length, correlation) * (prompt.worth ?? 1);
    const count = counts[index.get(prompt.tokens)!]!;
    const recall = meanOrNaN(prompt.marks);
    count.right += worth * recall;
    count.wrong += worth * (1 - recall);
  }
  return counts.map(({ right, wrong }) => {
    const logs = Float64Array.from(found, (log, level) => right * log + wrong * lost[level]!);
    const top = logs.reduce((a, b) => Math.max(a, b));
    return logs.map((log) => Math.exp(Math.max(log - top, FARTHEST)));
  });
}

/** Least log likelihood of a recall, compared with the likeliest. */
const FARTHEST = -200;

/** Combines two looks so that every level or more is as probable as in the better one. */
function larger(one: Float64Array, other: Float64Array): Float64Array {
  const both = new Float64Array(one.length);
  let [first, second, before] = [0, 0, 0];
  for (let level = one.length - 1; level >= 0; level--) {
    first += one[level]!;
    second += other[level]!;
    const now = Math.max(first, second, before);
    both[level] = now - before;
    before = now;
  }
  return both;
}
