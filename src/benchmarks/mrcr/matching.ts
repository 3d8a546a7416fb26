/** What is compared, and what is found alike. */

/** Two texts as numbers, the same for the same character (code point, as in Python). */
export interface NumberedTexts {
  a: Int32Array;
  b: Int32Array;
  /** How many different characters there are. */
  characters: number;
  /** By place: how many characters from here on stand in `b` and are not popular there. */
  rareA: Int32Array;
  rareB: Int32Array;
  /** No run of them is longer in both texts. */
  longestRare: number;
  /** By character: where it stands in `b`, ascending; empty where it is popular there. */
  places: readonly number[][];
}

/** A part of each text. */
export interface Range {
  startA: number;
  endA: number;
  startB: number;
  endB: number;
}

/** The same characters at a place of each text. */
export interface Block {
  atA: number;
  atB: number;
  length: number;
}
