import type { z } from 'zod';
import type { Case } from '../case.js';
import type { Evidence } from '../haystack/context.js';

/** One question about one context, with its right answer. */
export interface Task {
  /** All that is hidden, in order of position: the evidence asked for, and distractors. */
  evidence: Evidence[];
  /**
   * Where each piece of evidence stands that gets a mark of its own, from 0 to 1; none where an answer
   * is right or wrong as a whole.
   */
  positions: number[];
  /** What stands between two sentences of the language. */
  between: string;
  question: string;
  /** The whole prompt, where it is given and not built. */
  prompt?: string;
  /**
   * The context, where it is all data and no haystack is filled in around the evidence. The prompt has
   * the length that comes out, unless its Case asks for one, which `fit` then fills.
   */
  context?: string;
  /** A perfect answer, from which the default reserve is computed. */
  answer: string;
  /** What must not stand in the haystack, since it would be taken for evidence. */
  forbidden: RegExp[];
}

/** The fields of a Case that the shared options decide. */
export type SharedCaseFields = Pick<
  Case,
  'language' | 'haystack' | 'repeat' | 'tokenizer' | 'tokenizers' | 'reserve'
>;

/**
 * What a benchmark is to the rest of the program: how a config becomes Cases, and how a Case
 * becomes a context and a question.
 */
export interface Benchmark<C extends Case = Case, Options = unknown> {
  /** The value of `benchmark` in its Cases. */
  name: string;
  /** The name of the exported generator, for error messages. */
  generator: string;
  options: z.ZodObject;
  /** What is wrong with options that are each right, judged by what the user wrote. */
  conflict?(config: Record<string, unknown>): string | undefined;
  /** Make a Case that has a length, but no haystack, fill that length. */
  fit?(theCase: C, tokensOf: (theCase: C) => number): C;
  cases(options: Options, shared: SharedCaseFields): Iterable<C>;
  task(theCase: C): Task;
  /** One line for people, without the seed. */
  describe(theCase: C): string;
}
