/** How far a model is reliable, and what would tell where that is open. */
import { sum } from '../../../base/numbers.js';
import { type MorePromptsOptions, morePrompts } from '../../statistics/curve/more-prompts.js';
import type { ReliableLength } from '../../statistics/reliable/reliable-length.js';
import { areShared } from '../../statistics/units.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { More, Open, Reached } from '../length-verdict.js';
import { effectiveLengthOf, type RecallModel, reliableOf } from './recall-model.js';
import type { ReportOptions } from './tables.js';

/**
 * How far a reader got, and what is open.
 *
 * @param cases - of the model, where it is to be worked out what would tell
 */
export function reachOf(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[] = [],
): Pick<Reached, 'effectiveLength' | 'likely' | 'reliable' | 'open'> {
  const effectiveLength = effectiveLengthOf(model, options);
  const reliable = reliableOf(model, options);
  if (!reliable) return { likely: [] };
  const { likely, ...told } = reliable;
  const question = questionOf(reliable);
  const open = question && openOf(model, options, cases, reliable, question);
  return {
    ...(effectiveLength && { effectiveLength }),
    likely,
    reliable: told,
    ...(open && { open }),
  };
}

/** What is to be told: any bound where there is none, then the longest length, or the shortest; no prompts tell more of a hole. */
type Question = Pick<MorePromptsOptions, 'floor'>;

function questionOf({ tokens, notFrom, cappedBy, likely }: ReliableLength): Question | undefined {
  if (cappedBy !== 'curve' && cappedBy !== 'low' && cappedBy !== 'unread') return undefined;
  const isShown = tokens > 0;
  if (!isShown && notFrom === Number.POSITIVE_INFINITY) return {};
  const [first, last] = [likely[0]!.tokens, likely.at(-1)!.tokens];
  if ((isShown && notFrom <= last) || notFrom === first) return undefined;
  return { floor: isShown ? last : first };
}

/** Whether a floor is reached, where that is open. */
export function openFloor(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[],
  floor: number,
): Open | undefined {
  const reliable = reliableOf(model, options);
  if (!reliable || reliable.tokens >= floor || reliable.notFrom <= floor) return undefined;
  return openOf(model, options, cases, reliable, { floor });
}

function openOf(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[],
  { cappedBy }: ReliableLength,
  question: Question,
): Open {
  if (cappedBy === 'unread') return { why: 'unread' };
  const isOfLength = cappedBy === 'curve' || cappedBy === 'low';
  const more = isOfLength && cases.length > 0 && moreOf(model, cases, question, options);
  return { why: 'few', ...(more && { more }) };
}

/** What would tell, and about what it would cost; nothing where few more prompts would not. */
function moreOf(
  { curve, lengths, weighed }: RecallModel,
  cases: readonly AskedCase[],
  question: Question,
  { asksBy }: ReportOptions,
): More | undefined {
  // More prompts about the same things would not tell as much as prompts about others.
  if (areShared(weighed)) return undefined;
  const counts = weighed.map(({ marks }) => marks.length).sort((a, b) => a - b);
  const more = morePrompts(curve!, lengths, counts[counts.length >> 1]!, question);
  if (!more) return undefined;
  // Several ways to ask one prompt are asked each.
  const ways = cases.filter(({ answer }) => answer).length / weighed.length;
  const tokens = more.seeds * sum(lengths) * ways;
  const paid = cases.flatMap(({ tokens: own, calls }) =>
    calls.flatMap(({ cost }) => (cost ? { cost, tokens: own } : [])),
  );
  const price = sum(paid.map(({ cost }) => cost)) / sum(paid.map((one) => one.tokens));
  // A seed asks the same questions again.
  const isDrawn = cases.every(
    ({ measure, cluster }) => measure === undefined && cluster === undefined,
  );
  return {
    by: isDrawn ? (asksBy ?? 'seeds') : 'prompts',
    seeds: new Set(cases.map(({ seed }) => seed)).size,
    further: more.seeds,
    tokens,
    ...(paid.length > 0 && { cost: price * tokens }),
    chance: more.chance,
  };
}
