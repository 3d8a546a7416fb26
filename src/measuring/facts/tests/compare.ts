/** Which tests of a run are which of a baseline, and what only one of them has. */
import { UserError } from '../../../base/user-error.js';
import type {
  CallPrice,
  SuiteReader,
  SuiteRun,
  SuiteTest,
  TestRound,
} from '../../results/baseline/suite-run.js';
import { IMPORTED_FROM } from '../../results/test-row.js';
import { type ConditionChange, changesBetween } from '../evaluation/changes.js';
import { together } from '../evaluation/conditions.js';
import {
  type AskedReader,
  type AskedSuite,
  type AskedTest,
  askedOf,
  type ShownTest,
} from './suite.js';

/** A test that both sides have answers to. */
export interface SharedTest {
  id: string;
  name: string;
  /** Its answers in each run of the baseline; none in a run that lacks it. */
  before: readonly (readonly TestRound[])[];
  now: readonly TestRound[];
  shown: ShownTest;
  /** How an answer of the baseline begins that passed. */
  answerBefore?: string;
}

/** A test that failed calls leave without an answer. */
export interface FailedTest {
  name: string;
  error: string;
}

/** A test that the baseline does not have, or judges in another way. */
export interface FreshTest {
  name: string;
  passed: number;
  rounds: number;
  shown: ShownTest;
}

/** One reader on both sides. */
export interface ReaderComparison {
  name: string;
  /** Its name in the baseline, where that is another one. */
  baselineName?: string;
  /** Whether its prompt is taken for one that was edited. */
  edited?: { from: string; to: string };
  /** What an answer takes on each side, where it is told. */
  call: { before?: CallPrice; now?: CallPrice };
  /** What of its conditions has changed. */
  changes: ConditionChange[];
  shared: SharedTest[];
  /** Names of tests that only one side has; `changed` are asked alike, and judged in another way. */
  added: string[];
  removed: string[];
  changed: string[];
  /** Those of the results that the baseline does not have, as they are judged now. */
  fresh: FreshTest[];
  failed: FailedTest[];
  /** Tests that are not compared since all of their answers are out of the cache. */
  unanswered: string[];
  /** Tests that the baseline has. */
  known: number;
}

type Identity = Pick<SuiteReader, 'name' | 'provider' | 'prompt'>;

/**
 * Compare each reader of a run with the same one of the baseline: the same provider with the same prompt. What is left of
 * one provider's prompts on both sides was edited, and is paired in its order, where there are as many.
 *
 * @param texts - readers of different names to compare, as `old=new`, or one name of both
 * @throws {UserError} when no reading of such a text names readers of the baseline and of the run
 */
export function compareSuites(
  baseline: readonly SuiteRun[],
  suite: AskedSuite,
  texts: readonly string[] = [],
): ReaderComparison[] {
  const old = identitiesOf(baseline);
  const pairs =
    texts.length > 0 ? texts.flatMap((text) => namedPairs(text, old, suite)) : pairsOf(old, suite);
  return pairs.map(({ before, now }) => comparisonOf(baseline, before, now));
}

function identitiesOf(runs: readonly SuiteRun[]): Identity[] {
  const found = new Map<string, Identity>();
  for (const { name, provider, prompt } of runs.flat()) {
    const key = JSON.stringify([provider, prompt]);
    if (!found.has(key)) found.set(key, { name, provider, prompt });
  }
  return [...found.values()];
}

interface Pair {
  before?: Identity;
  now?: AskedReader;
}

function pairsOf(old: readonly Identity[], suite: AskedSuite): Pair[] {
  const left = new Set(old);
  const take = (fits: (one: Identity) => boolean) => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const same = suite.map((now): Pair => {
    const before = take(
      ({ provider, prompt }) => provider === now.provider && prompt === now.prompt,
    );
    return { now, ...(before && { before }) };
  });
  const paired = same.map((pair): Pair => {
    if (pair.before) return pair;
    const { provider } = pair.now!;
    const open = same.filter(({ before, now }) => !before && now!.provider === provider);
    const others = [...left].filter((one) => one.provider === provider);
    if (open.length !== others.length) return pair;
    return { ...pair, before: others[open.indexOf(pair)]! };
  });
  const found = new Set(paired.map(({ before }) => before));
  // An imported run is called after itself, and is compared with the one that there is.
  const open = paired.filter(({ before }) => !before);
  const [imported, ...others] = old.filter((one) => !found.has(one));
  if (
    open.length === 1 &&
    imported &&
    others.length === 0 &&
    IMPORTED_FROM.test(imported.provider)
  ) {
    return paired.map((pair) => (pair.before ? pair : { ...pair, before: imported }));
  }
  return [...paired, ...old.filter((one) => !found.has(one)).map((before) => ({ before }))];
}

/** The readers of a text such as `gpt-5.6-terra=gpt-5.6-sol`: names of readers, or of providers with all of their prompts. */
function namedPairs(text: string, old: readonly Identity[], suite: AskedSuite): Pair[] {
  const readings = [...text.matchAll(/=/g)].map(
    ({ index }) => [text.slice(0, index), text.slice(index + 1)] as const,
  );
  for (const [before, now] of [[text, text] as const, ...readings]) {
    const theirs = old.filter(({ name, provider }) => name === before || provider === before);
    const ours = suite.filter(({ name, provider }) => name === now || provider === now);
    if (theirs.length === 0 || ours.length === 0) continue;
    const renamed = theirs.map((one) => ({ ...one, provider: ours[0]!.provider }));
    if (renamed.length === 1 && ours.length === 1) return [{ before: theirs[0]!, now: ours[0]! }];
    return pairsOf(renamed, ours).map(({ before, now }) => ({
      ...(now && { now }),
      ...(before && { before: theirs[renamed.indexOf(before)]! }),
    }));
  }
  const listed = (all: readonly Identity[]) =>
    all.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new UserError(
    `--compare "${text}" must be "old=new", a model of the baseline (${listed(old)}) and one of the results (${listed(suite)}).`,
  );
}

function comparisonOf(
  runs: readonly SuiteRun[],
  before: Identity | undefined,
  now: AskedReader | undefined,
): ReaderComparison {
  const old = runs
    .map((run) =>
      run.find(({ provider, prompt }) => provider === before?.provider && prompt === before.prompt),
    )
    .map((reader) => reader && importedAs(reader, now));
  const known = new Map(old.flatMap((reader) => [...(reader?.tests ?? [])]));
  const asked = now?.tests ?? new Map<string, AskedTest>();
  const onlyOld = [...known].filter(([id]) => !asked.has(id));
  const onlyNew = [...asked].filter(([id]) => !known.has(id));
  const gone = new Set(onlyOld.map(([id]) => askedOf(id)));
  const come = new Set(onlyNew.map(([id]) => askedOf(id)));
  const both = [...asked].filter(([id]) => known.has(id));
  const nameOf = ([, { name }]: readonly [string, { name: string }]) => name;
  const priced = old.find((reader) => reader?.call)?.call;
  const isEdited = before && now && before.prompt !== now.prompt;
  return {
    name: now?.name ?? before!.name,
    ...(before && now && before.name !== now.name && !isEdited && { baselineName: before.name }),
    ...(isEdited && { edited: { from: before.prompt, to: now.prompt } }),
    call: { ...(priced && { before: priced }), ...(now?.call && { now: now.call }) },
    changes: changesBetween(
      { conditions: together(old.flatMap((reader) => reader?.conditions ?? [])), cases: [] },
      { conditions: now?.conditions, cases: [] },
    ),
    shared: both
      .filter(([, { rounds }]) => rounds.length > 0)
      .map(([id, { name, rounds, shown }]) => ({
        ...{ id, name, shown },
        ...answerBefore(known.get(id)),
        before: old.map((reader) => reader?.tests.get(id)?.rounds ?? []),
        now: rounds,
      })),
    added: onlyNew.filter(([id]) => !gone.has(askedOf(id))).map(nameOf),
    removed: onlyOld.filter(([id]) => !come.has(askedOf(id))).map(nameOf),
    changed: onlyNew.filter(([id]) => gone.has(askedOf(id))).map(nameOf),
    fresh: onlyNew
      // A padded prompt is no test of the user's.
      .filter(([, { rounds, isStretched }]) => rounds.length > 0 && !isStretched)
      .map(([, { name, rounds, shown }]) => ({
        ...{ name, shown, rounds: rounds.length },
        passed: rounds.filter(({ pass }) => pass).length,
      })),
    failed: [...asked]
      .filter(
        ([id, { rounds, errors, cached, isTooLong }]) =>
          rounds.length === 0 && cached === 0 && errors.length > 0 && (!isTooLong || known.has(id)),
      )
      .map(([, { name, errors }]) => ({ name, error: errors[0]! })),
    unanswered: both
      .filter(([, { rounds, cached }]) => rounds.length === 0 && cached > 0)
      .map(nameOf),
    known: known.size,
  };
}

/** Imported tests under the ids of the same ones now: by what graders judged them is not known. */
function importedAs(reader: SuiteReader, now: AskedReader | undefined): SuiteReader {
  if (!now || !IMPORTED_FROM.test(reader.provider)) return reader;
  const ids = new Map([...now.tests.keys()].map((id) => [askedOf(id), id]));
  const tests = [...reader.tests].map(([id, test]) => [ids.get(askedOf(id)) ?? id, test] as const);
  return { ...reader, tests: new Map(tests) };
}

function answerBefore(test: SuiteTest | undefined): Pick<SharedTest, 'answerBefore'> {
  return test?.answer === undefined ? {} : { answerBefore: test.answer };
}
