/**
 * Time and peak memory of a report, as a whole process of the command line: for a default run (96
 * results), for 10,000 results, and for a results file of 1 GB (10,000 results with their prompts); or
 * for other numbers of results, and those of the gate that compares the file with a baseline of it.
 *
 *   npm run build && node bench/report.mjs [results …]
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mebibytes, timed, writeResults } from './commands.mjs';
import { printRows } from './markdown.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
const row = printRows(
  'what, results',
  'file, MiB',
  'seconds',
  'of a processor',
  'peak memory, MiB',
  'report, KiB',
);

function measure(name, file) {
  const { seconds, busy, memory } = timed(['report', file, '--out', join(folder, 'report')]);
  // Tables without a row are not written.
  const readable = !existsSync(join(folder, 'report', 'errors.csv'));
  if (!readable) throw new Error('results that should have a score are taken for errors');
  const html = statSync(join(folder, 'report', 'index.html')).size / 1024;
  row(name, mebibytes(file), seconds, busy, memory, html.toFixed(0));
}

/** A file of results against the baseline that is made of it. */
function measureGate(name, file) {
  const baseline = join(folder, 'baseline.json');
  const made = timed(['baseline', file, '-o', baseline]);
  row(`baseline of ${name}`, mebibytes(file), made.seconds, made.busy, made.memory, '');
  const { seconds, busy, memory } = timed(['gate', file, '--baseline', baseline]);
  row(`gate of ${name}`, mebibytes(file), seconds, busy, memory, '');
}

try {
  const file = join(folder, 'some.jsonl');
  const numbers = process.argv.slice(2).map(Number);
  for (const results of numbers) {
    const seeds = Math.round(results / 96);
    writeResults(file, { seeds });
    const name = (96 * seeds).toLocaleString('en');
    measure(`report of ${name}`, file);
    measureGate(name, file);
  }
  if (numbers.length === 0) {
    for (const [name, results] of Object.entries({
      'a default run, 96': { seeds: 1, characters: 280_000 },
      '9,984': { seeds: 104 },
      '9,984, with prompts of 106 KB': { seeds: 104, characters: 106_000 },
    })) {
      writeResults(file, results);
      measure(name, file);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
