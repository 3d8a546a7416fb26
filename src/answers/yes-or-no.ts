/** Answers that are "yes" or "no", in any language, and answers of those who do not know. */
import { once } from '../base/kept.js';
import type { TextSpan } from './texts/whole-words.js';
import { anyOf, readingWords } from './words.js';

type Side = 'yes' | 'no';

const patterns = once(() => {
  const { yes, no, and, or } = readingWords();
  const words = (list: readonly string[], isShort: boolean) =>
    anyOf(list.filter((word) => isShort === (word.length === 1 && word > 'z')));
  const end = '(?=\\s*(?:[,.;:!?。，；：！？、"\'”*_)\\]—–-]|$))';
  const others = `(?![\\s,/]{0,3}(?:${anyOf([...and, ...or])})?\\s{0,3}(?:${anyOf(no)})${end})`;
  return {
    yes: new RegExp(`^(?:${anyOf(yes)})$`, 'iu'),
    no: new RegExp(`^(?:${anyOf(no)})$`, 'iu'),
    /** One character, and "no", also begin other words, so something has to end them. */
    said: new RegExp(
      `(?<=^|[.!?。！？\\n:：]\\s{0,3})[\\s"'“*_(\\[-]{0,6}` +
        `(?:(?<yes>(?:${words(yes, false)})${others}|(?:${words(yes, true)})${end})` +
        `|(?<no>(?:${anyOf(no.filter((word) => !isHan(word)))}|${words(no, true)})${end}` +
        `|(?:${anyOf(no.filter((word) => isHan(word) && word.length > 1))})))`,
      'giu',
    ),
  };
});

function isHan(word: string): boolean {
  return /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(word);
}

export function sideOf(accepted: string): Side | undefined {
  const { yes, no } = patterns();
  const plain = accepted.trim().replace(/[.!。]$/, '');
  if (yes.test(plain)) return 'yes';
  return no.test(plain) ? 'no' : undefined;
}

/** Tells which side the sentences begin with. Nothing for neither or both. */
export function saidSide(text: string): Side | undefined {
  const sides = new Set(
    [...text.matchAll(patterns().said)].map(({ groups }) => (groups!.yes ? 'yes' : 'no')),
  );
  return sides.size === 1 ? [...sides][0] : undefined;
}

const unknown = once(() => {
  const { notKnown, notFound } = readingWords();
  return [...notKnown, ...notFound];
});

export function saysAbsent(text: string, absent: readonly string[]): boolean {
  const plain = text.toLowerCase();
  return [...unknown(), ...absent].some((phrase) => plain.includes(phrase));
}

const LONGEST = 40;

/** Tells whether a place is part of a phrase that says that the answer is not known. */
export function standsInUnknown(
  text: string,
  { start, end }: TextSpan,
  absent: readonly string[],
): boolean {
  const from = Math.max(0, start - LONGEST);
  const around = text.slice(from, end + LONGEST).toLowerCase();
  return [...unknown(), ...absent].some((phrase) => {
    if (phrase.length <= end - start) return false;
    const at = around.lastIndexOf(phrase, start - from);
    return at >= 0 && from + at <= start && from + at + phrase.length >= end;
  });
}
