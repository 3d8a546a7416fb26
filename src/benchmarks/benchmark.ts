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
   * Position of each piece of evidence with a mark of its own, from 0 to 1. Empty if an answer is right or
   * wrong as a whole.
   */
  positions: number[];
  /** A perfect answer, from which the default reserve is computed. */
  answer: string;
  /** Other right answers. */
  accepted?: readonly string[];
  /** A perfect answer to the option `structured`, if the benchmark has it. */
  structured?: StructuredAnswer;
}

interface TemplateWords {
  template?: string;
  /** The text, unless it is the whole context. False if there is none. */
  text?: string | false;
  /** What the authors call the text. */
  name?: string;
  /** What else must stand in it, by name. By default `question`. */
  places?: Readonly<Record<string, string>>;
  /** What else may stand in it. */
  optional?: Readonly<Record<string, string>>;
  /** The question, unless it is all that follows the text. */
  question?: string;
  /** Changes the template for some prompts, as the authors do. */
  rewrite?: (text: string) => string;
}

/** Something that could be mistaken for evidence. */
export interface Forbidden {
  phrase: string;
  pattern: RegExp;
}

export interface HiddenTask extends Asked {
  kind: 'hidden';
  /** All that is hidden, in order of position: evidence and distractors. */
  evidence: Evidence[];
  between: string;
  questionFirst?: boolean;
  /** What a template has right before the context. The question then follows it directly. */
  before?: string;
  /** A message before the prompt. */
  system?: string;
  wording?: TemplateWords;
  /** If the length is that of the context alone: how many of its tokens stay free for all else. */
  buffer?: number;
  /** Which passage of the haystack it is, from 1, if evidence is hidden several times. */
  passage?: number;
  /** A haystack that the benchmark makes. By default the Case says which it is. */
  made?: MadeHaystack;
  /** What must not stand in the haystack, since it could be mistaken for evidence. */
  forbidden: Forbidden[];
}

/** A context that is all data. `fit` fills the length of its Case, if one was asked for. */
export interface ContextTask extends Asked {
  kind: 'context';
  context: string;
  /** The same as a list, for pipelines that write prompts themselves. */
  documents?: readonly Readonly<Record<string, string>>[];
  wording?: TemplateWords;
}

/** The start of a text, sized in characters or words, with sentences in it. It becomes a context. */
export interface SizedTask extends Omit<ContextTask, 'kind' | 'context'> {
  kind: 'sized';
  size: number;
  unit: 'characters' | 'words';
  haystack: HaystackReference;
  sentences: readonly string[];
  /** What must not stand in the text, since it could be mistaken for evidence. */
  forbidden: readonly Forbidden[];
}

export interface PromptTask extends Asked {
  kind: 'prompt';
  prompt: string;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A conversation whose last message asks. Only contents count for its length. */
export interface ChatTask extends Asked {
  kind: 'chat';
  messages: readonly Message[];
}

/**
 * An agent's transcript, in whose last turn the user asks. Only contents and arguments count for its length
 * (`textOfTurn`).
 */
export interface TranscriptTask extends Asked {
  kind: 'transcript';
  turns: readonly Turn[];
  tools: readonly ToolDeclaration[];
}

/** The five ways to make a prompt. */
export type Task = HiddenTask | ContextTask | PromptTask | ChatTask | TranscriptTask;

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

/** An object with one value under one key, in JSON schema. */
export interface AnswerSchema {
  key: string;
  value: AnswerItem | { type: 'array'; items: AnswerItem };
}

export interface StructuredAnswer extends AnswerSchema {
  right: number | string | readonly (number | string)[];
}

/** What a test has besides its prompt and `score`. */
export interface OwnTest {
  vars: Readonly<Record<string, string>>;
  assert: readonly Assertion[];
  metadata: Readonly<Record<string, unknown>>;
  /** Whether `score` counts. If not, only the other assertions judge. */
  scored: boolean;
}

export interface Scored {
  /** Recall from 0 to 1: the paper's accuracy. */
  score: number;
  /** The score in the form that was asked for, if the rule insists on it. */
  inForm?: number;
  readable: boolean;
  /** One line for people: what was found, and what is missing where. */
  reason: string;
  namedScores: Record<string, number>;
  metadata: Record<string, unknown>;
}

/** What `mark` says of an answer. The rest of `Scored` is made of it. */
export interface Marked extends Omit<Scored, 'readable'> {
  /** By default true if the answer says anything. */
  readable?: boolean;
  /** Marks from 0 to 1 of the pieces of evidence, in the order of `positions`. */
  marks?: readonly number[];
  positions?: readonly number[];
  doubt?: Doubted | undefined;
}

export interface Extras<C extends Case> {
  /** Tells what contradicts in options that are right each by itself. */
  conflict?(config: Record<string, unknown>): string | undefined;
  /** Returns what a version of `versions` says besides lengths: `{ stars: 32 }` of 32-16. */
  ofVersion?(version: string): Record<string, unknown>;
  fit?: Fit<C>;
  /** Loads what `make` and `mark` need, since they cannot wait. */
  load?(draft: CaseDraft<C>): Promise<void>;
  /** Counts what a prompt is made of, such as words, if no field of its Case does. */
  pieces?(draft: CaseDraft<C>): number;
  /** Returns the texts by which authors count the length of a prompt from their file. */
  counted?(draft: CaseDraft<C>): readonly string[] | undefined;
  testOf?(theCase: C): OwnTest;
  /** Set if right answers repeat long parts of the prompt. Otherwise such answers are read again without them. */
  repeats?: true;
  /** Set if of two values one has to be right, by the metric `contains`. Otherwise two values are no answer. */
  contains?: true;
  /** Set if all prompts are given, so that nothing is drawn by `seeds` or built to a length. */
  given?: true;
  /** Options that size a prompt instead of `lengths`. */
  sizeOptions?: readonly string[];
  /** What the fields of its Cases mean when published scores are compared. */
  conditions?: Conditions<C>;
}

export type Parts = readonly (string | false | undefined)[];

/** A task, and what a simulated model looks up in its prompt. */
type Made = (Task | SizedTask) & { reading(): Reading };

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
  /** Whether evidence is hidden in a haystack, which adds its options, or the name of the default haystack. */
  hides?: Hides;
  /**
   * The prompts that options ask for: of each a Case without `reserve` and `edition`, and without `tokens` where the
   * length comes out.
   * @param shared - fields for each of them
   */
  axes(options: Options<Shape>, shared: SharedCaseFields): Drafts<C>;
  make(draft: CaseDraft<C>): Made;
  mark(answer: Answer, theCase: C): Marked;
  /** Describes a Case for people, without the seed. */
  describe(theCase: C): Parts;
}

export type Drafts<C extends Case> = Iterable<CaseDraft<C>> | AsyncIterable<CaseDraft<C>>;

/**
 * Declares a benchmark for Cases of its own type. `registry.ts` makes of it what the program uses.
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
 * What each field of a Case means when published scores are compared. Other fields count under their own name,
 * so that a new option is never mistaken for the authors' setting. `harmless` changes nothing measured, or is
 * said elsewhere. A function puts it in the words of `datasets/published/`, also without the field.
 */
export type Conditions<C extends Case> = {
  readonly [Field in keyof C]?:
    | 'harmless'
    | ((value: C[Field] | undefined, theCase: C) => Readonly<Record<string, string>>);
};

export type Fitting<C extends Case> = CaseDraft<C> & { tokens: number };

/**
 * Makes a Case that has a length, but no haystack, fill that length.
 * @param tokensOf - how long the prompt of a Case is, in tokens, with what it keeps free
 * @param count - how many tokens a part of it has by itself, for an estimate
 */
export type Fit<C extends Case> = (
  draft: Fitting<C>,
  tokensOf: (draft: Fitting<C>) => number,
  count: (text: string) => number,
) => Fitting<C>;
