/** Reads messages as turns: in our own form, OpenAI's (chat and Responses), Anthropic's and similar ones. */
import { z } from 'zod';
import { parseJson } from '../../base/text/from-json.js';
import type { SaidTurn, Turn } from '../../haystack/messages/transcript.js';

/** A part of a message that has no place in a turn. */
interface LeftOut {
  role: 'left out';
  what: 'thinking' | 'image' | 'other';
  /** How long it is, where it is text. */
  characters: number;
}

/** What a message says, in its order. */
export type Heard = Turn | LeftOut;

/** What stands for an image or a document. */
const IMAGE = '[image]';

const argumentsOf = z.record(z.string(), z.unknown());

/** Reads arguments as an object or its JSON. Invalid JSON stays as it is. */
const anyArguments = z.union([
  argumentsOf,
  z.string().transform((text) => {
    const { data } = argumentsOf.safeParse(parseJson(text));
    return data ?? (text.trim() === '' ? {} : { input: text });
  }),
  z.null().transform(() => ({})),
]);

const leftOut = (what: LeftOut['what'], text: unknown = ''): LeftOut => ({
  role: 'left out',
  what,
  characters: typeof text === 'string' ? text.length : 0,
});

type Role = SaidTurn['role'];

/** How the roles are called. */
const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
};

const roleSchema = z.string().transform((name, context): Role => {
  if (Object.hasOwn(ROLES, name)) return ROLES[name]!;
  context.addIssue('is no known role');
  return z.NEVER;
});

type Block = Record<string, unknown> & { type: string };

const blockSchema = z.looseObject({ type: z.string() });

/** A content: a text, blocks, or texts in a list. */
const contentSchema = z.union([
  z.string().transform((text): Block[] => [{ type: 'text', text }]),
  z.array(z.union([blockSchema, z.string().transform((text): Block => ({ type: 'text', text }))])),
  z.null().transform((): Block[] => []),
]);

const IMAGES = ['image', 'image_url', 'input_image', 'document', 'file', 'input_file'];
const THOUGHTS = ['thinking', 'redacted_thinking', 'reasoning'];

/** A block with a call, in each form. */
const callBlock = z
  .looseObject({
    type: z.enum(['tool_use', 'toolCall']),
    id: z.string(),
    name: z.string(),
  })
  .transform(({ id, name: tool, input, arguments: given }) => ({
    role: 'call' as const,
    id,
    tool,
    arguments: anyArguments.catch({}).parse(input ?? given ?? {}),
  }));

/** Reads the blocks of one message and joins adjacent texts. */
function heardIn(role: Role, blocks: readonly Block[]): Heard[] {
  const heard: Heard[] = [];
  const left: LeftOut[] = [];
  const say = (content: string, between = '\n') => {
    const last = heard.at(-1);
    if (last?.role === role)
      heard[heard.length - 1] = { role, content: last.content + between + content };
    else if (content !== '') heard.push({ role, content });
  };
  for (const block of blocks) {
    const { type, text, content, refusal } = block;
    if (THOUGHTS.includes(type)) {
      left.push(leftOut('thinking', block.thinking ?? block.text ?? content));
    } else if (IMAGES.includes(type)) {
      say(IMAGE);
      left.push(leftOut('image'));
    } else {
      const call = callBlock.safeParse(block);
      const said = text ?? refusal;
      if (call.success) heard.push(call.data);
      else if (type === 'tool_result') {
        heard.push(...resultOf(`${block.tool_use_id}`, content ?? ''));
      } else if (typeof said === 'string') say(said);
      else left.push(leftOut('other'));
    }
  }
  return [...heard, ...left];
}

/** A result whose content is a text, blocks, or any JSON. */
function resultOf(id: string, content: unknown): Heard[] {
  const { data: blocks } = contentSchema.safeParse(content);
  const parts: Heard[] = blocks
    ? heardIn('user', blocks)
    : [{ role: 'user', content: JSON.stringify(content) }];
  const texts = parts.flatMap((part) => (part.role === 'user' ? [part.content] : []));
  const rest = parts.filter(({ role }) => role === 'left out');
  return [{ role: 'result', id, tool: '', content: texts.join('\n') }, ...rest];
}

const ours = z
  .discriminatedUnion('role', [
    z.object({ role: z.literal('call'), id: z.string(), tool: z.string(), arguments: argumentsOf }),
    z.object({
      role: z.literal('result'),
      id: z.string(),
      tool: z.string().default(''),
      content: z.string(),
    }),
  ])
  .transform((turn): Heard[] => [turn]);

const chatCall = z
  .object({ id: z.string(), function: z.object({ name: z.string(), arguments: anyArguments }) })
  .transform(
    ({ id, function: { name: tool, arguments: given } }): Turn => ({
      role: 'call',
      id,
      tool,
      arguments: given,
    }),
  );

const chatResult = z
  .object({
    role: z.enum(['tool', 'toolResult', 'function']),
    tool_call_id: z.string().optional(),
    toolCallId: z.string().optional(),
    content: z.unknown(),
  })
  .refine(({ tool_call_id: snake, toolCallId: camel }) => (snake ?? camel) !== undefined)
  .transform(({ tool_call_id: snake, toolCallId: camel, content }) =>
    resultOf((snake ?? camel)!, content),
  );

const said = z
  .looseObject({
    role: roleSchema,
    content: contentSchema.optional(),
    tool_calls: z.array(chatCall).nullish(),
    reasoning_content: z.string().nullish(),
  })
  .refine(({ content, tool_calls: calls }) => (content ?? calls) !== undefined)
  .transform(({ role, content = [], tool_calls: calls, reasoning_content: thought }): Heard[] => [
    ...(thought ? [leftOut('thinking', thought)] : []),
    ...heardIn(role, content),
    ...(calls ?? []),
  ]);

/** Items of OpenAI's Responses; its messages are read as all others. */
const responsesItem = z
  .looseObject({ type: z.string(), role: z.undefined().optional() })
  .transform((item, context): Heard[] => {
    const { type, call_id: id, name, input, arguments: given, output, action } = item;
    switch (type) {
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call': {
        const wanted = given ?? input ?? action;
        const call = { role: 'call' as const, id: `${id}`, tool: `${name ?? 'shell'}` };
        return [{ ...call, arguments: anyArguments.catch({}).parse(wanted ?? {}) }];
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        return resultOf(`${id}`, outputIn(output));
      case 'reasoning':
        return [leftOut('thinking', JSON.stringify(item.content ?? item.summary ?? ''))];
      case 'message':
        context.addIssue('has no role');
        return z.NEVER;
      default:
        // Calls that the provider made itself, such as searches: nobody else can be sent them.
        if (/_call(?:_output)?$|^mcp_|_reference$|^compaction/.test(type))
          return [leftOut('other')];
        context.addIssue('is no known item');
        return z.NEVER;
    }
  });

/** Codex writes some outputs as JSON with the text in `output` or `content`. */
function outputIn(output: unknown): unknown {
  if (typeof output === 'string' && output.startsWith('{"output":')) {
    const parsed = parseJson(output) as { output: unknown } | undefined;
    return parsed ? parsed.output : output;
  }
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output ?? '';
  return (output as { content?: unknown }).content ?? output;
}

const message = z.union([chatResult, ours, said, responsesItem]);

/** Reads a message. Nothing if it has no known form. */
export function heardOf(value: unknown): Heard[] | undefined {
  return message.safeParse(value).data;
}

/**
 * The turns of messages; a result gets the name of its call's tool. Thinking is left out, and `[image]` stands for
 * images.
 *
 * @returns a sentence instead, when they are no messages
 */
export function turnsOfMessages(messages: unknown): Turn[] | string {
  if (!Array.isArray(messages)) return 'it is no list';
  const tools = new Map<string, string>();
  const turns: Turn[] = [];
  for (const [i, value] of messages.entries()) {
    const heard = heardOf(value);
    if (!heard) return `message ${i + 1} has none of the known forms`;
    for (const turn of heard) {
      if (turn.role === 'left out') continue;
      if (turn.role === 'call') tools.set(turn.id, turn.tool);
      turns.push(turn.role === 'result' ? { ...turn, tool: tools.get(turn.id) ?? '' } : turn);
    }
  }
  return turns;
}
