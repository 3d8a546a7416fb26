/**
 * A reader's recall as a curve that does not rise with length: what the marks of all answers say of it together.
 * A hidden Markov chain over log2 length (falls.ts), in which a prompt counts as so many independent marks as
 * a fixed correlation leaves of them.
 *
 * More right answers never prove less. The chain is totally positive of order 2, and so is the likelihood of
 * each prompt, as its ratio for two recalls rises with every mark: the posterior is MTP2, so that the probability
 * of every recall or more, at every length, rises with every mark (Karlin & Rinott 1980). The larger of two such
 * probabilities does too, and so does what it takes to use the second (`steadyUpTo`). Only a mark that takes an answer
 * over the line of a whole failure can lower it: before, the answer did not count.
 */
import { ascending } from '../../../base/numbers.js';
import { failuresIn } from '../whole-failures.js';
import { type Falls, fallsBetween, filter, smooth, startAt } from './falls.js';
import { type Levels, levelsAround } from './levels.js';
import {
  checkPrompts,
  independentMarks,
  MOODY,
  mean,
  type PromptMarks,
  STEADY,
} from './prompt-marks.js';

/** What a curve is to tell. */
export interface CurveOptions {
  /** A recall, above 0 and below 1, that is told exactly from lower ones. */
  threshold?: number;
  /** Answers with less recall than about this are short, in a reader whose answers are not all alike; the threshold by default. */
  expected?: number;
  /** Further lengths, without answers, at which the curve is to be known. */
  lengths?: readonly number[];
}

/** What is known of a reader's recall over length, from the answers that did not fail whole. */
export interface RecallCurve {
  levels: Levels;
  /** The recall that the levels tell exactly from lower ones. */
  threshold: number;
  /** Lengths at which the curve is known, rising. */
  tokens: readonly number[];
  /** By length, by level: its probability given all marks. */
  marginals: readonly Float64Array[];
  /** The length up to which the reader's answers are all alike; 0 where there is none. */
  steadyUpTo: number;
  /** The correlation that decides at the longest length. */
  correlation: number;
  /** With it, by length, by level: its probability given the marks up to that length. */
  filtered: readonly Float64Array[];
  /** Before each length but the first. */
  falls: readonly Falls[];
}

/**
 * The curve of a reader's recall.
 *
 * @param prompts - of one series, in any order
 * @throws RangeError without any mark and length, or for one that cannot be
 */
export function recallCurve(
  prompts: readonly PromptMarks[],
  { threshold = 0.85, expected = threshold, lengths = [] }: CurveOptions = {},
): RecallCurve {
  checkPrompts(prompts);
  checkPrompts(lengths.map((length) => ({ tokens: length, marks: [] })));
  const levels = levelsAround(threshold);
  const answered = prompts.filter(({ marks }) => marks.length > 0);
  const tokens = ascending([...answered.map((prompt) => prompt.tokens), ...lengths]);
  if (tokens.length === 0) throw new RangeError('a recall curve needs a prompt with a mark');
  const failed = failuresIn(answered);
  const counted = answered.filter((_, i) => !failed[i]);
  const falls = fallsBetween(tokens, levels);
  const start = startAt(tokens[0]!, levels);
  const look = (correlation: number) => {
    const likelihoods = likelihoodsOf(counted, tokens, levels, correlation);
    const filtered = filter(start, likelihoods, falls);
    const marginals = smooth(filtered, likelihoods, falls);
    return { correlation, likelihoods, filtered, marginals };
  };
  const moody = look(MOODY);
  const end = steadyUpTo(answered, failed, expected);
  const before = steadyBefore(answered, failed, expected);
  const known = { levels, threshold, tokens, falls, steadyUpTo: end };
  if (end === 0 && before.length === 0) return { ...known, ...moody };
  const steady = look(STEADY);
  let marginals = tokens.map((length, node) => {
    const own = moody.marginals[node]!;
    return length <= end ? larger(own, steady.marginals[node]!) : own;
  });
  for (const length of before) {
    const last = tokens.indexOf(length) + 1;
    const alone = smooth(steady.filtered.slice(0, last), steady.likelihoods, falls);
    marginals = marginals.map((own, node) =>
      node < last ? larger(own, doubted(alone[node]!)) : own,
    );
  }
  return { ...known, ...(end < tokens[tokens.length - 1]! ? moody : steady), marginals };
}

/** An answer is short with less than this part of the recall that is expected. */
const SHORT = 0.99;

/** So few short answers are in a reader whose answers are all alike. */
const FEW = 0.06;

/** With fewer prompts than this, not even one may be short. */
const SEVERAL = 12;

/** The length up to which hardly any answer is short, and none in the last octave; 0 where there is none. */
function steadyUpTo(
  prompts: readonly PromptMarks[],
  failed: readonly (boolean | undefined)[],
  expected: number,
): number {
  const isShort = prompts.map(({ marks }, i) => !failed[i] && mean(marks) < SHORT * expected);
  if (prompts.length < SEVERAL && isShort.includes(true)) return 0;
  const upTo = ascending(prompts.map(({ tokens }) => tokens)).findLast((length) => {
    const own = prompts.filter(({ tokens }) => tokens <= length).length;
    const short = prompts.filter(({ tokens }, i) => isShort[i] && tokens <= length);
    return short.length <= FEW * own && short.every(({ tokens }) => 2 * tokens <= length);
  });
  return upTo ?? 0;
}

/** Lengths are looked at without longer ones where they have this share of few prompts, */
const SHARE = 0.4;

/** and this many without a short answer, */
const WHOLE = 6;

/** or this many that hardly lost anything. */
const FLAWLESS = 4;
const HARDLY_LOST = 0.01;

/**
 * Lengths up to which no answer of few prompts is short. What lies beyond may be a cliff, and the chain, to which a cliff is
 * unlikely, would take it for a weakness at all lengths. So these are looked at alone, too.
 */
function steadyBefore(
  prompts: readonly PromptMarks[],
  failed: readonly (boolean | undefined)[],
  expected: number,
): number[] {
  if (prompts.length >= SEVERAL) return [];
  return ascending(prompts.map(({ tokens }) => tokens)).filter((length) => {
    const own = prompts.filter(({ tokens }) => tokens <= length).length;
    const came = prompts.filter(({ tokens }, i) => tokens <= length && !failed[i]);
    const least = Math.min(...came.map(({ marks }) => mean(marks)));
    return (
      own >= SHARE * prompts.length &&
      ((own >= WHOLE && least >= SHORT * expected) || (own >= FLAWLESS && least >= 1 - HARDLY_LOST))
    );
  });
}

/** By level: with twice the odds against it, as where a look ends was chosen after the answers. */
function doubted(one: Float64Array): Float64Array {
  const both = new Float64Array(one.length);
  let [above, before] = [0, 0];
  for (let level = one.length - 1; level >= 0; level--) {
    above = Math.min(1, above + one[level]!);
    const now = above / (2 - above);
    both[level] = now - before;
    before = now;
  }
  return both;
}

/** By length, by level: how likely the marks of all prompts of that length are, relative to the likeliest level. */
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
    const worth = independentMarks(prompt.marks.length, correlation);
    const count = counts[index.get(prompt.tokens)!]!;
    const recall = mean(prompt.marks);
    count.right += worth * recall;
    count.wrong += worth * (1 - recall);
  }
  return counts.map(({ right, wrong }) => {
    const logs = Float64Array.from(found, (log, level) => right * log + wrong * lost[level]!);
    const top = logs.reduce((a, b) => Math.max(a, b));
    return logs.map((log) => Math.exp(Math.max(log - top, FARTHEST)));
  });
}

/** No recall is taken for less likely than this, as a logarithm, in comparison with the likeliest. */
const FARTHEST = -200;

/** By level: so that every level or more is as probable as in the one in which it is more so. */
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
