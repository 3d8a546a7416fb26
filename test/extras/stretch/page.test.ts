import { describe, expect, it } from 'vitest';
import { stretchFiles } from '../../../src/extras/stretch/files.js';
import { stretchPage } from '../../../src/extras/stretch/page.js';
import { stretchText } from '../../../src/extras/stretch/text.js';
import { stretchOf } from '../../../src/extras/stretch/verdict.js';
import { answerTexts } from '../../../src/extras/stretch/words.js';
import { breaking, simulatedRun } from './simulated.js';

const BROKEN = new Map([
  [1, 32_000],
  [4, 128_000],
  [7, 128_000],
]);

const verdict = stretchOf(
  simulatedRun({
    ...{ tests: 20, passes: breaking(BROKEN, 0.02) },
    more: (test) => ({
      prompt: {
        raw: `[{"role":"system","content":"<b>Short</b>"}, {"role":"user","content":"${test}"}]`,
        label: 'ask',
      },
    }),
  }),
)!;
const [answer] = answerTexts(verdict);
const page = stretchPage(verdict, { title: 'Support <bot>' });

describe('the page of stretched tests', () => {
  it('begins with the answer, right below its name', () => {
    const header = /<header>\n([\s\S]*?)<\/header>/.exec(page)![1]!;
    expect(header).toMatch(/^<h1>Support &lt;bot&gt;<\/h1>\n<p class="lead"><b>Your 20 tests pass/);
    expect(header.replace('</b>', '')).toContain(answer!.replaceAll("'", '&#39;'));
  });

  it('has a row for each test and a column for each control and length', () => {
    const matrix = /<table class="matrix">[\s\S]*?<\/table>/.exec(page)![0];
    expect(matrix.match(/<th scope="row">/g)).toHaveLength(20);
    expect([...matrix.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, head]) => head)).toEqual([
      ...['as it is', 'one turn more', '8K', '32K', '128K'],
    ]);
    expect(matrix.indexOf('Question 1?')).toBeLessThan(matrix.indexOf('Question 0?'));
  });

  it('leads from each cell to prompt, place of the text, answer and the assertion, and back, by links alone', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(links.filter((id) => id.startsWith('cell-')).length).toBeGreaterThanOrEqual(100);
    const panel = /<section class="panel" id="cell-0-4-4"[\s\S]*?<\/section>/.exec(page)![0];
    expect(panel).toContain('at 128K: <strong>0 of 3 passed, broke</strong>');
    expect(panel).toContain('Unrelated text stands from character 0 to 512,060.');
    expect(panel).toContain('<mark>[512,060 characters of unrelated text]</mark>');
    expect(panel).toContain('&lt;b&gt;Short&lt;/b&gt;');
    expect(panel).toContain('<b>contains</b> <code>right 4</code>');
    expect(panel).toContain('I do not know.');
    expect(panel).toContain('<a href="#at-0-4-4">Back to the table</a>');
  });

  it('asks no network and runs nothing', () => {
    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
    expect(page).not.toMatch(/<script|\sstyle=|https?:\/\//);
  });

  it('keeps the cells that fail where there are too many to open', () => {
    const many = stretchOf(simulatedRun({ tests: 120, repeats: 1, passes: breaking(BROKEN, 0) }))!;
    const large = stretchPage(many, { title: 'Many' });
    expect(large.match(/<section class="panel"/g)).toHaveLength(400);
    expect(large).toContain('400 of 600 cells can be opened, those that fail first.');
    for (const id of ['0-1-3', '0-1-4', '0-4-4', '0-7-4'])
      expect(large).toContain(`id="cell-${id}"`);
  });
});

describe('the same in other forms', () => {
  it('begins with the answer in the terminal', () => {
    const lines = stretchText(verdict, { colour: false });
    expect(lines.replace(/\n {2}/g, ' ').split('\n')[0]).toBe(answer);
    expect(lines).toMatch(
      /break \(3\):\ntest +as it is +one turn more +8K +32K +128K\nQuestion 1\? +6\/6/,
    );
  });

  it('is in files, of which JSON has no prompts', () => {
    const files = stretchFiles(verdict, ['html', 'md', 'csv', 'json'], {
      title: 'T',
      isAlone: false,
    });
    expect([...files.keys()]).toEqual([
      'stretch.html',
      'stretch.md',
      'stretch.csv',
      'stretch.json',
    ]);
    expect(files.get('stretch.csv')!.trim().split('\n')).toHaveLength(1 + 20 * 5);
    const { readers } = JSON.parse(files.get('stretch.json')!);
    expect(readers[0].tests[4]).toMatchObject({
      name: 'Question 4?',
      standing: 'broke',
      from: 128_000,
    });
    expect(files.get('stretch.json')).not.toContain('I do not know.');
    expect(files.get('stretch.md')).toContain('| `Question 4?` |');
  });
});
