/** Names the scores of an answer as promptfoo's viewer shows them: chips over each column, sorted by name, ten at most. */
import { RECALL } from '../contract/signs.js';

/** The score itself; it sorts first, since it is what people look for. */
export const FOUND = 'facts found';

/** Others than the score. More would be a wall over each column. */
const MOST_OTHERS = 6;

/** Names that would sort before the score, or are longer than a chip needs. */
const NAMES: Readonly<Record<string, string>> = {
  anywhere: 'found anywhere',
  boxed: 'in a box',
  exact: 'matches exactly',
  'recall q1 start': 'q1 start',
  'recall q2': 'q2',
  'recall q3': 'q3',
  'recall q4 end': 'q4 end',
};

/** Scores that are the answer's score itself, or are in it. */
const SAME = new Set([RECALL, 'f1', 'likeness']);

/**
 * The score of an answer, and what its benchmark names besides.
 *
 * @example
 * chipsOf(0.5, { recall: 0.5, 'recall q1 start': 1 }) // { 'facts found': 0.5, 'q1 start': 1 }
 */
export function chipsOf(
  score: number,
  named: Readonly<Record<string, number>>,
): Record<string, number> {
  const others = Object.entries(named).filter(([name]) => !SAME.has(name));
  return {
    [FOUND]: score,
    ...Object.fromEntries(
      others.slice(0, MOST_OTHERS).map(([name, value]) => [NAMES[name] ?? name, value]),
    ),
  };
}
