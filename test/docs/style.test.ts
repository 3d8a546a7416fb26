/**
 * How pages are written. A guide is read in ten minutes and begins with a command; options have generated pages, and evidence
 * stays in docs/method. `node bench/style.mjs` prints the figures.
 */
import { describe, expect, it } from 'vitest';
import { textOf } from './pages.js';

interface Style {
  you: number;
  semicolons: number;
  said: number;
  old: Record<string, number>;
}

const { GENERATED, GUIDES, METHOD, REFERENCE, proseOf, styleOf, wordsOf } = (await import(
  new URL('../../bench/style.mjs', import.meta.url).href
)) as {
  GENERATED: string[];
  GUIDES: string[];
  METHOD: string[];
  REFERENCE: string[];
  proseOf(text: string): string;
  styleOf(texts: string[]): Style;
  wordsOf(text: string): number;
};

const WRITTEN = [...GUIDES, ...REFERENCE];
const wordsIn = (pages: string[]) => pages.reduce((sum, page) => sum + wordsOf(textOf(page)), 0);

describe('README and guides', () => {
  const style = styleOf(['README.md', ...GUIDES].map(textOf));

  it('address their reader, and join no sentences with semicolons', () => {
    expect(style.you).toBeGreaterThanOrEqual(18);
    expect(style.semicolons).toBeLessThanOrEqual(1);
  });

  it('let no tool say or ask anything', () => {
    expect(style.said).toBeLessThanOrEqual(0.5);
  });

  it('have one name for each thing', () => {
    expect(style.old).toEqual({});
  });

  it('write percent without a space', () => {
    expect(WRITTEN.filter((page) => /\d %/.test(proseOf(textOf(page))))).toEqual([]);
  });
});

describe('the pages', () => {
  it('are 23', () => {
    expect(WRITTEN).toHaveLength(23);
  });

  it('have at most 25,000 words, without the generated ones', () => {
    const written = WRITTEN.filter((page) => !GENERATED.includes(page));
    expect(wordsIn(written)).toBeLessThanOrEqual(25_000);
  });

  it('of docs/method have at most 15,000 words', () => {
    expect(METHOD.length).toBeGreaterThan(0);
    expect(wordsIn(METHOD)).toBeLessThanOrEqual(15_000);
  });

  it.each(WRITTEN)('%s begins with a question and a command, and ends with three links', (page) => {
    const text = textOf(page);
    const [, title, question] = /^# (.+)\n\n((?:.+\n)+?)\n/.exec(text)!;
    expect(title!.split(' ').length).toBeLessThanOrEqual(4);
    expect(question!.trim()).toMatch(/\?$/);
    const [opening = ''] = text.split(/^```/m);
    expect(wordsOf(opening)).toBeLessThanOrEqual(60);
    const next = /^## Next\n\n([\s\S]*)$/m.exec(text)?.[1] ?? '';
    expect(next.match(/^- \[/gm), page).toHaveLength(3);
    expect(next).not.toMatch(/^#/m);
  });

  it.each(WRITTEN)('%s shows at most 12 lines of output at once', (page) => {
    for (const [, block = ''] of textOf(page).matchAll(/^```text\n([\s\S]*?)^```$/gm)) {
      expect(block.trimEnd().split('\n').length, block).toBeLessThanOrEqual(12);
    }
  });
});

describe('a guide', () => {
  it.each(GUIDES)('%s has at most 900 words', (page) => {
    expect(wordsOf(textOf(page))).toBeLessThanOrEqual(900);
  });

  it.each(GUIDES)('%s has no table of options', (page) => {
    expect(textOf(page)).not.toMatch(/^\| (?:option|input|flag) \|/m);
  });
});
