/** A project that checks the types of its packages: what is declared is all there. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT, run, temporaryFolder } from '../e2e/promptfoo.js';

const { neededDeclarations } = (await import(
  new URL('../../scripts/declarations.mjs', import.meta.url).href
)) as {
  neededDeclarations(first: string, read: (path: string) => string): Map<string, string>;
};

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PROGRAM = `
import { type CountingStarsConfig, countingStars, score, SimulatedReader } from 'promptfoo-counting-stars';

const config: CountingStarsConfig = { versions: ['32-32'], maxTokens: 64_000 };
export const [first] = await countingStars(config);
export const threshold: number | undefined = first?.assert?.[0]?.threshold;
export const graded: Promise<{ pass: boolean; score: number }> = score('[3]', { vars: {} });
export const output: unknown = (await new SimulatedReader().callApi('Hello')).output;
// @ts-expect-error a misspelt option
await countingStars({ lenghts: [4000] });
`;

it('has no error with skipLibCheck off, and without the types of promptfoo and Node', async () => {
  const modules = join(folder.path, 'node_modules');
  const installed = join(modules, 'promptfoo-counting-stars');
  mkdirSync(installed, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(modules, 'zod'), 'junction');
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  writeFileSync(join(installed, 'package.json'), read('package.json'));
  for (const [path, text] of neededDeclarations('dist/index.d.ts', read)) {
    expect(text, path).not.toMatch(/from 'promptfoo'|import\("promptfoo"\)/);
    mkdirSync(dirname(join(installed, path)), { recursive: true });
    writeFileSync(join(installed, path), text);
  }
  writeFileSync(join(folder.path, 'program.mts'), PROGRAM);
  const compilerOptions = {
    ...{ target: 'ES2023', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true },
    ...{ exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: [] },
  };
  writeFileSync(
    join(folder.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.mts'] }),
  );
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { exitCode, output } = await run(process.execPath, [tsc, '-p', folder.path], {
    cwd: folder.path,
    env: process.env,
  });
  expect(exitCode, output).toBe(0);
});
