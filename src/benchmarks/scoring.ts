import { say } from '../base/text/language.js';
import { quoted } from '../base/text/texts.js';

export function unreadReason(text: string, nothing: string): string {
  return text === '' ? emptyReason() : say`${nothing}: ${quoted(text)}`;
}

export function emptyReason(): string {
  return say`The answer is empty.`;
}

/** Quotes the start of an answer for the reason of its score. */
export function beginningOf(text: string): string {
  return text === '' ? emptyReason() : say`The answer begins: ${quoted(text)}`;
}

/** Tells what an answer gives, and whether it lacks the form asked for. */
export function inForm(given: string, isInForm: boolean): string {
  return isInForm ? given : say`${given}, but not in the form that the task wants`;
}

export function letterReason(chosen: string, right: string): string {
  return chosen === right ? say`${chosen}, which is right` : say`${chosen}, and ${right} is right`;
}

export const LETTERS = ['A', 'B', 'C', 'D'] as const;
