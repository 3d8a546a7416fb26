/** Estimates what a gate of your tests detects, for `plan results.json` and for programs. */
import { isFile } from '../base/files/files.js';
import { keptRuns } from '../measuring/facts/tests/suite.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import { planTests, type TestsPlan, takenByCall } from '../measuring/planning/tests-plan.js';
import { baselineAt, isBaseline, sourcesOf } from './sources.js';

/**
 * @param given - a baseline, or results, which also say what a call takes
 * @throws {UserError} if there is no test of your own
 */
export async function testsPlan(
  given: readonly (string | object)[],
  { prices = [], ...limits }: { drop: number; alpha: number; prices?: readonly GivenPrice[] },
): Promise<TestsPlan> {
  const [suite] = given;
  if (typeof suite === 'string' && isFile(suite) && isBaseline(suite)) {
    const { tests = [] } = await baselineAt(suite);
    return planTests(tests, limits);
  }
  const sources = await sourcesOf(given, []);
  return planTests(keptRuns(sources), { ...limits, call: takenByCall(sources, prices) });
}
