import { loadLanguage } from '../../base/languages.js';
import type { LanguageReference } from '../../base/references.js';
import { withAsciiMarks } from '../../base/text/texts.js';
import type { Diagnosis } from '../../contract/diagnosis.js';
import { isRefusal, saysNotFound } from '../refusals.js';
import { bothEnds } from './ends.js';
import { finalPart, withoutStruck } from './final-part.js';
import { setAsideReasoning } from './reasoning-blocks.js';

/** An answer as text: of a value that the provider has parsed, a line for each value, behind its key. */
export function answerText(output: unknown): string {
  return typeof output === 'string' ? output : linesOf(plainValue(output));
}

/** A parsed value without cycles, getters or anything else that JSON does not have. */
export function plainValue(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output));
  } catch {
    return undefined;
  }
}

/**
 * What a model says in the end: its answer as text, without its reasoning. JSON is the same whether
 * the provider has parsed it or not: a line for each value, behind its key.
 *
 * @example
 * finalText('```json\n{"answer": "B"}\n```') // 'answer: B'
 */
export function finalText(output: unknown): string {
  const text = finalPart(answerText(output)).trim();
  return linesOf(parsed(withoutStruck(bothEnds(text, LONGEST_END)))).trim();
}

/** So much of the beginning and of the end of an answer is read: more than any model says. */
const LONGEST_END = 50_000;

/**
 * What a model says in the end, character by character: for rules in which every character counts. Only
 * reasoning is taken off, and the white space that stands between it and the answer.
 */
export function withoutReasoning(output: unknown): string {
  if (typeof output !== 'string') return finalText(output);
  const text = setAsideReasoning(output);
  return text === output ? output : text.trimStart();
}

/** The value of a text that is JSON and nothing else; any other text as it is. */
function parsed(text: string): unknown {
  const json = text.replace(/^```(?:json)?\s*\n|\n```$/g, '');
  if (!/^[[{]/.test(json)) return text;
  try {
    return JSON.parse(json);
  } catch {
    return text;
  }
}

/** Values nested deeper than any answer are left out. */
const DEEPEST = 8;

function linesOf(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (depth > DEEPEST) return '';
  const isList = Array.isArray(value);
  return Object.entries(value)
    .map(([key, item]) => [key, linesOf(item, depth + 1)] as const)
    .filter(([, lines]) => lines !== '')
    .map(([key, lines]) => (isList ? lines : `${key}: ${lines}`))
    .join('\n');
}

/**
 * Why an answer without anything right in it is so: nothing said, said not to be there, refused, or
 * something else.
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
