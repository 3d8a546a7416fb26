import type { Case } from '../../case.js';
import { literal } from '../../literal.js';
import type { Understood } from '../understood.js';
import { KEY_VALUE_LANGUAGES, type KeyValueWords, loadKeyValueWords } from './words.js';

/** A JSON string, and a pair of two. */
const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const PAIR = new RegExp(`(${STRING}): (${STRING})`, 'g');

/** Reads key-value retrieval: finds out which key is asked for, and looks it up in the object. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const languages = theCase ? [theCase.language] : KEY_VALUE_LANGUAGES;
  for (const words of languages.map(loadKeyValueWords)) {
    const key = askedKey(prompt, words);
    if (key !== undefined) return lookUp(prompt, key, words);
  }
  return undefined;
}

/** The key that is asked for, in quotation marks. */
function askedKey(prompt: string, { question }: KeyValueWords): string | undefined {
  const [before = '', behind = ''] = question.split('{key}').map(literal);
  return new RegExp(`${before}(${STRING})${behind}`).exec(prompt)?.[1];
}

function lookUp(prompt: string, key: string, { absent }: KeyValueWords): Understood {
  const pairs = [...prompt.matchAll(PAIR)];
  const index = pairs.findIndex((pair) => pair[1] === key);
  const found = pairs[index];
  const given = (pair: RegExpExecArray | undefined) =>
    pair ? String(JSON.parse(pair[2]!)) : absent[0]!;
  return {
    pieces: found
      ? [{ text: found[0], start: found.index, position: index / Math.max(1, pairs.length - 1) }]
      : [],
    // Who does not recall the pair takes the one beside it.
    answer: (recalled) =>
      given(recalled.includes(0) ? found : (pairs[index + 1] ?? pairs[index - 1])),
  };
}
