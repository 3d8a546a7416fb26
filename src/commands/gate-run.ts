/** `gate --run`: sends prompts of a baseline until it is decided. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { digestOf, isFile } from '../base/files/files.js';
import { inLockedFolder, type NoteProcess } from '../base/files/folder-lock.js';
import { withProgress } from '../base/progress.js';
import { languageName } from '../base/references.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { counted } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import { caseId, haystackName, variantOf } from '../contract/case-identity.js';
import { promptfooAsker, type RecheckProgress, recheck } from '../extras/search/recheck/recheck.js';
import {
  hasRecheck,
  type RecheckProvider,
  type RecheckState,
  readRecheck,
} from '../extras/search/recheck/recheck-state.js';
import {
  mostOf,
  recheckAnnouncement,
  spendingText,
  totalOf,
} from '../extras/search/recheck/spending.js';
import { baseId } from '../extras/search/recheck/standings.js';
import { resultName } from '../extras/search/search-state.js';
import { assertPricesMatch, type GivenPrice } from '../measuring/planning/prices.js';
import type { PlannedSuite } from '../measuring/planning/suite.js';
import { withThinking } from '../measuring/planning/thinking.js';
import { type BaselineFile, wholeBaseline } from '../measuring/results/baseline/baseline.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import type { LongContextGate } from '../measuring/verdicts/gate/gate-with-tests.js';
import { allowing, type SpendingFlags } from './arguments.js';
import { askingSide } from './asking-door.js';
import { assertPriced, consent, mustAsk } from './consent.js';
import { assertClearNames } from './new-search.js';
import { refuseArguments, refuseChanges } from './sending-arguments.js';
import { baselineAt, languagesOfBaselines } from './sources.js';
import { readSuite } from './suite/read-suite.js';
import { configuredPace } from './suite/repeat.js';

export interface RunFlags extends SpendingFlags {
  config?: string[];
  baseline?: string;
  metric?: string[];
  price: GivenPrice[];
  thinking?: number;
  allow: Allowed[];
  retries: number;
  resume?: boolean;
}

interface Run {
  folder: string;
  command: Command;
  /** Which drop fails. */
  comparison: Omit<RecheckState['limits'], 'allow'>;
}

/** Sends prompts of a baseline until every model is decided or the budget is spent, and judges them as the gate does. */
export async function runGate(
  args: string[],
  flags: RunFlags,
  run: Run,
): Promise<{ result: LongContextGate; baseline: string } | undefined> {
  refuseArguments('gate --run', args);
  if (flags.budget === undefined && !flags.resume) {
    throw new UserError(
      'gate --run needs a limit. Pass --budget 5 (US dollars) or --budget 5M (tokens).',
    );
  }
  return inLockedFolder(run.folder, (note) => ran(args, flags, run, note));
}

async function ran(
  args: string[],
  flags: RunFlags,
  { folder, command, comparison }: Run,
  note: NoteProcess,
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
  const state = before ?? (await started(file, baseline, args, flags, comparison));
  const tell = (text: string) => print(process.stderr, redactText(`${text}\n`));
  const most = mostOf(state);
  const unpriced = most.find(({ all }) => all.dollars === undefined);
  const { dollars } = totalOf(most.map(({ all }) => all));
  assertPriced(state.budget, dollars, unpriced && redactText(unpriced.provider));
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
  comparison: Run['comparison'],
): Promise<RecheckState> {
  const { config: configs = [], price: prices, budget = {}, retries, metric: measures } = flags;
  const allow = allowing(flags.allow);
  const suite = await withProgress(say`Reading the config`, () => readSuite(configs, args));
  assertPricesMatch(prices, suite.providers);
  const providers = withThinking(suite.providers, flags.thinking);
  return newRecheck({ ...suite, providers }, baseline, {
    ...{ configs, args, prices, budget, retries, file },
    limits: { ...comparison, allow },
    ...(measures && { measures }),
  });
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

/** What a user says of a recheck, besides its config. */
export type RecheckWishes = Pick<
  RecheckState,
  'configs' | 'args' | 'prices' | 'budget' | 'retries' | 'limits' | 'measures'
> & { file: string };

/**
 * A recheck that has asked nothing yet.
 *
 * @param suite - what promptfoo would ask with the config as it is
 * @throws {UserError} for a config and a baseline that do not belong together, before anything is asked
 */
export function newRecheck(
  suite: PlannedSuite,
  baseline: BaselineFile,
  { file, ...wishes }: RecheckWishes,
): RecheckState {
  const names = [...wholeBaseline(baseline.runs).keys()];
  const known = idsOf(baseline, names);
  const tests = suite.tests.flatMap(({ case: theCase, calls }) =>
    theCase && !theCase.control ? [{ theCase, id: caseId(theCase), calls }] : [],
  );
  if (tests.length === 0) {
    throw new UserError(
      'The config has no generated test, and gate --run sends those of a baseline. Without --run, gate judges ' +
        'your own tests.',
    );
  }
  const shared = tests.filter(({ id }) => known.has(id));
  const made = new Set(tests.map(({ id }) => id));
  const common = new Set(shared.map(({ id }) => id)).size;
  const lost = [...known].filter((id) => !made.has(id) && !isControl(id, suite));
  if (shared.length === 0 || (lost.length > 0 && !wishes.limits.allow.missing)) {
    throw new UserError(
      `The baseline has ${counted(known.size, 'prompt')}, and the config makes ${common} of them. Use the options ` +
        'of the baseline, or pass --allow missing.',
    );
  }
  if (shared.length < tests.length) {
    const others = tests.length - shared.length;
    const text =
      others === 1
        ? say`1 test of the config is not in the baseline, and skipped.`
        : say`${sayCount(others, 'test')} of the config are not in the baseline, and skipped.`;
    print(process.stderr, `${text}\n`);
  }
  const providers = suite.providers.flatMap((provider, i): RecheckProvider[] => {
    const asked = shared.filter(({ calls }) => calls[i]! > 0);
    if (asked.length === 0) return [];
    const own = idsOf(baseline, modelsIn(baseline, provider, wishes.limits.providers));
    const calls: Record<string, number> = {};
    for (const { id, calls: all } of asked) {
      if (own.has(id)) calls[id] = (calls[id] ?? 0) + all[i]!;
    }
    return [{ ...provider, calls }];
  });
  assertClearNames(providers);
  assertModels(providers, baseline, wishes.limits);
  return {
    format: 'counting-stars-recheck',
    version: 1,
    ...wishes,
    baseline: { file, digest: baselineDigest(file) },
    providers,
    cases: Object.fromEntries(
      shared.map(({ theCase, id }) => {
        const { tokens, seed, reserve, size, unit } = theCase;
        const place = placeOf(theCase);
        const draw = unit === undefined ? id : JSON.stringify([place, tokens, seed, unit]);
        return [id, { tokens, seed, reserve, place, draw, ...(size !== undefined && { size }) }];
      }),
    ),
    looks: [],
  };
}

/** Ids of the Cases that some models of a baseline have, whatever they are measured by. */
function idsOf({ runs }: BaselineFile, names: readonly string[]): Set<string> {
  const whole = wholeBaseline(runs);
  return new Set(
    names.flatMap((name) => {
      const cases = whole.get(name)!;
      return [...cases.keys()].map((key) => baseId(key, cases));
    }),
  );
}

/** Controls are not compared, and so not asked. */
function isControl(id: string, { tests }: PlannedSuite): boolean {
  return tests.some(({ case: theCase }) => theCase?.control && caseId(theCase) === id);
}

/** What prompts of one series have in common. */
function placeOf(theCase: Case): string {
  const { benchmark, task, language, haystack, version } = theCase;
  const names = [benchmark, task, languageName(language), haystack && haystackName(haystack)];
  return [...names, version, variantOf(theCase)].filter(Boolean).join(' · ');
}

/** The names that a provider's models have in the baseline: several where it was asked by several prompts. */
export function modelsIn(
  { runs, identities }: BaselineFile,
  provider: Pick<RecheckProvider, 'id' | 'label'>,
  renamed: readonly string[],
): string[] {
  const name = redactText(resultName(provider));
  const names = [...wholeBaseline(runs).keys()];
  const given = renamed.find((text) => text === name || text.endsWith(`=${name}`));
  const old = given === undefined || given === name ? name : given.slice(0, -name.length - 1);
  return names.filter((one) => one === old || identities.get(one)?.provider === old);
}

/**
 * Make sure that whoever is asked is in the baseline, and the other way round.
 *
 * @throws {UserError} naming who is not
 */
function assertModels(
  providers: readonly RecheckProvider[],
  baseline: BaselineFile,
  { providers: renamed, allow }: RecheckState['limits'],
): void {
  const names = [...wholeBaseline(baseline.runs).keys()];
  const listed = names.map((name) => JSON.stringify(name)).join(', ');
  const stranger = providers.find((one) => modelsIn(baseline, one, renamed).length === 0);
  if (stranger) {
    throw new UserError(
      `"${redactText(resultName(stranger))}" is not in the baseline (${listed}). Pass --compare OLD=NEW, or ` +
        'leave it out with `gate --run -- --filter-providers NAME`.',
    );
  }
  if (renamed.length > 0 || allow.missing) return;
  const providerOf = (name: string) => baseline.identities.get(name)?.provider ?? name;
  const asked = new Set(providers.map((one) => redactText(resultName(one))));
  const lost = names.find((name) => !asked.has(providerOf(name)) && !asked.has(name));
  if (lost === undefined) return;
  throw new UserError(
    `"${lost}" of the baseline is not in the config. Pass --compare OLD=NEW, or --allow missing.`,
  );
}

/** What tells whether a baseline is the same as before. */
export function baselineDigest(file: string): string {
  return isFile(file) ? digestOf(readFileSync(file)) : '';
}
