/** Evidence that must stand in the sent prompt to be found. */
export interface Sought {
  text: string;
  /** Position among the data, from 0 to 1. By default its place in the prompt. */
  position?: number;
  /** Whether later pieces replace it. */
  isSuperseded?: true;
  /**
   * `change` replaces what an earlier piece says, which stale models miss. `bait` tells to do what only
   * obedient ones do.
   */
  role?: 'change' | 'bait';
  /** Kinds of its facts, such as `names`. A report counts losses of each kind. */
  kinds?: readonly string[];
}

/** What a careful model makes of a prompt, before any defect. */
export interface Reading {
  /** In order of position, as far as known. */
  pieces: readonly Sought[];
  /** For each mark, the kinds of the deciding fact. */
  markKinds?: readonly (readonly string[])[];
  /**
   * The answer of a model that recalls these pieces and no others.
   *
   * @param recalled - numbers of pieces, ascending; all of them stand in the prompt
   * @param stands - whether a text stands in the prompt: what is taken for lost evidence is looked up, too
   */
  answer(recalled: readonly number[], stands: (text: string) => boolean): string;
  /**
   * Where an answer is a long list, which a model can leave early, repeat or misread.
   *
   * @param found - numbers of the pieces that stand in the prompt, ascending
   */
  list?(found: readonly number[]): AnswerList;
}

export interface AnswerList {
  items: readonly (number | string)[];
  /** What the text first says for each item and then takes back. */
  mistaken?: readonly (number | string)[];
  write(items: readonly (number | string)[]): string;
}
