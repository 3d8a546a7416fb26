/**
 * Answers that give a value to each of several keys, read as PI-LLM reads them (arXiv:2506.08184;
 * `extract_pieces_response_to_dict`): "the current value of bird is emu" counts before "bird: emu", and of
 * each the last. A value is right as a whole, capital letters or not.
 *
 * Keys count in any case, too, and JSON, tables and Chinese are read; docs/method/fidelity.md has the differences.
 */
import { halfWidth } from '../base/text/half-width.js';
import { alternatives } from '../base/text/literal.js';
import type { GivenValue, KnownKey } from './answer.js';
import { plainWriting } from './texts/plain-writing.js';
import { readingWords } from './words.js';

/**
 * The value that an answer gives to each key; no two keys may differ in capital letters alone.
 *
 * @example
 * givenValues('bird: emu; fish: Pike', [
 *   { key: 'bird', values: ['emu', 'kea'] },
 *   { key: 'fish', values: ['cod', 'pike'] },
 * ]) // [{ said: 'emu', index: 0 }, { said: 'pike', index: 1 }]
 */
export function givenValues(answer: string, keys: readonly KnownKey[]): (GivenValue | undefined)[] {
  const text = plain(answer);
  const known = new Map(keys.map(({ key, values }) => [plain(key), values.map(plain)]));
  const inSentence = new Map<string, string>();
  const inPair = new Map<string, string>();
  for (const match of text.matchAll(mentionOf([...known.keys()]))) {
    const [whole, inEnglish, inChinese, paired] = match;
    const key = inEnglish ?? inChinese ?? paired!;
    const value = valueAt(text, match.index + whole.length, known.get(key)!);
    if (value !== '') (paired === undefined ? inSentence : inPair).set(key, value);
  }
  return [...known].map(([key, values]) => {
    const said = inSentence.get(key) ?? inPair.get(key);
    if (said === undefined) return undefined;
    const index = values.lastIndexOf(said);
    return { said, ...(index >= 0 && { index }) };
  });
}

/** `<bird>`, as questions write what is to be filled in; with `</b>` behind it, it is HTML. */
const PLACE = /<(?!br>)([^<>/\n]{1,80})>(?![^<\n]{0,80}<\/)/g;

function plain(text: string): string {
  const plain = halfWidth(plainWriting(text.replace(PLACE, '$1')))
    .trim()
    .toLowerCase();
  return plain.replace(/[^\S\n]+/g, ' ');
}

/** Quotation marks and brackets around a key or a value. */
const MARKS = String.raw`[ \t"'<>()[\]{}「」]{0,4}`;

/** A key up to where its value begins: in an English or a Chinese sentence, or before a separator. */
function mentionOf(keys: readonly string[]): RegExp {
  const { valueOfHan, valueHan, valueIsHan } = readingWords();
  const key = `${MARKS}(${alternatives(keys)})${MARKS}`;
  const named = String.raw`(?:value|word|term)s?(?:\s\w{1,20})?\s(?:of|for|with|to)\s(?:the\s)?(?:(?:category|key)\s)?`;
  const valueBehind = String.raw`[,:\n-]\s?(?:["']|the\s)?(?:[\w-]{1,20}\s){0,2}value["']?\s?(?:is|was|:)`;
  return new RegExp(
    `${named}${key}(?:(?:is|was)\\b:?|:)` +
      `|${key}(?:${alternatives(valueOfHan)})?\\p{Script=Han}{0,4}(?:${alternatives(valueHan)})${MARKS}` +
      `(?:${alternatives(valueIsHan)}):?` +
      `|(?<=^|[\\n,.;:|•"'>(\\[{「-])${key}(?:${valueBehind}|:|=|->|→|\\||\\t|\\s[-–—]\\s)`,
    'gu',
  );
}

/** Ends a value; in "1.2" and "12:30" no mark does. */
const END = String.raw`[\n;|!?]|[,.:](?!\d)`;
const UNKNOWN = new RegExp(`^.*?(?=$|${END})`, 'su');
const BEHIND_KNOWN = new RegExp(`^[ \\t"'>)\\]}」]{0,4}?(?:$|${END}|[()\\]}」—]|[-–]\\s)`, 'u');

/** The value at a place of an answer: the longest of the key's that stands there as a whole, or any other text. */
function valueAt(text: string, start: number, values: readonly string[]): string {
  const longest = Math.max(...values.map(({ length }) => length));
  const rest = text.slice(start, start + longest + 40).replace(new RegExp(`^${MARKS}`, 'u'), '');
  const known = values.filter(
    (value) => rest.startsWith(value) && BEHIND_KNOWN.test(rest.slice(value.length)),
  );
  const [value] = known.toSorted((a, b) => b.length - a.length);
  return (
    value ??
    UNKNOWN.exec(rest)![0]
      .replace(new RegExp(`${MARKS}$`, 'u'), '')
      .trim()
  );
}
