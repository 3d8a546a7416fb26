/** Stryker's instrumenter, at a pinned version, beside the project's packages and not among them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const VERSION = '10.1.1';
const PACKAGE = '@stryker-mutator/instrumenter';

/** Below `node_modules`; `npm ci` takes it away again. */
export async function loadInstrumenter(root) {
  const folder = join(root, 'node_modules/.cache/stryker');
  const manifest = join(folder, 'package.json');
  const own = createRequire(manifest);
  if (versionIn(folder) !== VERSION) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(manifest, '{"private":true}\n');
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...flags, `${PACKAGE}@${VERSION}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  // Its entrance wants Stryker's own container around it.
  const file = join(dirname(own.resolve(PACKAGE)), 'instrumenter.js');
  const { Instrumenter } = await import(pathToFileURL(file).href);
  const isOff = () => false;
  const silent = () => {};
  return new Instrumenter({
    ...{ trace: silent, debug: silent, info: silent, warn: silent, error: console.error },
    ...{ isTraceEnabled: isOff, isDebugEnabled: isOff, isInfoEnabled: isOff },
  });
}

function versionIn(folder) {
  const manifest = join(folder, 'node_modules', PACKAGE, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
