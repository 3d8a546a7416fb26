/** From a config and a baseline to the start of a recheck: which Cases each provider may be asked. */

import { readFileSync } from 'node:fs';
import { digestOf, isFile } from '../base/files/files.js';
import { languageName } from '../base/references.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say, sayCount } from '../base/text/language.js';
import { counted } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import { caseId, haystackName, variantOf } from '../contract/case-identity.js';
import type { RecheckProvider, RecheckState } from '../extras/search/recheck/recheck-state.js';
import { baseId } from '../extras/search/recheck/standings.js';
import { resultName } from '../extras/search/search-state.js';
import type { PlannedSuite } from '../measuring/planning/suite.js';
import type { BaselineFile } from '../measuring/results/baseline/baseline.js';
import { wholeBaseline } from '../measuring/results/baseline/baseline.js';
import { assertClearNames } from './new-search.js';

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
