/**
 * Mutation testing: each place of a room's sources is changed in turn, and its tests must notice.
 *
 *     node bench/mutation.mjs statistics gate answers scores
 *     node bench/mutation.mjs statistics/curve/rise.ts --concurrency 1
 *
 * A room is a folder or a file below `src/`, or `scores`; its tests are those in the folder of `test/`
 * that mirrors its first folder (for a benchmark, the second). Prints what was not noticed, and a table.
 */
import { globSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadStryker } from './mutation/stryker.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is kept at 92 % and above. */
const ROOMS = ['statistics', 'gate', 'answers', 'scores'];

/** What turns an answer into marks. */
const SCORES = 'src/benchmarks/*/score.ts';

/**
 * Not changed: texts, since a sentence that reads otherwise is no mistake of a figure. What tests say of
 * them they say by comparing whole sentences.
 */
const EXCLUDED = ['StringLiteral'];

/** Sources of inner loops: changed file by file, since what Stryker writes into them makes them slow. */
const HOT = /^src\/statistics\//;

/** States of a mutant. One that takes too long is noticed. */
const UNCOUNTED = ['Ignored', 'CompileError', 'RuntimeError'];
const SURVIVED = ['Survived', 'NoCoverage'];

process.chdir(ROOT);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string' } },
});
const files = [...new Set((positionals.length > 0 ? positionals : ROOMS).flatMap(filesOf))];
const { Stryker, plugin } = await loadStryker(ROOT);
const rows = [];
for (const [, together] of Map.groupBy(files, partOf)) {
  for (const row of judge(await mutate(together))) {
    rows.push(row);
    console.log(`${row.file}: ${row.killed} of ${row.mutants} killed`);
    for (const survivor of row.survivors) console.log(`  ${survivor}`);
  }
}
console.table(rows.map(({ survivors, ...row }) => ({ ...row, percent: percentOf([row]) })));
console.table(
  [...Map.groupBy(rows, ({ file }) => file.split('/')[1])].map(([room, own]) => {
    const sum = (key) => own.reduce((total, row) => total + row[key], 0);
    return { room, mutants: sum('mutants'), killed: sum('killed'), percent: percentOf(own) };
  }),
);

function filesOf(room) {
  const pattern =
    room === 'scores' ? SCORES : room.endsWith('.ts') ? `src/${room}` : `src/${room}/**/*.ts`;
  const found = globSync(pattern).map((file) => file.split(sep).join('/'));
  if (found.length === 0) throw new Error(`${room} is neither a folder nor a file below src/`);
  return found.sort();
}

/** The first folder of a file below `src/`, with that of its benchmark. */
function folderOf(file) {
  const folders = file.split('/').slice(1, -1);
  return folders.slice(0, folders[0] === 'benchmarks' ? 2 : 1).join('/');
}

/** What is changed in one run of Stryker's. */
function partOf(file) {
  return HOT.test(file) ? file : folderOf(file);
}

/** Every mutant of files of one part, with what became of it. */
function mutate(files) {
  const folder = folderOf(files[0]);
  process.env.MUTATION_TESTS = folder === '' ? 'test/*.test.ts' : `test/${folder}/**/*.test.ts`;
  return new Stryker({
    mutate: files,
    mutator: { excludedMutations: EXCLUDED },
    plugins: [plugin],
    testRunner: 'vitest',
    vitest: { configFile: 'bench/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // TypeScript 7 has no API that Stryker could read a tsconfig with.
    tsconfigFile: 'none.json',
    ignorePatterns: ['/dist', '/docs', '/examples'],
    reporters: process.stdout.isTTY ? ['progress'] : [],
    logLevel: 'error',
    ...(values.concurrency && { concurrency: Number(values.concurrency) }),
    timeoutMS: 3000,
    allowEmpty: true,
  }).runMutationTest();
}

/** Of each file: how many mutants, how many were noticed, and which were not. */
function judge(results) {
  const byFile = Map.groupBy(results, ({ fileName }) => relative(ROOT, fileName));
  return [...byFile].map(([file, all]) => {
    const counted = all.filter(({ status }) => !UNCOUNTED.includes(status));
    const survivors = counted.filter(({ status }) => SURVIVED.includes(status));
    return {
      file,
      mutants: counted.length,
      killed: counted.length - survivors.length,
      survivors: survivors.map(survivorText),
    };
  });
}

function survivorText({ fileName, location, replacement, mutatorName, status }) {
  const place = `${relative(ROOT, fileName)}:${location.start.line}:${location.start.column}`;
  const change = replacement.replace(/\s+/gu, ' ').slice(0, 70);
  const untested = status === 'NoCoverage' ? ' (no test gets there)' : '';
  return `${place} ${mutatorName} ${change}${untested}`;
}

function percentOf(rows) {
  const [mutants, killed] = ['mutants', 'killed'].map((key) =>
    rows.reduce((sum, row) => sum + row[key], 0),
  );
  return Math.round((1000 * killed) / mutants) / 10;
}
