/**
 * Look at the site that `npm run site` wrote, as it is served: no link without its page or heading, and nothing
 * that axe calls moderate or worse, light on a desktop and dark on a phone. Of the API reference, whose pages are
 * all made alike, axe looks at one of each kind.
 *
 *   npm run check:site
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const site = fileURLToPath(new URL('../site', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const VIEWS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
];

const pages = readdirSync(site, { recursive: true })
  .filter((name) => name.endsWith('.html'))
  .sort();
const server = createServer(answer);
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const home = `http://127.0.0.1:${server.address().port}/`;

const found = [...deadLinks(), ...(await axeFinds())];
server.close();
for (const one of found) console.log(one);
console.log(`${pages.length} pages, ${found.length} found`);
if (found.length > 0) process.exitCode = 1;

function answer({ url }, response) {
  const file = fileAt(url);
  if (file === undefined) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  response.end(readFileSync(file));
}

/** The file that an address shows, as servers of static files do it. */
function fileAt(address) {
  const path = join(site, decodeURIComponent(new URL(address, 'http://site/').pathname));
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? join(path, 'index.html')
    : path;
  return existsSync(file) ? file : undefined;
}

function deadLinks() {
  const ids = new Map();
  const idsOf = (file) => {
    if (!ids.has(file)) ids.set(file, new Set(namesIn(file, 'id')));
    return ids.get(file);
  };
  return pages.flatMap((page) => {
    const links = new Set([
      ...namesIn(join(site, page), 'href'),
      ...namesIn(join(site, page), 'src'),
    ]);
    return [...links].flatMap((link) => {
      const { origin, href, hash } = new URL(link, new URL(page, 'http://site/'));
      if (origin !== 'http://site') return [];
      const file = fileAt(href);
      const isThere =
        file &&
        (hash === '' ||
          !file.endsWith('.html') ||
          idsOf(file).has(decodeURIComponent(hash.slice(1))));
      return isThere ? [] : `${page}: ${link} leads nowhere`;
    });
  });
}

/** The values of an attribute in a page. */
function namesIn(file, attribute) {
  const markup = readFileSync(file, 'utf8').replace(/<script\b.*?<\/script>/gs, '');
  const values = markup.matchAll(new RegExp(`<[^>]*?\\s${attribute}="([^"]*)"`, 'g'));
  return [...values].map(([, value]) => value.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
}

async function axeFinds() {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const kinds = new Set();
  const looked = pages.filter((page) => {
    if (!page.startsWith('api')) return true;
    const isFirst = !kinds.has(dirname(page));
    kinds.add(dirname(page));
    return isFirst;
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  const finds = [];
  for (const view of VIEWS) {
    const context = await browser.newContext({ ...view, bypassCSP: true });
    const page = await context.newPage();
    for (const name of looked) {
      await page.goto(home + name, { waitUntil: 'load' });
      await page.evaluate(axe);
      // Headings of doc comments have one level, wherever TypeDoc writes them.
      const rules = { 'heading-order': { enabled: !name.startsWith('api') } };
      const { violations } = await page.evaluate(
        `axe.run({ reporter: "no-passes", rules: ${JSON.stringify(rules)} })`,
      );
      const worse = violations.filter(({ impact }) => impact !== 'minor');
      finds.push(
        ...worse.map(
          ({ id, impact, nodes }) =>
            `${name}, ${view.colorScheme}: ${impact} ${id}, ${nodes[0].html}`,
        ),
      );
    }
    await context.close();
  }
  await browser.close();
  return finds;
}
