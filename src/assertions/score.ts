import { readableAnswer } from '../answers/readable-answer.js';
import { DEFAULT_THRESHOLD } from '../base/defaults.js';
import { languageCode } from '../base/languages.js';
import { say, sentences } from '../base/text/language.js';
import { speaking } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { Scored } from '../benchmarks/benchmark.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import {
  forProvider,
  forProviderNamed,
  namesOf,
  type ProviderIdentity,
} from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { assertCase, caseId, promptDigest } from '../contract/case-identity.js';
import { caseIn } from '../contract/case-line.js';
import type { Compaction } from '../contract/compaction.js';
import type { GradingResult } from '../contract/promptfoo.js';
import { factsOf, outcomeOf } from '../contract/response.js';
import { SCORED_BY, STRIPPED } from '../contract/signs.js';
import type { Transform, TransformOwner } from '../contract/transforms.js';
import { compactionOf, movesBaits, turnsSent } from '../generators/shortening.js';
import { lacksSchema } from '../generators/structured.js';
import { isTranscript } from '../generators/transcript-form.js';
import { formOfPrompt } from '../haystack/messages/texts.js';
import { chipsOf } from './chips.js';
import { isOffTopic } from './off-topic.js';
import { outcomeText } from './outcomes.js';
import { scoredTwice } from './second-look.js';
import { longerSent } from './sent-length.js';
import { foreignPrompt } from './sent-prompt.js';
import { type Before, transformsOf } from './transforms.js';

/** What promptfoo passes to an assertion, as far as `score` uses it. */
export interface ScoreContext {
  vars: Record<string, unknown>;
  /** The prompt as it was sent: text, or chat messages as JSON. A program may leave it out. */
  prompt?: string | undefined;
  /** What the provider returned, with what it told of its response. A program may leave it out. */
  providerResponse?: unknown;
  /** Its `assert` has the threshold, its `options` a transform. */
  test?: { vars?: unknown; assert?: unknown; options?: unknown };
  /** Who was asked, where a threshold is chosen by provider. */
  provider?: ProviderIdentity | undefined;
}

/**
 * Score one answer; the reason is in the language of its Case.
 *
 * @throws {UserError} when the test has no Case, or the prompt was not that of the Case
 */
export async function scoreAnswer(output: unknown, context: ScoreContext): Promise<GradingResult> {
  const theCase = caseIn(context.vars, context.test);
  assertCase(theCase);
  const language = languageCode(theCase.language) ?? 'en';
  return speaking([language], () => scored(output, theCase, context));
}

async function scored(
  output: unknown,
  theCase: Case,
  context: ScoreContext,
): Promise<GradingResult> {
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  const kept = await keptOf(theCase, context);
  const foreign = foreignPrompt(context.prompt, theCase, kept?.sent.turns);
  if (foreign !== undefined) throw new UserError(`score: ${foreign}.`);
  const told = toldOf(theCase, context.prompt);
  if (kept?.compaction.failed !== undefined) return notAsked(told, kept.compaction);
  const answer = readableAnswer(output);
  const { score, readable, reason, namedScores, metadata } = scoredTwice(
    benchmark,
    answer,
    theCase,
    context.prompt,
  );
  const { diagnosis } = metadata;
  const isUnread = !readable || diagnosis === 'refused';
  const isAstray =
    readable &&
    diagnosis === 'wrong' &&
    score === 0 &&
    isOffTopic(answer.plain, benchmark.task(theCase));
  const changes = transformsOf({
    output,
    response: context.providerResponse,
    provider: context.provider,
    test: context.test,
    assertion: scoreAssertions(context).find(({ transform }) => transform),
  }).map((change) =>
    changeIn(change, score, (before) => benchmark.score(readableAnswer(before), theCase)),
  );
  const transforms = changes.map(({ transform }) => transform);
  const isCut = transforms.some(({ effect }) => effect === 'removed');
  const isHidden = score < 1 && transforms.some(({ effect }) => effect === 'unknown');
  const isDoubtful = isCut || isHidden;
  const sentTokens = await longerSent(context.prompt, theCase, context.provider);
  const facts = factsOf(context.providerResponse);
  const outcome = outcomeOf(facts, answer.given);
  return {
    pass: theCase.control || (readable && score >= thresholdOf(context)),
    score,
    reason: sentences([
      reason,
      outcomeText(outcome, facts),
      ...changes.map(({ said }) => said),
      lacksSchema(theCase, context.provider)
        ? say`This provider is not known to get the JSON schema.`
        : '',
      theCase.sent === 'vars' ? say`It was not checked whether the documents came through.` : '',
    ]),
    namedScores: metadata.scored === false ? namedScores : chipsOf(score, namedScores),
    metadata: {
      ...told,
      reading: isUnread ? 'unreadable' : 'read',
      // A benchmark that can tell more, such as a doubtful reading, says so.
      ...metadata,
      ...(isUnread && diagnosis === 'wrong' && { diagnosis: 'unreadable' }),
      ...(isAstray && { diagnosis: 'off-topic' }),
      ...(outcome !== 'finished' && score < 1 && { diagnosis: outcome }),
      ...(kept && { compaction: kept.compaction }),
      ...(sentTokens !== undefined && { sentTokens }),
      ...(isBrought(diagnosis, kept) && { diagnosis: score > 0 ? 'scattered' : 'wrong' }),
      ...(transforms.length > 0 && { transforms }),
      // What an answer held before it was changed, the model did remember; nobody knows what a hidden one held.
      ...(isDoubtful && { reading: 'doubtful', diagnosis: 'transformed' }),
    },
  };
}

/** What a transform did to a score, and what to say of it where it matters. */
function changeIn(
  { by, answer }: Before,
  score: number,
  scoreOf: (output: unknown) => Scored,
): { transform: Transform; said: string } {
  const whose = OWNERS[by]();
  if (!answer) {
    return {
      transform: { by, effect: 'unknown' },
      said:
        score < 1
          ? say`${whose} may have changed the answer. What it was before is not known.`
          : '',
    };
  }
  const before = scoreOf(answer.output);
  const isRead = before.readable && before.metadata.reading !== 'doubtful';
  if (!isRead || before.score <= score) return { transform: { by, effect: 'kept' }, said: '' };
  const { marks } = before.metadata;
  const held =
    Array.isArray(marks) && marks.length > 0
      ? say`${marks.filter((mark) => mark === 1).length} of ${marks.length} were there`
      : say`its score was ${before.score.toFixed(3)}`;
  return {
    transform: { by, effect: 'removed' },
    said: say`${whose} changed the answer. Before that, ${held}.`,
  };
}

const OWNERS: Readonly<Record<TransformOwner, () => string>> = {
  provider: () => say`The provider's \`transform\``,
  test: () => say`The test's \`transform\``,
  assertion: () => say`The assertion's \`transform\``,
};

/** What the Case's compaction left of its transcript, if it has one. */
async function keptOf(theCase: Case, { provider }: ScoreContext) {
  if (!theCase.compact) return undefined;
  const task = benchmarkOf(theCase).task(theCase);
  if (task.kind !== 'transcript') return undefined;
  const own = forProvider(theCase, provider);
  const sent = await turnsSent(task.turns, own);
  const compaction = await compactionOf(own, task.turns, sent, (answer) =>
    marksIn(benchmarkOf(theCase).score(readableAnswer(answer), theCase)),
  );
  return { sent, compaction, movesBaits: movesBaits(own, sent) };
}

/** The marks of an answer; its score where its benchmark gives none. */
function marksIn({ score, metadata }: Scored): readonly number[] {
  const { marks } = metadata as { marks?: readonly number[] };
  return marks && marks.length > 0 ? marks : [score];
}

/** Whether a diagnosis is what a compaction brought about: a model takes what it is given. */
function isBrought(diagnosis: unknown, kept: Awaited<ReturnType<typeof keptOf>>): boolean {
  if (diagnosis === 'obeyed') return kept?.movesBaits === true;
  return diagnosis === 'superseded' && kept !== undefined && !keepsAll(kept.compaction);
}

function keepsAll({ current }: Compaction): boolean {
  return current.every(([kept, all]) => kept === all);
}

/** Which Case was scored, and that its prompt was looked at, so that nobody needs to look again. */
function toldOf(theCase: Case, sent: unknown) {
  const id = caseId(theCase);
  const isSent = typeof sent === 'string' && sent !== STRIPPED;
  const form = isSent && isTranscript(theCase) && { transcript: formOfPrompt(sent) };
  const looked = typeof sent === 'string' && { promptDigest: promptDigest(sent, id) };
  return { id, scoredBy: SCORED_BY, ...looked, ...form };
}

/** What is said of a test whose compaction failed: nothing of its model. */
function notAsked(told: object, compaction: Compaction): GradingResult {
  const { failed } = compaction;
  return {
    pass: true,
    score: 0,
    reason: say`Not sent, since the compaction failed: ${failed!}`,
    metadata: { ...told, scored: false, compaction },
  };
}

/** The threshold of the test's own `score` assertion, or that of the provider in its map. */
function thresholdOf(context: ScoreContext): number {
  const names = namesOf(context.provider ?? {});
  const wanted = scoreAssertions(context).map(
    ({ threshold, config }) => threshold ?? forProviderNamed(config?.threshold ?? {}, names),
  );
  return wanted.find((one) => typeof one === 'number') ?? DEFAULT_THRESHOLD;
}

/** The assertions that call `score`; somebody else's may be among them. */
function scoreAssertions({ test }: ScoreContext): ScoreAssertion[] {
  const assertions = (Array.isArray(test?.assert) ? test.assert : []) as (ScoreAssertion | null)[];
  return assertions.flatMap((one) =>
    typeof one?.value === 'string' && one.value.endsWith(':score') ? one : [],
  );
}

/** An assertion as a generator writes it, or somebody else's. */
interface ScoreAssertion {
  value?: unknown;
  threshold?: unknown;
  transform?: unknown;
  config?: { threshold?: Record<string, unknown> };
}
