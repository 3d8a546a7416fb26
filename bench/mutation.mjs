/**
 * Mutation testing: each place of a room's sources is changed in turn, and its tests must notice.
 *
 *     node bench/mutation.mjs statistics gate answers scores
 *     node bench/mutation.mjs measuring/statistics/curve/rise.ts --concurrency 1
 *
 * A room is a folder or a file below `src/`, or `scores`; its tests are those in the folder of `test/`
 * that mirrors its first folder (for a benchmark or the measuring half, the second; for a gate or an extra, the third). Prints what was not noticed,
 * and two tables. Tests with the tag `slow` are left out.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from './markdown.mjs';
import { judge } from './mutation/judge.mjs';
import { loadInstrumenter } from './mutation/stryker.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is kept at 92% and above. */
const ROOMS = ['statistics', 'gate', 'answers', 'scores'];

/** What turns an answer into marks. */
const SCORES = 'src/{benchmarks,extras/agents,extras/more-benchmarks}/*/{index,score}.ts';

/** Whole prompts of every kind take seconds; of a score they say no more than its own tests. */
const LEFT_OUT = /\/(cases|reader)\.test\.ts$/;

process.chdir(ROOT);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: String(availableParallelism()) } },
});
const files = [...new Set((positionals.length > 0 ? positionals : ROOMS).flatMap(filesOf))];
const instrumenter = await loadInstrumenter(ROOT);
const rows = [];
for (const file of files) {
  const row = await judge(instrumenter, file, testsOf(file), Number(values.concurrency));
  rows.push(row);
  console.log(`${file}: ${row.killed} of ${row.mutants} killed`);
  for (const survivor of row.survivors) console.log(`  ${survivor}`);
}
printTable(
  ['file', 'mutants', 'killed', '%'],
  rows.map((row) => [row.file, row.mutants, row.killed, percentOf([row])]),
);
printTable(
  ['room', 'mutants', 'killed', '%'],
  [...Map.groupBy(rows, ({ file }) => roomOf(file))].map(([room, own]) => [
    room,
    sumOf(own, 'mutants'),
    sumOf(own, 'killed'),
    percentOf(own),
  ]),
);

/** The folder of a file, or that in the measuring half; a gate has its own, and benchmarks are one room. */
function roomOf(file) {
  const [, folder, next, last] = file.split('/');
  if (folder === 'extras') return 'benchmarks';
  if (folder !== 'measuring') return folder;
  return next === 'verdicts' ? last : next;
}

function filesOf(room) {
  const pattern =
    room === 'scores'
      ? SCORES
      : room.endsWith('.ts')
        ? `src/${room}`
        : `src/{${room},measuring/${room},measuring/verdicts/${room}}/**/*.ts`;
  const found = globSync(pattern).map(slashes);
  if (found.length === 0) throw new Error(`${room} is neither a folder nor a file below src/`);
  return found.sort();
}

/** Tests in the folder that mirrors the first one of a file, or the second for a benchmark or the measuring half. */
function testsOf(file) {
  const folders = file.split('/').slice(1, -1);
  const isDeep = folders[0] === 'extras' || folders[1] === 'verdicts';
  const own = folders.slice(
    0,
    isDeep ? 3 : ['benchmarks', 'measuring'].includes(folders[0]) ? 2 : 1,
  );
  return globSync(['test', ...own, '**/*.test.ts'].join('/'))
    .map(slashes)
    .filter((test) => !LEFT_OUT.test(test))
    .sort();
}

function slashes(path) {
  return path.split(sep).join('/');
}

function sumOf(rows, key) {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

function percentOf(rows) {
  return (Math.round((1000 * sumOf(rows, 'killed')) / sumOf(rows, 'mutants')) / 10).toFixed(1);
}
