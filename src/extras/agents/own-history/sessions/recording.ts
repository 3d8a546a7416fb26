/** Records a session: turns in order, what has no place in them, and compactions. */
import { append } from '../../../../base/extremes.js';
import { kept } from '../../../../base/kept.js';
import { callId, type SaidTurn, type Turn } from '../../../../haystack/messages/transcript.js';
import type { Heard } from '../../messages.js';

/** Counts what of a recording is not in its turns. */
const NOTHING_LEFT_OUT = {
  /** Calls without a result and results without a call, which providers refuse. */
  calls: 0,
  results: 0,
  /** Parts of thinking, and how long they are together. */
  thoughts: 0,
  thinkingCharacters: 0,
  images: 0,
  /** Lines of other branches, and of agents that worked for this one. */
  branches: 0,
  subagents: 0,
  /** Calls that a provider made itself, notes of the program, and other things that no model is sent. */
  others: 0,
  /** Lines that were cut off when the program ended. */
  cutOff: 0,
};

export type LeftOutOfSession = typeof NOTHING_LEFT_OUT;

/** A compaction in a recording. */
export interface RecordedCompaction {
  /** How many turns there were before it. */
  at: number;
  /** What the model was sent in place of them, but for what the system says. */
  sent: readonly Turn[];
  /** Which of these turns stands for older ones; none where the file does not tell it. */
  summary?: SaidTurn;
}

/** One session, as one conversation. */
export interface RecordedSession {
  format: string;
  /** All that was said and done, without summaries. Every call is followed by its result. */
  turns: readonly Turn[];
  compactions: readonly RecordedCompaction[];
  leftOut: LeftOutOfSession;
}

/** A compaction, with the name of the first line that was kept. */
type Mark = { role: 'compaction'; keptFrom?: unknown } & Omit<RecordedCompaction, 'at'>;

/** Collects what the readers of each format find. */
export class Recording {
  private readonly heard: (Turn | Mark)[] = [];
  /** The names that lines of the file have, each with the place of what they say. */
  private readonly places = new Map<unknown, number>();
  readonly leftOut: LeftOutOfSession = { ...NOTHING_LEFT_OUT };

  constructor(private readonly format: string) {}

  /**
   * Takes down what a line says.
   *
   * @param heard - nothing where it has no known form
   * @param name - what a compaction calls the line, where it names the first that is kept
   */
  add(heard: readonly Heard[] | undefined, name?: unknown): void {
    if (name !== undefined) this.places.set(name, this.heard.length);
    if (!heard) this.leftOut.others++;
    for (const part of heard ?? []) {
      if (part.role !== 'left out') {
        if (!('content' in part) || part.content !== '' || part.role === 'result')
          this.heard.push(part);
      } else if (part.what === 'thinking') {
        this.leftOut.thoughts++;
        this.leftOut.thinkingCharacters += part.characters;
      } else if (part.what === 'image') this.leftOut.images++;
      else this.leftOut.others++;
    }
  }

  compact(text: string, keptFrom?: unknown): void {
    const summary = { role: 'user', content: text } as const;
    this.heard.push({ role: 'compaction', sent: [summary], summary, keptFrom });
  }

  /** Takes down a compaction of a program that writes all that the model was sent then. */
  replace(compaction: Omit<RecordedCompaction, 'at'>): void {
    this.heard.push({ role: 'compaction', ...compaction });
  }

  session(): RecordedSession {
    const { turns, places } = paired(this.heard, this.leftOut);
    const compactions = this.heard.flatMap((mark, i): RecordedCompaction[] => {
      if (mark.role !== 'compaction') return [];
      const { role, keptFrom, sent, ...summary } = mark;
      const at = places[i]!;
      const kept = this.places.get(keptFrom);
      const tail = kept === undefined ? [] : turns.slice(places[kept], at);
      return [
        { at, sent: [...sent, ...tail.filter((turn) => turn.role !== 'system')], ...summary },
      ];
    });
    return { format: this.format, turns, compactions, leftOut: this.leftOut };
  }
}

/**
 * Turns in which the result of each call follows the calls that were made at once. What has lost its other half is
 * left out and counted.
 *
 * @returns with the turns, how many of them there are before each thing heard
 */
function paired(heard: readonly (Turn | Mark)[], leftOut: LeftOutOfSession) {
  // The places of the results of each call, the last one first, so that those before a call are dropped once.
  const results = new Map<string, number[]>();
  heard.toReversed().forEach((turn, i) => {
    if (turn.role === 'result') kept(results, turn.id, () => []).push(heard.length - 1 - i);
  });
  const turns: Turn[] = [];
  const places: number[] = [];
  let taken = 0;
  let calls = 0;
  let open: Turn[] = [];
  const flush = () => {
    append(turns, open);
    open = [];
  };
  heard.forEach((turn, i) => {
    if (turn.role !== 'call') flush();
    places.push(turns.length);
    if (turn.role === 'call') {
      const waiting = results.get(turn.id) ?? [];
      while (waiting.length > 0 && waiting.at(-1)! < i) waiting.pop();
      const found = waiting.pop();
      if (found === undefined) {
        leftOut.calls++;
        return;
      }
      taken++;
      const id = callId(++calls);
      turns.push({ ...turn, id });
      open.push({ ...(heard[found] as Turn & { role: 'result' }), id, tool: turn.tool });
    } else if (turn.role !== 'result' && turn.role !== 'compaction') turns.push(turn);
  });
  flush();
  leftOut.results += heard.filter(({ role }) => role === 'result').length - taken;
  return { turns, places };
}

/** A line of a file of JSON lines. */
export type Line = Readonly<Record<string, unknown>>;

/**
 * The lines on the way from the first line to the newest leaf.
 *
 * @param parentOf - the name of the line before one; where it has none, the tree ends
 */
export function newestBranch(
  lines: readonly Line[],
  nameOf: (line: Line) => unknown,
  parentOf: (line: Line, i: number) => unknown,
  isLeaf: (line: Line) => boolean,
): Set<Line> {
  const byName = new Map(lines.map((line, i) => [nameOf(line), i]));
  const branch = new Set<Line>();
  let at = lines.findLastIndex(isLeaf);
  while (at >= 0 && !branch.has(lines[at]!)) {
    branch.add(lines[at]!);
    at = byName.get(parentOf(lines[at]!, at)) ?? -1;
  }
  return branch;
}
