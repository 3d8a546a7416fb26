/** Tests a model with a few prompts, in a project that is thrown away. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_THRESHOLD } from '../base/defaults.js';
import { isFile } from '../base/files/files.js';
import { inLockedFolder, type NoteProcess } from '../base/files/folder-lock.js';
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
import type { SpendingFlags } from './arguments.js';
import { assertWithin, consent, mustAsk } from './consent.js';
import { documentText } from './document-files.js';
import { reportOn } from './report-run.js';
import { onlyOurs, sourcesOf } from './sources.js';
import { readSuite } from './suite/read-suite.js';
import { keepTried } from './tried.js';
import { triedBefore } from './try.js';

const GENERATOR = 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars';

const LENGTHS = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** Answers where no model is named, and finds 9 of 10 facts. */
const SIMULATED_MODEL = {
  id: 'package:promptfoo-counting-stars:SimulatedReader',
  label: 'simulated model',
  config: { profile: 'forgetful', recall: 0.9 },
};

export interface TryFlags extends SpendingFlags {
  price: GivenPrice[];
  thinking?: number;
  out: string;
  resume?: boolean;
  seeds: number;
}

export async function tryProvider(given: string | undefined, flags: TryFlags): Promise<void> {
  await inLockedFolder(flags.out, (note) => tried(given, flags, note));
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
    const [source] = await onlyOurs(await sourcesOf([file], []));
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
  const text = await documentText({ ...document, blocks }, process.stderr);
  const { cost, costRange, promptTokens } = plan.total;
  const hint = cost === undefined ? `\n${say`Pass --price IN/OUT to see the cost.`}` : '';
  print(process.stderr, redactText(`${text}${hint}\n\n`));
  if (flags.dryRun) return;
  assertWithin(flags.budget, { tokens: promptTokens, cost: costRange?.[1] ?? cost });
  if (cost !== 0 && mustAsk(flags)) await consent();
}
