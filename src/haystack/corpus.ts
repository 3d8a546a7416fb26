import { limitedCounting } from './limited-counting.js';
import { sentenceBoundaries } from './sentences.js';
import type { Tokenizer } from './summed.js';

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
