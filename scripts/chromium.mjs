/**
 * Find a Chromium for the browser tests, and install one where there is none:
 *
 *   node scripts/chromium.mjs     (runs before `npm test`)
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** @returns {string | undefined} the path of the program */
export function findChromium() {
  return [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ].find((path) => path && existsSync(path));
}

function run(command, args) {
  console.log(`Chromium is missing; running: ${command} ${args.join(' ')}`);
  return (
    spawnSync(command, args, {
      stdio: 'inherit',
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  );
}

/** As root on Debian from its packages, elsewhere as Playwright does. */
function installChromium() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update']);
    const packages = ['chromium', 'fonts-noto-cjk'];
    if (run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages])) return;
  }
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  run(process.execPath, [join(home, 'cli.js'), 'install', 'chromium']);
}

if (process.argv[1]?.endsWith('chromium.mjs')) {
  if (!findChromium()) installChromium();
  if (!findChromium()) {
    console.error('Chromium is missing. Install it, or set CHROMIUM_PATH to the program.');
    process.exitCode = 1;
  }
}
