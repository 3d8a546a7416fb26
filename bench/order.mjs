/**
 * How much of each default grid a provider can read from its cache, in the order in which it is asked (docs/method/plan.md).
 *
 *   npm run build && node bench/order.mjs [GENERATOR…]
 *
 * The best order's share is that of all prompts as a tree: each beginning is read once, one call at a time. A provider
 * keeps the last 60 calls, and what is still under way cannot be reused. Beginnings below 1024 tokens are not cached.
 */
import { benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { generate } from '../dist/generators/generate.js';
import { buildPrompt } from '../dist/generators/prompt.js';
import { percent, printRows } from './markdown.mjs';

const GRIDS = {
  countingStars: {},
  'countingStars, `asks: 4`': { asks: 4, stars: 32, lengths: [4000, 16_000, 64_000], seeds: 8 },
  needleInAHaystack: {},
  needleBench: {},
  aggregation: { seeds: 2 },
  keyValueRetrieval: {},
  'keyValueRetrieval, the paper’s': { pairs: [75, 140, 300], seeds: 5 },
  multiDocumentQa: {},
  nolima: {},
  repeatedWords: {},
  ruler: {},
  latestValue: { seeds: 3 },
  mrcr: {},
  graphWalks: { seeds: 2 },
  agentHistory: { seeds: 2 },
};
const KEPT = 60;
const LEAST = 1024;
const STEP = 64;

/** For each step of a text, all that stands before it as a number. */
function stepsOf(text) {
  let digest = 5381;
  return Uint32Array.from({ length: Math.floor(text.length / STEP) }, (_, step) => {
    for (let at = step * STEP; at < (step + 1) * STEP; at++) {
      digest = (Math.imul(digest, 33) ^ text.charCodeAt(at)) >>> 0;
    }
    return digest;
  });
}

/** Steps that two texts have in common. */
function shared(a, b) {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (a[middle - 1] === b[middle - 1]) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readAt(prompts, concurrency, kept) {
  let read = 0;
  for (const [i, one] of prompts.entries()) {
    const last = Math.max(0, i - concurrency + 1);
    const most = prompts
      .slice(Math.max(0, last - kept), last)
      .reduce((most, other) => Math.max(most, shared(one.steps, other.steps)), 0);
    const tokens = (most * STEP * one.tokens) / one.length;
    if (tokens >= LEAST) read += Math.min(tokens, one.tokens);
  }
  return read / prompts.reduce((sum, { tokens }) => sum + tokens, 0);
}

const wanted = process.argv.slice(2);
const row = printRows(
  'grid',
  'prompts',
  'best order, `-j 1`',
  '`-j 1`',
  '`-j 4`',
  '`-j 16`',
  'of the best at `-j 4`',
);
for (const [name, config] of Object.entries(GRIDS)) {
  const [generator] = name.split(',');
  if (wanted.length > 0 && !wanted.includes(generator)) continue;
  const tests = await generate(benchmarkOfGenerator(generator), config, () => undefined);
  const prompts = [];
  for (const { vars } of tests) {
    const { prompt, promptTokens } = await buildPrompt(vars.case);
    prompts.push({ steps: stepsOf(prompt), length: prompt.length, tokens: promptTokens });
  }
  const best = readAt(prompts, 1, Infinity);
  const shares = [1, 4, 16].map((concurrency) => readAt(prompts, concurrency, KEPT));
  row(
    name,
    tests.length,
    ...[best, ...shares].map((one) => percent(one)),
    (shares[1] / best).toFixed(2),
  );
}
