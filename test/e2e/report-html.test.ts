/** What a person sees of the report, in headless Chromium. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { boardOf } from '../../src/measuring/board/board.js';
import { boardHtml } from '../../src/measuring/board/board-html.js';
import { documentHtml } from '../../src/measuring/document/render/html.js';
import { evaluationOf } from '../../src/measuring/evaluation/evaluation.js';
import { gateDocument } from '../../src/measuring/gate/gate-document.js';
import { gateWithFloors } from '../../src/measuring/gate/gate-with-floors.js';
import { historyOf } from '../../src/measuring/history/history.js';
import { historyDocument } from '../../src/measuring/history/history-document.js';
import { charts } from '../../src/measuring/report/charts/charts.js';
import { type AskedTextOf, shownCells } from '../../src/measuring/report/html/lost/asked-text.js';
import { renderHtml } from '../../src/measuring/report/html/page.js';
import { searchDocument } from '../../src/measuring/search/search-document.js';
import { stretchDocument } from '../../src/measuring/stretch/stretch-document.js';
import { stretchOf } from '../../src/measuring/stretch/verdict.js';
import { analyse } from '../../src/measuring/tables/analyse.js';
import { type LostCell, lostCells } from '../../src/measuring/tables/lost-cells.js';
import type { ReportData } from '../../src/measuring/tables/tables.js';
import {
  EXAMPLE_SERIES,
  exampleData,
  HOSTILE,
  HOSTILE_SERIES,
  hostileData,
} from '../measuring/report/example-data.js';
import { histories, questions } from '../measuring/report/example-rows.js';
import { imagine, kept } from '../measuring/results/rows-for-tests.js';
import { reader, result } from '../measuring/search/example-result.js';
import { breaking, simulatedRun } from '../measuring/stretch/simulated.js';
import { launchChromium } from './chromium.js';
import { temporaryFolder } from './promptfoo.js';

const folder = temporaryFolder();
let browser: Browser;

/** What a report shows of a place in which something was lost. */
function lostIn({ cells }: ReportData): LostCell[] {
  const places = Math.max(...cells.map(({ place }) => place));
  return cells.flatMap(({ provider, series, tokens, place, recall }) => {
    if (recall === 1) return [];
    const id = `${tokens}-tokens`;
    const [base] = imagine(provider, () => 0, { lengths: [tokens], stars: 1 });
    const row: Row = {
      ...base!,
      id,
      description: `${tokens} tokens`,
      answer: `answer of ${provider} at ${tokens}`,
      positions: Array.from({ length: places }, (_, i) => (i + 1) / places),
      marks: Array.from({ length: places }, () => recall),
      at: { evalId: 'eval-1', test: 4, column: 1, provider: {} },
    };
    return { provider, series, tokens, place, answers: 1, lost: 1, row, mark: place - 1 };
  });
}

/** Finds in every prompt what was hidden there. */
const askedTextOf: AskedTextOf = async ({ id, marks }) => ({
  question: 'What did the little penguin count?',
  text: `${'before '.repeat(40)}PIECE of ${id}${' after'.repeat(40)}`,
  pieces: marks.map(() => ({ start: 280, end: 289 + id.length })),
});

/** Write a report and return its address. */
async function report(
  name: string,
  data: ReportData,
  lost: readonly LostCell[] = [],
): Promise<string> {
  const file = join(folder.path, `${name}.html`);
  const method = {
    title: name === 'hostile' ? HOSTILE.join(' ') : 'Three readers at up to 128K tokens',
    generatedBy: 'promptfoo-counting-stars',
    lines: [...(name === 'hostile' ? HOSTILE : ['Results: results.json'])],
    configJson: JSON.stringify(name === 'hostile' ? HOSTILE : { stars: 32 }, null, 2),
  };
  writeFileSync(file, renderHtml(data, charts(data), method, await shownCells(lost, askedTextOf)));
  return pathToFileURL(file).href;
}

/** Everything that a page must not do. */
interface Misdeeds {
  dialogs: string[];
  requests: string[];
  messages: string[];
}

async function open(
  url: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; misdeeds: Misdeeds }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const misdeeds: Misdeeds = { dialogs: [], requests: [], messages: [] };
  page.on('dialog', (dialog) => {
    misdeeds.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => misdeeds.requests.push(request.url()));
  page.on('console', (message) => misdeeds.messages.push(message.text()));
  page.on('pageerror', (error) => misdeeds.messages.push(String(error)));
  await page.goto(url);
  return { page, misdeeds };
}

/** Every series as a benchmark. */
function benchmarksOf({ summary }: ReportData): ReportData['benchmarks'] {
  return summary.map((row) => ({ ...row, name: row.series, byLength: [], published: [] }));
}

let plain: string;

beforeAll(async () => {
  browser = await launchChromium();
  const data = exampleData();
  data.cells = data.cells.filter(
    ({ provider, tokens }) => provider !== 'loses the tail' || tokens !== 64_000,
  );
  plain = await report('plain', data, lostIn(data));
});

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

describe('a hostile report', () => {
  it('runs nothing, requests nothing, complains of nothing', async () => {
    const url = await report('hostile', hostileData());
    const { page, misdeeds } = await open(url);
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    const marks = page.locator('.chart svg:visible [data-label]');
    for (let i = 0; i < (await marks.count()); i += 97) await marks.nth(i).hover({ force: true });
    await page.keyboard.press('Tab');
    expect(misdeeds).toEqual({ dialogs: [], requests: [url], messages: [] });
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    const foreign =
      'img, iframe, a[href]:not([href^="#"]), [onerror], [onfocus], script:not(:last-child)';
    expect(await page.locator(foreign).count()).toBe(0);
    const answer = await page.locator('.failures pre').first().textContent();
    for (const hostile of HOSTILE.slice(0, 8)) expect(answer).toContain(hostile);
    await page.close();
  });
});

describe('the report', () => {
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { colorScheme: 'light', viewport: { width: 800, height: 1000 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 390, height: 800 } }],
  ] as const)('fits and can be read: %s', async (_, options) => {
    const { page, misdeeds } = await open(plain, options);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(page.viewportSize()?.width);
    const words = page.locator('h1, .note, figcaption, .chart text, .why, td, th');
    expect(await words.evaluateAll(faintest)).toBeGreaterThan(4.5);
    expect(misdeeds.messages).toEqual([]);
    await page.close();
  });

  it('shows the decision on one screen, and is folded within three: 12 readers', async () => {
    const providers = Array.from({ length: 12 }, (_, i) => `vendor:model-${i + 1} (long context)`);
    const data = exampleData({ providers, lengths: [4, 8, 16, 32, 64, 128].map((k) => k * 1000) });
    const { page } = await open(await report('twelve', data), {
      viewport: { width: 1440, height: 900 },
    });
    const table = (await page.locator('#decision').boundingBox())!;
    expect(table.y + table.height).toBeLessThan(1000);
    const region = page.locator('.scroll:has(#decision)');
    expect(await region.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    expect((await page.locator('.fold').first().boundingBox())!.y).toBeLessThan(2700);
    await page.close();
  });

  it('has at most three screens before what is folded: a battery of 12 readers', async () => {
    const names = Array.from({ length: 11 }, (_, i) => `benchmark-${i + 1}`);
    const data = exampleData({
      providers: Array.from({ length: 12 }, (_, i) => `vendor:model-${i + 1}-with-a-long-name`),
      lengths: [8000, 16_000],
      places: 2,
      failures: 0,
      series: names.map((name) => ({ ...EXAMPLE_SERIES, id: name, title: name })),
    });
    data.benchmarks = benchmarksOf(data);
    const { page } = await open(await report('twelve-benchmarks', data), {
      viewport: { width: 1440, height: 900 },
    });
    expect((await page.locator('.fold').first().boundingBox())!.y).toBeLessThan(2700);
    const regions = page.locator('#benchmarks .scroll');
    expect(await regions.count()).toBe(11);
    const fits = (all: Element[]) => all.every((one) => one.scrollWidth <= one.clientWidth);
    expect(await regions.evaluateAll(fits)).toBe(true);
    await page.close();
  });

  it('shows rows of figures as cards on a phone, each with its heading', async () => {
    const data = exampleData({ lengths: [8000, 16_000], places: 2 });
    const { page } = await open(await report('cards', data), {
      viewport: { width: 390, height: 800 },
    });
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    const table = page.locator('#summary');
    expect(await table.evaluate((one) => one.scrollWidth <= one.parentElement!.clientWidth)).toBe(
      true,
    );
    const heads = await table
      .locator('tbody tr')
      .first()
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(heads).toContain('"Reliable length"');
    expect(heads).not.toContain('none');
    await page.close();
  });

  it('shows the decision as cards on a phone, without breaking a word', async () => {
    const { page } = await open(plain, { viewport: { width: 390, height: 800 } });
    const region = page.locator('.scroll:has(#decision)');
    expect(await region.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    expect(await page.locator('#decision thead').isVisible()).toBe(false);
    const named = page.locator('#decision tbody .phone', { hasText: 'reliable up to' });
    expect(await named.first().isVisible()).toBe(true);
    expect(await page.locator('#decision svg title').first().textContent()).toContain('axis');
    await page.close();
  });

  it('shows its pictures without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(plain);
    const shown = (name: string) => page.locator(`.chart svg.${name}`).first().isVisible();
    expect([await shown('wide'), await shown('narrow')]).toEqual([true, false]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect([await shown('wide'), await shown('narrow')]).toEqual([false, true]);
    const smallest = (svgs: Element[]) =>
      Math.min(
        ...svgs.map((svg) => {
          const scale = svg.getBoundingClientRect().width / Number(svg.getAttribute('width'));
          return scale * Number(svg.getAttribute('font-size'));
        }),
      );
    expect(await page.locator('.chart svg:visible').evaluateAll(smallest)).toBeGreaterThanOrEqual(
      12,
    );
    await context.close();
  });

  it('tells the text of a mark on hover and on focus', async () => {
    const { page } = await open(plain);
    const tip = page.locator('#tip');
    expect(await tip.isVisible()).toBe(false);
    const chart = page.locator('figure[id$="recall-by-length"] svg:visible');
    await chart.locator('[data-label]').last().hover({ force: true });
    expect(await tip.isVisible()).toBe(true);
    await page.locator('h1').hover();
    expect(await tip.isVisible()).toBe(false);
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      await tip.textContent(),
    );
    await page.keyboard.press('Escape');
    expect(await tip.isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 800 });
    await chart.locator('[data-label]').last().hover({ force: true });
    expect(await tip.textContent()).toMatch(/^loses the tail: reliable length /);
    await page.close();
  });

  it('says what a cell of a map is, also that it has no answer', async () => {
    const { page } = await open(plain);
    const at = async (length: number, place: number) => {
      const map = page.locator('figure[id$="loses-the-tail-heatmap"] svg');
      await map.scrollIntoViewIfNeeded();
      const box = (await map.boundingBox())!;
      const scale = box.width / 252;
      const x = box.x + scale * (24 + (216 / 32) * (length / 4 - 0.5));
      await page.mouse.move(x, box.y + scale * (4 + (220 / 32) * (place - 0.5)));
      return page.locator('#tip').textContent();
    };
    expect(await at(64, 3)).toBe('64K, place 3: no answer');
    expect(await at(4, 3)).toMatch(/^4K, place 3: recall [01]$/);
    await page.close();
  });

  it('is usable with the Tab key alone, down to the failing answers', async () => {
    const { page } = await open(plain);
    await page.keyboard.press('Tab');
    const skip = page.locator('.skip');
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#main');
    const inFailures = () => document.activeElement?.closest('.failures summary') !== null;
    await page.getByRole('link', { name: 'Failing answers' }).press('Enter');
    expect(await page.locator('.failures summary').first().isVisible()).toBe(true);
    let presses = 0;
    while (!(await page.evaluate(inFailures)) && presses++ < 60) await page.keyboard.press('Tab');
    expect(presses).toBeLessThan(40);
    const outline = () => getComputedStyle(document.activeElement!).outlineStyle;
    expect(await page.evaluate(outline)).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.locator('.failures pre').first().isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('PRE');
    await page.close();
  });

  it('can be printed, in light colours whatever the screen is', async () => {
    const { page } = await open(plain, { colorScheme: 'dark' });
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(pages).toBeLessThan(15);
    await page.emulateMedia({ media: 'print' });
    const colours = await page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('.chart text:nth-of-type(2)')!).fill,
    ]);
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(89, 98, 107)']);
    await page.close();
  });
});

describe('filters', () => {
  it('move the table, the maps and the counts together, and without a script all is shown', async () => {
    const { page, misdeeds } = await open(plain);
    const rows = page.locator('#decision tbody tr:visible');
    const maps = page.locator('.maps figure:visible');
    const counted = async () =>
      Number.parseInt((await page.locator('#filters output').textContent())!, 10);
    const lostIn = (isShown: (tokens: number) => boolean, provider?: string) =>
      exampleData().cells.filter(
        (cell) =>
          cell.recall < 1 &&
          isShown(cell.tokens) &&
          (provider === undefined || cell.provider === provider) &&
          (cell.provider !== 'loses the tail' || cell.tokens !== 64_000),
      ).length;
    expect([await rows.count(), await maps.count()]).toEqual([3, 3]);
    expect(await counted()).toBe(lostIn(() => true));
    const boxes = page.locator('#filters input');
    await boxes.nth(0).uncheck();
    await page.locator('#filters input:checked').last().focus();
    await page.keyboard.press('Space');
    expect([await rows.count(), await maps.count()]).toEqual([1, 1]);
    const [reader] = await page.locator('#decision tbody tr:visible bdi').allTextContents();
    await page.locator('#filters [name="to"]').selectOption('64000');
    const lost = lostIn((tokens) => tokens <= 64_000, reader);
    expect(await counted()).toBe(lost);
    expect(await page.locator('.maps figure:visible .count').textContent()).toMatch(
      new RegExp(`^${lost} of \\d+ cells`),
    );
    const drawn = page.locator('.chart svg:visible [data-by]:visible');
    const named = (name: string) => drawn.filter({ hasText: name }).count();
    const counts = () => Promise.all(exampleData().providers.map(named));
    expect(await counts()).toEqual(exampleData().providers.map((name) => Number(name === reader)));
    await page.locator('#filters input:checked').uncheck();
    expect(await drawn.count()).toBe(0);
    expect(await page.locator('#filters output').textContent()).toBe('No reader is chosen');
    expect(misdeeds.messages).toEqual([]);
    await page.close();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const whole = await context.newPage();
    await whole.goto(plain);
    expect(await whole.locator('#filters').isVisible()).toBe(false);
    expect(await whole.locator('.maps figure:visible').count()).toBe(3);
    await context.close();
  });

  it('by length hide columns of recall and of questions; an answer leads back to its question', async () => {
    const evaluation = evaluationOf(questions());
    const data = analyse(evaluation);
    const { page } = await open(await report('questions', data, lostCells(evaluation)));
    const asked = page.locator('.questions a').first();
    for (const back of [
      () => page.keyboard.press('Escape'),
      () => page.locator('.panel:visible .back').click(),
    ]) {
      await asked.click();
      await page.waitForFunction(() => document.activeElement?.className === 'panel');
      await back();
      expect(await asked.evaluate((link) => link === document.activeElement)).toBe(true);
    }
    const shown = () =>
      page
        .locator('.matrix, #matrix')
        .evaluateAll((tables) =>
          tables.map((table) =>
            [...table.querySelectorAll('tr')]
              .map(({ cells }) => [...cells].filter((cell) => cell.offsetWidth > 0).length)
              .sort((a, b) => b - a),
          ),
        );
    const all = await shown();
    const [first] = data.series[0]!.lengths;
    await page.locator('#filters [name="to"]').selectOption(String(first));
    const hidden = data.series[0]!.lengths.length - 1;
    const whole = (cells: number) => cells > 2;
    expect(hidden).toBeGreaterThan(1);
    expect(await shown()).toEqual(
      all.map((rows) => rows.map((cells) => (whole(cells) ? cells - hidden : cells))),
    );
    await page.close();
  });
});

describe('from a lost cell to its cause', () => {
  /** What the open panel shows. */
  async function shown(page: Page) {
    const panel = page.locator('.panel:visible');
    expect(await panel.count()).toBe(1);
    return {
      pieces: await panel.locator('li:visible').allTextContents(),
      answers: await panel.locator('.said:visible pre').allTextContents(),
      row: await panel.locator('.said:visible a').first().getAttribute('href'),
      command: await panel.locator('.show').textContent(),
    };
  }
  const lastMap = 'figure[id$="loses-the-tail-heatmap"] .map';

  it('leads every lost cell to text, answer and row by one click, without moving the page', async () => {
    const { page, misdeeds } = await open(plain);
    const links = page.locator('.map a');
    const dark = exampleData().cells.filter(
      ({ provider, tokens, recall }) =>
        recall < 1 && (provider !== 'loses the tail' || tokens !== 64_000),
    ).length;
    expect(await links.count()).toBeGreaterThanOrEqual(0.95 * dark);
    const map = page.locator(lastMap);
    await map.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await map.locator('a').nth(7).click();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    const { pieces, answers, row, command } = await shown(page);
    expect(pieces).toEqual([expect.stringMatching(/before PIECE of \d+-tokens after/)]);
    expect(answers).toEqual([expect.stringMatching(/^answer of loses the tail at \d+$/)]);
    expect(row).toBe('http://localhost:15500/eval/eval-1?rowId=5#details-row-5-prompt-2');
    expect(command).toMatch(/show \d+-tokens --eval eval-1$/);
    expect(misdeeds.messages).toEqual([]);
    expect(misdeeds.requests).toEqual([plain]);
    await page.close();
  });

  it('is reached by keys: a map, N, Enter, N again, and Escape', async () => {
    const { page } = await open(plain);
    await page.locator(lastMap).focus();
    for (const key of ['ArrowRight', 'n', 'Enter']) await page.keyboard.press(key);
    // The page follows its address, a moment after the key.
    await page.waitForFunction(() => document.activeElement?.className === 'panel');
    const first = await page.evaluate(() => [location.hash, document.activeElement!.className]);
    expect(first).toEqual([expect.stringMatching(/^#lost-\d+-\d+-\d+$/), 'panel']);
    await page.keyboard.press('n');
    await page.waitForFunction((hash) => location.hash !== hash, first[0]);
    await page.waitForFunction(() => document.activeElement?.className === 'panel');
    expect((await shown(page)).answers).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.panel:target'));
    expect(await page.locator('.panel:visible').count()).toBe(0);
    expect(await page.locator(lastMap).evaluate((map) => map === document.activeElement)).toBe(
      true,
    );
    await page.close();
  });

  it('is reached by a finger that misses the cell by little', async () => {
    const { page } = await open(plain, { viewport: { width: 390, height: 800 }, hasTouch: true });
    const map = page.locator(lastMap);
    await map.scrollIntoViewIfNeeded();
    const box = (await map.locator('a').first().boundingBox())!;
    await page.touchscreen.tap(box.x - 3, box.y + box.height / 2);
    expect((await shown(page)).answers).toHaveLength(1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await page.close();
  });

  it('is reached without a script, and by an address; on paper it is there', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(plain);
    const id = await page.locator(`${lastMap} a`).first().getAttribute('href');
    await page.locator(`${lastMap} a`).first().click();
    expect(page.url()).toBe(plain + id);
    const { pieces, answers } = await shown(page);
    expect(pieces).toHaveLength(1);
    expect(answers).toContainEqual(expect.stringContaining('answer of loses the tail'));
    await page.emulateMedia({ media: 'print' });
    expect((await shown(page)).pieces).toEqual(pieces);
    await context.close();
    const { page: linked } = await open(plain + id);
    expect((await shown(linked)).pieces).toEqual(pieces);
    await linked.close();
  });
});

/** Readers on a board; each holds more than the one before it. */
function boardPage(): string {
  const held = { [HOSTILE[0]!]: 4000, 'holds 8K': 8000, 'holds 32K': 32_000 };
  const files = Object.entries(held).map(([name, at]) => ({
    name: `baseline of ${name}`,
    baseline: kept(imagine(name, (tokens) => (tokens > at ? 0.2 : 0.98), { seeds: 6, stars: 32 })),
    report: 'reader/index.html',
  }));
  return boardHtml(boardOf(files, 0.85));
}

describe('a board', () => {
  it('is sorted and filtered by pointer and keys, whole without a script, and cards on a phone', async () => {
    const file = join(folder.path, 'board.html');
    writeFileSync(file, boardPage());
    const url = pathToFileURL(file).href;
    const { page, misdeeds } = await open(url);
    const names = () => page.locator('tbody tr:visible th bdi:first-child').allTextContents();
    const sorted = (head: string) =>
      page.getByRole('columnheader', { name: head }).getAttribute('aria-sort');
    const readers = async () => (await names()).filter((name) => !name.startsWith('baseline of'));
    expect(await readers()).toEqual(['holds 32K', 'holds 8K', HOSTILE[0]]);
    await page.getByRole('button', { name: 'Recall' }).focus();
    await page.keyboard.press('Enter');
    expect(await sorted('Recall')).toBe('descending');
    await page.keyboard.press('Enter');
    expect(await sorted('Recall')).toBe('ascending');
    expect(await readers()).toEqual([HOSTILE[0], 'holds 8K', 'holds 32K']);
    await page.getByLabel('Sort by').selectOption('reliable length');
    await page.getByLabel('Needs').selectOption('8K');
    expect(await readers()).toEqual(['holds 32K', 'holds 8K']);
    await page.getByRole('textbox').fill('32k');
    expect(await readers()).toEqual(['holds 32K']);
    expect(await page.locator('output').textContent()).toBe('1 of 3 readers');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.locator('thead').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(misdeeds).toEqual({ dialogs: [], requests: [url], messages: [] });
    await page.close();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(url);
    expect(await still.locator('tbody tr').count()).toBe(3);
    expect(await still.locator('#filters').isVisible()).toBe(false);
    await context.close();
  });
});

describe('axe finds nothing moderate or serious', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const small = (count: number, more: object = {}) =>
    exampleData({
      providers: Array.from({ length: count }, (_, i) => `vendor:model-${i}`),
      lengths: [4000, 8000, 16_000],
      places: 4,
      failures: 6,
      ...more,
    });
  // Each name wherever a name is written; axe sees no more where there are more marks and tables beside it.
  const hostile = () =>
    hostileData({
      series: HOSTILE_SERIES.slice(0, 1),
      lengths: [8000, 16_000],
      places: 2,
      failures: HOSTILE.length,
    });
  const refused = () => {
    const data = small(2);
    data.summary = data.summary.map((row) => ({
      ...row,
      recall: { value: 0, low: 0, high: 1 },
      effectiveLength: { value: 0, low: 0, high: Number.POSITIVE_INFINITY },
      unknown: { why: 'unread' },
      cause: 'refused 3 of 3',
      troubles: [{ trouble: 'refused', answers: 3 }],
    }));
    data.errors = data.failures.map((failure) => ({ ...failure, error: 'HTTP 429' }));
    return data;
  };
  const battery = () => {
    const series = ['a', 'b'].map((id) => ({ ...EXAMPLE_SERIES, id, title: `stars · ${id}` }));
    const data = small(4, { series });
    data.benchmarks = benchmarksOf(data);
    return data;
  };
  const history = () => {
    const runs = [0.95, 0.95, 0.6].map((recall, i) =>
      evaluationOf(
        imagine('reader', () => recall, { seeds: 8, stars: 16 }),
        {
          sources: [`${i}.json`],
        },
      ),
    );
    const options = { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 };
    return documentHtml(historyDocument(historyOf(runs, options)));
  };
  const decided = () => {
    const before = imagine('reader', () => 0.95, { seeds: 8, stars: 16 });
    const now = imagine('reader', () => 0.6, { seeds: 8, stars: 16 });
    return documentHtml(gateDocument(gateWithFloors(evaluationOf(now), kept(before))));
  };
  const stretched = () => {
    const passes = breaking(new Map([[1, 32_000]]), 0.02);
    return documentHtml(stretchDocument(stretchOf(simulatedRun({ tests: 6, passes }))!));
  };
  const search = (count: number) =>
    documentHtml(
      searchDocument({
        ...result,
        readers: Array.from({ length: count }, (_, i) => ({ ...reader, provider: `reader ${i}` })),
      }),
    );

  it.each<[string, () => ReportData | string | Promise<string>]>([
    ['1 reader', () => small(1)],
    ['3 readers', () => small(3)],
    ['12 readers', () => small(12)],
    ['1 prompt', () => small(1, { lengths: [4000], places: 1 })],
    ['refused, and errors', refused],
    ['hostile names', hostile],
    ['a battery', battery],
    ['a board', boardPage],
    ['a history', history],
    ['a gate', decided],
    ['questions by number of documents', () => analyse(evaluationOf(questions()))],
    ['histories and compactions', () => analyse(evaluationOf(histories()))],
    ['stretched tests', stretched],
    ['a search', () => search(2)],
    ['a search of 6', () => search(6)],
  ])('%s', async (name, make) => {
    const made = await make();
    const file = join(folder.path, 'axe.html');
    if (typeof made === 'string') writeFileSync(file, made);
    const url =
      typeof made === 'string'
        ? pathToFileURL(file).href
        : await report(name, made, name === 'hostile names' ? [] : lostIn(made));
    const { page } = await open(url, { bypassCSP: true });
    const cell = await page
      .locator('.map a')
      .first()
      .getAttribute('href', { timeout: 1 })
      .catch(() => null);
    if (cell)
      await page.evaluate((hash) => {
        location.hash = hash;
      }, cell);
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    await page.evaluate(axe);
    // What is dark differs in its colours alone; a phone has other drawings, and cards.
    for (const [colorScheme, width, rules] of [
      ['light', 1280, ''],
      ['dark', 1280, ', runOnly: ["color-contrast"]'],
      ['light', 390, ''],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(`axe.run({ reporter: "no-passes"${rules} })`);
      const { violations } = found as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
      };
      const worse = violations.filter(({ impact }) => impact !== 'minor');
      expect(worse.map(({ id, nodes }) => [width, id, nodes[0]!.html])).toEqual([]);
    }
    await page.close();
  });
});

/** Runs in the page: the least contrast between text and its background (WCAG 2.2, 1.4.3). */
function faintest(elements: Element[]): number {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const luminance = (layers: string[]) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const layer of layers) {
      canvas.fillStyle = layer;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const paper = getComputedStyle(document.body).backgroundColor;
  const contrasts = elements.map((element) => {
    const style = getComputedStyle(element);
    const layers = [paper, style.backgroundColor];
    const text = luminance([...layers, element instanceof SVGElement ? style.fill : style.color]);
    const ground = luminance(layers);
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
  });
  return Math.min(...contrasts);
}
