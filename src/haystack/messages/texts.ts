import { parseJson } from '../../base/text/from-json.js';
import type { TranscriptForm } from '../../contract/transcript-forms.js';

/** Fields that hold what somebody says. All else is form. */
const TEXTS = new Set(['content', 'text', 'output', 'result', 'arguments']);

/** Fields that hold a call's arguments as an object. */
const ARGUMENTS = new Set(['arguments', 'input', 'args']);

/** Lists the texts of a prompt's turns in order, whatever its form. A prompt that is no conversation is one text. */
export function textsOfPrompt(prompt: string): string[] {
  if (!mayBeConversation(prompt)) return [prompt];
  const texts = textsIn('', parseJson(unmarked(prompt)));
  return texts.length > 0 ? texts : [prompt];
}

/** Looks at one sign, since searching a million tokens takes longer than most answers are read. */
const mayBeConversation = (prompt: string) => /^\s*[[{]/.test(prompt);

/** Fields that mark up to where a provider should cache. */
const MARKS = ['cache_control', 'prompt_cache_breakpoint'];

/** Removes cache marks from a conversation's JSON and joins each message's text again. Other texts stay. */
export function unmarked(prompt: string): string {
  if (!mayBeConversation(prompt)) return prompt;
  if (!MARKS.some((mark) => prompt.includes(`"${mark}":`))) return prompt;
  try {
    const joined = JSON.parse(prompt, (name, value) => {
      if (MARKS.includes(name)) return undefined;
      return name === 'content' && Array.isArray(value) ? inOnePiece(value) : value;
    });
    return JSON.stringify(joined);
  } catch {
    return prompt;
  }
}

function inOnePiece(blocks: readonly { type?: unknown; text?: unknown }[]): unknown[] {
  const whole: { type?: unknown; text?: unknown }[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    const isText = [last?.text, block?.text].every((text) => typeof text === 'string');
    if (last && isText && last.type === block.type) {
      whole[whole.length - 1] = { ...last, text: `${last.text}${block.text}` };
    } else whole.push(block);
  }
  return whole;
}

function textsIn(name: string, value: unknown): string[] {
  if (typeof value === 'string') return TEXTS.has(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(name, item));
  if (ARGUMENTS.has(name)) return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(key, inner));
}

interface Message {
  role?: unknown;
  type?: unknown;
  parts?: unknown;
  content?: unknown;
  tool_name?: unknown;
}

/**
 * Tells in which form a transcript was sent: `text` also for one message of a user, `openai` for all that takes
 * its messages unchanged.
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
  if (!mayBeConversation(prompt)) return [];
  const parsed = parseJson(prompt) as { contents?: unknown } | undefined;
  const messages = parsed?.contents ?? parsed;
  return Array.isArray(messages)
    ? messages.filter((message) => typeof message === 'object' && message)
    : [];
}
