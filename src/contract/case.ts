import type { FileReference, LanguageReference } from '../base/references.js';
import type { TranscriptForm } from './transcript-forms.js';

/** Files of the user's own as a haystack, with the hash of all their text. */
export interface FilesHaystack {
  files: string[];
  sha256: string;
}

/** A tokenizer by name, or a Hugging Face tokenizer.json. */
export type TokenizerReference = string | FileReference;

/** A haystack by the name of one that comes with the package, or files. */
export type HaystackReference = string | FilesHaystack;

/** A small JSON record that determines one prompt and its right answer. Benchmarks add fields of their own. */
export interface Case {
  /** Which benchmark builds and scores it, for example `counting-stars`. */
  benchmark: string;
  /** The benchmark's variant of the question, for example `acquisition`. */
  task: string;
  /** Language of evidence and question, for example `en`. */
  language: LanguageReference;
  /** Length the whole prompt plus `reserve` is built to, in tokens of `tokenizer`. */
  tokens: number;
  /** How many pieces of evidence are hidden, where that is the same for a whole series. */
  evidence?: number;
  /** Seed of all chance in this Case. */
  seed: number;
  /** The irrelevant text; none where the context is all data. */
  haystack?: HaystackReference;
  /** Whether its sentences stand in another order, which the seed decides. */
  shuffle?: 'sentences';
  /** What becomes of its line breaks, where they are not kept. */
  lineBreaks?: 'spaces' | 'none';
  /** Whether the haystack may be used more than once over when it is too short. */
  repeat?: boolean;
  /** Whether the context comes in messages of a conversation or in results of tools. */
  container?: 'chat' | 'tools';
  /** The form of a transcript, or forms by pattern as `tokenizers`, where it is not the provider's own. */
  transcript?: TranscriptForm | Readonly<Record<string, TranscriptForm>>;
  /** What shortens its transcript before the question, by its name; `cell.sample` says which draw, from 1. */
  compact?: string;
  /** Whether providers that take a JSON schema of the answer get one. */
  structured?: true;
  tokenizer: TokenizerReference;
  /** Tokenizers by pattern of the provider's id or label; the first that matches is used instead. */
  tokenizers?: Record<string, TokenizerReference>;
  /** Tokens kept free for the answer and for prompt text of the user's own. */
  reserve: number;
  /**
   * Digest of all content that the prompt and its right answer are made of, besides this record: the
   * words and data that come with this package, the haystack's text and the tokenizer.
   */
  edition: string;
  /** A prompt of the user's own wording. */
  template?: FileReference;
  /** Name of the grid, where it has one, for example `32-32`. */
  version?: string;
  /** How many questions are asked of its context, where there are several; `cell.ask` says which, from 1. */
  asks?: number;
  /**
   * What sets this prompt apart within its series, besides length and seed, for example
   * `{ depth: 0.5 }`; it is said here and nowhere else.
   */
  cell?: Cell;
  /** Of a prompt whose length comes out: what those that count as equally long share, as `75 pairs`. */
  size?: string;
  /**
   * Of several prompts that are one draw asked in several ways, for example four rotations of one
   * multiple choice, or several questions over one context: which draw it is. Statistics take prompts of
   * one series, length, seed and unit for one; what has no unit is one by itself.
   */
  unit?: string;
  /**
   * What it is about, where other prompts are about that too: one question at several lengths, depths and
   * seeds. To statistics that is one draw, at however many lengths it is asked.
   */
  cluster?: string;
  /** Whether a pipeline takes the data from the test's vars, so that they need not be in the prompt. */
  sent?: 'vars';
  /** A control: its score is a yardstick for others, so it fails no test and no gate. */
  control?: boolean;
  /**
   * Of evidence that is given in several ways, which are compared: as one text as long (`flat`), as a text of
   * nothing else (`changes`), or what holds in the end alone (`facts`).
   */
  given?: 'flat' | 'changes' | 'facts';
  /** Of which part of a composite score this prompt is, and the part's weight in it. */
  composite?: CompositePart;
  /** What it has in common with the prompts that are asked with it; changes nothing of its text. */
  cache?: CachedBeginnings;
}

/**
 * Places in a prompt, in steps of 256 UTF-16 units: its end, up to where it begins like an earlier one, where
 * it parts from others, and which of these a cache marks.
 */
export interface CachedBeginnings extends Readonly<Record<'length' | 'shares', number>> {
  readonly ends: readonly number[];
  readonly marks: readonly number[];
}

export type Cell = Readonly<Record<string, string | number | readonly string[]>>;

/** A Case under construction, before length, reserve and edition are known. */
export type CaseDraft<C extends Case = Case> = Omit<C, 'tokens' | 'reserve' | 'edition'> & {
  tokens?: number;
};

/** Returns which question over its context a Case asks, from 1. */
export function askOf({ cell }: Pick<Case, 'cell'>): number {
  return Number(cell?.ask ?? 1);
}

/** Lists the Cases of all questions over one context. */
export function asksOver<C extends Pick<Case, 'asks' | 'cell'>>(theCase: C): C[] {
  if (theCase.asks === undefined) return [theCase];
  return Array.from({ length: theCase.asks }, (_, i) => ({
    ...theCase,
    cell: { ...theCase.cell, ask: i + 1 },
  }));
}

/** A part of a weighted score. */
export interface CompositePart {
  part: string;
  weight: number;
  /** Which of several scores of a benchmark it is of, if options make more than one: `scoring 2`. */
  variant?: string;
}
