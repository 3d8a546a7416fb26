/** Names benchmarks. */
import { baseName } from '../../../base/references.js';
import type { AskedCase } from '../evaluation/asked-case.js';

/** The same prompts given otherwise belong to no common figure. */
const OTHER_WAYS = /^(?:compact|container) /;

/** Names a way: `lastTurns of compaction.mjs`, `container tools`. */
export function wayText(part: string): string {
  const [, file, name] = /^compact (.*\.[cm]?js):(.*)$/.exec(part) ?? [];
  return file === undefined ? part.replace(/^compact /, '') : `${name} of ${baseName(file)}`;
}

export function benchmarkName(
  { series, composite, shown }: AskedCase,
  language = series.language,
): string {
  const { benchmark, version, measure } = series;
  const ways = shown.variant.split(', ').filter((part) => OTHER_WAYS.test(part));
  return [benchmark, version, composite?.variant, ...ways.map(wayText), language, measure]
    .filter(Boolean)
    .join(' · ');
}
