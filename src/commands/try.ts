import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { DEFAULT_THRESHOLD, UserError } from '../case.js';
import { isFile } from '../files/files.js';
import { inTemporaryFolder } from '../files/temporary-folder.js';
import type { GivenPrice } from '../plan/prices.js';
import { redactText } from '../results/redact.js';
import { logText } from '../text/log-text.js';
import { priceOption } from './arguments.js';
import { consent, mustAsk, type SpendingFlags } from './consent.js';

/** Octaves up to what nearly every model takes: 63,000 tokens in all. */
const LENGTHS = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** Evidence that fits into the shortest prompt. */
const STARS = 16;

/** What is asked where nobody is named: a reader that loses some stars of long prompts. */
const SIMULATED_READER = {
  id: 'package:promptfoo-counting-stars:SimulatedReader',
  label: 'simulated reader',
  config: {
    profile: 'forgetful',
    curve: [
      [4000, 1],
      [32_000, 0.6],
    ],
  },
};

export function addTry(program: Command): void {
  program
    .command('try')
    .description('ask a provider six prompts of 1K to 32K tokens, and write a report')
    .argument('[provider]', 'as promptfoo names it (default: a simulated reader, free)')
    .addOption(priceOption())
    .option('--out <folder>', 'where to write the page', 'counting-stars-try')
    .option('--yes', 'do not ask before spending')
    .addHelpText(
      'after',
      `
No config is needed, and none is written. It says what the prompts cost, and
asks before it spends anything. Nothing goes into promptfoo's database.

Examples:
  promptfoo-counting-stars try
  promptfoo-counting-stars try openai:gpt-4.1
  promptfoo-counting-stars try ollama:chat:qwen3 --price 0/0
  promptfoo-counting-stars try file://mine.mjs --yes --out first-look`,
    )
    .action(tryProvider);
}

const REMEDY =
  'Providers and the keys that they need are listed at https://www.promptfoo.dev/docs/providers.';

interface TryFlags extends SpendingFlags {
  price: GivenPrice[];
  out: string;
}

async function tryProvider(provider: string | undefined, flags: TryFlags): Promise<void> {
  const [{ complaintOf }, { withProgress }, { runPromptfoo }, { sourcesOf }, { reportOn }] =
    await Promise.all([
      import('../plan/read-suite.js'),
      import('../output/progress.js'),
      import('../results/promptfoo-process.js'),
      import('../sources.js'),
      import('./report.js'),
    ]);
  const complaint = (output: string) => complaintOf(output, `could not ask ${provider}`, REMEDY);
  await inTemporaryFolder(async (folder) => {
    const config = writeProject(folder, provider);
    if (provider !== undefined) await agreed(config, provider, flags, complaint);
    const file = join(folder, 'results.json');
    const { output } = await withProgress(`Asking ${LENGTHS.length} prompts`, () =>
      runPromptfoo(
        ['eval', '-c', config, '--no-table', '--no-progress-bar', '--no-share', '-o', file],
        { PROMPTFOO_CONFIG_DIR: join(folder, 'state'), COUNTING_STARS_SHARD: '', NO_COLOR: '1' },
      ),
    );
    if (!isFile(file)) throw new UserError(complaint(output));
    const sources = await sourcesOf([file], []);
    const rows = sources.flatMap((source) => source.rows);
    const [error] = rows.flatMap((row) => row.error ?? []);
    if (rows.every((row) => row.error !== undefined)) {
      throw new UserError(`${provider} answered none of the prompts: ${error}`);
    }
    await reportOn(
      sources.map((source) => ({ ...source, name: 'promptfoo-counting-stars try' })),
      { out: flags.out, format: ['html'], threshold: DEFAULT_THRESHOLD },
    );
    process.stdout.write(
      '\nSix prompts are a first look. `promptfoo-counting-stars init` writes a config that asks more.\n',
    );
  });
}

/** A project for promptfoo with this package in it; returns its config. */
function writeProject(folder: string, provider: string | undefined): string {
  mkdirSync(join(folder, 'node_modules'));
  const own = fileURLToPath(new URL('../..', import.meta.url));
  symlinkSync(own, join(folder, 'node_modules', 'promptfoo-counting-stars'), 'junction');
  const config = join(folder, 'promptfooconfig.json');
  const generator = 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars';
  const content = {
    description: `A first look at ${provider ?? SIMULATED_READER.label}: six prompts up to 32K tokens`,
    prompts: [{ raw: '{{prompt}}', label: 'counting-stars' }],
    providers: [provider === undefined ? SIMULATED_READER : fromHere(provider)],
    tests: [
      {
        path: generator,
        // What a reader finds is what is wanted, so no test fails.
        config: { stars: STARS, lengths: LENGTHS, threshold: 0 },
      },
    ],
  };
  writeFileSync(config, JSON.stringify(content));
  return config;
}

/** A provider that is a file of the working folder, from wherever promptfoo reads its config. */
function fromHere(provider: string): string | { id: string; label: string } {
  const [, kind = '', path = '', name = ''] = /^(file:\/\/|[a-z]+:)?(.*?)(:\w+)?$/s.exec(provider)!;
  if (!isFile(path)) return provider;
  const id = `${kind}${resolve(path)}${name}`;
  return /\.(ya?ml|json)$/.test(path) ? id : { id, label: provider };
}

/** Say what it costs, and ask, unless it is free. */
async function agreed(
  config: string,
  provider: string,
  flags: TryFlags,
  complaint: (output: string) => string,
): Promise<void> {
  const [{ readSuite }, { DEFAULT_PLAN, makePlan }, { planText }, { withProgress }, { wrapped }] =
    await Promise.all([
      import('../plan/read-suite.js'),
      import('../plan/plan.js'),
      import('../plan/text.js'),
      import('../output/progress.js'),
      import('../output/terminal.js'),
    ]);
  const suite = await withProgress(`Looking for ${provider}`, () =>
    readSuite([config], [], complaint),
  );
  const plan = makePlan(suite, { ...DEFAULT_PLAN, prices: flags.price });
  const text = planText({ ...plan, power: [] }, DEFAULT_PLAN, { colour: false, width: 80 });
  const lines = `${text}\nA model that thinks before it answers costs more.\n\n`.split('\n');
  process.stderr.write(logText(redactText(lines.map((line) => wrapped(line, 80)).join('\n'))));
  if (plan.total.cost !== 0 && mustAsk(flags, '')) await consent();
}
