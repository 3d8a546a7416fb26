/** Counts cut and unreadable answers before and now, and decides whether they leave the gate open. */

import { groupBy } from '../../../base/group-by.js';
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
import { failuresIn, shareAtMost } from '../../statistics/whole-failures.js';
import type { CompletenessCheck, CountOf, GateOptions } from './gate-result.js';
import type { SharedCase } from './shared-cases.js';

export const NAMED = 5;

export type Named = CompletenessCheck['named'][number];

export function toNamed({ id, shown }: AskedCase): Named {
  return { id, description: shown.description };
}

/** The answer may be there in another form, so recall is not shown to have fallen. */
const FORMAT: ReadonlySet<Problem> = new Set(['unreadable', 'doubtful', 'hedged']);

type Before = ReadonlyMap<string, BaselineCase>;

interface Around extends Pick<GateOptions, 'maxDrop'> {
  /** Recall fell by answers that could not be read, and not by the others. */
  unread: boolean;
}

/** Returns a check for each problem, with its count in the baseline. */
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
    const members = cases.filter((asked) =>
      asked.calls.some((call) => problemOf(call) === count.problem),
    );
    const isCause = unread && members.some((asked) => asked.calls.some(isUnread));
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
      named: members.slice(0, NAMED).map(toNamed),
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

/** Finds a length from which a server cuts prompts, if the baseline answered such prompts. That is no matter of form. */
function newLimit(cases: readonly AskedCase[], before: Before): Limit | undefined {
  const limit = promptLimit(cases.filter(({ series }) => !series.control));
  if (!limit || limit.kind === 'window' || limit.kind === 'refused') return undefined;
  const beyond = cases.filter(({ tokens }) => tokens >= limit.fromTokens);
  const read = beyond.filter(({ id }) => before.get(id)?.unread !== true && before.has(id));
  return 2 * read.length > beyond.length ? limit : undefined;
}

/** Diagnoses in a baseline of answers that were not read for certain. */
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
 * Counts answers of the baseline with a problem. If it is why recall fell, counts all that could not be read. A baseline does
 * not separate hedged answers from other doubtful ones, so as many as now are taken for hedged.
 */
function wasOf(
  cases: readonly AskedCase[],
  before: Before,
  { count, counts, isCause }: { count: ProblemCount; counts: ProblemCount[]; isCause: boolean },
): CountOf | undefined {
  const old = cases.flatMap(({ id }) => before.get(id) ?? []);
  if (old.length === 0) return undefined;
  const { problem } = count;
  const had = (fits: (answer: BaselineCase) => boolean) => old.filter(fits).length;
  if (isCause) return { count: had(({ unread }) => unread === true), of: old.length };
  if (problem !== 'doubtful' && problem !== 'hedged')
    return { count: had(({ diagnosis }) => diagnosis === problem), of: old.length };
  const doubtful = had(({ unread, diagnosis }) => unread === true && !DIAGNOSED.has(diagnosis));
  const hedged = counts.find((one) => one.problem === 'hedged')?.answers ?? 0;
  const asHedged = Math.min(hedged, doubtful);
  return { count: problem === 'hedged' ? asHedged : doubtful - asHedged, of: old.length };
}

/** True if the problem is more common than in the baseline, or there is no baseline. */
export function isMore(check: CompletenessCheck): boolean {
  if (check.kind !== 'problems') return false;
  const { count, of, before } = check;
  return before === undefined || count * before.of > before.count * of;
}

/** Lost prompts minus recovered ones must reach this: fewer happen to an unchanged model. */
const FEWEST = 3;

/**
 * They must also exceed the lost and recovered prompts by this many standard deviations, unless the baseline lost none. Models
 * that lose 0 to 50% of 12, 32 or 96 prompts on both sides are then left open in at most 4.5% of runs, mostly in 2.5%.
 */
const DEVIATIONS = 2;

/**
 * True if so many more prompts went unanswered that recall of the others doesn't show that nothing changed. Missing answers
 * show no loss of memory, so no test of recall counts them.
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

/** Counts answers that failed completely. Empty if none did. */
export function collapseChecks(shared: readonly SharedCase[]): CompletenessCheck[] {
  const series = [...groupBy(shared, (one) => one.series).values()];
  const runs = Math.max(0, ...shared.map(({ before }) => before.length));
  const now = countIn(series, ({ after }) => after);
  if (now.collapsed.length === 0) return [];
  const before = Array.from({ length: runs }, (_, run) =>
    countIn(series, (one) => one.before[run]),
  );
  const [old, of] = [
    before.reduce((sum, { collapsed }) => sum + collapsed.length, 0),
    before.reduce((sum, { prompts }) => sum + prompts, 0),
  ];
  const answers = now.collapsed.length;
  return [
    {
      kind: 'collapsed',
      count: answers,
      of: now.prompts,
      named: now.collapsed.slice(0, NAMED).map(({ id, after }) => ({
        id,
        description: after!.description,
      })),
      verdict: 'passed',
      judged: now.judged,
      atMost: shareAtMost(answers, now.judged),
      before: { count: old, of },
    },
  ];
}

function countIn(
  series: readonly (readonly SharedCase[])[],
  answerOf: (shared: SharedCase) => BaselineCase | undefined,
) {
  const collapsed: SharedCase[] = [];
  let judged = 0;
  let prompts = 0;
  for (const cases of series) {
    const own = cases.flatMap((shared) => {
      const answer = answerOf(shared);
      return answer && !answer.unread ? [{ shared, answer }] : [];
    });
    prompts += own.length;
    failuresIn(own.map(({ answer }) => answer)).forEach((is, i) => {
      if (is !== undefined) judged++;
      if (is) collapsed.push(own[i]!.shared);
    });
  }
  return { collapsed, judged, prompts };
}
