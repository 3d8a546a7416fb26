import { createContext, Script } from 'node:vm';

const context = createContext({ work: undefined as unknown });
const script = new Script('work()');

/**
 * Do something, and stop it when it takes too long: a regular expression out of somebody's file may
 * take longer than the universe has been there. V8 stops whatever JavaScript it then runs, also within
 * an expression.
 *
 * @throws {TooLong} when it takes longer
 */
export function withTimeLimit<T>(milliseconds: number, work: () => T): T {
  const before = context.work;
  try {
    context.work = work;
    return script.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new TooLong() : error;
  } finally {
    context.work = before;
  }
}

/** That something took longer than it may. */
export class TooLong extends Error {
  override name = 'TooLong';
}
