/** One verdict of the long-context gate and of the gate of ordinary tests, each by its own rule. */
import type { TestsGate } from '../ordinary/tests-gate.js';
import type { GateOptions, GateResult, Verdict } from './gate-result.js';

/** The gate of everything in some results; also the content of `--json`. */
export interface WholeGate extends GateResult {
  /** What became of ordinary tests; absent where there are none. */
  tests?: TestsGate;
  /** The verdict of all else, where there are such tests besides. */
  longContext?: Verdict;
}

/**
 * Both decisions as one: a failure of either fails, and else an open question of either leaves it open.
 *
 * @param ours - of tests that have a Case; nothing where there are none
 * @param tests - of ordinary tests; nothing where there are none
 */
export function withTests(
  ours: GateResult | undefined,
  tests: TestsGate | undefined,
  options: GateOptions,
): WholeGate {
  const own = ours ?? emptyGate(options);
  if (!tests) return own;
  if (!ours) return { ...own, verdict: tests.verdict, tests };
  const verdict = worst(own.verdict, tests.verdict);
  return { ...own, verdict, longContext: own.verdict, tests };
}

function emptyGate(options: GateOptions): GateResult {
  return {
    format: 'promptfoo-counting-stars gate',
    version: 2,
    ...{ verdict: 'passed', options, missingShards: [], providers: [] },
  };
}

function worst(...verdicts: readonly Verdict[]): Verdict {
  return (['failed', 'undecided'] as const).find((one) => verdicts.includes(one)) ?? 'passed';
}

/** The part of a result that is of tests with a Case; nothing where there are none. */
export function longContextOf({ tests, longContext, ...own }: WholeGate): GateResult | undefined {
  if (!tests) return own;
  return longContext === undefined ? undefined : { ...own, verdict: longContext };
}

/** One line of both verdicts, where there are both: `FAILED: your tests failed, long context passed`. */
export function bothLine({ verdict, tests, longContext }: WholeGate): string | undefined {
  if (!tests || longContext === undefined) return undefined;
  return `${verdict.toUpperCase()}: your tests ${tests.verdict}, long context ${longContext}`;
}
