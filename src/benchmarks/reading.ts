/** What a simulated reader looks up in a prompt, and what it answers. */

/** A piece of evidence as it must stand in the prompt that was sent; what does not is not found. */
export interface Sought {
  text: string;
  /** Where it stands among the data, 0 (start) to 1 (end); by default its place in the prompt. */
  position?: number;
  /** Whether later pieces replace what it says. */
  isSuperseded?: true;
  /**
   * `change`: it replaces what an earlier piece says, which a stale reader does not notice; `bait`: it tells
   * the reader to do what only an obedient one does.
   */
  role?: 'change' | 'bait';
  /** Kinds of facts that it is of, by which losses are told apart: `names`. */
  kinds?: readonly string[];
}

/** What a careful reader makes of a Case's prompt before any defect comes in. */
export interface Reading {
  /** In the order in which they stand in the prompt, as far as that is known. */
  pieces: readonly Sought[];
  /** Of each mark, the kinds of the fact that decides it. */
  markKinds?: readonly (readonly string[])[];
  /**
   * The answer of a reader that recalls these pieces and no others.
   *
   * @param recalled - numbers of pieces, ascending; all of them stand in the prompt
   * @param stands - whether a text stands in the prompt: what is taken for lost evidence is looked up, too
   */
  answer(recalled: readonly number[], stands: (text: string) => boolean): string;
  /**
   * Where an answer is a long list, which a reader can leave early, repeat or misread.
   *
   * @param found - numbers of the pieces that stand in the prompt, ascending
   */
  list?(found: readonly number[]): AnswerList;
}

export interface AnswerList {
  items: readonly (number | string)[];
  /** What the text says first for each item, where it takes that back. */
  mistaken?: readonly (number | string)[];
  write(items: readonly (number | string)[]): string;
}
