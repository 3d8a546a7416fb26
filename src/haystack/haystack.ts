export const HAYSTACK_NAMES = ['moby-dick', 'state-of-the-union', 'prose'] as const;

/** `spaces` makes each line break a space. `none` removes it with the white space around it. */
export type LineBreaks = 'spaces' | 'none';

/** Sentences to make a haystack of. The same record and seed give the same text. */
export interface MadeHaystack {
  name: string;
  /** Sentences, each on a line or behind another, with a `{slot}` for what is drawn. */
  sentences: readonly string[];
  slots: Readonly<Record<string, readonly string[]>>;
  /** All sentences in turn, repeatedly, or each drawn at random on its own line. */
  order: 'in turn' | 'drawn';
}

/** One sentence to hide, and where. */
export interface Evidence {
  text: string;
  /** Share of the haystack before it, from 0 to 1. */
  position: number;
}

/** Returns how far a prompt may stay below its length: 40 tokens or 0.2%, whichever is larger. */
export function slack(tokens: number): number {
  return Math.max(40, Math.floor(tokens * 0.002));
}
