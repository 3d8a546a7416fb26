/** What our commands make of stretched results, and what a person sees of their page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breaking, type Simulated, simulatedResults } from '../extras/stretch/simulated.js';
import { runOf } from '../measuring/facts/tests/rows-for-tests.js';
import { launchChromium } from './chromium.js';
import { type Ended, ended } from './command.js';
import { temporaryFolder } from './promptfoo.js';

const folder = temporaryFolder();
const state = temporaryFolder();

function write(name: string, results: readonly object[]): void {
  const file = { evalId: name, config: { description: 'Support bot' }, results: { results } };
  writeFileSync(join(folder.path, name), JSON.stringify(file));
}

function stretched(seed: string, more: Partial<Simulated> = {}): object[] {
  return simulatedResults({ tests: 20, passes: breaking(new Map(), 0.03), seed, ...more });
}

const BROKEN = new Map([
  [2, 128_000],
  [5, 128_000],
  [9, 128_000],
  [13, 128_000],
]);

function cli(...args: string[]): Promise<Ended> {
  return ended({ path: folder.path, state: state.path }, args);
}

let browser: Browser;

beforeAll(async () => {
  write('monday.json', stretched('monday'));
  write('tuesday.json', stretched('tuesday'));
  write('broken.json', stretched('wednesday', { passes: breaking(BROKEN, 0.03) }));
  write('ordinary.json', runOf(Array(20).fill('111')));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  folder.remove();
  state.remove();
});

describe('stretched results', () => {
  it('are reported with the answer first', async () => {
    const { exitCode, stdout } = await cli('report', 'broken.json');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^✗ 4 of 20 tests break at 128K tokens: [\s\S]*Pass rate \d\d% as they are, /,
    );
    expect(stdout).toContain(join('counting-stars-report', 'index.html'));
  });

  it('stand beside a report of ordinary tests, and in none of its figures', async () => {
    const { stdout } = await cli('report', 'broken.json', 'ordinary.json', '--out', 'both');
    expect(stdout).toMatch(/^Your tests\n[\s\S]*^gpt +100% \(84–100%\) +20$/m);
    expect(stdout).toMatch(/Your tests, stretched\n✗ \d of 20 tests breaks? at /);
    const both = readFileSync(join(folder.path, 'both', 'tests.csv'), 'utf8');
    expect(both).not.toContain('stretch');
    expect(readFileSync(join(folder.path, 'both', 'stretch.html'), 'utf8')).toContain(
      'class="lead"',
    );
  });

  it('are gated against a stretched baseline, length by length', async () => {
    const baseline = await cli('baseline', 'monday.json', '-o', 'stretched-baseline.json');
    expect(baseline.stdout).toContain('stretch, 128K: gpt: 20 tests × 3');
    expect(baseline.stdout).toContain('stretch, as it is: gpt: 20 tests × 6');
    const same = await cli('gate', 'tuesday.json', '--baseline', 'stretched-baseline.json');
    expect(same.exitCode, same.stdout).toBe(0);
    const worse = await cli('gate', 'broken.json', '--baseline', 'stretched-baseline.json');
    expect(worse.exitCode, worse.stdout).toBe(1);
    expect(worse.stdout).toContain('✗ stretch, 128K: gpt: Question 2? passed 3/3 → 0/3');
  });

  it('are never compared with ordinary ones', async () => {
    await cli('baseline', 'ordinary.json', '-o', 'ordinary-baseline.json');
    const { exitCode, stdout } = await cli(
      'gate',
      'broken.json',
      '--baseline',
      'ordinary-baseline.json',
    );
    expect(exitCode).toBe(2);
    expect(stdout.replace(/\s+/g, ' ')).toContain('share no test. Compare with a baseline');
  });

  it('may be too long for a model as ever, and may not become so', async () => {
    const error = (_: number, { length }: { length: number }) =>
      length === 128_000 ? "This model's maximum context length is 65536 tokens." : undefined;
    write('limited.json', stretched('limited', { error }));
    write('limited-too.json', stretched('limited too', { error }));
    await cli('baseline', 'limited.json', '-o', 'limited-baseline.json');
    const as = await cli('gate', 'limited-too.json', '--baseline', 'limited-baseline.json');
    expect(as.exitCode, as.stdout).toBe(0);
    const become = await cli('gate', 'limited-too.json', '--baseline', 'stretched-baseline.json');
    expect(become.exitCode, become.stdout).toBe(1);
    expect(become.stdout).toContain('20 tests without an answer, because calls failed');
  });

  it('are followed over runs', async () => {
    const { stdout } = await cli('history', 'monday.json', 'tuesday.json', 'broken.json');
    expect(stdout).toMatch(/^✗ .*tests broke in the last run: /m);
  });

  it('are no failed tests of yours', async () => {
    const { exitCode, stdout, stderr } = await cli('gate', 'broken.json');
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('Nothing to compare with.');
  });
});

describe('the page of stretched results', () => {
  async function opened(width: number): Promise<{ page: Page; requests: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => requests.push(message.text()));
    await page.goto(pathToFileURL(join(folder.path, 'counting-stars-report', 'index.html')).href);
    return { page, requests };
  }

  it.each([1280, 390])(
    'opens a cell by the keyboard and goes back, %i pixels wide',
    async (width) => {
      const { page, requests } = await opened(width);
      const cell = page.locator('a[href="#cell-0-13-4"]');
      expect(await cell.textContent()).toBe('✕ 0/3');
      await cell.focus();
      await page.keyboard.press('Enter');
      const drawer = page.locator('dialog[open]');
      await expect.poll(() => drawer.isVisible()).toBe(true);
      expect(await drawer.textContent()).toContain('right 13');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
      await expect.poll(focused).toBe('#cell-0-13-4');
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls).toBe(false);
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
      await page.close();
    },
  );
});
