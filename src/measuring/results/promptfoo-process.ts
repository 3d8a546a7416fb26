import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isFile } from '../../base/files/files.js';
import { UserError } from '../../base/user-error.js';

/** Explains an error of promptfoo if another process was writing to its database. */
export function lockedDatabase(output: string): string | undefined {
  if (!/SQLITE_BUSY|database is locked/.test(output)) return undefined;
  return (
    "promptfoo's database is locked: another evaluation is writing to it. Try again when that is done, " +
    'or give evaluations that run at the same time a PROMPTFOO_CONFIG_DIR each.'
  );
}

/**
 * Finds the package.json of promptfoo in the user's project, or next to this package.
 *
 * @throws {UserError} when it is not installed
 */
export function promptfooManifest(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return findManifest(createRequire(from).resolve('promptfoo'));
    } catch {
      // Not installed there.
    }
  }
  throw new UserError('promptfoo is not installed. Install it with: npm install promptfoo');
}

function findManifest(file: string): string {
  let folder = dirname(file);
  while (!isFile(join(folder, 'package.json')) || !isPromptfoo(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no package.json of promptfoo');
    folder = parent;
  }
  return join(folder, 'package.json');
}

function isPromptfoo(manifest: string): boolean {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'promptfoo';
}
