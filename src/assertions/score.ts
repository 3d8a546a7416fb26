import type { GradingResult } from 'promptfoo';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase, caseId, DEFAULT_THRESHOLD } from '../case.js';
import { checkOf, fallReason } from './against-baseline.js';

/** What promptfoo passes to an assertion, as far as `score` uses it. */
export interface ScoreContext {
  vars: Record<string, unknown>;
  test?: { assert?: unknown };
  /** The `config` of the assertion: what it is compared with, if anything. */
  config?: unknown;
  provider?: { label?: string | undefined; id?: () => string } | undefined;
}

/**
 * Score one answer.
 *
 * @throws {UserError} when the test has no Case, or its baseline is gone
 */
export async function scoreAnswer(output: unknown, context: ScoreContext): Promise<GradingResult> {
  const theCase = context.vars.case;
  assertCase(theCase);
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  const { score, readable, reason, namedScores, metadata } = benchmark.score(output, theCase);
  const id = caseId(theCase);
  const check = checkOf(context.config);
  const marks = Array.isArray(metadata.marks) ? (metadata.marks as number[]) : [];
  const fallen = check && fallReason(check, context.provider, { id, marks });
  return {
    pass: theCase.control || (readable && score >= thresholdOf(context) && fallen === undefined),
    score,
    reason: fallen === undefined ? reason : `${fallen}; ${reason}`,
    namedScores,
    metadata: { id, ...metadata },
  };
}

/** The threshold of the test's own `score` assertion. */
function thresholdOf(context: ScoreContext): number {
  const assertions = Array.isArray(context.test?.assert) ? context.test.assert : [];
  for (const assertion of assertions as { value?: unknown; threshold?: unknown }[]) {
    if (typeof assertion?.value !== 'string' || !assertion.value.endsWith(':score')) continue;
    if (typeof assertion.threshold === 'number') return assertion.threshold;
  }
  return DEFAULT_THRESHOLD;
}
