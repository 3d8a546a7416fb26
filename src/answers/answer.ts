/** What a benchmark's rule is told of an answer. The rule says what it looks for; `readable-answer.ts` reads it. */
import type { LanguageReference } from '../base/references.js';
import type { Diagnosis } from '../contract/diagnosis.js';
import type { Decoration, Doubt } from '../contract/reading.js';

export interface Answer {
  /** What the model says in the end: without its reasoning, and of JSON a line for each value, behind its key. */
  readonly text: string;
  /** The same character by character, for rules in which each counts: only reasoning is taken off. */
  readonly verbatim: string;
  /** The text in which words stand as they are, whatever marks, breaks and characters a model writes. */
  readonly plain: string;
  /** The text with digits for numbers in words. */
  readonly inDigits: string;
  /** The text with its dates as 2026-11-23; the month goes first where it may. */
  readonly inPlainDates: string;
  /** The list of numbers that it gives. */
  list(hints: NumberHints): GivenList;
  /** The single number that it gives. */
  number(hints: NumberHints): GivenNumber;
  /** The number of generations that it counts. */
  generations(): number | undefined;
  /**
   * The number of the option that it chooses, from 0, of those called A to D; nothing where it does not say.
   *
   * @param asked - whom the question asks about
   */
  choice(options: readonly string[], asked?: string): number | undefined;
  /** The number of the name that it gives, from 0, as `choice`. */
  name(names: readonly string[], asked?: string): number | undefined;
  /** The value that it gives to each key; nothing for a key without one. No two keys differ in capital letters alone. */
  values(keys: readonly KnownKey[]): (GivenValue | undefined)[];
  /** Whether it gives one of the accepted answers, as whole words, in the part that answers. */
  accepted(values: readonly string[], style: AcceptedStyle): Accepted;
  /** Whether it stands by something at least once; true also where `wanted`, with the flag `g`, finds nothing. */
  asserts(wanted: RegExp): boolean;
  /**
   * Why it is doubtful that it says what it holds; nothing where one place of it is clear.
   *
   * @param wanted - finds the value; with the flag `g`
   * @param isRight - whether what is joined with it by "or" is right as well
   */
  doubt(wanted: RegExp, isRight?: (other: string) => boolean): Doubt | undefined;
  /**
   * Why there is nothing right in it.
   *
   * @param absent - small-letter phrases that say that what was asked for is not there
   */
  whyWrong(language: LanguageReference, absent?: readonly string[]): WhyWrong;
  /** Whether it speaks of not knowing, or of what it was given; asked of an answer without any value. */
  saysUnknown(): boolean;
  /** What it says itself, without what it repeats of a prompt; one of the documents may be quoted as a whole. */
  withoutRepeated(prompt: string, documents?: readonly Readonly<Record<string, string>>[]): Answer;
  /** A value as it would stand in `plain`, to be looked for there. */
  plainly(value: string): string;
  /** What stands in the last box of LaTeX, cleaned as the second version of NeedleBench does. */
  boxedName(): string | undefined;
  /** The same answer where only this is read of it: a part of its text, or its text in another spelling. */
  saying(text: string): Answer;
}

/** What helps to read numbers. */
export interface NumberHints {
  /**
   * The key that was asked for, then those of other languages. Capital letters, spaces, underscores
   * and hyphens make no difference.
   */
  keys: readonly string[];
  /** Words that may stand behind a number. */
  units?: readonly string[];
  /** Sentences as they are hidden in the text, each with a group named `count`. */
  recited?: readonly RegExp[];
}

/** How numbers are written. */
export type Form =
  | 'boxed'
  | 'json'
  | 'fenced'
  | 'embedded'
  | 'damaged'
  | 'table'
  | 'lines'
  | 'recited'
  | 'prose'
  | 'counted';

/** A number that was found, and how it is written. */
export interface GivenNumber {
  form: Form | 'unreadable';
  number: number | undefined;
}

/** A list that was found, how it is written, and why it was chosen. */
export interface GivenList {
  form: Form | 'unreadable';
  numbers: number[];
  why?: string;
  /** Other lists that the answer may nearly as likely mean. */
  near: number[][];
}

/** A key, and the values that are known of it. */
export interface KnownKey {
  key: string;
  values: readonly string[];
}

/** The value that an answer gives to a key. */
export interface GivenValue {
  /** In small letters. */
  said: string;
  /** Which of the known values it is, the last of equal ones; nothing for any other. */
  index?: number;
}

/** How accepted answers are compared with what an answer says. */
export interface AcceptedStyle {
  /** Words that make no difference, in small letters. */
  articles: readonly string[];
  /** Small-letter phrases that say that the answer is not there. */
  absent: readonly string[];
}

/** What an answer gives, and why that is doubtful. */
export interface Accepted {
  mark: 0 | 1;
  doubt?: Doubt;
}

type WhyWrong = Extract<Diagnosis, 'empty' | 'missing' | 'refused' | 'wrong'>;

/** A doubt about a score, which is at least `low` (by default 0) and at most `high` (1). */
export interface Doubted {
  why: Doubt;
  low?: number;
  high?: number;
  /** All decoration without which it is \`high\`, where that is why. */
  without?: readonly Decoration[];
}
