/**
 * What six providers take of a conversation with calls of tools, written after the types of their SDKs (openai,
 * @anthropic-ai/sdk, @google/genai, @aws-sdk/client-bedrock-runtime, @mistralai/mistralai): messages and tools have no
 * other fields, roles alternate where they must, and each call has its result before anybody says anything else.
 */
import { z } from 'zod';

const text = z.string().min(1);
/** As OpenAI, Anthropic and Bedrock limit names of tools. */
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const json = z.string().refine((given) => typeof JSON.parse(given) === 'object');
const input = z.record(z.string(), z.unknown());
const parameters = z.looseObject({ type: z.literal('object'), properties: input });
const declared = { name, description: text };

/** A call or a result by its id, or anything else, in order. */
type Step = { call: string } | { result: string } | 'other';

/** Whether the results of calls made at once follow them, each once, and nothing else stands between. */
function isPaired(steps: readonly Step[]): boolean {
  const open = new Set<string>();
  let isAnswering = false;
  for (const step of steps) {
    if (step !== 'other' && 'result' in step) {
      if (!open.delete(step.result)) return false;
      isAnswering = open.size > 0;
    } else if (step === 'other' ? open.size > 0 : isAnswering || open.has(step.call)) return false;
    else if (step !== 'other') open.add(step.call);
  }
  return open.size === 0;
}

function paired<T extends z.ZodType>(schema: T, stepsOf: (body: z.output<T>) => Step[]) {
  return schema.refine((body) => isPaired(stepsOf(body)), 'calls and results do not pair');
}

const alternate = (messages: readonly { role: string }[]) =>
  messages.every(({ role }, i) => (role === 'user') === (i % 2 === 0)) && messages.length % 2 === 1;

/** OpenAI's chat and Mistral's, which demands ids of nine letters or digits. */
function chatRequest(id: z.ZodString) {
  const call = z.strictObject({
    id,
    type: z.literal('function'),
    function: z.strictObject({ name, arguments: json }),
  });
  const message = z.discriminatedUnion('role', [
    z.strictObject({ role: z.enum(['system', 'user']), content: text }),
    z
      .strictObject({
        role: z.literal('assistant'),
        content: text.nullable(),
        tool_calls: z.array(call).nonempty().optional(),
      })
      .refine(({ content, tool_calls: calls }) => (content ?? calls) !== undefined),
    z.strictObject({ role: z.literal('tool'), tool_call_id: id, content: z.string() }),
  ]);
  const tool = z.strictObject({
    type: z.literal('function'),
    function: z.strictObject({ ...declared, parameters, strict: z.literal(false) }),
  });
  const body = z.looseObject({
    model: text,
    messages: z.array(message).nonempty(),
    tools: z.array(tool).optional(),
    tool_choice: z.literal('none').optional(),
  });
  return paired(body, ({ messages }) =>
    messages.flatMap((one): Step[] => {
      if (one.role === 'tool') return [{ result: one.tool_call_id }];
      const calls = one.role === 'assistant' ? (one.tool_calls ?? []) : [];
      return [
        ...(one.content === null ? [] : ['other' as const]),
        ...calls.map(({ id: called }) => ({ call: called })),
      ];
    }),
  );
}

const mistral = chatRequest(z.string().regex(/^[a-zA-Z0-9]{9}$/)).refine(({ messages }) =>
  messages.every(
    ({ role }, i) => messages[i - 1]?.role !== 'tool' || /^(?:tool|assistant)$/.test(role),
  ),
);

const responses = paired(
  z.looseObject({
    model: text,
    input: z.array(
      z.union([
        z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text }),
        z.strictObject({
          type: z.literal('function_call'),
          call_id: text,
          name,
          arguments: json,
        }),
        z.strictObject({
          type: z.literal('function_call_output'),
          call_id: text,
          output: z.string(),
        }),
      ]),
    ),
    tools: z
      .array(
        z.strictObject({
          type: z.literal('function'),
          ...declared,
          parameters,
          strict: z.literal(false),
        }),
      )
      .optional(),
    tool_choice: z.literal('none').optional(),
  }),
  ({ input: items }) =>
    items.map((item): Step => {
      if (!('type' in item)) return 'other';
      return item.type === 'function_call' ? { call: item.call_id } : { result: item.call_id };
    }),
);

const anthropicId = z.string().regex(/^[a-zA-Z0-9_-]+$/);

const anthropic = paired(
  z
    .looseObject({
      model: text.optional(),
      max_tokens: z.number(),
      system: z.array(z.strictObject({ type: z.literal('text'), text })).optional(),
      messages: z
        .array(
          z.strictObject({
            role: z.enum(['user', 'assistant']),
            content: z
              .array(
                z.discriminatedUnion('type', [
                  z.strictObject({ type: z.literal('text'), text }),
                  z.strictObject({ type: z.literal('tool_use'), id: anthropicId, name, input }),
                  z.strictObject({
                    type: z.literal('tool_result'),
                    tool_use_id: anthropicId,
                    content: z.string(),
                  }),
                ]),
              )
              .nonempty(),
          }),
        )
        .refine(alternate),
      tools: z.array(z.strictObject({ ...declared, input_schema: parameters })).optional(),
      tool_choice: z.strictObject({ type: z.literal('none') }).optional(),
    })
    .refine(({ messages, tools }) => tools || !JSON.stringify(messages).includes('"tool_use"')),
  ({ messages }) =>
    messages.flatMap(({ content }) =>
      content.map((block): Step => {
        if (block.type === 'tool_use') return { call: block.id };
        return block.type === 'tool_result' ? { result: block.tool_use_id } : 'other';
      }),
    ),
);

const gemini = paired(
  z.looseObject({
    contents: z
      .array(
        z.strictObject({
          role: z.enum(['user', 'model']),
          parts: z
            .array(
              z.union([
                z.strictObject({ text }),
                z.strictObject({ functionCall: z.strictObject({ name, args: input }) }),
                z.strictObject({
                  functionResponse: z.strictObject({ name, response: input }),
                }),
              ]),
            )
            .nonempty(),
        }),
      )
      .refine(alternate),
    tools: z.undefined().optional(),
  }),
  // It knows no ids: the results of one message answer the calls of the one before, in their order.
  ({ contents }) =>
    contents.flatMap(({ parts }, i) => {
      const numbers = { call: 0, result: 0 };
      return parts.map((part): Step => {
        if ('functionCall' in part)
          return { call: `${i}.${numbers.call++}.${part.functionCall.name}` };
        return 'functionResponse' in part
          ? { result: `${i - 1}.${numbers.result++}.${part.functionResponse.name}` }
          : 'other';
      });
    }),
);

const toolUseId = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

/** Of Bedrock's Converse; the model stands in the address. */
const converse = paired(
  z
    .looseObject({
      system: z.array(z.strictObject({ text })).optional(),
      messages: z
        .array(
          z.strictObject({
            role: z.enum(['user', 'assistant']),
            content: z
              .array(
                z.union([
                  z.strictObject({ text: text.regex(/\S/) }),
                  z.strictObject({ toolUse: z.strictObject({ toolUseId, name, input }) }),
                  z.strictObject({
                    toolResult: z.strictObject({
                      toolUseId,
                      content: z.array(z.strictObject({ text: z.string() })),
                    }),
                  }),
                ]),
              )
              .nonempty(),
          }),
        )
        .refine(alternate),
      toolConfig: z
        .strictObject({
          tools: z
            .array(
              z.strictObject({
                toolSpec: z.strictObject({
                  ...declared,
                  inputSchema: z.strictObject({ json: parameters }),
                }),
              }),
            )
            .nonempty(),
          // It knows no choice that forbids calls.
          toolChoice: z.strictObject({ auto: z.strictObject({}) }).optional(),
        })
        .optional(),
    })
    .refine(
      ({ messages, toolConfig }) => toolConfig || !JSON.stringify(messages).includes('"toolUse"'),
    ),
  ({ messages }) =>
    messages.flatMap(({ content }) =>
      content.map((block): Step => {
        if ('toolUse' in block) return { call: block.toolUse.toolUseId };
        return 'toolResult' in block ? { result: block.toolResult.toolUseId } : 'other';
      }),
    ),
);

/** The request of each form, as its provider takes it. */
export const REQUESTS = {
  openai: chatRequest(text),
  responses,
  anthropic,
  gemini,
  converse,
  mistral,
} as const;
