/**
 * Studies in bench/ are run by hand: `node bench/smallest.mjs` starts each. Here it is only seen that all are known, and that
 * what they import is there.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from './e2e/promptfoo.js';

const BENCH = join(ROOT, 'bench');
const FILES = readdirSync(BENCH, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.replaceAll('\\', '/'));

const textOf = (file: string) => readFileSync(join(BENCH, file), 'utf8');

interface Import {
  file: string;
  from: string;
  names: string[];
}

/** What is imported from files, by name. */
const IMPORTS = FILES.flatMap((file): Import[] =>
  [...textOf(file).matchAll(/^import (?:\{([^}]*)\}|[\w*, ]+)? ?(?:from )?'(\.[^']+)';$/gm)].map(
    ([, names = '', from]) => ({
      file,
      from: join(dirname(join(BENCH, file)), from!),
      names: names
        .split(',')
        .map((name) => name.trim().split(' as ')[0]!)
        .filter(Boolean),
    }),
  ),
);

describe('a study', () => {
  it('is one that bench/smallest.mjs starts, one that it leaves out, or a part of others', async () => {
    const studies = (await import(pathToFileURL(join(BENCH, 'studies.mjs')).href)) as {
      SMALLEST: object;
      LEFT_OUT: object;
    };
    const known = [...Object.keys(studies.SMALLEST), ...Object.keys(studies.LEFT_OUT)];
    const parts = IMPORTS.map(({ from }) => from);
    const unknown = FILES.filter(
      (file) =>
        !file.includes('/') &&
        file !== 'smallest.mjs' &&
        !known.includes(file) &&
        !parts.includes(join(BENCH, file)) &&
        !FILES.some((other) => other !== file && textOf(other).includes(`/${file}`)),
    );
    expect(unknown).toEqual([]);
    expect(known.filter((file) => !FILES.includes(file))).toEqual([]);
  });

  const sources = [...new Set(IMPORTS.map(({ from }) => from))].filter((from) =>
    from.startsWith(join(ROOT, 'dist')),
  );

  it.each(sources.map((from) => [from.slice(ROOT.length + 1), from] as const))(
    'finds what it imports from %s',
    async (_, from) => {
      const source = from.replace(join(ROOT, 'dist'), join(ROOT, 'src')).replace(/\.js$/, '.ts');
      expect(existsSync(source)).toBe(true);
      const exported = Object.keys((await import(pathToFileURL(source).href)) as object);
      const wanted = IMPORTS.filter((one) => one.from === from).flatMap(({ names }) => names);
      expect(exported).toEqual(expect.arrayContaining(wanted));
    },
  );
});
