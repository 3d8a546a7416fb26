import type { Tokenizer } from './counting.js';
import { sentenceBoundaries } from './sentences.js';

/**
 * A run of whole sentences of a corpus, `from` up to but not including `to`, or literal text that
 * stands between such runs.
 */
export type Part = string | { readonly from: number; readonly to: number };

/** A text in sentences, whose tokens are known. */
export abstract class Corpus {
  /** Offsets between sentences: sentence j is `text.slice(boundaries[j], boundaries[j + 1])`. */
  readonly boundaries: Int32Array;

  constructor(readonly text: string) {
    this.boundaries = Int32Array.from(sentenceBoundaries(text));
  }

  /** How many sentences the corpus has. */
  get sentences(): number {
    return this.boundaries.length - 1;
  }

  /** The text of a run of sentences, with the white space in front of the first. */
  slice(from: number, to: number): string {
    return this.text.slice(this.boundaries[from]!, this.boundaries[to]!);
  }

  /** The text that parts make together. */
  join(parts: readonly Part[]): string {
    return parts
      .map((part) => (typeof part === 'string' ? part : this.slice(part.from, part.to)))
      .join('');
  }

  /** Tokens in the whole corpus. */
  abstract get tokens(): number;

  /** Tokens before a sentence, to within a token or two. */
  abstract tokensBeforeSentence(sentence: number): number;

  /**
   * The exact number of tokens in `join(parts)`.
   *
   * @param parts - literal texts and runs of sentences, in order
   * @returns what the tokenizer counts for the joined text
   */
  abstract count(parts: readonly Part[]): number;
}

/** A corpus whose tokenizer's counts do not add up: lengths are estimated, and then measured. */
export class MeasuredCorpus extends Corpus {
  private readonly tokensBefore: Float64Array;

  constructor(
    text: string,
    readonly tokenizer: Tokenizer,
  ) {
    super(text);
    this.tokensBefore = new Float64Array(this.boundaries.length);
    for (let sentence = 0; sentence < this.sentences; sentence++) {
      const tokens = tokenizer.count(this.slice(sentence, sentence + 1));
      this.tokensBefore[sentence + 1] = this.tokensBefore[sentence]! + tokens;
    }
  }

  get tokens(): number {
    return this.tokensBefore[this.sentences] ?? 0;
  }

  tokensBeforeSentence(sentence: number): number {
    return this.tokensBefore[sentence]!;
  }

  count(parts: readonly Part[]): number {
    return this.tokenizer.count(this.join(parts));
  }
}
