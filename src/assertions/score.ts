import type { GradingResult } from 'promptfoo';
import { scoreAncestralTrace } from '../benchmarks/ancestral-trace/score.js';
import { scoreStars } from '../benchmarks/counting-stars/score.js';
import { scoreKeyValueRetrieval } from '../benchmarks/key-value-retrieval/score.js';
import { scoreMultiDocumentQa } from '../benchmarks/multi-document-qa/score.js';
import { scoreNeedleBench } from '../benchmarks/needle-bench/score.js';
import { scoreNeedles } from '../benchmarks/needle-in-a-haystack/score.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase, type Case, caseId, DEFAULT_THRESHOLD, UserError } from '../case.js';
import type { ScoreContext } from '../index.js';
import { checkOf, fallReason } from './against-baseline.js';

/** What a benchmark's scoring rule says of one answer. */
export interface Scored {
  /** Recall, from 0 to 1: the paper's accuracy. */
  score: number;
  /** Whether an answer could be read at all. */
  readable: boolean;
  /** One line for people: what was found, what is missing and where. */
  reason: string;
  /** Few, and named so that they sort well. */
  namedScores: Record<string, number>;
  /** Marks, positions and what was read, for the report. */
  metadata: Record<string, unknown>;
}

const RULES: Record<string, (output: unknown, theCase: Case) => Scored> = {
  'counting-stars': scoreStars,
  'key-value-retrieval': scoreKeyValueRetrieval,
  'multi-document-qa': scoreMultiDocumentQa,
  'needle-in-a-haystack': scoreNeedles,
  'needle-bench': scoreNeedleBench,
  'ancestral-trace': scoreAncestralTrace,
};

/**
 * Score one answer.
 *
 * @throws {UserError} when the test has no Case, or its baseline is gone
 */
export function scoreAnswer(output: unknown, context: ScoreContext): GradingResult {
  const theCase = context.vars.case;
  assertCase(theCase);
  const rule = RULES[benchmarkOf(theCase).name];
  if (!rule) throw new UserError(`There is no scoring rule for "${theCase.benchmark}".`);
  const { score, readable, reason, namedScores, metadata } = rule(output, theCase);
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
