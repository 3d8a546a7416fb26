/**
 * The address of this repository stands in one place, `repository` of package.json; other files repeat it.
 *
 *   node scripts/address.mjs OWNER/NAME    writes it into package.json and all that repeat it
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that repeat the address; a test looks at them. */
export const REPEATING = [
  'package.json',
  'README.md',
  'README.zh-CN.md',
  'CITATION.cff',
  '.github/ISSUE_TEMPLATE/config.yml',
];

/** The page of the repository, without a slash at its end. */
export function addressOf({ repository }) {
  return repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** Whether nobody has said yet whose repository this is. */
export function isPlaceholder(manifest) {
  return addressOf(manifest).includes('/OWNER/');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(process.argv[2] ?? '') ?? [];
  if (!owner) {
    console.error('usage: node scripts/address.mjs OWNER/NAME');
    process.exit(2);
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [before] = addressOf(manifest).match(/[^/]+\/[^/]+$/);
  for (const file of REPEATING) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, `${owner}/${name}`));
  }
}
