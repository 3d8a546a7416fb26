/**
 * Where a promptfoo run spends its processor time: the default config, and the same prompts as files that a
 * one-line prompt function reads, by whose code was running. Garbage is collected for all of them.
 *
 *   npm run build && npx node bench/profile.mjs
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { printTable } from './markdown.mjs';
import { root } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';
import { writeStaticConfigs } from './promptfoo-share.mjs';

/** Whose code a function is, by the file that it is in. */
function ownerOf({ url, functionName }) {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'Node and SQLite, compiled';
  if (functionName === '(idle)') return undefined;
  if (url.includes('bench-reader')) return 'prompt function';
  if (!url.includes('/node_modules/') && url.includes('/dist/')) {
    return `this package: ${url.split('/dist/')[1].split('/')[0]}`;
  }
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name === 'promptfoo') return 'promptfoo';
  if (name === 'js-tiktoken') return 'this package: js-tiktoken';
  return name ? 'packages of promptfoo' : 'Node';
}

/** Seconds by owner, out of one profile of V8's. */
function secondsByOwner(file) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const seconds = new Map();
  for (const [i, id] of samples.entries()) {
    const owner = ownerOf(frames.get(id));
    if (owner) seconds.set(owner, (seconds.get(owner) ?? 0) + timeDeltas[i] / 1e6);
  }
  return seconds;
}

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-bench-'));
try {
  const parsed = parse(readFileSync(join(root, 'promptfooconfig.yaml'), 'utf8'));
  const { 'static files, read': files } = await writeStaticConfigs(folder, parsed);
  const plugin = join(folder, 'plugin.yaml');
  writeFileSync(plugin, stringify(parsed).replaceAll('file://dist/', `file://${root}/dist/`));
  const profiles = [];
  for (const [name, config] of Object.entries({ plugin, files })) {
    const profile = join(folder, `profile ${name}`);
    mkdirSync(profile);
    await measureEvaluation({
      home: join(folder, `home ${name}`),
      cwd: root,
      config,
      args: ['--output', join(folder, `${name}.json`)],
      nodeArgs: ['--cpu-prof', '--cpu-prof-dir', profile],
      env: { COUNTING_STARS_REPORT: 'off', PROMPTFOO_FAILED_TEST_EXIT_CODE: '0' },
    });
    const all = readdirSync(profile).map((file) => secondsByOwner(join(profile, file)));
    const sum = new Map();
    for (const [owner, seconds] of all.flatMap((one) => [...one]))
      sum.set(owner, (sum.get(owner) ?? 0) + seconds);
    profiles.push(sum);
  }
  const owners = [...new Set(profiles.flatMap((one) => [...one.keys()]))].sort();
  const total = (one) => [...one.values()].reduce((sum, value) => sum + value, 0);
  printTable(
    ['seconds in', 'this package', 'files, read'],
    [
      ...owners.map((owner) => [owner, ...profiles.map((one) => (one.get(owner) ?? 0).toFixed(2))]),
      ['together', ...profiles.map((one) => total(one).toFixed(2))],
    ],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
