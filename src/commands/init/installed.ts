import nodePath, { dirname, join, resolve } from 'node:path';
import { isFile } from '../../base/files/files.js';

const NEEDED = ['promptfoo', 'promptfoo-counting-stars'];

interface Installed {
  /** Path of `dist/index.js` from the project's folder, with slashes on every platform. */
  index: string;
  /** Packages that the project cannot load. */
  missing: string[];
}

/** Looks for packages as Node does, from the project's folder upwards. */
export function findInstalled(folder: string): Installed {
  const ours = packageFolder(folder, 'promptfoo-counting-stars');
  const home = ours ? slashedWay(folder, ours) : 'node_modules/promptfoo-counting-stars';
  return {
    index: `${home}/dist/index.js`,
    missing: NEEDED.filter((name) => !packageFolder(folder, name)),
  };
}

/**
 * Returns a relative path with slashes, as a config writes it after `file://`.
 * @param path - `path.win32` in tests
 */
export function slashedWay(
  from: string,
  to: string,
  path: Pick<typeof nodePath, 'relative' | 'resolve' | 'sep'> = nodePath,
): string {
  return path.relative(path.resolve(from), to).replaceAll(path.sep, '/');
}

function packageFolder(folder: string, name: string): string | undefined {
  return foldersFrom(folder)
    .map((at) => join(at, 'node_modules', name))
    .find((found) => isFile(join(found, 'package.json')));
}

function foldersFrom(folder: string): string[] {
  const folders = [resolve(folder)];
  for (let at = folders[0]!; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
