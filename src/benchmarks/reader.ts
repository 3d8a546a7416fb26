import type { Case } from '../case.js';
import type { ReaderProfile } from '../providers/reader-profiles.js';

/** A piece of evidence as it stands in a prompt. */
export interface Piece {
  text: string;
  /** Where it begins in the prompt, in UTF-16 units. */
  start: number;
  /** Where it stands among the data: 0 at its start, 1 at its end. */
  position: number;
}

/** What a careful reader gets out of a prompt before any defect comes in. */
export interface Understood {
  /** In order of the prompt. */
  pieces: readonly Piece[];
  /**
   * The answer of a reader that recalls these pieces, by number, and no others.
   *
   * @param recalled - ascending
   */
  answer(recalled: readonly number[]): string;
  /** The answer with a defect that only this benchmark can show; nothing for all other profiles. */
  ownDefect?(profile: ReaderProfile, random: () => number): string | undefined;
}

/** How prompts of one benchmark are read: what stands in them is looked up, never taken from the Case. */
export interface Reader {
  benchmark: string;
  /**
   * @param theCase - looked at for the task, the language, and sets and words of the user's own, never
   *   for an answer; without it, prompts in any wording of ours are understood
   * @returns nothing when the prompt is not of this benchmark
   */
  read(prompt: string, theCase?: Case): Understood | undefined;
}
