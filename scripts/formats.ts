/**
 * What the JSON files of the program hold, one type for each: `npm run schemas` makes a JSON Schema of each in
 * `datasets/schemas/`, and a test holds what the examples write against it. A type that these are made
 * of is exported, though no other file imports it, where the schema defines it by its name.
 */
import type { Conditions } from '../src/contract/conditions.js';
import type { HistoryJson } from '../src/extras/history/index.js';
import type { SearchJson } from '../src/extras/search/search-json.js';
import type { ReachFigures, SizeFigures } from '../src/measuring/facts/length-figures.js';
import type { ReliableFigures } from '../src/measuring/facts/length-verdict.js';
import type {
  BenchmarkRow,
  ChangeRow,
  ReportData,
  Since,
  SummaryRow,
} from '../src/measuring/facts/tables/tables.js';
import type { TestsReport } from '../src/measuring/report/tests-report.js';
import type {
  AskedRun,
  BaselineSeries,
  Belonging,
} from '../src/measuring/results/baseline/kept-runs.js';
import type { GateJson } from '../src/measuring/verdicts/gate/verdict-json.js';

interface Reach {
  reliableLength?: ReliableFigures;
  effectiveLength?: ReachFigures;
  /** Where its prompts are sized by how many things they have. */
  effectiveSize?: SizeFigures;
}

/** `report.json` of `report`, `try` and the hook `afterAll`. */
export interface Report extends Omit<ReportData, 'summary' | 'benchmarks' | 'since'> {
  since?: Omit<Since, 'changes'> & { changes: Omit<ChangeRow, 'change' | 'note'>[] };
  summary: (Omit<SummaryRow, 'effectiveLength' | 'reliable' | 'sizes'> & Reach)[];
  benchmarks: (Omit<BenchmarkRow, 'effectiveLength' | 'reliable' | 'sizes'> & Reach)[];
}

/** `tests.json` beside it, or `report.json` where all tests are the user's own. */
export type Tests = TestsReport;

/** `--json` of `gate`. */
export type Gate = GateJson;

/** `history --json`. */
export type History = HistoryJson;

/** `result.json` of `search`. */
export type Search = SearchJson;

/** What `baseline -o` writes. */
export interface Baseline {
  format: 'promptfoo-counting-stars baseline';
  /** 5 where it has ordinary tests, else 4. */
  version: 4 | 5;
  /** Version of this package that wrote it. */
  madeBy: string;
  /** What promptfoo calls the evaluations that it was made of. */
  evaluations?: string[];
  /** Who the models are, by their names in the runs. */
  identities: Record<string, { provider: string; prompt?: string }>;
  /** What each run took, by model; `null` in place of a run without the model. */
  asked?: Record<string, (AskedRun | null)[]>;
  /** The conditions of each run, by model; `null` in place of a run that does not tell them. */
  conditions?: Record<string, (Conditions | null)[]>;
  /** Which series there are, by number from 0. */
  series?: BaselineSeries[];
  /** Cases by their ids, by model. */
  models: Record<string, Record<string, BaselineEntry>>;
  /** Ordinary tests, by model. */
  tests?: Record<
    string,
    {
      provider: string;
      prompt: string;
      /** As above. */
      conditions?: (Conditions | null)[];
      /** `answer` is how an answer begins that passed, without secrets. */
      tests: Record<string, { name: string; answer?: string; runs: (TestRun | null)[] }>;
    }
  >;
}

interface BaselineEntry extends Omit<Belonging, 'series'> {
  /** Length of the prompt. */
  tokens: number;
  seed: number;
  description: string;
  /** What the score is; absent for recall. */
  measure?: string;
  /** The number of its series. */
  series?: number;
  /** One for each run; `null` where it lacks the Case. */
  runs: (BaselineRun | null)[];
}

interface BaselineRun {
  /** From 0 to 1. */
  score: number;
  /** A digit for each piece of evidence, from 0 to 4 quarters, or numbers from 0 to 1. */
  marks: string | number[];
  diagnosis?: string;
  /** Where the Case was asked several times. */
  scores?: number[];
  /** No answer of it could be read for certain. */
  unread?: true;
}

interface TestRun {
  /** A digit for each answer: 1 for one that passed. */
  pass: string;
  /** Where these are not the same. */
  scores?: number[];
  metrics?: Record<string, (number | null)[]>;
}
