/** What an evaluation would ask, as a plan looks at it: plain data, which promptfoo's process writes down. */
import type { Case } from '../../contract/case.js';
import type { ConfiguredThinking, Seen } from './thinking.js';

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

export interface PlannedTest {
  case?: Case;
  description?: string;
  /** Part of the grid it belongs to: `2/4`. */
  shard?: string;
  marks?: number;
  measures?: readonly string[];
  /** Its prompts, of a test of the user's. */
  yours?: OwnPrompts;
  /** Calls of each provider, in the order of `PlannedSuite.providers`. */
  calls: number[];
}

export type OurTest = PlannedTest & { case: Case };

export function marksOfTest({ marks = 1 }: Pick<PlannedTest, 'marks'>): number {
  return marks;
}

export interface PlannedProvider {
  id: string;
  label?: string;
  /** Where its calls go, if known. promptfoo knows it for many providers. */
  address?: string;
  /** Uses OpenAI's `service_tier: flex`, with a model that has it. */
  isFlex?: true;
  /** Writes every prompt to its cache completely, at a price. */
  writesWhole?: true;
  thinking?: ConfiguredThinking;
  /** What its answers took, where there are some, and those to tests of the user's. */
  seen?: Seen;
  seenOwn?: Seen;
  /** Tokens of an answer at most, where its config says so. */
  mostAnswer?: number;
}

/** What an evaluation would send, as plain data. */
export interface PlannedSuite {
  providers: PlannedProvider[];
  tests: PlannedTest[];
  /** What to know before the first call. See `suiteNotes`. */
  notes?: string[];
  englishNotes?: string[];
}

/** What prompts of the user's own tests are counted with. */
export const OWN_TESTS_TOKENIZER = 'o200k_base';
