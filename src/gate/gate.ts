/**
 * The gate: rows and a baseline in, a decision out. What it decides and with which error rates:
 * docs/gate.md.
 */

import { analyse, DEFAULT_OPTIONS } from '../analysis/analyse.js';
import { compareRows, seriesTitles } from '../analysis/series.js';
import type { ReportData, SummaryRow } from '../analysis/tables.js';
import { type Baseline, type BaselineCase, wholeBaseline } from '../baseline/baseline.js';
import { UserError } from '../case.js';
import { ALPHA, detectedDrop, MAX_DROP } from '../defaults.js';
import { type Collected, collect, type Results } from '../results/collect.js';
import { assertOneGrid, gridGaps } from '../results/grids.js';
import { type Row, withCommonLengths } from '../results/rows.js';
import { settled } from '../results/settled.js';
import { missingShards } from '../results/shards.js';
import { checkFloors } from './floors.js';
import type { GateOptions, GateResult, ProviderGate, Verdict } from './gate-result.js';
import {
  allReaders,
  assertComparable,
  completenessOf,
  type ReaderPair,
  readerPair,
  sharedCases,
} from './pairs.js';
import { regressionOf } from './regressions.js';

/** Options as far as a caller does not say otherwise. */
export const DEFAULT_GATE: GateOptions = {
  alpha: ALPHA,
  maxDrop: MAX_DROP,
  detect: detectedDrop(MAX_DROP),
  threshold: DEFAULT_OPTIONS.threshold,
  floors: [],
  floorsBy: 'estimate',
  allow: { errors: false, missing: false, extra: false },
  providers: [],
};

/**
 * Decide whether results pass. Equal rows, baseline and options give the same result, in whatever
 * order the rows come.
 *
 * @param baseline - its runs; without one, only floors are checked
 * @param madeBy - version of this package that made the baseline, where it is known
 * @param searched - effective lengths by reader that a search found, for floors; else from the rows
 * @throws {UserError} when there is nothing to decide: no baseline and no floor, no Case in common, or
 *   shards that do not belong together
 */
export function gate(
  rows: readonly Row[],
  baseline: readonly Baseline[] | undefined,
  options: GateOptions = DEFAULT_GATE,
  madeBy?: string,
  searched?: ReadonlyMap<string, Searched>,
): GateResult {
  if (!baseline && options.floors.length === 0) {
    throw new UserError(
      'There is nothing to compare with: give `--baseline baseline.json`, or a floor such as ' +
        '`--min-recall 0.9`.',
    );
  }
  if (!options.allow.missing) assertOneGrid(settled(rows));
  const gaps = gridGaps(rows);
  const results = collect(withCommonLengths(rows).sort(compareRows));
  const kept = baseline && wholeBaseline(baseline);
  const readers = readersOf(options.providers, kept, results);
  if (kept) assertComparable(readers, kept, results, madeBy);
  const titles = seriesTitles(rows);
  const analysis =
    options.floors.length > 0
      ? withSearched(analyse(rows, { ...DEFAULT_OPTIONS, threshold: options.threshold }), searched)
      : undefined;
  const providers = readers.map(({ old, now }): ProviderGate => {
    const before = kept?.get(old) ?? (kept && new Map());
    const after = results.get(now) ?? new Map<string, Collected>();
    const shared = sharedCases(runsOf(baseline ?? [], old), after, titles);
    const checked = regressionOf(shared, options);
    const floors = analysis ? checkFloors(analysis, now, options.floors, options.floorsBy) : [];
    const completeness = completenessOf(before, after, options, {
      madeBy,
      gaps: gaps.filter(({ provider }) => provider === now),
    });
    const { regression } = checked;
    return {
      provider: now,
      ...(old !== now && { baselineName: old }),
      verdict: verdictOf([...(regression ? [regression] : []), ...floors, ...completeness]),
      ...checked,
      floors,
      completeness,
    };
  });
  const missing = missingShards(rows);
  const shards: { verdict: Verdict }[] =
    missing.length > 0 && !options.allow.missing ? [{ verdict: 'failed' }] : [];
  return {
    format: 'promptfoo-counting-stars gate',
    version: 2,
    verdict: verdictOf([...providers, ...shards]),
    options,
    missingShards: missing,
    providers,
  };
}

/** What a search found of a reader. */
export type Searched = Pick<SummaryRow, 'effectiveLength' | 'longest'>;

/** Tables that say of effective lengths what a search said. */
function withSearched(
  data: ReportData,
  searched: ReadonlyMap<string, Searched> | undefined,
): ReportData {
  if (!searched) return data;
  const summary = data.summary.map(({ effectiveLength, rise, ...row }): SummaryRow => {
    const found = searched.get(row.provider);
    if (!found)
      return { ...row, ...(effectiveLength && { effectiveLength }), ...(rise && { rise }) };
    return {
      ...row,
      ...found,
      ...(!found.effectiveLength && rise && { rise: { ...rise, clear: true } }),
    };
  });
  return { ...data, summary };
}

function readersOf(
  texts: readonly string[],
  baseline: Baseline | undefined,
  results: Results,
): ReaderPair[] {
  const old = baseline ?? new Map([...results.keys()].map((name) => [name, new Map()]));
  if (texts.length === 0) return allReaders(old, results);
  return [...new Set(texts)].map((text) => readerPair(text, old, results));
}

/** The Cases of one reader in each run that has it. */
function runsOf(runs: readonly Baseline[], reader: string): ReadonlyMap<string, BaselineCase>[] {
  return runs.flatMap((run) => run.get(reader) ?? []);
}

/** One failure fails everything; else one open question leaves everything open. */
function verdictOf(checks: readonly { verdict: Verdict }[]): Verdict {
  const has = (verdict: Verdict) => checks.some((check) => check.verdict === verdict);
  return has('failed') ? 'failed' : has('undecided') ? 'undecided' : 'passed';
}
