/**
 * What usual runs cost, for docs/cost.md: `plan`'s own code on configs of this package, with the list prices of the
 * installed @pydantic/genai-prices. A search is priced as `search` announces it. Takes seconds;
 * test/docs/costs.test.ts compares what it prints with the kept figures.
 *
 *   npm run build && node bench/costs.mjs
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { commandLine } from '../dist/commands/command-line.js';
import { newConfig } from '../dist/commands/init/new-config.js';
import { expectedTokens, spendingOf } from '../dist/extras/search/spending.js';
import { batteryTests } from '../dist/generators/battery.js';
import { generate } from '../dist/generators/generate.js';
import { costRangeText } from '../dist/measuring/document/words.js';
import { DEFAULT_PLAN, makePlan } from '../dist/measuring/planning/plan.js';
import { printTable } from './markdown.mjs';

const program = await commandLine();

/** Those of scripts/example-models.yaml, but for the dearest. */
const MODELS = Object.fromEntries(
  parse(read('scripts/example-models.yaml'))
    .models.filter(({ name }) => name !== 'gpt-5.6-sol')
    .map(({ name, provider }) => [name, provider]),
);

/** As src/commands/try.ts asks. */
const TRY = { stars: 16, lengths: [1000, 2000, 4000, 8000, 16_000, 32_000] };

const RUNS = {
  '`try`': [testOf('countingStars', TRY)],
  "`init`'s config": testsOf(initConfig()),
  'Counting-Stars-(32-32)': testsOf(read('promptfooconfig.yaml')),
  '`agentHistory`, preset `agent-quick`': [testOf('agentHistory', { preset: 'agent-quick' })],
  '`battery`, preset `quick`': testsOf(read('examples/battery.yaml')),
  'a night of the gate': testsOf(read('examples/workflows/promptfooconfig.yaml')),
};

const plans = [];
for (const [name, tests] of Object.entries(RUNS)) plans.push(await planned(name, tests));
const stars = await casesOf([testOf('countingStars', { stars: 32, lengths: [4000, 64_000] })]);
plans.push(searched('`search`, 4K to 64K', stars, { within: 2 }));
plans.push(searched('`search --at-least 64K`', stars, { atLeast: 64_000 }));

printTable(
  ['run', 'prompts', 'tokens', ...Object.keys(MODELS)],
  plans.map(({ name, prompts, tokens, costs }) => [
    name,
    prompts,
    `${(tokens / 1e6).toFixed(2)}M`,
    ...costs.map(costRangeText),
  ]),
);
/** A plan of each model, with the tokens of the first, by our count. */
async function planned(name, tests) {
  const cases = await casesOf(tests);
  const { providers } = planOf(cases);
  const [{ cases: prompts, promptTokens: tokens }] = providers;
  const costs = providers.map(({ cost, costRange }) => costRange ?? [cost, cost]);
  return { name, prompts, tokens, costs };
}

/** What `search` announces as expected; the range is that of the models' tokenizers and of thinking. */
function searched(name, cases, limits) {
  const [shortest, longest] = cases.map(({ tokens }) => tokens);
  const state = { prices: [], shortest, longest, reserve: cases[0].reserve, cells: 1 };
  const tokens = expectedTokens(state, limits.atLeast);
  const costs = planOf(cases).providers.map(({ id, tokenFactors: [least, most] = [1, 1] }) => {
    const costBy = (by, provider) =>
      spendingOf({ ...state, providers: [provider] }, tokens, Infinity, by).cost;
    return [least * costBy('count', { id }), costBy('most', { id, most })];
  });
  return { name, prompts: '–', tokens, costs };
}

/** Cases as controls, of which a plan states no power: that takes longer than all else. */
function planOf(cases) {
  const providers = Object.values(MODELS).map((id) => ({ id }));
  const tests = cases.map((one) => ({
    case: { ...one, control: 'cost' },
    calls: providers.map(() => 1),
  }));
  return makePlan({ providers, tests }, { ...DEFAULT_PLAN, prices: [] });
}

async function casesOf(tests) {
  const generated = await Promise.all(
    tests.map(({ path, config }) => {
      const name = path.split(':').at(-1);
      return name === 'battery'
        ? batteryTests(config)
        : generate(benchmarkOfGenerator(name), config);
    }),
  );
  return generated.flat().map(({ vars }) => vars.case);
}

function testOf(generator, config) {
  return { path: `file://index.js:${generator}`, config };
}

function testsOf(text) {
  return parse(text).tests;
}

function read(path) {
  return readFileSync(join(import.meta.dirname, '..', path), 'utf8');
}

/** What `init` writes without options. */
function initConfig() {
  const { options } = program.commands.find((command) => command.name() === 'init');
  const [lengths, seeds] = ['--lengths', '--seeds'].map(
    (flag) => options.find(({ long }) => long === flag).defaultValue,
  );
  return newConfig({
    providers: [],
    lengths,
    seeds,
    index: 'index.js',
    file: 'promptfooconfig.yaml',
  });
}
