/**
 * Reads the value that an answer gives to each key, as PI-LLM does (arXiv:2506.08184;
 * `extract_pieces_response_to_dict`): "the current value of bird is emu" counts before "bird: emu", and the
 * last of each.
 *
 * Keys count in any case, too, and JSON, tables and Chinese are read: see docs/method/fidelity.md.
 */
import { halfWidth } from '../base/text/half-width.js';
import { alternatives } from '../base/text/literal.js';
import type { GivenValue, KnownKey } from './answer.js';
import { plainWriting } from './texts/plain-writing.js';
import { readingWords } from './words.js';

/**
 * Returns the value of each key. Keys must differ in more than capital letters.
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

/** Finds `<bird>`, which questions use for what is to be filled in. With `</b>` behind it, it is HTML. */
const PLACE = /<(?!br>)([^<>/\n]{1,80})>(?![^<\n]{0,80}<\/)/g;

function plain(text: string): string {
  const plain = halfWidth(plainWriting(text.replace(PLACE, '$1')))
    .trim()
    .toLowerCase();
  return plain.replace(/[^\S\n]+/g, ' ');
}

const MARKS = String.raw`[ \t"'<>()[\]{}「」]{0,4}`;

/** Matches a key up to its value, in an English or Chinese sentence or before a separator. */
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

/** Ends a value. The marks in "1.2" and "12:30" do not. */
const END = String.raw`[\n;|!?]|[,.:](?!\d)`;
const UNKNOWN = new RegExp(`^.*?(?=$|${END})`, 'su');
const BEHIND_KNOWN = new RegExp(`^[ \\t"'>)\\]}」]{0,4}?(?:$|${END}|[()\\]}」—]|[-–]\\s)`, 'u');

/** Reads the value at a place: the longest known one that stands there as a whole, or any text. */
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
