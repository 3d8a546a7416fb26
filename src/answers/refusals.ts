import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';
import { loadLanguage } from '../base/languages.js';
import type { LanguageReference } from '../base/references.js';
import { withAsciiMarks } from '../base/text/texts.js';
import type { Diagnosis } from '../contract/diagnosis.js';
import { anyOf, readingWords } from './words.js';

/** Refusals stand within this many characters, or the answer is short. */
const START_OF_ANSWER = 300;
const SHORT_ANSWER = 600;

/** Longer answers do more than say that they do not know. */
const LONGEST_UNKNOWN = 1200;

/**
 * Tells why a wrong answer is so: empty, said not to be there, refused, or wrong.
 *
 * @param absent - small-letter phrases that say that the answer is not there
 */
export function diagnoseWrong(
  text: string,
  language: LanguageReference,
  absent: readonly string[] = [],
): Extract<Diagnosis, 'empty' | 'missing' | 'refused' | 'wrong'> {
  if (text === '') return 'empty';
  const plain = withAsciiMarks(text).toLowerCase();
  if (absent.some((phrase) => plain.includes(phrase)) || saysNotFound(text)) return 'missing';
  return isRefusal(text, loadLanguage(language).refusals) ? 'refused' : 'wrong';
}

/**
 * Tells whether an answer refuses. One that says it did not find the fact does not refuse: it recalls nothing.
 *
 * @param refusals - phrases of a refusal, in small letters
 */
export function isRefusal(text: string, refusals: readonly string[]): boolean {
  return hasPhrase(text, refusals) && !saysNotFound(text);
}

export function saysNotFound(text: string): boolean {
  return hasPhrase(text, readingWords().notFound!);
}

const unknownWords = once(() => {
  const words = z.array(z.string().min(1)).min(1);
  const given = z.strictObject({
    ...{ given: words, known: words, not: words },
    ...{ unknown: words, withheld: words },
  });
  const groups = readDataset('reading/unknown.yaml', given);
  const found = (group: keyof typeof groups) => new RegExp(anyOf(groups[group], true), 'iu');
  const [alone, known, not, withheld] = [
    new RegExp(anyOf([...groups.given, ...groups.unknown], true), 'iu'),
    found('known'),
    found('not'),
    found('withheld'),
  ];
  return { alone, known, not, withheld };
});

/** Tells whether an answer without any value asked for says that it does not know, so that it recalls nothing. */
export function saysUnknown(text: string): boolean {
  const { alone, known, not, withheld } = unknownWords();
  const said = straight(text.slice(0, LONGEST_UNKNOWN)).replaceAll("n't", ' not ');
  if (withheld.test(said)) return false;
  return said
    .split(/[.!?。！？\n]+/)
    .some((sentence) => alone.test(sentence) || (not.test(sentence) && known.test(sentence)));
}

function hasPhrase(text: string, phrases: readonly string[]): boolean {
  const looked = text.slice(0, text.length <= SHORT_ANSWER ? SHORT_ANSWER : START_OF_ANSWER);
  const plain = straight(looked.toLowerCase());
  return phrases.some((phrase) => phrase !== '' && plain.includes(straight(phrase)));
}

function straight(text: string): string {
  return text.replaceAll('’', "'");
}
