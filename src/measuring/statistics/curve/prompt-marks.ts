/** What one prompt contributes to an estimate: how long it was, and what its evidence scored. */
export interface PromptMarks {
  /** Length of the whole prompt. */
  tokens: number;
  /** One mark for each piece of evidence, from 0 to 1. */
  marks: readonly number[];
  /** How much each of its marks tells, where other prompts tell the same: a share of a mark; 1 unless given. */
  worth?: number;
}

/** A prompt's marks as so many independent right-or-wrong marks as vary as much. */
export interface MarkCount {
  tokens: number;
  /** Number of marks, with a fraction where marks are partial. */
  marks: number;
  /** How many of them are right, with a fraction. */
  right: number;
}

/** Partial marks vary less than right-or-wrong ones, but are never worth more than so many of them. */
const MOST_WORTH = 20;

/**
 * How many right-or-wrong marks one mark of these prompts is worth. Marks between 0 and 1 vary less
 * around their mean r than right-or-wrong ones, whose variance is r(1 − r); each counts as so many as
 * the ratio of the two variances says (the dispersion of quasi-likelihood, McCullagh & Nelder 1989,
 * §4.5).
 */
export function worthOf(prompts: readonly PromptMarks[]): number {
  const average = meanMark(prompts);
  const possible = average * (1 - average);
  if (!(possible > 0)) return 1;
  const missing = meanMark(prompts, (mark) => mark * (1 - mark));
  return 1 / Math.max(1 - missing / possible, 1 / MOST_WORTH);
}

/**
 * Prompts as counts of right-or-wrong marks, in order of length.
 *
 * @throws RangeError for a length or a mark that cannot be
 *
 * @example
 * countMarks([{ tokens: 4000, marks: [1, 0, 1] }]) // [{ tokens: 4000, marks: 3, right: 2 }]
 */
export function countMarks(prompts: readonly PromptMarks[]): MarkCount[] {
  checkPrompts(prompts);
  const worth = worthOf(prompts);
  return prompts
    .filter(({ marks }) => marks.length > 0)
    .map(({ tokens, marks, worth: own = 1 }) => ({
      tokens,
      marks: marks.length * worth * own,
      right: marks.length * worth * own * mean(marks),
    }))
    .sort((a, b) => a.tokens - b.tokens);
}

/** Refuse lengths and marks that cannot be. */
export function checkPrompts(prompts: readonly PromptMarks[]): void {
  for (const { tokens, marks } of prompts) {
    if (!(tokens > 0 && Number.isFinite(tokens))) {
      throw new RangeError(`tokens must be a number above 0, not ${tokens}`);
    }
    const wrong = marks.find((mark) => !(mark >= 0 && mark <= 1));
    if (wrong !== undefined) {
      throw new RangeError(`marks must be from 0 to 1, not ${wrong} (prompt of ${tokens} tokens)`);
    }
  }
}

/** Mean of all marks of all prompts, or of a function of them; not a number without any. */
export function meanMark(
  prompts: readonly PromptMarks[],
  of: (mark: number) => number = (mark) => mark,
): number {
  let sum = 0;
  let count = 0;
  for (const { marks } of prompts) {
    for (const mark of marks) sum += of(mark);
    count += marks.length;
  }
  return sum / count;
}

/** Mean, not a number for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
