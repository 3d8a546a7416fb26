/** Every block of JavaScript and TypeScript is compiled, and says what it says that it gives. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Project, ROOT, run } from '../e2e/promptfoo.js';
import { blocksIn } from './pages.js';

const project = new Project();
afterAll(() => project.remove());

/** `call(x); // { value: 3 }, rounded` with the value told as a check. */
const SHOWN = /^(\w+\(.*\)); \/\/ (\{.*\}), rounded$/gm;

const blocks = blocksIn('js', 'ts');

describe('a block of a program', () => {
  it('is compiled', async () => {
    const files = blocks.map(([, { text, language }], i) => {
      const file = project.write(`block-${i}.m${language}`, text);
      return file;
    });
    expect(files.length).toBeGreaterThan(0);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowJs', '--checkJs'];
    const target = ['--module', 'nodenext', '--target', 'es2023', '--types', ''];
    const { exitCode, output } = await run(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...target, ...files],
      { cwd: project.path, env: process.env },
    );
    expect(output).toBe('');
    expect(exitCode).toBe(0);
  });

  it.each(blocks.filter(([, { language }]) => language === 'js'))(
    '%s runs',
    async (_, { text }) => {
      const checked = text.replaceAll(SHOWN, 'export const shown = [$1, $2];');
      const file = project.write('run.mjs', checked);
      const { shown } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
        shown?: [Record<string, number>, Record<string, number>];
      };
      if (!shown) return;
      const rounded = Object.entries(shown[0]).map(([name, value]) => [name, Math.round(value)]);
      expect(Object.fromEntries(rounded)).toEqual(shown[1]);
    },
  );
});
