/**
 * How large the package is that is published, and what it brings along when it is installed without promptfoo: packages
 * and megabytes, by dependency. Stages and packs it, and installs it in a temporary folder from the npm registry.
 *
 *   npm run build && node bench/package-size.mjs
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from './markdown.mjs';
import { root } from './measure.mjs';

/** Dependencies that are named in CONTRIBUTING.md; a scope counts as one. */
const NAMED = ['js-tiktoken', 'zod', '@pydantic/genai-prices'];
const OWN = 'promptfoo-counting-stars';

const folder = mkdtempSync(join(tmpdir(), 'bench-package-'));
const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function bytesOf(path) {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

try {
  const staged = join(folder, 'staged');
  execFileSync(process.execPath, [join(root, 'scripts', 'stage.mjs'), staged], { stdio: 'ignore' });
  const packed = npm(['pack', '--json', '--pack-destination', folder], staged);
  // A list in npm 10, a map in npm 11.
  const [{ filename, size }] = Object.values(JSON.parse(packed));
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  // Without peers, so without promptfoo.
  npm(['install', '--legacy-peer-deps', '--no-audit', '--no-fund', join(folder, filename)], folder);
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const installed = Object.keys(lock).filter((path) => path !== '');
  const nameOf = (path) => path.split('node_modules/').at(-1);
  const own = lock[`node_modules/${OWN}`];

  /** Packages that a dependency needs, itself among them. */
  const reached = (first) => {
    const found = new Set();
    const visit = (name) => {
      if (found.has(name)) return;
      const entry = lock[`node_modules/${name}`];
      if (!entry) return;
      found.add(name);
      for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
        visit(next);
    };
    for (const name of first) visit(name);
    return found;
  };
  const direct = Object.keys(own.dependencies);
  const groupOf = (name) =>
    NAMED.find((one) => name === one || name.startsWith(`${one}/`) || name.startsWith(`${one}-`));
  const taken = new Map([[OWN, 'this package']]);
  for (const group of NAMED) {
    for (const name of reached(direct.filter((one) => groupOf(one) === group))) {
      if (!taken.has(name)) taken.set(name, group);
    }
  }
  const totals = new Map();
  for (const path of installed) {
    const group = taken.get(nameOf(path)) ?? 'all others';
    const sum = totals.get(group) ?? { bytes: 0, packages: 0 };
    // What stands inside of another package's folder is counted there.
    if (path.split('node_modules/').length === 2) sum.bytes += bytesOf(join(folder, path));
    sum.packages++;
    totals.set(group, sum);
  }
  const all = [...totals.values()].reduce(
    (sum, one) => ({
      bytes: sum.bytes + one.bytes,
      packages: sum.packages + one.packages,
    }),
    { bytes: 0, packages: 0 },
  );
  const rows = [...NAMED, 'all others', 'this package'].map((name) => [name, totals.get(name)]);
  printTable(
    ['dependency, with what it needs', 'MB', 'packages'],
    [
      ...[...rows, ['together', all]].map(([name, { bytes, packages }]) => [
        name,
        (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0),
        packages,
      ]),
      ['this package, as it is downloaded', (size / 1e6).toFixed(2), 1],
    ],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
