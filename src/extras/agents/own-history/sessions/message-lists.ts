/** Reads lists of messages (OpenAI's chat and Responses, Anthropic), and files of records with such lists. */
import { UserError } from '../../../../base/user-error.js';
import { heardOf } from '../../messages.js';
import { type Line, type RecordedSession, Recording } from './recording.js';

/** Fields of records that hold messages, and lists of such records. */
const LISTS = ['messages', 'traj', 'items', 'input', 'conversation', 'new_items', 'history'];
const RECORDS = ['simulations', 'sessions', 'results'];

const listIn = (record: Line): Line[] | undefined =>
  LISTS.map((name) => record[name]).find(
    (list): list is Line[] => Array.isArray(list) && list.length > 0,
  );

const recordsIn = (lines: readonly Line[]): readonly Line[] =>
  lines.flatMap(
    (line) =>
      RECORDS.map((name) => line[name]).find((list): list is Line[] => Array.isArray(list)) ?? [
        line,
      ],
  );

export function areMessageLists(lines: readonly Line[]): boolean {
  return (
    recordsIn(lines).some((line) => listIn(line) !== undefined) || heardOf(lines[0]) !== undefined
  );
}

export function messageListSessions(lines: readonly Line[]): RecordedSession[] {
  const records = recordsIn(lines);
  const lists = records.flatMap((record) => {
    const list = listIn(record);
    if (!list) return [];
    const { system } = record;
    return [system === undefined ? list : [{ role: 'system', content: system }, ...list]];
  });
  return (lists.length > 0 ? lists : [lines]).map(sessionOf);
}

/** @throws {UserError} where none of the messages has a known form */
function sessionOf(messages: readonly Line[]): RecordedSession {
  const recording = new Recording(isResponses(messages) ? 'Responses' : 'messages');
  const heard = messages.map(heardOf);
  if (!heard.some(Boolean)) throw new UserError('no message has a known form');
  for (const said of heard) recording.add(said);
  return recording.session();
}

const isResponses = (messages: readonly Line[]) =>
  messages.some(({ type }) => typeof type === 'string' && type.startsWith('function_call'));
