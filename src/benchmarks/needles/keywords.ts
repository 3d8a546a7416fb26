/**
 * Finds keywords. Capital letters, full-width forms, typographic marks, line breaks, thousands separators, and
 * space or hyphen between words make no difference. Letters and digits match whole words, also in the plural;
 * Chinese characters match anywhere.
 */
import { withAsciiMarks } from '../../base/text/texts.js';

const WORD =
  '[[\\p{L}\\p{M}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]]';

const STARTS_AS_WORD = new RegExp(`^${WORD}`, 'v');
const ENDS_AS_WORD = new RegExp(`${WORD}$`, 'v');

const BETWEEN_WORDS = /(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu;

export function keywordText(text: string): string {
  return withAsciiMarks(text.normalize('NFKC').toLowerCase())
    .replace(/(?<=\d)[,'](?=\d{3}(?!\d))/g, '')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
}

/**
 * A pattern that finds a keyword, in plain text and in any other.
 *
 * @example
 * keywordPattern('kazoo').test('nothing but kazoos') // true
 * keywordPattern('17').test('in 1917, or 17.5') // false
 */
export function keywordPattern(keyword: string): RegExp {
  const plain = keywordText(keyword).trim();
  const text = plain
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(BETWEEN_WORDS, '[\\s\\-]+')
    .replaceAll(' ', '\\s+');
  const start = STARTS_AS_WORD.test(plain) ? `(?<!${WORD})` : '';
  const plural = /[a-z]$/.test(plain) ? '(?:e?s)?' : '';
  const end = ENDS_AS_WORD.test(plain) ? `${plural}(?!${WORD})` : '';
  // 17 is no part of 17.5, but "1.Kazoo" is an item of a list.
  const startOfNumber = /^\p{N}/u.test(plain) ? '(?<!\\d[.,])' : '';
  const endOfNumber = /\p{N}$/u.test(plain) ? '(?![.,]\\d)' : '';
  return new RegExp(startOfNumber + start + text + end + endOfNumber, 'iv');
}

export function heldKeyword(text: string, keywords: readonly string[]): string | undefined {
  const plain = keywordText(text);
  return keywords.find((keyword) => keywordPattern(keyword).test(plain));
}
