/** What the reference pages have between their markers is what the code has today. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from '../e2e/promptfoo.js';

it('matches the code; else run `npm run build && npm run reference`', async () => {
  const { exitCode, output } = await run(
    process.execPath,
    [join(ROOT, 'scripts/reference.mjs'), '--check'],
    { cwd: ROOT, env: process.env },
  );
  expect(output.trim()).toBe('The reference pages match the code.');
  expect(exitCode).toBe(0);
});
