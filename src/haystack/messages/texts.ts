import type { TranscriptForm } from '../../contract/case.js';

/** Under which names the forms hold what somebody says; all else in them is form. */
const TEXTS = new Set(['content', 'text', 'output', 'result', 'arguments']);

/** Under which names they hold a call's arguments as an object. */
const ARGUMENTS = new Set(['arguments', 'input', 'args']);

/**
 * The texts of the turns of a prompt in order, in whatever form it is: contents, results and arguments
 * as JSON. What is no conversation is one text.
 */
export function textsOfPrompt(prompt: string): string[] {
  try {
    const texts = textsIn('', JSON.parse(prompt));
    return texts.length > 0 ? texts : [prompt];
  } catch {
    return [prompt];
  }
}

function textsIn(name: string, value: unknown): string[] {
  if (typeof value === 'string') return TEXTS.has(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(name, one));
  if (ARGUMENTS.has(name)) return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(key, inner));
}

/** What sets messages of one form apart from those of others. */
interface Message {
  role?: unknown;
  type?: unknown;
  parts?: unknown;
  content?: unknown;
  tool_name?: unknown;
}

/**
 * The form in which a transcript was sent, by its prompt: `text` also where that is the message of a user, and `openai`
 * for all that takes its messages as they are.
 */
export function formOfPrompt(prompt: string): TranscriptForm {
  const messages = messagesIn(prompt);
  if (messages.length < 2) return 'text';
  for (const { role, type, parts, content, tool_name: tool } of messages) {
    if (parts !== undefined) return 'gemini';
    if (typeof type === 'string' && type.startsWith('function_call')) return 'responses';
    if (Array.isArray(content)) return 'anthropic';
    if (role === 'tool' && tool !== undefined) return 'ollama';
  }
  return 'openai';
}

function messagesIn(prompt: string): Message[] {
  try {
    const parsed = JSON.parse(prompt);
    const messages: unknown = parsed.contents ?? parsed;
    return Array.isArray(messages) ? messages.filter((one) => typeof one === 'object' && one) : [];
  } catch {
    return [];
  }
}
