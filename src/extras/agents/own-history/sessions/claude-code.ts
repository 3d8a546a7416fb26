/** Claude Code: files below `~/.claude/projects/`, a line for each block of a message, in a tree by `parentUuid`. */

import { smallest } from '../../../../base/extremes.js';
import { heardOf } from '../../messages.js';
import { type Line, newestBranch, type RecordedSession, Recording } from './recording.js';

type Block = { type?: unknown; id?: unknown; tool_use_id?: unknown };

const isSaid = ({ type }: Line) => type === 'user' || type === 'assistant';

/** Tells lines that the program adds itself: reminders, files, and what the user wrote while it worked. */
const isAttached = ({ type }: Line) => type === 'attachment';

/** Reads what the user wrote in the meantime as a message. */
function queued({ attachment }: Line): Line {
  const { type, prompt } = Object(attachment);
  return type === 'queued_command' ? { role: 'user', content: prompt } : {};
}

/** Tells the note before a compaction, whose summary is the next line. */
const isBoundary = ({ subtype }: Line) => subtype === 'compact_boundary';

const messageOf = ({ message }: Line) =>
  Object(message) as {
    id?: string | undefined;
    role?: unknown;
    content?: unknown;
    model?: unknown;
  };

const blocksOf = (line: Line): Block[] => {
  const { content } = messageOf(line);
  return Array.isArray(content) ? content.map((block) => Object(block)) : [];
};

export function isClaudeCode(lines: readonly Line[]): boolean {
  return lines.some((line) => isSaid(line) && 'parentUuid' in line && 'message' in line);
}

export function claudeCodeSessions(lines: readonly Line[]): RecordedSession[] {
  const recording = new Recording('Claude Code');
  // Files of an agent that worked for another one have nothing but its lines.
  const isApart = lines.some((line) => isSaid(line) && line.isSidechain !== true);
  const main = lines.filter((line) => !isApart || line.isSidechain !== true);
  const branch = wholeBranch(main);
  const entries = main.filter((line) => branch.has(line) && (isSaid(line) || isAttached(line)));
  recording.leftOut.subagents = lines.length - main.length;
  recording.leftOut.branches = main.filter((line) => isSaid(line) && !branch.has(line)).length;
  const placeOf = new Map(entries.map(({ uuid }, i) => [uuid, i] as const).toReversed());
  const boundaries = new Map(main.filter(isBoundary).map((line) => [line.uuid, line]));
  for (const line of entries) {
    // Errors of the program's own that no model is sent.
    if (line.isApiErrorMessage === true || messageOf(line).model === '<synthetic>') {
      recording.leftOut.others++;
      continue;
    }
    const heard = heardOf(isSaid(line) ? { ...messageOf(line), type: undefined } : queued(line));
    if (line.isCompactSummary !== true) recording.add(heard, line.uuid);
    else {
      const texts = (heard ?? []).flatMap((part) => (part.role === 'user' ? [part.content] : []));
      const names = namesKept(boundaries.get(line.parentUuid));
      const places = names.flatMap((name) => placeOf.get(name) ?? []);
      recording.compact(texts.join('\n'), entries[smallest(places)]?.uuid);
    }
  }
  return [recording.session()];
}

/** Returns the names of lines that a compaction kept. */
function namesKept(boundary: Line | undefined): unknown[] {
  const { preservedMessages, preservedSegment } = Object(boundary?.compactMetadata);
  const names: unknown = Object(preservedMessages).uuids;
  return Array.isArray(names) ? names : [Object(preservedSegment).headUuid];
}

/** Returns the newest branch, with all blocks of its messages and all results of its calls. */
function wholeBranch(lines: readonly Line[]): Set<Line> {
  const names = new Set(lines.map(({ uuid }) => uuid));
  // The name of the last message before each line.
  let said: unknown;
  const before = lines.map((line) => {
    const last = said;
    if (isSaid(line)) said = line.uuid;
    return last;
  });
  const branch = newestBranch(
    lines,
    ({ uuid }) => uuid,
    (line, i) => {
      const parent = line.parentUuid ?? line.logicalParentUuid;
      if (names.has(parent)) return parent;
      // Behind a compaction a new tree begins, which goes on where the one before ended; and a line that the file lacks
      // stood behind the one before it.
      const goesOn = parent || line.isCompactSummary === true || isBoundary(line);
      return goesOn ? before[i] : undefined;
    },
    isSaid,
  );
  // Where the last turns were kept, the next ones follow them, and the summary is a branch of its own.
  const onBranch = new Set<unknown>([...branch].map(({ uuid }) => uuid));
  const kept = new Set<unknown>(
    lines.filter(isBoundary).flatMap(({ uuid, compactMetadata }) => {
      const { tailUuid } = Object(Object(compactMetadata).preservedSegment);
      return tailUuid !== undefined && onBranch.has(tailUuid) ? [uuid] : [];
    }),
  );
  for (const line of lines) if (kept.has(line.parentUuid)) branch.add(line);
  const messages = new Set([...branch].filter(isSaid).flatMap((line) => messageOf(line).id ?? []));
  for (const line of lines) {
    const { id } = messageOf(line);
    if (line.type === 'assistant' && id !== undefined && messages.has(id)) branch.add(line);
  }
  const calls = new Set(
    [...branch].flatMap((line) =>
      blocksOf(line).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : [])),
    ),
  );
  for (const line of lines) {
    if (line.type !== 'user') continue;
    if (blocksOf(line).some(({ tool_use_id: id }) => id !== undefined && calls.has(id)))
      branch.add(line);
  }
  return branch;
}
