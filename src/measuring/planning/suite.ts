/** What an evaluation would ask, as a plan looks at it: plain data, which promptfoo's process writes down. */
import type { Case } from '../../contract/case.js';
import type { Seen } from './seen.js';
import type { ConfiguredThinking } from './thinking.js';

/** Why the length of a prompt is not known before it is sent. */
export interface Unsized {
  why: 'function' | 'variable' | 'template' | 'conversation' | 'provider';
  /** Of the prompt, the variable or the provider that it depends on. */
  name: string;
}

/** What is sent of a test of the user's, as far as no code has to run to know it. */
export interface OwnPrompts {
  /** Tokens of each of its prompts, by provider; each is sent so often. */
  tokens: number[][];
  repeats: number;
  /** Tokens of an answer at most, where the test or its prompts say so. */
  most?: number;
  /** Whether some text is in another script than English. */
  isForeign: boolean;
  /** Calls whose prompt has no known length. */
  unsized: (Unsized & { calls: number })[];
}

/** Which providers are asked a test, and how often. */
export interface PlannedTest {
  /** The record of a test of ours. */
  case?: Case;
  description?: string;
  /** Which part of the grid it belongs to, for example `2/4`. */
  shard?: string;
  /** How many marks an answer to it gets, of a test of ours. */
  marks?: number;
  /** Measures that it says it is followed by. */
  measures?: readonly string[];
  /** Its prompts, of a test of the user's. */
  own?: OwnPrompts;
  /** Calls of each provider, in the order of `PlannedSuite.providers`. */
  calls: number[];
}

/** A test that a generator made. */
export type OurTest = PlannedTest & { case: Case };

/** How many marks an answer to a test gets; one where its generator does not say. */
export function marksOf({ marks = 1 }: Pick<PlannedTest, 'marks'>): number {
  return marks;
}

export interface PlannedProvider {
  id: string;
  label?: string;
  /** Where its calls go, when that is said; promptfoo says it for many providers by itself. */
  address?: string;
  /** Asked at OpenAI's `service_tier: flex`, by a model that has it. */
  isFlex?: true;
  /** Every prompt is written to its cache as a whole, at a price. */
  writesWhole?: true;
  /** Where its config says something of thinking. */
  thinking?: ConfiguredThinking;
  /** What its answers took, where there are some, and those to tests of the user's. */
  seen?: Seen;
  seenOwn?: Seen;
  /** Tokens of an answer at most, where its config says so. */
  mostAnswer?: number;
}

/** What an evaluation would ask: plain data. */
export interface PlannedSuite {
  providers: PlannedProvider[];
  tests: PlannedTest[];
  /** What to know of it before the first call; see `suiteNotes`. */
  notes?: string[];
  /** The same in English, for programs. */
  englishNotes?: string[];
}
