/** What every output begins with: an answer in one sentence, and what weakens or explains it. */
import { clauses, say } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';

export interface Answer {
  /** The answer itself; a page sets it in bold. */
  answer: string;
  /** How the sentence goes on: how likely that is, and what is said beside it. */
  beside: string;
  /** Sentences that weaken or explain it. */
  explained: readonly string[];
}

/**
 * A sentence about somebody, whose first part is the answer.
 *
 * @param said - what follows the name; its answer ends at the first bracket, comma or semicolon
 *
 * @example
 * // { answer: 'gpt holds at least 32K tokens', beside: ' (97 % likely); 128K: 73 % likely', explained: [] }
 */
export function answerOn(name: string, said: string, explained: readonly string[] = []): Answer {
  return answerIn((answer) => `${name} ${answer}`, said, explained);
}

/**
 * The same of any sentence.
 *
 * @param sentence - says the answer
 */
export function answerIn(
  sentence: (answer: string) => string,
  said: string,
  explained: readonly string[] = [],
): Answer {
  const end = said.search(/ \(|[,;] |[（，；]|$/);
  return { answer: sentence(said.slice(0, end)), beside: said.slice(end), explained };
}

/** Parts of a sentence that there are, as a whole one; empty where there is none. */
export function sentenceOf(parts: readonly string[]): string {
  const said = clauses(parts);
  return said === '' ? '' : say`${capital(said)}.`;
}
