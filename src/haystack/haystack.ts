/** What a haystack is called, how a benchmark makes one of its own, and what is hidden in it. */

/** Haystacks that have a name. */
export const HAYSTACK_NAMES = ['moby-dick', 'state-of-the-union', 'prose'] as const;

/** `spaces`: each line break becomes a space; `none`: it is taken out, with the white space around it. */
export type LineBreaks = 'spaces' | 'none';

/** Sentences that a haystack is made of. The same record and seed give the same text. */
export interface MadeHaystack {
  /** How it is called in error messages. */
  name: string;
  /** Sentences, each on a line or behind another; with `{slot}` places where they are drawn. */
  sentences: readonly string[];
  /** What may stand in each slot. */
  slots: Readonly<Record<string, readonly string[]>>;
  /** All sentences in turn, over and over; or each drawn at random, on a line of its own. */
  order: 'in turn' | 'drawn';
}

/** One sentence to hide, and where. */
export interface Evidence {
  text: string;
  /** Share of the haystack that stands before it, from 0 to 1. */
  position: number;
}

/** How far a prompt may stay below its length: 40 tokens or 0.2 %, whichever is larger. */
export function slack(tokens: number): number {
  return Math.max(40, Math.floor(tokens * 0.002));
}
