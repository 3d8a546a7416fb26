import type { ReaderProfile } from './reader-profiles.js';

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
