/**
 * Write the folder that is packed and published to package/: what package.json names, with
 *
 * - links of pages that leave the package as addresses of the repository, since a README on a registry stands alone,
 * - no declaration that index.d.ts and define.d.ts do not need, no blanks in JSON and no comments in YAML,
 * - no module that the build has put into dist/parts/, and no YAML of datasets/ that it has put into dist/ as JSON, but what
 *   users copy,
 * - no scripts and nothing that only this repository installs.
 *
 *   npm run stage             then `npm publish package`
 *   npm run stage -- FOLDER
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { addressOf, isPlaceholder } from './address.mjs';
import { ENTRIES } from './bundle.mjs';
import { neededDeclarations } from './declarations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Comments of a language stay: users copy such a file to make one of their own. */
const COPIED = /^datasets\/languages\//;
const out = process.argv[2] ?? join(root, 'package');

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = new Set(ENTRIES.map((path) => `dist/${path}`));
const declarations = neededDeclarations(['dist/index.d.ts', 'dist/define.d.ts'], textOf);
const files = packedFiles().filter(
  (path) => (!path.endsWith('.d.ts') || declarations.has(path)) && !isBuilt(path),
);
const packed = new Set(files);
/** A tag of the repository, so that an old version's links lead to its own pages. */
const pages = `${addressOf(manifest)}/blob/v${manifest.version}`;

rmSync(out, { recursive: true, force: true });
for (const path of files) {
  const to = join(out, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, contentOf(path), { mode: statSync(join(root, path)).mode });
}
const { scripts: _, devDependencies: __, allowScripts: ___, ...published } = manifest;
const refusal =
  'package.json: `repository` still has the placeholder OWNER. Run `node scripts/address.mjs OWNER/NAME`, then `npm run stage`.';
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify(
    {
      ...published,
      ...(isPlaceholder(manifest) && {
        scripts: {
          prepublishOnly: `node -e "console.error(process.argv[1]); process.exit(1)" "${refusal.replaceAll('`', "'")}"`,
        },
      }),
    },
    null,
    2,
  )}\n`,
);

function textOf(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** What a file is in the package. */
function contentOf(path) {
  if (path.endsWith('.d.ts')) return declarations.get(path);
  if (path.endsWith('.md')) return withAddresses(textOf(path), path);
  if (/^datasets\/.*\.yaml$/.test(path) && !COPIED.test(path)) return withoutComments(textOf(path));
  if (/^(dist|datasets)\/.*\.json$/.test(path)) return JSON.stringify(JSON.parse(textOf(path)));
  return readFileSync(join(root, path));
}

/** A YAML file without the lines that are comments, as far as it says the same without them. */
function withoutComments(text) {
  const shorter = text.replace(/^ *#.*\n/gm, '');
  return isDeepStrictEqual(parse(shorter), parse(text)) ? shorter : text;
}

/** Whether a file is in the package in another form already, and nobody copies it: YAML as JSON, modules in parts. */
function isBuilt(path) {
  if (/^dist\/(?!parts\/).*\.js$/.test(path)) return !entries.has(path);
  return /^datasets\/(?!languages\/(?:en|zh)\.|needles\/en\.).*\.yaml$/.test(path);
}

/** What npm would pack of this folder. */
function packedFiles() {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  // A list in npm 10, a map in npm 11.
  const [packed] = Object.values(JSON.parse(said));
  return packed.files.map(({ path }) => path).filter((path) => path !== 'package.json');
}

/**
 * A page whose links and pictures lead somewhere without the repository beside it: to its address, from a README always
 * and from other pages where what they name is not packed.
 */
function withAddresses(text, page) {
  const isAlone = /^README/.test(page);
  return text.replaceAll(/(!?)(\[[^\]]*\]\()([^()\s]+)\)/g, (all, image, before, target) => {
    const [path, anchor] = target.split('#');
    if (path === '' || /^[a-z]+:/i.test(path)) return all;
    const file = normalize(join(dirname(page), path))
      .replaceAll('\\', '/')
      .replace(/\/$/, '');
    const isPacked = packed.has(file) || files.some((one) => one.startsWith(`${file}/`));
    if (isPacked && !isAlone) return all;
    const place = `${pages}/${file}${image && '?raw=true'}${anchor === undefined ? '' : `#${anchor}`}`;
    return `${image}${before}${place})`;
  });
}
