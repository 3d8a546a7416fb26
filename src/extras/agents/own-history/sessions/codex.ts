/** Codex: files below `~/.codex/sessions/`, items of the Responses API in `payload`. */

import type { SaidTurn } from '../../../../haystack/messages/transcript.js';
import { heardOf } from '../../messages.js';
import { type Line, type RecordedSession, Recording } from './recording.js';

const payloadOf = ({ payload }: Line) => Object(payload) as Line;

export function isCodex(lines: readonly Line[]): boolean {
  return lines.some(
    (line) => (line.type === 'session_meta' || line.type === 'response_item') && 'payload' in line,
  );
}

export function codexSessions(lines: readonly Line[]): RecordedSession[] {
  const recording = new Recording('Codex');
  for (const line of lines) {
    const payload = payloadOf(line);
    if (line.type === 'session_meta') {
      const { instructions, base_instructions: base } = payload as {
        instructions?: unknown;
        base_instructions?: { text?: unknown };
      };
      const text = base?.text ?? instructions;
      if (typeof text === 'string') recording.add([{ role: 'system', content: text }]);
    } else if (line.type === 'response_item') {
      recording.add(heardOf(payload));
    } else if (line.type === 'compacted') compact(recording, payload);
  }
  return [recording.session()];
}

/** Reads a compaction. Newer versions write what was sent from then on, with the summary as a message or encrypted. */
function compact(recording: Recording, payload: Line): void {
  const { message, replacement_history: replacement } = payload;
  const text = typeof message === 'string' ? message : '';
  if (!Array.isArray(replacement)) {
    recording.compact(text);
    return;
  }
  const sent = replacement
    .flatMap((item) => heardOf(item) ?? [])
    .filter((one): one is SaidTurn => one.role === 'user' || one.role === 'assistant');
  const summary = text === '' ? undefined : sent.findLast(({ content }) => content.includes(text));
  recording.replace({ sent, ...(summary && { summary }) });
}
