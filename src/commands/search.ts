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
  budgetArgument,
  countArgument,
  priceOption,
  ratioArgument,
  retriesArgument,
  shareArgument,
  thinkingOption,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { consent, LIMITS, mustAsk, type SpendingFlags } from './consent.js';
import { jsonOption, type OutFlags, outOption, outsOf, writeDocument } from './document-files.js';
import { refuseArguments, refuseChanges } from './search-arguments.js';

/** Where a search keeps its state, its results and its page. */
const FOLDER = 'counting-stars-search';

/** High bound by low bound at which a search is done. */
const WITHIN = 2;

/** A difference of recall that hardly matters. */
const TOLERANCE = 0.02;

const RETRIES = 2;

/** Seed of the search's own seeds. */
const SEED = 1;

export function addSearch(program: Command): void {
  program
    .command('search')
    .description('find the longest prompt each model handles reliably')
    .argument('[options...]', 'options of `promptfoo eval`, after --')
    .option('-c, --config <files...>', 'configs, as for `promptfoo eval`')
    .option('--generator <name>', 'search with only this generator of the config')
    .option('--shortest <tokens>', "shortest prompt (default: the config's)", tokensArgument)
    .option('--longest <tokens>', "longest prompt (default: the config's)", tokensArgument)
    .option('--within <ratio>', 'done when high / low bound is at most this', ratioArgument, WITHIN)
    .addOption(
      new Option('--at-least <tokens>', 'only test whether models are reliable at this length')
        .argParser(tokensArgument)
        .conflicts('within'),
    )
    .option(
      '--tolerance <recall>',
      'done when the length is known for a recall within the threshold ± this; 0: for the threshold alone ' +
        `(default: ${TOLERANCE}, or half of what the threshold is from 0 or 1)`,
      shareArgument,
    )
    .option('--measure <name>', 'search by this metric of your own assertions instead of recall')
    .addOption(thresholdOption('recall below which the reliable length ends'))
    .option(
      '--budget <amount>',
      'limit for all providers together: US dollars (20), or tokens of prompts (5M), of which each has an equal share ' +
        '(default: the tokens of a full grid)',
      budgetArgument,
    )
    .option('--max-prompts <number>', 'limit of prompts, for each provider', countArgument)
    .addOption(priceOption())
    .addOption(thinkingOption())
    .option(
      '--batch <number>',
      "prompts of a provider in a round (default: promptfoo's concurrency)",
      countArgument,
    )
    .option('--seed <number>', 'another seed sends other prompts', countArgument, SEED)
    .option('--retries <number>', 'how often a failed call is retried', retriesArgument, RETRIES)
    .addOption(
      outOption(
        `folder of state, results and page (default: ${FOLDER}), or a file: .html, .md, .json, .xml or .csv; may be repeated`,
      ),
    )
    .option('--resume', 'continue the search in the --out folder')
    .option('--yes', 'skip the question before spending')
    .addOption(jsonOption())
    .action(searchCommand);
}

interface SearchFlags extends SpendingFlags, OutFlags {
  config?: string[];
  generator?: string;
  shortest?: number;
  longest?: number;
  measure?: string;
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
  const written = { kind: 'search', title: () => say`Search` };
  const outs = outsOf(flags, { ...written, json: '{\n  "format": 1,\n  "series": ' }, FOLDER);
  const asks = mustAsk(flags, LIMITS);
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
      `--at-least is ${atLeast}, but this search goes from ${state.shortest} to ${state.longest} tokens. Ask ` +
        'about a length in between, or start a search with another --shortest or --longest.',
    );
  }
  const { gridTokens, spendingOf } = await import('../extras/search/spending.js');
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
      `--budget is $${budget.dollars}, but the price of a provider is not known. Give it with --price, ` +
        'for example --price "my model=0.5/1.5", or give the budget in tokens, for example --budget 5M.',
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
  if (asks) await consent();
  states.begin(folder, state);
  const onRound: Parameters<typeof search>[4] = (progress) => tell(progressLine(progress));
  const readers = await search(folder, state, limits, askingSide, onRound, note);
  const result = results.searchResult(state, readers);
  if (atLeast !== undefined) process.exitCode = EXIT_CODES[results.verdictOf(result)];
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
    shortest,
    longest,
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
      ...(flags.measure !== undefined && { measure: flags.measure }),
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
 * What a search takes in the middle, in longest prompts (docs/search.md): more, the narrower the interval
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
  { configs, args }: SearchState,
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
      options: configs.flatMap((config) => ['-c', config]),
    }),
    () => resultJson(result),
    {
      ...{ files: [page, ...files], isJson },
    },
  );
  print(isJson ? process.stderr : process.stdout, redactText(`\n${say`Page: ${page}`}\n`));
}
