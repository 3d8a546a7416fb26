/** What is wrong with a reader, whatever it was asked. */
import { groupBy } from '../../base/group-by.js';
import { say } from '../../base/text/language.js';
import { listed } from './reader-name.js';
import type { ReportData } from './tables.js';

/** What is wrong with a reader, and in which benchmarks. */
interface Defect {
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

/** A sentence for each of these readers; it names the benchmarks where there are several. */
export function defects(
  data: Pick<ReportData, 'benchmarks'>,
  written: (name: string) => string = (name) => name,
): string[] {
  const isOne = new Set(data.benchmarks.map(({ name }) => name)).size === 1;
  return defectsOf(data).map(({ provider, cause, benchmarks }) =>
    isOne
      ? say`${written(provider)} ${cause}.`
      : say`${written(provider)}, ${listed(benchmarks, written)}: ${cause}.`,
  );
}

/** At most this many readers are named of each kind. */
export const NAMED = 4;
