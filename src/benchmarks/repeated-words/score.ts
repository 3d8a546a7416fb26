import type { Answer } from '../../answers/answer.js';
import { wordsOf } from '../../base/text/python-text.js';
import { quoted } from '../../base/text/texts.js';
import type { Diagnosis } from '../../contract/diagnosis.js';
import type { Marked } from '../benchmark.js';
import { editDistance } from '../edit-distance.js';
import { recallByQuarter } from '../quarters.js';
import { type RepeatedCase, type RepeatedText, repeatedText } from './cases.js';

/** What is said of a copy, each by the rule of the report's own code. */
interface CopyScore {
  /** 1 − d/max(|copy|, |text|), d the Levenshtein distance; 0 for an empty copy. */
  likeness: number;
  /** Whether the likeness is exact; a copy too long and too unlike is at least so like. */
  isExact: boolean;
  /** Whether the other word stands in the copy, and whether first at the right character. */
  present: boolean;
  inPlace: boolean;
  /** Words of the text less words of the copy. */
  missingWords: number;
}

/**
 * @example
 * scoreCopy('a a b a', { text: 'a b a a', words: 4, common: 'a', other: 'b', index: 1, position: 1/3 })
 * // { likeness: 5/7, isExact: true, present: true, inPlace: false, missingWords: 0 }
 */
export function scoreCopy(copy: string, { text, words, other, index }: RepeatedText): CopyScore {
  const unique = index === words - 1 ? ` ${other}` : `${other} `;
  const at = copy.indexOf(unique);
  // As in the report, of several occurrences the first counts, also inside a longer word.
  const inPlace = at >= 0 && codePoints(copy, at) === codePoints(text, text.indexOf(unique));
  const missingWords = words - wordsOf(copy).length;
  const { edits, isLeast } = editDistance(text, copy);
  const longest = Math.max(codePoints(text), codePoints(copy));
  const likeness = Math.max(0, 1 - edits / longest);
  return { likeness, isExact: isLeast, present: at >= 0, inPlace, missingWords };
}

/** Characters of a text up to a place in UTF-16 units. */
function codePoints(text: string, end = text.length): number {
  return text.slice(0, end).replace(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
}

/**
 * The scoring rule of the repeated words test: likeness. Beside it, whether the other word is there and
 * in its place, and how many words are missing, or too many where the number is negative.
 */
export function scoreRepeatedWords(answer: Answer, theCase: RepeatedCase): Marked {
  const wanted = repeatedText(theCase);
  const text = answer.verbatim;
  const { likeness, isExact, present, inPlace, missingWords } = scoreCopy(text, wanted);
  const wordInPlace = inPlace ? 1 : 0;
  const positions = [wanted.position];
  const diagnosis: Diagnosis =
    likeness === 1
      ? 'complete'
      : !text.includes(wanted.common)
        ? answer.whyWrong(theCase.language)
        : missingWords < 0
          ? 'repetition'
          : missingWords > 0
            ? 'partway'
            : 'scattered';
  const where = inPlace ? 'in its place' : present ? 'at another place' : 'missing';
  return {
    score: likeness,
    readable: text.trim() !== '',
    reason:
      text === ''
        ? 'empty answer'
        : `${isExact ? '' : 'at least '}${(100 * likeness).toFixed(1)} % alike, "${wanted.other}" ${where}, ` +
          `${wanted.words - missingWords} of ${wanted.words} words` +
          (diagnosis === 'wrong' || diagnosis === 'refused' ? `: ${quoted(text)}` : ''),
    namedScores: {
      likeness,
      'word present': present ? 1 : 0,
      'word in place': wordInPlace,
      'missing words': missingWords,
      ...recallByQuarter([wordInPlace], positions),
    },
    marks: [likeness],
    positions,
    metadata: { diagnosis, isExact },
  };
}
