/** Figures that a page states come from a file that a bench wrote (bench/figures.mjs). */
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

/** What was measured says so by its unit: a share, a time, a size, so many of so many. */
const FIGURE =
  /(?<![\w.,])\d[\d,.]*(?: to \d[\d,.]*)?(?: ?%| (?:of \d[\d,]*|s|ms|seconds|points|MiB|MB|GB)\b)/g;

/**
 * Figures that nobody measured: definitions, defaults, what an example shows, arithmetic. Each page has its
 * own, so that a new figure must be measured or said to be one of these.
 */
const GIVEN: Readonly<Record<string, readonly RegExp[]>> = {
  'CONTRIBUTING.md': [/At least 92 % are to be/],
  'docs/diagnosis.md': [/at least 60 % of what was lost/, /at least 98 % of the output tokens/],
  'docs/gate.md': [
    /at most 5 %|5 % of/,
    /a\s+share of 5 % may be 2 to 8 %/,
    /shares that are all 4 % is 6 to 8 % in 200 pairs|more than 5 % on|above 5 % with three runs/g,
    /5 of 32 changed/,
  ],
  'docs/key-value-retrieval.md': [/40 tokens or 0\.2 %/],
  'docs/options.md': [/40 tokens or 0\.2 %/],
  'docs/plan.md': [/find the drop with 80 %/],
  'docs/search.md': [/97\.5 %/, /probably \(90 %\)/],
  'docs/statistics.md': [
    /one-sided 2\.5 %(, which may be up to 6 % in 100)?/g,
    /may be 89 to 99 %/,
    /Wanted: [\s\S]*?\.\n/,
    // Arithmetic, with its terms beside it.
    /in 15 % of the prompts|in 5 % of the grids|up to 18\.5 %|97\.5 %\s+confidence|9\.5 % of recall/g,
    /(19|25|33) % of the grids|of which 6 % collapse/g,
  ],
};

/** Shares that are levels of confidence or power everywhere. */
const LEVELS = /\b95 %/g;

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
    for (const [figure] of text.matchAll(FIGURE)) expect(files.join('\n')).toContain(figure);
  });

  it.each(
    PARTS.filter(({ sources }) => sources.length === 0).map((part) => [part.where, part] as const),
  )('%s is said to be given, where nobody measured it', (where, { text }) => {
    const given = GIVEN[where.split(':')[0]!] ?? [];
    const rest = [LEVELS, ...given].reduce((left, pattern) => left.replace(pattern, ''), text);
    expect(rest.match(FIGURE)).toBeNull();
  });

  it('is in a file that a page uses', () => {
    const used = new Set(PARTS.flatMap(({ sources }) => sources));
    expect([...KEPT.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});
