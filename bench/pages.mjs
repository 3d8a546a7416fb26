/**
 * What each kind of page weighs: pages of simulated models, made as people make them (promptfoo eval, then our commands), and
 * looked at in Chromium. Prints a Markdown table: KB, height at 1280 and 390 pixels with details folded, words, font sizes,
 * what axe finds (light, dark, narrow), sideways scroll, requests, style attributes, and Tabs to the first missed fact.
 *
 *   npm run build && npx node bench/pages.mjs [kind …] [--keep FOLDER]
 *
 * `--keep` leaves the pages and pictures of them in a folder. All kinds take about three minutes of one core. The Chromium is that
 * of the tests: `CHROMIUM_PATH`, or an installed one.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { stringify } from 'yaml';
import { findChromium } from '../scripts/chromium.mjs';
import { noteTime, printRows } from './markdown.mjs';
import { root } from './measure.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
});
const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'bench-pages-'));
mkdirSync(join(folder, 'node_modules'), { recursive: true });
// promptfoo finds packages from the folder of a config.
const link = join(folder, 'node_modules/promptfoo-counting-stars');
if (!existsSync(link)) symlinkSync(root, link);
const cli = join(root, 'dist/cli.js');
const promptfoo = join(root, 'node_modules/promptfoo/dist/src/entrypoint.js');

/** Runs a program in the package's folder. promptfoo ends with 100 where tests fail, a gate with 1 or 2. */
function run(program, args, { cwd = root, env = {} } = {}) {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      PROMPTFOO_CONFIG_DIR: join(folder, 'state'),
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      COUNTING_STARS_REPORT: 'off',
      ...env,
    },
  });
  if (![0, 1, 2, 100].includes(status)) throw new Error(`${args.join(' ')}: ${stderr}`);
}

const simulated = (label, config) => ({
  id: 'package:promptfoo-counting-stars:SimulatedReader',
  label,
  config,
});

/** As many models as are wanted, of a few shapes. */
const SHAPES = [
  { profile: 'perfect' },
  { profile: 'window', tokens: 27_500, side: 'first' },
  { profile: 'lost-in-the-middle', recall: 0.2 },
  { profile: 'forgetful', recall: 0.7 },
  {
    profile: 'forgetful',
    curve: [
      [4000, 0.99],
      [16_000, 0.97],
      [32_000, 0.5],
    ],
  },
  { profile: 'lazy', after: 10 },
];
const models = (count) =>
  Array.from({ length: count }, (_, i) => {
    const { profile, ...shape } = SHAPES[i % SHAPES.length];
    return simulated(`model ${i + 1}`, { profile, seed: i, ...shape });
  });

const GRID = { stars: 32, lengths: [4000, 8000, 16_000, 32_000, 64_000], seeds: 3, threshold: 0 };
const stars = (grid = {}) => [
  {
    path: 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars',
    config: { ...GRID, ...grid },
  },
];

/** Evaluates a config once, and returns its results file. */
const made = new Map();
function results(name, config) {
  const file = join(folder, `${name}.json`);
  if (made.has(name)) return file;
  made.set(name, true);
  let path = config;
  if (typeof config !== 'string') {
    path = join(folder, `${name}.yaml`);
    const prompts = [{ raw: '{{prompt}}', label: 'long-context' }];
    writeFileSync(path, stringify({ description: name, prompts, ...config }));
  }
  run(promptfoo, ['eval', '--no-table', '--no-cache', '-c', path, '-o', file], {
    cwd: dirname(path),
  });
  return file;
}

const page = (name) => join(folder, `${name}.html`);
const slug = (kind) => kind.replaceAll(/\W+/g, '-');

/** A report of results. */
const report = (name, config) => () => {
  // Files of a config are found from its folder.
  const cwd = typeof config === 'string' ? dirname(config) : root;
  run(cli, ['report', results(name, config), '--price', '2/8', '-o', page(name)], { cwd });
  return page(name);
};
const ofModels = (count) => report(`report-${count}`, { providers: models(count), tests: stars() });

/** A gate of one evaluation against another. */
function gateOf(name, now, before) {
  run(cli, ['gate', now, '--baseline', before, '-o', page(name)]);
  return page(name);
}

/** The same two models, whole and with defects, for gates of long prompts. */
const gateSide = (name, providers, grid = {}) =>
  results(name, {
    providers,
    tests: stars({ seeds: 4, lengths: GRID.lengths.slice(0, 4), ...grid }),
  });
const pair = (prod, small) => [simulated('prod model', prod), simulated('small model', small)];
const PERFECT = { profile: 'perfect' };
const NEARLY = (seed) => ({ profile: 'forgetful', recall: 0.93, seed });
const WHOLE = pair(PERFECT, NEARLY(1));

/** Ordinary tests with a provider that breaks some of them. */
function testsRun(name, { repeat, broken, of = 'new' }) {
  const file = join(folder, `${name}.json`);
  const config = join(root, 'examples/own-tests/promptfooconfig.yaml');
  run(
    promptfoo,
    ['eval', '--no-table', '--no-cache', '--repeat', repeat, '-c', config, '-o', file],
    {
      env: { BROKEN: broken, RUN: of },
    },
  );
  return file;
}
const gateOfTests = (name, now, before) => () =>
  gateOf(name, testsRun(`${name}-now`, now), testsRun(`${name}-before`, before));

const KINDS = {
  'report, 1 model': {
    most: 250,
    make: report('report-1', { providers: models(2).slice(1), tests: stars() }),
  },
  'report, 2 models': { most: 250, make: ofModels(2) },
  'report, 3 models': { most: 250, make: ofModels(3) },
  'report, 12 models': { most: 350, make: ofModels(12) },
  'report, 30 models': { most: 600, make: ofModels(30) },
  'battery, 2 models': { most: 350, make: report('battery', join(root, 'examples/battery.yaml')) },
  'own pipeline': {
    most: 250,
    make: report('own-pipeline', join(root, 'examples/own-pipeline/promptfooconfig.yaml')),
  },
  compaction: {
    most: 250,
    make: report('compaction', join(root, 'examples/compaction/promptfooconfig.yaml')),
  },
  'gate of long prompts, passed': {
    most: 250,
    make: () =>
      gateOf(
        'gate-passed',
        gateSide('whole-again', pair(PERFECT, NEARLY(2))),
        gateSide('whole', WHOLE),
      ),
  },
  'gate of long prompts, failed': {
    most: 250,
    make: () => {
      const now = pair({ profile: 'window', tokens: 20_000, side: 'first' }, NEARLY(2));
      return gateOf('gate-failed', gateSide('cut', now), gateSide('whole', WHOLE));
    },
  },
  'gate of long prompts, both failed': {
    most: 250,
    make: () => {
      const now = pair(
        { profile: 'window', tokens: 20_000, side: 'first' },
        { profile: 'lost-in-the-middle', recall: 0.2 },
      );
      return gateOf('gate-both-failed', gateSide('both-cut', now), gateSide('whole', WHOLE));
    },
  },
  'gate of long prompts, inconclusive': {
    most: 250,
    make: () => {
      const few = { seeds: 1, lengths: [4000, 32_000] };
      const now = gateSide('few-now', pair(NEARLY(5), NEARLY(6)), few);
      return gateOf('gate-inconclusive', now, gateSide('few', pair(NEARLY(1), PERFECT), few));
    },
  },
  'gate of tests, passed': {
    most: 250,
    make: gateOfTests(
      'tests-passed',
      { repeat: 3, broken: 0 },
      { repeat: 3, broken: 0, of: 'old' },
    ),
  },
  'gate of tests, failed': {
    most: 250,
    make: gateOfTests(
      'tests-failed',
      { repeat: 3, broken: 3 },
      { repeat: 3, broken: 0, of: 'old' },
    ),
  },
  'gate of tests, passed with failures': {
    most: 250,
    make: gateOfTests(
      'tests-unsure',
      { repeat: 1, broken: 1 },
      { repeat: 1, broken: 0, of: 'old' },
    ),
  },
  'gate of tests, inconclusive': {
    most: 250,
    make: gateOfTests('tests-open', { repeat: 1, broken: 3 }, { repeat: 1, broken: 0, of: 'old' }),
  },
  stretch: {
    most: 250,
    make: () => {
      const config = join(root, 'examples/stretch/promptfooconfig.yaml');
      const own = ['-c', config, '--lengths', '8K,32K', '--repeat', 3, '--yes', '--price', '2/8'];
      run(cli, ['stretch', ...own, '-o', join(folder, 'stretch')]);
      return join(folder, 'stretch/index.html');
    },
  },
  search: {
    most: 250,
    make: () => {
      const config = join(folder, 'search.yaml');
      const prompts = [{ raw: '{{prompt}}', label: 'long-context' }];
      writeFileSync(config, stringify({ prompts, providers: models(3), tests: stars() }));
      const own = ['-c', config, '--yes', '--price', '2/8'];
      run(cli, ['search', ...own, '-o', join(folder, 'search')]);
      return join(folder, 'search/index.html');
    },
  },
  try: {
    most: 250,
    make: () => {
      run(cli, ['try', '--yes', '-o', join(folder, 'try')]);
      return join(folder, 'try/index.html');
    },
  },
  history: {
    most: 250,
    make: () => {
      const files = [1, 2, 3, 4, 5].map((run) =>
        gateSide(
          `run-${run}`,
          pair(run < 4 ? PERFECT : { profile: 'window', tokens: 20_000 }, NEARLY(run)),
        ),
      );
      run(cli, ['history', ...files, '-o', page('history')]);
      return page('history');
    },
  },
  'comparison of baselines': {
    most: 250,
    make: () => {
      const files = [0, 1, 2, 4].map((at) => {
        const file = join(folder, `baseline-${at}.json`);
        run(cli, [
          'baseline',
          results(`one-${at}`, { providers: models(5).slice(at, at + 1), tests: stars() }),
          '-o',
          file,
        ]);
        return file;
      });
      run(cli, ['report', ...files, '-o', page('baselines')]);
      return page('baselines');
    },
  },
};

/** What a browser finds on a page of a width and a color scheme. */
async function look(browser, file, { width, scheme, picture }) {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP: true },
  });
  const tab = await context.newPage();
  const misdeeds = [];
  tab.on('request', (request) => misdeeds.push(request.url()));
  tab.on('console', (message) => misdeeds.push(message.text()));
  tab.on('pageerror', (error) => misdeeds.push(String(error)));
  await tab.goto(pathToFileURL(file).href);
  if (picture) await tab.screenshot({ path: picture, fullPage: true });
  const found = await tab.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    const shown = [...document.querySelectorAll('main, main *')].filter(
      (one) =>
        one.checkVisibility() &&
        [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''),
    );
    const sizes = new Set(shown.map((one) => getComputedStyle(one).fontSize));
    const texts = shown.flatMap((one) =>
      [...one.childNodes].filter(({ nodeType }) => nodeType === 3),
    );
    const words = texts.flatMap((node) => node.textContent.match(/\S+/g) ?? []).length;
    const styles = document.querySelectorAll('[style]').length;
    return { height: scrollHeight, scroll: scrollWidth, sizes: sizes.size, words, styles };
  });
  const { length: tabs } = await tabsTo(tab);
  await tab.evaluate(axe);
  const faults = await tab.evaluate(async () =>
    (await window.axe.run()).violations.map(({ id }) => id),
  );
  await context.close();
  return { ...found, tabs, faults, misdeeds: misdeeds.slice(1) };
}

/** How often Tab is pressed until the link to what was missed has the focus; no more than 12 times. */
async function tabsTo(tab) {
  const links = await tab.evaluate(() => document.querySelectorAll('a[href^="#lost"]').length);
  if (links === 0) return { length: '–' };
  for (let length = 1; length <= 12; length++) {
    await tab.keyboard.press('Tab');
    const isLost = await tab.evaluate(() =>
      document.activeElement?.getAttribute('href')?.startsWith('#lost'),
    );
    if (isLost) return { length };
  }
  return { length: '> 12' };
}

/** Whether the browser runs a script or a style that the page did not name. */
async function policyHolds(browser, file) {
  const tab = await browser.newPage();
  await tab.goto(pathToFileURL(file).href);
  const holds = await tab.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.broken = true';
    document.body.append(script);
    return window.broken === undefined;
  });
  await tab.close();
  return holds;
}

const wanted = positionals.length > 0 ? positionals : Object.keys(KINDS);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const row = printRows(
    ...['page', 'KB (most)', 'height at 1280', 'at 390', 'words', 'font sizes', 'axe', 'sideways'],
    ...['requests, errors', 'style attributes', 'CSP holds', 'tabs to a missed fact'],
  );
  for (const [kind, { most, make }] of Object.entries(KINDS)) {
    if (!wanted.some((one) => kind.includes(one))) continue;
    const start = performance.now();
    const file = make();
    const views = [];
    for (const [width, scheme, name] of [
      [1280, 'light', '1280'],
      [1280, 'dark', 'dark'],
      [390, 'light', '390'],
    ]) {
      const picture = values.keep && join(folder, `${slug(kind)}-${name}.png`);
      views.push({ width, ...(await look(browser, file, { width, scheme, picture })) });
    }
    const [wide, , narrow] = views;
    const any = (list) => [...new Set(list)].join(' ') || '0';
    row(
      kind,
      `${(statSync(file).size / 1024).toFixed(0)} (${most})`,
      wide.height,
      narrow.height,
      wide.words,
      wide.sizes,
      any(views.flatMap(({ faults }) => faults)),
      any(views.filter(({ scroll, width }) => scroll > width).map(({ width }) => width)),
      any(views.flatMap(({ misdeeds }) => misdeeds)),
      wide.styles,
      (await policyHolds(browser, file)) ? 'yes' : 'no',
      wide.tabs,
    );
    noteTime(kind, start);
  }
} finally {
  await browser.close();
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
