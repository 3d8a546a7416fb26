/** Measures what recorded compactions lost: which values were kept, and which of those that the agent used later. */
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import { factsIn, resultValues } from './candidates.js';
import type { RecordedCompaction, RecordedSession } from './sessions/recording.js';
import { ATOM } from './values.js';

/** Values before a compaction, and how many are left in kept turns or only in the summary. */
interface Left {
  of: number;
  inTurns: number;
  inSummary: number;
}

export interface Lost {
  before: readonly Turn[];
  after: readonly Turn[];
  /** Whether the file tells what stood for older turns. */
  hasSummary: boolean;
  /** Ids, numbers, versions, dates and files that stood in one place alone, a result. */
  once: Left;
  /** Values in results that the agent wrote into a later call or message. */
  used: Left;
}

/** Returns for each compaction of a session which values are left. */
export function lostBy({ turns, compactions }: RecordedSession): Lost[] {
  return compactions.map(({ at, sent, summary }, i) => {
    const before = sentBefore(turns, compactions[i - 1], at);
    const kept = sent.filter((turn) => turn !== summary);
    const holdsFacts = factsIn(before);
    const found = new Set(
      before.flatMap((turn) => (holdsFacts(turn) ? resultValues(turn.content) : [])),
    );
    const counts = new Map<string, number>();
    for (const atom of before.flatMap(atomsOf)) counts.set(atom, (counts.get(atom) ?? 0) + 1);
    const later = turns.slice(at).filter(({ role }) => role === 'call' || role === 'assistant');
    const written = new Set(later.flatMap(atomsOf));
    const left = (values: readonly string[]): Left => {
      const [inTurns, inSummary] = [kept, summary ? [summary] : []].map((some) => {
        const atoms = new Set(some.flatMap(atomsOf));
        return values.filter((value) => atoms.has(value));
      });
      const alone = inSummary!.filter((value) => !inTurns!.includes(value));
      return { of: values.length, inTurns: inTurns!.length, inSummary: alone.length };
    };
    return {
      before,
      after: sent,
      hasSummary: summary !== undefined,
      once: left([...found].filter((value) => counts.get(value) === 1)),
      used: left([...found].filter((value) => written.has(value))),
    };
  });
}

/** Returns what a model was sent before a compaction: all turns, or what the previous one left. */
function sentBefore(
  turns: readonly Turn[],
  last: RecordedCompaction | undefined,
  at: number,
): readonly Turn[] {
  if (!last) return turns.slice(0, at);
  return [...last.sent, ...turns.slice(last.at, at)];
}

function atomsOf(turn: Turn): string[] {
  const atoms = textOfTurn(turn).match(ATOM) ?? [];
  return atoms.flatMap((atom) => (/\W/.test(atom) ? [atom, ...atom.match(/\w+/g)!] : [atom]));
}
