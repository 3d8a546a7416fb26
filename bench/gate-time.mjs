/**
 * Processor time and peak memory of baseline, gate, report and history, each as a whole process of the command
 * line, on files of 3 readers and 32 lengths of 32 stars. With several sizes, how both grow from the first to
 * the last.
 *
 *   npm run build && node bench/gate-time.mjs [SEEDS …]        (104: 9,984 results; 1040: 99,840)
 *   npm run build && node bench/gate-time.mjs own [TESTS …]    tests of one's own, of one model (10000, 100000)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mebibytes, timed, writeOwnResults, writeResults } from './commands.mjs';
import { printTable } from './markdown.mjs';

const isOwn = process.argv[2] === 'own';
const given = process.argv.slice(isOwn ? 3 : 2).map(Number);
const usual = isOwn ? [10_000, 100_000] : [104];
const sizes = given.length > 0 ? given : usual;
const resultsOf = (size) => (isOwn ? size : 96 * size);
const folder = mkdtempSync(join(tmpdir(), 'bench-gate-'));

/** What each command took of each size. */
const taken = [];

try {
  for (const size of sizes) {
    const results = resultsOf(size);
    const files = ['before.jsonl', 'now.jsonl', 'baseline.json'].map((name) => join(folder, name));
    const [before, now, baseline] = files;
    for (const file of [before, now]) {
      if (isOwn) writeOwnResults(file, size);
      else writeResults(file, { seeds: size });
    }
    const measured = (name, file, args) => {
      const { seconds, busy, memory } = timed(args);
      taken.push({ results, name, busy: Number(busy), memory: Number(memory) });
      return [results.toLocaleString('en'), name, mebibytes(file), seconds, busy, memory];
    };
    const rows = [
      measured('baseline', before, ['baseline', before, '-o', baseline]),
      measured('gate, against a baseline', now, ['gate', now, '--baseline', baseline]),
      measured('gate, against results', now, ['gate', now, '--baseline', before]),
      measured('report', now, ['report', now, '-o', join(folder, 'report')]),
      measured('history', now, ['history', before, now]),
    ];
    printTable(['results', 'command', 'file, MiB', 'seconds', 'of a processor', 'MB'], rows);
  }
  if (sizes.length > 1) {
    const ends = (name) => [sizes[0], sizes.at(-1)].map((size) => found(name, resultsOf(size)));
    const names = [...new Set(taken.map(({ name }) => name))];
    printTable(
      ['command', 'exponent of processor time', 'of memory'],
      names.map((name) => {
        const [first, last] = ends(name);
        const exponent = (of) =>
          Math.log(of(last) / of(first)) / Math.log(last.results / first.results);
        return [
          name,
          exponent(({ busy }) => busy).toFixed(2),
          exponent(({ memory }) => memory).toFixed(2),
        ];
      }),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function found(wanted, results) {
  return taken.find((one) => one.name === wanted && one.results === results);
}
