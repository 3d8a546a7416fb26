/** What one prompt contributes to an estimate. */
export interface PromptMarks {
  /** Length of the whole prompt. */
  tokens: number;
  /** One mark for each piece of evidence, from 0 to 1. */
  marks: readonly number[];
  /** Share of a mark that each mark counts, where other prompts tell the same. Default 1. */
  worth?: number;
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

/**
 * Correlation of two marks of a prompt (ICC) that intervals allow for. It is fixed, since an estimate would
 * take scattered losses for independence and tell an erring model more than a perfect one.
 */
export const MOODY = 0.35;

/** Correlation for models whose answers are all alike. */
export const STEADY = 0.12;

/**
 * Counts the independent marks that the marks of one prompt are worth.
 *
 * @example
 * independentMarks(32, 0.35) // 2.7
 */
export function independentMarks(marks: number, correlation: number): number {
  return marks / (1 + (marks - 1) * correlation);
}

/** Averages all marks of all prompts. NaN without any. */
export function meanMark(prompts: readonly PromptMarks[]): number {
  let sum = 0;
  let count = 0;
  for (const { marks } of prompts) {
    for (const mark of marks) sum += mark;
    count += marks.length;
  }
  return sum / count;
}

/** Averages values. NaN for an empty list. */
export function meanOrNaN(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
