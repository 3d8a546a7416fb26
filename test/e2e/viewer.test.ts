/** What a person sees: promptfoo's web viewer on an evaluation, in headless Chromium. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.js';
import {
  type EvalResult,
  type Evaluation,
  environment,
  INDEX,
  Project,
  promptfooEntry,
  ROOT,
  SIMULATED_READER,
} from './promptfoo.js';

const LENGTHS = [4000, 8000, 16_000];

const SCREENSHOT = join(tmpdir(), 'promptfoo-counting-stars-viewer.png');

const project = new Project();
let evaluation: Evaluation;
let viewer: ChildProcess;
let browser: Browser;
let page: Page;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Start `promptfoo view` and wait until it answers. */
async function startViewer(port: number): Promise<void> {
  const args = [promptfooEntry(ROOT), 'view', '--port', String(port), '--no'];
  viewer = spawn(process.execPath, args, {
    cwd: project.path,
    env: environment(project.state),
    stdio: 'ignore',
  });
  for (let attempt = 0; attempt < 400; attempt++) {
    if (viewer.exitCode !== null) throw new Error(`promptfoo view ended: ${viewer.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('promptfoo view does not answer');
}

function results(label: string): EvalResult[] {
  return evaluation.results
    .filter(({ provider }) => provider.label === label)
    .sort((a, b) => a.vars.case.tokens - b.vars.case.tokens);
}

beforeAll(async () => {
  evaluation = await project.evaluate({
    description: 'Stars for the viewer',
    prompts: [{ id: `${INDEX}:prompt`, label: 'counting-stars' }],
    providers: [
      { id: SIMULATED_READER, label: 'perfect reader', config: { profile: 'perfect' } },
      {
        id: SIMULATED_READER,
        label: 'forgetful reader',
        config: { profile: 'forgetful', recall: 0.7 },
      },
    ],
    tests: [
      {
        path: `${INDEX}:countingStars`,
        config: { stars: 16, lengths: LENGTHS, threshold: 0.85 },
      },
    ],
  });
  expect(evaluation.stats.errors, evaluation.output).toBe(0);
  const port = await freePort();
  await startViewer(port);
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1900, height: 2000 } });
  const origin = `http://127.0.0.1:${port}`;
  await page.route('**/*', (route) =>
    route.request().url().startsWith(origin) ? route.continue() : route.abort(),
  );
  await page.goto(`${origin}/eval/${evaluation.evalId}`);
  await page.getByText('★').first().waitFor({ timeout: 30_000 });
  await page.screenshot({ path: SCREENSHOT });
});

afterAll(async () => {
  await browser?.close();
  if (viewer && viewer.exitCode === null) {
    const ended = new Promise((resolve) => viewer.once('exit', resolve));
    viewer.kill();
    await ended;
  }
  project.remove();
});

/** The cells of the row of a length: description, case, prompt, and one for each reader. */
function rowOf(tokens: number): Locator {
  return page
    .getByRole('row')
    .filter({ hasText: `· ${tokens} tokens` })
    .getByRole('cell');
}

/** What a person reads of a named score in a cell or a column's head, such as `recall 0.69`. */
async function textOf(part: Locator): Promise<string> {
  const [visible = ''] = await part.allInnerTexts();
  return visible.replace(/\s+/g, ' ');
}

describe('the web viewer', () => {
  it('shows what was run', async () => {
    const title = page.getByText('Stars for the viewer').filter({ visible: true });
    expect(await title.count()).toBe(1);
    for (const tokens of LENGTHS) {
      const [description, theCase] = await rowOf(tokens).all();
      expect(await textOf(description!)).toBe(
        `Counting-Stars with 16 stars · acquisition · en · ${tokens} tokens`,
      );
      expect((await textOf(theCase!)).length).toBeLessThan(300);
    }
  });

  it('shows the recall of each reader above its column', async () => {
    const forgetful = results('forgetful reader').map(({ score }) => score);
    const percent = (100 * forgetful.reduce((sum, score) => sum + score, 0)) / forgetful.length;
    expect(percent).toBeGreaterThan(40);
    expect(percent).toBeLessThan(90);
    const heads = page.getByRole('columnheader');
    const perfectHead = await textOf(heads.filter({ hasText: 'perfect reader' }).last());
    const forgetfulHead = await textOf(heads.filter({ hasText: 'forgetful reader' }).last());
    expect(perfectHead).toContain('recall 100.00%');
    expect(forgetfulHead).toContain(`recall ${percent.toFixed(2)}%`);
  });

  it('shows recall and reason in a cell that failed', async () => {
    const failed = results('forgetful reader').filter(({ success }) => !success);
    expect(failed.length).toBeGreaterThan(0);
    for (const { vars, score, gradingResult } of failed) {
      const cell = rowOf(vars.case.tokens).last();
      await cell.scrollIntoViewIfNeeded();
      const text = await textOf(cell);
      expect(text).toContain('FAIL');
      expect(text).toContain(`recall ${score.toFixed(2)}`);
      expect(gradingResult?.reason).toMatch(/^\d+\/16 ★; missing /);
      const reason = cell.getByText(gradingResult!.reason);
      await expect(reason.isVisible()).resolves.toBe(true);
      expect(await reason.evaluate(colourOf)).toSatisfy(isReddish);
    }
  });

  it('shows that the perfect reader passed', async () => {
    for (const { vars, success } of results('perfect reader')) {
      expect(success).toBe(true);
      const text = await textOf(rowOf(vars.case.tokens).nth(3));
      expect(text).toContain('PASS');
      expect(text).toContain('recall 1.00');
      expect(text).not.toContain('FAIL');
    }
  });

  it('keeps vars hidden, which leaves a window of 1440 px to the answers of two readers', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    const width = async () => {
      const cells = rowOf(4000);
      const [first, last] = [await cells.first().boundingBox(), await cells.last().boundingBox()];
      return last!.x + last!.width - first!.x;
    };
    expect(await width()).toBeGreaterThan(1900);
    await page.getByRole('button', { name: /Columns/ }).click();
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('★').first().waitFor({ timeout: 30_000 });
    expect(await rowOf(4000).count()).toBe(3);
    expect(await width()).toBeLessThanOrEqual(1440);
    // By the names of vars, for other evaluations too.
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored.replaceAll('\\', '')).toContain('["case","prompt"]');
  });
});

/** Runs in the page: the colour of an element's text as red, green and blue. */
function colourOf(element: Element): number[] {
  const canvas = document.createElement('canvas').getContext('2d')!;
  canvas.fillStyle = getComputedStyle(element).color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function isReddish([red = 0, green = 0, blue = 0]: number[]): boolean {
  return red > green + 50 && red > blue + 50;
}
