import { mean } from '../base/numbers.js';

/** Named so that they sort in order. */
const QUARTERS = ['recall q1 start', 'recall q2', 'recall q3', 'recall q4 end'];

/** Averages recall in each quarter of the context. Quarters without evidence are left out. */
export function recallByQuarter(
  marks: readonly number[],
  positions: readonly number[],
): Record<string, number> {
  const named: Record<string, number> = {};
  QUARTERS.forEach((name, quarter) => {
    // Evidence at the end of a quarter belongs to it: the last star stands at 1.
    const inQuarter = marks.filter(
      (_, i) => Math.max(0, Math.ceil(4 * positions[i]! - 1e-9) - 1) === quarter,
    );
    if (inQuarter.length > 0) named[name] = mean(inQuarter);
  });
  return named;
}
