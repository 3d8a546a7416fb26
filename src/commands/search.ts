/** Searches the longest prompt that each model handles reliably. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { inLockedFolder, type NoteProcess } from '../base/files/folder-lock.js';
import { writeWhole } from '../base/files/whole-files.js';
import { withProgress } from '../base/progress.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { type SearchLimits, search } from '../extras/search/search.js';
import { searchDocument } from '../extras/search/search-document.js';
import { resultJson } from '../extras/search/search-json.js';
import { announcement, progressLine } from '../extras/search/search-progress.js';
import { type SearchResult, searchResult, searchVerdict } from '../extras/search/search-result.js';
import {
  assertFree,
  begin,
  hasSearch,
  PAGE_FILE,
  RESULT_FILE,
  readState,
  type SearchState,
} from '../extras/search/search-state.js';
import { expectedTokens, gridTokens, spendingOf } from '../extras/search/spending.js';
import { assertPricesMatch, type GivenPrice } from '../measuring/planning/prices.js';
import { withThinking } from '../measuring/planning/thinking.js';
import { EXIT_CODES } from '../measuring/verdicts/gate/exit-codes.js';
import {
  advanced,
  configOption,
  PROMPTFOO_OPTIONS,
  priceWords,
  retriesOption,
  type SpendingFlags,
  seedOption,
  spendingOptions,
  thinkingOption,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { assertPriced, consent, mustAsk } from './consent.js';
import {
  jsonOption,
  type OutFlags,
  outFolderOption,
  outsOf,
  writeDocument,
} from './document-files.js';
import { newSearch } from './new-search.js';
import { refuseArguments, refuseChanges } from './sending-arguments.js';
import { readSuite } from './suite/read-suite.js';
import { configuredConcurrency, configuredPace } from './suite/repeat.js';

/** Where a search keeps its state, its results and its page. */
const FOLDER = 'counting-stars-search';

export function add(program: Command): void {
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
      new Option(
        '--at-least <tokens>',
        'only test whether models are reliable at this length',
      ).argParser(tokensArgument),
    )
    .option('--metric <name>', 'recall, or a metric of your assertions')
    .addOption(thresholdOption())
    .addOption(advanced('--generator <name>', 'only this generator of the config'))
    .addOption(thinkingOption())
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
  atLeast?: number;
  threshold: number;
  price: GivenPrice[];
  thinking?: number;
  seed: number;
  retries: number;
  resume?: boolean;
}

/** Where a search writes to: its folder, and files that the user names. */
interface Outs {
  folder: string;
  isUsualFolder: boolean;
  files: readonly string[];
  isJson: boolean | undefined;
}

async function searchCommand(args: string[], flags: SearchFlags, command: Command): Promise<void> {
  refuseArguments('search', args);
  const written = { kind: 'search', titles: [() => say`Search`] };
  const outs = outsOf(flags, { ...written, json: '{\n  "format": 1,\n  "series": ' }, FOLDER);
  const asks = !flags.dryRun && mustAsk(flags);
  const { folder } = outs;
  await inLockedFolder(folder, async (note) => {
    const state = await stateOf(args, flags, command, folder);
    const to = { ...outs, isUsualFolder: folder === FOLDER, isJson: flags.json };
    await searched(state, flags, { asks, note, to });
  });
}

/** Starts a search, or reads the one that goes on. */
async function stateOf(
  args: string[],
  flags: SearchFlags,
  command: Command,
  folder: string,
): Promise<SearchState> {
  if (flags.resume) {
    const state = readState(folder);
    refuseChanges('search', command, args);
    return state;
  }
  if (hasSearch(folder)) {
    throw new UserError(
      `${folder} already has a search. Continue it with --resume, or pass another --out.`,
    );
  }
  assertFree(folder);
  const { config: configs = [], generator, from, to, metric, threshold, seed, price } = flags;
  const suite = await withProgress(say`Reading the config`, () => readSuite(configs, args));
  assertPricesMatch(price, suite.providers);
  const providers = withThinking(suite.providers, flags.thinking);
  return newSearch(
    { ...suite, providers },
    {
      ...{ configs, args, threshold, seed, prices: price },
      ...(generator !== undefined && { generator }),
      ...(from !== undefined && { shortest: from }),
      ...(to !== undefined && { longest: to }),
      ...(metric !== undefined && { measure: metric }),
      batch: await configuredConcurrency(configs, args),
    },
  );
}

async function searched(
  state: SearchState,
  { atLeast, budget = {}, retries, dryRun }: SearchFlags,
  { asks, note, to }: { asks: boolean; note: NoteProcess; to: Outs },
): Promise<void> {
  speakTheirs(state.languages);
  if (atLeast !== undefined && !(atLeast >= state.shortest && atLeast <= state.longest)) {
    throw new UserError(
      `--at-least is ${atLeast}, but this search goes from ${state.shortest} to ${state.longest} tokens. ` +
        'Pass a length in between, or start a search with another --from or --to.',
    );
  }
  const limits: SearchLimits = {
    ...(atLeast !== undefined && { atLeast }),
    maxTokens:
      budget.tokens === undefined
        ? gridTokens(state)
        : Math.floor(budget.tokens / state.providers.length),
    maxCost: budget.dollars ?? Number.POSITIVE_INFINITY,
    retries,
  };
  const { maxTokens, maxCost } = limits;
  const most = spendingOf(state, maxTokens, maxCost, 'most');
  assertPriced(budget, most.cost);
  const tell = (text: string) => print(process.stderr, redactText(`${text}\n`));
  const usual = Math.min(maxTokens, expectedTokens(state, atLeast));
  tell(announcement(state, limits, spendingOf(state, usual, maxCost, 'count'), most));
  if (dryRun) return;
  if (asks) await consent();
  begin(to.folder, state);
  const pace = await configuredPace(state.configs, state.args);
  const asking = { half: askingSide, onStart: note, ...pace };
  const models = await search(to.folder, state, limits, asking, (progress) =>
    tell(progressLine(progress)),
  );
  const result = searchResult(state, models);
  if (atLeast !== undefined) process.exitCode = EXIT_CODES[searchVerdict(result)];
  await writeResult(result, state, to);
}

async function writeResult(
  result: SearchResult,
  { configs, args, prices }: SearchState,
  { folder, isUsualFolder, files, isJson }: Outs,
): Promise<void> {
  const page = join(folder, PAGE_FILE);
  const json = resultJson(result);
  writeWhole(join(folder, RESULT_FILE), json);
  const options = [...configs.flatMap((config) => ['-c', config]), ...priceWords(prices)];
  const document = searchDocument(result, { folder, isUsualFolder, args, options });
  await writeDocument(document, () => json, { files: [page, ...files], isJson });
  print(isJson ? process.stderr : process.stdout, redactText(`\n${say`Page: ${page}`}\n`));
}
