/** A promptfoo in a process of its own, which stays: its Node API evaluates one config after the other. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { environment, ROOMY } from './promptfoo.js';

/** Ends what an evaluation prints, on each stream. */
const END = '\u0004';

/** What evaluator.mjs is sent. */
export interface Evaluated {
  /** Where promptfoo runs. */
  path: string;
  config: object;
  variables: NodeJS.ProcessEnv;
  options: object;
  /** Where the results are written. */
  file: string;
  isStored: boolean;
  returned?: string;
}

export class EvaluatorProcess {
  private readonly child: ChildProcess;
  private readonly started: Promise<unknown>;
  private output = '';

  /** @param state - promptfoo's own folder */
  constructor(state: string) {
    this.child = fork(fileURLToPath(new URL('./evaluator.mjs', import.meta.url)), {
      env: environment(state),
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

  /** What promptfoo printed. What it throws stands at the end. */
  async evaluate(request: Evaluated): Promise<string> {
    await this.started;
    this.output = '';
    const answer = this.answer();
    this.child.send(request);
    const { error } = (await answer) as { error?: string };
    return `${await this.printed()}${error ?? ''}`;
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
