/** Every config in examples/ that needs no file of the user's runs as it is, and measures what it says. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvalResult, ROOT, readResults, runPromptfoo, temporaryFolder } from './promptfoo.js';

const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter(
  (file) => file.endsWith('.yaml') && file !== 'recorded.yaml',
);

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.remove());

function meanScore(results: readonly EvalResult[]): number {
  return results.reduce((sum, { score }) => sum + score, 0) / results.length;
}

describe('an example', () => {
  it.each(EXAMPLES)(
    '%s runs without a key, and a perfect reader finds everything',
    async (file) => {
      const output = join(folder.path, `${file}.json`);
      const run = await runPromptfoo(
        ['eval', '-c', join('examples', file), '--no-table', '--no-progress-bar', '-o', output],
        { cwd: ROOT, state: folder.path },
      );
      const { results, stats } = readResults(output);
      expect([run.exitCode, stats.failures, stats.errors], run.output).toEqual([0, 0, 0]);
      // Nobody but the data knows what our documents invent, so a closed book has no answers.
      const asked = results.filter(({ metadata }) => metadata?.task !== 'closed-book');
      const perfect = asked.filter(({ provider }) => provider.label === 'perfect');
      expect(perfect.length).toBeGreaterThan(0);
      expect(meanScore(perfect)).toBe(1);
      const others = asked.filter(({ provider }) => provider.label !== 'perfect');
      expect(others.length).toBeGreaterThan(0);
      expect(meanScore(others)).toBeLessThan(0.95);
      expect(existsSync(join(folder.path, 'report', 'index.html'))).toBe(true);
    },
    120_000,
  );
});
