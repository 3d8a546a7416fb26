/** Counts of pieces of at most this many UTF-16 units are kept: words recur, and clauses at the joins of contexts. */
const KEPT_PIECE = 64;
/** A slice of fewer is a text of its own in V8, and keeps nothing else in memory. */
const SLICED = 13;
const ASCII = /^[\0-\x7f]*$/;

/** Keeps the counts of short pieces. */
export function remembered(countPiece: (piece: string) => number): (piece: string) => number {
  const known = new Map<string, number>();
  return (piece) => {
    const kept = known.get(piece);
    if (kept !== undefined) return kept;
    const count = countPiece(piece);
    if (piece.length < SLICED) known.set(piece, count);
    // A piece is a slice of a long text; a copy of it does not keep that text in memory.
    else if (piece.length <= KEPT_PIECE) known.set(Buffer.from(piece).toString(), count);
    return count;
  };
}

/**
 * Byte-pair counts from js-tiktoken's ranks. js-tiktoken itself needs a second to load a vocabulary
 * and ten for a Chinese novel; this gives the same counts (the tests compare the two) many times
 * faster, and in near-linear time for long pieces.
 *
 * @param ranks - as js-tiktoken has them: lines of a mark, the rank of the line's first token, and
 *   tokens in base64, all parted by spaces
 * @returns what counts the tokens of one piece
 */
export function bytePairs(ranks: string): (piece: string) => number {
  const rankOf = new Map<string, number>();
  for (const line of ranks.split('\n')) {
    const tokens = line.split(' ');
    const first = Number(tokens[1]) - 2;
    // By index, since there are 200,000 of them at each start.
    for (let i = 2; i < tokens.length; i++) rankOf.set(atob(tokens[i]!), first + i);
  }
  return remembered((piece) => {
    // Most words are tokens, and in ASCII a word is its own bytes.
    if (rankOf.has(piece) && ASCII.test(piece)) return 1;
    const bytes = Buffer.from(piece, 'utf8').toString('latin1');
    if (rankOf.has(bytes)) return 1;
    return mergedTokens(bytes, (from, _, to) => rankOf.get(bytes.slice(from, to)));
  });
}

/**
 * Merge the pair of lowest rank, leftmost first, until no pair has one.
 *
 * @param bytes - a character for each byte
 * @param rankOf - the rank of a pair of tokens that stand side by side, by where the first begins, the
 *   second begins, and the second ends
 * @returns how many tokens are left
 */
export function mergedTokens(
  bytes: string,
  rankOf: (from: number, middle: number, to: number) => number | undefined,
): number {
  /** Where the token ends that begins at a byte; 0 once it is part of the one before. */
  const ends = Int32Array.from(bytes, (_, i) => i + 1);
  /** Where the token begins that stands before it. */
  const previous = Int32Array.from(bytes, (_, i) => i - 1);
  const heap = new PairHeap();
  const offer = (left: number) => {
    if (left < 0 || ends[left]! >= bytes.length) return;
    const middle = ends[left]!;
    const end = ends[middle]!;
    const rank = rankOf(left, middle, end);
    if (rank !== undefined) heap.push({ rank, left, middle, end });
  };
  for (let i = 0; i < bytes.length; i++) offer(i);
  let count = bytes.length;
  for (let pair = heap.pop(); pair; pair = heap.pop()) {
    const { left, middle, end } = pair;
    // Either of the two has been merged with another token since.
    if (ends[left] !== middle || ends[middle] !== end) continue;
    ends[left] = end;
    ends[middle] = 0;
    if (end < bytes.length) previous[end] = left;
    count--;
    offer(left);
    offer(previous[left]!);
  }
  return count;
}

/** Two tokens side by side, and the rank of what they make together. */
interface Pair {
  rank: number;
  left: number;
  middle: number;
  end: number;
}

/** A binary heap of pairs, lowest rank first, then leftmost. */
class PairHeap {
  private readonly pairs: Pair[] = [];

  push(pair: Pair): void {
    const { pairs } = this;
    let at = pairs.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = pairs[(at - 1) >> 1]!;
      if (!isBefore(pair, parent)) break;
      pairs[at] = parent;
    }
    pairs[at] = pair;
  }

  pop(): Pair | undefined {
    const { pairs } = this;
    const top = pairs[0];
    const last = pairs.pop();
    if (!last || pairs.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < pairs.length && isBefore(pairs[child + 1]!, pairs[child]!)) child++;
      if (child >= pairs.length || isBefore(last, pairs[child]!)) break;
      pairs[at] = pairs[child]!;
      at = child;
    }
    pairs[at] = last;
    return top;
  }
}

function isBefore(one: Pair, other: Pair): boolean {
  return one.rank === other.rank ? one.left < other.left : one.rank < other.rank;
}
