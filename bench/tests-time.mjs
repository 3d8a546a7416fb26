/**
 * What `npm test` takes of a processor, here and in another checkout, one after the other:
 *
 *   git clone . ../before && (cd ../before && git checkout COMMIT && npm ci && npm run build)
 *   npm run build && npx node bench/tests-time.mjs ../before
 *
 * The processor's time of every process counts, of promptfoo and Chromium too. It depends little on what else the
 * machine does, unlike the time on the clock.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { printRows } from './markdown.mjs';
import { root } from './measure.mjs';

/** Seconds of the children of a shell, as its command `times` prints them: `11m44.836s 1m19.009s`. */
function secondsIn(line) {
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds), 0);
}

/** Runs all tests of a checkout. */
function measured(folder) {
  const start = performance.now();
  const { status, stdout } = spawnSync('sh', ['-c', 'npm test >&2; code=$?; times; exit $code'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seconds = secondsIn(stdout.trim().split('\n').at(-1));
  return { status, seconds, minutes: (performance.now() - start) / 60_000 };
}

const row = printRows('checkout', 'exit code', 's of a processor', 'min on the clock', 'of before');
let before;
for (const folder of [...process.argv.slice(2).map((path) => resolve(path)), root]) {
  const { status, seconds, minutes } = measured(folder);
  before ??= seconds;
  const share = (seconds / before).toFixed(2);
  row(folder === root ? 'here' : folder, status, seconds.toFixed(0), minutes.toFixed(0), share);
}
