/** Reads what a compaction returns as turns. */
import { z } from 'zod';
import type { Compaction } from '../../../contract/compaction.js';
import type { Turn } from '../../../haystack/messages/transcript.js';
import { turnsOfMessages } from '../messages.js';
import { FailedCompaction } from './compactor.js';

/** What compactions report to have spent. */
export type CompactionSpent = NonNullable<Compaction['spent']>;

/** The outcome of one call. */
export interface Kept {
  turns: Turn[];
  /** Absent where it does not say. */
  spent?: CompactionSpent;
}

const amount = z.number().nonnegative();
const spentSchema = z.object({
  usage: z.object({ input: amount, output: amount, cost: amount.optional() }),
});

/**
 * What a compaction keeps, and what it says that it spent.
 *
 * @param returned - turns, messages or a text, or an object with one of these
 * @param before - the turns that it was given
 * @throws {FailedCompaction} when it is no transcript, or a result has no call before it
 */
export function keptOf(returned: unknown, before: readonly Turn[]): Kept {
  const turns = keptTurns(returned, before);
  // Turns that are right are not refused for their bill.
  const { data } = spentSchema.safeParse(returned);
  return { turns, ...(data && { spent: data.usage }) };
}

/** Adds two amounts. If one is unknown, so is the sum. */
export function spentTogether(
  before: CompactionSpent | undefined,
  added: CompactionSpent | undefined,
): CompactionSpent | undefined {
  if (!before || !added) return undefined;
  const cost = (before.cost ?? 0) + (added.cost ?? 0);
  return {
    input: before.input + added.input,
    output: before.output + added.output,
    ...(cost > 0 && { cost }),
  };
}

function keptTurns(returned: unknown, before: readonly Turn[]): Turn[] {
  const kept = isWrapped(returned)
    ? (returned.turns ?? returned.messages ?? returned.text)
    : returned;
  if (typeof kept === 'string') {
    const said = before.findIndex(({ role }) => role !== 'system');
    return [...before.slice(0, said < 0 ? before.length : said), { role: 'user', content: kept }];
  }
  const turns = turnsOfMessages(kept);
  if (typeof turns === 'string') throw new FailedCompaction('no transcript', turns);
  const open = new Set<string>();
  for (const turn of turns) {
    if (turn.role === 'call') open.add(turn.id);
    else if (turn.role === 'result' && !open.delete(turn.id)) {
      throw new FailedCompaction('a result without its call', turn.id);
    }
  }
  const [unanswered] = open;
  if (unanswered === undefined) return turns;
  throw new FailedCompaction('a call without its result', unanswered);
}

function isWrapped(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
