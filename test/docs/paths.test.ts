/** CONTRIBUTING.md and the first page of each room name files that are there. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../e2e/promptfoo.js';
import { textOf } from './pages.js';

/** Files and folders, from the root; a folder also with a slash at its end. */
const THERE = ['src', 'test', 'bench', 'scripts', 'datasets', 'examples']
  .flatMap((folder) => [
    `/${folder}`,
    ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${folder}/${file.replaceAll('\\', '/')}`,
    ),
  ])
  .flatMap((path) => [path, `${path}/`]);

const ROOMS = THERE.filter((path) => /^\/src\/.*README\.md$/.test(path)).map((path) =>
  path.slice(1),
);

/** What commands and scripts write. */
const WRITTEN = /^(?:counting-stars-report|package|site|dist)\//;

/** Files and folders in backticks, but for those with a `NAME` that a person chooses. */
function pathsIn(page: string): string[] {
  const found = textOf(page).matchAll(
    /`((?:src|test|bench|scripts|datasets|examples)\/[\w./-]+|[\w/-]+\.ts|[\w-]+\/)`/g,
  );
  const paths = [...found].map(([, path]) => path!);
  return paths.filter((path) => !/\b[A-Z]{2,}\b/.test(path) && !WRITTEN.test(path));
}

it.each(['CONTRIBUTING.md', ...ROOMS])('%s names only files that are there', (page) => {
  const isThere = (path: string) => THERE.some((file) => file.endsWith(`/${path}`));
  expect(pathsIn(page).filter((path) => !isThere(path))).toEqual([]);
});

it('finds paths', () => {
  expect(pathsIn('CONTRIBUTING.md').length).toBeGreaterThan(50);
  expect(ROOMS.length).toBeGreaterThan(15);
});
