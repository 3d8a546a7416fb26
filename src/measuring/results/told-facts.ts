/**
 * Reads facts of a Case from its result: its generator wrote the conditions, and `score` that the prompt was
 * the Case's. If an older or damaged result lacks them, the half that makes prompts is asked.
 */
import type { AskingHalf, CaseFacts } from '../../contract/asking-half.js';
import { assertCase, caseId } from '../../contract/case-identity.js';
import { STRIPPED } from '../../contract/signs.js';
import { promptDigest } from '../../contract/told-facts.js';
import { ownGrading } from './own-grading.js';
import { ERROR, isOurs } from './result.js';

interface Stored {
  vars?: { case?: unknown } | null;
  metadata?: Told | null;
  testCase?: { metadata?: Told | null } | null;
  prompt?: { raw?: unknown } | null;
  gradingResult?: { componentResults?: unknown } | null;
  failureReason?: unknown;
  error?: unknown;
  response?: { error?: unknown } | null;
}

interface Told {
  id?: unknown;
  conditions?: unknown;
}

/**
 * Takes a Case's facts out of its result, and asks only for what it lacks.
 *
 * @param asking - loads the half that makes prompts
 */
export async function factsOfCase(result: unknown, asking: AskingHalf): Promise<CaseFacts> {
  if (!isOurs(result)) return TOLD;
  const stored = result as Stored;
  const id = knownId(stored);
  const conditions = id === undefined ? undefined : toldConditions(stored, id);
  const isTold = !needsLook(stored) || (id !== undefined && isLookedAt(stored, id));
  const conditionsOf = conditions && (() => conditions);
  if (conditionsOf && isTold) return { ...TOLD, conditionsOf };
  const asked = await asking();
  return {
    conditionsOf: conditionsOf ?? asked.conditionsOf,
    foreignPrompt: isTold ? TOLD.foreignPrompt : asked.foreignPrompt,
  };
}

const TOLD: CaseFacts = { conditionsOf: () => undefined, foreignPrompt: () => undefined };

function knownId({ vars }: Stored): string | undefined {
  try {
    const theCase = vars?.case;
    assertCase(theCase);
    return caseId(theCase);
  } catch {
    return undefined;
  }
}

function toldConditions({ testCase, metadata }: Stored, id: string) {
  const told = [testCase?.metadata, metadata].find((one) => one?.id === id && one.conditions);
  return isTexts(told?.conditions) ? told.conditions : undefined;
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  );
}

/** Tells whether a prompt must be checked: it is there, and no error says more. */
function needsLook({ prompt, failureReason, error, response }: Stored): boolean {
  const sent = prompt?.raw;
  if (typeof sent !== 'string' || sent === STRIPPED) return false;
  return failureReason !== ERROR || !(error || response?.error);
}

/** Tells whether `score` checked this very prompt of this very Case. */
function isLookedAt({ prompt, gradingResult }: Stored, id: string): boolean {
  const components = gradingResult?.componentResults;
  const own = ownGrading(components, id);
  if ('problem' in own) return false;
  const { metadata } = (components as { metadata?: { promptDigest?: unknown } }[])[own.index]!;
  return metadata?.promptDigest === promptDigest(String(prompt?.raw), id);
}
