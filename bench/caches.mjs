/**
 * What grids are billed for their prompts where providers cache what they have read (docs/method/plan.md): promptfoo runs
 * against servers that bill by the four rules (bench/billing.mjs), at its own concurrency of 4. Stated is the bill as a share
 * of the same without caches, the median of some runs.
 *
 *   npm run build && node bench/caches.mjs [RUNS] [GRID]
 *
 * A server answers after a time that is drawn, so that calls end in another order each time.
 */
import { rmSync } from 'node:fs';
import seedrandom from 'seedrandom';
import { benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { generate } from '../dist/generators/generate.js';
import { BillingServer } from './billing.mjs';
import { printRows } from './markdown.mjs';
import { promptfooHere } from './promptfoo.mjs';

const { home, evaluate } = await promptfooHere('caches-');

const GRIDS = {
  'needle, 4K–16K × 11 depths': [
    'needleInAHaystack',
    { lengths: [4000, 8000, 16_000], depths: 11 },
  ],
  'aggregation, 4K–16K': ['aggregation', { lengths: [4000, 8000, 16_000], seeds: 4 }],
  'Counting-Stars, `asks: 4`': [
    'countingStars',
    { stars: 8, lengths: [8000, 16_000], seeds: 6, asks: 4 },
  ],
  'Counting-Stars, nothing shared': [
    'countingStars',
    { stars: 8, lengths: [4000, 8000], seeds: 8 },
  ],
};
const RULES = ['openai', 'openai from 5.6', 'anthropic', 'google'];

async function billed(rule, tests, seed) {
  const random = seedrandom(`caches/${rule}/${seed}`);
  const server = await BillingServer.start(rule, () => 'I do not know.');
  server.drawn = () => 5 + 40 * random();
  const { results } = await evaluate(
    {
      prompts: ['{{prompt}}'],
      providers: [server.provider()],
      tests: tests.map((test) => ({ ...test, assert: [] })),
      writeLatestResults: false,
    },
    { maxConcurrency: 4, cache: false },
  );
  await server.stop();
  const failed = results.find(({ error }) => error);
  if (failed) throw new Error(failed.error);
  return server.bill;
}

const [runs = '3', grid] = process.argv.slice(2);
const row = printRows('run', 'prompts', ...RULES);
for (const [name, [generator, config]] of Object.entries(GRIDS)) {
  if (grid !== undefined && grid !== generator) continue;
  const tests = await generate(benchmarkOfGenerator(generator), config, () => undefined);
  const shares = [];
  for (const rule of RULES) {
    const all = [];
    for (let run = 0; run < Number(runs); run++) {
      const { cost, plain } = await billed(rule, tests, run);
      all.push(cost / plain);
    }
    shares.push(all.sort((a, b) => a - b)[Math.floor(all.length / 2)].toFixed(2));
  }
  row(name, tests.length, ...shares);
}
rmSync(home, { recursive: true, force: true });
process.exit(0);
