import type { PieceEnds } from './pieces.js';

/** What a tokenizer is to the rest of the program: something that counts. */
export interface Tokenizer {
  readonly name: string;
  /** Tokens in a whole text; special tokens are not added. */
  count(text: string): number;
}

/**
 * A tokenizer that splits a text into pieces and encodes each for itself. The count of a text is then the sum
 * over its pieces, which is what makes exact lengths cheap (see indexed-corpus.ts).
 */
export interface PieceTokenizer extends Tokenizer {
  /**
   * Says where a piece of a text ends by where it begins, from there looking only forward.
   *
   * @returns nothing for a text whose pieces do not add up, as where it is normalised first
   */
  readonly pieceEnds: (text: string) => PieceEnds | undefined;
  /** Tokens in one piece. */
  readonly countPiece: (piece: string) => number;
}

export function hasPieces(tokenizer: Tokenizer): tokenizer is PieceTokenizer {
  return 'pieceEnds' in tokenizer;
}

/** A tokenizer that counts each piece of any text for itself. */
export function summed(
  name: string,
  pieceEnds: (text: string) => PieceEnds,
  countPiece: (piece: string) => number,
): PieceTokenizer {
  return {
    name,
    pieceEnds,
    countPiece,
    count(text) {
      const pieceEnd = pieceEnds(text);
      let total = 0;
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(start);
        total += countPiece(text.slice(start, end));
        start = end;
      }
      return total;
    },
  };
}
