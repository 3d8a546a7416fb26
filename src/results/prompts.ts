import { groupBy } from '../group-by.js';
import { mean } from '../numbers.js';
import type { Row } from './rows.js';

/**
 * One row for each prompt that has an answer: of several answers of one reader to one Case, a row with
 * the means of their scores and marks. A prompt is the unit of all statistics, and the same one asked
 * again is no new one.
 *
 * @param answered - rows of one reader without errors; all else of a row is that of its first answer
 */
export function meansOfPrompts(answered: readonly Row[]): Row[] {
  return [...groupBy(answered, ({ id }) => id).values()].map((own) => {
    const [first] = own;
    if (own.length === 1) return first!;
    const marks = first!.marks.map((_, i) => mean(own.map((row) => row.marks[i] ?? 0)));
    return { ...first!, score: mean(own.map(({ score }) => score)), marks };
  });
}
