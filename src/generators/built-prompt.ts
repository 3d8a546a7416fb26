import type { ContextTask, Message } from '../benchmarks/benchmark.js';
import type { BuiltContext } from '../haystack/context.js';
import type { Turn } from '../haystack/messages/transcript.js';

/** What stands between context and question. */
export const SEPARATOR = '\n\n';

export interface BuiltPrompt extends BuiltContext {
  question: string;
  /** The whole prompt: context, blank line, question. A transcript is written as text. */
  prompt: string;
  /** The context as a list, if it consists of the user's documents. */
  documents?: ContextTask['documents'];
  messages?: readonly Message[];
  turns?: readonly Turn[];
}
