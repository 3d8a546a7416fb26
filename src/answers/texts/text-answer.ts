import { loadLanguage } from '../../base/languages.js';
import type { LanguageReference } from '../../base/references.js';
import { parseJson } from '../../base/text/from-json.js';
import { withAsciiMarks } from '../../base/text/texts.js';
import type { Diagnosis } from '../../contract/diagnosis.js';
import { isRefusal, saysNotFound } from '../refusals.js';
import { bothEnds } from './ends.js';
import { finalPart, withoutStruck } from './final-part.js';
import { setAsideReasoning } from './reasoning-blocks.js';

export function answerText(output: unknown): string {
  return typeof output === 'string' ? output : linesOf(plainValue(output));
}

/** Copies a value without cycles and getters. */
export function plainValue(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output));
  } catch {
    return undefined;
  }
}

/**
 * Returns what a model says in the end as text, without reasoning. JSON becomes a line per value, whether the
 * provider parsed it or not.
 *
 * @example
 * finalText('```json\n{"answer": "B"}\n```') // 'answer: B'
 */
export function finalText(output: unknown): string {
  const text = finalPart(answerText(output)).trim();
  return linesOf(parsed(withoutStruck(bothEnds(text, LONGEST_END)))).trim();
}

/** How many characters of each end are read: more than any model says. */
const LONGEST_END = 50_000;

/** Removes only reasoning and the white space behind it, for rules in which every character counts. */
export function withoutReasoning(output: unknown): string {
  if (typeof output !== 'string') return finalText(output);
  const text = setAsideReasoning(output);
  return text === output ? output : text.trimStart();
}

function parsed(text: string): unknown {
  const json = text.replace(/^```(?:json)?\s*\n|\n```$/g, '');
  return /^[[{]/.test(json) ? (parseJson(json) ?? text) : text;
}

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
