import { dirname, join, relative, resolve } from 'node:path';
import { isFile } from '../files/files.js';

/** Packages that a config of ours needs. */
const NEEDED = ['promptfoo', 'promptfoo-counting-stars'];

export interface Installed {
  /** This package's folder, seen from the project's, with slashes on every platform. */
  home: string;
  /** Needed packages that are in no `node_modules` of the project or above it. */
  missing: string[];
}

/** Look for the needed packages where Node would, from a project's folder upwards. */
export function findInstalled(folder: string): Installed {
  const ours = packageFolder(folder, 'promptfoo-counting-stars');
  return {
    home: ours
      ? relative(resolve(folder), ours).replaceAll('\\', '/')
      : 'node_modules/promptfoo-counting-stars',
    missing: NEEDED.filter((name) => packageFolder(folder, name) === undefined),
  };
}

function packageFolder(folder: string, name: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (isFile(join(found, 'package.json'))) return found;
    if (dirname(at) === at) return undefined;
  }
}
