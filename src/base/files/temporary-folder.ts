import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from './cleaning-up.js';

/** Uses a temporary folder, which is removed afterwards, after Ctrl-C too. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return cleaningUp(remove, () => use(folder));
}
