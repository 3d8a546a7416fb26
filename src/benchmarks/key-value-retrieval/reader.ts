import type { FileReference } from '../../case.js';
import { literal } from '../../text/literal.js';
import { lastPlace } from '../prompt-template.js';
import type { Understood } from '../understood.js';
import { AUTHORS_PAIR, type KeyValueCase } from './cases.js';
import { KEY_VALUE_LANGUAGES, type KeyValueWords, loadKeyValueWords } from './words.js';

/** A JSON string, and a pair of two. */
const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const PAIR = new RegExp(`(${STRING}): (${STRING})`, 'g');

/** Reads key-value retrieval: finds out which key is asked for, and looks it up in the object. */
export function read(prompt: string, theCase?: KeyValueCase): Understood | undefined {
  if (theCase?.template) return readTemplate(prompt, theCase, theCase.template);
  const languages = theCase ? [theCase.language] : KEY_VALUE_LANGUAGES;
  for (const words of languages.map(loadKeyValueWords)) {
    const key = askedKey(prompt, words);
    if (key !== undefined) return lookUp(pairsIn(prompt), JSON.parse(key), words);
  }
  return undefined;
}

/** Reads a prompt in words of the user's own, in which pairs stand as the Case says. */
function readTemplate(
  prompt: string,
  { language, pair = AUTHORS_PAIR }: KeyValueCase,
  template: FileReference,
): Understood | undefined {
  const key = lastPlace(template, 'key', prompt);
  if (key === undefined) return undefined;
  const places: Record<string, string> = { key: '(?<key>[^\\n]+?)', value: '(?<value>[^\\n]+?)' };
  const parts = pair.split(/\{(key|value)\}/);
  const source = parts.map((part, i) => (i % 2 === 0 ? literal(part) : places[part]!)).join('');
  const pairs = [...prompt.matchAll(new RegExp(`(?<=^[{ ])${source}(?=,$|\\}$)`, 'gm'))];
  return lookUp(
    pairs.map(({ 0: text, index: start, groups }) => ({
      text,
      start,
      key: groups!.key!,
      value: groups!.value!,
    })),
    key,
    loadKeyValueWords(language),
  );
}

/** The key that is asked for, in quotation marks. */
function askedKey(prompt: string, { question }: KeyValueWords): string | undefined {
  const [before = '', behind = ''] = question.split('{key}').map(literal);
  return new RegExp(`${before}(${STRING})${behind}`).exec(prompt)?.[1];
}

/** A pair as it stands in a prompt. */
interface StandingPair {
  text: string;
  start: number;
  key: string;
  value: string;
}

/** The pairs of an object of ours. */
function pairsIn(prompt: string): StandingPair[] {
  return [...prompt.matchAll(PAIR)].map(({ 0: text, 1: key, 2: value, index: start }) => ({
    text,
    start,
    key: JSON.parse(key!),
    value: JSON.parse(value!),
  }));
}

function lookUp(
  pairs: readonly StandingPair[],
  key: string,
  { absent }: KeyValueWords,
): Understood {
  const index = pairs.findIndex((pair) => pair.key === key);
  const found = pairs[index];
  const position = index / Math.max(1, pairs.length - 1);
  return {
    pieces: found ? [{ text: found.text, start: found.start, position }] : [],
    // Who does not recall the pair takes the one beside it.
    answer: (recalled) =>
      (recalled.includes(0) ? found : (pairs[index + 1] ?? pairs[index - 1]))?.value ?? absent[0]!,
  };
}
