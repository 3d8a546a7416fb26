/** Combines the gates of generated tests and of your tests in one verdict. */
import type { TestsGate } from '../tests/tests-gate.js';
import type { GateOptions, GateResult, Verdict } from './gate-result.js';

/** Prompts sent so far, of all that are planned. */
export interface AskedShare {
  prompts: number;
  ofPrompts: number;
  /** Tokens of prompts, over all calls. */
  tokens: number;
  ofTokens: number;
}

/** How `gate --run` ended. */
export interface Rechecked {
  /** Rounds so far, and at most. */
  looks: number;
  ofLooks: number;
  /** Why sending ended: a drop was shown, a drop was ruled out, all was sent, or the budget was used up. */
  providers: (AskedShare & {
    provider: string;
    ending: 'failed' | 'excluded' | 'all' | 'budget';
  })[];
  /** At most. A call that was under way when the process was killed counts as billed. */
  spent: { tokens: number; dollars?: number };
  /** The budget that has room for all prompts, if this one left the verdict open. */
  needs?: { tokens?: number; dollars?: number };
}

export interface LongContextGate extends GateResult {
  recheck?: Rechecked;
}

/** The gate on everything; also the content of `--json`. */
export interface WholeGate extends LongContextGate {
  tests?: TestsGate;
  /** The verdict on generated tests, if there are tests of your own too. */
  longContext?: Verdict;
}

/**
 * Fails if either failed, else is inconclusive if either is.
 * @param ours - on generated tests, if there are any
 * @param tests - on your own tests, if there are any
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
    version: 3,
    ...{ verdict: 'passed', options, missingShards: [], providers: [] },
  };
}

/** One failure fails everything; else one open question leaves everything open. */
export function worst(...verdicts: readonly Verdict[]): Verdict {
  return (['failed', 'inconclusive'] as const).find((one) => verdicts.includes(one)) ?? 'passed';
}

/** Extracts the part on generated tests, if there are any. */
export function longContextOf({
  tests,
  longContext,
  ...own
}: WholeGate): LongContextGate | undefined {
  if (!tests) return own;
  return longContext === undefined ? undefined : { ...own, verdict: longContext };
}
