/**
 * Does every study run to its end? Starts each with its smallest size (studies.mjs), and ends with 1 if one fails.
 *
 *   npm run build && npx node bench/smallest.mjs [study …]      all of them take three minutes of a processor
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { printRows } from './markdown.mjs';
import { root } from './measure.mjs';
import { SMALLEST } from './studies.mjs';

const chosen = process.argv.slice(2);
const names = Object.keys(SMALLEST).filter(
  (name) => chosen.length === 0 || chosen.some((one) => name === one || name === `${one}.mjs`),
);
const row = printRows('study', 'exit code', 's');
for (const name of names) {
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', join('bench', name), ...SMALLEST[name]],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  row(
    [name.replace('.mjs', ''), ...SMALLEST[name]].join(' '),
    status,
    ((performance.now() - start) / 1000).toFixed(0),
  );
  if (status === 0) continue;
  console.error(stderr);
  process.exitCode = 1;
}
