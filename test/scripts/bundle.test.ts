/** What the build makes one file of many: all that promptfoo and the command line run. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { ENTRIES } = (await import(join(ROOT, 'scripts/bundle.mjs'))) as { ENTRIES: string[] };

/** Files of dist/ that a file names, at its start or in an `import()`. */
function named(file: string): string[] {
  const text = readFileSync(join(ROOT, 'dist', file), 'utf8');
  const found = text.matchAll(
    /(?:\bfrom|^import|\b(?:loadPart|import)\()\s*["'`](\.[^"'`]+\.js)["'`]/gm,
  );
  return [...found].map(([, path]) =>
    relative('.', join(dirname(file), path!)).replaceAll('\\', '/'),
  );
}

describe('the bundle', () => {
  it('holds every entry, and nothing else loads modules', () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      named(file).forEach(visit);
    };
    ENTRIES.forEach(visit);
    const parts = readdirSync(join(ROOT, 'dist/parts')).map((name) => `parts/${name}`);
    expect([...reached].sort()).toEqual([...ENTRIES, ...parts].sort());
  });

  it('has hooks that we hand to promptfoo, and doors that users name', () => {
    expect(ENTRIES).toEqual([
      'index.js',
      'define.js',
      'cli.js',
      'commands/suite/hook.js',
      'extras/search/session/hook.js',
      'extras/stretch/asking/hook.js',
    ]);
  });

  it('exports what its sources do', async () => {
    for (const door of ['index', 'define']) {
      const [built, source] = await Promise.all([
        import(join(ROOT, `dist/${door}.js`)),
        import(join(ROOT, `src/${door}.ts`)),
      ]);
      expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
    }
  });
});
