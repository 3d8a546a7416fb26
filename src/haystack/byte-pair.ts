import type { TiktokenBPE } from 'js-tiktoken/lite';
import type { PieceTokenizer } from './counting.js';
import { NONE, Vocabulary } from './vocabulary.js';

/** Pieces longer than this, in bytes, are merged with a heap; below it, a linear scan is faster. */
const LONG_PIECE_BYTES = 128;

/** Counts of pieces of at most so many UTF-16 units are kept: words recur, and clauses at the joins of contexts. */
const KEPT_PIECE = 64;

/**
 * Byte-pair counts from js-tiktoken's ranks. js-tiktoken itself needs a second to load a vocabulary
 * and ten for a Chinese novel; this gives the same counts (the tests compare the two) many times
 * faster, and in near-linear time for long pieces.
 */
export class BytePairTokenizer implements PieceTokenizer {
  readonly piece: RegExp;
  private readonly vocabulary: Vocabulary;
  private readonly pieceCounts = new Map<string, number>();
  private readonly encoder = new TextEncoder();
  private bytes = new Uint8Array(4 * LONG_PIECE_BYTES);
  /** The tokens of a short piece so far, and the rank of each with its right neighbour. */
  private readonly parts = new Int32Array(LONG_PIECE_BYTES);
  private readonly ranks = new Int32Array(LONG_PIECE_BYTES);
  /** The token of each byte. */
  private readonly byteTokens: Int32Array;

  constructor(
    readonly name: string,
    ranks: TiktokenBPE,
  ) {
    this.piece = new RegExp(ranks.pat_str, 'uy');
    this.vocabulary = new Vocabulary(ranks.bpe_ranks);
    this.byteTokens = Int32Array.from({ length: 256 }, (_, byte) => {
      const rank = this.vocabulary.rank(Uint8Array.of(byte));
      if (rank === NONE) throw new Error(`${name} has no token for the byte ${byte}`);
      return rank;
    });
  }

  count(text: string): number {
    const { piece } = this;
    let total = 0;
    let start = 0;
    piece.lastIndex = 0;
    while (start < text.length && piece.test(text)) {
      total += this.countPiece(text.slice(start, piece.lastIndex));
      start = piece.lastIndex;
    }
    return total;
  }

  countPiece(piece: string): number {
    if (piece.length > KEPT_PIECE) return this.merged(piece);
    const known = this.pieceCounts.get(piece);
    if (known !== undefined) return known;
    const count = this.merged(piece);
    this.pieceCounts.set(copyOf(piece), count);
    return count;
  }

  private merged(piece: string): number {
    // A UTF-16 unit takes at most three bytes.
    if (this.bytes.length < 3 * piece.length) this.bytes = new Uint8Array(6 * piece.length);
    const { written } = this.encoder.encodeInto(piece, this.bytes);
    const bytes = this.bytes.subarray(0, written);
    if (this.vocabulary.rank(bytes) !== NONE) return 1;
    return written > LONG_PIECE_BYTES ? this.mergeLong(bytes) : this.mergeShort(bytes);
  }

  /** Merge the pair of lowest rank, leftmost first, until no pair is a token. */
  private mergeShort(bytes: Uint8Array): number {
    const { parts, ranks, byteTokens, vocabulary } = this;
    let count = bytes.length;
    for (let i = 0; i < count; i++) parts[i] = byteTokens[bytes[i]!]!;
    for (let i = 0; i + 1 < count; i++) ranks[i] = vocabulary.joined(parts[i]!, parts[i + 1]!);
    for (;;) {
      let best = 0;
      let lowest = NONE;
      for (let i = 0; i + 1 < count; i++) {
        if (ranks[i]! < lowest) {
          lowest = ranks[i]!;
          best = i;
        }
      }
      if (lowest === NONE) return count;
      // A token's rank is its number, so the pair has become the token `lowest`.
      parts[best] = lowest;
      count--;
      for (let i = best + 1; i < count; i++) {
        parts[i] = parts[i + 1]!;
        ranks[i] = ranks[i + 1]!;
      }
      if (best + 1 < count) ranks[best] = vocabulary.joined(lowest, parts[best + 1]!);
      if (best > 0) ranks[best - 1] = vocabulary.joined(parts[best - 1]!, lowest);
    }
  }

  /** The same merges in the same order, with a linked list and a heap of pairs. */
  private mergeLong(bytes: Uint8Array): number {
    const { vocabulary } = this;
    const { length } = bytes;
    const parts = Int32Array.from(bytes, (byte) => this.byteTokens[byte]!);
    const next = Int32Array.from({ length: length + 1 }, (_, i) => i + 1);
    const previous = Int32Array.from({ length: length + 1 }, (_, i) => i - 1);
    const alive = new Uint8Array(length).fill(1);
    const heap = new PairHeap();
    const offer = (left: number) => {
      if (left < 0) return;
      const middle = next[left]!;
      if (middle >= length) return;
      const rank = vocabulary.joined(parts[left]!, parts[middle]!);
      if (rank !== NONE) heap.push(rank, left, next[middle]!);
    };
    for (let i = 0; i < length - 1; i++) offer(i);
    let count = length;
    for (let pair = heap.pop(); pair; pair = heap.pop()) {
      const { rank, left, end } = pair;
      const middle = next[left]!;
      if (!alive[left] || middle >= length || next[middle] !== end) continue;
      // What was offered has been merged with its right neighbour since.
      if (vocabulary.joined(parts[left]!, parts[middle]!) !== rank) continue;
      alive[middle] = 0;
      parts[left] = rank;
      next[left] = end;
      if (end < length) previous[end] = left;
      count--;
      offer(left);
      offer(previous[left]!);
    }
    return count;
  }
}

/** A piece is a slice of a long text; a copy of it does not keep that text in memory. */
function copyOf(piece: string): string {
  return Buffer.from(piece, 'utf8').toString('utf8');
}

/** A binary heap of adjacent pairs, lowest rank first, then leftmost. */
class PairHeap {
  private readonly pairs: { rank: number; left: number; end: number }[] = [];

  push(rank: number, left: number, end: number): void {
    const { pairs } = this;
    pairs.push({ rank, left, end });
    for (let child = pairs.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.before(child, parent)) break;
      this.swap(child, parent);
      child = parent;
    }
  }

  pop(): { rank: number; left: number; end: number } | undefined {
    const { pairs } = this;
    const top = pairs[0];
    const last = pairs.pop();
    if (!top || !last || pairs.length === 0) return top;
    pairs[0] = last;
    for (let parent = 0; ; ) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < pairs.length && this.before(child, least)) least = child;
      }
      if (least === parent) return top;
      this.swap(parent, least);
      parent = least;
    }
  }

  private before(a: number, b: number): boolean {
    const left = this.pairs[a]!;
    const right = this.pairs[b]!;
    return left.rank !== right.rank ? left.rank < right.rank : left.left < right.left;
  }

  private swap(a: number, b: number): void {
    const { pairs } = this;
    [pairs[a], pairs[b]] = [pairs[b]!, pairs[a]!];
  }
}
