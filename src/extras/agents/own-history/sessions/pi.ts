/** Reads sessions of pi (`~/.pi/agent/sessions/`). Newer ones are trees by `parentId`. */
import { heardOf } from '../../messages.js';
import { type Line, newestBranch, type RecordedSession, Recording } from './recording.js';

export function isPi(lines: readonly Line[]): boolean {
  return lines[0]?.type === 'session' && lines.some(({ type }) => type === 'message');
}

export function piSessions(lines: readonly Line[]): RecordedSession[] {
  const recording = new Recording('pi');
  const entries = lines.slice(1);
  const isTree = entries.some(({ parentId }) => typeof parentId === 'string');
  const branch = isTree
    ? newestBranch(
        entries,
        ({ id }) => id,
        ({ parentId }) => parentId,
        () => true,
      )
    : new Set(entries);
  recording.leftOut.branches = entries.length - branch.size;
  entries.forEach((line, i) => {
    if (!branch.has(line)) return;
    if (line.type === 'message') {
      const { role, ...message } = Object(line.message) as Line;
      // An index counts the lines behind the first.
      recording.add(heardOf({ ...message, role }), line.id ?? i);
      if (line.id !== undefined) recording.add([], i);
    } else if (line.type === 'compaction') {
      const { summary, firstKeptEntryId, firstKeptEntryIndex } = line;
      // Older files count the first line, too.
      recording.compact(`${summary}`, firstKeptEntryId ?? Number(firstKeptEntryIndex) - 1);
    }
  });
  return [recording.session()];
}
