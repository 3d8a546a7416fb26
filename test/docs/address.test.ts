/** The address of the repository, which package.json gives, and what repeats it and the version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../e2e/promptfoo.js';

const { addressOf, REPEATING } = (await import(
  new URL('../../scripts/address.mjs', import.meta.url).href
)) as { addressOf(manifest: object): string; REPEATING: string[] };

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  repository: { url: string };
};

describe('the address of the repository', () => {
  const address = addressOf(manifest);
  const name = address.split('/').at(-1)!;

  it.each(REPEATING)('is the same in %s', (file) => {
    const given = read(file).match(new RegExp(`https://[\\w.-]+/[\\w.-]+/${name}\\b`, 'g'));
    expect(new Set(given)).toEqual(new Set([address]));
  });

  it('stands with the version in the file for citations', () => {
    expect(parse(read('CITATION.cff'))).toMatchObject({
      version: manifest.version,
      'repository-code': address,
    });
  });
});
