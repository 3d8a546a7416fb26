/** What a benchmark declares. */

import type { z } from 'zod';
import type { Answer, Doubted } from '../answers/answer.js';
import type { Case, CaseDraft, HaystackReference } from '../contract/case.js';
import type { Assertion } from '../contract/promptfoo.js';
import type { Evidence, MadeHaystack } from '../haystack/haystack.js';
import type { ToolDeclaration, Turn } from '../haystack/messages/transcript.js';
import type { Options } from '../options/kinds.js';
import type { Reading } from './reading.js';

interface Asked {
  question: string;
  /**
   * Where each piece of evidence stands that gets a mark of its own, from 0 to 1; none where an answer
   * is right or wrong as a whole.
   */
  positions: number[];
  /** A perfect answer, from which the default reserve is computed. */
  answer: string;
  /** What else a right answer is known by, where `answer` does not say it all. */
  accepted?: readonly string[];
  /** A perfect answer to the option `structured`; there where the benchmark has that option. */
  structured?: StructuredAnswer;
}

/** What a template of a prompt is filled with. */
interface TemplateWords {
  /** A template of the data's own. */
  template?: string;
  /** The text, where it is not the whole context; false where there is none. */
  text?: string | false;
  /** How the authors call the text. */
  name?: string;
  /** What else must stand in it, by name; `question` if not given. */
  places?: Readonly<Record<string, string>>;
  /** What may. */
  optional?: Readonly<Record<string, string>>;
  /** What counts as the question, where that is not all that stands behind the text. */
  question?: string;
  /** What the authors change in their template for some prompts. */
  rewrite?: (text: string) => string;
}

/** Something that would be taken for evidence. */
export interface Forbidden {
  /** What it says, in the words of the language. */
  phrase: string;
  /** Finds it, however it is written. */
  pattern: RegExp;
}

/** Evidence to place in a haystack. */
export interface HiddenTask extends Asked {
  kind: 'hidden';
  /** All that is hidden, in order of position: the evidence asked for, and distractors. */
  evidence: Evidence[];
  /** What stands between two sentences of the language. */
  between: string;
  /** Whether the question stands before the context, and not behind it. */
  questionFirst?: boolean;
  /** Of a template, what stands right before the context; then the question stands right behind it. */
  before?: string;
  /** What a model is told in a message before the prompt. */
  system?: string;
  wording?: TemplateWords;
  /**
   * Where the length asked for is that of the context alone: how many tokens of it stay free for the
   * question, the answer and all else.
   */
  buffer?: number;
  /** Which passage of the haystack it is, from 1, where the same evidence is hidden several times. */
  passage?: number;
  /** The haystack that the benchmark makes itself; else the Case says which it is. */
  made?: MadeHaystack;
  /** What must not stand in the haystack of the Case, since it would be taken for evidence. */
  forbidden: Forbidden[];
}

/**
 * A context that is all data. The prompt has the length that comes out, unless its Case asks for one,
 * which `fit` then fills.
 */
export interface ContextTask extends Asked {
  kind: 'context';
  context: string;
  /** The same as a list, for pipelines that write their prompt themselves. */
  documents?: readonly Readonly<Record<string, string>>[];
  wording?: TemplateWords;
}

/** A text from its beginning, as long as is said in characters or words, with sentences in it: it becomes a context. */
export interface SizedTask extends Omit<ContextTask, 'kind' | 'context'> {
  kind: 'sized';
  size: number;
  unit: 'characters' | 'words';
  haystack: HaystackReference;
  sentences: readonly string[];
  /** What must not stand in the text, since it would be taken for evidence. */
  forbidden: readonly Forbidden[];
}

/** A whole prompt as it is given, with the question in it. */
export interface PromptTask extends Asked {
  kind: 'prompt';
  prompt: string;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/**
 * A whole conversation; its last message asks the question. Its length is that of all contents
 * together: what a provider puts around a message is not counted.
 */
export interface ChatTask extends Asked {
  kind: 'chat';
  messages: readonly Message[];
}

/**
 * A whole transcript of an agent; its last turn is the user's and asks the question. Its length is that
 * of all contents and arguments together (`textOfTurn`).
 */
export interface TranscriptTask extends Asked {
  kind: 'transcript';
  turns: readonly Turn[];
  /** Every tool that is called in it. */
  tools: readonly ToolDeclaration[];
}

/** What is asked, and of what: the five ways in which a prompt comes about. */
export type Task = HiddenTask | ContextTask | PromptTask | ChatTask | TranscriptTask;

/** Which benchmark a Case is of, and the fields that the shared options decide. */
export type SharedCaseFields = Pick<
  Case,
  | 'benchmark'
  | 'language'
  | 'haystack'
  | 'shuffle'
  | 'lineBreaks'
  | 'repeat'
  | 'container'
  | 'transcript'
  | 'structured'
  | 'tokenizer'
  | 'tokenizers'
>;

type AnswerItem = { type: 'integer' } | { type: 'string'; enum?: readonly string[] };

/** What a structured answer is: an object with one value under one key, as JSON schema says it. */
export interface AnswerSchema {
  key: string;
  value: AnswerItem | { type: 'array'; items: AnswerItem };
}

/** The schema of a structured answer, and the value that is right. */
export interface StructuredAnswer extends AnswerSchema {
  right: number | string | readonly (number | string)[];
}

/** What a test has besides its prompt and `score`. */
export interface OwnTest {
  vars: Readonly<Record<string, string>>;
  assert: readonly Assertion[];
  metadata: Readonly<Record<string, unknown>>;
  /** Whether `score` counts, or there is no right answer but what the other assertions say. */
  scored: boolean;
}

/** What a benchmark's scoring rule says of one answer. */
export interface Scored {
  /** Recall, from 0 to 1: the paper's accuracy. */
  score: number;
  /** What it would be in the form that was asked for, where the rule insists on that. */
  inForm?: number;
  /** Whether an answer could be read at all. */
  readable: boolean;
  /** One line for people: what was found, what is missing and where. */
  reason: string;
  /** Few, and named so that they sort well. */
  namedScores: Record<string, number>;
  /** Marks, positions and what was read, for the report. */
  metadata: Record<string, unknown>;
}

/** What `mark` says of an answer; what is here and not in `Scored` becomes a part of its reason, scores and metadata. */
export interface Marked extends Omit<Scored, 'readable'> {
  /** Not given: where it says anything. */
  readable?: boolean;
  /** Marks from 0 to 1 for the pieces of evidence, in the order of `positions`. */
  marks?: readonly number[];
  positions?: readonly number[];
  doubt?: Doubted | undefined;
}

/** What a benchmark may say besides what every one does. */
export interface Extras<C extends Case> {
  /** What is wrong with options that are each right, judged by what the user wrote. */
  conflict?(config: Record<string, unknown>): string | undefined;
  /** What a version of the option `versions` says besides lengths, as options: `{ stars: 32 }` of 32-16. */
  ofVersion?(version: string): Record<string, unknown>;
  /**
   * Make a Case that has a length, but no haystack, fill that length.
   * @param tokensOf - how long the prompt of a Case is, in tokens, with what it keeps free
   * @param count - how many tokens a part of it has by itself, for an estimate
   */
  fit?(
    draft: Fitting<C>,
    tokensOf: (draft: Fitting<C>) => number,
    count: (text: string) => number,
  ): Fitting<C>;
  /** Fetches what `make` and `mark` of a Case need and cannot wait for. */
  load?(draft: CaseDraft<C>): Promise<void>;
  /** How many things a prompt is made of, words or updates, where no single field of its Case counts them. */
  pieces?(draft: CaseDraft<C>): number;
  /** Of a prompt out of a file of the authors', the texts by which they count its length; nothing for any other. */
  counted?(draft: CaseDraft<C>): readonly string[] | undefined;
  /** What a test has of its question's own. */
  testOf?(theCase: C): OwnTest;
  /** Whether a right answer repeats a long part of its prompt; any other that does is looked at again without it. */
  repeats?: true;
  /** Whether an answer of two values counts by its metric `contains` if one of them is right; else two are none. */
  contains?: true;
  /** Whether all its prompts are given: then there is nothing to draw by `seeds`, nor to build to a length. */
  given?: true;
  /** Options that say how large a prompt is otherwise than by `lengths`. */
  sizeOptions?: readonly string[];
  /** How the fields of its Cases count where published scores are compared. */
  conditions?: Conditions<C>;
}

/** Parts of a line, of which some may be left out. */
export type Parts = readonly (string | false | undefined)[];

/** A task, and what a simulated reader looks up in its prompt. */
type Made = (Task | SizedTask) & { reading(): Reading };

/** A benchmark as its file says it. */
export interface Declaration<
  C extends Case = Case,
  Name extends string = string,
  Shape extends z.core.$ZodShape = z.core.$ZodShape,
  Hides extends true | 'prose' = true | 'prose',
> extends Extras<C> {
  /** The value of `benchmark` in its Cases, its folder and its page. Its generator has this name in camel case. */
  name: Name;
  /** A schema for each option that not every generator has; its doc comment is also its description in editors. */
  options: Shape;
  /**
   * Whether evidence is hidden in a haystack, whose options come by themselves; or its name, where another one than
   * that of the package is the default.
   */
  hides?: Hides;
  /**
   * The prompts that options ask for: of each a Case without `reserve` and `edition`, and without `tokens` where the
   * length comes out.
   * @param shared - fields for each of them
   */
  axes(options: Options<Shape>, shared: SharedCaseFields): Drafts<C>;
  /** What is asked of a Case, of what data, and a perfect answer. */
  make(draft: CaseDraft<C>): Made;
  /** The scoring rule. */
  mark(answer: Answer, theCase: C): Marked;
  /** What sets a Case apart, for people, without the seed. */
  describe(theCase: C): Parts;
}

export type Drafts<C extends Case> = Iterable<CaseDraft<C>> | AsyncIterable<CaseDraft<C>>;

/**
 * Declares a benchmark, for Cases of its own type; `registry.ts` makes of it what the rest of the program uses.
 *
 * @example
 * export const repeatedWords = benchmark<RepeatedCase>()({ name: 'repeated-words', options, axes, … })
 */
export function benchmark<C extends Case>() {
  return <
    const Name extends string,
    Shape extends z.core.$ZodShape,
    const Hides extends true | 'prose' = never,
  >(
    declaration: Declaration<C, Name, Shape, Hides>,
  ) => declaration;
}

/**
 * What each field of a Case means for a comparison with published scores. A field that is not here counts
 * under its own name, so that a new option cannot be forgotten: a grid that has it is not taken for one of
 * the authors'. `harmless` changes nothing that is measured, or something else says it; a function says it
 * in the words of `datasets/published/`, also of a Case without the field.
 */
export type Conditions<C extends Case> = {
  readonly [Field in keyof C]?:
    | 'harmless'
    | ((value: C[Field] | undefined, theCase: C) => Readonly<Record<string, string>>);
};

/** A draft whose length is asked for. */
export type Fitting<C extends Case> = CaseDraft<C> & { tokens: number };
