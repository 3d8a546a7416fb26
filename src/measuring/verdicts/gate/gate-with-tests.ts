/** One verdict of the long-context gate and of the gate of ordinary tests, each by its own rule. */
import type { TestsGate } from '../tests/tests-gate.js';
import type { GateOptions, GateResult, Verdict } from './gate-result.js';

/** How much of a grid was asked, where prompts are asked only until all is decided. */
export interface AskedShare {
  prompts: number;
  ofPrompts: number;
  /** Of all calls, in tokens of prompts. */
  tokens: number;
  ofTokens: number;
}

/** A gate that asks by itself: of what its verdict is. */
export interface Rechecked {
  /** How often was looked, of how many times at the most. */
  looks: number;
  ofLooks: number;
  /** Why no more was asked: a drop is shown, or excluded, or all was asked, or the budget had no room. */
  providers: (AskedShare & {
    provider: string;
    ending: 'failed' | 'excluded' | 'all' | 'budget';
  })[];
  /** At the most: a call under way when its process was killed counts as if it had been billed. */
  spent: { tokens: number; dollars?: number };
  /** Where the budget left the verdict open: the budget that has room for all prompts, in the unit of the one given. */
  needs?: { tokens?: number; dollars?: number };
}

/** The gate of tests that have a Case. */
export interface LongContextGate extends GateResult {
  /** Where it asked by itself. */
  recheck?: Rechecked;
}

/** The gate of everything in some results; also the content of `--json`. */
export interface WholeGate extends LongContextGate {
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

/** One failure fails everything; else one open question leaves everything open. */
export function worst(...verdicts: readonly Verdict[]): Verdict {
  return (['failed', 'inconclusive'] as const).find((one) => verdicts.includes(one)) ?? 'passed';
}

/** The part of a result that is of tests with a Case; nothing where there are none. */
export function longContextOf({
  tests,
  longContext,
  ...own
}: WholeGate): LongContextGate | undefined {
  if (!tests) return own;
  return longContext === undefined ? undefined : { ...own, verdict: longContext };
}
