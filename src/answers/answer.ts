/** What a benchmark's rule is told of an answer. The rule says what it looks for; `readable-answer.ts` reads it. */
import type { LanguageReference } from '../base/references.js';
import type { Diagnosis } from '../contract/diagnosis.js';
import type { Doubt } from '../contract/reading.js';

export interface Answer {
  /** All of the answer, its reasoning among it. */
  readonly given: string;
  /** What the model says in the end, without its reasoning. JSON becomes one line per value, behind its key. */
  readonly text: string;
  /** The same, but only reasoning is taken off: for rules in which each character counts. */
  readonly verbatim: string;
  /** The text without Markdown, line breaks inside words and unusual characters. */
  readonly plain: string;
  /** The text with digits for numbers in words. */
  readonly inDigits: string;
  /** The text with its dates as 2026-11-23, read as month first where that is possible. */
  readonly inPlainDates: string;
  list(hints: NumberHints): GivenList;
  number(hints: NumberHints): GivenNumber;
  /** The number of generations that it counts. */
  generations(): number | undefined;
  /**
   * Returns which option, from 0, is chosen of those called A to D. Nothing if it does not say.
   *
   * @param asked - whom the question asks about
   */
  choice(options: readonly string[], asked?: string): number | undefined;
  /** Returns which name, from 0, it gives. */
  name(names: readonly string[], asked?: string): number | undefined;
  /** Returns the value of each key, or nothing for a key without one. Keys must differ in more than capital letters. */
  values(keys: readonly KnownKey[]): (GivenValue | undefined)[];
  /** Tells whether it gives one of the accepted answers, as whole words. */
  accepted(values: readonly string[], style: AcceptedStyle): Accepted;
  /** Tells whether one place of it is not denied. True, too, if `wanted` finds nothing. `wanted` needs the flag `g`. */
  asserts(wanted: RegExp): boolean;
  /**
   * Returns why it is doubtful that the answer says a value. Nothing if one place of it is clear.
   *
   * @param wanted - finds the value; with the flag `g`
   * @param isRight - whether what is joined with it by "or" is right as well
   */
  doubt(wanted: RegExp, isRight?: (other: string) => boolean): Doubt | undefined;
  /**
   * Returns why an answer that is not right is so.
   *
   * @param absent - small-letter phrases that say that what was asked for is not there
   */
  whyWrong(language: LanguageReference, absent?: readonly string[]): WhyWrong;
  /** Tells whether an answer without any value says that it does not know. */
  saysUnknown(): boolean;
  /** Takes off what it repeats of a prompt. One of the documents may be quoted whole. */
  withoutRepeated(prompt: string, documents?: readonly Readonly<Record<string, string>>[]): Answer;
  /** Writes a value as it would stand in `plain`. */
  plainly(value: string): string;
  /** Returns what stands in the last box of LaTeX, cleaned as NeedleBench 2 does. */
  boxedName(): string | undefined;
  /** Takes another text for this answer: a part of it, or another spelling. */
  saying(text: string): Answer;
}

export interface NumberHints {
  /**
   * The key that was asked for, then those of other languages. Capital letters, spaces, `_` and `-` make no
   * difference.
   */
  keys: readonly string[];
  /** Words that may stand behind a number. */
  units?: readonly string[];
  /** Sentences as they are hidden in the prompt, each with a group named `count`. */
  recited?: readonly RegExp[];
}

/** How numbers are written. */
export type Form =
  | 'json'
  | 'fenced'
  | 'embedded'
  | 'damaged'
  | 'table'
  | 'lines'
  | 'recited'
  | 'prose'
  | 'counted';

export interface GivenNumber {
  form: Form | 'boxed' | 'unreadable';
  number: number | undefined;
}

/** A list that was found, how it is written, and why it was chosen. */
export interface GivenList {
  form: Form | 'unreadable';
  numbers: number[];
  why?: string;
  /** Other lists that the answer may mean nearly as likely. */
  near: number[][];
}

export interface KnownKey {
  key: string;
  values: readonly string[];
}

export interface GivenValue {
  /** In small letters. */
  said: string;
  /** Which of the known values it is (of equal ones the last). Absent for any other. */
  index?: number;
}

export interface AcceptedStyle {
  /** Words to ignore, in small letters. */
  articles: readonly string[];
  /** Small-letter phrases that say that the answer is not there. */
  absent: readonly string[];
}

export interface Accepted {
  mark: 0 | 1;
  doubt?: Doubt;
}

type WhyWrong = Extract<Diagnosis, 'empty' | 'missing' | 'refused' | 'wrong'>;

/** Why a score is doubtful, with its least (by default 0) and its most (1). */
export interface Doubted {
  why: Doubt;
  low?: number;
  high?: number;
}
