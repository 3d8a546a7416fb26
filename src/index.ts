/**
 * What promptfoo and programs import. It is light to load: everything else comes with first use.
 */

import type { AfterAllContext } from './after-all.js';
import type { ScoreContext } from './assertions/score.js';
import type { Message } from './benchmarks/benchmark.js';
import type { Configs } from './benchmarks/registry.js';
import type { GradingResult } from './contract/promptfoo.js';
import type { BatteryConfig } from './generators/battery.js';
import type { GeneratedTest } from './generators/generate.js';
import type {
  PromptFunctionArguments,
  VarFunctionArguments,
  VarValue,
} from './generators/prompt-doors.js';
import type { Evaluation } from './measuring/facts/evaluation/evaluation.js';
import type { ReportData, ReportOptions } from './measuring/facts/tables/tables.js';
import type { Suite } from './measuring/planning/expand-suite.js';
import type { Plan } from './measuring/planning/plan.js';
import type { GivenPrice } from './measuring/planning/prices.js';
import type { TestsPlan } from './measuring/planning/tests-plan.js';
import type { GateOptions, GateResult } from './measuring/verdicts/gate/gate-result.js';
import type { WholeGate } from './measuring/verdicts/gate/gate-with-tests.js';

export type { AfterAllContext } from './after-all.js';
export type { ScoreContext } from './assertions/score.js';
export type { FileReference, LanguageReference } from './base/references.js';
export { UserError } from './base/user-error.js';
export type { Message } from './benchmarks/benchmark.js';
export type { NiahConfig } from './benchmarks/ruler/case.js';
export type { ProviderIdentity } from './contract/by-provider.js';
export type {
  Case,
  CompositePart,
  FilesHaystack,
  HaystackReference,
  TokenizerReference,
} from './contract/case.js';
export type {
  Compact,
  CompactInput,
  CompactorInput as History,
} from './extras/agents/compaction/compactor.js';
export type { BatteryConfig, BatteryPart } from './generators/battery.js';
export type { GeneratedTest } from './generators/generate.js';
export type {
  PromptFunctionArguments,
  VarFunctionArguments,
  VarValue,
} from './generators/prompt-doors.js';
export type { Turn } from './haystack/messages/transcript.js';
export type { AskedCase } from './measuring/facts/evaluation/asked-case.js';
export type { Evaluation } from './measuring/facts/evaluation/evaluation.js';
export type { Model } from './measuring/facts/evaluation/models.js';
export type { Series } from './measuring/facts/evaluation/series.js';
export type { ReportData, ReportOptions } from './measuring/facts/tables/tables.js';
export type { Plan } from './measuring/planning/plan.js';
export type { GivenPrice } from './measuring/planning/prices.js';
export type { TestsPlan } from './measuring/planning/tests-plan.js';
export type { EffectiveLengthOptions } from './measuring/statistics/curve/effective-length-of.js';
export { effectiveLength } from './measuring/statistics/curve/effective-length-of.js';
export type { PromptMarks } from './measuring/statistics/curve/prompt-marks.js';
export type { Interval } from './measuring/statistics/interval.js';
export type { Floor, GateOptions, GateResult } from './measuring/verdicts/gate/gate-result.js';
export type { WholeGate } from './measuring/verdicts/gate/gate-with-tests.js';
export type { ChangedTest, TestsGate } from './measuring/verdicts/tests/tests-gate.js';
export type { PromptForm as Form } from './options/general-options.js';
export type { Haystack } from './options/haystack-options.js';
export type { ModelProfile } from './providers/model-profiles.js';
export type { SimulatedReaderConfig } from './providers/read-prompt.js';
export type { RecordedAnswersOptions } from './providers/recorded-answers.js';
export { RecordedAnswers } from './providers/recorded-answers.js';
export type { RecordedAnswersConfig } from './providers/recordings.js';
export type { SimulatedReaderOptions } from './providers/simulated-reader.js';
export { SimulatedReader } from './providers/simulated-reader.js';

/**
 * A test generator: what promptfoo calls with the `config` of an entry of `tests`. All options are
 * optional but where a generator says otherwise; its example is such a `config`.
 *
 * @returns test cases for promptfoo
 * @throws {UserError} naming the option, the value and the remedy
 *
 * @example
 * ```yaml
 * tests:
 *   - path: file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars
 *     config: { versions: [32-32], maxTokens: 128000 }
 * ```
 */
export type TestGenerator<Config> = (config?: Config) => Promise<GeneratedTest[]>;

/**
 * Counting-Stars-(M-N) (arXiv:2403.11802): M stars in contexts of N lengths. Without options:
 * Counting-Stars-(32-32) in English. Tests: one for each length, version and seed.
 *
 * @example `{ versions: [32-32], maxTokens: 128000 }`
 */
export const countingStars = generatorNamed('countingStars');

export type CountingStarsConfig = Configs['countingStars'];

/**
 * The Ancestral Trace Challenge (NeedleBench, arXiv:2407.11963): shuffled kinship statements, and
 * the question who the most distant ancestor is. Without options: chains of 2 to 19 steps, asked 10
 * times each. Tests: one for each chain, round and seed.
 *
 * @example `{ steps: [2, 4, 8, 16], chains: 4 }`
 */
export const ancestralTrace = generatorNamed('ancestralTrace');

export type AncestralTraceConfig = Configs['ancestralTrace'];

/**
 * Aggregation by OOLONG's rules (arXiv:2511.02817): how many records have a subject, and which subject, user
 * or date most of them have. Without options: all four questions at eight lengths. Tests: one for each
 * length, question and seed.
 *
 * @example `{ tasks: [count, most], lengths: [8000, 32000], seeds: 10 }`
 */
export const aggregation = generatorNamed('aggregation');

export type AggregationConfig = Configs['aggregation'];

/**
 * Several benchmarks at once: a preset such as `full`, or a list. It takes `preset` or `tests`,
 * options that benchmarks share, and a benchmark's own under its name.
 *
 * @example `{ preset: quick, seeds: 3 }`
 */
export async function battery(config?: BatteryConfig): Promise<GeneratedTest[]> {
  const [{ batteryTests }, { idsOfBaseline }, { inPromptfoo }] = await Promise.all([
    import('./generators/battery.js'),
    import('./commands/ids-of-baseline.js'),
    import('./base/promptfoo-cli.js'),
  ]);
  return inPromptfoo(() => batteryTests(config, idsOfBaseline));
}

/**
 * Needle in a Haystack: one sentence hidden at every depth of contexts of every length, or several
 * at once. Without options: 8 lengths and 11 depths. Tests: one for each length, depth, needle and
 * seed.
 *
 * @example `{ lengths: 8, depths: 11, maxTokens: 128000 }`
 */
export const needleInAHaystack = generatorNamed('needleInAHaystack');

export type NeedleInAHaystackConfig = Configs['needleInAHaystack'];

/**
 * NeedleBench (arXiv:2407.11963): one needle, several needles, and facts that must be combined, at
 * every length and depth. Without options: the three tasks of the version 32k. Tests: one for each
 * task, length, depth, needle and seed.
 *
 * @example `{ versions: 32k, language: zh }`
 */
export const needleBench = generatorNamed('needleBench');

export type NeedleBenchConfig = Configs['needleBench'];

/**
 * Key-value retrieval (Lost in the Middle, arXiv:2307.03172): a JSON object of UUIDs, one key of
 * which is asked for, at every chosen place of the object. Without options: 75, 140 and 300 pairs
 * at five places each. Tests: one for each number of pairs (or length), place and seed.
 *
 * @example `{ pairs: [75, 140, 300], depths: [0, 0.5, 1], seeds: 20 }`
 */
export const keyValueRetrieval = generatorNamed('keyValueRetrieval');

export type KeyValueRetrievalConfig = Configs['keyValueRetrieval'];

/**
 * Multi-document question answering (Lost in the Middle, arXiv:2307.03172): documents, one of which
 * holds the answer, at every chosen place; and its controls without the others. Without options: 20
 * questions with 10, 20 and 30 documents. Tests: one for each task, question, number of documents,
 * place and seed.
 *
 * @example `{ tasks: [documents, closed-book, oracle], documents: [10, 20], questions: 50 }`
 */
export const multiDocumentQa = generatorNamed('multiDocumentQa');

export type MultiDocumentQaConfig = Configs['multiDocumentQa'];

/**
 * GraphWalks (OpenAI 2025): a directed graph as a list of edges, and the frontier of a breadth-first
 * search or the parents of a node. Without options: both questions, 1 to 3 steps, 8 lengths.
 * Tests: one for each task, number of steps, length and seed.
 *
 * @example `{ steps: [1, 2], lengths: [8000, 32000, 128000], seeds: 5 }`
 */
export const graphWalks = generatorNamed('graphWalks');

export type GraphWalksConfig = Configs['graphWalks'];

/**
 * MRCR (arXiv:2409.12640, openai/mrcr): conversations in which the same request is made several
 * times, and the question for what was written on one of them. Without options: 2, 4 and 8 needles,
 * each asked, at 8 lengths. Tests: one for each number of needles, needle asked, length and seed.
 *
 * @example `{ needles: [2, 8], lengths: [8000, 32000, 128000] }`
 */
export const mrcr = generatorNamed('mrcr');

export type MrcrConfig = Configs['mrcr'];

/**
 * Latest value (PI-LLM, arXiv:2506.08184): a stream of updates of many keys, and the question for the last
 * value of each. Without options: 46 keys of 2 to 400 updates. Tests: one for each size and seed.
 *
 * @example `{ updates: [4, 24, 139], seeds: 5 }`
 */
export const latestValue = generatorNamed('latestValue');

export type LatestValueConfig = Configs['latestValue'];

/**
 * Agent histories (after PI-LLM, arXiv:2506.08184, and others): what holds now, after a transcript of
 * requests, tool calls and results in which facts and rules are replaced. Without options: five tasks, 8
 * lengths. Tests: one for each task, number of updates or hops, length and seed, and those of `controls`.
 *
 * @example `{ lengths: [8000, 32000, 128000], controls: [flat, changes, facts], seeds: 5 }`
 */
export const agentHistory = generatorNamed('agentHistory');

export type AgentHistoryConfig = Configs['agentHistory'];

/**
 * Repeated words (Context Rot, 2025): a text of one word again and again, with one other word in
 * it, which is to be copied. Without options: 25 to 10000 words, the other one at five places.
 * Tests: one for each number of words (or length), place and seed.
 *
 * @example `{ words: [100, 1000, 10000], depths: [0, 0.5, 1] }`
 */
export const repeatedWords = generatorNamed('repeatedWords');

export type RepeatedWordsConfig = Configs['repeatedWords'];

/**
 * Your own documents and questions, at lengths or in numbers of your choice: up to what length does your
 * pipeline work? Needs `questions`, the path of a file. Tests: one for each question, length, depth and seed.
 *
 * @example `{ questions: questions.jsonl, documents: docs/, lengths: [8000, 32000], form: parts }`
 */
export const ownDocuments = generatorNamed('ownDocuments');

export type OwnDocumentsConfig = Configs['ownDocuments'];

/**
 * Your own sessions: windows of what your agent recorded, at growing lengths. Values in its results are replaced by others
 * of the same shape, and asked for.
 *
 * @example
 * ```yaml
 * tests:
 *   - path: file://node_modules/promptfoo-counting-stars/dist/index.js:ownHistory
 *     config: { sessions: session.jsonl, lengths: [16000, 60000] }
 * ```
 */
export const ownHistory = generatorNamed('ownHistory');

export type OwnHistoryConfig = Configs['ownHistory'];

/**
 * RULER v2 (NVIDIA 2025): twelve tasks over lists of needles, of questions of MMLU and of documents of HotpotQA, which are
 * your files. Tests: task × length × seed.
 *
 * @example `{ mmlu: test.parquet, hotpotqa: hotpot_dev_distractor_v1.json, lengths: [8192, 32768] }`
 */
export const rulerV2 = generatorNamed('rulerV2');

export type RulerV2Config = Configs['rulerV2'];

/**
 * LongBench Pro (arXiv:2601.02872): questions on real texts in English and Chinese, from the authors' file. Needs
 * `published`, that file. Tests: one for each question.
 *
 * @example `{ published: longbench_pro.json, language: [en, zh], sizes: [8k, 32k] }`
 */
export const longBenchPro = generatorNamed('longBenchPro');

export type LongBenchProConfig = Configs['longBenchPro'];

/**
 * LongBench v2 (arXiv:2412.15204): the multiple-choice questions of the authors' file. Needs
 * `published`, the authors' file. Tests: one for each question.
 *
 * @example `{ published: data.json, sizes: [short], difficulties: [easy] }`
 */
export const longBenchV2 = generatorNamed('longBenchV2');

export type LongBenchV2Config = Configs['longBenchV2'];

/**
 * NoLiMa (arXiv:2502.05167): facts whose questions share no word with them. Without options: 8
 * lengths from 250 to 32000 tokens. Tests: one for each task, length, depth, fact and seed.
 *
 * @example `{ tasks: [one-hop, two-hop, direct], depths: 11, questions: 6 }`
 */
export const nolima = generatorNamed('nolima');

export type NolimaConfig = Configs['nolima'];

/**
 * RULER (arXiv:2404.06654): needles with keys and values, variables, common and frequent words, and
 * questions about documents, at lengths in octaves. Without options: thirteen tasks at 4K to 128K
 * tokens. Tests: one for each task, length and seed.
 *
 * @example `{ tasks: [niah_multikey_3, vt, cwe], maxTokens: 131072, seeds: 10 }`
 */
export const ruler = generatorNamed('ruler');

export type RulerConfig = Configs['ruler'];

function generatorNamed<Name extends keyof Configs>(name: Name): TestGenerator<Configs[Name]> {
  return async (config) => {
    const [{ generate }, { benchmarkOfGenerator }, { idsOfBaseline }, { inPromptfoo }] =
      await Promise.all([
        import('./generators/generate.js'),
        import('./benchmarks/registry.js'),
        import('./commands/ids-of-baseline.js'),
        import('./base/promptfoo-cli.js'),
      ]);
    return inPromptfoo(() => generate(benchmarkOfGenerator(name), config, idsOfBaseline));
  };
}

/**
 * The whole prompt of a generated test as one text: what the var `prompt` of every test refers to. It
 * can also be a prompt function, and called by a program it gives the text that a model gets.
 *
 * @example
 * ```yaml
 * prompts: ['{{prompt}}']
 * ```
 */
export async function prompt(args: PromptFunctionArguments): Promise<string>;
export async function prompt(...args: VarFunctionArguments): Promise<VarValue>;
export async function prompt(...args: [PromptFunctionArguments] | VarFunctionArguments) {
  const { textDoor } = await import('./generators/prompt-doors.js');
  return textDoor(...args);
}

/** The same prompt as a list of chat messages: what the var `prompt` refers to with `form: chat`. */
export async function chat(args: PromptFunctionArguments): Promise<Message[]>;
export async function chat(...args: VarFunctionArguments): Promise<VarValue>;
export async function chat(...args: [PromptFunctionArguments] | VarFunctionArguments) {
  const { chatDoor } = await import('./generators/prompt-doors.js');
  return chatDoor(...args);
}

/**
 * Var function: the context alone, for prompts of your own (`form: parts`).
 *
 * @example
 * ```yaml
 * prompts: ["{{context}}\n\n{{question}}"]
 * ```
 */
export async function context(...args: VarFunctionArguments): Promise<VarValue> {
  const { contextDoor } = await import('./generators/prompt-doors.js');
  return contextDoor(...args);
}

/** Var function: the question alone, for prompts of your own (`form: parts`). */
export async function question(...args: VarFunctionArguments): Promise<VarValue> {
  const { questionDoor } = await import('./generators/prompt-doors.js');
  return questionDoor(...args);
}

/** Var function of `ownDocuments`: the documents as JSON, for pipelines that write their prompt themselves. */
export async function documents(...args: VarFunctionArguments): Promise<VarValue> {
  const { documentsDoor } = await import('./generators/prompt-doors.js');
  return documentsDoor(...args);
}

/** Assertion of `ownDocuments`: whether the retriever found the answer, and recall where it did. */
export async function retrieval(output: unknown, context: ScoreContext): Promise<GradingResult> {
  const { gradeRetrieval } = await import('./assertions/retrieval.js');
  return gradeRetrieval(output, context);
}

/**
 * Assertion: scores an answer by its benchmark's rule, without a judge model.
 *
 * @param output - the model's answer, text or parsed JSON
 * @returns recall as `score`; named scores, a one-line reason and per-evidence marks
 */
export async function score(output: unknown, context: ScoreContext): Promise<GradingResult> {
  const { scoreAnswer } = await import('./assertions/score.js');
  const { awaitGate } = await import('./measuring/verdicts/gate/awaited-gate.js');
  awaitGate(context.test);
  return scoreAnswer(output, context);
}

/**
 * Extension hook: before an evaluation, names tests that would be sent prompts that are not theirs, where
 * a config has prompts and tests of the user's own, and transforms that change answers before they are
 * scored. Nothing is changed and no call is kept back.
 */
export async function beforeAll({ suite }: { suite: Suite }): Promise<void> {
  const [{ suiteNotes }, { print }] = await Promise.all([
    import('./commands/suite/suite-notes.js'),
    import('./base/safe-output.js'),
  ]);
  for (const note of suiteNotes(suite)) {
    print(process.stderr, `promptfoo-counting-stars: ${note}\n`);
  }
}

/**
 * Extension hook: after an evaluation, prints a summary and writes a report to
 * `counting-stars-report/`, beside promptfoo's own output file if there is one. It never throws,
 * since promptfoo would then abort the evaluation; its own failure is reported and everything else
 * stays as it is. `COUNTING_STARS_REPORT` names another folder, or `off`.
 *
 * @example
 * ```yaml
 * extensions: [file://node_modules/promptfoo-counting-stars/dist/index.js:afterAll]
 * ```
 */
export async function afterAll(context: AfterAllContext): Promise<void> {
  const { reportAfterAll } = await import('./after-all.js');
  return reportAfterAll(context);
}

/** What `readResults` reads besides files. */
export interface ReadOptions {
  /** Ids of evaluations in promptfoo's database, or `latest`. */
  evals?: string | readonly string[];
  /** Measures to follow: `recall`, and metrics of the user's own assertions; else what the tests say. */
  measures?: readonly string[];
}

/**
 * Read results as one evaluation: repeats averaged, errors that were overcome gone, and what is missing
 * named.
 *
 * @param results - files of `promptfoo eval -o`, patterns, the folder of a search, or what promptfoo's `evaluate` gave
 * @throws {UserError} when none is given, or one cannot be read
 *
 * @example
 * ```js
 * const { models, missing } = await readResults('results.json');
 * const { missing: none } = await readResults(await promptfoo.evaluate(suite));
 * ```
 */
export async function readResults(
  results: string | object | readonly (string | object)[],
  { evals = [], measures }: ReadOptions = {},
): Promise<Evaluation> {
  const [{ onlyOurs, sourcesOf }, { together }] = await Promise.all([
    import('./commands/sources.js'),
    import('./measuring/facts/evaluation/runs.js'),
  ]);
  const sources = onlyOurs(await sourcesOf([results].flat(), [evals].flat()));
  return together(sources, measures);
}

/**
 * All tables of a report: recall with intervals, effective lengths, comparisons.
 *
 * @param options - `threshold` 0.85 and `confidence` 0.95 unless given
 *
 * @example
 * ```js
 * const { summary } = await analyse(await readResults('results.json'), { threshold: 0.9 });
 * ```
 */
export async function analyse(
  evaluation: Evaluation,
  options: Partial<ReportOptions> = {},
): Promise<ReportData> {
  const { analyse: tables, DEFAULT_OPTIONS } = await import('./measuring/facts/tables/analyse.js');
  return tables(evaluation, { ...DEFAULT_OPTIONS, ...options });
}

/** What `gate` decides by: the options of the command of the same name, and its baseline. */
export interface GateConfig extends Partial<GateOptions> {
  /** A baseline file, or results of promptfoo; without one, only `floors` are checked. */
  baseline?: string;
}

/**
 * Decide whether recall fell, as the command `gate` does.
 *
 * @throws {UserError} when there is nothing to decide
 *
 * @example
 * ```js
 * const { verdict } = await gate(await readResults('results.json'), { baseline: 'baseline.json' });
 * ```
 */
export async function gate(
  evaluation: Evaluation,
  { baseline, ...options }: GateConfig,
): Promise<GateResult> {
  const [{ baselineAt }, { DEFAULT_GATE }, { gateWithFloors }] = await Promise.all([
    import('./commands/sources.js'),
    import('./measuring/verdicts/gate/gate.js'),
    import('./measuring/verdicts/gate/gate-with-floors.js'),
  ]);
  const all = { ...DEFAULT_GATE, ...options };
  return gateWithFloors(
    evaluation,
    baseline === undefined ? undefined : await baselineAt(baseline, all.allow),
    all,
  );
}

/** What `gateResults` decides by: the options of the command `gate`. */
export interface GateResultsConfig extends Partial<GateOptions>, ReadOptions {
  /** A baseline file, results of promptfoo, or what promptfoo's `evaluate` gave. */
  baseline?: string | object;
  /** What ordinary tests must pass by themselves, as `--min-pass` takes it: `8/10`, `pass^3=0.9@billing`. */
  minPass?: readonly string[];
}

/**
 * Judge all tests of some results, as the command `gate` does: ordinary tests of any promptfoo evaluation, and those that
 * a generator made, each by its own rule, with one verdict.
 *
 * @param results - as for `readResults`
 * @returns the verdict; `tests` has what became of ordinary tests, such as those that broke
 * @throws {UserError} when there is nothing to decide
 *
 * @example
 * ```js
 * const now = await promptfoo.evaluate(suite, { repeat: 3, cache: false });
 * const { verdict, tests } = await gateResults(now, { baseline: 'yesterday.json' });
 * ```
 */
export async function gateResults(
  results: string | object | readonly (string | object)[],
  { baseline, evals = [], measures, minPass, ...options }: GateResultsConfig,
): Promise<WholeGate> {
  const [
    { baselineAt, sourcesOf },
    { judgeSources },
    { DEFAULT_GATE },
    { detectedDrop },
    { parsePassMinimum },
  ] = await Promise.all([
    import('./commands/sources.js'),
    import('./commands/judge-sources.js'),
    import('./measuring/verdicts/gate/gate.js'),
    import('./base/defaults.js'),
    import('./measuring/verdicts/tests/pass-minimums.js'),
  ]);
  const { maxDrop = DEFAULT_GATE.maxDrop } = options;
  const all = { ...DEFAULT_GATE, detect: detectedDrop(maxDrop), ...options };
  const kept = baseline === undefined ? undefined : await baselineAt(baseline, all.allow);
  const sources = await sourcesOf([results].flat(), [evals].flat());
  return judgeSources(sources, kept, all, {
    ...(measures && { measures }),
    ...(minPass && { minimums: minPass.map(parsePassMinimum) }),
    isThresholdGiven: options.threshold !== undefined,
  });
}

/**
 * What a gate of ordinary tests would find, by number of repeats and baseline runs, as `plan results.json` says it.
 *
 * @param suite - results of promptfoo, or a baseline of them
 * @throws {UserError} when it has no ordinary test
 *
 * @example
 * ```js
 * const { powers } = await planTests('yesterday.json');
 * ```
 */
export async function planTests(
  suite: string | object,
  options: Partial<Pick<GateOptions, 'alpha' | 'detect'>> = {},
): Promise<TestsPlan> {
  const [{ testsPlan }, { DEFAULT_GATE }] = await Promise.all([
    import('./commands/tests-plan.js'),
    import('./measuring/verdicts/gate/gate.js'),
  ]);
  const { alpha, detect: drop } = { ...DEFAULT_GATE, ...options };
  return testsPlan([suite], { alpha, drop });
}

/** What `plan` is told: the options of the command of the same name. */
export interface PlanConfig {
  /** Configs, as for `promptfoo eval -c`; none for the one of the working folder. */
  configs?: readonly string[];
  /** More arguments of `promptfoo eval`, such as filters. */
  args?: readonly string[];
  prices?: readonly GivenPrice[];
  /** A baseline file or results, for the power of a gate. */
  baseline?: string;
}

/**
 * What an evaluation would ask and cost, and what a gate of it would find. No provider is called.
 *
 * @throws {UserError} when promptfoo cannot read the config, or it has no test of ours
 *
 * @example
 * ```js
 * const { total } = await plan({ configs: ['counting-stars.yaml'] });
 * ```
 */
export async function plan({
  baseline,
  prices = [],
  configs = [],
  args = [],
}: PlanConfig = {}): Promise<Plan> {
  const [{ baselineAt }, { DEFAULT_PLAN, makePlan }, { readSuite }] = await Promise.all([
    import('./commands/sources.js'),
    import('./measuring/planning/plan.js'),
    import('./commands/suite/read-suite.js'),
  ]);
  const kept = baseline === undefined ? undefined : await baselineAt(baseline);
  const suite = await readSuite(configs, args);
  return makePlan(suite, {
    ...DEFAULT_PLAN,
    prices,
    ...(kept && { baseline: kept }),
  });
}

/**
 * Extension hook: after each call, has promptfoo's viewer show benchmark and task in the column of the prompt, so that
 * answers begin further left. The prompt that was sent stays in the details of a row. Nothing but the viewer reads it.
 *
 * @example
 * ```yaml
 * extensions: [file://node_modules/promptfoo-counting-stars/dist/index.js:afterEach]
 * ```
 */
export async function afterEach<T extends { test?: Tested; result?: Called }>(
  context: T,
): Promise<T> {
  const { test, result } = context;
  const { response } = result ?? {};
  const { id, benchmark, task } = test?.metadata ?? {};
  if (id === undefined || !benchmark || !response) return context;
  response.metadata = { redteamFinalPrompt: `${benchmark}\n${task}`, ...response.metadata };
  return context;
}

/** What promptfoo hands to an `afterEach` hook, as far as it is used. */
interface Tested {
  metadata?: Readonly<Record<string, unknown>>;
}

interface Called {
  response?: { metadata?: Record<string, unknown> } | null;
}
