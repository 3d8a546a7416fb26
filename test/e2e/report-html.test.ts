/** The report in a browser: what a person sees, opens and waits for. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import type { Document } from '../../src/measuring/document/document.js';
import type { AskedTextOf } from '../../src/measuring/document/drawer.js';
import { documentHtml } from '../../src/measuring/document/render/html.js';
import { evaluationOf } from '../../src/measuring/facts/evaluation/evaluation.js';
import { fromBaselines } from '../../src/measuring/facts/from-baselines.js';
import { analyse } from '../../src/measuring/facts/tables/analyse.js';
import { lostFacts } from '../../src/measuring/report/lost-facts.js';
import { reportDocument } from '../../src/measuring/report/report-document.js';
import { DEFAULT_GATE } from '../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../src/measuring/verdicts/gate/gate-document.js';
import { gateWithFloors } from '../../src/measuring/verdicts/gate/gate-with-floors.js';
import { HOSTILE } from '../measuring/report/example-data.js';
import { histories, questions } from '../measuring/report/example-rows.js';
import { imagine, kept } from '../measuring/results/rows-for-tests.js';
import { launchChromium } from './chromium.js';
import { temporaryFolder } from './promptfoo.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules of axe that depend on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

type RunAxe = (
  options: object,
) => Promise<Record<'violations' | 'passes', readonly { id: string }[]>>;

const folder = temporaryFolder();
let browser: Browser;

/** Finds in every prompt what was hidden there, in text as long as that of a real prompt. */
const askedTextOf: AskedTextOf = async ({ id, marks }) => ({
  question: `What did the little penguin count? ${'Only list the numbers. '.repeat(20)}`,
  text: `${'before '.repeat(400)}PIECE of ${id}${' after'.repeat(400)}`,
  pieces: marks.map(() => ({ start: 2800, end: 2809 + id.length })),
});

async function documentOf(rows: readonly Row[]): Promise<Document> {
  const evaluation = evaluationOf(rows);
  const data = analyse(evaluation);
  const lost = await lostFacts(data, evaluation, askedTextOf);
  return reportDocument(data, { sources: ['results.json'], lost });
}

function written(name: string, document: Document): string {
  const file = join(folder.path, `${name}.html`);
  writeFileSync(file, documentHtml(document));
  return file;
}

const answered = (rows: readonly Row[]): Row[] =>
  rows.map((row, i) => ({
    ...row,
    answer: `{"little_penguin": [${Array.from({ length: 32 }, (_, at) => 4 * at + (i % 3))}]}`,
    at: { evalId: 'eval-1', test: i, column: 0, provider: {} },
  }));

const grid = { lengths: [4000, 8000, 16_000, 32_000, 64_000], seeds: 4, stars: 32 };
const shapes: readonly ((tokens: number, position: number) => number)[] = [
  () => 1,
  (tokens, position) => Number(tokens * position < 27_500),
  (_, position) => (Math.abs(position - 0.5) < 0.2 ? 0.2 : 0.95),
  () => 0.7,
  (tokens) => (tokens > 16_000 ? 0.5 : 0.98),
];

/** As many models as are wanted, of a few shapes. */
const models = (count: number) =>
  answered(
    Array.from({ length: count }, (_, i) =>
      imagine(`model ${i + 1}`, shapes[i % shapes.length]!, grid),
    ).flat(),
  );

const battery = (count: number) =>
  Array.from({ length: 11 }, (_, i) => `benchmark-${i + 1}`).flatMap((benchmark) =>
    answered(
      Array.from({ length: count }, (_, at) =>
        imagine(`model ${at + 1}`, shapes[at % shapes.length]!, {
          lengths: [4000, 16_000],
          stars: 8,
          seeds: 2,
        }),
      ).flat(),
    ).map((row) => ({ ...row, benchmark, id: `${benchmark} ${row.id}` })),
  );

const hostile = () =>
  models(2).map((row, i) => {
    const text = HOSTILE[i % HOSTILE.length]!;
    return {
      ...row,
      provider: `${row.provider} ${text}`,
      answer: text,
      reason: text,
      description: text,
    };
  });

const ofBaselines = () => {
  const files = ['one', 'two', 'three', 'four'].map((name, at) => ({
    name,
    baseline: kept(imagine(name, shapes[at]!, grid)),
  }));
  const { evaluation, baselines } = fromBaselines(files, undefined, (rows) => rows);
  return reportDocument({ ...analyse(evaluation), baselines });
};

/** Two models, one of which now ignores the end. */
const failedGate = async () => {
  const now = answered(
    ['model 1', 'model 2'].flatMap((name, at) => imagine(name, shapes[1 + at]!, grid)),
  );
  const before = kept(['model 1', 'model 2'].flatMap((name) => imagine(name, shapes[0]!, grid)));
  const result = gateWithFloors(evaluationOf(now), before, DEFAULT_GATE);
  const rows = result.providers.flatMap(({ worst }) => worst.map(({ row }) => row));
  const texts = rows.map(async (row) => [row, (await askedTextOf(row))!] as const);
  const asked = new Map(await Promise.all(texts));
  return gateDocument(result, { results: ['now.json'], baseline: 'base.json', asked });
};

const PAGES: Readonly<Record<string, { most: number; made: () => Document | Promise<Document> }>> =
  {
    'one model': { most: 250, made: () => documentOf(models(2).slice(160)) },
    'two models': { most: 250, made: () => documentOf(models(2)) },
    'three models': {
      most: 250,
      made: () => documentOf(models(5).filter(({ provider }) => /[2-4]$/.test(provider))),
    },
    'twelve models': { most: 350, made: () => documentOf(models(12)) },
    'thirty models': { most: 600, made: () => documentOf(models(30)) },
    'a battery': { most: 350, made: () => documentOf(battery(3)) },
    'a battery of twelve models': { most: 350, made: () => documentOf(battery(12)) },
    questions: { most: 250, made: () => documentOf(answered(questions())) },
    compactions: { most: 250, made: () => documentOf(answered(histories())) },
    baselines: { most: 250, made: ofBaselines },
    'a failed gate': { most: 250, made: failedGate },
    'hostile texts': { most: 350, made: () => documentOf(hostile()) },
  };

async function open(file: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const misdeeds: string[] = [];
  page.on('dialog', (dialog) => {
    misdeeds.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => misdeeds.push(request.url()));
  page.on('console', (message) => misdeeds.push(message.text()));
  page.on('pageerror', (error) => misdeeds.push(String(error)));
  await page.goto(pathToFileURL(file).href);
  return { page, misdeeds: () => misdeeds.slice(1) };
}

/** How often Tab is pressed until a link to a missed fact has the focus. */
async function tabsToLost(page: Page): Promise<number> {
  for (let tabs = 1; tabs <= 8; tabs++) {
    await page.keyboard.press('Tab');
    const isLost = await page.evaluate(() =>
      document.activeElement?.getAttribute('href')?.startsWith('#lost'),
    );
    if (isLost) return tabs;
  }
  return Number.POSITIVE_INFINITY;
}

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

describe.each(Object.entries(PAGES))('the page of %s', (name, { most, made }) => {
  let file: string;
  beforeAll(async () => {
    file = written(name.replaceAll(' ', '-'), await made());
  });

  it('is light, no longer than three screens, and does nothing that a page must not', async () => {
    expect(statSync(file).size / 1024).toBeLessThanOrEqual(most);
    const { page, misdeeds } = await open(file);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      // Names of several lines take more.
      name === 'hostile texts' ? 3000 : 2500,
    );
    expect(await page.locator('[style]').count()).toBe(0);
    expect(misdeeds()).toEqual([]);
    await page.close();
  });

  describe('for those who see less', () => {
    let page: Page;
    beforeAll(async () => {
      ({ page } = await open(file, { bypassCSP: true }));
      await page.evaluate(axe);
    });
    afterAll(() => page?.close());

    it.each([
      ['wide', { width: 1280, height: 900 }, 'light', {}],
      ['narrow', { width: 390, height: 800 }, 'light', {}],
      // What no colour decides is the same as in the light.
      ['dark', { width: 1280, height: 900 }, 'dark', { runOnly: OF_COLOURS }],
    ] as const)('has no fault, and no sideways scroll: %s', async (_, size, colorScheme, rules) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const { violations, passes } = await page.evaluate(async (options) => {
        const { axe: checker } = window as unknown as { axe: { run: RunAxe } };
        const found = await checker.run(options);
        return {
          violations: found.violations.map(({ id }) => id),
          passes: found.passes.map(({ id }) => id),
        };
      }, rules as object);
      expect(violations).toEqual([]);
      expect(passes).toContain('color-contrast');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    });
  });
});

describe('a missed fact', () => {
  it.each([
    ...['two models', 'twelve models', 'a battery', 'questions'],
    ...['compactions', 'a failed gate'],
  ])('is within six tabs on the page of %s', async (name) => {
    const { page } = await open(join(folder.path, `${name.replaceAll(' ', '-')}.html`));
    expect(await tabsToLost(page)).toBeLessThanOrEqual(6);
    await page.close();
  });

  it.each(['two-models', 'a-failed-gate'])(
    'opens its text, question, answer and row by key, and Escape gives the focus back: %s',
    async (name) => {
      const { page } = await open(join(folder.path, `${name}.html`));
      await tabsToLost(page);
      const href = await page.evaluate(() => document.activeElement!.getAttribute('href'));
      await page.keyboard.press('Enter');
      const drawer = page.locator('dialog[open]');
      await drawer.waitFor();
      expect(`#${await drawer.getAttribute('id')}`).toBe(href);
      const text = (await drawer.textContent())!;
      for (const part of ['PIECE of', 'What did the little penguin count?', '"little_penguin"'])
        expect(text).toContain(part);
      expect(await drawer.locator('mark').textContent()).toMatch(/^PIECE of/);
      expect(await drawer.locator('a').getAttribute('href')).toMatch(
        /^http:\/\/localhost:15500\/eval\/eval-1\?rowId=\d+#details-row-\d+-prompt-1$/,
      );
      expect(text).toMatch(/promptfoo-counting-stars show \S+ --eval eval-1/);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' }).catch(() => undefined);
      expect(await page.locator('dialog[open]').count()).toBe(0);
      // The focus comes back with the event of the dialog, a moment after it has closed.
      const hasFocus = (own: string | null) => document.activeElement?.getAttribute('href') === own;
      expect(await page.waitForFunction(hasFocus, href)).toBeTruthy();
      await page.close();
    },
  );

  it('opens by a click, and by an address, also without a script', async () => {
    const file = join(folder.path, 'two-models.html');
    const { page } = await open(file);
    await page.locator('.strips a').first().click();
    await page.locator('dialog[open]').waitFor();
    const address = page.url();
    await page.close();
    const bare = await browser.newPage({ javaScriptEnabled: false });
    await bare.goto(address);
    const id = new URL(address).hash;
    expect(await bare.locator(id).isVisible()).toBe(true);
    expect(await bare.locator('dialog:visible').count()).toBe(1);
    await bare.close();
  });

  it('has a drawer for every red part of three models, and says how many others lack one', () => {
    const page = (name: string) => readFileSync(join(folder.path, `${name}.html`), 'utf8');
    const [three, thirty] = [page('three-models'), page('thirty-models')];
    const reds = three.match(/<rect class="lost"/g)!.length;
    expect(reds).toBeGreaterThan(0);
    expect(three.replaceAll(/<a href="#lost-[^>]*>.*?<\/a>/gs, '')).not.toMatch(
      /class="strips".*?<rect class="lost"/s,
    );
    expect(thirty).toMatch(/\d+ more missed facts are not on this page/);
    expect(thirty).toContain('npx promptfoo-counting-stars show');
  });
});

describe('the table of baselines', () => {
  it('is ordered by its headings', async () => {
    const { page } = await open(join(folder.path, 'baselines.html'));
    const names = () =>
      page
        .locator('table')
        .first()
        .locator('tbody th bdi')
        .evaluateAll((all) => all.map((one) => one.textContent));
    const before = await names();
    await page.getByRole('button', { name: 'All' }).click();
    expect(new Set(await names())).toEqual(new Set(before));
    const means = await page
      .locator('table')
      .first()
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => Number((row.children[7] as HTMLElement).dataset.value)),
      );
    expect(means).toHaveLength(4);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
    await page.close();
  });
});
