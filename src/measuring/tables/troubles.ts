/** What else than memory became of answers. */

import { groupBy } from '../../base/group-by.js';
import type { Doubt } from '../../contract/reading.js';
import type { Unfinished } from '../../contract/response-facts.js';
import type { Row } from '../../contract/row.js';
import { percentText } from '../output/words.js';
import type { WholeFailures } from '../statistics/whole-failures.js';

/** Why an answer does not say, or not for certain, what was remembered. */
export type Trouble =
  | Unfinished
  | ('empty' | 'unreadable' | 'doubtful' | 'hedged')
  | ('transformed' | 'untold');

/** How many answers have a trouble. */
export interface TroubleCount {
  trouble: Trouble;
  answers: number;
  /** How the first of those begins that could not be read. */
  begins?: string;
  /** Of how many it is known why they are doubtful, by the reason. */
  doubts?: Record<string, number>;
}

/** What became of answers, after how many of them: in a sentence with what to do, and in brief. */
const WORDS: Readonly<Record<Trouble, { became: string; remedy: string; brief: string }>> = {
  transformed: {
    became: 'lost what they held to a `transform`',
    remedy: 'this is no loss of memory: mend the `transform`, or leave it out',
    brief: 'went through a transform',
  },
  untold: {
    became: "went through a provider's `transform`, and what they held before it is not known",
    remedy: 'move it to `options.transform` of `defaultTest`, before which answers are known',
    brief: "went through the provider's transform",
  },
  refused: { became: 'refused', remedy: 'look at the answers', brief: 'refused' },
  filtered: {
    became: "are held back by the provider's filter",
    remedy: 'change its safety settings, or the haystack',
    brief: 'filtered',
  },
  unreadable: {
    became: 'could not be read',
    remedy: 'this is about format, not memory: ask for the format, or with `structured: true`',
    brief: 'unreadable',
  },
  doubtful: {
    became: 'could be read in two ways',
    remedy: 'this is about format, not memory: ask for the format, or with `structured: true`',
    brief: 'doubtful',
  },
  hedged: {
    became: 'name the right value, but may not mean it as their answer',
    remedy: 'read them: they name two values, deny, ask, or repeat the prompt',
    brief: 'hedged',
  },
  empty: { became: 'are empty', remedy: "look at the provider's settings", brief: 'empty' },
  'thinking-used-up': {
    became: 'are out of thinking budget: the output limit was reached before an answer',
    remedy: "raise the provider's max_tokens, or lower its thinking budget",
    brief: 'out of thinking budget',
  },
  'cut-off': {
    became: 'are cut off at the output limit',
    remedy: "raise the provider's max_tokens",
    brief: 'cut off',
  },
};

/** What became of an answer, in brief, where this is a trouble: `refused`. */
export function briefTrouble(kind: string): string | undefined {
  return Object.hasOwn(WORDS, kind) ? WORDS[kind as Trouble].brief : undefined;
}

interface Doubtful {
  has: string;
  ask?: string;
}

/** What a doubtful answer has, and what in the prompt would avoid that; nothing where no format would. */
const DOUBTFUL: Readonly<Record<Doubt, Doubtful>> = {
  'not asserted': { has: 'a denial' },
  'one of two': { has: 'two values' },
  asked: { has: 'a question' },
  repeated: { has: 'a part of the prompt' },
  corrected: { has: 'a correction', ask: 'the final answer alone' },
  elsewhere: { has: 'the value in another part', ask: 'the answer alone' },
  part: { has: 'the value inside other words', ask: 'the answer alone' },
  spelling: { has: 'another spelling', ask: 'the value as it is written in the text' },
  form: { has: 'another form', ask: 'the exact form, last in the prompt' },
  preamble: { has: 'a preamble', ask: 'the answer alone, without an introduction' },
  ending: { has: 'an ending', ask: 'the answer alone, with nothing behind it' },
  JSON: { has: 'JSON', ask: 'plain text, not JSON' },
  'code fence': { has: 'a code fence', ask: 'plain text without Markdown' },
  box: { has: 'a box of LaTeX', ask: 'plain text without LaTeX' },
  table: { has: 'a table', ask: 'plain text without Markdown' },
  'list marks': { has: 'list marks', ask: 'plain text without Markdown' },
  bold: { has: 'bold', ask: 'plain text without Markdown' },
  quotes: { has: 'quotes', ask: 'values without quotes' },
  backticks: { has: 'backticks', ask: 'plain text without Markdown' },
  separators: { has: 'separators of thousands', ask: 'numbers in digits alone' },
  'line breaks': { has: 'line breaks', ask: 'the answer in one line' },
};

function doubtfulBy(doubt = ''): Doubtful | undefined {
  return Object.hasOwn(DOUBTFUL, doubt) ? DOUBTFUL[doubt as Doubt] : undefined;
}

/** Whether an answer is doubtful by what it says: no format would avoid that. */
function isHedge(doubt: string | undefined): boolean {
  const by = doubtfulBy(doubt);
  return by !== undefined && by.ask === undefined;
}

/** The trouble of an answer; nothing where it is whole and read. */
export function troubleOf(row: Row): Trouble | undefined {
  const { error, unfinished, reading, doubt, diagnosis, transforms = [] } = row;
  if (error !== undefined) return undefined;
  if (reading && diagnosis === 'transformed') {
    return transforms.some(({ effect }) => effect === 'removed') ? diagnosis : 'untold';
  }
  if (unfinished) return unfinished;
  if (reading !== 'unreadable') return isHedge(doubt) ? 'hedged' : reading;
  return diagnosis === 'refused' || diagnosis === 'empty' ? diagnosis : 'unreadable';
}

/** Count the troubles of some calls, in the order of `WORDS`. */
export function countTroubles(calls: readonly Row[]): TroubleCount[] {
  const byTrouble = groupBy(calls, troubleOf);
  return (Object.keys(WORDS) as Trouble[]).flatMap((trouble) => {
    const own = byTrouble.get(trouble);
    if (!own) return [];
    const begins = trouble === 'unreadable' && { begins: beginningOf(own[0]!.answer) };
    const isDoubt = trouble === 'doubtful' || trouble === 'hedged';
    const known = isDoubt ? own.filter(({ doubt }) => doubtfulBy(doubt)) : [];
    const counts = [...groupBy(known, ({ doubt }) => doubt!)].map(
      ([doubt, { length }]) => [doubt, length] as const,
    );
    const doubts = counts.length > 0 && { doubts: Object.fromEntries(counts) };
    return { trouble, answers: own.length, ...begins, ...doubts };
  });
}

/** Of an answer that is shown this much, in UTF-16 units. */
const BEGINNING = 60;

function beginningOf(answer: string): string {
  const plain = answer.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.length > BEGINNING ? `${plain.slice(0, BEGINNING).trimEnd()}…` : plain;
}

/**
 * What became of some answers.
 *
 * @param of - how many answers there are
 *
 * @example
 * troubleText({ trouble: 'cut-off', answers: 3 }, 32)
 * // "3 of 32 answers are cut off at the output limit (raise the provider's max_tokens)"
 */
export function troubleText(
  { trouble, answers, begins, doubts = {} }: TroubleCount,
  of: number,
): string {
  const { became, remedy } = WORDS[trouble];
  const verb = answers === 1 ? became.replace(/^are /, 'is ') : became;
  const shown = begins ? `, the first begins “${begins}”` : '';
  const share = (count: number) => (count < answers ? `${count} ` : answers === 1 ? '' : 'all ');
  const kinds = Object.entries(doubts).map(
    ([doubt, count]) => `${share(count)}with ${doubtfulBy(doubt)!.has}`,
  );
  const has = kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
  const asks = new Set(Object.keys(doubts).flatMap((doubt) => doubtfulBy(doubt)?.ask ?? []));
  const todo =
    asks.size > 0
      ? `this is about format, not memory: in the prompt, ask for ${[...asks].join('; for ')}`
      : kinds.length > 0
        ? 'read them'
        : remedy;
  return `${answers} of ${of} answers ${verb}${shown}${has} (${todo})`;
}

/** `2 of 32 answers failed whole (at most 19 %): nearly all lost, where prompts about as long lost little`. */
export function failedText({
  answers,
  of,
  atMost,
}: Pick<WholeFailures, 'answers' | 'of' | 'atMost'>): string {
  const share = `(at most ${percentText(atMost).replace('%', ' %')})`;
  return answers === 0
    ? `none of ${of} answers failed whole ${share}`
    : `${answers} of ${of} answers failed whole ${share}: nearly all lost, where prompts about as long lost little`;
}
