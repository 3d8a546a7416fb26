/** What is wrong with a reader, whatever it was asked. */
import { groupBy } from '../../../base/group-by.js';
import { say } from '../../../base/text/language.js';
import { type Reached, verdictOf } from '../length-verdict.js';
import { listed } from './reader-name.js';
import type { ReportData } from './tables.js';

/** What is wrong with a reader, and in which benchmarks. */
export interface Defect {
  provider: string;
  cause: string;
  benchmarks: string[];
}

/** The readers of whom it is known what is wrong with them, as many as are named. */
export function defectsOf({ benchmarks }: Pick<ReportData, 'benchmarks'>): Defect[] {
  const wrong = benchmarks.filter(({ isDefect }) => isDefect);
  const alike = groupBy(wrong, ({ provider, cause }) => JSON.stringify([provider, cause]));
  return [...alike.values()].slice(0, NAMED).map((own) => ({
    provider: own[0]!.provider,
    cause: own[0]!.cause!,
    benchmarks: own.map(({ name }) => name),
  }));
}

/**
 * A sentence for each of these readers; it names the benchmarks where there are several.
 *
 * @param isTold - which are said elsewhere
 */
export function defects(
  data: Pick<ReportData, 'benchmarks'>,
  written: (name: string) => string = (name) => name,
  isTold: (defect: Defect) => boolean = () => false,
): string[] {
  const isOne = new Set(data.benchmarks.map(({ name }) => name)).size === 1;
  const untold = defectsOf(data).filter((defect) => !isTold(defect));
  return untold.map(({ provider, cause, benchmarks }) =>
    isOne
      ? say`${written(provider)} ${cause}.`
      : say`${written(provider)}, ${listed(benchmarks, written)}: ${cause}.`,
  );
}

/** Whether the sentence on a reader's length says its defect. */
export function isToldByLength(
  rows: readonly (Reached & { provider: string })[],
): (defect: Defect) => boolean {
  return ({ provider }) =>
    rows.some((row) => row.provider === provider && verdictOf(row).kind === 'cut');
}

/** At most this many readers are named of each kind. */
export const NAMED = 4;
