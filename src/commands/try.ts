/** Tests a model with a few prompts, in a project that is thrown away. */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { z } from 'zod';
import { DEFAULT_THRESHOLD } from '../base/defaults.js';
import { isFile } from '../base/files/files.js';
import { inLockedFolder, type NoteProcess } from '../base/files/folder-lock.js';
import { readKept, STATE_VERSION } from '../base/files/kept-state.js';
import { inTemporaryFolder } from '../base/files/temporary-folder.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say, sayCount } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import { DEFAULT_PLAN, makePlan } from '../measuring/planning/plan.js';
import { planDocument } from '../measuring/planning/plan-document.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import type { PlannedSuite } from '../measuring/planning/suite.js';
import { seenIn } from '../measuring/planning/thinking.js';
import { complaintOf, runPromptfoo } from '../measuring/results/promptfoo-process.js';
import { countArgument, type SpendingFlags, spendingOptions, thinkingOption } from './arguments.js';
import { assertWithin, consent, mustAsk } from './consent.js';
import { documentText } from './document-files.js';
import { reportOn } from './report.js';
import { onlyOurs, sourcesOf } from './sources.js';
import { readSuite } from './suite/read-suite.js';

export function add(program: Command): void {
  const command = program
    .command('try')
    .summary('Test a model with six prompts, no config needed')
    .description(
      'Test a model with six prompts of 1K to 32K tokens. Shows the cost and waits for your OK.',
    )
    .argument('[provider]', 'provider ID of promptfoo (default: a free simulated model)');
  for (const option of spendingOptions()) command.addOption(option);
  command
    .option('--resume', 'add prompts to an earlier run')
    .option('--seeds <number>', 'prompts at each length', countArgument, 1)
    .addOption(thinkingOption())
    .option('-o, --out <path>', 'folder to write', 'counting-stars-try')
    .action((given: string | undefined, flags: TryFlags) =>
      inLockedFolder(flags.out, (note) => tried(given, flags, note)),
    );
}

const GENERATOR = 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars';

const LENGTHS = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** Answers where no model is named, and finds 9 of 10 facts. */
const SIMULATED_MODEL = {
  id: 'package:promptfoo-counting-stars:SimulatedReader',
  label: 'simulated model',
  config: { profile: 'forgetful', recall: 0.9 },
};

interface TryFlags extends SpendingFlags {
  price: GivenPrice[];
  thinking?: number;
  out: string;
  resume?: boolean;
  seeds: number;
}

async function tried(given: string | undefined, flags: TryFlags, note: NoteProcess): Promise<void> {
  const last = triedBefore(given, flags);
  const provider = given ?? last.provider;
  const seeds = Array.from({ length: flags.seeds }, (_, i) => last.seeds + i + 1);
  await inTemporaryFolder(async (folder) => {
    const config = writeProject(folder, provider, seeds);
    const state = join(folder, 'state');
    Object.assign(process.env, { PROMPTFOO_CONFIG_DIR: state, COUNTING_STARS_SHARD: '' });
    const before = last.files.length > 0 ? await sourcesOf(last.files, []) : [];
    if (provider !== undefined) {
      const seen = seenIn(before.flatMap(({ rows }) => rows));
      const suite = await readSuite([config]);
      const providers = suite.providers.map((one) => ({ ...one, seen }));
      await agreed({ ...suite, providers }, flags);
    }
    if (flags.dryRun) return;
    const file = join(folder, 'results.json');
    process.stderr.write(
      `${say`Sending ${sayCount(LENGTHS.length * seeds.length, 'prompt')} …`}\n`,
    );
    const args = ['--no-table', '--no-progress-bar', '--no-share', '-o', file];
    const { output } = await runPromptfoo(['eval', '-c', config, ...args], { NO_COLOR: '1' }, note);
    if (!isFile(file)) throw new UserError(complaintOf(output));
    const [source] = onlyOurs(await sourcesOf([file], []));
    const errors = source!.rows.map(({ error }) => error);
    if (!errors.includes(undefined)) throw new UserError(`No prompt was answered: ${errors[0]}`);
    const report = {
      out: [flags.out],
      threshold: DEFAULT_THRESHOLD,
      asksBy: 'try' as const,
    };
    const told = {
      name: 'promptfoo-counting-stars try',
      config: JSON.parse(readFileSync(config, 'utf8')),
    };
    const sources = [...before, source!].map((one) => ({ ...one, ...told }));
    await reportOn(sources, { files: [] }, report);
    keepTried(flags.out, file, {
      ...last,
      ...(provider !== undefined && { provider }),
      seeds: seeds.at(-1)!,
    });
  });
}

/** Writes a project with this package in it, and returns its config. */
function writeProject(
  folder: string,
  provider: string | undefined,
  seeds: readonly number[],
): string {
  mkdirSync(join(folder, 'node_modules'));
  const own = fileURLToPath(new URL('../..', import.meta.url));
  symlinkSync(own, join(folder, 'node_modules', 'promptfoo-counting-stars'), 'junction');
  const config = join(folder, 'promptfooconfig.json');
  const content = {
    description: say`A first look: six prompts of 1K to 32K tokens`,
    prompts: [{ raw: '{{prompt}}', label: 'counting-stars' }],
    providers: [provider === undefined ? SIMULATED_MODEL : fromHere(provider)],
    // Passes every test, since the share found is the result.
    tests: [{ path: GENERATOR, config: { stars: 16, lengths: LENGTHS, seeds, threshold: 0 } }],
  };
  writeFileSync(config, JSON.stringify(content));
  return config;
}

/** Resolves a provider file of the working folder, since the config is in another folder. */
function fromHere(provider: string): string | { id: string; label: string } {
  const [, kind = '', path = '', name = ''] = /^(file:\/\/|[a-z]+:)?(.*?)(:\w+)?$/s.exec(provider)!;
  return isFile(path) ? { id: `${kind}${resolve(path)}${name}`, label: provider } : provider;
}

/** Shows the cost, and asks unless it is free. */
async function agreed(
  suite: PlannedSuite,
  { price: prices, thinking, ...flags }: TryFlags,
): Promise<void> {
  const plan = {
    ...makePlan(suite, { ...DEFAULT_PLAN, prices, thinking }),
    power: [],
  };
  const document = planDocument(plan, DEFAULT_PLAN);
  const blocks = document.blocks.filter(({ kind }) => kind !== 'next');
  const text = documentText({ ...document, blocks }, process.stderr);
  const { cost, costRange, promptTokens } = plan.total;
  const hint = cost === undefined ? `\n${say`Pass --price IN/OUT to see the cost.`}` : '';
  print(process.stderr, redactText(`${text}${hint}\n\n`));
  if (flags.dryRun) return;
  assertWithin(flags.budget, { tokens: promptTokens, cost: costRange?.[1] ?? cost });
  if (cost !== 0 && mustAsk(flags)) await consent();
}

/** Keeps the state of a run next to its page, for `--resume`. */
const STATE_FILE = 'try.json';

const triedSchema = z.object({
  version: z.literal(STATE_VERSION),
  provider: z.string().exactOptional(),
  seeds: z.number().int(),
  files: z.array(z.string()),
});

/** A run: its provider, and files of answers with the seeds used so far. */
type Tried = Omit<z.infer<typeof triedSchema>, 'version'>;

/**
 * Reads the earlier run. Empty without `--resume`.
 * @throws {UserError} if there is none, it is of another provider, or its file cannot be read
 */
export function triedBefore(
  given: string | undefined,
  { out, resume }: { out: string; resume?: boolean },
): Tried {
  if (!resume) return { seeds: 0, files: [] };
  const file = join(out, STATE_FILE);
  if (!isFile(file)) {
    throw new UserError(`${out} has no run to continue. Run \`try\` without --resume first.`);
  }
  const { version: _, ...tried } = readKept(file, triedSchema, 'version', 'Run `try` again.');
  if (given !== undefined && given !== tried.provider) {
    const before = tried.provider ?? 'the simulated model';
    throw new UserError(
      `--resume continues with ${before}, not with ${given}. Leave the provider out, or choose another --out.`,
    );
  }
  return { ...tried, files: tried.files.map((name) => join(out, name)) };
}

/** Copies the answers next to the page. */
function keepTried(out: string, answers: string, { files, ...tried }: Tried): void {
  const name = `answers-${tried.seeds}.json`;
  copyFileSync(answers, join(out, name));
  const names = [...files.map((file) => basename(file)), name];
  const kept = { version: STATE_VERSION, ...tried, files: names };
  writeFileSync(join(out, STATE_FILE), `${JSON.stringify(kept)}\n`);
}
