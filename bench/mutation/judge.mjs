/** Which mutants of one source its tests notice. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

/**
 * Not changed: texts, since a sentence that reads otherwise is no mistake of a figure. What tests say of
 * them they say by comparing whole sentences.
 */
const EXCLUDED = ['StringLiteral'];

/** So many mutants go to a worker at once. */
const BATCH = 200;

/** A mutant that takes this long, and so many times as long as all tests, is noticed. */
const LEAST_LIMIT = 5000;
const LIMIT = 4;

/**
 * Change a source in one place at a time, and run the tests that get there until one of them fails.
 *
 * @param instrumenter - Stryker's
 * @param file - the source, from the root of the project
 * @param tests - files of tests, from there too
 * @param concurrency - how many workers
 * @returns how many mutants, how many were noticed, and which were not
 */
export async function judge(instrumenter, file, tests, concurrency) {
  const content = readFileSync(file, 'utf8');
  const { files, mutants: all } = await instrumenter.instrument(
    [{ name: resolve(file), mutate: true, content }],
    { plugins: null, excludedMutations: EXCLUDED, ignorers: [], noHeader: false },
  );
  const mutants = all.filter(({ status }) => status !== 'Ignored');
  const code = await bundle(file, files[0].content, tests);
  const { plan } = await work({ code });
  const limit = LEAST_LIMIT + LIMIT * plan.times.reduce((sum, time) => sum + time, 0);
  const fates = new Map();
  const waiting = mutants.map(({ id }) => id);
  const lane = async () => {
    while (waiting.length > 0) {
      const ids = waiting.splice(0, BATCH);
      for (const [id, fate] of (await work({ code, plan, ids }, limit)).fates) fates.set(id, fate);
      waiting.unshift(...ids.filter((id) => !fates.has(id)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const survivors = mutants.filter(({ id }) => fates.get(id) !== 'noticed');
  return {
    file,
    mutants: mutants.length,
    killed: mutants.length - survivors.length,
    survivors: survivors.map((mutant) => survivorText(file, mutant, fates.get(mutant.id))).sort(),
  };
}

/** All tests in one script, with the source as it was instrumented. */
async function bundle(file, instrumented, tests) {
  const { outputFiles } = await build({
    stdin: {
      contents: tests.map((test) => `import ${JSON.stringify(`./${test}`)};`).join('\n'),
      resolveDir: process.cwd(),
    },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'instrumented',
        setup({ onLoad }) {
          onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
            if (path.includes('node_modules')) return undefined;
            const isIt = relative(process.cwd(), path).replaceAll('\\', '/') === file;
            const text = isIt ? instrumented : readFileSync(path, 'utf8');
            // A bundle has one address; each file keeps its own.
            const url = JSON.stringify(pathToFileURL(path).href);
            return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
          });
        },
      },
    ],
  });
  return outputFiles[0].text.replace(IMPORT, (_, names, from) => {
    if (names === undefined) return `await __load(${from});`;
    const [, whole, space, parts] = /^(\w+)?(?:, )?(?:\* as (\w+))?(\{[\s\S]*\})?$/.exec(names);
    const loaded = `await __load(${from})`;
    return [
      ...(whole ? [`const { default: ${whole} } = ${loaded};`] : []),
      ...(space ? [`const ${space} = ${loaded};`] : []),
      ...(parts ? [`const ${parts.replaceAll(' as ', ': ')} = ${loaded};`] : []),
    ].join(' ');
  });
}

/** Imports of packages, which an async function can only have as calls. */
const IMPORT = /^import (?:([\w$*{},\s]+?) from )?("[^"]+");$/gm;

/** Give a worker its work. Without a plan it makes one; a mutant that takes too long ends it. */
function work(workerData, limit) {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData, stdout: true });
    const fates = new Map();
    let plan;
    let timer;
    worker.on('message', (message) => {
      clearTimeout(timer);
      if (message.failure) {
        worker.terminate();
        fail(new Error(`Before anything was changed, a test failed: ${message.failure}`));
      } else if (message.plan) {
        plan = message.plan;
      } else if (message.started !== undefined) {
        timer = setTimeout(() => {
          fates.set(message.started, 'noticed');
          worker.terminate();
        }, limit);
      } else {
        fates.set(message.done, message.fate);
      }
    });
    worker.on('error', fail);
    worker.on('exit', () => {
      clearTimeout(timer);
      done({ plan, fates });
    });
  });
}

function survivorText(file, { location, replacement, mutatorName }, fate) {
  const { line, column } = location.start;
  const place = `${file}:${String(line + 1).padStart(3)}:${column + 1}`;
  const change = replacement.replace(/\s+/gu, ' ').slice(0, 90);
  return `${place} ${mutatorName} ${change}${fate === 'untested' ? ' (no test gets there)' : ''}`;
}
