/**
 * Whether promptfoo is billed what `plan` says: `configs`, 60 of them (provider, grid, thinking, flex, repeats, calls at a
 * time) in evaluations of small prompts against servers that bill as their providers do (billing.mjs).
 *
 *   npm run build && node bench/bill.mjs configs [NUMBER]     about 3 minutes
 *   npm run build && node bench/bill.mjs budget [NUMBER]      what searches with `--budget` are billed, 6 of them
 *
 * Servers and `plan` take prices from the same list. What is compared is all else: tokens as the model counts them,
 * caches, thinking, tiers, repeats, and answers that are empty, right or wordy.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { generate } from '../dist/generators/generate.js';
import { loadTokenizer } from '../dist/haystack/tokenizer.js';
import { costText } from '../dist/measuring/document/words.js';
import { plannedProviders } from '../dist/measuring/planning/expand-suite.js';
import { DEFAULT_PLAN, makePlan } from '../dist/measuring/planning/plan.js';
import { BillingServer, forgetful, PROTOCOLS } from './billing.mjs';
import { percent, printRows } from './markdown.mjs';
import { root, run } from './measure.mjs';
import { promptfooHere } from './promptfoo.mjs';

const { home, evaluate } = await promptfooHere('bill-');

/** Tokens of thinking that a config or the user names. */
const BUDGET = 1500;

/** The kinds of thinking: what the provider's config and the user say, and how long the model thinks. */
const THINKING = {
  none: { tokens: 0 },
  unknown: { tokens: 3000 },
  '--thinking 1500': { given: BUDGET, tokens: BUDGET },
  configured: { tokens: BUDGET },
};

/** Claude's tokenizer is not public; Claude 2's is, and later ones have more tokens. */
const CLAUDE = 1.2;

const PROVIDERS = {
  'gpt-4.1': { protocol: 'openai', thinking: { none: {} }, tokenizer: 'o200k_base' },
  'gpt-5-mini': {
    protocol: 'openai',
    changes: { id: 'openai:chat:gpt-5-mini', model: 'gpt-5-mini' },
    thinking: { none: { reasoning_effort: 'none' }, unknown: {}, '--thinking 1500': {} },
    tokenizer: 'o200k_base',
    hasFlex: true,
  },
  'gpt-5-mini, responses': {
    protocol: 'responses',
    thinking: { unknown: {} },
    tokenizer: 'o200k_base',
    hasFlex: true,
  },
  'gpt-5.6-terra': {
    protocol: 'openai from 5.6',
    thinking: { none: { reasoning_effort: 'none' }, unknown: {} },
    tokenizer: 'o200k_base',
  },
  'gpt-5.6-terra, all written': {
    protocol: 'openai from 5.6',
    thinking: {
      none: { reasoning_effort: 'none', prompt_cache_options: {} },
      unknown: { prompt_cache_options: undefined },
    },
    tokenizer: 'o200k_base',
  },
  'claude-sonnet-4-5': {
    protocol: 'anthropic',
    thinking: {
      none: {},
      configured: { thinking: { type: 'enabled', budget_tokens: BUDGET }, max_tokens: 4096 },
    },
    tokenizer: 'claude',
    factor: CLAUDE,
  },
  'gemini-2.5-flash': {
    protocol: 'google',
    changes: { id: 'google:gemini-2.5-flash', model: 'gemini-2.5-flash' },
    thinking: {
      unknown: {},
      configured: { generationConfig: { thinkingConfig: { thinkingBudget: BUDGET } } },
    },
    tokenizer: 'o200k_base',
    factor: 1.02,
  },
};

const GRIDS = {
  'Counting-Stars': ['countingStars', { stars: 8, lengths: [1500, 3000, 6000], seeds: 2 }],
  'Counting-Stars, `asks: 4`': [
    'countingStars',
    { stars: 8, lengths: [1500, 3000, 6000], seeds: 2, asks: 4 },
  ],
  needle: ['needleInAHaystack', { lengths: [1500, 4000, 8000], depths: 6 }],
  aggregation: ['aggregation', { lengths: [2000, 6000], seeds: 2 }],
};

const CONFIGS = Object.entries(PROVIDERS)
  .flatMap(([name, provider]) =>
    Object.entries(provider.thinking).flatMap(([thinking, settings]) =>
      [false, ...(provider.hasFlex && thinking === 'unknown' ? [true] : [])].flatMap((flex) =>
        Object.keys(GRIDS).map((grid) => ({ name, provider, thinking, settings, flex, grid })),
      ),
    ),
  )
  .map((config, i) => ({
    ...config,
    repeat: i % 3 === 0 ? 3 : 1,
    concurrency: i % 2 === 0 ? 4 : 1,
  }));

/** Nothing, what is right, and what is right with words around it, in turn. */
function answering(random) {
  return (said) => {
    const kind = Math.floor(3 * random());
    if (kind === 0 || !/counted at that moment/.test(said)) return 'I do not know.';
    return kind === 1 ? forgetful(said) : `Here is what I found: ${forgetful(said)}`;
  };
}

/** What a provider puts around a message. */
const AROUND = 8;

async function billed({ provider, thinking, settings, flex, grid, repeat, concurrency }, i) {
  const random = seedrandom(`bill/${i}`);
  const { protocol, changes, tokenizer, factor = 1 } = provider;
  const { tokens, given } = THINKING[thinking];
  const server = await BillingServer.start(protocol, answering(random), changes);
  const { count } = await loadTokenizer(tokenizer);
  server.count = (said) => Math.round(factor * count(said)) + AROUND;
  server.thinking = () => Math.round(tokens * (0.1 + 0.9 * random()));
  server.latency = 20;
  const own = server.provider();
  const config = { ...settings, ...(flex && { service_tier: 'flex' }) };
  const [generator, options] = GRIDS[grid];
  const tests = await generate(benchmarkOfGenerator(generator), options, () => undefined);
  try {
    const { results } = await evaluate(
      {
        prompts: ['{{prompt}}'],
        providers: [{ ...own, config: { ...own.config, ...config } }],
        tests: tests.map((test) => ({ ...test, assert: [] })),
        writeLatestResults: false,
      },
      { maxConcurrency: concurrency, cache: false, repeat },
    );
    const failed = results.find(({ error }) => error);
    if (failed) throw new Error(failed.error);
  } finally {
    await server.stop();
  }
  const id = changes?.id ?? PROTOCOLS[protocol].id;
  const planned = { id: () => id, config: { ...PROTOCOLS[protocol].config, ...config } };
  const suite = {
    providers: plannedProviders({ providers: [planned] }, {}),
    // As controls, of which a plan states no power.
    tests: tests.map(({ vars }) => ({ case: { ...vars.case, control: 'bill' }, calls: [repeat] })),
  };
  const { total } = makePlan(suite, {
    ...DEFAULT_PLAN,
    prices: [],
    thinking: given,
  });
  return { bill: server.bill, total };
}

/** Searches by the command itself, of providers that think and count with tokenizers of their own. */
const SEARCHES = ['gpt-5-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash'].flatMap((name) =>
  [0.02, 0.1].map((budget) => ({ name, provider: PROVIDERS[name], budget })),
);

const sections = {
  async configs(most = CONFIGS.length) {
    const row = printRows(
      ...['provider', 'thinking', 'grid', '`-j`', 'repeat', 'calls', 'planned', 'billed', 'within'],
    );
    const chosen = CONFIGS.filter((_, i) => (i * most) % CONFIGS.length < most);
    let within = 0;
    let above = 0;
    for (const config of chosen) {
      const { bill, total } = await billed(config, CONFIGS.indexOf(config));
      const [low, high] = total.costRange;
      if (bill.calls !== total.calls) throw new Error(`${bill.calls} calls, not ${total.calls}`);
      const isWithin = low <= bill.cost && bill.cost <= high;
      if (isWithin) within++;
      if (bill.cost > high) above++;
      const { name, thinking, flex, grid, repeat, concurrency } = config;
      row(
        ...[flex ? `${name}, flex` : name, thinking, grid, concurrency, repeat, bill.calls],
        [low, high].map(costText).join('–'),
        costText(bill.cost),
        isWithin ? 'yes' : 'no',
      );
    }
    console.log(
      `\n${within} of ${chosen.length} (${percent(within / chosen.length)}) within, ${above} above the high estimate.`,
    );
  },

  async budget(most = SEARCHES.length) {
    const row = printRows('provider', '`--budget`', 'calls', 'billed', 'within');
    for (const [i, { name, provider, budget }] of SEARCHES.slice(0, most).entries()) {
      const { calls, cost } = await searched(provider, budget, i);
      row(name, costText(budget), calls, costText(cost), cost <= budget ? 'yes' : 'no');
    }
  },
};

/** What a search is billed, by a server whose address has no list price. */
async function searched({ protocol, changes, tokenizer, factor = 1 }, budget, i) {
  const random = seedrandom(`budget/${i}`);
  const server = await BillingServer.start(protocol, answering(random), changes);
  const { count } = await loadTokenizer(tokenizer);
  server.count = (said) => Math.round(factor * count(said)) + AROUND;
  server.thinking = () => Math.round(3000 * random());
  const folder = mkdtempSync(join(home, 'search-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/promptfoo-counting-stars'));
  const path = 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars';
  const config = { stars: 8, lengths: [1500, 6000], seeds: 1 };
  writeFileSync(
    join(folder, 'promptfooconfig.json'),
    JSON.stringify({
      prompts: ['{{prompt}}'],
      providers: [
        { ...server.provider(), config: { ...server.provider().config, ...THINKS[protocol] } },
      ],
      tests: [{ path, config }],
    }),
  );
  const { model } = server.protocol;
  const [input, output] = LIST[model];
  const args = ['search', '--yes', '--budget', `${budget}`, '--price', `${input}/${output}`];
  await run(process.execPath, [join(root, 'dist/cli.js'), ...args], { cwd: folder });
  await server.stop();
  return server.bill;
}

/** List prices, which a search cannot know of a server's address. */
const LIST = {
  'gpt-5-mini': [0.25, 2],
  'claude-sonnet-4-5': [3, 15],
  'gemini-2.5-flash': [0.3, 2.5],
};

/** Settings with which a provider's server thinks. */
const THINKS = {
  anthropic: { thinking: { type: 'enabled', budget_tokens: 3000 }, max_tokens: 8192 },
};

const [section = 'configs', number] = process.argv.slice(2);
await sections[section](number && Number(number));
rmSync(home, { recursive: true, force: true });
process.exit(0);
