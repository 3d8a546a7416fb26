/** Decides in which form a provider is sent a transcript. */

import { UserError } from '../base/user-error.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { forProviderNamed, namesOf, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { takenBy, type Writing, writingFor } from '../haystack/messages/provider-form.js';
import type { Turn } from '../haystack/messages/transcript.js';

/** Tells whether a Case is a transcript, and not a control that gives its facts otherwise. */
export function isTranscript({ benchmark, container, given, control }: Case): boolean {
  if (container !== undefined) return true;
  const { shape } = benchmarkOf({ benchmark }).options;
  return 'transcript' in shape && !('container' in shape) && !given && !control;
}

/**
 * Decides how a provider is sent the transcript of a Case.
 *
 * @throws {UserError} where its form is not known, or it would refuse the declarations of the transcript's tools
 */
export function writingOf(
  theCase: Case,
  turns: readonly Turn[],
  provider?: ProviderIdentity,
): Writing {
  const { transcript = {}, compact } = theCase;
  const isCalling = compact !== undefined || turns.some(({ role }) => role === 'call');
  if (isCalling) refuseOthersTools(theCase, provider);
  const given =
    typeof transcript === 'string'
      ? transcript
      : forProviderNamed(transcript, namesOf(provider ?? {}));
  return writingFor(provider, isCalling, given);
}

/**
 * Tells whether tools are declared as Anthropic does: if all providers get a form that fits. Bedrock gets none
 * of OpenAI's, since promptfoo drops them beside `tool_choice: none`, or passes them on unchanged.
 */
export function declaresAsAnthropic(transcript: Case['transcript']): boolean {
  return transcript === 'anthropic' || transcript === 'converse';
}

function refuseOthersTools({ transcript }: Case, provider: ProviderIdentity = {}): void {
  if (transcript === 'text' || declaresAsAnthropic(transcript)) return;
  if (takenBy(provider)?.tools !== 'anthropic') return;
  throw new UserError(
    `transcript: ${namesOf(provider)[0]} takes declarations of tools in Anthropic's form alone. Write \`transcript: anthropic\`, ` +
      'in a config with providers of Anthropic and Bedrock only, or ask bedrock:converse.',
  );
}
