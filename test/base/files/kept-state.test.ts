import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { triedBefore } from '../../../src/commands/try.js';
import { readRecheck } from '../../../src/extras/search/recheck/recheck-state.js';
import { readState } from '../../../src/extras/search/search-state.js';
import { temporaryFolder } from '../../e2e/promptfoo.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe.each([
  ['search.json', 'a new search', readState],
  ['recheck.json', 'a new recheck', readRecheck],
  ['try.json', '', (out: string) => triedBefore(undefined, { out, resume: true })],
])('%s', (name, remedy, read) => {
  const out = join(folder.path, name.replace('.json', ''));
  mkdirSync(out);

  it.each([
    ['{"version": 2}', 'is of version 2, made by a newer version of promptfoo-counting-stars.'],
    ['{"version": 1}', 'is damaged, or of another version of this package.'],
    ['{"version"', 'is damaged.'],
  ])('that holds %s is refused', (content, message) => {
    writeFileSync(join(out, name), content);
    expect(() => read(out)).toThrow(`${join(out, name)} ${message}`);
    expect(() => read(out)).toThrow(remedy);
  });
});
