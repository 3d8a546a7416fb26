/** Answers that are not whole or could not be read: how many, how many there were, and whether that leaves all open. */

import { type AskedCase, isUnread } from '../../facts/evaluation/asked-case.js';
import {
  countProblems,
  isUnanswered,
  type Problem,
  type ProblemCount,
  problemOf,
} from '../../facts/tables/problems.js';
import { promptLimit } from '../../facts/tables/prompt-limit.js';
import type { BaselineCase } from '../../results/baseline/baseline.js';
import type { Limit } from '../../statistics/reliable/reliable-length.js';
import type { CompletenessCheck, CountOf, GateOptions } from './gate-result.js';
import { NAMED, toNamed } from './named-cases.js';

/** Answers in which what was asked for may stand all the same: nothing shows that recall fell. */
const FORMAT: ReadonlySet<Problem> = new Set(['unreadable', 'doubtful', 'hedged']);

type Before = ReadonlyMap<string, BaselineCase>;

/** What is known besides. */
interface Around extends Pick<GateOptions, 'maxDrop'> {
  /** Recall fell by answers that could not be read, and not by the others. */
  unread: boolean;
}

/**
 * What became of answers that are not whole or could not be read: a check for each problem, with how many there were
 * in the baseline.
 */
export function problemChecks(
  cases: readonly AskedCase[],
  before: Before | undefined,
  { unread, maxDrop }: Around,
): CompletenessCheck[] {
  const calls = cases.flatMap((asked) => asked.calls);
  const counts = countProblems(calls);
  const of = calls.filter(({ error }) => error === undefined).length;
  const isOpen = before !== undefined && areLost(cases, before, maxDrop);
  const limit = before && newLimit(cases, before);
  const sizes = cases[0]?.series.sizes;
  return counts.map((count) => {
    const own = cases.filter((asked) =>
      asked.calls.some((call) => problemOf(call) === count.problem),
    );
    const isCause = unread && own.some((asked) => asked.calls.some(isUnread));
    const isLost = isOpen && isUnanswered(count.problem);
    const isCut = isCause && limit !== undefined && FORMAT.has(count.problem);
    const was = before && wasOf(cases, before, { count, counts, isCause });
    return {
      kind: 'problems' as const,
      problem: count,
      count: count.answers,
      of,
      ...(was && { before: was }),
      ...(isCause && { isCause: true as const }),
      ...(isCut && { limit, ...(sizes && { sizes }) }),
      named: own.slice(0, NAMED).map(toNamed),
      verdict: isCause
        ? FORMAT.has(count.problem) && !isCut
          ? 'inconclusive'
          : 'failed'
        : isLost
          ? 'inconclusive'
          : 'passed',
    };
  });
}

/** Where a server cuts prompts of which the baseline answered longer ones: that is no matter of the answers' form. */
function newLimit(cases: readonly AskedCase[], before: Before): Limit | undefined {
  const limit = promptLimit(cases.filter(({ series }) => !series.control));
  if (!limit || limit.kind === 'window' || limit.kind === 'refused') return undefined;
  const beyond = cases.filter(({ tokens }) => tokens >= limit.fromTokens);
  const read = beyond.filter(({ id }) => before.get(id)?.unread !== true && before.has(id));
  return 2 * read.length > beyond.length ? limit : undefined;
}

/** Diagnoses of answers that are not read for certain, by which a baseline tells them. */
const DIAGNOSED: ReadonlySet<string | undefined> = new Set<Problem>([
  'refused',
  'filtered',
  'empty',
  'thinking-used-up',
  'cut-off',
  'unreadable',
  'transformed',
  'untold',
]);

/**
 * Answers of the baseline that had the problem, out of how many; of what is why recall fell, those that could not be read.
 * A baseline does not tell hedged answers from other doubtful ones: as many as now are taken for hedged.
 */
function wasOf(
  cases: readonly AskedCase[],
  before: Before,
  { count, counts, isCause }: { count: ProblemCount; counts: ProblemCount[]; isCause: boolean },
): CountOf | undefined {
  const old = cases.flatMap(({ id }) => before.get(id) ?? []);
  if (old.length === 0) return undefined;
  const { problem } = count;
  const had = (fits: (one: BaselineCase) => boolean) => old.filter(fits).length;
  if (isCause) return { count: had(({ unread }) => unread === true), of: old.length };
  if (problem !== 'doubtful' && problem !== 'hedged')
    return { count: had(({ diagnosis }) => diagnosis === problem), of: old.length };
  const doubtful = had(({ unread, diagnosis }) => unread === true && !DIAGNOSED.has(diagnosis));
  const hedged = counts.find((one) => one.problem === 'hedged')?.answers ?? 0;
  const asHedged = Math.min(hedged, doubtful);
  return { count: problem === 'hedged' ? asHedged : doubtful - asHedged, of: old.length };
}

/** Whether there are more answers with a problem than in the baseline, or no baseline says how many there were. */
export function isMore(check: CompletenessCheck): boolean {
  if (check.kind !== 'problems') return false;
  const { count, of, before } = check;
  return before === undefined || count * before.of > before.count * of;
}

/** So many more prompts went unanswered than came back, at least: fewer happen to a model that did not change. */
const FEWEST = 3;

/**
 * And by this many standard deviations more than prompts that change one way or the other by chance, unless the
 * baseline has none: three where there was none are news to anybody. Models with the same share of empty answers on
 * both sides, from 0 to 50% of 12, 32 or 96 prompts, are then left open in at most 4.5% of runs, mostly in 2.5%.
 */
const DEVIATIONS = 2;

/**
 * Whether so many more prompts went unanswered than in the baseline that what recall was of the others does not say
 * that all is as it was. Their answers recall nothing, but show no loss of memory: no test of recall counts them.
 */
function areLost(cases: readonly AskedCase[], before: Before, maxDrop: number): boolean {
  const both = cases.flatMap((asked) => {
    const old = before.get(asked.id);
    if (!old || !asked.answer || asked.series.control) return [];
    return { was: old.unread === true, is: isGone(asked) };
  });
  const lost = both.filter(({ was, is }) => is && !was).length;
  const mended = both.filter(({ was, is }) => was && !is).length;
  const more = lost - mended;
  const isNews = both.every(({ was }) => !was) || more >= DEVIATIONS * Math.sqrt(lost + mended);
  return more >= FEWEST && more > maxDrop * both.length && isNews;
}

function isGone({ calls, unread }: AskedCase): boolean {
  const problems = calls.map(problemOf);
  return unread === true && problems.some((one) => one !== undefined && isUnanswered(one));
}
