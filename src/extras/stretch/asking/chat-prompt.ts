/** A rendered prompt that is a conversation: JSON or YAML as promptfoo's chat providers read it. */
import { parse } from 'yaml';

/** A message of any provider's form; nothing of it is changed but what stands before a question. */
export interface ChatMessage {
  readonly role?: unknown;
  readonly type?: unknown;
  readonly content?: unknown;
  readonly parts?: unknown;
}

export interface ChatPrompt {
  messages: readonly ChatMessage[];
  /** Whether texts stand in `parts`, as Gemini takes them. */
  hasParts: boolean;
  /** The prompt with other messages. */
  with(messages: readonly ChatMessage[]): string;
}

/** Under which names prompts that are objects hold their messages. */
const LISTS = ['messages', 'contents', 'input'];

/** How a conversation in YAML begins. */
const YAML = /^\s*- role:/;

/** @returns nothing for a prompt that is a text */
export function chatPrompt(prompt: string): ChatPrompt | undefined {
  const value = parsed(prompt);
  if (isConversation(value)) return chatOf(value, (messages) => messages);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of LISTS) {
    const list = (value as Record<string, unknown>)[name];
    if (isConversation(list)) return chatOf(list, (messages) => ({ ...value, [name]: messages }));
  }
  return undefined;
}

function chatOf(
  messages: readonly ChatMessage[],
  whole: (messages: readonly ChatMessage[]) => unknown,
): ChatPrompt {
  return {
    messages,
    hasParts: messages.some(({ parts }) => Array.isArray(parts)),
    with: (others) => JSON.stringify(whole(others)),
  };
}

function parsed(prompt: string): unknown {
  try {
    return YAML.test(prompt) ? parse(prompt) : JSON.parse(prompt);
  } catch {
    return undefined;
  }
}

/** Tells whether a value is a list of chat messages: text, calls of tools and their results. */
function isConversation(value: unknown): value is ChatMessage[] {
  if (!Array.isArray(value)) return false;
  const isMessage = (one: ChatMessage | null) =>
    typeof one === 'object' && (typeof one?.role === 'string' || typeof one?.type === 'string');
  return value.every(isMessage) && value.some((one: ChatMessage) => typeof one.role === 'string');
}
