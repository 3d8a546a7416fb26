/** promptfoo in studies: in this process, and `promptfoo eval` as a whole process, measured. */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { peakMegabytes, root, run } from './measure.mjs';

const manifest = join(root, 'node_modules/promptfoo/package.json');
const promptfoo = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.promptfoo);

/** promptfoo's Node API with an empty folder of its own, which the study removes. */
export async function promptfooHere(prefix) {
  const home = mkdtempSync(join(tmpdir(), prefix));
  Object.assign(process.env, {
    PROMPTFOO_CONFIG_DIR: home,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    LOG_LEVEL: 'error',
  });
  const { evaluate } = await import('promptfoo');
  return { home, evaluate };
}

/** Preloaded into promptfoo, so that it prints its own peak memory and processor time when it ends. */
const REPORTER = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const busy = (userCPUTime + systemCPUTime) / 1e6;
  require('node:fs').writeSync(1, 'maxRSS ' + maxRSS + '\\nbusy ' + busy + '\\n');
});`;

/**
 * Evaluate a config, with an empty database of its own.
 *
 * @param home - promptfoo's folder, which is not there yet
 * @param cwd - the folder to run in
 * @param nodeArgs - options of Node itself
 * @returns seconds of wall and of processor time, peak memory and size of the database in megabytes
 */
export async function measureEvaluation({ home, cwd, config, args = [], nodeArgs = [], env = {} }) {
  mkdirSync(home);
  const reporter = join(home, 'reporter.cjs');
  writeFileSync(reporter, REPORTER);
  const evaluation = ['eval', '--config', config, '--no-cache', '--no-table', ...args];
  const start = performance.now();
  const command = [...nodeArgs, '--require', reporter, promptfoo, ...evaluation];
  const printed = await run(process.execPath, command, {
    cwd,
    env: {
      ...process.env,
      PROMPTFOO_CONFIG_DIR: home,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      ...env,
    },
  });
  return {
    seconds: (performance.now() - start) / 1000,
    busy: Number(/^busy ([\d.]+)$/m.exec(printed)[1]),
    megabytes: peakMegabytes(printed),
    database: statSync(join(home, 'promptfoo.db')).size / 2 ** 20,
  };
}
