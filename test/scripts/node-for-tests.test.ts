/** Vitest on a Node that cannot run the tests. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { refusedNode } from '../../scripts/node-for-tests.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the Node that runs the tests', () => {
  it.each(['22.22.0', '22.100.0', '24.21.0', '100.0.0'])('may be %s', (version) => {
    expect(refusedNode(version)).toBeUndefined();
  });

  it.each(['18.20.8', '20.20.2', '22.9.0', '22.21.9'])('may not be %s', (version) => {
    expect(refusedNode(version)).toContain(`not ${version}:`);
  });

  it('is refused with one sentence, before a test is read', () => {
    // This Node, under the name of an old one.
    const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/option-types.test.ts'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, ...vitest],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'Tests need Node 22.22.0 or newer, not 20.20.2: run `npm test` or `npx vitest`.\n',
    );
    expect(status).toBe(1);
  });
});
