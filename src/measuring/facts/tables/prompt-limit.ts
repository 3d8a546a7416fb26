/** Detects where a server stops taking prompts: it refuses longer ones, or answers nothing longer on topic. */
import { largest, smallest } from '../../../base/extremes.js';
import { mean, sum } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import { isTooLong } from '../../results/window-errors.js';
import type { Limit } from '../../statistics/reliable/reliable-length.js';
import type { AskedCase } from '../evaluation/asked-case.js';

/** Below this mean recall, a step may be memory. */
const NEARLY_ALL = 0.9;

/**
 * By chance, all losses are at the longest prompts in one of so many orders at most. Refusals need fewer, since
 * memory doesn't cause them.
 */
const FEWEST_ORDERS = { refused: 3, 'off topic': 10 };

/** Least share of answers that are about something else where questions do not arrive. */
const MOSTLY = 0.75;
/** Share of their tokens that arriving prompts cost, by the server's count. */
const COUNTED = 0.75;

type Prompts = Pick<AskedCase, 'tokens' | 'calls' | 'answer'>;

/**
 * Finds a server's limit by all prompts of one model: errors that name it, or a clean step from good answers to
 * refusals, or to answers off topic, as if the question had not arrived.
 */
export function promptLimit(cases: readonly Prompts[]): Limit | undefined {
  return windowOf(cases) ?? stepOf(cases, 'refused') ?? stepOf(cases, 'off topic');
}

function windowOf(cases: readonly Prompts[]): Limit | undefined {
  const longest = longestOf(cases.filter(({ answer }) => answer));
  const refused = cases.filter(
    ({ tokens, calls }) => tokens > longest && calls.some(({ error = '' }) => isTooLong(error)),
  );
  return longest === 0 ? undefined : limitOf('window', longest, refused);
}

function stepOf(cases: readonly Prompts[], kind: keyof typeof IS): Limit | undefined {
  const isLost = ({ calls }: Prompts) =>
    calls.every((call) => call.error !== undefined || IS[kind](call));
  const answered = cases.filter(({ answer }) => answer);
  const [kept, lost] = [answered.filter((asked) => !isLost(asked)), answered.filter(isLost)];
  if (ordersOf(lost.length, kept.length) < FEWEST_ORDERS[kind] || lost.length < 2) return undefined;
  if (mean(kept.map(({ answer }) => answer!.score)) < NEARLY_ALL) return undefined;
  const share = shareCounted(lost) / shareCounted(kept);
  const astray = lost.filter(({ calls }) => calls.every((call) => isAstray(call, share < COUNTED)));
  if (kind === 'off topic' && astray.length < MOSTLY * lost.length) return undefined;
  return limitOf(kind === 'refused' || share >= COUNTED ? kind : 'cut', longestOf(kept), lost);
}

const longestOf = (some: readonly Prompts[]) => largest([0, ...some.map(({ tokens }) => tokens)]);

/** Makes a limit of prompts that are all beyond it. */
function limitOf(kind: Limit['kind'], tokens: number, beyond: readonly Prompts[]) {
  const fromTokens = smallest(beyond.map((asked) => asked.tokens));
  return beyond.length > 0 && fromTokens > tokens ? { kind, tokens, fromTokens } : undefined;
}

const IS = {
  refused: ({ unfinished, diagnosis }: Row) =>
    unfinished === 'refused' || unfinished === 'filtered' || diagnosis === 'refused',
  /** Takes answers that say something, and nothing right. */
  'off topic': ({ unfinished, diagnosis, score }: Row) =>
    score === 0 && unfinished === undefined && diagnosis !== 'empty',
};

/** Tells whether nothing in an answer shows that its question arrived: it is unreadable, or about something else. */
function isAstray({ error, diagnosis, reading }: Row, isCut: boolean): boolean {
  if (error !== undefined || reading === 'unreadable') return true;
  return diagnosis === 'off-topic' || (isCut && diagnosis === 'wrong');
}

/** Counts the orders in which two kinds of prompts can come. */
function ordersOf(some: number, others: number): number {
  if (some === 0 || others === 0) return 1;
  return Array.from({ length: some }, (_, i) => 1 + others / (i + 1)).reduce((a, b) => a * b);
}

/** Returns the share of sent tokens that the server counted. NaN if it did not say. */
function shareCounted(prompts: readonly Prompts[]): number {
  const counted = prompts.flatMap(({ calls }) => calls).filter((call) => call.promptTokens);
  return sum(counted.map((call) => call.promptTokens!)) / sum(counted.map((call) => call.tokens));
}
