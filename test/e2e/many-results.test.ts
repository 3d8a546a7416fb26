/** More results than a call has room for arguments: no list of them may be handed to a function as its arguments. */
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, expect, it } from 'vitest';
import type { ReportData } from '../../src/measuring/facts/tables/tables.js';
import { imagine, toResult } from '../measuring/results/rows-for-tests.js';
import { environment, ROOT, run, temporaryFolder } from './promptfoo.js';

const COUNT = 13_000;

/** In KB: by default it is 984, and there is room for 125,000 arguments. */
const SMALL_STACK = '--stack-size=100';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const options = { cwd: folder.path, env: environment(folder.path) };

it('takes more results than a call has room for arguments, answered and failed', async () => {
  const call = `Math.max(...new Array(${COUNT}).fill(0))`;
  const refused = await run(process.execPath, [SMALL_STACK, '-e', call], options);
  expect(refused.output).toContain('RangeError: Maximum call stack size exceeded');

  const [row] = imagine('a', () => 0.5);
  const answered = JSON.stringify(
    toResult({ ...row!, score: 1, marks: [1, 1], positions: [0.5, 1] }),
  );
  const failed = (i: number) =>
    JSON.stringify(toResult({ ...row!, id: `failed ${i}`, error: 'HTTP 500' }));
  const file = createWriteStream(join(folder.path, 'many.jsonl'));
  for (let i = 0; i < COUNT; i++) file.write(`${answered}\n${failed(i)}\n`);
  file.end();
  await finished(file);

  const cli = join(ROOT, 'dist', 'cli.js');
  const args = ['report', 'many.jsonl', '--out', 'many'];
  const { exitCode, output } = await run(process.execPath, [SMALL_STACK, cli, ...args], options);
  expect(exitCode, output).toBe(0);
  const written = readFileSync(join(folder.path, 'many', 'report.json'), 'utf8');
  const { summary, errors } = JSON.parse(written) as ReportData;
  expect(summary).toMatchObject([{ answers: COUNT, errors: COUNT }]);
  expect(errors).toHaveLength(COUNT);
});
