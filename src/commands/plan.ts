import { type Command, Option } from 'commander';
import { ALPHA, detectedDrop, PLANNED } from '../base/defaults.js';
import { withProgress } from '../base/progress.js';
import { jsonText } from '../base/safe-output.js';
import { redactText, withoutSecrets } from '../base/secrets.js';
import { say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { Document } from '../measuring/document/document.js';
import { makePlan } from '../measuring/planning/plan.js';
import { planDocument } from '../measuring/planning/plan-document.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import type { PlannedSuite } from '../measuring/planning/suite.js';
import { testsPlanDocument } from '../measuring/planning/tests-plan.js';
import { seenIn } from '../measuring/planning/thinking.js';
import {
  advanced,
  configOption,
  detectOption,
  maxDropOption,
  priceOption,
  shareArgument,
  thinkingOption,
} from './arguments.js';
import { jsonOption, type OutFlags, outOption, outsOf, writeDocument } from './document-files.js';
import { BASELINE, defaultBaseline } from './latest.js';
import { baselineAt, isBaseline, languagesOfSuite, sourcesOf } from './sources.js';
import { readSuite } from './suite/read-suite.js';
import { testsPlan } from './tests-plan.js';

export function add(program: Command): void {
  program
    .command('plan')
    .summary('Show what a run will cost and what it can detect')
    .description('Show what your config will cost and which drop it can detect. Sends nothing.')
    .argument('[results...]', 'results of your tests, to plan their repeats')
    .addOption(configOption())
    .addOption(priceOption())
    .addOption(
      new Option('--baseline <file>', 'baseline to take recall from').default(undefined, BASELINE),
    )
    .addOption(maxDropOption())
    .addOption(thinkingOption())
    .addOption(detectOption())
    .addOption(
      advanced('--recall <recall>', 'recall before the drop')
        .argParser(shareArgument)
        .default(PLANNED.recall),
    )
    .addOption(
      advanced('--icc <share>', 'correlation of the facts of a prompt, 0 to 1').argParser(
        shareArgument,
      ),
    )
    .addOption(outOption())
    .addOption(jsonOption())
    .action(plan);
}

/** Options that have no effect with results. */
const FOR_CONFIGS = ['config', 'baseline', 'thinking', 'icc'] as const;

interface PlanFlags extends OutFlags {
  config?: string[];
  price: GivenPrice[];
  thinking?: number;
  detect?: number;
  recall: number;
  icc?: number;
  baseline?: string;
  maxDrop: number;
}

async function plan(args: string[], flags: PlanFlags): Promise<void> {
  outsOf(flags, WRITTEN);
  const [results] = args;
  if (results !== undefined && !results.startsWith('-')) {
    await planTests(args, flags);
    return;
  }
  const config = args.find((arg) => /^(-c|--config)(=|$)/.test(arg));
  if (config !== undefined) {
    throw new UserError(
      `plan takes ${config} before --, for example \`plan -c a.yaml -- --repeat 3\`.`,
    );
  }
  const file = flags.baseline ?? defaultBaseline();
  const baseline = file === undefined ? undefined : await baselineAt(file);
  const suite = await withSeen(
    await withProgress(say`Reading the config`, () => readSuite(flags.config ?? [], args)),
    flags.baseline,
  );
  speakTheirs(languagesOfSuite(suite));
  const { price: prices, recall, maxDrop, detect: drop = detectedDrop(maxDrop) } = flags;
  const { icc = PLANNED.icc } = flags;
  const assumed = { recall, icc };
  const options = { prices, ...assumed, drop, alpha: ALPHA, maxDrop, thinking: flags.thinking };
  const planned = () => makePlan(suite, { ...options, ...(baseline && { baseline }) });
  // The default baseline may be of other prompts.
  const found =
    flags.baseline === undefined
      ? withoutMistake(planned, () => makePlan(suite, options))
      : planned();
  const configs = (flags.config ?? []).flatMap((config) => ['-c', config]);
  const json = { ...found, notes: suite.englishNotes ?? found.notes };
  await write(flags, json, () => planDocument(found, assumed, configs));
}

/** Falls back where the first fails by a mistake of the user's. */
function withoutMistake<T>(act: () => T, otherwise: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) return otherwise();
    throw error;
  }
}

/** Adds to each provider what its answers took, if the baseline is results, which record that. */
async function withSeen(suite: PlannedSuite, file: string | undefined): Promise<PlannedSuite> {
  if (file === undefined || isBaseline(file)) return suite;
  const sources = await sourcesOf([file], []);
  const rows = sources.flatMap((source) => source.rows);
  const tests = sources.flatMap((source) => source.tests);
  const providers = suite.providers.map((one) => {
    const name = redactText(one.label || one.id);
    const own = tests.filter(({ provider }) => provider === name);
    return {
      ...{ ...one, seen: seenIn(rows.filter(({ provider }) => provider === name)) },
      seenOwn: seenIn(
        own.flatMap(({ error, size }) => (error || !size ? [] : { outputTokens: size.answer })),
      ),
    };
  });
  return { ...suite, providers };
}

const FORMAT = 'promptfoo-counting-stars plan';

const WRITTEN = {
  ...{ kind: 'plan', titles: [() => say`Plan`] },
  json: `"format": "${FORMAT}"`,
};

/** Writes a plan without keys. */
function write(flags: PlanFlags, found: object, document: () => Document): Promise<void> {
  const { files } = outsOf(flags, WRITTEN);
  const json = () => jsonText(withoutSecrets({ format: FORMAT, ...found }));
  return writeDocument(document(), json, { files, isJson: flags.json });
}

async function planTests(files: readonly string[], flags: PlanFlags): Promise<void> {
  const config = files.find((file) => /\.(ya?ml|[cm]?[jt]s)$/.test(file));
  if (config !== undefined)
    throw new UserError(`${config} is a config. Pass it with -c ${config}.`);
  const option = FOR_CONFIGS.find((name) => flags[name] !== undefined);
  const other = option === undefined ? files.find((file) => file.startsWith('-')) : `--${option}`;
  if (other !== undefined) {
    throw new UserError(`${files[0]} can't be combined with ${other}. Leave one of them out.`);
  }
  const drop = flags.detect ?? detectedDrop(flags.maxDrop);
  const found = await testsPlan(files, { drop, alpha: ALPHA, prices: flags.price });
  await write(flags, found, () => testsPlanDocument(found, files));
}
