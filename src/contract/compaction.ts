/** Defines what a compaction of a transcript kept of its facts. */

export type KeptOf = [kept: number, all: number];

/** What a compaction kept, by quarters of the history, the oldest first. */
export interface Compaction {
  /** The identity of the same Case without it. */
  of: string;
  /** Tokens before the question, without it and with it. */
  before: number;
  after: number;
  /** Facts that hold at the end. */
  current: KeptOf[];
  /** Facts that later ones replaced. */
  superseded: KeptOf[];
  /** The facts that hold at the end, by kind: `{ names: [3, 4] }`. One fact may be of several kinds. */
  kinds?: Record<string, KeptOf>;
  /** What each mark would be if nothing of what was kept were forgotten, and of which kinds its fact is. */
  most?: readonly number[];
  markKinds?: readonly (readonly string[])[];
  /** Why it failed, by its kind: `exit 3: KeyError`. Nothing was asked then, and nothing is counted. */
  failed?: string;
  /** What it says that it spent itself: tokens, and US dollars where it says them. */
  spent?: { input: number; output: number; cost?: number | undefined };
}

export const QUARTERS = 4;

/** Returns the quarter of a history in which a position lies, from 0. */
export function quarterOf(position: number): number {
  return Math.min(QUARTERS - 1, Math.floor(position * QUARTERS));
}
