/**
 * The rules of both NeedleBench versions in OpenCompass, to the letter (`opencompass/datasets/needlebench`:
 * origin.py, parallel.py, multi.py; `needlebench_v2`: the same, and atc_elder_only.py). Unlike the paper's
 * formula in `score.ts`, spelling counts, and likeness earns credit only in single-needle retrieval of version
 * 1. Of our needles' spellings the best counts.
 */
import { editDistance } from '../../base/text/edit-distance.js';
import { pythonWords, withoutSpace } from '../../base/text/python-text.js';

/** Most that an answer without the keyword can get. */
const MOST_CREDIT = 0.2;

export function markLiterally(answer: string, keywords: readonly string[]): 0 | 1 {
  return keywords.some((keyword) => answer.includes(keyword)) ? 1 : 0;
}

/**
 * Single-needle retrieval of version 1: 1 for the keyword; else up to 0.2 for likeness to the needle,
 * `1 − d / longer length`, both without white space. The length is counted in characters.
 *
 * @param sentence - the needle as it is hidden
 *
 * @example
 * scoreSingle('It is in the shed', 'It is in the barn.', ['barn']) // 0.2 · (1 − 5/14)
 */
export function scoreSingle(answer: string, sentence: string, keywords: readonly string[]): number {
  if (markLiterally(answer, keywords) === 1) return 1;
  const [given, right] = [[...withoutSpace(answer)], [...withoutSpace(sentence)]];
  const longest = Math.max(given.length, right.length);
  return MOST_CREDIT * (longest === 0 ? 1 : 1 - editDistance(given, right).edits / longest);
}

/**
 * Multi-needle reasoning of version 1: of the words of a keyword, in small letters, the share that
 * stands in the answer.
 *
 * @example
 * scoreWords('the duke of Ferrel', ['Ferrel Duke', 'Duke']) // 1
 */
export function scoreWords(answer: string, keywords: readonly string[]): number {
  const text = answer.toLowerCase();
  return Math.max(
    ...keywords.map((keyword) => {
      const words = pythonWords(keyword.toLowerCase());
      return words.filter((word) => text.includes(word)).length / Math.max(1, words.length);
    }),
  );
}
