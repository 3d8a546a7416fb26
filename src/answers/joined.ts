/**
 * Candidates that an answer joins: "sport/food", "14-15", "52453 (or maybe 77390)". Where one answer is asked for,
 * nobody knows which of them it says. Nothing here knows what is right.
 */
import { once } from '../base/kept.js';
import { anyOf, readingWords } from './words.js';

/** Candidates that stand where one could, and the answer with each alone in their place. */
export interface Joined {
  texts: string[];
  /** Whether they may also be one value, or a value and a remark: "Paris, France". */
  isLoose: boolean;
}

/** Lines that are longer join no two values; at most so many are looked at, the last ones. */
const LONGEST_LINE = 200;
const MOST_LINES = 20;

/** More are a list. */
const MOST_CANDIDATES = 5;

/** A candidate is no sentence. */
const MOST_WORDS = 3;
const LONGEST_VALUE = 60;

/** Ends a clause in Chinese, where another sign lists words. */
const CLAUSE_END = /，/;

const patterns = once(() => {
  const { or, and, maybe } = readingWords();
  const words = (list: readonly string[]) => `\\s*(?:${anyOf(list)})\\s*`;
  const doubting = `(?:${words(or)}|${words(maybe)})`;
  return {
    joint: new RegExp(
      `(?:\\s*[,，、;；|/&(（)）~]\\s*|\\s+[–—-]\\s+|(?<=\\d)[–—](?=\\d)|(?<=(?<![\\p{L}\\p{N}-])\\d{1,6})-(?=\\d{1,6}(?![\\p{L}\\p{N}-])))${doubting}*` +
        `|${words(and)}|${doubting}+`,
      'giu',
    ),
    loose: new RegExp(`^(?:\\s*(?:[,，、;；&(（)）]|[–—-])\\s*|${words(and)})$`, 'iu'),
  };
});

/** A date that is written with the signs that join candidates. */
const DATE = /\d{1,4}([/.-])\d{1,2}\1\d{1,4}/g;

/** The joined candidates of each line. */
export function joinedIn(text: string): Joined[] {
  const found: Joined[] = [];
  let end = text.length;
  for (const line of text.split('\n').slice(-MOST_LINES).toReversed()) {
    const start = end - line.length;
    const run = line.length <= LONGEST_LINE ? runIn(line) : undefined;
    if (run) {
      const [before, behind] = [text.slice(0, start + run.start), text.slice(start + run.end)];
      found.push({ texts: run.values.map((one) => before + one + behind), isLoose: run.isLoose });
    }
    end = start - 1;
  }
  return found;
}

interface Run {
  start: number;
  end: number;
  values: string[];
  isLoose: boolean;
}

/** The values of a line that are joined up to its end; nothing where they are not of one kind. */
function runIn(line: string): Run | undefined {
  const { joint, loose } = patterns();
  const label = /^[^:：]{0,60}[:：]\s*/.exec(line)?.[0] ?? '';
  const written = line.slice(label.length).replace(DATE, (date) => date.replaceAll('/', '.'));
  const said = written.replace(/[\s.。!*_"'`\])）]+$/, '');
  const joints = [...said.matchAll(joint)].filter(({ 0: { length } }) => length > 0);
  if (joints.length === 0 || joints.length > 2 * MOST_CANDIDATES) return undefined;
  const pieces: { text: string; start: number }[] = [];
  let from = 0;
  for (const { index, 0: sign } of [...joints, { index: said.length, 0: '' }]) {
    const text = said.slice(from, index);
    if (/[\p{L}\p{N}]/u.test(text)) pieces.push({ text, start: from });
    from = index + sign.length;
  }
  const [first, ...others] = pieces;
  if (!first || others.length === 0 || pieces.length > MOST_CANDIDATES) return undefined;
  const isLoose = joints.every(({ 0: sign }) => loose.test(sign));
  // Before the first value may stand a sentence: "The label is sport/food".
  const words = others[0]!.text.trim().split(/\s+/).length;
  const lead = new RegExp(`^(.*[\\s*_"'\`([])?((?:\\S+\\s+){${words - 1}}\\S+)$`, 's').exec(
    first.text,
  );
  const value = lead?.[2] ?? first.text;
  const values = [value, ...others.map(({ text }) => text)].map(bare);
  const kinds = values.map(kindOf);
  const different = new Set(values.map((one) => one.toLowerCase()));
  const isLed = bare(first.text) !== values[0];
  const areAlike = kinds.every((kind) => kind !== undefined && kind === kinds[0]);
  if (!areAlike || different.size === 1) return undefined;
  const isOfWords = kinds[0] === 'words';
  // Words of a sentence that only a comma or "and" joins are a list of what it says.
  const areClauses = isLed || joints.some(({ 0: sign }) => CLAUSE_END.test(sign));
  if (areClauses && isOfWords && isLoose) return undefined;
  const start = label.length + first.text.length - value.length;
  return { start, end: label.length + said.length, values, isLoose: isLoose && isOfWords };
}

function bare(text: string): string {
  return text.replace(/^[\s*_"'`([{]+|[\s*_"'`)\]}.!。]+$/g, '');
}

/** Values of one kind have the same shape: numbers of about the same size, codes, dates, or a few words. */
function kindOf(value: string): string | undefined {
  const words = value.split(/\s+/).length;
  if (words > MOST_WORDS || value.length > LONGEST_VALUE) return undefined;
  if (/^\p{N}+$/u.test(value)) return `${Math.ceil(value.length / 3)} digits`;
  if (!/\p{N}/u.test(value)) return /^[\p{L}\p{M}’' -]+$/u.test(value) ? 'words' : undefined;
  return value.replace(/\p{L}+/gu, 'a').replace(words > 1 ? /\p{N}+/gu : /[a\p{N}]+/gu, '9');
}
