import type { GradingResult } from 'promptfoo';
import { outcomeOf } from '../answers/response-facts.js';
import { plainValue } from '../answers/texts/text-answer.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase, type Case, caseId, DEFAULT_THRESHOLD, UserError } from '../case.js';
import {
  forProvider,
  forProviderNamed,
  namesOf,
  type ProviderIdentity,
} from '../contract/by-provider.js';
import { SCORED_BY } from '../contract/signs.js';
import { lacksSchema } from '../generators/structured.js';
import { compactionOf, turnsSent } from '../transcripts/compaction.js';
import { factsOf } from './response.js';
import { foreignPrompt } from './sent-prompt.js';

const UNCHECKED = 'not checked whether the documents came through';

const NO_SCHEMA = 'not known to get the JSON schema';

/** What promptfoo passes to an assertion, as far as `score` uses it. */
export interface ScoreContext {
  vars: Record<string, unknown>;
  /** The prompt as it was sent: text, or chat messages as JSON. A program may leave it out. */
  prompt?: string | undefined;
  /** What the provider returned, with what it told of its response. A program may leave it out. */
  providerResponse?: unknown;
  test?: { assert?: unknown };
  /** Who was asked, where a threshold is chosen by provider. */
  provider?: ProviderIdentity | undefined;
}

/**
 * Score one answer.
 *
 * @throws {UserError} when the test has no Case, or the prompt was not that of the Case
 */
export async function scoreAnswer(output: unknown, context: ScoreContext): Promise<GradingResult> {
  const theCase = context.vars.case;
  assertCase(theCase);
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  const kept = await keptOf(theCase, context);
  const foreign = foreignPrompt(context.prompt, theCase, kept?.sent);
  if (foreign !== undefined) throw new UserError(`score: ${foreign}.`);
  const { score, readable, reason, namedScores, metadata } = benchmark.score(output, theCase);
  const { diagnosis } = metadata;
  const isUnread = !readable || diagnosis === 'refused';
  const { outcome, reason: ended } = outcomeOf(factsOf(context.providerResponse), textOf(output));
  return {
    pass: theCase.control || (readable && score >= thresholdOf(context)),
    score,
    reason: [
      reason,
      ended,
      lacksSchema(theCase, context.provider) && NO_SCHEMA,
      theCase.sent === 'vars' && UNCHECKED,
    ]
      .filter(Boolean)
      .join('; '),
    namedScores,
    metadata: {
      id: caseId(theCase),
      scoredBy: SCORED_BY,
      reading: isUnread ? 'unreadable' : 'read',
      // A benchmark that can tell more, such as a doubtful reading, says so.
      ...metadata,
      ...(isUnread && diagnosis === 'wrong' && { diagnosis: 'unreadable' }),
      ...(outcome !== 'finished' && score < 1 && { diagnosis: outcome }),
      ...(kept && { compaction: kept.compaction }),
    },
  };
}

/** What the Case's compaction left of its transcript, if it has one. */
async function keptOf(theCase: Case, { provider }: ScoreContext) {
  if (!theCase.compact) return undefined;
  const task = benchmarkOf(theCase).task(theCase);
  if (task.kind !== 'transcript') return undefined;
  const own = forProvider(theCase, provider);
  const sent = await turnsSent(task.turns, own);
  return { sent, compaction: await compactionOf(own, task.turns, sent) };
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(plainValue(output)) ?? '');
}

/** The threshold of the test's own `score` assertion, or that of the provider in its map. */
function thresholdOf({ test, provider = {} }: ScoreContext): number {
  const assertions = Array.isArray(test?.assert) ? test.assert : [];
  for (const assertion of assertions as (ScoreAssertion | null)[]) {
    const { value, threshold, config } = assertion ?? {};
    if (typeof value !== 'string' || !value.endsWith(':score')) continue;
    const wanted = threshold ?? forProviderNamed(config?.threshold ?? {}, namesOf(provider));
    if (typeof wanted === 'number') return wanted;
  }
  return DEFAULT_THRESHOLD;
}

/** An assertion as a generator writes it, or somebody else's. */
interface ScoreAssertion {
  value?: unknown;
  threshold?: unknown;
  config?: { threshold?: Record<string, unknown> };
}
