/** OpenHands: `output.jsonl` of its evaluations (V0), an instance on each line; and events of its SDK (V1). */

import { z } from 'zod';
import { type Heard, heardOf, resultOf } from '../../messages.js';
import type { Line } from './branches.js';
import { type RecordedSession, Recording } from './recording.js';

/** What an action says of how it is run, and not of what is done. */
const RUNNING = new Set(
  (
    'thought hidden blocking confirmation_state security_risk is_static is_input keep_prompt timeout ' +
    'translated_ipython_code impl_source wait_for_response kind'
  ).split(' '),
);

/** Events of the program that no model is sent. */
const SILENT = new Set(
  'agent_state_changed change_agent_state recall null state condensation_request'.split(' '),
);

const eventSchema = z.looseObject({
  id: z.number().optional(),
  cause: z.number().nullish(),
  source: z.string().nullish(),
  action: z.string().optional(),
  observation: z.string().optional(),
  args: z.looseObject({}).default({}),
  content: z.unknown().optional(),
});

type Event = z.output<typeof eventSchema>;

const historyOf = ({ history }: Line) => (Array.isArray(history) ? history.flat() : []);

export function isOpenHands(lines: readonly Line[]): boolean {
  return lines.some((line) => historyOf(line).some(isEvent));
}

/** Messages of SWE-agent have actions too, but a role besides. */
const isEvent = (one: unknown) => {
  const event = Object(one) as Line;
  return ('action' in event || 'observation' in event) && !('role' in event);
};

export function openHandsSessions(lines: readonly Line[]): RecordedSession[] {
  return lines.map((line) => {
    const recording = new Recording('OpenHands');
    for (const one of historyOf(line)) {
      const { data } = eventSchema.safeParse(one);
      if (!data) recording.leftOut.others++;
      else if (data.action === 'condensation') recording.compact(`${data.args.summary ?? ''}`);
      else recording.add(heardOfEvent(data), data.id);
    }
    return recording.session();
  });
}

function heardOfEvent({ id, cause, source, action, observation, args, content }: Event): Heard[] {
  if (SILENT.has(action ?? observation ?? 'null')) return [];
  if (observation !== undefined) return resultOf(`${cause}`, content ?? '');
  const { thought, ...others } = args;
  if (action === 'message') {
    return [{ role: source === 'user' ? 'user' : 'assistant', content: `${args.content ?? ''}` }];
  }
  if (action === 'system') return [{ role: 'system', content: `${args.content ?? ''}` }];
  const given = Object.entries(others).filter(
    ([name, value]) => !RUNNING.has(name) && value !== null,
  );
  return [
    ...(typeof thought === 'string' ? [{ role: 'assistant' as const, content: thought }] : []),
    { role: 'call', id: `${id}`, tool: `${action}`, arguments: Object.fromEntries(given) },
  ];
}

export function isOpenHandsEvents(lines: readonly Line[]): boolean {
  return lines.some(({ kind }) => kind === 'ActionEvent' || kind === 'ObservationEvent');
}

export function openHandsEventSessions(lines: readonly Line[]): RecordedSession[] {
  const recording = new Recording('OpenHands events');
  for (const line of lines) {
    if (line.kind === 'Condensation') recording.compact(`${line.summary ?? ''}`);
    else recording.add(heardOfLine(line), line.id);
  }
  return [recording.session()];
}

function heardOfLine(line: Line): Heard[] {
  const {
    kind,
    tool_name: tool,
    tool_call_id: id,
    thought,
    tool_call: call,
    action,
    reasoning_content,
  } = line;
  switch (kind) {
    case 'SystemPromptEvent':
      return heardOf({ role: 'system', content: [line.system_prompt] }) ?? [];
    case 'MessageEvent':
      return heardOf(line.llm_message) ?? [];
    case 'ActionEvent': {
      const given = (call as { arguments?: unknown } | undefined)?.arguments;
      const own = Object.entries(Object(action)).filter(([name]) => !RUNNING.has(name));
      const calls = [{ id, function: { name: tool, arguments: given ?? Object.fromEntries(own) } }];
      const content = Array.isArray(thought) ? thought : [];
      return heardOf({ role: 'assistant', content, reasoning_content, tool_calls: calls }) ?? [];
    }
    case 'ObservationEvent': {
      const { content, output } = Object(line.observation) as Line;
      return resultOf(`${id}`, content ?? output ?? line.observation);
    }
    case 'AgentErrorEvent':
      return resultOf(`${id}`, line.error);
    default:
      return [];
  }
}
