import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/measuring/document/document.js';
import { foreign } from '../../../src/measuring/document/foreign.js';
import { documentCsv } from '../../../src/measuring/document/render/csv.js';
import { documentHtml } from '../../../src/measuring/document/render/html.js';
import { documentJunit } from '../../../src/measuring/document/render/junit.js';
import { documentMarkdown } from '../../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../../src/measuring/document/render/terminal.js';
import { HOSTILE, sample } from './sample.js';

const terminal = (document: Document) => documentTerminal(document, { colour: false, width: 80 });

const MEDIA: readonly (readonly [string, (document: Document) => string])[] = [
  ['html', documentHtml],
  ['markdown', (document) => documentMarkdown(document)],
  ['terminal', terminal],
  ['junit', documentJunit],
  ['csv', documentCsv],
];

describe.each(MEDIA)('a document as %s', (_, render) => {
  it('has no private marks, and is the same each time', () => {
    const text = render(sample(HOSTILE));
    expect(text).not.toMatch(/[\uE000\uE001]/);
    expect(render(sample(HOSTILE))).toBe(text);
  });

  it('is written whatever a name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(render(sample(name))).not.toMatch(/[\uE000\uE001]/);
      }),
      { numRuns: 30 },
    );
  });
});

describe('documentHtml', () => {
  it('begins with the decision, which is its title and what others see of a link', () => {
    const page = documentHtml(sample());
    const decision = 'model A is reliable up to 64K tokens. model B ignores everything after';
    expect(page).toContain(`<title>${decision}`);
    expect(page).toContain(`<meta property="og:title" content="${decision}`);
    expect(page.indexOf('<h1>')).toBeLessThan(page.indexOf('class="cards"'));
  });

  it('makes no markup of what comes from outside, and has no style attribute', () => {
    const page = documentHtml(sample(HOSTILE));
    expect(page).not.toContain('<img');
    expect(page).not.toMatch(/ style=| on[a-z]+="/);
    expect(page).not.toMatch(/(?:src|href)="(?!#|data:)/);
  });

  it('links a run of lost facts to its drawer', () => {
    const page = documentHtml(sample());
    expect(page).toContain('href="#fell-14"');
    expect(page).toContain('<dialog id="fell-14"');
    expect(page).toContain('facts 15 to 32 of 32, 97% lost');
  });

  it('draws no line without points', () => {
    expect(documentHtml(sample())).not.toContain('no answer');
  });
});

describe('documentMarkdown', () => {
  it('writes a table, what fell, and the next command', () => {
    const text = documentMarkdown(sample());
    expect(text).toContain('### ✅ Gate of long prompts: `model A` is reliable up to 64K tokens.');
    expect(text).toContain('| 64K | 100% | **42% (30–55%)** | `model B` |');
    expect(text).toContain('- ❌ **`warranty`** 3/3 → 0/3');
    expect(text).toContain('`npx promptfoo-counting-stars show 4` (No call, no cost)');
    expect(text).toContain('<details><summary>Statistics</summary>');
  });

  it('mentions nobody and links nowhere for what comes from outside', () => {
    const code = documentMarkdown(sample(HOSTILE)).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
    expect(code).not.toContain('@team');
    expect(code).not.toContain('<img');
  });
});

describe('documentTerminal', () => {
  it('has at most 78 columns, and what fits of a page', () => {
    const lines = terminal(sample()).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(lines[0]).toBe('✓ model A is reliable up to 64K tokens.');
    expect(lines).toContain('✗ warranty 3/3 → 0/3');
    expect(lines.join('\n')).toContain('██████████████░░░░░░▒░░░░░░░░░░░  42%');
    expect(lines.join('\n')).not.toContain('Statistics');
  });

  it('says how many rows of a long table are left out', () => {
    const rows = Array.from({ length: 15 }, (_, i) => ({ cells: [{ text: `row ${i}` }] }));
    const document: Document = {
      ...sample(),
      blocks: [{ kind: 'table', title: 'Rows', heads: [{ text: 'Row' }], rows }],
    };
    expect(terminal(document)).toContain('and 3 more rows');
  });
});

describe('documentJunit', () => {
  it('counts checks by their outcome', () => {
    const checks = [
      { name: 'a', of: 'm', outcome: 'passed', message: '' },
      { name: 'b', of: 'm', outcome: 'failed', message: foreign('<b>') },
      { name: 'c', of: 'n', outcome: 'inconclusive', message: 'c', details: ['d'] },
    ] as const;
    const xml = documentJunit({ ...sample(), checks });
    expect(xml).toContain('<testsuites name="gate" tests="3" failures="1" errors="1" skipped="0">');
    expect(xml).toContain('<failure message="&lt;b&gt;">');
    expect(xml.match(/<testsuite /g)).toHaveLength(2);
  });

  it('takes decisions where a document has no checks', () => {
    expect(documentJunit(sample())).toContain('tests="3" failures="1" errors="1" skipped="0"');
  });
});

describe('documentCsv', () => {
  it('has a line for each cell, with the figure behind it', () => {
    expect(documentCsv(sample()).split('\n')).toEqual(
      expect.arrayContaining(['Facts found,,64K,Now,42%,0.42,0.3,0.55']),
    );
  });
});
