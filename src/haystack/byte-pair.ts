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
  const rankOf = rankTable(ranks);
  return remembered((piece) => {
    // Most words are tokens, and in ASCII a word is its own bytes.
    if (ASCII.test(piece) && rankOf(piece, 0, piece.length) !== undefined) return 1;
    const bytes = Buffer.from(piece, 'utf8').toString('latin1');
    if (rankOf(bytes, 0, bytes.length) !== undefined) return 1;
    return mergedTokens(bytes, (from, _, to) => rankOf(bytes, from, to));
  });
}

const [SPACE, LINE_END, PADDING] = [32, 10, 61];
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SIX_BITS = new Uint8Array(128).map((_, code) => BASE64.indexOf(String.fromCharCode(code)));

/** One step of the hash FNV-1a. */
const hashed = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);

/**
 * Ranks by the bytes of tokens, in arrays of numbers: a Map of 200,000 texts takes three times as long to fill, which
 * every process does at its start.
 *
 * @returns the rank of the bytes between two places of a text with a character for each byte
 */
function rankTable(ranks: string): (bytes: string, from: number, to: number) => number | undefined {
  const source = Buffer.from(ranks, 'latin1');
  const size = source.reduce((spaces, code) => spaces + Number(code === SPACE), 1);
  /** The bytes of all tokens, where each ends and its rank; and by hash the numbers of tokens. */
  const bytes = new Uint8Array(source.length);
  const [ends, rankOf] = [new Uint32Array(size + 1), new Uint32Array(size + 1)];
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * size)));
  const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (slots.length - 1);
  const nextOf = (slot: number) => (slot + 1) & (slots.length - 1);
  let [token, end, at] = [0, 0, 0];
  while (at < source.length) {
    at = source.indexOf(SPACE, at) + 1;
    let rank = 0;
    for (; source[at]! > SPACE; at++) rank = 10 * rank + source[at]! - 48;
    for (; source[at] === SPACE; rank++) {
      let [bits, held, hash] = [0, 0, 0];
      for (at++; source[at]! > SPACE; at++) {
        if (source[at] === PADDING) continue;
        bits = ((bits << 6) | SIX_BITS[source[at]!]!) & 0xffff;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes[end] = bits >> held;
        hash = hashed(hash, bytes[end++]!);
      }
      token++;
      ends[token] = end;
      rankOf[token] = rank;
      let slot = slotOf(hash);
      while (slots[slot] !== 0) slot = nextOf(slot);
      slots[slot] = token;
    }
    if (source[at] === LINE_END) at++;
  }
  return (text, from, to) => {
    let hash = 0;
    for (let i = from; i < to; i++) hash = hashed(hash, text.charCodeAt(i));
    for (let slot = slotOf(hash); slots[slot] !== 0; slot = nextOf(slot)) {
      const found = slots[slot]!;
      const start = ends[found - 1]!;
      if (ends[found]! - start !== to - from) continue;
      let same = 0;
      while (same < to - from && bytes[start + same] === text.charCodeAt(from + same)) same++;
      if (same === to - from) return rankOf[found];
    }
    return undefined;
  };
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
