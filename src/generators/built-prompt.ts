/** A prompt as it is built, whatever its task. */
import type { ContextTask, Message } from '../benchmarks/benchmark.js';
import type { BuiltContext } from '../haystack/context.js';
import type { Turn } from '../haystack/messages/transcript.js';

/** What stands between context and question. */
export const SEPARATOR = '\n\n';

export interface BuiltPrompt extends BuiltContext {
  question: string;
  /** The whole prompt: context, blank line, question; that of a transcript as text. */
  prompt: string;
  /** The context as a list, of a prompt that is made of documents of the user's. */
  documents?: ContextTask['documents'];
  /** The messages of a prompt that is a conversation. */
  messages?: readonly Message[];
  /** The turns of a prompt that is a transcript. */
  turns?: readonly Turn[];
}
