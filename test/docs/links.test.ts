/** Links of the pages lead somewhere in a checkout; of the packed ones, scripts/check-package.mjs looks. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../e2e/promptfoo.js';
import { BLOCKS, PAGES, textOf } from './pages.js';

/** The anchors of a page's headings, as GitHub and editors make them. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

const withoutBlocks = (page: string) =>
  textOf(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/`[^`]*`/g, '');

describe('a link', () => {
  it.each(PAGES)('of %s leads to a file, and to a heading in it', (page) => {
    for (const [, target] of withoutBlocks(page).matchAll(/\]\(([^()\s]+)\)/g)) {
      // A page for promptfoo's own documentation links to pages there.
      if (/^(?:https?:|\/docs\/)/.test(target!)) continue;
      const [path = '', anchor] = target!.split('#');
      const file =
        path === ''
          ? page
          : normalize(join(dirname(page), path))
              .replaceAll('\\', '/')
              .replace(/\/$/, '');
      expect(existsSync(join(ROOT, file)), `${page}: ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(file), `${page}: ${target}`).toContain(anchor);
    }
  });
});

describe('an old address', () => {
  const moved = Object.entries(
    parse(readFileSync(join(ROOT, 'scripts/moved-pages.yaml'), 'utf8')) as Record<string, string>,
  );

  it.each(moved)('%s leads to %s', (old, now) => {
    const [page, anchor] = now.split('#');
    expect(existsSync(join(ROOT, `docs/${old}.md`))).toBe(false);
    expect(existsSync(join(ROOT, `docs/${page}.md`))).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(`docs/${page}.md`)).toContain(anchor);
  });
});

describe('a block of code', () => {
  it('says its language; output is `text`', () => {
    for (const { where, language } of BLOCKS) {
      expect(['yaml', 'sh', 'js', 'ts', 'python', 'text'], where).toContain(language);
    }
  });
});
