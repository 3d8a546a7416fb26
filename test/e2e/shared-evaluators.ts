/**
 * A promptfoo for each worker of Vitest, from the first evaluation of a test file to the end of all. It is in
 * Vitest's own process, since a worker ends without being asked.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { type Evaluated, EvaluatorProcess } from './evaluator-process.js';
import { temporaryFolder } from './promptfoo.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where an evaluation is asked for, before the worker's number. */
    evaluators: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const processes = new Map<string, EvaluatorProcess>();
  const evaluated = (worker: string, request: Evaluated) => {
    const known = processes.get(worker) ?? new EvaluatorProcess(join(folder.path, worker));
    processes.set(worker, known);
    return known.evaluate(request);
  };
  const server = createServer((message, response) => {
    // No connection is kept that one side may have closed when the other uses it again.
    response.setHeader('connection', 'close');
    text(message)
      .then((body) => evaluated(message.url!, JSON.parse(body) as Evaluated))
      .then(
        (output) => response.end(output),
        (error: unknown) => {
          processes.delete(message.url!);
          response.statusCode = 500;
          response.end(String(error));
        },
      );
  });
  // An evaluation may take long on a busy machine.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('evaluators', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    await Promise.all([...processes.values()].map((one) => one.stop()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    folder.remove();
  };
}
