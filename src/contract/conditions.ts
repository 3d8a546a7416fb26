/** What could move a score besides the model's name: all that an answer was asked under. docs/gate.md names it. */

/**
 * One value of each condition for an answer, several for a model. What results do not tell is absent. Values are short
 * texts without secrets: a long one is its start and end, with a digest.
 */
export interface ConditionsOf<Value> {
  /** promptfoo's id of the provider that answered. */
  model?: Value;
  /** What the response calls its model. */
  named?: Value;
  /** Whether the prompt was sent as text, as chat messages, or in parts of the user's own prompt. */
  form?: Value;
  /** The form in which a transcript was sent: a `TranscriptForm`. */
  transcript?: Value;
  /** Settings of the provider by key: `{ 'reasoning.effort': 'low' }`. */
  config?: Readonly<Record<string, Value>>;
  /** Parts of what stands around the Case, by name: `prompt`, `system prompt`, `prefix`, `suffix`. */
  frame?: Readonly<Record<string, Value>>;
  /** Variables of the user's own in the prompt, by name. */
  variables?: Readonly<Record<string, Value>>;
  /** Version of promptfoo. */
  promptfoo?: Value;
}

export type AnswerConditions = ConditionsOf<string>;

/** Of all answers of a model in one run. */
export type Conditions = ConditionsOf<readonly string[]>;

/** Conditions that are one value each, and those that are values by name. */
export const SINGLE = ['model', 'named', 'form', 'transcript', 'promptfoo'] as const;
export const BY_NAME = ['frame', 'variables', 'config'] as const;

/** The value of a setting that some answers were asked with, and others without. */
export const UNSET = 'unset';
