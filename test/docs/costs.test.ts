/** What docs/cost.md says that runs cost is what `plan` says today, with the installed list of prices. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from '../e2e/promptfoo.js';

it('costs what the page says; else run `node bench/figures.mjs costs`', async () => {
  const { exitCode, output } = await run(process.execPath, [join(ROOT, 'bench/costs.mjs')], {
    cwd: ROOT,
    env: process.env,
  });
  expect(exitCode, output).toBe(0);
  const kept = readFileSync(join(ROOT, 'bench/figures/costs.md'), 'utf8');
  expect(kept.endsWith(`\n\n${output.trim()}\n`)).toBe(true);
});
