/** A mistake in a config stops the evaluation with one sentence, before any provider is called. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Evaluator } from './evaluator.js';
import { environment, INDEX, onOneLine, Project, ROOT, run } from './promptfoo.js';

/** A provider that leaves a mark when it is called. */
const PROVIDER = `
import { appendFileSync } from 'node:fs';
export default class Marker {
  id() { return 'marker'; }
  async callApi() {
    appendFileSync(new URL('called', import.meta.url), 'x');
    return { output: '{"little_penguin": [3]}' };
  }
}`;

const project = new Project();
const marker = join(project.path, 'called');
project.write('provider.mjs', PROVIDER);
project.write('novel.txt', 'It was a quiet morning by the river.\n'.repeat(1000));
project.write('stars.txt', 'It was a clear night, and ★ after ★ came out.\n'.repeat(1000));

const evaluator = new Evaluator(project);

afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

const suiteOf = (config: object) => ({
  prompts: [{ raw: '{{prompt}}', label: 'stars' }],
  providers: ['file://provider.mjs'],
  tests: [{ path: `${INDEX}:countingStars`, config }],
});

describe('a config without a mistake', () => {
  it('calls the provider', async () => {
    const config = { stars: 2, lengths: [1000], haystack: 'novel.txt', threshold: 0 };
    const { stats, output } = await evaluator.evaluate(suiteOf(config));
    expect(stats, output).toEqual(
      expect.objectContaining({ successes: 1, failures: 0, errors: 0 }),
    );
    expect(existsSync(marker)).toBe(true);
  });
});

describe('a config with a mistake', () => {
  beforeEach(() => {
    rmSync(marker, { force: true });
  });

  it.each<[string, object, string]>([
    [
      'a misspelt version',
      { versions: ['32x32'] },
      'countingStars: `versions[0]` is "32x32", but must have the form M-N (M stars, N lengths, both at least 1), like the paper\'s 32-16, 16-32, 32-32, 64-32.',
    ],
    [
      'a misspelt option',
      { lenghts: [4000] },
      'countingStars: there is no option `lenghts`. Did you mean `lengths`?',
    ],
    [
      'a haystack that promptfoo has replaced by its content',
      { stars: 2, lengths: [1000], haystack: 'file://novel.txt' },
      'must be a path, but holds what looks like the content of a file: promptfoo puts the content in the place of every `file://` path in `config`. Write the path without `file://`.',
    ],
    [
      'a haystack that is not there',
      { stars: 2, lengths: [1000], haystack: 'missing/*.txt' },
      'haystack: the pattern "missing/*.txt" matches no file in ',
    ],
    [
      'a haystack with a star of its own',
      { stars: 2, lengths: [1000], haystack: 'stars.txt' },
      'haystack: stars.txt contains "★" (at character 27: ',
    ],
    [
      'more stars than fit',
      { stars: 64, lengths: [1000, 2000], haystack: 'novel.txt' },
      '64 pieces of evidence do not fit into 1000 tokens: ',
    ],
  ])('%s', async (_, config, message) => {
    const { output, results } = await evaluator.evaluate(suiteOf(config));
    expect(onOneLine(output)).toContain(message);
    expect(results).toHaveLength(0);
    expect(existsSync(marker)).toBe(false);
  });

  it('ends the command line with an exit code', async () => {
    const config = { lenghts: [4000] };
    const { exitCode, output, results } = await project.evaluate(suiteOf(config));
    expect(onOneLine(output)).toContain('Did you mean `lengths`?');
    expect(exitCode).toBeGreaterThan(0);
    expect(results).toHaveLength(0);
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a database that another process writes to', () => {
  it('is told from a missing evaluation', async () => {
    const state = join(project.state, 'locked');
    mkdirSync(state);
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const writer = new DatabaseSync(join(state, 'promptfoo.db'));
    writer.exec('BEGIN EXCLUSIVE');
    try {
      // A process of its own: a lock does not keep out the process that has it.
      const { exitCode, output } = await run(
        process.execPath,
        [join(ROOT, 'dist/cli.js'), 'report', '--eval', 'latest'],
        { cwd: project.path, env: environment(state) },
      );
      expect(output).toContain(
        "error: promptfoo's database is locked: another evaluation is writing to it. Try again when that is " +
          'done, or give evaluations that run at the same time a PROMPTFOO_CONFIG_DIR each.',
      );
      expect(exitCode).toBe(3);
    } finally {
      writer.close();
    }
  });
});
