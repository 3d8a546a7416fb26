/**
 * Reading a list of numbers out of a model's answer, as a list of named steps. The first step that
 * yields a list wins. Answers are hostile input: nothing is evaluated, and every step takes time
 * linear in the answer's length.
 */

/** A list that was found, and how. */
export interface ReadList {
  /** The name of the step that found it, or `unreadable`. */
  step: StepName | 'unreadable';
  numbers: number[];
}

export type StepName = 'json' | 'fenced' | 'embedded' | 'cut-off' | 'bare';

type Step = (text: string, key: string) => number[] | undefined;

/** The steps in their order. */
export const STEPS: Readonly<Record<StepName, Step>> = {
  json: readJson,
  fenced: readFenced,
  embedded: readEmbedded,
  'cut-off': readCutOff,
  bare: readBare,
};

/**
 * Read the list that an answer gives.
 *
 * @param output - the answer: text, or an object that the provider has parsed
 * @param key - the key that was asked for
 */
export function readList(output: unknown, key: string): ReadList {
  if (typeof output !== 'string') {
    const numbers = listIn(output, key);
    return numbers ? { step: 'json', numbers } : { step: 'unreadable', numbers: [] };
  }
  const text = output.trim();
  for (const [step, read] of Object.entries(STEPS)) {
    const numbers = read(text, key);
    if (numbers) return { step: step as StepName, numbers };
  }
  return { step: 'unreadable', numbers: [] };
}

/** The whole answer is JSON. */
function readJson(text: string, key: string): number[] | undefined {
  return listIn(parseJson(text), key);
}

/** The last fenced block is JSON. */
function readFenced(text: string, key: string): number[] | undefined {
  const end = text.lastIndexOf('```');
  const start = end > 0 ? text.lastIndexOf('```', end - 1) : -1;
  if (start < 0) return undefined;
  const body = text.slice(start + 3, end).replace(/^[a-zA-Z]+/, '');
  return listIn(parseJson(body.trim()), key);
}

/** An array without arrays or objects in it. The class excludes `[`, so the search is linear. */
const FLAT_ARRAY = /\[[^[\]{}]*\]/g;

/** The last list behind the key, or else the last list of numbers, somewhere in the text. */
function readEmbedded(text: string, key: string): number[] | undefined {
  let last: number[] | undefined;
  for (const match of text.matchAll(FLAT_ARRAY)) {
    const numbers = numbersIn(listItems(match[0].slice(1, -1)));
    if (!numbers) continue;
    if (follows(text, match.index, key)) last = Object.assign(numbers, { keyed: true });
    else if (!(last && 'keyed' in last)) last = numbers;
  }
  return last && [...last];
}

/** Whether the key and a colon stand right before an offset. */
function follows(text: string, offset: number, key: string): boolean {
  const before = text.slice(Math.max(0, offset - key.length - 12), offset).trimEnd();
  return /[:：]$/.test(before) && before.includes(key);
}

/** A list that begins but does not end, as when the output limit was reached. */
function readCutOff(text: string): number[] | undefined {
  const start = text.lastIndexOf('[');
  if (start < 0 || text.indexOf(']', start) >= 0) return undefined;
  const items = text.slice(start + 1).split(',');
  // What touches the end may be the beginning of a longer number.
  if (/\d$/.test(items[items.length - 1]!)) items.pop();
  return numbersIn(items.filter(isFilled));
}

/** Nothing but numbers and what separates them. */
function readBare(text: string): number[] | undefined {
  if (!/^[\d\s,;，、]+$/.test(text)) return undefined;
  return numbersIn(text.split(/[\s,;，、]+/).filter(Boolean));
}

/** The items of a list written as text; a comma behind the last one is forgiven. */
function listItems(text: string): string[] {
  return text.split(',').filter(isFilled);
}

function isFilled(item: string): boolean {
  return item.trim() !== '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list under the key, or else the only list there is; of numbers or texts that begin with one. */
function listIn(value: unknown, key: string): number[] | undefined {
  if (Array.isArray(value)) return numbersIn(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const record = value as Record<string, unknown>;
  if (Array.isArray(record[key])) return numbersIn(record[key]);
  const lists = Object.values(record).filter(Array.isArray);
  return lists.length === 1 ? numbersIn(lists[0]!) : undefined;
}

const NUMBER = /-?\d+(?:\.\d+)?/;

/** The numbers of a list; nothing unless every item has one. */
function numbersIn(items: readonly unknown[]): number[] | undefined {
  const numbers: number[] = [];
  for (const item of items) {
    const number =
      typeof item === 'number' ? item : Number(NUMBER.exec(String(item).slice(0, 64))?.[0]);
    if (!Number.isFinite(number)) return undefined;
    numbers.push(number);
  }
  return items.length > 0 ? numbers : undefined;
}
