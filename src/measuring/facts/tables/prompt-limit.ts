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
 * Fewest orders of prompts, of which one has all losses at its end. Refusals need fewer, since they are no
 * memory.
 */
const FEWEST_ORDERS = { refused: 3, 'off topic': 10 };

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
  const longest = largest([0, ...cases.map(({ tokens, answer }) => (answer ? tokens : 0))]);
  const refused = cases.filter(
    ({ tokens, calls }) =>
      tokens > longest && calls.some(({ error }) => error !== undefined && isTooLong(error)),
  );
  return longest === 0 ? undefined : limitOf('window', longest, refused);
}

function stepOf(cases: readonly Prompts[], kind: keyof typeof IS): Limit | undefined {
  const isLost = ({ answer, calls }: Prompts) =>
    answer !== undefined && calls.every((call) => call.error !== undefined || IS[kind](call));
  const lost = cases.filter(isLost);
  const kept = cases.filter((one) => one.answer && !isLost(one));
  const longest = largest([0, ...kept.map(({ tokens }) => tokens)]);
  if (lost.length < 2 || lost.some(({ tokens }) => tokens <= longest)) return undefined;
  if (ordersOf(lost.length, kept.length) < FEWEST_ORDERS[kind]) return undefined;
  if (mean(kept.map(({ answer }) => answer!.score)) < NEARLY_ALL) return undefined;
  const isCounted = shareCounted(lost) >= COUNTED * shareCounted(kept);
  return limitOf(kind === 'refused' || isCounted ? kind : 'cut', longest, lost);
}

function limitOf(kind: Limit['kind'], tokens: number, beyond: readonly Prompts[]) {
  if (beyond.length === 0) return undefined;
  return { kind, tokens, fromTokens: smallest(beyond.map((one) => one.tokens)) };
}

const IS = {
  refused: ({ unfinished, diagnosis }: Row) =>
    unfinished === 'refused' || unfinished === 'filtered' || diagnosis === 'refused',
  'off topic': ({ unfinished, diagnosis, reading, score }: Row) =>
    reading === 'unreadable' && score === 0 && unfinished === undefined && diagnosis !== 'empty',
};

/** Counts the orders in which two kinds of prompts can come. */
function ordersOf(some: number, others: number): number {
  let orders = 1;
  for (let i = 1; i <= some; i++) orders *= (others + i) / i;
  return some === 0 || others === 0 ? 1 : orders;
}

/** Returns the share of sent tokens that the server counted. NaN if it did not say. */
function shareCounted(prompts: readonly Prompts[]): number {
  const counted = prompts.flatMap(({ calls }) =>
    calls.filter(({ promptTokens = 0 }) => promptTokens > 0),
  );
  return (
    sum(counted.map(({ promptTokens = 0 }) => promptTokens)) /
    sum(counted.map(({ tokens }) => tokens))
  );
}
