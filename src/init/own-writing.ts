import { diffArrays } from 'diff';

/**
 * Make a change in a text that is written in a way of its own: with its indents, folds and blank
 * lines. Where nothing changes, the text's own lines stay.
 *
 * @param text - the text as it is
 * @param before - the same, written as `after` is
 * @param after - what it should say
 */
export function inOwnWriting(text: string, before: string, after: string): string {
  const lines = before.split('\n');
  const changes = hunksOf(lines, after.split('\n'));
  const own = hunksOf(lines, text.split('\n')).filter((hunk) =>
    changes.every((change) => hunk.end <= change.start || change.end <= hunk.start),
  );
  return replaced(lines, [...own, ...changes]).join('\n');
}

/** Lines from `start` to before `end` that others stand in the place of. */
interface Hunk {
  start: number;
  end: number;
  lines: string[];
}

function hunksOf(from: string[], to: string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, value, count } of diffArrays(from, to)) {
    const last = hunks.at(-1);
    if (added && last?.end === at) last.lines.push(...value);
    else if (added) hunks.push({ start: at, end: at, lines: value });
    else if (removed && last?.end === at) last.end += count;
    else if (removed) hunks.push({ start: at, end: at + count, lines: [] });
    if (!added) at += count;
  }
  return hunks;
}

function replaced(lines: string[], hunks: readonly Hunk[]): string[] {
  const ordered = [...hunks].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  const parts = ordered.map((hunk) => {
    const kept = lines.slice(at, hunk.start);
    at = hunk.end;
    return [...kept, ...hunk.lines];
  });
  return [...parts.flat(), ...lines.slice(at)];
}
