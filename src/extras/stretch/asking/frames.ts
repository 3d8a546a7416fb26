/** Prompts with a place for unrelated text: before the prompt, in turns before it, or in results of a tool. */
import type { ApiProvider } from 'promptfoo';
import { parse } from 'yaml';
import { UserError } from '../../../base/user-error.js';
import { namesOf } from '../../../contract/by-provider.js';
import type { StretchNote } from '../../../contract/stretch.js';
import type { TranscriptForm } from '../../../contract/transcript-forms.js';
import type { CorpusPart } from '../../../haystack/corpus.js';
import { transcriptIn } from '../../../haystack/messages/forms.js';
import { takenBy } from '../../../haystack/messages/provider-form.js';
import { partsRead } from '../../../haystack/messages/read-file.js';
import { textsOfPrompt } from '../../../haystack/messages/texts.js';
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import type { Frame, Padding, PaddingSection, StretchWords } from './padding.js';

/** A prompt as it is sent. */
export interface SentPrompt {
  text: string;
  /** Where the unrelated text stands in it. */
  padding: NonNullable<StretchNote['padding']>;
}

/** A frame whose prompt can be written. */
interface WritableFrame extends Frame {
  form: NonNullable<StretchNote['form']>;
  write(sections: readonly PaddingSection[]): SentPrompt;
}

/** What stands between the text and the prompt. */
const GAP = '\n\n';

/** Who leads a conversation before a prompt: the assistant's instructions stay before it. */
const LEADING = new Set(['system', 'developer']);

/** Tokens of a prompt as it is: of a conversation those of its texts, without its form. */
export function ownTokens(prompt: string, count: (text: string) => number): number {
  const texts = chatPrompt(prompt) ? textsOfPrompt(prompt) : [prompt];
  return texts.reduce((sum, text) => sum + count(text), 0);
}

/**
 * The place for unrelated text in a prompt.
 *
 * @throws {UserError} for results of a tool in a text
 */
export function frameOf(
  prompt: string,
  as: StretchNote['as'],
  provider: ApiProvider,
  padding: Padding,
): WritableFrame {
  const form = assertedForm(prompt, as, provider);
  const chat = chatPrompt(prompt);
  if (as !== 'before') {
    if (chat) return turnsBefore(chat, as, form, padding);
    if (form !== 'text') return turnsBefore(asked(prompt, form), as, form, padding);
    return textConversation(prompt, padding);
  }
  const first = chat?.messages.findIndex((message) => message.role === 'user') ?? -1;
  return chat && first >= 0 ? textInChat(chat, first, padding) : textBefore(prompt, padding);
}

/**
 * The form in which turns are put before a prompt. A provider of whom no form is known takes the prompt, so a text is
 * sent as a text.
 *
 * @throws {UserError} for results of a tool to a provider that is not known to take them
 */
export function assertedForm(
  prompt: string,
  as: StretchNote['as'],
  provider: ApiProvider,
): Exclude<TranscriptForm, 'converse'> {
  const known = takenBy(provider);
  const taken = (as === 'tools' ? known?.called : known?.said) ?? 'text';
  // What promptfoo turns into Bedrock's form has texts as they are, as OpenAI's.
  const form = taken === 'converse' ? 'openai' : taken === 'message' ? 'text' : taken;
  if (as !== 'tools' || form !== 'text') return form;
  // Gemini's parts say themselves whose form they are.
  if (chatPrompt(prompt)?.hasParts) return 'gemini';
  throw new UserError(
    `--as tools: the provider "${namesOf(provider).at(-1)}" is not known to take results of a tool. Use ` +
      "--as conversation, or name a server that takes OpenAI's messages as openai:chat:MODEL with `apiBaseUrl`.",
  );
}

/** A text as a conversation of one message. */
function asked(prompt: string, form: TranscriptForm): ChatPrompt {
  return chatPrompt(transcriptIn(form, [{ role: 'user', content: prompt }]))!;
}

/** A frame of one text, in which the parts around the sections are given. */
function textFrame(
  prompt: string,
  { corpus, tokenizer }: Padding,
  parts: (sections: readonly PaddingSection[]) => CorpusPart[],
  tail: string,
): WritableFrame {
  return {
    form: 'text',
    tokensWith: (sections) =>
      sections.length === 0 ? tokenizer.count(prompt) : corpus.count([...parts(sections), tail]),
    write: (sections) => {
      const before = corpus.join(parts(sections));
      return { text: before + tail, padding: { from: 0, to: before.length } };
    },
  };
}

function textBefore(prompt: string, padding: Padding): WritableFrame {
  return textFrame(prompt, padding, (sections) => sections.flat(), GAP + prompt);
}

function textConversation(prompt: string, padding: Padding): WritableFrame {
  const { user, assistant, ask } = padding.words;
  const told = `${user}: ${ask}${GAP}${assistant}: `;
  const parts = (sections: readonly PaddingSection[]) =>
    sections.flatMap((section, i): CorpusPart[] => [i === 0 ? told : GAP + told, ...section]);
  return {
    ...textFrame(prompt, padding, parts, `${GAP}${user}: ${prompt}`),
    aroundSection: padding.tokenizer.count(GAP + told),
  };
}

/** The text at the start of the first message of the user. */
function textInChat(
  chat: ChatPrompt,
  first: number,
  { corpus, tokenizer }: Padding,
): WritableFrame {
  const { messages } = chat;
  const message = messages[first]!;
  const own = ownTokens(chat.with(messages), (text) => tokenizer.count(text));
  const { content } = message;
  const isText = typeof content === 'string';
  const tail = isText ? GAP + content : '';
  const taken = isText ? tokenizer.count(content) : 0;
  return {
    form: 'messages',
    tokensWith: (sections) =>
      sections.length === 0 ? own : own - taken + corpus.count([...sections.flat(), tail]),
    write: (sections) => {
      const before = corpus.join(sections.flat());
      const longer = { ...message, ...withText(message, before, before + tail) };
      return found(chat.with(messages.with(first, longer)), before);
    },
  };
}

/** What a message has with a text before what it has, in a part of its own where it has parts. */
function withText({ content, parts }: ChatMessage, before: string, whole: string): ChatMessage {
  if (Array.isArray(parts)) return { parts: [{ text: before }, ...parts] };
  if (Array.isArray(content)) return { content: [{ type: 'text', text: before }, ...content] };
  return { content: whole };
}

/** Turns between the instructions and the conversation that the prompt is. */
function turnsBefore(
  chat: ChatPrompt,
  as: 'conversation' | 'tools',
  form: TranscriptForm,
  padding: Padding,
): WritableFrame {
  const { corpus, tokenizer, words } = padding;
  const count = (text: string) => tokenizer.count(text);
  const own = ownTokens(chat.with(chat.messages), count);
  const turnsOf = as === 'tools' ? toolTurns : conversationTurns;
  const first = chat.messages.findIndex(({ role }) => !LEADING.has(String(role)));
  const at = first < 0 ? chat.messages.length : first;
  const written = chat.hasParts ? 'gemini' : form === 'text' ? 'openai' : form;
  const around = (sections: number) =>
    turnsOf(Array<string>(sections).fill(''), words).reduce(
      (sum, turn) => sum + count(textOfTurn(turn)),
      0,
    );
  return {
    form: 'messages',
    aroundSection: around(2) - around(1),
    tokensWith: (sections) =>
      sections.length === 0
        ? own
        : sections.reduce(
            (sum, section) => sum + padding.tokensOf(section),
            own + around(sections.length),
          ),
    write: (sections) => {
      const texts = sections.map((section) => corpus.join(section));
      const turns = JSON.parse(transcriptIn(written, turnsOf(texts, words))) as ChatMessage[];
      const sent = chat.with(chat.messages.toSpliced(at, 0, ...turns));
      return foundIn(sent, JSON.stringify(turns).slice(1, -1));
    },
  };
}

function conversationTurns(texts: readonly string[], { ask }: StretchWords): Turn[] {
  return texts.flatMap((content): Turn[] => [
    { role: 'user', content: ask },
    { role: 'assistant', content },
  ]);
}

function toolTurns(texts: readonly string[], { request, done, file }: StretchWords): Turn[] {
  return [
    { role: 'user', content: request },
    ...partsRead(file, texts),
    { role: 'assistant', content: done },
  ];
}

/** Where a text stands in JSON. */
function found(text: string, own: string): SentPrompt {
  return foundIn(text, JSON.stringify(own).slice(1, -1));
}

function foundIn(text: string, written: string): SentPrompt {
  const from = text.indexOf(written);
  return { text, padding: { from, to: from + written.length } };
}

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
