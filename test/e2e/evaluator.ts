/** Evaluations of a project in one process, for tests that look at results and not at the command line. */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';
import { type Evaluated, EvaluatorProcess } from './evaluator-process.js';
import { type Evaluation, readResults } from './promptfoo.js';

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
 * Evaluates configs of a project by promptfoo's Node API, in a promptfoo that all test files of a worker share.
 * What only the command line does, such as its exit code and its filters, is for `Project.evaluate`.
 */
export class Evaluator {
  private readonly own: EvaluatorProcess | undefined;

  /**
   * @param project - the folder that promptfoo runs in, and promptfoo's own, as a `Project` has them
   * @param isApart - in a process that uses promptfoo's folder of the project: its database, its cache
   */
  constructor(
    private readonly project: { path: string; state: string },
    { isApart = false } = {},
  ) {
    if (isApart) this.own = new EvaluatorProcess(project.state);
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
    const { path, state } = this.project;
    if (isStored && !this.own)
      throw new Error('the database of a project is for an Evaluator apart');
    const results = resolve(path, file);
    rmSync(results, { force: true });
    const request = {
      ...{ path, config, file: results, isStored },
      variables: { COUNTING_STARS_REPORT: join(state, 'report'), ...variables },
      options: repeat === undefined ? {} : { repeat },
      ...(returned !== undefined && { returned: resolve(path, returned) }),
    };
    const output = await (this.own?.evaluate(request) ?? shared(request));
    return { ...readResults(results), output };
  }

  /** End a process of its own. */
  async stop(): Promise<void> {
    await this.own?.stop();
  }
}

/** Evaluate in the promptfoo of this worker (shared-evaluators.ts). */
async function shared(request: Evaluated): Promise<string> {
  const worker = process.env.VITEST_POOL_ID!;
  const response = await fetch(`${inject('evaluators')}/${worker}`, {
    method: 'POST',
    body: JSON.stringify(request),
  });
  const output = await response.text();
  if (!response.ok) throw new Error(output);
  return output;
}
