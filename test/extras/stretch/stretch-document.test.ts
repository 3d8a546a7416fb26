import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import { stretchSteps } from '../../../src/extras/stretch/next-steps.js';
import { stretchDocument } from '../../../src/extras/stretch/stretch-document.js';
import { stretchJson } from '../../../src/extras/stretch/stretched-results.js';
import { stretchOf } from '../../../src/extras/stretch/verdict.js';
import { documentCsv } from '../../../src/measuring/document/render/csv.js';
import { partFiles } from '../../../src/measuring/report/report-files.js';
import { decisionsOf, linesOf, mediaOf } from '../../measuring/document/media.js';
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
const document = stretchDocument(verdict, {
  title: 'Support <bot>',
  command: { options: ['-c', 'bot.yaml'], args: ['--filter-first-n', '20'], repeat: 3 },
});
const media = mediaOf(document);

describe('the page of stretched tests', () => {
  const page = media.html;

  it('has a row for each test and a column for each control and length', () => {
    const matrix = /<table>[\s\S]*?<\/table>/.exec(page)![0];
    expect(matrix.match(/<th scope="row"/g)).toHaveLength(20);
    expect([...matrix.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, head]) => head)).toEqual([
      ...['Test', 'as it is', 'one extra turn', '8K', '32K', '128K'],
    ]);
    expect(matrix.indexOf('Question 1?')).toBeLessThan(matrix.indexOf('Question 0?'));
  });

  it('leads from each cell to prompt, answer and the assertion that failed', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(links.filter((id) => id.startsWith('cell-')).length).toBeGreaterThanOrEqual(100);
    const drawer = /<dialog id="cell-0-4-4"[\s\S]*?<\/dialog>/.exec(page)![0];
    expect(drawer).toContain('0 of 3 passed');
    expect(drawer).toContain('[512,060 characters of unrelated text]');
    expect(drawer).toContain('&lt;b&gt;Short&lt;/b&gt;');
    expect(drawer).toContain('right 4');
    expect(drawer).toContain('I do not know.');
  });

  it('keeps the cells that fail where there are too many to open', () => {
    const many = stretchOf(simulatedRun({ tests: 120, repeats: 1, passes: breaking(BROKEN, 0) }))!;
    const { html } = mediaOf(stretchDocument(many));
    expect(html.match(/<dialog /g)).toHaveLength(400);
    expect(html).toContain('400 of 600 cells can be opened.');
    for (const id of ['0-1-3', '0-1-4', '0-4-4', '0-7-4'])
      expect(html).toContain(`<dialog id="cell-${id}"`);
  });
});

describe('the same in other media', () => {
  it('begins with which tests break at which length, and ends with the next command', () => {
    expect(decisionsOf(document)).toEqual([
      'bad: 1 of 20 tests breaks at 32K tokens: Question 1?.',
      'bad: 2 more tests break at 128K tokens: Question 4?, Question 7?.',
    ]);
    const lines = linesOf(document);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines).toContainEqual(expect.stringMatching(/^Question 1\? +6\/6 +3\/3 +3\/3 +✕ 0\/3/));
    expect(lines.at(-1)?.trim()).toBe(
      'npx promptfoo-counting-stars stretch -c bot.yaml --lengths 14K,20K,26K --repeat 3 -- --filter-first-n 20',
    );
  });

  it('has a check for each test in JUnit, and each cell in CSV', () => {
    expect(media.junit).toContain('tests="20" failures="3"');
    expect(media.csv.match(/Your tests, by length/g)).toHaveLength(20 * 5);
    expect(media.markdown).toContain('| `Question 4?` |');
  });

  it('is in files, of which JSON has no prompts and is the same in every language', () => {
    const contents = { csv: documentCsv(document), json: stretchJson(verdict) };
    const files = partFiles('stretch', document, contents, false);
    expect([...files.keys()]).toEqual([
      'stretch.html',
      'stretch.md',
      'stretch.csv',
      'stretch.json',
    ]);
    const json = files.get('stretch.json')!;
    const { models } = JSON.parse(json);
    expect(models[0].tests[4]).toMatchObject({
      name: 'Question 4?',
      state: 'broke',
      from: 128_000,
    });
    expect(models[0].finding).toEqual({
      kind: 'breaks',
      lengths: [
        { length: 32_000, tests: ['Question 1?'] },
        { length: 128_000, tests: ['Question 4?', 'Question 7?'] },
      ],
    });
    expect(json).not.toContain('I do not know.');
    expect(speaking(['zh'], () => stretchJson(verdict))).toBe(json);
  });
});

describe('the next step of tests of which too little is known', () => {
  const stepsAfter = (repeats: number) => {
    const few = stretchOf(simulatedRun({ tests: 4, repeats, passes: breaking(new Map(), 0) }))!;
    return stretchSteps(few, { options: [], args: [], repeat: repeats });
  };

  it('is to repeat them up to three times, and then to add others', () => {
    expect(stepsAfter(1)[0]!.command).toContain('--repeat 3');
    expect(stepsAfter(3)).toEqual([{ text: expect.stringContaining('Add tests') }]);
  });
});
