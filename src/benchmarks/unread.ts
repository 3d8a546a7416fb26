import { say } from '../base/text/language.js';
import { quoted } from '../base/text/texts.js';

/** The reason for the score of an answer in which nothing was found that was asked for. */
export function unreadReason(text: string, nothing: string): string {
  return text === '' ? emptyReason() : say`${nothing}: ${quoted(text)}`;
}

/** The reason for the score of an answer that says nothing. */
export function emptyReason(): string {
  return say`The answer is empty.`;
}

/** How an answer begins, for the reason of its score. */
export function beginningOf(text: string): string {
  return text === '' ? emptyReason() : say`The answer begins: ${quoted(text)}`;
}

/** What an answer gives, and that it is not in the form that was asked for, where it is not. */
export function inForm(given: string, isInForm: boolean): string {
  return isInForm ? given : say`${given}, but not in the form that the task wants`;
}

/** The reason for the score of a letter that was chosen. */
export function letterReason(chosen: string, right: string): string {
  return chosen === right ? say`${chosen}, which is right` : say`${chosen}, and ${right} is right`;
}
