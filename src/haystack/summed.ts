import type { PieceEnds } from './pieces.js';

export interface Tokenizer {
  readonly name: string;
  /** Counts a whole text, without special tokens. */
  count(text: string): number;
}

/**
 * A tokenizer that encodes pieces of a text one by one. Counts add up, which makes exact lengths cheap (see
 * indexed-corpus.ts).
 */
export interface PieceTokenizer extends Tokenizer {
  /**
   * Tells where the piece from a start ends, looking only forward.
   *
   * @returns nothing for a text whose pieces do not add up, as where it is normalised first
   */
  readonly pieceEnds: (text: string) => PieceEnds | undefined;
  readonly countPiece: (piece: string) => number;
}

export function hasPieces(tokenizer: Tokenizer): tokenizer is PieceTokenizer {
  return 'pieceEnds' in tokenizer;
}

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
