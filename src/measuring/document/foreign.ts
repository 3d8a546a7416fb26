/** Marks what comes from outside within a sentence, so that each medium can write it as data. */
import { withoutKeys } from '../../base/secrets.js';

/** Private-use characters around outside text. No output has them. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

const MARKS = /[\uE000\uE001]/g;

const FOREIGN = /\uE000([^\uE000\uE001]*)\uE001/g;

/**
 * Marks a name, an answer or an error in a sentence.
 * @example
 * say`${foreign(model)} is reliable up to ${lengthText(64000)} tokens.`
 */
export function foreign(text: string): string {
  return `${OPEN}${withoutKeys(text).replace(MARKS, '')}${CLOSE}`;
}

/**
 * Writes a sentence.
 * @param ours - writes words of ours
 * @param theirs - writes what came from outside
 */
export function written(
  text: string,
  ours: (words: string) => string,
  theirs: (name: string) => string,
): string {
  return text
    .split(FOREIGN)
    .map((part, i) =>
      i % 2 === 1 ? theirs(part) : part === '' ? '' : ours(part.replace(MARKS, '')),
    )
    .join('');
}

/** Removes the marks, for media that write all text alike. */
export function plain(text: string): string {
  return text.replace(MARKS, '');
}
