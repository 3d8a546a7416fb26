/**
 * Figures that were measured stand below a marker with the name of a file that a bench wrote
 * (bench/figures.mjs), and are in it. Prose without a marker has definitions, defaults and arithmetic.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../e2e/promptfoo.js';
import { PAGES, textOf } from './pages.js';

const FOLDER = join(ROOT, 'bench/figures');
const KEPT = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace(/\.md$/, ''),
    readFileSync(join(FOLDER, file), 'utf8'),
  ]),
);

/** What was measured says so by its unit: a share, a time, a size, `3 of 32`. */
const FIGURE =
  /(?<![\w.,])\d[\d,.]*(?: to \d[\d,.]*)?(?: ?%| (?:of \d[\d,]*|s|ms|seconds|points|MiB|MB|GB)\b)/g;

/** Writes 8 % as 8%. */
const spaceless = (text: string) => text.replaceAll(' %', '%');

interface Part {
  where: string;
  text: string;
  /** Files whose figures these are; none of them for a part without a marker. */
  sources: readonly string[];
  /** The table of the file that this is to be, counted from 1. */
  table?: number;
}

const MARKER =
  /^<!-- figures(?<isIn> in)?: (?<sources>[\w-]+(?:, [\w-]+)*)(?: (?<table>\d+))? -->\n/;

/** Paragraphs and tables of a page, without blocks of code. */
function partsOf(page: string): Part[] {
  let line = 1;
  return textOf(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ''))
    .split(/(?<=\n)\n+/)
    .map((text) => {
      const where = `${page}:${line}`;
      line += text.split('\n').length;
      const { isIn, sources, table = '1' } = MARKER.exec(text)?.groups ?? {};
      return {
        where,
        text: text.replace(MARKER, ''),
        sources: sources?.split(', ') ?? [],
        ...(sources !== undefined && isIn === undefined && { table: Number(table) }),
      };
    });
}

const PARTS = PAGES.flatMap(partsOf);

describe('a figure of a page', () => {
  it.each(
    PARTS.filter(({ sources }) => sources.length > 0).map((part) => [part.where, part] as const),
  )('%s is in the file that a bench wrote', (_, { text, sources, table }) => {
    const files = sources.map((name) => KEPT.get(name) ?? '');
    expect(files, sources.join()).not.toContain('');
    if (table !== undefined) {
      const tables = files[0]!.match(/(?:^\|.*\n)+/gm);
      expect(text).toContain(tables?.[table - 1]);
      return;
    }
    const kept = spaceless(files.join('\n'));
    for (const [figure] of text.matchAll(FIGURE)) expect(kept).toContain(spaceless(figure));
  });

  it.each(
    PARTS.filter(({ sources, text }) => sources.length === 0 && /^\|/m.test(text)).map(
      (part) => [part.where, part] as const,
    ),
  )(
    '%s is a table without a cell that is a figure, or says where its figures are from',
    (_, { text }) => {
      const cells = text.split(/[|\n]/).map((cell) => cell.trim());
      expect(cells.filter((cell) => cell.replace(FIGURE, '') === '' && cell !== '')).toEqual([]);
    },
  );

  it('is in a file that a page uses', () => {
    const used = new Set(PARTS.flatMap(({ sources }) => sources));
    expect([...KEPT.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});
