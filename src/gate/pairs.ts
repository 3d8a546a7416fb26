/** Which readers and which Cases are compared, and what is missing on either side. */

import { countUnfinished, unfinishedText } from '../analysis/unfinished.js';
import type { Baseline, BaselineCase } from '../baseline/baseline.js';
import { UserError } from '../case.js';
import { sum } from '../numbers.js';
import type { Collected, Results } from '../results/collect.js';
import { type GridGap, gapText } from '../results/grids.js';
import { changedCellsText } from './changed-cells.js';
import type { CompletenessCheck, CompletenessKind, GateOptions } from './gate-result.js';

/** A reader in the results, and its name in the baseline. */
export interface ReaderPair {
  old: string;
  now: string;
}

/** At most this many cases are named. */
const NAMED = 5;

/** How to compare readers of different names. */
const HINT = 'To compare two readers of different names, use `--provider "old name=new name"`.';

/**
 * Read the option `--provider`: `old=new`, or one name that both have. Names may hold `=`.
 *
 * @throws {UserError} when no reading of it names readers of the baseline and of the results
 */
export function readerPair(
  text: string,
  baseline: ReadonlyMap<string, unknown>,
  results: Results,
): ReaderPair {
  const readings = [...text.matchAll(/=/g)].map(({ index }) => ({
    old: text.slice(0, index),
    now: text.slice(index + 1),
  }));
  const found = [{ old: text, now: text }, ...readings].find(
    ({ old, now }) => baseline.has(old) && results.has(now),
  );
  if (found) return found;
  throw new UserError(
    `--provider "${text}" must be "old=new", a reader of the baseline (${listed(baseline.keys())}) ` +
      `and one of the results (${listed(results.keys())}).`,
  );
}

/** All readers of either side, sorted by name. */
export function allReaders(baseline: Baseline, results: Results): ReaderPair[] {
  const names = [...new Set([...results.keys(), ...baseline.keys()])];
  return names.sort().map((name) => ({ old: name, now: name }));
}

/**
 * Make sure that there is something to compare.
 *
 * @param madeBy - version of this package that made the baseline, where it is known
 * @throws {UserError} that says whether readers or Cases do not agree
 */
export function assertComparable(
  readers: readonly ReaderPair[],
  baseline: Baseline,
  results: Results,
  madeBy?: string,
): void {
  const shared = readers.filter(({ old, now }) => baseline.has(old) && results.has(now));
  if (shared.length === 0) {
    throw new UserError(
      `No reader of the results (${listed(results.keys())}) is in the baseline ` +
        `(${listed(baseline.keys())}). ${HINT}`,
    );
  }
  const common = shared.some(({ old, now }) =>
    [...results.get(now)!.keys()].some((id) => baseline.get(old)!.has(id)),
  );
  if (common) return;
  const [why] = shared.flatMap(
    ({ old, now }) => changedCellsText(baseline.get(old)!, results.get(now)!, madeBy) ?? [],
  );
  throw new UserError(
    `No Case of the results is in the baseline of ${listed(shared.map(({ old }) => old))}: ` +
      (why ??
        "the tests' options differ. Use the same options for both, or make the baseline again."),
  );
}

function listed(names: Iterable<string>): string {
  return [...names].map((name) => JSON.stringify(name)).join(', ');
}

/** A Case that the baseline and the results have. */
export interface SharedCase {
  id: string;
  /** Title of its series. */
  series: string;
  /** Its answers in each run of the baseline; nothing for a run that lacks it. */
  before: (BaselineCase | undefined)[];
  /** Nothing where all calls failed. */
  after?: BaselineCase;
  /** Why the answer that is shown scored what it did. */
  reason: string;
}

/**
 * The Cases that both sides have, in the order of the results, without controls.
 *
 * @param before - the Cases of the reader in each run of the baseline
 */
export function sharedCases(
  before: readonly ReadonlyMap<string, BaselineCase>[],
  after: ReadonlyMap<string, Collected>,
  titles: ReadonlyMap<string, string>,
): SharedCase[] {
  return [...after].flatMap(([id, { answered, series, row }]) => {
    const runs = before.map((run) => run.get(id));
    if (row.control || runs.every((run) => run === undefined)) return [];
    return {
      id,
      series: titles.get(series) ?? series,
      before: runs,
      ...(answered && { after: answered }),
      reason: row.reason,
    };
  });
}

type Named = CompletenessCheck['named'][number];

/**
 * What of one reader is missing, extra or failed; nothing where all is there.
 *
 * @param before - its Cases in the baseline; nothing without a baseline
 * @param madeBy - version of this package that made the baseline, where it is known
 * @param gaps - what is missing of its own grids; said where the baseline does not say it
 */
export function completenessOf(
  before: ReadonlyMap<string, BaselineCase> | undefined,
  after: ReadonlyMap<string, Collected>,
  { allow }: Pick<GateOptions, 'allow'>,
  { madeBy, gaps = [] }: { madeBy?: string | undefined; gaps?: readonly GridGap[] } = {},
): CompletenessCheck[] {
  const failed = [...after].filter(([, { errors }]) => errors.length > 0);
  const missing = [...(before ?? [])].filter(([id]) => !after.has(id));
  const extra = before ? [...after].filter(([id]) => !before.has(id)) : [];
  const changed = before && changedCellsText(before, after, madeBy);
  const calls = sum([...after.values()].map(({ rows }) => rows));
  const failures = sum(failed.map(([, { errors }]) => errors.length));
  const judged = (kind: CompletenessKind, note: string) => {
    if (!allow[kind]) return { verdict: 'failed', note } as const;
    if (kind === 'errors' && hasSilentSeries(after.values())) {
      return { verdict: 'undecided', note: `${note}, in one series all of them` } as const;
    }
    return { verdict: 'passed', note: `${note} (--allow-${kind})` } as const;
  };
  const check = (
    kind: CompletenessKind,
    count: number,
    of: number,
    named: Named[],
    what: string,
    counts = `${count} of ${of} `,
  ): CompletenessCheck[] =>
    count === 0
      ? []
      : [
          {
            kind,
            count,
            of,
            named: named.slice(0, NAMED),
            ...judged(kind, counts + what),
          },
        ];
  return [
    ...check('errors', failures, calls, failed.map(toFailed), 'calls failed'),
    ...check(
      'missing',
      missing.length,
      before?.size ?? 0,
      missing.map(([id, { description }]) => ({ id, description })),
      `cases of the baseline have no result${after.size > 0 ? '' : ': this reader is not in the results'}` +
        (changed === undefined ? '' : `. ${changed.replace(/\.$/, '')}`),
    ),
    ...unfinishedChecks(after),
    ...(missing.length > 0
      ? []
      : gaps.flatMap((gap) =>
          check('missing', gap.prompts - gap.found, gap.prompts, [], gapText(gap), ''),
        )),
    ...check(
      'extra',
      extra.length,
      after.size,
      extra.map(([id, { row }]) => ({ id, description: row.description })),
      `cases are not in the baseline${before?.size ? '' : ', which does not have this reader'}`,
    ),
  ];
}

/** What the provider says ended answers before they were whole: a line for each cause. */
function unfinishedChecks(after: ReadonlyMap<string, Collected>): CompletenessCheck[] {
  const all = [...after];
  const of = sum(all.map(([, { rows, errors }]) => rows - errors.length));
  return countUnfinished(all.flatMap(([, { unfinished }]) => unfinished)).map((count) => ({
    kind: 'unfinished',
    count: count.answers,
    of,
    named: all
      .filter(([, { unfinished }]) => unfinished.includes(count.outcome))
      .slice(0, NAMED)
      .map(([id, { row }]) => ({ id, description: row.description })),
    verdict: 'passed',
    note: unfinishedText(count, of),
  }));
}

/** Whether there is a series without any answer: nothing about it can be said. */
function hasSilentSeries(collected: Iterable<Collected>): boolean {
  const answered = new Map<string, boolean>();
  for (const { series, answered: own } of collected) {
    answered.set(series, answered.get(series) === true || own !== undefined);
  }
  return [...answered.values()].includes(false);
}

function toFailed([id, { row, errors }]: [string, Collected]): Named {
  return { id, description: row.description, error: errors[0]! };
}
