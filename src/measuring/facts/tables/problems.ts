/** Counts answers that failed for other reasons than memory. */

import { groupBy } from '../../../base/group-by.js';
import { commas, say } from '../../../base/text/language.js';
import type { Doubt } from '../../../contract/reading.js';
import type { Unfinished } from '../../../contract/response.js';
import type { Row } from '../../../contract/row.js';
import { percentText } from '../../document/words.js';
import type { WholeFailures } from '../../statistics/whole-failures.js';

/** Why an answer does not tell, or not for certain, what was recalled. */
export type Problem =
  | Unfinished
  | ('empty' | 'unreadable' | 'doubtful' | 'hedged')
  | ('transformed' | 'untold');

/** How many answers have a problem. */
export interface ProblemCount {
  problem: Problem;
  answers: number;
  /** How the first unreadable answer, or the first refusal, begins. */
  begins?: string;
  /** Reasons why some of them are doubtful, counted. */
  doubts?: Record<string, number>;
}

interface ProblemWords {
  /** Says what happened, after the number of answers. */
  became: (share: string, isOne: boolean) => string;
  remedy: () => string;
  brief: () => string;
}

const WORDS: Readonly<Record<Problem, ProblemWords>> = {
  transformed: {
    became: (share) => say`${share} lost what they held to a \`transform\``,
    remedy: () => say`this is no loss of memory: mend the \`transform\`, or leave it out`,
    brief: () => say`went through a transform`,
  },
  untold: {
    became: (share) =>
      say`${share} went through a provider's \`transform\`, and what they held before it is not known`,
    remedy: () =>
      say`move it to \`options.transform\` of \`defaultTest\`, before which answers are known`,
    brief: () => say`went through the provider's transform`,
  },
  refused: {
    became: (share) => say`${share} refused`,
    remedy: () => say`look at the answers`,
    brief: () => say`refused`,
  },
  filtered: {
    became: (share, isOne) =>
      isOne
        ? say`${share} is held back by the provider's filter`
        : say`${share} are held back by the provider's filter`,
    remedy: () => say`change its safety settings, or the haystack`,
    brief: () => say`filtered`,
  },
  unreadable: {
    became: (share) => say`${share} could not be read`,
    remedy: askForFormat,
    brief: () => say`unreadable`,
  },
  doubtful: {
    became: (share) => say`${share} could be read in two ways`,
    remedy: askForFormat,
    brief: () => say`doubtful`,
  },
  hedged: {
    became: (share) => say`${share} name the right value, but may not mean it as their answer`,
    remedy: () => say`read them: they name two values, deny, ask, or repeat the prompt`,
    brief: () => say`hedged`,
  },
  empty: {
    became: (share, isOne) => (isOne ? say`${share} is empty` : say`${share} are empty`),
    remedy: () => say`look at the provider's settings`,
    brief: () => say`empty`,
  },
  'thinking-used-up': {
    became: (share, isOne) =>
      isOne
        ? say`${share} is out of thinking budget: the output limit was reached before an answer`
        : say`${share} are out of thinking budget: the output limit was reached before an answer`,
    remedy: () => say`raise the provider's max_tokens, or lower its thinking budget`,
    brief: () => say`out of thinking budget`,
  },
  'cut-off': {
    became: (share, isOne) =>
      isOne
        ? say`${share} is cut off at the output limit`
        : say`${share} are cut off at the output limit`,
    remedy: () => say`raise the provider's max_tokens`,
    brief: () => say`cut off`,
  },
};

function askForFormat(): string {
  return say`this is about format, not memory: ask for the format, or use \`structured: true\``;
}

/** Tells whether a kind is a problem, and no diagnosis of what an answer recalls. */
export function isProblem(kind: string): kind is Problem {
  return Object.hasOwn(WORDS, kind);
}

export function briefProblem(kind: string): string | undefined {
  return isProblem(kind) ? WORDS[kind].brief() : undefined;
}

interface Doubtful {
  has: () => string;
  ask?: () => string;
}

const answerAlone = () => say`only the answer`;

/** What a doubtful answer has, and what the prompt could ask for to avoid it. */
const DOUBTFUL: Readonly<Record<Doubt, Doubtful>> = {
  'not asserted': { has: () => say`a denial` },
  'one of two': { has: () => say`two values` },
  asked: { has: () => say`a question` },
  repeated: { has: () => say`a part of the prompt` },
  corrected: { has: () => say`a correction`, ask: () => say`only the final answer` },
  elsewhere: { has: () => say`the value in another part`, ask: answerAlone },
  part: { has: () => say`the value inside other words`, ask: answerAlone },
  spelling: {
    has: () => say`another spelling`,
    ask: () => say`the value as it is written in the text`,
  },
  form: { has: () => say`another form`, ask: () => say`the exact form, last in the prompt` },
};

function doubtfulBy(doubt = ''): Doubtful | undefined {
  return Object.hasOwn(DOUBTFUL, doubt) ? DOUBTFUL[doubt as Doubt] : undefined;
}

/** Tells whether an answer is doubtful by what it says, which no format would avoid. */
function isHedge(doubt: string | undefined): boolean {
  const by = doubtfulBy(doubt);
  return by !== undefined && by.ask === undefined;
}

/** Returns the problem of an answer, if any. */
export function problemOf(row: Row): Problem | undefined {
  const { error, unfinished, reading, doubt, diagnosis, transforms = [] } = row;
  if (error !== undefined) return undefined;
  if (reading && diagnosis === 'transformed') {
    return transforms.some(({ effect }) => effect === 'removed') ? diagnosis : 'untold';
  }
  if (unfinished) return unfinished;
  if (reading !== 'unreadable') return isHedge(doubt) ? 'hedged' : reading;
  return diagnosis === 'refused' || diagnosis === 'empty' ? diagnosis : 'unreadable';
}

/** Tells whether a problem leaves no answer. */
export function isUnanswered(problem: Problem): boolean {
  return UNANSWERED.has(problem);
}

const UNANSWERED: ReadonlySet<Problem> = new Set<Problem>([
  'refused',
  'filtered',
  'empty',
  'thinking-used-up',
]);

export function countProblems(calls: readonly Row[]): ProblemCount[] {
  const byProblem = groupBy(calls, problemOf);
  return (Object.keys(WORDS) as Problem[]).flatMap((problem) => {
    const rows = byProblem.get(problem);
    if (!rows) return [];
    const isQuoted = problem === 'unreadable' || problem === 'refused';
    const begins = isQuoted && rows[0]!.answer !== '' && { begins: beginningOf(rows[0]!.answer) };
    const isDoubt = problem === 'doubtful' || problem === 'hedged';
    const known = isDoubt ? rows.filter(({ doubt }) => doubtfulBy(doubt)) : [];
    const counts = [...groupBy(known, ({ doubt }) => doubt!)].map(
      ([doubt, { length }]) => [doubt, length] as const,
    );
    const doubts = counts.length > 0 && { doubts: Object.fromEntries(counts) };
    return { problem, answers: rows.length, ...begins, ...doubts };
  });
}

const BEGINNING = 60;

function beginningOf(answer: string): string {
  const plain = answer.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.length > BEGINNING ? `${plain.slice(0, BEGINNING).trimEnd()}…` : plain;
}

/**
 * Reports what became of some answers.
 *
 * @param of - how many answers there are
 *
 * @example
 * problemText({ problem: 'cut-off', answers: 3 }, 32)
 * // "3 of 32 answers are cut off at the output limit (raise the provider's max_tokens)"
 */
export function problemOfAnswers(
  { problem, answers, begins, doubts = {} }: ProblemCount,
  of: number,
): string {
  const { became, remedy } = WORDS[problem];
  const said = became(say`${answers} of ${of} answers`, answers === 1);
  const shown = begins ? say`${said}, the first begins “${begins}”` : said;
  const kinds = Object.entries(doubts).map(([doubt, count]) => {
    const has = doubtfulBy(doubt)!.has();
    if (count < answers) return say`${count} with ${has}`;
    return answers === 1 ? say`with ${has}` : say`all with ${has}`;
  });
  const asks = new Set(Object.keys(doubts).flatMap((doubt) => doubtfulBy(doubt)?.ask?.() ?? []));
  const wanted = [...asks].reduce((all, ask) => (all === '' ? ask : say`${all}; for ${ask}`), '');
  const todo =
    wanted !== ''
      ? say`this is about format, not memory: in the prompt, ask for ${wanted}`
      : kinds.length > 0
        ? say`read them`
        : remedy();
  return kinds.length > 0 ? say`${shown}: ${commas(kinds)} (${todo})` : say`${shown} (${todo})`;
}

type Failed = Pick<WholeFailures, 'answers' | 'of' | 'atMost'>;

export function failedBriefly({ answers, of, atMost }: Failed): string {
  const most = percentText(atMost).replace('%', ' %');
  return answers === 0
    ? say`none of ${of} answers failed completely (at most ${most})`
    : say`${answers} of ${of} answers failed completely (at most ${most})`;
}

export function failedText(failed: Failed): string {
  const brief = failedBriefly(failed);
  return failed.answers === 0
    ? brief
    : say`${brief}: nearly all lost, where prompts about as long lost little`;
}
