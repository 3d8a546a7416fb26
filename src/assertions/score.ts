import { readableAnswer } from '../answers/readable-answer.js';
import { DEFAULT_THRESHOLD } from '../base/defaults.js';
import { languageCode } from '../base/languages.js';
import { sum } from '../base/numbers.js';
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
import {
  factsOf,
  outcomeOf,
  type ResponseFacts,
  type ResponseOutcome,
  type Unfinished,
} from '../contract/response.js';
import { RECALL, SCORED_BY, STRIPPED } from '../contract/signs.js';
import { builtSize } from '../generators/prompt-doors.js';
import { compactionOf, movesBaits, turnsSent } from '../generators/shortening.js';
import { lacksSchema } from '../generators/structured.js';
import { isTranscript } from '../generators/transcript-form.js';
import { formOfPrompt, textsOfPrompt } from '../haystack/messages/texts.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { isOffTopic, scoredTwice } from './second-look.js';
import { foreignPrompt } from './sent-prompt.js';
import { changesOf } from './transforms.js';

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
 * Scores one answer. The reason is in the language of its Case.
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
  const way = {
    output,
    response: context.providerResponse,
    provider: context.provider,
    test: context.test,
    assertion: scoreAssertions(context).find(({ transform }) => transform),
  };
  const changes = changesOf(way, score, (before) =>
    benchmark.score(readableAnswer(before), theCase),
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

/** Returns what the Case's compaction left of its transcript, if it has one. */
async function keptOf(theCase: Case, { provider }: ScoreContext) {
  if (!theCase.compact) return undefined;
  const task = benchmarkOf(theCase).task(theCase);
  if (task.kind !== 'transcript') return undefined;
  const resolved = forProvider(theCase, provider);
  const sent = await turnsSent(task.turns, resolved);
  const compaction = await compactionOf(resolved, task.turns, sent, (answer) =>
    marksIn(benchmarkOf(theCase).score(readableAnswer(answer), theCase)),
  );
  return { sent, compaction, movesBaits: movesBaits(resolved, sent) };
}

/** Returns the marks of an answer, or its score if its benchmark gives none. */
function marksIn({ score, metadata }: Scored): readonly number[] {
  const { marks } = metadata as { marks?: readonly number[] };
  return marks && marks.length > 0 ? marks : [score];
}

/** Tells whether a compaction brought a diagnosis about: a model takes what it is given. */
function isBrought(diagnosis: unknown, kept: Awaited<ReturnType<typeof keptOf>>): boolean {
  if (diagnosis === 'obeyed') return kept?.movesBaits === true;
  return diagnosis === 'superseded' && kept !== undefined && !keepsAll(kept.compaction);
}

function keepsAll({ current }: Compaction): boolean {
  return current.every(([kept, all]) => kept === all);
}

/** Records which Case was scored and that its prompt was checked, so that nothing checks it again. */
function toldOf(theCase: Case, sent: unknown) {
  const id = caseId(theCase);
  const isSent = typeof sent === 'string' && sent !== STRIPPED;
  const form = isSent && isTranscript(theCase) && { transcript: formOfPrompt(sent) };
  const looked = typeof sent === 'string' && { promptDigest: promptDigest(sent, id) };
  return { id, scoredBy: SCORED_BY, ...looked, ...form };
}

/** Returns the result of a test whose compaction failed, which says nothing of its model. */
function notAsked(told: object, compaction: Compaction): GradingResult {
  const { failed } = compaction;
  return {
    pass: true,
    score: 0,
    reason: say`Not sent, since the compaction failed: ${failed!}`,
    metadata: { ...told, scored: false, compaction },
  };
}

/** Returns the threshold of the test's own `score` assertion, or that of the provider in its map. */
function thresholdOf(context: ScoreContext): number {
  const names = namesOf(context.provider ?? {});
  const wanted = scoreAssertions(context).map(
    ({ threshold, config }) => threshold ?? forProviderNamed(config?.threshold ?? {}, names),
  );
  return wanted.find((threshold) => typeof threshold === 'number') ?? DEFAULT_THRESHOLD;
}

/** Lists the assertions that call `score`. Others may have been written by anybody. */
function scoreAssertions({ test }: ScoreContext): ScoreAssertion[] {
  const assertions = (Array.isArray(test?.assert) ? test.assert : []) as (ScoreAssertion | null)[];
  return assertions.flatMap((assertion) =>
    typeof assertion?.value === 'string' && assertion.value.endsWith(':score') ? assertion : [],
  );
}

/** An assertion as a generator writes it, or somebody else's. */
interface ScoreAssertion {
  value?: unknown;
  threshold?: unknown;
  transform?: unknown;
  config?: { threshold?: Record<string, unknown> };
}

/** Names the score itself, so that it sorts first among the chips of promptfoo's viewer. */
export const FOUND = 'facts found';

/** Limits the other scores. More would be a wall of chips over each column. */
const MOST_OTHERS = 6;

/** Renames scores that would sort before the score, or are longer than a chip needs. */
const NAMES: Readonly<Record<string, string>> = {
  anywhere: 'found anywhere',
  boxed: 'in a box',
  exact: 'matches exactly',
  'recall q1 start': 'q1 start',
  'recall q2': 'q2',
  'recall q3': 'q3',
  'recall q4 end': 'q4 end',
};

/** Leaves out what is the answer's score itself, or is in it. */
const SAME = new Set([RECALL, 'f1', 'likeness']);

/**
 * Names the scores of an answer as promptfoo's viewer shows them: chips over each column, sorted by name.
 *
 * @example
 * chipsOf(0.5, { recall: 0.5, 'recall q1 start': 1 }) // { 'facts found': 0.5, 'q1 start': 1 }
 */
export function chipsOf(
  score: number,
  named: Readonly<Record<string, number>>,
): Record<string, number> {
  const others = Object.entries(named).filter(([name]) => !SAME.has(name));
  return {
    [FOUND]: score,
    ...Object.fromEntries(
      others.slice(0, MOST_OTHERS).map(([name, value]) => [NAMES[name] ?? name, value]),
    ),
  };
}

/**
 * Says why an answer may be incomplete, and what to do. Empty if it is finished.
 *
 * @example
 * outcomeText('cut-off', { finishReason: 'length', outputTokens: 240 })
 * // 'The answer was cut off at the output limit of 240 tokens (finish reason "length"). Raise the provider\'s max_tokens.'
 */
export function outcomeText(outcome: ResponseOutcome, facts: ResponseFacts): string {
  if (outcome === 'finished') return '';
  const { finishReason } = facts;
  const why = WHY[outcome](facts);
  const said = finishReason === undefined ? why : say`${why} (finish reason "${finishReason}")`;
  return sentences([said, REMEDY[outcome]()]);
}

const WHY: Readonly<Record<Unfinished, (facts: ResponseFacts) => string>> = {
  filtered: () => say`The provider's filter held the answer back`,
  'thinking-used-up': ({ reasoningTokens }) =>
    reasoningTokens
      ? say`${reasoningTokens} tokens of thinking used up the output limit before the answer`
      : say`Thinking used up the output limit before the answer`,
  'cut-off': ({ outputTokens }) =>
    outputTokens
      ? say`The answer was cut off at the output limit of ${outputTokens} tokens`
      : say`The answer was cut off at the output limit`,
  refused: () => say`The provider reports that the model refused`,
};

const REMEDY: Readonly<Record<Unfinished, () => string>> = {
  filtered: () => say`Change its safety settings or the haystack`,
  'thinking-used-up': () => say`Raise the provider's max_tokens, or lower its thinking budget`,
  'cut-off': () => say`Raise the provider's max_tokens`,
  refused: () => '',
};

/** Ignores text of so few characters, in UTF-16 units. */
const LEAST_TEXT = 40;

/** Tolerates so much more than a Case has, in tokens or as a share, whichever is more. */
const TOLERATED = { tokens: 40, share: 0.02 };

/**
 * Counts the tokens of a prompt if the user put more around it than its Case has room for: a template, a system
 * prompt, `prefix` or `suffix`. promptfoo hands over the rendered prompt here, and nowhere else cheaply.
 *
 * @param sent - as promptfoo rendered it: text, or chat messages as JSON, whose texts count
 * @returns nothing if the prompt has its Case's length, or if it is not known what was sent
 */
export async function longerSent(
  sent: unknown,
  theCase: Case,
  provider: ProviderIdentity | undefined,
): Promise<number | undefined> {
  if (typeof sent !== 'string' || sent === STRIPPED) return undefined;
  // Where documents are in the vars, the pipeline makes another prompt; a compaction is there to shorten it.
  if (theCase.sent === 'vars' || theCase.compact) return undefined;
  const resolved = forProvider(theCase, provider);
  const texts = textsOfPrompt(sent);
  const built = builtSize(resolved);
  const characters = sum(texts.map(({ length }) => length));
  if (built !== undefined && characters <= built + LEAST_TEXT) return undefined;
  // Labels of a transcript's turns belong to its form: without the size that it was built to, they are not told apart.
  if (built === undefined && isTranscript(theCase)) return undefined;
  const tokenizer = await loadTokenizer(resolved.tokenizer);
  const tokens = sum(texts.map((text) => tokenizer.count(text)));
  const most = theCase.tokens + Math.max(TOLERATED.tokens, TOLERATED.share * theCase.tokens);
  return tokens > most ? tokens : undefined;
}
