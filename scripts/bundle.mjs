/**
 * Bundles what the package runs, the last step of the build: promptfoo and the command line then load some twenty files of
 * dist/parts/ instead of 600 modules. Modules stay in dist/ beside them for scripts and studies, and are not published.
 */
import { readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { minifySync } from 'rolldown/utils';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** Files that promptfoo, Node or another file of ours names by their path. */
export const ENTRIES = ['index', 'define', 'cli', ...hooks()].map((name) => `${name}.js`);

/**
 * What is loaded together. Modules that the same of these need become one part, so that nothing is loaded by a door that does not
 * need it, and no part needs one that needs it.
 */
const TOGETHER = [
  ['index'],
  ['cli'],
  ['define'],
  // What generators, prompts and scores load at their first call.
  [
    'generators/generate',
    'generators/battery',
    'generators/prompt-doors',
    'assertions/score',
    'providers/read-prompt',
    'commands/ids-of-baseline',
  ],
  // What the hook loads after an evaluation.
  [
    'after-all',
    'commands/asking-side',
    'measuring/facts/tables/analyse',
    'measuring/report/report-files',
  ],
  ['commands/command-line'],
  ['commands/judge-sources', 'commands/sources', 'measuring/verdicts/gate/gate-with-floors'],
].map((names) => names.map((name) => `${dist}${name}.js`));

/** Hooks that we hand to promptfoo by path. */
function hooks() {
  return readdirSync(dist, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('/hook.js'))
    .map((path) => path.slice(0, -'.js'.length))
    .sort();
}

/** By module, which of `TOGETHER` need it, in digits. */
function partsOf(getModuleInfo) {
  const parts = new Map();
  const visit = (id, i) => {
    const needed = parts.get(id) ?? new Set();
    if (needed.has(i)) return;
    parts.set(id, needed.add(i));
    for (const next of getModuleInfo(id)?.importedIds ?? []) visit(next, i);
  };
  TOGETHER.forEach((ids, i) => {
    for (const id of ids) {
      if (!getModuleInfo(id))
        throw new Error(`scripts/bundle.mjs names ${id}, which nothing imports`);
      visit(id, i);
    }
  });
  return parts;
}

/**
 * The same code without comments and blanks, and with short names of local variables. Functions keep their names and each
 * function and class has its line, so that the stack of an error says where.
 */
function small(path, text) {
  const code = minified(path, text, {
    compress: {
      target: 'es2023',
      sequences: false,
      joinVars: false,
      keepNames: { function: true, class: true },
    },
    mangle: { toplevel: false, keepNames: true },
    codegen: { removeWhitespace: false },
  });
  const lines = parseAst(code, { lang: 'js' }).body.map(({ start, end }) =>
    minified(path, code.slice(start, end), {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: true },
    }),
  );
  const firstLine = code.startsWith('#!') ? `${code.split('\n', 1)[0]}\n` : '';
  return `${firstLine}${lines.join('\n')}\n`;
}

function minified(path, text, options) {
  const { code, errors } = minifySync(path, text, { module: true, ...options });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}

async function bundle() {
  let parts;
  const build = await rolldown({
    platform: 'node',
    input: Object.fromEntries(ENTRIES.map((path) => [path.slice(0, -3), `${dist}${path}`])),
    external: (id) => /^(?:node:|[a-z@])/.test(id) && !id.startsWith('@oxc-project/'),
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'es2023' },
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      {
        name: 'own-addresses',
        buildEnd() {
          parts = partsOf((id) => this.getModuleInfo(id));
        },
        // A file finds others by its own place, which a part does not have.
        transform(code, id) {
          const place = relative(dist, id).replaceAll('\\', '/');
          return code.replaceAll(
            'import.meta.url',
            `new URL('@dist/${place}', import.meta.url).href`,
          );
        },
        renderChunk(code, { fileName }) {
          const up = relative(dirname(fileName), '.').replaceAll('\\', '/') || '.';
          const placed = code.replaceAll('@dist/', `${up}/`);
          const rewritten = placed.replaceAll(/\bimport\(/g, 'loadPart(');
          if (rewritten === placed || !fileName.startsWith('parts/'))
            return small(fileName, placed);
          return small(fileName, `import { loadPart } from './load.js';\n${rewritten}`);
        },
        // tsx, in which promptfoo runs, rewrites each file that has an `import()`, with a map of it: all have theirs in a small one.
        generateBundle() {
          const source = 'export const loadPart = (file) => import(file);\n';
          this.emitFile({ type: 'asset', fileName: 'parts/load.js', source });
        },
      },
    ],
  });
  await build.write({
    dir: dist,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    minify: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'parts',
          name: (id) => (parts.has(id) ? `part-${[...parts.get(id)].join('')}` : null),
        },
      ],
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
