import { type Command, Option } from 'commander';
import type { NoteProcess } from '../base/files/folder-lock.js';
import { writeWhole } from '../base/files/whole-files.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { SearchLimits } from '../extras/search/search.js';
import type { SearchResult } from '../extras/search/search-result.js';
import type { SearchState } from '../extras/search/search-state.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import { SEARCH_PROMPTS } from '../measuring/planning/search-size.js';
import { EXIT_CODES } from '../measuring/verdicts/gate/exit-codes.js';
import {
  advanced,
  configOption,
  countArgument,
  PROMPTFOO_OPTIONS,
  priceWords,
  ratioArgument,
  retriesOption,
  type SpendingFlags,
  seedOption,
  shareArgument,
  spendingOptions,
  thinkingOption,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { consent, mustAsk } from './consent.js';
import {
  jsonOption,
  type OutFlags,
  outFolderOption,
  outsOf,
  writeDocument,
} from './document-files.js';
import { refuseArguments, refuseChanges } from './search-arguments.js';

/** Where a search keeps its state, its results and its page. */
const FOLDER = 'counting-stars-search';

/** High bound by low bound at which a search is done. */
const WITHIN = 2;

/** A difference of recall that hardly matters. */
const TOLERANCE = 0.02;

export function addSearch(program: Command): void {
  const command = program
    .command('search')
    .summary('Find the longest prompt a model handles reliably')
    .description(
      'Find the longest prompt each model handles reliably, with as few prompts as possible.',
    )
    .usage('[options] -- [promptfoo options]')
    .argument('[options...]', PROMPTFOO_OPTIONS)
    .addOption(configOption())
    .option('--from <tokens>', "shortest prompt (default: the config's)", tokensArgument)
    .option('--to <tokens>', "longest prompt (default: the config's)", tokensArgument)
    .addOption(
      new Option('--at-least <tokens>', 'only test whether models are reliable at this length')
        .argParser(tokensArgument)
        .conflicts('within'),
    )
    .option('--metric <name>', 'recall, or a metric of your assertions')
    .addOption(thresholdOption())
    .addOption(
      advanced('--within <ratio>', 'done when high / low bound is at most this')
        .argParser(ratioArgument)
        .default(WITHIN),
    )
    .addOption(
      advanced(
        '--tolerance <recall>',
        `done when known for the threshold ± this (${TOLERANCE})`,
      ).argParser(shareArgument),
    )
    .addOption(advanced('--generator <name>', 'only this generator of the config'))
    .addOption(advanced('--max-prompts <number>', 'prompts per model').argParser(countArgument))
    .addOption(thinkingOption())
    .addOption(
      advanced('--batch <number>', 'prompts at once (default: that of promptfoo)').argParser(
        countArgument,
      ),
    )
    .addOption(seedOption('another seed sends other prompts'))
    .addOption(retriesOption());
  for (const option of spendingOptions()) command.addOption(option);
  command
    .option('--resume', 'continue an interrupted search')
    .addOption(outFolderOption(FOLDER))
    .addOption(jsonOption())
    .action(searchCommand);
}

interface SearchFlags extends SpendingFlags, OutFlags {
  config?: string[];
  generator?: string;
  from?: number;
  to?: number;
  metric?: string;
  maxPrompts?: number;
  within: number;
  tolerance?: number;
  atLeast?: number;
  threshold: number;
  price: GivenPrice[];
  thinking?: number;
  batch?: number;
  seed: number;
  retries: number;
  resume?: boolean;
}

async function searchCommand(args: string[], flags: SearchFlags, command: Command): Promise<void> {
  refuseArguments('search', args);
  const written = { kind: 'search', titles: [() => say`Search`] };
  const outs = outsOf(flags, { ...written, json: '{\n  "format": 1,\n  "series": ' }, FOLDER);
  const asks = !flags.dryRun && mustAsk(flags);
  const { inLockedFolder } = await import('../base/files/folder-lock.js');
  await inLockedFolder(outs.folder, (note) =>
    searched(args, flags, command, { asks, note, ...outs }),
  );
}

async function searched(
  args: string[],
  flags: SearchFlags,
  command: Command,
  {
    asks,
    note,
    folder,
    files,
  }: { asks: boolean; note: NoteProcess; folder: string; files: readonly string[] },
): Promise<void> {
  const [states, { search }, results, { announcement, progressLine }] = await Promise.all([
    import('../extras/search/search-state.js'),
    import('../extras/search/search.js'),
    import('../extras/search/search-result.js'),
    import('../extras/search/search-progress.js'),
  ]);
  const { resume } = flags;
  if (!resume && states.hasSearch(folder)) {
    throw new UserError(
      `${folder} already has a search. Continue it with --resume, or pass another --out.`,
    );
  }
  if (!resume) states.assertFree(folder);
  const state = resume ? states.readState(folder) : await started(args, flags);
  speakTheirs(state.languages);
  if (resume) refuseChanges('search', command, args);
  const { atLeast, within, budget = {} } = flags;
  if (atLeast !== undefined && !(atLeast >= state.shortest && atLeast <= state.longest)) {
    throw new UserError(
      `--at-least is ${atLeast}, but this search goes from ${state.shortest} to ${state.longest} tokens. ` +
        'Pass a length in between, or start a search with another --from or --to.',
    );
  }
  const [{ gridTokens, spendingOf }, { configuredPace }] = await Promise.all([
    import('../extras/search/spending.js'),
    import('./suite/repeat.js'),
  ]);
  const limits: SearchLimits = {
    within,
    tolerance: toleranceOf(flags, state.threshold),
    ...(atLeast !== undefined && { atLeast }),
    maxTokens:
      budget.tokens === undefined
        ? gridTokens(state)
        : Math.floor(budget.tokens / state.providers.length),
    maxPrompts: flags.maxPrompts ?? Number.POSITIVE_INFINITY,
    maxCost: budget.dollars ?? Number.POSITIVE_INFINITY,
    retries: flags.retries,
  };
  const tell = (text: string) => print(process.stderr, redactText(`${text}\n`));
  const most = spendingOf(state, limits.maxTokens, limits.maxPrompts, limits.maxCost, 'most');
  if (budget.dollars !== undefined && most.cost === undefined) {
    throw new UserError(
      `--budget is $${budget.dollars}, but the price of a model is unknown. Pass --price 2/8, or a budget in ` +
        'tokens such as --budget 5M.',
    );
  }
  const expected = spendingOf(
    state,
    Math.min(limits.maxTokens, expectedTokens(state, limits)),
    limits.maxPrompts,
    limits.maxCost,
    'count',
  );
  tell(announcement(state, limits, expected, most));
  if (flags.dryRun) return;
  if (asks) await consent();
  states.begin(folder, state);
  const onRound: Parameters<typeof search>[4] = (progress) => tell(progressLine(progress));
  const asking = {
    half: askingSide,
    onStart: note,
    ...(await configuredPace(state.configs, state.args)),
  };
  const models = await search(folder, state, limits, asking, onRound);
  const result = results.searchResult(state, models);
  if (atLeast !== undefined) process.exitCode = EXIT_CODES[results.searchVerdict(result)];
  await writeResult(folder, result, state, { files, isJson: flags.json });
}

async function started(args: string[], flags: SearchFlags): Promise<SearchState> {
  const [
    { readSuite },
    { newSearch },
    { configuredConcurrency },
    { assertPricesMatch },
    { withThinking },
    { withProgress },
  ] = await Promise.all([
    import('./suite/read-suite.js'),
    import('./new-search.js'),
    import('./suite/repeat.js'),
    import('../measuring/planning/prices.js'),
    import('../measuring/planning/thinking.js'),
    import('../base/progress.js'),
  ]);
  const {
    config: configs = [],
    generator,
    from: shortest,
    to: longest,
    metric: measure,
    threshold,
    seed,
    price: prices,
  } = flags;
  const suite = await withProgress(say`Reading the config`, () => readSuite(configs, args));
  assertPricesMatch(prices, suite.providers);
  const providers = withThinking(suite.providers, flags.thinking);
  return newSearch(
    { ...suite, providers },
    {
      configs,
      args,
      ...(generator !== undefined && { generator }),
      ...(shortest !== undefined && { shortest }),
      ...(longest !== undefined && { longest }),
      ...(measure !== undefined && { measure }),
      threshold,
      seed,
      batch: flags.batch ?? (await configuredConcurrency(configs, args)),
      prices,
    },
  );
}

/**
 * The tolerance that was asked for, or the usual one.
 *
 * @throws {UserError} where it leaves no recall between the threshold and 0 or 1
 */
export function toleranceOf(
  { tolerance }: Pick<SearchFlags, 'tolerance'>,
  threshold: number,
): number {
  const room = Math.min(threshold, 1 - threshold);
  if (tolerance === undefined) return Math.min(TOLERANCE, room / 2);
  if (tolerance < room) return tolerance;
  throw new UserError(
    `--tolerance is ${tolerance}, but the threshold ${threshold} is ${Number(room.toFixed(6))} from ` +
      `${threshold < 0.5 ? 0 : 1}. Give a smaller --tolerance, such as ${Number((room / 2).toFixed(6))}.`,
  );
}

/**
 * What a search takes in the middle, in longest prompts (docs/method/search.md): more, the narrower the interval
 * is to be.
 */
export function expectedTokens({ longest, cells }: SearchState, { within, atLeast }: SearchLimits) {
  if (atLeast !== undefined) return MEDIAN_AT_LEAST * atLeast * cells;
  return (SEARCH_PROMPTS.half * longest * cells) / Math.log2(Math.min(within, 4)) ** 1.4;
}

const MEDIAN_AT_LEAST = 6;

async function writeResult(
  folder: string,
  result: SearchResult,
  { configs, args, prices }: SearchState,
  { files, isJson }: { files: readonly string[]; isJson: boolean | undefined },
): Promise<void> {
  const [{ searchDocument }, { resultJson }, { PAGE_FILE, RESULT_FILE }, { join }] =
    await Promise.all([
      import('../extras/search/search-document.js'),
      import('../extras/search/search-json.js'),
      import('../extras/search/search-state.js'),
      import('node:path'),
    ]);
  const page = join(folder, PAGE_FILE);
  writeWhole(join(folder, RESULT_FILE), resultJson(result));
  await writeDocument(
    searchDocument(result, {
      ...{ folder, isUsualFolder: folder === FOLDER, args },
      options: [...configs.flatMap((config) => ['-c', config]), ...priceWords(prices)],
    }),
    () => resultJson(result),
    {
      ...{ files: [page, ...files], isJson },
    },
  );
  print(isJson ? process.stderr : process.stdout, redactText(`\n${say`Page: ${page}`}\n`));
}
