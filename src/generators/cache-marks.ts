/** Marks prompts up to where a provider should cache them. Claude and GPT-5.6 cache only what is marked. */
import { cacheModeOf } from '../base/cache-modes.js';
import type { Message } from '../benchmarks/benchmark.js';
import { namesOf, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { takenBy } from '../haystack/messages/provider-form.js';
import { UNIT } from './cache-order.js';
import type { BuiltPrompt } from './hidden-prompt.js';
import { messagesOf } from './prompt.js';

/** Forms of messages that take marks. Only Anthropic takes them in messages of the model. */
type Style = 'anthropic' | 'openai' | 'responses';

const markOf = (style: Style) =>
  style === 'anthropic'
    ? { cache_control: { type: 'ephemeral' } }
    : { prompt_cache_breakpoint: { mode: 'explicit' } };

function typeOf(style: Style, role: string): string {
  if (style !== 'responses') return 'text';
  return role === 'assistant' ? 'output_text' : 'input_text';
}

/** Returns how a provider is told. Nothing if it takes no marks, or an address of the user's may refuse them. */
function styleOf(provider: ProviderIdentity & { config?: unknown } = {}): Style | undefined {
  const taken = takenBy(provider);
  if (taken?.called === 'anthropic') return 'anthropic';
  const [id = ''] = namesOf(provider);
  if (cacheModeOf(id).marks !== 'prompt_cache_breakpoint') return undefined;
  const { apiBaseUrl, prompt_cache_options: options } = (provider.config ?? {}) as Record<
    string,
    unknown
  >;
  if (apiBaseUrl !== undefined && options === undefined) return undefined;
  return taken?.said === 'openai' || taken?.said === 'responses' ? taken.said : undefined;
}

/**
 * Returns a prompt as messages with marks if its provider takes them and its Case has places for them. The text
 * stays.
 *
 * @param theCase - as it was generated, before a tokenizer was chosen by provider
 * @param chosen - with that tokenizer
 */
export function markedForCache(
  built: BuiltPrompt,
  theCase: Case,
  chosen: Case,
  provider: ProviderIdentity | undefined,
): BuiltPrompt {
  const style = styleOf(provider);
  if (!style) return built;
  const isCut =
    !built.turns && chosen.tokenizer === theCase.tokenizer && theCase.cache !== undefined;
  const messages = isCut
    ? cutAt(theCase.cache!, messagesOf(built), style)
    : theCase.asks !== undefined && style === 'anthropic' && beforeQuestion(built);
  if (!messages) return built;
  return { ...built, prompt: JSON.stringify(messages), messages: messages as unknown as Message[] };
}

/** Cuts messages where prompts part. Nothing if no place is marked. */
function cutAt(
  { ends, marks }: NonNullable<Case['cache']>,
  messages: readonly Message[],
  style: Style,
) {
  if (marks.length === 0) return undefined;
  const text = messages.map(({ content }) => content).join('');
  let from = 0;
  const spans = messages.map((message) => {
    const span = { ...message, from, to: from + message.content.length };
    from = span.to;
    return span;
  });
  const placeOf = (end: number) => {
    const place = beforeSpace(text, end * UNIT);
    const { role, from: start } = spans.find(({ to }) => place <= to)!;
    return role === 'assistant' && style !== 'anthropic' ? start : place;
  };
  const places = [...new Set(ends.map(placeOf))].sort((a, b) => a - b);
  const marked = new Set(marks.map(placeOf));
  return spans.map(({ role, content, from: start, to }) => {
    const inside = places.filter((place) => place > start && place <= to);
    if (inside.length === 0) return { role, content };
    const borders = [start, ...inside, ...(inside.at(-1) === to ? [] : [to])];
    const blocks = borders.slice(1).map((end, i) => ({
      type: typeOf(style, role),
      text: text.slice(borders[i], end),
      ...(marked.has(end) && markOf(style)),
    }));
    return { role, content: blocks };
  });
}

/** Moves a place back to the end of a word, so that no token is cut. It depends only on what stands before. */
function beforeSpace(text: string, place: number): number {
  for (let at = place - 1; at > place - UNIT; at--) {
    if (/\s/.test(text[at]!) && !/\s/.test(text[at - 1]!)) return at;
  }
  // Half of a surrogate pair is no text.
  return /[\uD800-\uDBFF]/.test(text[place - 1]!) ? place - 1 : place;
}

/** Marks messages right before the question: those of transcripts, and of Cases without places. */
function beforeQuestion(built: BuiltPrompt) {
  const text = (content: string) => ({ type: 'text', text: content });
  const messages = messagesOf(built).map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [text(content)] : (content as object[]),
  }));
  const [first] = messages;
  if (first && messages.length === 1 && first.content.length === 1) {
    const [{ text: whole }] = first.content as [ReturnType<typeof text>];
    const at = whole.lastIndexOf(built.question);
    first.content = [text(whole.slice(0, at)), text(whole.slice(at))];
  }
  Object.assign(messages.flatMap(({ content }) => content).at(-2)!, markOf('anthropic'));
  return messages;
}
