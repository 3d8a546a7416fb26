import { limitedCounting } from './limited-counting.js';
import type { PieceEnds, PieceTokenizer, Tokenizer } from './pieces.js';
import { sentenceBoundaries } from './sentences.js';

/** A run of whole sentences, `from` up to but not including `to`, or literal text between runs. */
export type CorpusPart = string | { readonly from: number; readonly to: number };

export abstract class Corpus {
  /** Offsets between sentences: sentence j is `text.slice(boundaries[j], boundaries[j + 1])`. */
  readonly boundaries: Int32Array;
  /** Tokens of each sentence, or -1 before they are counted. */
  protected readonly counted: Int32Array;
  private total: number | undefined;

  constructor(readonly text: string) {
    this.boundaries = Int32Array.from(sentenceBoundaries(text));
    this.counted = new Int32Array(this.sentences).fill(-1);
  }

  get sentences(): number {
    return this.boundaries.length - 1;
  }

  slice(from: number, to: number): string {
    return this.text.slice(this.boundaries[from]!, this.boundaries[to]!);
  }

  join(parts: readonly CorpusPart[]): string {
    return parts
      .map((part) => (typeof part === 'string' ? part : this.slice(part.from, part.to)))
      .join('');
  }

  /** Counts every sentence. */
  get tokens(): number {
    this.total ??= this.tokensBetween(0, this.sentences);
    return this.total;
  }

  /** Counts a sentence in its place, to within a token or two. */
  tokensOfSentence(sentence: number): number {
    if (this.counted[sentence]! < 0) this.countAt(sentence);
    return this.counted[sentence]!;
  }

  /** Counts a run, `from` up to but not including `to`. */
  protected tokensBetween(from: number, to: number): number {
    let tokens = 0;
    for (let sentence = from; sentence < to; sentence++) tokens += this.tokensOfSentence(sentence);
    return tokens;
  }

  /** Fills in `counted` for a sentence, and for others if that is cheaper. */
  protected abstract countAt(sentence: number): void;

  /**
   * Counts `join(parts)` exactly.
   *
   * @param parts - literal texts and runs of sentences, in order
   * @returns what the tokenizer counts for the joined text
   */
  abstract count(parts: readonly CorpusPart[]): number;
}

/** How many sentences are counted at once, within one time limit. */
const BLOCK = 256;

/** A corpus whose tokenizer's counts do not add up, so that lengths are estimated and then measured. */
export class MeasuredCorpus extends Corpus {
  constructor(
    text: string,
    readonly tokenizer: Tokenizer,
  ) {
    super(text);
  }

  protected countAt(sentence: number): void {
    const from = sentence - (sentence % BLOCK);
    const to = Math.min(from + BLOCK, this.sentences);
    const characters = this.boundaries[to]! - this.boundaries[from]!;
    limitedCounting(this.tokenizer.name, characters, () => {
      for (let at = from; at < to; at++) {
        this.counted[at] = this.tokenizer.count(this.slice(at, at + 1));
      }
    });
  }

  count(parts: readonly CorpusPart[]): number {
    return this.tokenizer.count(this.join(parts));
  }
}

/** How many sentences at each end of a run are encoded again at most. */
const JOIN_SENTENCES = 2;

/** See `isSettled`. */
const DECIDING_CHARACTERS = 4;

/**
 * A corpus of which each piece is encoded at most once, when first needed, so that texts spliced from it are
 * counted exactly without encoding them again.
 *
 * Pieces depend only on the text from their start onward. Once the pieces of a spliced text meet a boundary of
 * the corpus's pieces, all following ones are the corpus's own. So only the text around each join is split
 * again.
 */
export class IndexedCorpus extends Corpus {
  /** The first piece boundary at or after each boundary below `found`. */
  private readonly pieceAt: Int32Array;
  /** Marks offsets at which a piece ends, up to `offset`, so that no piece is split off twice. */
  private readonly isEnd: Uint8Array;
  private found = 0;
  private offset = 0;

  /** @param pieceEnd - of the text: see `PieceTokenizer` */
  constructor(
    text: string,
    readonly tokenizer: PieceTokenizer,
    private readonly pieceEnd: PieceEnds,
  ) {
    super(text);
    this.pieceAt = new Int32Array(this.boundaries.length);
    this.isEnd = new Uint8Array(text.length + 1);
  }

  /** Finds the first piece boundary at or after a boundary, and splits no further. */
  private pieceFrom(boundary: number): number {
    if (this.found <= boundary) this.splitTo(boundary);
    return this.pieceAt[boundary]!;
  }

  private splitTo(boundary: number): void {
    const { boundaries, isEnd, pieceAt } = this;
    let { offset } = this;
    for (;;) {
      while (this.found < boundaries.length && boundaries[this.found]! <= offset) {
        pieceAt[this.found++] = offset;
      }
      if (this.found > boundary) break;
      offset = this.pieceEnd(offset);
      isEnd[offset] = 1;
    }
    this.offset = offset;
  }

  protected countAt(sentence: number): void {
    const { isEnd, text, tokenizer } = this;
    const end = this.pieceFrom(sentence + 1);
    let start = this.pieceFrom(sentence);
    let tokens = 0;
    for (let next = start + 1; next <= end; next++) {
      if (isEnd[next] === 0) continue;
      tokens += tokenizer.countPiece(text.slice(start, next));
      start = next;
    }
    this.counted[sentence] = tokens;
  }

  count(parts: readonly CorpusPart[]): number {
    let total = 0;
    let pending = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        pending += part;
        continue;
      }
      const run = this.countRun(pending, part.from, part.to);
      total += run.tokens;
      pending = run.pending;
    }
    return total + this.tokenizer.count(pending);
  }

  /**
   * Tells whether the rest of a sentence decides its first piece boundary. A piece's end depends on what
   * follows only through white space and the character behind it, or the three characters of an English
   * contraction.
   */
  private isSettled(sentence: number): boolean {
    return this.boundaries[sentence + 1]! - this.pieceFrom(sentence) >= DECIDING_CHARACTERS;
  }

  /** Counts `pending` and the run behind it, except the run's last sentences. */
  private countRun(pending: string, from: number, to: number): { tokens: number; pending: string } {
    const tail = this.isSettled(to - 1) ? to - 1 : to - JOIN_SENTENCES;
    if (tail > from + JOIN_SENTENCES && this.isSettled(tail)) {
      const head = pending + this.slice(from, from + JOIN_SENTENCES + 1);
      const met = this.meet(head, pending.length - this.boundaries[from]!, from);
      if (met) {
        return {
          tokens: met.tokens + this.tokensBetween(met.sentence, tail),
          pending: this.text.slice(this.pieceFrom(tail), this.boundaries[to]!),
        };
      }
    }
    return { tokens: 0, pending: pending + this.slice(from, to) };
  }

  /**
   * Splits `text` until a piece boundary is also the corpus's at the start of a sentence.
   *
   * @param shift - what to add to an offset in the corpus to get the offset in `text`
   */
  private meet(
    text: string,
    shift: number,
    first: number,
  ): { tokens: number; sentence: number } | undefined {
    const { tokenizer } = this;
    const pieceEnd = tokenizer.pieceEnds(text);
    if (!pieceEnd) return undefined;
    let offset = 0;
    let tokens = 0;
    for (let sentence = first; sentence <= first + JOIN_SENTENCES; sentence++) {
      const target = this.pieceFrom(sentence) + shift;
      while (offset < target && offset < text.length) {
        const next = pieceEnd(offset);
        tokens += tokenizer.countPiece(text.slice(offset, next));
        offset = next;
      }
      if (offset === target && this.isSettled(sentence)) return { tokens, sentence };
    }
    return undefined;
  }
}
