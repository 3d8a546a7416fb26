/** A prompt as it was sent, which only the half that makes prompts can rebuild. */
import type { Row } from '../../contract/row.js';

export interface AskedText {
  question: string;
  text: string;
  /** Places of the facts, in UTF-16 units. Undefined for a fact that is not in the text word for word. */
  pieces: readonly ({ start: number; end: number } | undefined)[];
}

/** Rebuilds a prompt. Undefined if that fails. */
export type AskedTextOf = (row: Row) => Promise<AskedText | undefined>;
