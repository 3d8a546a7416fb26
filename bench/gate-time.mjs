/**
 * Time and peak memory of `gate` on two files of 9,984 results each (3 readers, 32 lengths of 32
 * stars, 104 seeds), as a whole process of the command line; and with a baseline file instead of the
 * first one.
 *
 *   npm run build && node bench/gate-time.mjs
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mebibytes, timed, writeResults } from './commands.mjs';
import { printTable } from './markdown.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bench-gate-'));

try {
  const files = ['before.jsonl', 'now.jsonl', 'baseline.json'].map((name) => join(folder, name));
  const [before, now, baseline] = files;
  for (const file of [before, now]) writeResults(file, { seeds: 104 });
  const measured = (name, file, args) => {
    const { seconds, busy, memory, stdout } = timed(args);
    return [name, mebibytes(file), seconds, busy, memory, stdout.split(/[:\n]/)[0]];
  };
  const rows = [
    measured('gate, results against results', before, ['gate', now, '--baseline', before]),
    measured('making a baseline', before, ['baseline', before, '-o', baseline]),
  ];
  rows.push(
    measured('gate, results against a baseline', baseline, ['gate', now, '--baseline', baseline]),
  );
  printTable(
    ['9,984 results', 'file, MiB', 'seconds', 'of a processor', 'peak memory, MiB', 'says'],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
