/** Writes transcripts as each provider documents them and promptfoo passes them on. */
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import { TRANSCRIPT_FORMS, type TranscriptForm } from '../../contract/transcript-forms.js';
import { type CallTurn, type ToolDeclaration, type Turn, textOfTurn } from './transcript.js';

const template = z.record(z.string(), z.unknown());

const transcriptForms = once(() =>
  readDataset(
    'transcripts/forms.yaml',
    z.strictObject({
      forms: z.record(
        z.enum(TRANSCRIPT_FORMS).exclude(['text']),
        z.strictObject({ said: template, call: template, result: template }),
      ),
    }),
  ),
);

/**
 * Writes a transcript in one form: JSON for promptfoo, or a text with a heading per turn.
 *
 * @example
 * transcriptIn('openai', [{ role: 'user', content: 'Hello' }]) // '[{"role":"user","content":"Hello"}]'
 */
export function transcriptIn(form: TranscriptForm, turns: readonly Turn[]): string {
  if (form === 'text') return asText(turns);
  const isByRole = form === 'anthropic' || form === 'converse' || form === 'gemini';
  const ids = writtenIds(turns);
  const { said, call, result } = transcriptForms().forms[form];
  const parts = (isByRole ? begunByUser(turns) : turns).map((turn): Part => {
    const { id, tool: $tool, arguments: $arguments } = turn as Partial<CallTurn>;
    const $id = ids.get(id ?? '') ?? id;
    const by = turn.role === 'call' ? call : turn.role === 'result' ? result : said;
    const values = { $role: turn.role, $text: textOfTurn(turn), $id, $tool, $arguments };
    return { role: turn.role, written: filled(by, values) as object };
  });
  if (form === 'responses') return JSON.stringify(parts.map(({ written }) => written));
  if (isByRole) return JSON.stringify(byRole(parts, form));
  const messages = chatMessages(parts);
  return JSON.stringify(form === 'mistral' ? withBridges(messages) : messages);
}

/**
 * Begins with the user, whom providers with two roles want first: a compaction may leave nothing of what the
 * user said.
 */
function begunByUser(turns: readonly Turn[]): readonly Turn[] {
  const first = turns.findIndex(({ role }) => role !== 'system');
  return first >= 0 && isAssistants(turns[first]!.role)
    ? turns.toSpliced(first, 0, { role: 'user', content: 'Go on.' })
    : turns;
}

function isAssistants(role: Turn['role']): boolean {
  return role === 'assistant' || role === 'call';
}

/**
 * Declares tools of which none is to be called, in OpenAI's form, which promptfoo converts for most providers.
 * Without `strict: false` OpenAI's Responses rewrites schemas.
 */
export function declaring(tools: readonly ToolDeclaration[]) {
  return {
    tools: tools.map((tool) => ({ type: 'function', function: { ...tool, strict: false } })),
    tool_choice: 'none',
  };
}

/** Every provider takes such an id of a call. Mistral takes no other. */
const PLAIN_ID = /^[A-Za-z0-9]{9}$/;

/** Replaces ids of calls that some provider refuses. */
function writtenIds(turns: readonly Turn[]): Map<string, string> {
  const ids = new Set(turns.flatMap((turn) => (turn.role === 'call' ? turn.id : [])));
  const written = new Map<string, string>();
  let number = 0;
  for (const id of ids) {
    if (PLAIN_ID.test(id)) continue;
    const next = () => `id${String(++number).padStart(7, '0')}`;
    let made = next();
    while (ids.has(made)) made = next();
    written.set(id, made);
  }
  return written;
}

type Part = { role: Turn['role']; written: object };

function filled(sample: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof sample === 'string') return values[sample] ?? sample;
  const entries = Object.entries(sample as object);
  return Object.fromEntries(entries.map(([name, inner]) => [name, filled(inner, values)]));
}

interface ChatMessage {
  role?: string;
  content?: string | null;
  tool_calls?: object[];
}

/** Adds a word of the assistant between results and other turns, which Mistral demands. */
function withBridges(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.flatMap((message, i) => {
    const isBehindResult = messages[i - 1]?.role === 'tool';
    const isAllowed = message.role === 'tool' || message.role === 'assistant';
    return isBehindResult && !isAllowed
      ? [{ role: 'assistant', content: 'Ok.' }, message]
      : [message];
  });
}

/** Moves calls into the assistant's message before them, as calls made at once must be. */
function chatMessages(parts: readonly Part[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const { role, written } of parts) {
    const last = messages.at(-1);
    if (role !== 'call') messages.push(written);
    else if (last?.role === 'assistant') {
      last.tool_calls ??= [];
      last.tool_calls.push(written);
    } else messages.push({ role: 'assistant', content: null, tool_calls: [written] });
  }
  return messages;
}

/**
 * Writes messages of two roles in turn. Results are the user's. What the system says first stands apart; later
 * words are the user's.
 */
function byRole(parts: readonly Part[], form: 'anthropic' | 'converse' | 'gemini'): object {
  const first = parts.findIndex(({ role }) => role !== 'system');
  const messages: { role: string; parts: object[] }[] = [];
  const model = form === 'gemini' ? 'model' : 'assistant';
  for (const { role, written } of parts.slice(first)) {
    const side = isAssistants(role) ? model : 'user';
    const last = messages.at(-1);
    if (last?.role === side) last.parts.push(written);
    else messages.push({ role: side, parts: [written] });
  }
  const system = parts.slice(0, first).map(({ written }) => written);
  if (form === 'gemini') {
    return system.length === 0
      ? messages
      : { system_instruction: { parts: system }, contents: messages };
  }
  const opening =
    form === 'converse'
      ? system.map((written) => ({ role: 'system', parts: (written as { text: string }).text }))
      : system.length > 0
        ? [{ role: 'system', parts: system }]
        : [];
  return [...opening, ...messages].map(({ role, parts: content }) => ({ role, content }));
}

/**
 * Heads each turn with more `#` than begin any line, so that no text passes for a heading. The last one waits
 * for the answer.
 */
function asText(turns: readonly Turn[]): string {
  let longest = 2;
  for (const turn of turns) {
    for (const [run] of textOfTurn(turn).matchAll(/^#+/gm)) longest = Math.max(longest, run.length);
  }
  const marks = '#'.repeat(longest + 1);
  const parts = turns.map((turn) => `${marks} ${headingOf(turn)}\n\n${textOfTurn(turn)}\n\n`);
  return `${parts.join('')}${marks} assistant`;
}

function headingOf(turn: Turn): string {
  if (turn.role === 'call') return `assistant calls ${turn.tool} (${turn.id})`;
  return turn.role === 'result' ? `result of ${turn.tool} (${turn.id})` : turn.role;
}
