/** Evaluations of a project in one process, for tests that look at results and not at the command line. */
import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Evaluation, environment, ROOMY, readResults } from './promptfoo.js';

/** Ends what an evaluation prints, on each stream. */
const END = '\u0004';

export interface EvaluatorRequest {
  /** As for `promptfoo eval --repeat`. */
  repeat?: number | undefined;
  variables?: NodeJS.ProcessEnv | undefined;
  /** Where promptfoo writes the results, in the project's folder or absolute. */
  file?: string;
  /** In promptfoo's database too, which takes it as long as everything else. */
  isStored?: boolean;
  /** Where what `evaluate` returns is written as JSON, as a program would. */
  returned?: string;
}

/**
 * promptfoo in a process of its own, which stays: its Node API evaluates one config after the other.
 * What only the command line does, such as its exit code and its filters, is for `Project.evaluate`.
 */
export class Evaluator {
  private readonly child: ChildProcess;
  private readonly started: Promise<unknown>;
  private output = '';

  /** @param project - the folder that promptfoo runs in, and promptfoo's own, as a `Project` has them */
  constructor(private readonly project: { path: string; state: string }) {
    this.child = fork(fileURLToPath(new URL('./evaluator.mjs', import.meta.url)), {
      cwd: project.path,
      env: environment(project.state),
      execArgv: ROOMY,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.started = this.answer();
    // Whoever evaluates is told; a test that is not run does not.
    this.started.catch(() => undefined);
  }

  /** Evaluate a config as an object. What promptfoo throws stands at the end of the output. */
  async evaluate(
    config: object,
    {
      repeat,
      variables = {},
      file = join(this.project.state, 'results.json'),
      isStored = false,
      returned,
    }: EvaluatorRequest = {},
  ): Promise<Omit<Evaluation, 'exitCode'>> {
    await this.started;
    const path = resolve(this.project.path, file);
    rmSync(path, { force: true });
    this.output = '';
    const answer = this.answer();
    const options = repeat === undefined ? {} : { repeat };
    this.child.send({
      ...{ config, variables, options, file: path, isStored },
      ...(returned !== undefined && { returned: resolve(this.project.path, returned) }),
    });
    const { error } = (await answer) as { error?: string };
    return { ...readResults(path), output: `${await this.printed()}${error ?? ''}` };
  }

  /** All that was printed: streams may come later than the answer. */
  private async printed(): Promise<string> {
    for (;;) {
      const parts = this.output.split(END);
      if (parts.length > 2) return parts.join('');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** What the process says next. */
  private answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`the evaluator ended: ${this.output}`));
      this.child.once('exit', ended);
      this.child.once('message', (message) => {
        this.child.off('exit', ended);
        resolve(message);
      });
    });
  }

  /** End the process, if it has not ended. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill();
    await closed;
  }
}
