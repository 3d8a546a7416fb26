/**
 * Reads words from `datasets/reading/` that help to read answers. Models mix languages, so all are looked for
 * together.
 */
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';
import { literal } from '../base/text/literal.js';

const list = z.array(z.string().min(1)).min(1);
// biome-ignore format: one name a line is a page of names
const GROUPS = [
  'between', 'betweenHan', 'and', 'counters', 'beforeNumerals', 'ordinalEndings', 'summed',
  'parts', 'missed', 'turns', 'notFound', 'denial', 'denialHan', 'denialBehindKo',
  'denialItself', 'noDenial', 'deniedBehind', 'cannotSay', 'takesBack', 'noAlternative', 'yes',
  'no', 'notKnown', 'or', 'maybe', 'range', 'either', 'turn', 'turnHan', 'turnsAway',
  'restart', 'corrects', 'counted', 'alsoMissed', 'eldest', 'copula', 'whoIs',
  'answer', 'finalAnswer', 'option', 'ancestor', 'ancestorOf', 'answerIs', 'itIs',
  'therefore', 'chosen', 'chosenHan', 'clauseIs', 'notHan', 'behindA', 'if', 'alsoDenied',
  'butRather', 'article', 'rightOption', 'rightVerdict', 'valueOfHan', 'valueHan', 'valueIsHan',
  'dateHan', 'rightVerdictAtEnd', 'wrongVerdict', 'generations', 'generationNumber',
] as const;

const schema = z.record(z.enum(GROUPS), list);

export const readingWords = once(() => readDataset('reading/words.yaml', schema));

/**
 * Makes a pattern of words, the longest first. Words in letters match whole or, if `isStem`, from their start;
 * those in Han characters or Hangul match anywhere.
 *
 * @example
 * new RegExp(anyOf(['not']), 'u').test('another knot') // false
 */
export function anyOf(wanted: readonly string[], isStem = false): string {
  const sources = (words: readonly string[]) =>
    words
      .toSorted((a, b) => b.length - a.length)
      .map((word) => {
        const text = word.replace('!', '');
        const isWhole = !isStem || word.endsWith('!');
        const end = isWhole && isSpaced(text.at(-1)!) ? '(?![\\p{L}\\p{N}])' : '';
        return literal(text).replaceAll(' ', '\\s') + end;
      })
      .join('|');
  return [true, false]
    .map((spaced) => ({ spaced, words: wanted.filter((word) => isSpaced(word[0]!) === spaced) }))
    .filter(({ words }) => words.length > 0)
    .map(({ spaced, words }) => `${spaced ? '(?<![\\p{L}\\p{N}])' : ''}(?:${sources(words)})`)
    .join('|');
}

/** Writes letters of a pattern so that they match in both cases. */
export function inAnyCase(source: string): string {
  return source.replace(/(?<!\\)\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function isSpaced(character: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(character) &&
    !/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)
  );
}
