/** Reads results and baselines, for commands and for programs. */

import { isFile, startOf } from '../base/files/files.js';
import { namedFiles } from '../base/files/patterns.js';
import { withProgress } from '../base/progress.js';
import { languageName } from '../base/references.js';
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import { type FoundBySearch, readSearch } from '../extras/search/read-search.js';
import { hasSearch } from '../extras/search/search-state.js';
import { baselineOf } from '../measuring/facts/baseline-of.js';
import { assertComplete } from '../measuring/facts/evaluation/completeness.js';
import { cachedTexts } from '../measuring/facts/evaluation/copies.js';
import { expectedOfConfig } from '../measuring/facts/evaluation/expected.js';
import { type Source, together } from '../measuring/facts/evaluation/runs.js';
import { keptRuns } from '../measuring/facts/tests/suite.js';
import type { PlannedSuite } from '../measuring/planning/suite.js';
import {
  BASELINE_FORMAT,
  type BaselineFile,
  readBaseline,
} from '../measuring/results/baseline/baseline.js';
import {
  assertOurs,
  ReadFrom,
  type ReadResults,
  readEvaluation,
  readFile,
  readValue,
} from '../measuring/results/read-results.js';
import type { TestRow } from '../measuring/results/test-row.js';
import type { GateOptions } from '../measuring/verdicts/gate/gate-result.js';
import { askingSide } from './asking-door.js';

/** Results of one file, evaluation or search. */
export interface NamedSource extends Source {
  /** Your own tests. */
  tests: TestRow[];
  /** What a search found, if the source is its folder. */
  search?: FoundBySearch;
}

/**
 * Reads results, then evaluations of promptfoo's database.
 * @param given - files, patterns that the shell left, folders of searches, `-`, or values that a program has
 * @param evalIds - ids, or `latest`
 * @throws {UserError} if none is given, or one cannot be read
 */
export async function sourcesOf(
  given: readonly (string | object)[],
  evalIds: readonly string[],
): Promise<NamedSource[]> {
  if (given.length === 0 && evalIds.length === 0) {
    throw new UserError('No results given. Pass results.json or --eval latest.');
  }
  return withProgress(say`Reading results`, async () => {
    const readFrom = new ReadFrom(askingSide);
    const sources: NamedSource[] = [];
    for (const value of given) {
      if (typeof value === 'object') sources.push(await checked(await readValue(value, readFrom)));
    }
    for (const file of await namedFiles(given.filter((one) => typeof one === 'string'))) {
      sources.push((await searchIn(file)) ?? (await checked(await readFile(file, readFrom))));
    }
    for (const evalId of evalIds) {
      sources.push(await checked(await readEvaluation(evalId, readFrom)));
    }
    return sources;
  });
}

/** Passes sources on, but throws where one has no generated test. */
export function onlyOurs(sources: readonly NamedSource[]): readonly NamedSource[] {
  sources.forEach(assertOurs);
  return sources;
}

/** Languages of generated tests, in which commands report on them. */
export function languagesOf(sources: readonly Pick<Source, 'rows'>[]): string[] {
  return sources.flatMap(({ rows }) => rows.flatMap(({ language }) => language || []));
}

export function languagesOfSuite({ tests }: PlannedSuite): string[] {
  return [
    ...new Set(
      tests.flatMap(({ case: ours }) => (ours?.language ? languageName(ours.language) : [])),
    ),
  ];
}

export function languagesOfBaselines(baselines: readonly BaselineFile[]): string[] {
  const models = baselines.flatMap(({ runs }) => runs.flatMap((run) => [...run.values()]));
  return models.flatMap((cases) =>
    [...cases.values()].flatMap(({ series }) => series?.language ?? []),
  );
}

export function hasOurs(sources: readonly NamedSource[]): boolean {
  return sources.some(({ rows, search }) => rows.length > 0 || search !== undefined);
}

async function searchIn(folder: string): Promise<NamedSource | undefined> {
  if (!hasSearch(folder)) return undefined;
  return { name: folder, tests: [], ...(await readSearch(folder, askingSide)) };
}

/** Prints warnings, and adds what the config should have produced. */
async function checked({ warnings, columns, ...read }: ReadResults): Promise<NamedSource> {
  for (const warning of warnings) print(process.stderr, `${read.name}: ${warning}\n`);
  const expected = await expectedOfConfig(read.config, columns, read.rows, askingSide);
  return { ...read, ...(expected !== undefined && { expected }) };
}

/**
 * Reads a baseline file, or makes a baseline of results.
 * @param given - a file, or what a program has of promptfoo
 * @param allow - accepts results that lack something
 * @throws {UserError} if it is neither, or results lack something
 */
export async function baselineAt(
  given: string | object,
  allow: Partial<Pick<GateOptions['allow'], 'errors' | 'missing'>> = {},
): Promise<BaselineFile> {
  if (typeof given === 'string' && (!isFile(given) || isBaseline(given))) {
    return readBaseline(given);
  }
  const sources = await sourcesOf([given], []).catch(
    prefixed('--baseline: it is not a baseline, and as results'),
  );
  if (typeof given === 'string') {
    print(process.stderr, `${say`Baseline: ${given} (promptfoo results).`}\n`);
  }
  const hasTests = sources.some(({ tests }) => tests.length > 0);
  const made = evaluationsOf(sources);
  const tests = {
    ...(made.length > 0 && { evaluations: made }),
    ...(hasTests && { tests: keptRuns(sources) }),
  };
  if (!hasOurs(sources)) return { runs: [], identities: new Map(), ...tests };
  const evaluation = together(sources, 'all');
  for (const text of cachedTexts([evaluation])) print(process.stderr, `${text}\n`);
  try {
    if (!allow.missing) assertComplete(evaluation);
    return { ...baselineOf([evaluation], allow.errors === true), ...tests };
  } catch (error) {
    return prefixed(typeof given === 'string' ? `--baseline ${given}` : '--baseline')(error);
  }
}

/** Ids of promptfoo's evaluations. */
export function evaluationsOf(sources: readonly NamedSource[]): string[] {
  return [...new Set(sources.flatMap(({ evalId }) => evalId ?? []))];
}

/** Recognizes a file of `baseline` by its start. */
export function isBaseline(file: string): boolean {
  return startOf(file).includes(BASELINE_FORMAT);
}

/** Rethrows an error with what it is about. */
function prefixed(what: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof UserError ? new UserError(`${what}: ${error.message}`) : error;
  };
}
