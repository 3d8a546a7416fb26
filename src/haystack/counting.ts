/** What a tokenizer is to the rest of the program: something that counts. */

export interface Tokenizer {
  readonly name: string;
  /** Tokens in a whole text; special tokens are not added. */
  count(text: string): number;
  /**
   * Matches one piece at `lastIndex`, where the tokenizer splits a text into pieces and encodes each
   * for itself; sticky, and matching from a piece's start looks only forward. The count of a text is
   * then the sum over its pieces, which is what makes exact lengths cheap (see indexed-corpus.ts).
   */
  readonly piece?: RegExp;
  /** Tokens in one piece, as `piece` matched it. */
  countPiece?(piece: string): number;
}

/** A tokenizer whose counts can be added up. */
export type PieceTokenizer = Tokenizer & Required<Pick<Tokenizer, 'piece' | 'countPiece'>>;

/** Whether counts of a tokenizer can be added up piece by piece. */
export function hasPieces(tokenizer: Tokenizer): tokenizer is PieceTokenizer {
  return tokenizer.piece !== undefined && tokenizer.countPiece !== undefined;
}

/** So many counts are kept for each tokenizer, */
const MOST_KEPT = 16_384;

/** and none of a longer text, in UTF-16 units. */
const LONGEST_KEPT = 8192;

const kept = new WeakMap<Tokenizer, Map<string, number>>();

/** Tokens in a text that may come again, as the messages of conversations do: it is counted once. */
export function countOnce(tokenizer: Tokenizer, text: string): number {
  if (text.length > LONGEST_KEPT) return tokenizer.count(text);
  let counts = kept.get(tokenizer);
  if (!counts) {
    counts = new Map();
    kept.set(tokenizer, counts);
  }
  let count = counts.get(text);
  if (count === undefined) {
    count = tokenizer.count(text);
    if (counts.size >= MOST_KEPT) counts.clear();
    counts.set(text, count);
  }
  return count;
}
