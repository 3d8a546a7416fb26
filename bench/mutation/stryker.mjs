/** Stryker, at pinned versions, beside the project's packages and not among them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const VERSION = '10.1.1';
const CORE = '@stryker-mutator/core';
const RUNNER = '@stryker-mutator/vitest-runner';

/**
 * Below `node_modules`, where its runner finds the project's own Vitest. `npm ci` takes it away again.
 *
 * @returns Stryker's class, and the address of its plugin for Vitest
 */
export async function loadStryker(root) {
  const folder = join(root, 'node_modules/.cache/stryker');
  const manifest = join(folder, 'package.json');
  const own = createRequire(manifest);
  if (versionIn(folder) !== VERSION) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(manifest, '{"private":true}\n');
    const packages = [`${CORE}@${VERSION}`, `${RUNNER}@${VERSION}`];
    // Without its peers, since Vitest is there.
    const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...flags, ...packages], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  const { Stryker } = await import(pathToFileURL(own.resolve(CORE)).href);
  return { Stryker, plugin: pathToFileURL(own.resolve(RUNNER)).href };
}

function versionIn(folder) {
  const manifest = join(folder, 'node_modules', RUNNER, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
