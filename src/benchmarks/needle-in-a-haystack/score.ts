import { finalText } from '../../answers/texts/text-answer.js';
import type { Case } from '../../case.js';
import type { Scored } from '../benchmark.js';
import { scoreKeywords } from '../needles/mark-keywords.js';
import type { NeedleInAHaystackCase } from './cases.js';

/**
 * The scoring rule of Needle in a Haystack: the share of the needles of which the answer holds a
 * keyword. The original asks a judge model for a score from 1 to 10; keywords need none.
 */
export function scoreNeedles(output: unknown, theCase: Case): Scored {
  return scoreKeywords(finalText(output), theCase as NeedleInAHaystackCase);
}
