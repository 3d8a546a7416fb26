import { readingWords } from './words.js';

/** A refusal begins the answer, or the answer is short. */
const START_OF_ANSWER = 300;
const SHORT_ANSWER = 600;

/**
 * Whether an answer refuses. One that says that it did not find what was asked for does not: it recalls nothing.
 *
 * @param refusals - phrases of a refusal, in small letters
 */
export function isRefusal(text: string, refusals: readonly string[]): boolean {
  return hasPhrase(text, refusals) && !saysNotFound(text);
}

/** Whether an answer says that it did not find what was asked for. */
export function saysNotFound(text: string): boolean {
  return hasPhrase(text, readingWords().notFound!);
}

function hasPhrase(text: string, phrases: readonly string[]): boolean {
  const looked = text.slice(0, text.length <= SHORT_ANSWER ? SHORT_ANSWER : START_OF_ANSWER);
  const plain = straight(looked.toLowerCase());
  return phrases.some((phrase) => phrase !== '' && plain.includes(straight(phrase)));
}

/** A text with straight apostrophes. */
function straight(text: string): string {
  return text.replaceAll('’', "'");
}
