import type { TiktokenBPE } from 'js-tiktoken/lite';
import type { PieceTokenizer } from './counting.js';

/** Pieces longer than this are merged with a heap; below it, a linear scan is faster. */
const LONG_PIECE_BYTES = 128;

/**
 * Byte-pair counts from js-tiktoken's ranks. js-tiktoken itself needs a second to load a vocabulary
 * and ten for a Chinese novel; this gives the same counts (the tests compare the two) about eight
 * times faster, and in near-linear time for long pieces.
 */
export class BytePairTokenizer implements PieceTokenizer {
  readonly piece: RegExp;
  /** Rank by token; a token is its bytes, one per character (Latin-1). */
  private readonly rankOf = new Map<string, number>();
  private readonly pieceCounts = new Map<string, number>();

  constructor(
    readonly name: string,
    ranks: TiktokenBPE,
  ) {
    this.piece = new RegExp(ranks.pat_str, 'uy');
    for (const line of ranks.bpe_ranks.split('\n')) {
      const [, first, ...tokens] = line.split(' ');
      let rank = Number(first);
      for (const token of tokens) this.rankOf.set(atob(token), rank++);
    }
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
    const known = this.pieceCounts.get(piece);
    if (known !== undefined) return known;
    const bytes = Buffer.from(piece, 'utf8').toString('latin1');
    const count = this.rankOf.has(bytes)
      ? 1
      : bytes.length > LONG_PIECE_BYTES
        ? this.mergeLong(bytes)
        : this.mergeShort(bytes);
    // Short pieces recur; a long one hardly ever does, and would keep its whole text alive.
    if (piece.length <= LONG_PIECE_BYTES) this.pieceCounts.set(copyOf(piece), count);
    return count;
  }

  private rank(bytes: string, from: number, to: number): number {
    return this.rankOf.get(bytes.slice(from, to)) ?? Number.POSITIVE_INFINITY;
  }

  /** Merge the pair of lowest rank, leftmost first, until no pair is a token. */
  private mergeShort(bytes: string): number {
    const starts = Array.from({ length: bytes.length + 1 }, (_, i) => i);
    const ranks = starts.slice(2).map((end) => this.rank(bytes, end - 2, end));
    for (;;) {
      let best = 0;
      for (let i = 1; i < ranks.length; i++) if (ranks[i]! < ranks[best]!) best = i;
      if (ranks.length === 0 || ranks[best] === Number.POSITIVE_INFINITY) return starts.length - 1;
      starts.splice(best + 1, 1);
      ranks.splice(best, 1);
      if (best < ranks.length) ranks[best] = this.rank(bytes, starts[best]!, starts[best + 2]!);
      if (best > 0) ranks[best - 1] = this.rank(bytes, starts[best - 1]!, starts[best + 1]!);
    }
  }

  /** The same merges in the same order, with a linked list and a heap of pairs. */
  private mergeLong(bytes: string): number {
    const length = bytes.length;
    const next = Int32Array.from({ length: length + 1 }, (_, i) => i + 1);
    const previous = Int32Array.from({ length: length + 1 }, (_, i) => i - 1);
    const alive = new Uint8Array(length).fill(1);
    const heap = new PairHeap();
    const offer = (left: number) => {
      if (left < 0) return;
      const middle = next[left]!;
      if (middle >= length) return;
      const end = next[middle]!;
      const rank = this.rank(bytes, left, end);
      if (rank !== Number.POSITIVE_INFINITY) heap.push(rank, left, end);
    };
    for (let i = 0; i < length - 1; i++) offer(i);
    let count = length;
    for (let pair = heap.pop(); pair; pair = heap.pop()) {
      const { left, end } = pair;
      const middle = next[left]!;
      if (!alive[left] || middle >= length || next[middle] !== end) continue;
      alive[middle] = 0;
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

  pop(): { left: number; end: number } | undefined {
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
