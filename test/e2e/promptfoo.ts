/** Runs promptfoo as a process, in folders of its own, and reads what it wrote. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { CountingStarsCase } from '../../src/benchmarks/counting-stars/stars.js';
import { caseIn } from '../../src/contract/case-line.js';

/** This repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How a config of an existing project reaches the plugin. */
export const INDEX = 'file://node_modules/promptfoo-counting-stars/dist/index.js';

/** The provider that needs no key. */
export const SIMULATED_MODEL = 'package:promptfoo-counting-stars:SimulatedReader';

/** What a process left behind. */
export interface ProcessResult {
  exitCode: number | null;
  /** Standard output and standard error, as they came. */
  output: string;
}

/** One cell of promptfoo's results, as far as the tests look at it. */
export interface EvalResult {
  prompt: { raw: string; label: string };
  provider: { id: string; label?: string };
  vars: { case: CountingStarsCase } & Record<string, unknown>;
  testCase: { description?: string };
  success: boolean;
  score: number;
  error?: string | null;
  response?: { output?: unknown; tokenUsage?: { prompt?: number } };
  latencyMs: number;
  namedScores: Record<string, number>;
  gradingResult?: {
    pass: boolean;
    reason: string;
    componentResults?: { reason: string; metadata?: { marks?: number[] } }[];
  } | null;
  tokenUsage?: { prompt?: number; completion?: number; total?: number };
  metadata?: Record<string, unknown>;
}

export interface Evaluation extends ProcessResult {
  evalId: string;
  results: EvalResult[];
  stats: { successes: number; failures: number; errors: number };
}

/** An empty folder in the temp folder of the operating system, and the way to remove it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A project beside which the plugin is installed, as npm would link it. */
export class Project {
  private readonly folder = temporaryFolder();
  /** Where promptfoo runs. */
  readonly path = join(this.folder.path, 'project');
  /** promptfoo's own folder, with its database. */
  readonly state = join(this.folder.path, 'state');

  constructor() {
    mkdirSync(join(this.path, 'node_modules'), { recursive: true });
    mkdirSync(this.state);
    symlinkSync(ROOT, join(this.path, 'node_modules', 'promptfoo-counting-stars'), 'junction');
  }

  /** Write a file of the project and return its absolute path. */
  write(name: string, content: string): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  /** Write `promptfooconfig.yaml` and run `promptfoo eval` on it. */
  async evaluate(config: object): Promise<Evaluation> {
    this.write('promptfooconfig.yaml', stringify(config));
    return evaluate(this.path, this.state);
  }

  remove(): void {
    this.folder.remove();
  }
}

/** Run `promptfoo eval` on the config in a folder; `state` gets the database and the results. */
export async function evaluate(cwd: string, state: string): Promise<Evaluation> {
  const file = join(state, 'results.json');
  rmSync(file, { force: true });
  const run = await runPromptfoo(['eval', '--no-table', '--no-progress-bar', '-o', file], {
    cwd,
    state,
  });
  return { ...run, ...readResults(file) };
}

/** Read a results file of `promptfoo eval -o`; nothing in it when the evaluation did not start. */
export function readResults(file: string): Pick<Evaluation, 'evalId' | 'results' | 'stats'> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { evalId: '', results: [], stats: { successes: 0, failures: 0, errors: 0 } };
  }
  const { evalId, results } = JSON.parse(text) as {
    evalId: string;
    results: Pick<Evaluation, 'results' | 'stats'>;
  };
  return { evalId, results: results.results.map(withCase), stats: results.stats };
}

/** A result whose `vars.case` is the Case, wherever its vars have it; what promptfoo stored is enumerable. */
export function withCase<Result extends { vars: object; testCase?: object }>(
  result: Result,
): Result {
  const { vars, testCase } = result;
  const value = caseIn(vars as Record<string, unknown>, testCase as { vars?: unknown });
  if (!Object.hasOwn(vars, 'case')) Object.defineProperty(vars, 'case', { value });
  return result;
}

/** Run promptfoo with the Node that runs the tests, and wait for its end. */
export function runPromptfoo(
  args: readonly string[],
  { cwd, state }: { cwd: string; state: string },
): Promise<ProcessResult> {
  return run(process.execPath, [promptfooEntry(ROOT), ...args], { cwd, env: environment(state) });
}

/** The file behind the `promptfoo` command of a folder's `node_modules`. */
export function promptfooEntry(folder: string): string {
  const home = join(folder, 'node_modules', 'promptfoo');
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: { promptfoo: string };
  };
  return join(home, bin.promptfoo);
}

/** Variables of the machine that would make a run differ from the one on another machine. */
const NOT_PASSED_ON =
  /^(PROMPTFOO_|OPENAI_|NODE_OPTIONS$|FORCE_COLOR$|VITEST|(HTTPS?|ALL)_PROXY$)/i;

/** The environment of a promptfoo that keeps to itself. */
export function environment(state: string): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name));
  return {
    ...Object.fromEntries(passed),
    NO_COLOR: '1',
    // promptfoo's own code is compiled once for all its processes, and found without detours.
    NODE_COMPILE_CACHE: join(tmpdir(), 'counting-stars-compiled'),
    NODE_OPTIONS: `--import=${new URL('./quick-start.mjs', import.meta.url).href}`,
    PROMPTFOO_CONFIG_DIR: state,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_DEBUG_LOG: '1',
    COUNTING_STARS_REPORT: join(state, 'report'),
  };
}

/** Gives a Node of ours room for what it starts with; collecting that takes a tenth of a short run. */
export const ROOMY = ['--min-semi-space-size=32'];

/** Run a command and wait for its end. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const flags = command === process.execPath ? ROOMY : [];
    const child = spawn(command, [...flags, ...args], {
      ...{ cwd, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}

/** A text on one line, since promptfoo wraps long lines of its output. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/**
 * Where two texts part, with what stands there in each; `undefined` when they are the same. A
 * failing test says this much, and not the hundred thousand characters around it.
 */
export function firstDifference(actual: string, expected: string): string | undefined {
  if (actual === expected) return undefined;
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
  return (
    `of ${actual.length} and ${expected.length} characters, differing at ${at}: ` +
    `${excerpt(actual)} instead of ${excerpt(expected)}`
  );
}
