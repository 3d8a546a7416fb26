/** Finds lengths at which recall dips and recovers, which a curve that never rises cannot show. */
import seedrandom from 'seedrandom';
import { checkPrompts, mean } from './curve/prompt-marks.js';
import { exchangeable, exchanged, type UnitMarks } from './units.js';

/** Neighbouring lengths whose recall is below a threshold, and above it again behind them. */
export interface Dip {
  /** Its first and last length, in tokens. */
  fromTokens: number;
  toTokens: number;
  /** Mean recall of its prompts. */
  recall: number;
  /** Mean recall of all longer prompts. */
  behind: number;
}

/** Fewer lengths may be low because their texts have something in common. */
const FEWEST_LENGTHS = 3;

/** Fewest prompts before a dip and after it. */
const FEWEST_BESIDE = 3;

const PERMUTATIONS = 999;

/** Lengths that may be a dip, as indices of prompts in order of length. */
interface Range {
  first: number;
  /** The first prompt behind it. */
  end: number;
  fromTokens: number;
  toTokens: number;
}

/**
 * Finds the clearest dip below a threshold, by a permutation test. It must be below the prompts before it and
 * after it, so a decline or a cliff is none.
 *
 * @param level - how often, at most, a flat model is said to have one
 * @returns nothing where chance makes one as clear
 */
export function clearestDip(
  prompts: readonly UnitMarks[],
  threshold: number,
  level = 0.04,
): Dip | undefined {
  checkPrompts(prompts);
  const sorted = prompts
    .filter(({ marks }) => marks.length > 0)
    .sort((a, b) => a.tokens - b.tokens);
  const ranges = rangesOf(sorted.map(({ tokens }) => tokens));
  const scores = sorted.map(({ marks }) => mean(marks));
  const found = deepest(
    scores,
    ranges,
    (recall, behind) => recall < threshold && behind >= threshold,
  );
  if (!found) return undefined;
  const { depth, range, recall, behind } = found;
  const random = seedrandom.alea('clearest dip');
  const groups = exchangeable(sorted);
  let drawn = scores;
  // Counts the observed order too, and stops as soon as too many are as clear.
  let asClear = 1;
  for (let i = 0; i < PERMUTATIONS; i++) {
    drawn = exchanged(drawn, groups, random);
    if ((deepest(drawn, ranges)?.depth ?? 0) >= depth - 1e-9) asClear++;
    if (asClear > level * (PERMUTATIONS + 1)) return undefined;
  }
  const { fromTokens, toTokens } = range;
  return { fromTokens, toTokens, recall, behind };
}

function rangesOf(tokens: readonly number[]): Range[] {
  const starts = tokens.flatMap((own, i) => (own === tokens[i - 1] ? [] : i));
  return starts.flatMap((first, i) =>
    starts.slice(i + FEWEST_LENGTHS).flatMap((end) => {
      if (Math.min(first, tokens.length - end) < FEWEST_BESIDE) return [];
      return { first, end, fromTokens: tokens[first]!, toTokens: tokens[end - 1]! };
    }),
  );
}

/** Returns the range that is deepest below both sides for its number of prompts. */
function deepest(
  scores: readonly number[],
  ranges: readonly Range[],
  counts: (recall: number, behind: number) => boolean = () => true,
) {
  const sums = [0];
  for (const score of scores) sums.push(sums[sums.length - 1]! + score);
  const all = scores.length;
  let best: { depth: number; range: Range; recall: number; behind: number } | undefined;
  for (const range of ranges) {
    const { first, end } = range;
    const own = 1 / (end - first);
    const recall = (sums[end]! - sums[first]!) * own;
    const before = sums[first]! / first - recall;
    const after = (sums[all]! - sums[end]!) / (all - end) - recall;
    if (before <= 0 || after <= 0) continue;
    const depth = before / Math.sqrt(own + 1 / first) + after / Math.sqrt(own + 1 / (all - end));
    if (depth <= (best?.depth ?? 0) || !counts(recall, after + recall)) continue;
    best = { depth, range, recall, behind: after + recall };
  }
  return best;
}
