/** In which form a provider is sent a transcript. */

import { UserError } from '../base/user-error.js';
import { forProviderNamed, namesOf, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case, TranscriptForm } from '../contract/case.js';
import { ownForm, transcriptForms } from '../haystack/messages/forms.js';
import type { Turn } from '../haystack/messages/transcript.js';

/** Whether one provider takes messages, and not a bare text. */
export function takesMessages(provider: ProviderIdentity = {}): boolean {
  const { inMessages } = transcriptForms();
  return ownForm(provider) !== 'text' || forProviderNamed(inMessages, namesOf(provider)) === true;
}

/** The form in which one provider is sent the transcript of a Case. */
export function formFor(
  { transcript = {} }: Case,
  provider: ProviderIdentity = {},
): TranscriptForm {
  if (typeof transcript === 'string') return transcript;
  return forProviderNamed(transcript, namesOf(provider)) ?? ownForm(provider);
}

/**
 * Whether tools are declared in Anthropic's form: where all providers get a form that it goes with. Bedrock gets
 * none of OpenAI's: promptfoo drops them beside `tool_choice: none`, or hands them on as they are.
 */
export function declaresAsAnthropic(transcript: Case['transcript']): boolean {
  return transcript === 'anthropic' || transcript === 'converse';
}

/** @throws {UserError} for a provider that would refuse the declarations of a transcript's tools */
export function refuseOthersTools(
  { transcript, compact }: Case,
  turns: readonly Turn[],
  provider: ProviderIdentity = {},
): void {
  if (transcript === 'text' || declaresAsAnthropic(transcript)) return;
  const { anthropicTools } = transcriptForms();
  const names = namesOf(provider);
  const isCalling = compact !== undefined || turns.some(({ role }) => role === 'call');
  if (!isCalling || !forProviderNamed(anthropicTools, names)) return;
  throw new UserError(
    `transcript: ${names[0]} takes declarations of tools in Anthropic's form alone. Write \`transcript: anthropic\`, ` +
      'in a config with providers of Anthropic and Bedrock only, or ask bedrock:converse.',
  );
}
