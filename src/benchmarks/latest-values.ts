/**
 * Answers that give the last value of each of several keys, read as PI-LLM reads them (arXiv:2506.08184;
 * `extract_pieces_response_to_dict`): "the current value of bird is emu" counts before "bird: emu", and of
 * each the last. A value is right as a whole, capital letters or not.
 *
 * Keys count in any case, too, and JSON, tables and Chinese are read; docs/latest-value.md has the differences.
 */
import { halfWidth } from '../answers/texts/half-width.js';
import { plainWriting } from '../answers/texts/plain-writing.js';
import { finalText } from '../answers/texts/text-answer.js';
import { alternatives, readingWords } from '../answers/words.js';

export interface AskedKey {
  key: string;
  /** All its values, the first one first; the last one is right. */
  history: readonly string[];
}

/** What was read, for each key in the order of the question. */
interface MarkedValues {
  marks: (0 | 1)[];
  /** How often the value given has been replaced: 0 is the right one; nothing for none of its values. */
  lags: (number | undefined)[];
  /** The value given, in small letters. */
  said: (string | undefined)[];
}

/**
 * Mark an answer that gives the last value of several keys; no two keys may differ in capital letters alone.
 *
 * @example
 * markValues('bird: emu; fish: Pike', [
 *   { key: 'bird', history: ['emu', 'kea'] },
 *   { key: 'fish', history: ['cod', 'pike'] },
 * ]) // { marks: [0, 1], lags: [1, 0], said: ['emu', 'pike'] }
 */
export function markValues(output: unknown, asked: readonly AskedKey[]): MarkedValues {
  const text = plain(finalText(output));
  const histories = new Map(asked.map(({ key, history }) => [plain(key), history.map(plain)]));
  const inSentence = new Map<string, string>();
  const inPair = new Map<string, string>();
  for (const match of text.matchAll(mentionOf([...histories.keys()]))) {
    const [whole, inEnglish, inChinese, paired] = match;
    const key = inEnglish ?? inChinese ?? paired!;
    const value = valueAt(text, match.index + whole.length, histories.get(key)!);
    if (value !== '') (paired === undefined ? inSentence : inPair).set(key, value);
  }
  const said = [...histories.keys()].map((key) => inSentence.get(key) ?? inPair.get(key));
  const lags = [...histories.values()].map((history, i) => {
    const at = said[i] === undefined ? -1 : history.lastIndexOf(said[i]);
    return at < 0 ? undefined : history.length - 1 - at;
  });
  return { marks: lags.map((lag) => (lag === 0 ? 1 : 0)), lags, said };
}

/** How many values were replaced ones, and how often: `3 superseded (by 1 to 40)`; empty for none. */
export function supersededWords(lags: MarkedValues['lags']): string {
  const late = lags.flatMap((lag) => lag || []);
  if (late.length === 0) return '';
  const by = [...new Set([Math.min(...late), Math.max(...late)])].join(' to ');
  return lags.length === 1 ? `superseded by ${by}` : `${late.length} superseded (by ${by})`;
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
function valueAt(text: string, start: number, history: readonly string[]): string {
  const longest = Math.max(...history.map(({ length }) => length));
  const rest = text.slice(start, start + longest + 40).replace(new RegExp(`^${MARKS}`, 'u'), '');
  const known = history.filter(
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
