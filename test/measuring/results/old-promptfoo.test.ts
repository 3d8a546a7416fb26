import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { askingSide } from '../../../src/commands/asking-door.js';
import { SCORED_BY } from '../../../src/contract/signs.js';
import { OLDEST_PROMPTFOO } from '../../../src/measuring/results/old-promptfoo.js';
import { ReadFrom, readFile } from '../../../src/measuring/results/read-results.js';
import { imagine, toResult } from './rows-for-tests.js';

const folder = mkdtempSync(join(tmpdir(), 'old-promptfoo-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Scored {
  gradingResult: { componentResults: { assertion?: object; metadata?: object }[] };
}

/** Results of a version of promptfoo, without what it leaves out of an assertion's result. */
function written(promptfooVersion: string | undefined, without: 'assertion' | 'ours'): string {
  const results = imagine('a', () => 1).map((row) => {
    const { gradingResult, ...result } = toResult(row) as Scored;
    const [theirs, ours] = gradingResult.componentResults;
    const { assertion: _, ...bare } = ours!;
    const marked = { ...bare, metadata: { ...bare.metadata, scoredBy: SCORED_BY } };
    const componentResults = without === 'ours' ? [theirs] : [theirs, marked];
    return { ...result, gradingResult: { componentResults } };
  });
  const metadata = { ...(promptfooVersion !== undefined && { promptfooVersion }) };
  const file = join(folder, `${promptfooVersion}-${without}.json`);
  writeFileSync(file, JSON.stringify({ evalId: 'e', results: { results }, metadata }));
  return file;
}

const rowsOf = async (file: string) => (await readFile(file, new ReadFrom(askingSide))).rows;

describe('results of an old promptfoo', () => {
  it('are scored where 0.121.1 to 0.121.3 leave the assertion out', async () => {
    const rows = await rowsOf(written('0.121.2', 'assertion'));
    expect(rows.map(({ score, error }) => ({ score, error }))).toEqual(
      rows.map(() => ({ score: 1, error: undefined })),
    );
  });

  it.each(['0.121.2', '0.120.27', '0.9.0'])('without one score name promptfoo %s', async (old) => {
    const file = written(old, 'ours');
    await expect(rowsOf(file)).rejects.toThrow(
      `${file} has no scores, because promptfoo ${old} wrote it. Update promptfoo to 0.121.4 or newer, and run ` +
        '`npx promptfoo eval` again.',
    );
  });

  it.each([OLDEST_PROMPTFOO, '0.123.1', '1.0.0', undefined])(
    'are failed calls without one score of promptfoo %s',
    async (version) => {
      for (const { error } of await rowsOf(written(version, 'ours'))) {
        expect(error).toContain('has no result here');
      }
    },
  );

  it('are promised in one version everywhere', () => {
    const read = (path: string) =>
      readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    expect(JSON.parse(read('package.json')).peerDependencies.promptfoo).toBe(
      `>=${OLDEST_PROMPTFOO}`,
    );
    for (const page of ['README.md', 'README.zh-CN.md']) {
      expect(read(page)).toContain(`promptfoo ${OLDEST_PROMPTFOO}`);
    }
  });
});
