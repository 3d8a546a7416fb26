/** From a config to the start of a search: which series, which lengths, which providers, and what it costs. */

import { groupBy } from '../base/group-by.js';
import { ascending } from '../base/numbers.js';
import { languageName } from '../base/references.js';
import { redactText } from '../base/secrets.js';
import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import { forProvider } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { haystackName, variantOf } from '../contract/case-identity.js';
import {
  resultName,
  type SearchProvider,
  type SearchState,
} from '../extras/search/search-state.js';
import { type GivenPrice, tokenFactors } from '../measuring/planning/prices.js';
import type { OurTest, PlannedSuite } from '../measuring/planning/suite.js';
import { askingSide } from './asking-door.js';
import { languagesOfSuite } from './sources.js';

/** What a user says of a search, besides its config. */
export interface SearchWishes
  extends Pick<SearchState, 'generator' | 'threshold' | 'seed' | 'batch'>,
    Partial<Pick<SearchState, 'shortest' | 'longest' | 'measure'>> {
  configs: readonly string[];
  args: readonly string[];
  prices: readonly GivenPrice[];
}

/** Lengths that a search can tell apart are at least so far from each other. */
const LEAST_RANGE = 2;

/**
 * A search that has asked nothing yet.
 *
 * @param suite - what promptfoo would ask with the config as it is
 * @throws {UserError} for a config that no search can follow, naming what to change
 */
export async function newSearch(suite: PlannedSuite, wishes: SearchWishes): Promise<SearchState> {
  const { generator, configs, args, measure, threshold, seed, batch, prices } = wishes;
  const { benchmarkNamed, benchmarkOfGenerator } = await askingSide();
  const benchmark = generator === undefined ? undefined : benchmarkOfGenerator(generator);
  const tests = suite.tests.filter(
    (test): test is OurTest =>
      test.case !== undefined && (!benchmark || test.case.benchmark === benchmark.name),
  );
  if (tests.length === 0) {
    throw new UserError(
      `The config has no test of ${generator ?? 'a generator of promptfoo-counting-stars'}. Add ` +
        'one such as countingStars with `npx promptfoo-counting-stars init`.',
    );
  }
  const series = groupBy(
    tests.map((test) => test.case),
    seriesOf,
  );
  if (series.size > 1) {
    throw new UserError(
      `The config has ${series.size} benchmarks or tasks (${[...series.keys()].slice(0, 4).join(', ')}), and search ` +
        'follows one. Choose it with --generator, or with `search -- --filter-metadata task=acquisition`.',
    );
  }
  const [[name, cases]] = series as unknown as [[string, Case[]]];
  assertLengths(benchmarkNamed(cases[0]!.benchmark));
  const [shortestOfAll, longestOfAll] = lengthsOfAll(cases);
  const { shortest = shortestOfAll, longest = longestOfAll } = wishes;
  if (longest < LEAST_RANGE * shortest) {
    throw new UserError(
      `The lengths go from ${shortest} to ${longest} tokens, and a search needs a longest length of at least ` +
        'twice the shortest. Pass --from and --to.',
    );
  }
  return {
    format: 'counting-stars-search',
    version: 1,
    configs: [...configs],
    args: [...args],
    ...(generator !== undefined && { generator }),
    languages: languagesOfSuite(suite),
    series: measure === undefined ? name : `${name} · ${measure}`,
    ...(measure !== undefined && { measure }),
    shortest,
    longest,
    reserve: Math.max(...cases.map(({ reserve }) => reserve)),
    cells: cellsOf(cases),
    threshold,
    seed,
    batch,
    providers: askedProviders(suite, tests),
    prices: [...prices],
    rounds: [],
  };
}

/** What prompts of one series have in common, in words. */
function seriesOf(theCase: Case): string {
  const { benchmark, task, language, haystack } = theCase;
  const names = [benchmark, task, languageName(language), haystack && haystackName(haystack)];
  return `${names.filter(Boolean).join(' ')} (${variantOf(theCase)})`;
}

/**
 * The lengths between which every question of the user's has prompts: one takes more tokens than another for its documents, and
 * another has fewer to fill a prompt with.
 */
function lengthsOfAll(cases: readonly Case[]): [shortest: number, longest: number] {
  const questions = [...groupBy(cases, ({ cluster }) => cluster ?? '').values()].map((own) =>
    own.map(({ tokens }) => tokens),
  );
  return [
    Math.max(...questions.map((lengths) => Math.min(...lengths))),
    Math.min(...questions.map((lengths) => Math.max(...lengths))),
  ];
}

/** Lengths that are nearer to each other than this are one, to which prompts were fitted. */
const SAME_LENGTH = 1.02;

/** Prompts of one length and seed. */
function cellsOf(cases: readonly Case[]): number {
  const lengths = ascending(cases.map(({ tokens }) => tokens)).filter(
    (tokens, i, all) => i === 0 || tokens > SAME_LENGTH * all[i - 1]!,
  );
  const sizes = new Set(cases.flatMap(({ size }) => size ?? []));
  const seeds = new Set(cases.map(({ seed }) => seed));
  return Math.max(1, Math.round(cases.length / ((sizes.size || lengths.length) * seeds.size)));
}

function assertLengths(benchmark: Benchmark | undefined): void {
  // One from outside is known to the config's process only, where its generator checks the request.
  if (!benchmark || 'lengths' in benchmark.options.shape) return;
  throw new UserError(
    `${benchmark.generator} makes no prompts of a given length. Search with another generator, ` +
      'such as countingStars.',
  );
}

/** The providers that are asked, each once a test and with a name of its own. */
function askedProviders({ providers }: PlannedSuite, tests: readonly OurTest[]): SearchProvider[] {
  const asked = providers.filter((_, i) => tests.some(({ calls }) => calls[i]! > 0));
  const several = providers.find((_, i) => tests.some(({ calls }) => calls[i]! > 1));
  if (several) {
    throw new UserError(
      `${resultName(several)} would get every prompt several times, and search sends each once. Leave out ` +
        '`repeat`, and give its tests one prompt with the option `prompts`.',
    );
  }
  assertClearNames(asked);
  const [{ case: first }] = tests as [OurTest];
  return asked.map((provider) => {
    const [, most] = tokenFactors(forProvider(first, provider), provider);
    return { ...provider, ...(most > 1 && { most }) };
  });
}

/**
 * Make sure that promptfoo can be told which provider to ask.
 *
 * @throws {UserError} for a name that another one has too, or begins with
 */
export function assertClearNames(asked: readonly SearchProvider[]): void {
  const names = asked.map((provider) => redactText(resultName(provider)));
  const unclear = names.find((name, i) =>
    names.some((other, k) => i !== k && (other === name || other.startsWith(`${name}:`))),
  );
  if (unclear !== undefined) {
    throw new UserError(
      `promptfoo can't tell the provider "${unclear}" from another one. Give every provider its own \`label\`.`,
    );
  }
}
