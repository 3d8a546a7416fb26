import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something and cleans up after it, also after an error or a signal such as Ctrl-C. */
export async function cleaningUp<T>(cleanUp: () => void, use: () => Promise<T>): Promise<T> {
  // Listeners of `exit` run then, and not if a signal ends the process.
  const end = () => process.exit(130);
  process.once('exit', cleanUp);
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await use();
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    process.off('exit', cleanUp);
    cleanUp();
  }
}

/** Uses a temporary folder, which is removed afterwards, after Ctrl-C too. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return cleaningUp(remove, () => use(folder));
}
