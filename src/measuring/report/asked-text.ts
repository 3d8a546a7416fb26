/** A prompt as it was sent. Only the half that makes prompts can build it again. */
import type { Row } from '../../contract/row.js';

export interface AskedText {
  question: string;
  text: string;
  /** The place of each mark's fact, in UTF-16 units; nothing for what is not found word for word. */
  pieces: readonly ({ start: number; end: number } | undefined)[];
}

/** Builds a prompt again; gives nothing where that cannot be done. */
export type AskedTextOf = (row: Row) => Promise<AskedText | undefined>;
