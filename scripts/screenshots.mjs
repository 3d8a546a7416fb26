/**
 * Make the pictures of docs/images/: the report, also in Chinese, and promptfoo's viewer after the main job, and the
 * report of the battery, in headless Chromium.
 *
 *   npm run screenshots
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const PORT = '15555';
const images = new URL('../docs/images/', import.meta.url).pathname;
const state = mkdtempSync(join(tmpdir(), 'screenshots-'));
const report = join(state, 'report');
const battery = join(state, 'battery');
const chinese = join(state, 'chinese');
const env = {
  ...process.env,
  PROMPTFOO_CONFIG_DIR: state,
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
};
const root = new URL('..', import.meta.url).pathname;
const promptfoo = join(root, 'node_modules/promptfoo/dist/src/entrypoint.js');

function evaluate(args, folder) {
  const { status } = spawnSync(process.execPath, [promptfoo, 'eval', '--no-table', ...args], {
    cwd: root,
    env: { ...env, COUNTING_STARS_REPORT: folder },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`promptfoo eval ended with ${status}`);
}

evaluate(['-c', 'examples/battery.yaml', '--no-write'], battery);
evaluate([], report);
const own = ['report', '--eval', 'latest', '--language', 'zh', '-o', chinese];
const { status } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...own], { env });
if (status !== 0) throw new Error(`report ended with ${status}`);

mkdirSync(images, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const viewer = spawn(process.execPath, [promptfoo, 'view', '--port', PORT, '--no'], {
  cwd: root,
  env,
  stdio: 'ignore',
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1500 } });
  await page.goto(pathToFileURL(join(report, 'index.html')).href);
  await page.screenshot({ path: join(images, 'report.png') });
  await page.goto(pathToFileURL(join(chinese, 'index.html')).href);
  await page.screenshot({ path: join(images, 'report-zh.png') });
  await page.goto(pathToFileURL(join(battery, 'index.html')).href);
  await page.setViewportSize({ width: 1200, height: 1150 });
  await page.screenshot({ path: join(images, 'battery.png') });

  const address = `http://127.0.0.1:${PORT}`;
  for (let attempt = 0; !(await fetch(`${address}/health`).catch(() => undefined))?.ok; attempt++) {
    if (attempt > 100) throw new Error('promptfoo view does not answer');
    await wait(250);
  }
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.goto(`${address}/eval`);
  await page.getByText('facts found').first().waitFor();
  await wait(2000);
  await page.screenshot({ path: join(images, 'viewer.png') });
} finally {
  viewer.kill();
  await browser.close();
  rmSync(state, { recursive: true, force: true });
}
