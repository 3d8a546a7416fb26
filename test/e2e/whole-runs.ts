/**
 * Whole runs, from tests through promptfoo to `report`, `baseline` and `gate`. What is asserted of every one: each
 * prompt that a perfect reader was asked counts once and is wholly right, and the gate passes against its baseline.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { GeneratedTest } from '../../src/generators/generate.js';
import type { ReportData } from '../../src/measuring/facts/tables/tables.js';
import { ours } from './command.js';
import { Evaluator, type EvaluatorRequest } from './evaluator.js';
import { Project, readResults, SIMULATED_MODEL } from './promptfoo.js';

export const PERFECT = { id: SIMULATED_MODEL, label: 'perfect', config: { profile: 'perfect' } };

/** What nobody answers without the data: a control, in which a perfect reader finds nothing. */
const UNKNOWABLE = 'closed-book';

export interface WholeRun {
  data: ReportData;
  /** What the gate wrote. */
  verdict: string;
}

/** A gate that cannot decide for want of prompts, and for nothing else. */
export const TOO_FEW =
  /^Inconclusive: With \d+ prompts(?: each)?, .+ could lose half (?:its|their)\s+recall\s+unnoticed[.:](?![\s\S]*^✗)/m;

/** A project, the promptfoo that evaluates in it, and our commands. */
export class WholeRuns {
  readonly project = new Project();
  private readonly evaluator: Evaluator;

  /** @param options - as of an `Evaluator` */
  constructor(options?: { isApart: boolean }) {
    this.evaluator = new Evaluator(this.project, options);
  }

  async stop(): Promise<void> {
    await this.evaluator.stop();
    this.project.remove();
  }

  /** Evaluate a config; `file` is in the project's folder. */
  async evaluate(config: object, request: EvaluatorRequest & { file: string }) {
    const evaluation = await this.evaluator.evaluate(config, request);
    expect(existsSync(join(this.project.path, request.file)), evaluation.output).toBe(true);
    return evaluation;
  }

  /** Ask tests as they are generated, each by a perfect reader, and expect a run without a loss. */
  async expectWhole(
    tests: readonly object[],
    { provider = PERFECT, missing }: { provider?: object; missing?: string[] } = {},
  ): Promise<WholeRun> {
    const file = 'results.json';
    await this.evaluate({ prompts: ['{{prompt}}'], providers: [provider], tests }, { file });
    return this.expectCounted(file, missing);
  }

  /**
   * Expect of results of perfect readers that none of them is an error, that the report counts all, that recall is
   * 1, and that the gate passes against their own baseline.
   *
   * @param missing - `--allow missing` where only a part of a grid was asked
   */
  async expectCounted(file: string, missing = ['--allow=missing']): Promise<WholeRun> {
    const { results } = readResults(join(this.project.path, file));
    const ofOurs = results.filter(({ vars }) => vars.case !== undefined);
    expect(ofOurs.length).toBeGreaterThan(0);
    const wrong = ofOurs.filter(({ score, testCase }) => score !== bestScore(testCase.description));
    expect(wrong.map(({ testCase, error }) => `${testCase.description}: ${error}`)).toEqual([]);
    const data = await this.report(file);
    expect(data.errors.map(({ id, error }) => `${id}: ${error}`)).toEqual([]);
    const answers = data.summary.reduce((sum, row) => sum + row.answers, 0);
    expect(answers).toBe(ofOurs.length);
    const lost = data.summary.filter(({ series, recall }) => recall.value !== bestScore(series));
    expect(lost.map(({ series, recall }) => `${series}: ${recall.value}`)).toEqual([]);
    await this.expectDone('baseline', file, '-o', `${file}-baseline.json`, ...missing);
    const against = ['--baseline', `${file}-baseline.json`, ...missing];
    return { data, verdict: await this.gateVerdict(file, ...against) };
  }

  async report(...files: string[]): Promise<ReportData> {
    await this.expectDone('report', ...files, '--out', 'out');
    return JSON.parse(readFileSync(join(this.project.path, 'out', 'report.json'), 'utf8'));
  }

  /** What a gate says of a run beside itself: passed, or of a handful of questions that they are too few to tell. */
  private async gateVerdict(...args: string[]): Promise<string> {
    const { exitCode, output } = await this.ours('gate', ...args);
    expect(exitCode, output).toBe(TOO_FEW.test(output) ? 2 : 0);
    return output;
  }

  /** Run a command of ours that is to end with 0; what it wrote. */
  async expectDone(...args: string[]): Promise<string> {
    const { exitCode, output } = await this.ours(...args);
    expect(exitCode, output).toBe(0);
    return output;
  }

  async ours(...args: string[]) {
    return ours(this.project, args);
  }
}

/** By the description of a test or the title of a series. */
function bestScore(description = ''): number {
  return description.includes(UNKNOWABLE) ? 0 : 1;
}

/** Fewer prompts make the gate say that it cannot decide. */
const FEWEST = 4;

/** Longer prompts, of which a process makes two in a second, are asked by the novel's tests and bench/large-runs.mjs. */
export const LONG = 17_000;

/**
 * The smallest part of some tests that shows the whole: of each benchmark the longest prompt up to 17K tokens, the
 * shortest of every task, and where these are few the next ones in length.
 *
 * @param tests - in one language
 */
export function smallestWhole(tests: readonly GeneratedTest[]): GeneratedTest[] {
  const tokensOf = ({ metadata }: GeneratedTest) => metadata!.tokens as number;
  const sorted = tests.toSorted((a, b) => tokensOf(a) - tokensOf(b));
  const longest = new Map(
    sorted.filter((test) => tokensOf(test) < LONG).map((test) => [test.metadata!.benchmark, test]),
  );
  const shortest = new Map<string, GeneratedTest>();
  for (const test of sorted) {
    const { benchmark, task } = test.metadata!;
    const key = `${benchmark} ${task}`;
    if (!shortest.has(key)) shortest.set(key, test);
  }
  const chosen = [...longest.values(), ...shortest.values()];
  return [...new Set(chosen.length < FEWEST ? [...chosen, ...sorted.slice(0, FEWEST)] : chosen)];
}
