import { limitedCounting } from './limited-counting.js';
import type { PieceEnds } from './pieces.js';
import { sentenceBoundaries } from './sentences.js';
import type { PieceTokenizer, Tokenizer } from './summed.js';

/** A run of whole sentences, `from` up to but not including `to`, or literal text between runs. */
export type CorpusPart = string | { readonly from: number; readonly to: number };

/** How many sentences are counted at once, within one time limit. */
const BLOCK = 256;

/** A text by sentences. Lengths of runs are estimated by those of their sentences, and then measured. */
export class Corpus {
  /** Offsets between sentences: sentence j is `text.slice(boundaries[j], boundaries[j + 1])`. */
  readonly boundaries: Int32Array;
  /** Tokens of each sentence, or -1 before they are counted. */
  protected readonly counted: Int32Array;
  private total: number | undefined;

  constructor(
    readonly text: string,
    readonly tokenizer: Tokenizer,
  ) {
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

  /** Counts `join(parts)`. */
  count(parts: readonly CorpusPart[]): number {
    return this.tokenizer.count(this.join(parts));
  }
}

/** A corpus each of whose pieces is counted where it stands, once it is needed. */
export class PieceCorpus extends Corpus {
  /** The first piece boundary at or after each boundary below `found`. */
  private readonly pieceAt: number[] = [];
  private offset = 0;

  /** @param pieceEnd - of the text: see `PieceTokenizer` */
  constructor(
    text: string,
    override readonly tokenizer: PieceTokenizer,
    private readonly pieceEnd: PieceEnds,
  ) {
    super(text, tokenizer);
  }

  /** Finds the first piece boundary at or after a boundary, and splits no further. */
  private pieceFrom(boundary: number): number {
    const { boundaries, pieceAt } = this;
    while (pieceAt.length <= boundary) {
      if (boundaries[pieceAt.length]! <= this.offset) pieceAt.push(this.offset);
      else this.offset = this.pieceEnd(this.offset);
    }
    return pieceAt[boundary]!;
  }

  protected override countAt(sentence: number): void {
    const end = this.pieceFrom(sentence + 1);
    let tokens = 0;
    for (let start = this.pieceFrom(sentence); start < end; ) {
      const next = this.pieceEnd(start);
      tokens += this.tokenizer.countPiece(this.text.slice(start, next));
      start = next;
    }
    this.counted[sentence] = tokens;
  }
}
