/** Traces: spans of OpenTelemetry with `gen_ai.*`, and runs of LangSmith. */
import { largest } from '../../../../base/extremes.js';
import { fromJson } from '../../../../base/text/from-json.js';
import { type Heard, heardOf, resultOf } from '../../messages.js';
import type { Line } from './branches.js';
import { type RecordedSession, Recording } from './recording.js';

/** What of a trace tells a conversation: requests to a model with their messages, or calls of tools. */
interface Step {
  start: string;
  /** All messages of a request and of its answer. */
  messages?: unknown[];
  call?: { id: string; tool: string; arguments: unknown; result: unknown };
}

/** Values of attributes as OpenTelemetry writes them in JSON. */
function plainValue(value: unknown): unknown {
  const { stringValue, arrayValue, kvlistValue, ...plain } = Object(value) as Line;
  if (stringValue !== undefined) return stringValue;
  if (arrayValue !== undefined) return listIn(Object(arrayValue).values).map(plainValue);
  if (kvlistValue !== undefined) return attributesOf(Object(kvlistValue).values);
  return typeof value === 'object' && value !== null ? Object.values(plain)[0] : value;
}

function attributesOf(attributes: unknown): Line {
  if (!Array.isArray(attributes)) return Object(attributes) as Line;
  return Object.fromEntries(
    attributes.map((attribute) => {
      const { key, value } = Object(attribute) as Line;
      return [`${key}`, plainValue(value)];
    }),
  );
}

/** A list, or none where something else stands. */
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const listOf = (value: unknown) => listIn(fromJson(value));

const spansIn = (lines: readonly Line[]): Line[] =>
  lines.flatMap((line) => {
    if (!Array.isArray(line.resourceSpans)) return [line];
    return line.resourceSpans.flatMap((resource) =>
      listIn(Object(resource).scopeSpans).flatMap((scope) =>
        listIn(Object(scope).spans).map((span) => Object(span) as Line),
      ),
    );
  });

const isGenAi = (span: Line) =>
  Object.keys(attributesOf(span.attributes)).some((name) => name.startsWith('gen_ai.'));

export function areSpans(lines: readonly Line[]): boolean {
  return spansIn(lines).some((span) => 'attributes' in span && isGenAi(span));
}

export function spanSessions(lines: readonly Line[]): RecordedSession[] {
  const steps = spansIn(lines).map((span): Step => {
    const given = attributesOf(span.attributes);
    const start = `${span.startTimeUnixNano ?? span.start_time ?? span.startTime ?? ''}`;
    const id = given['gen_ai.tool.call.id'];
    if (id !== undefined) {
      const tool = `${given['gen_ai.tool.name'] ?? ''}`;
      const result = given['gen_ai.tool.call.result'];
      const wanted = given['gen_ai.tool.call.arguments'];
      return { start, call: { id: `${id}`, tool, arguments: wanted, result } };
    }
    const parts = ['gen_ai.system_instructions', 'gen_ai.input.messages', 'gen_ai.output.messages'];
    const [system, input, output] = parts.map((name) => listOf(given[name]));
    const opening = system!.length > 0 ? [{ role: 'system', parts: system }] : [];
    return { start, messages: [...opening, ...input!, ...output!] };
  });
  return [sessionOf('spans', steps)];
}

export function areRuns(lines: readonly Line[]): boolean {
  return lines.some(({ run_type: type }) => type === 'llm' || type === 'tool');
}

export function runSessions(lines: readonly Line[]): RecordedSession[] {
  const steps = lines.map((run): Step => {
    const { id, name, inputs, outputs } = run;
    const start = `${run.start_time ?? ''}`;
    if (run.run_type === 'tool') {
      const result = Object(outputs).output ?? outputs;
      return { start, call: { id: `${id}`, tool: `${name}`, arguments: inputs, result } };
    }
    if (run.run_type !== 'llm') return { start };
    return { start, messages: [...messagesIn(inputs), ...messagesIn(outputs)] };
  });
  return [sessionOf('runs', steps)];
}

/** Messages of a run: of a request, in one list or a list of such; of an answer, each in its choice or generation. */
function messagesIn(value: unknown): unknown[] {
  const { messages, choices, generations, message } = Object(value) as Line;
  if (Array.isArray(messages)) return messages.flat();
  const each = (choices ??
    (Array.isArray(generations) ? generations.flat() : undefined)) as unknown;
  if (Array.isArray(each)) return each.flatMap((one) => Object(one).message ?? []);
  return message === undefined ? [] : [message];
}

/** A message of LangChain, or of OpenTelemetry, in the fields that all others have. */
function plain(message: unknown): Line {
  const { kwargs, id, ...own } = Object(message) as Line;
  if (kwargs !== undefined) {
    const name = Array.isArray(id) ? `${id.at(-1)}` : '';
    return plain({ type: name.replace(/Message(?:Chunk)?$/, '').toLowerCase(), ...Object(kwargs) });
  }
  if (own.role === 'tool' && own.parts !== undefined) return { ...own, role: 'user' };
  return own.role === undefined ? { ...own, role: own.type } : own;
}

/** The conversation of the last request that tells a whole one; without any, the calls of tools. */
function sessionOf(format: string, steps: readonly Step[]): RecordedSession {
  const recording = new Recording(format);
  const inOrder = steps.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const longest = largest(inOrder.map(({ messages = [] }) => messages.length));
  const last = inOrder.findLast(({ messages = [] }) => messages.length === longest);
  for (const message of last?.messages ?? []) {
    recording.add(heardOf(plain(message)) ?? [{ role: 'left out', what: 'other', characters: 0 }]);
  }
  if (longest > 0) return recording.session();
  for (const { call } of inOrder) {
    if (!call) continue;
    const { id, tool, arguments: given, result } = call;
    const asked = { id, function: { name: tool, arguments: given ?? {} } };
    const called: Heard[] = heardOf({ role: 'assistant', tool_calls: [asked] }) ?? [];
    recording.add([...called, ...(result === undefined ? [] : resultOf(id, result))]);
  }
  return recording.session();
}
