import { kept } from '../../base/kept.js';
import { PYTHON_SPACE } from '../../base/text/python-text.js';
import { withAsciiMarks } from '../../base/text/texts.js';
import type { Passage } from './document-sets.js';

/**
 * What makes no difference between answers. In English it is SQuAD's normalisation (arXiv:1606.05250), as Lost
 * in the Middle uses it.
 */
export interface AnswerStyle {
  /** Punctuation to remove: that of ASCII, or all after making characters half-width. */
  punctuation: 'ascii' | 'all';
  articles: string[];
  /** Whether spaces separate words. Otherwise all white space is removed. */
  spaces: boolean;
}

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ALL_PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;

/** A character of a word, as Unicode has it (UTS 18, Annex C). */
const WORD = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';

const patterns = new Map<string, RegExp>();

function articlePattern(articles: readonly string[]): RegExp {
  const words = articles.join('|');
  return kept(patterns, words, () => new RegExp(`(?<!${WORD})(?:${words})(?!${WORD})`, 'gu'));
}

/**
 * Small letters, no punctuation, no articles, single spaces or none.
 *
 * @example
 * normaliseAnswer('The  "Lantern-Bridge", 1537.', english) // 'lanternbridge 1537'
 */
export function normaliseAnswer(
  text: string,
  { punctuation, articles, spaces }: AnswerStyle,
): string {
  const isFull = punctuation === 'all';
  const bare = isFull
    ? text.normalize('NFKC').toLowerCase().replace(ALL_PUNCTUATION, '')
    : text.toLowerCase().replace(ASCII_PUNCTUATION, '');
  const words = articles.length === 0 ? bare : bare.replace(articlePattern(articles), ' ');
  const joined = words.replace(PYTHON_SPACE, spaces ? ' ' : '').replace(/^ | $/g, '');
  // Letters and accents that now touch become one character.
  return isFull ? joined.normalize('NFKC') : joined;
}

/**
 * A text as answers are compared: normalised, whichever quotation marks and hyphens it has.
 *
 * @example
 * comparableAnswer('the Bishop’s Thumb', english) // 'bishops thumb'
 */
export function comparableAnswer(text: string, style: AnswerStyle): string {
  return normaliseAnswer(withAsciiMarks(text), style);
}

/**
 * Whether one of the accepted answers stands in a text. An answer of which nothing is left stands
 * nowhere.
 *
 * @param text - made alike already
 */
export function holdsAnswer(text: string, answers: readonly string[], style: AnswerStyle): boolean {
  return answers.some((answer) => {
    const normal = comparableAnswer(answer, style);
    return normal !== '' && text.includes(normal);
  });
}

const normalised = new WeakMap<AnswerStyle, WeakMap<Passage, string>>();

export function normalPassage(passage: Passage, style: AnswerStyle): string {
  const texts = kept(normalised, style, () => new WeakMap());
  return kept(texts, passage, () => comparableAnswer(`${passage.title}\n${passage.text}`, style));
}
