import type { Command } from 'commander';
import { print } from '../base/doors.js';
import type { NoteProcess } from '../base/files/folder-lock.js';
import { redactText } from '../base/secrets.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { Progress } from '../extras/search/recheck/recheck.js';
import type { RecheckState } from '../extras/search/recheck/recheck-state.js';
import type { Budget } from '../measuring/planning/budget.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import type { BaselineFile } from '../measuring/results/baseline/baseline.js';
import { EXIT_CODES } from '../measuring/verdicts/gate/exit-codes.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import {
  allowing,
  allowOption,
  budgetArgument,
  priceOption,
  retriesArgument,
  thinkingOption,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { consent, LIMITS, mustAsk } from './consent.js';
import { assertFormats, type FormatFlags } from './format-files.js';
import {
  addComparison,
  addOutputs,
  type ComparisonFlags,
  comparisonOf,
  gateMarks,
  output,
} from './gate-options.js';
import { refuseArguments, refuseChanges } from './search-arguments.js';
import { baselineAt, languagesOfBaselines } from './sources.js';

/** Where a recheck keeps its state and its results. */
const FOLDER = 'counting-stars-recheck';

const RETRIES = 2;

export function addRecheck(program: Command): void {
  const command = program
    .command('recheck')
    .description('ask prompts of a baseline until a drop is shown or excluded, within a budget')
    .argument('[options...]', 'options of `promptfoo eval`, behind --')
    .option('-c, --config <files...>', 'configs, as for `promptfoo eval`')
    .option('--baseline <file>', 'a file of `baseline`, or results of promptfoo')
    .option(
      '--budget <amount>',
      'what is never exceeded: US dollars (20), or tokens of prompts (5M)',
      budgetArgument,
    )
    .addOption(priceOption())
    .addOption(thinkingOption());
  addComparison(command)
    .addOption(
      allowOption({
        errors: 'failed calls',
        missing: 'prompts and models of the baseline that the config lacks',
        changed: 'the changed model or prompt is what you test',
      }),
    )
    .option('--retries <number>', 'how often a failed call is retried', retriesArgument, RETRIES)
    .option('-o, --out <folder>', 'state and results', FOLDER)
    .option('--resume', 'continue the recheck in the --out folder')
    .option('--yes', 'do not ask before spending');
  addOutputs(command).action(recheckCommand);
}

interface RecheckFlags extends ComparisonFlags, FormatFlags {
  config?: string[];
  baseline?: string;
  budget?: Budget;
  price: GivenPrice[];
  thinking?: number;
  allow: Allowed[];
  retries: number;
  out: string;
  resume?: boolean;
  yes?: boolean;
}

async function recheckCommand(
  args: string[],
  flags: RecheckFlags,
  command: Command,
): Promise<void> {
  refuseArguments('recheck', args);
  assertFormats(flags, gateMarks());
  const { inLockedFolder } = await import('../base/files/folder-lock.js');
  await inLockedFolder(flags.out, (note) => rechecked(args, flags, command, note));
}

async function rechecked(
  args: string[],
  flags: RecheckFlags,
  command: Command,
  note: NoteProcess,
): Promise<void> {
  const [states, { promptfooAsker, recheck }, words, news] = await Promise.all([
    import('../extras/search/recheck/recheck-state.js'),
    import('../extras/search/recheck/recheck.js'),
    import('../extras/search/recheck/expectation.js'),
    import('./new-recheck.js'),
  ]);
  const { out: folder, resume, yes } = flags;
  if (!resume && states.hasRecheck(folder)) {
    throw new UserError(
      `There is a recheck in "${folder}" already. Go on with it by --resume, or name another folder with --out.`,
    );
  }
  const before = resume ? states.readRecheck(folder) : undefined;
  if (before) refuseChanges('recheck', command, args);
  const budget = before?.budget ?? flags.budget;
  const asks = mustAsk({ ...(yes && { yes }), ...(budget && { budget }) }, LIMITS);
  const file = before?.baseline.file ?? flags.baseline;
  if (file === undefined) {
    throw new UserError(
      'There is nothing to compare with: give `--baseline baseline.json`, a file that `baseline` has written.',
    );
  }
  const baseline = await baselineAt(file);
  speakTheirs(languagesOfBaselines([baseline]));
  if (before && before.baseline.digest !== news.baselineDigest(file)) {
    throw new UserError(
      `${file} is another one than when the recheck in "${folder}" began. Restore it, or start another recheck with ` +
        'another --out.',
    );
  }
  const state = before ?? (await started(file, baseline, args, flags));
  const tell = (text: string) => print(process.stderr, redactText(`${text}\n`));
  const readerOf = (provider: RecheckState['providers'][number]) =>
    news.readersIn(baseline, provider, state.limits.providers)[0];
  const expectations = words.expectationsOf(state, baseline, readerOf);
  assertPriced(state, expectations);
  tell(words.announcement(state, expectations));
  if (asks) await consent();
  const result = await recheck(
    folder,
    { ...state, retries: flags.retries },
    baseline,
    promptfooAsker(askingSide, note),
    (progress) => tell(progressLine(progress, words.spendingText)),
  );
  await output(result, flags);
  process.exitCode = EXIT_CODES[result.verdict];
}

async function started(
  file: string,
  baseline: BaselineFile,
  args: string[],
  flags: RecheckFlags,
): Promise<RecheckState> {
  const [{ readSuite }, { newRecheck }, { assertPricesMatch }, { withThinking }, { withProgress }] =
    await Promise.all([
      import('./suite/read-suite.js'),
      import('./new-recheck.js'),
      import('../measuring/planning/prices.js'),
      import('../measuring/planning/thinking.js'),
      import('../base/progress.js'),
    ]);
  const { config: configs = [], price: prices, budget = {}, retries, measure: measures } = flags;
  const allow = allowing(flags.allow);
  const suite = await withProgress(say`Reading the config`, () => readSuite(configs, args));
  assertPricesMatch(prices, suite.providers);
  const providers = withThinking(suite.providers, flags.thinking);
  return newRecheck({ ...suite, providers }, baseline, {
    ...{ configs, args, prices, budget, retries, file },
    limits: { ...comparisonOf(flags), allow },
    ...(measures && { measures }),
  });
}

/** Money that nobody can count is no limit. */
function assertPriced(
  { budget }: RecheckState,
  expectations: readonly { provider: string; all: { dollars?: number } }[],
): void {
  if (budget.dollars === undefined) return;
  const unpriced = expectations.find(({ all }) => all.dollars === undefined);
  if (!unpriced) return;
  throw new UserError(
    `--budget is $${budget.dollars}, but the price of ${redactText(unpriced.provider)} is not known. Give it with --price, ` +
      'for example --price "my model=0.5/1.5", or give the budget in tokens, for example --budget 2M.',
  );
}

/** One line after a look. */
function progressLine(
  { look, spent, standings }: Progress,
  spendingText: (spent: Progress['spent']) => string,
): string {
  const states = standings.map(({ provider, ending, next }) => {
    const state = ending ? endingText(ending) : say`${sayCount(next.length, 'prompt')} more`;
    return `${provider} ${state}`;
  });
  return say`Look ${look}: ${[spendingText(spent), ...states].join(' · ')}`;
}

function endingText(ending: NonNullable<Progress['standings'][number]['ending']>): string {
  return {
    failed: () => say`failed`,
    excluded: () => say`passed`,
    all: () => say`asked all`,
  }[ending]();
}
