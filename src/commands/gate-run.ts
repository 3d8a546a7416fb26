/** `gate --run`: sends prompts of a baseline until it is decided. */
import type { Command } from 'commander';
import { inLockedFolder, type NoteProcess } from '../base/files/folder-lock.js';
import { withProgress } from '../base/progress.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import {
  mostOf,
  recheckAnnouncement,
  spendingText,
} from '../extras/search/recheck/announcement.js';
import { promptfooAsker, type RecheckProgress, recheck } from '../extras/search/recheck/recheck.js';
import {
  hasRecheck,
  type RecheckState,
  readRecheck,
} from '../extras/search/recheck/recheck-state.js';
import { assertPricesMatch } from '../measuring/planning/prices.js';
import { withThinking } from '../measuring/planning/thinking.js';
import type { BaselineFile } from '../measuring/results/baseline/baseline.js';
import type { LongContextGate } from '../measuring/verdicts/gate/gate-with-tests.js';
import { allowing } from './arguments.js';
import { askingSide } from './asking-door.js';
import { comparisonOf } from './comparison.js';
import { consent, mustAsk } from './consent.js';
import { baselineDigest, newRecheck } from './new-recheck.js';
import type { RunFlags } from './run-options.js';
import { refuseArguments, refuseChanges } from './search-arguments.js';
import { baselineAt, languagesOfBaselines } from './sources.js';
import { readSuite } from './suite/read-suite.js';
import { configuredPace } from './suite/repeat.js';

/** Send prompts of a baseline until every model is decided or the budget is spent, and judge them as the gate does. */
export async function runGate(
  args: string[],
  flags: RunFlags,
  folder: string,
  command: Command,
): Promise<{ result: LongContextGate; baseline: string } | undefined> {
  refuseArguments('gate --run', args);
  if (flags.budget === undefined && !flags.resume) {
    throw new UserError(
      'gate --run needs a limit. Pass --budget 5 (US dollars) or --budget 5M (tokens).',
    );
  }
  return inLockedFolder(folder, (note) => ran(args, flags, { folder, command, note }));
}

async function ran(
  args: string[],
  flags: RunFlags,
  { folder, command, note }: { folder: string; command: Command; note: NoteProcess },
): Promise<{ result: LongContextGate; baseline: string } | undefined> {
  const { resume } = flags;
  if (!resume && hasRecheck(folder)) {
    throw new UserError(
      `${folder} already has a run. Continue with --resume, or choose another --out.`,
    );
  }
  const before = resume ? readRecheck(folder) : undefined;
  if (before) refuseChanges('gate --run', command, args);
  const budget = before?.budget ?? flags.budget;
  const asks = !flags.dryRun && mustAsk({ ...flags, ...(budget && { budget }) });
  const file = before?.baseline.file ?? flags.baseline;
  if (file === undefined) {
    throw new UserError('Nothing to compare with. Pass --baseline FILE.');
  }
  const baseline = await baselineAt(file);
  speakTheirs(languagesOfBaselines([baseline]));
  if (before && before.baseline.digest !== baselineDigest(file)) {
    throw new UserError(
      `${file} changed since the run in ${folder} began. Restore it, or choose another --out.`,
    );
  }
  const state = before ?? (await started(file, baseline, args, flags));
  const tell = (text: string) => print(process.stderr, redactText(`${text}\n`));
  const most = mostOf(state);
  assertPriced(state, most);
  tell(recheckAnnouncement(state, most));
  if (flags.dryRun) return undefined;
  if (asks) await consent();
  const result = await recheck(
    folder,
    { ...state, retries: flags.retries },
    baseline,
    promptfooAsker({
      ...{ half: askingSide, onStart: note },
      ...(await configuredPace(state.configs, state.args)),
    }),
    (progress) => tell(progressLine(progress)),
  );
  return { result, baseline: file };
}

async function started(
  file: string,
  baseline: BaselineFile,
  args: string[],
  flags: RunFlags,
): Promise<RecheckState> {
  const { config: configs = [], price: prices, budget = {}, retries, metric: measures } = flags;
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
function assertPriced({ budget }: RecheckState, most: ReturnType<typeof mostOf>): void {
  if (budget.dollars === undefined) return;
  const unpriced = most.find(({ all }) => all.dollars === undefined);
  if (!unpriced) return;
  throw new UserError(
    `--budget is $${budget.dollars}, but the price of ${redactText(unpriced.provider)} is unknown. Pass --price 2/8, ` +
      'or a budget in tokens such as --budget 2M.',
  );
}

/** One line after a look. */
function progressLine({ look, spent, standings }: RecheckProgress): string {
  const states = standings.map(({ provider, ending, next }) => {
    const state = ending ? endingText(ending) : say`${sayCount(next.length, 'prompt')} more`;
    return `${provider} ${state}`;
  });
  return say`Round ${look}: ${[spendingText(spent), ...states].join(' · ')}`;
}

function endingText(ending: NonNullable<RecheckProgress['standings'][number]['ending']>): string {
  return {
    failed: () => say`failed`,
    excluded: () => say`passed`,
    all: () => say`all sent`,
  }[ending]();
}
