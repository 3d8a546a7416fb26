import type { Case, CompositePart } from './case.js';
import type { Compaction } from './compaction.js';
import type { AnswerConditions } from './conditions.js';
import type { Reading } from './reading.js';
import type { GateRequest } from './requests.js';
import type { Unfinished, Usage } from './response.js';
import type { Transform } from './transforms.js';

/** One test of ours with what a provider made of it, as small as a report needs it. */
export interface Row extends Usage {
  /** Identity of the Case. */
  id: string;
  /** The Case as it is stored, which its rows share. */
  case?: Partial<Case> & Pick<Case, 'tokens'>;
  /** Where promptfoo's viewer has it, numbers from 0, and its names for the provider. */
  at?: { evalId?: string; test: number; column: number; provider: { id?: string; label?: string } };
  benchmark: string;
  task: string;
  language: string;
  haystack: string;
  /** Name of the grid, where it has one, for example `32-32`. */
  version?: string;
  /** Everything else of the Case that is the same for a whole grid, as text. */
  variant: string;
  /** What published scores must have in common with the grid. */
  conditions?: Readonly<Record<string, string>>;
  /** Of several prompts that are one draw asked in several ways: which draw; else nothing. */
  unit?: string;
  /** What several prompts are about, for example one question at several lengths: which; else nothing. */
  cluster?: string;
  /** What prompts that count as equally long have in common, where their length came out. */
  size?: string;
  /** Whether it is a control, which cannot fail. */
  control?: boolean;
  /** In which of several ways the evidence is given, where it is not as the benchmark has it. */
  given?: string;
  /** Of which part of a composite score it is. */
  composite?: CompositePart;
  /** What shortened the history before the question, and what that kept. */
  compaction?: Compaction & { way: string; sample?: number };
  /** Which providers shorten histories themselves, by label; and the `id` of the one that was asked. */
  compactedBy?: { labels: readonly string[]; id: string };
  provider: string;
  /** Who answered in its place, where the test names another provider. */
  answeredBy?: string;
  /** The conditions that it was asked under, as far as results tell them. */
  under?: AnswerConditions;
  /** What of them sets it apart from other answers of the same provider to the same series: `style=terse`. */
  way?: string;
  /** Label of the prompt. */
  prompt: string;
  /** Length that the prompt was built to, in tokens; where what was sent is longer, that of what was sent. */
  tokens: number;
  /** Tokens of what was sent, where the user put more around the prompt than its length has room for. */
  sent?: number;
  /** Length that the prompt was built to, where `tokens` is of what was sent. */
  built?: number;
  seed: number;
  /** Which part of the grid it was evaluated in, for example `2/4`. */
  shard?: string;
  /** The grid that it is of: a digest of all ids in it, and how many these are. */
  grid?: { id: string; size: number };
  /** What the hook compares it with. */
  gate?: GateRequest;
  description: string;
  /** Share of the evidence found, from 0 to 1. */
  score: number;
  /** One mark for each piece of evidence, in order of position; empty for benchmarks without. */
  marks: number[];
  /** Position of each piece of evidence, from 0 to 1. */
  positions: number[];
  /** From where on a model has to know the text for each, from 0 to 1, where that is another place. */
  needed?: number[];
  passed: boolean;
  /** Whether a person rated it otherwise in promptfoo's viewer, which does not change its score. */
  rated?: true;
  /** Why the provider gave no answer; such a row has no score. */
  error?: string;
  /** Whether there was an answer that is damaged, which another answer does not make good. */
  damaged?: true;
  reason: string;
  diagnosis?: string;
  /** Why the answer is incomplete, by the provider's report. */
  unfinished?: Unfinished;
  /** Set if the answer could not be read for sure, so that its score says little about memory. */
  reading?: Exclude<Reading, 'read'>;
  /** Why the reading is doubtful: a `Doubt`, or what another version calls one. */
  doubt?: string;
  /** What changed the answer before it was scored, or may have. */
  transforms?: readonly Transform[];
  namedScores: Record<string, number>;
  /** What the user's own assertions report, by name. */
  measures?: Readonly<Record<string, number>>;
  /** Measures that the test is to be followed by. */
  follow?: readonly string[];
  /** Which of them the score is; nothing for recall. */
  measure?: string;
  /** Whether there is no right answer of ours, so that the score says nothing. */
  unscored?: true;
  /** The start of the answer. */
  answer: string;
  reserve: number;
  latencyMs?: number;
  /** What was paid, in US dollars; nothing where that is not told. */
  cost?: number;
  /** Whether promptfoo took the answer from its own cache: no provider was asked, and nothing was paid. */
  cached?: true;
  /** What other calls for the same answer were paid: failed ones before it, and ones made again. */
  overcome?: readonly Paid[];
  /** Whether the call stands in the row of another measure too, where what it cost is counted. */
  again?: true;
}

/** What a row says of money and tokens. */
export type Paid = Usage & Pick<Row, 'error' | 'cost' | 'cached'>;
