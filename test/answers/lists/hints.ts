import type { AnswerHints } from '../../../src/answers/read-answer.js';
import { starPattern } from '../../../src/benchmarks/counting-stars/find-stars.js';
import { wordingOf } from '../../../src/benchmarks/counting-stars/star-sentences.js';
import { LANGUAGE_CODES, loadLanguage } from '../../../src/languages.js';

/** What Counting-Stars gives to read an answer by, in English. */
export function hintsInEnglish(): AnswerHints {
  const { key, units } = loadLanguage('en');
  const wording = wordingOf({ language: 'en', task: 'acquisition' });
  return {
    keys: [...new Set([key, ...LANGUAGE_CODES.map((code) => loadLanguage(code).key)])],
    units: [wording.symbol, ...units],
    recited: Object.values(wording.sentences).map((sentence) => starPattern(sentence, wording)),
  };
}
