/** Matches the tests of a run with those of a baseline. */
import { defined } from '../../../base/fields.js';
import { UserError } from '../../../base/user-error.js';
import type {
  CallPrice,
  SuiteModel,
  SuiteRun,
  TestRound,
} from '../../results/baseline/kept-runs.js';
import { IMPORTED_FROM } from '../../results/test-row.js';
import { type ConditionChange, changedConditions } from '../evaluation/changes.js';
import { mergedOf } from '../evaluation/conditions.js';
import {
  type AskedModel,
  type AskedSuite,
  type AskedTest,
  askedIn,
  type ShownTest,
} from './suite.js';

export interface SharedTest {
  id: string;
  name: string;
  /** Its answers in each run of the baseline. None if a run lacks it. */
  before: readonly (readonly TestRound[])[];
  now: readonly TestRound[];
  shown: ShownTest;
  answerBefore?: string;
}

/** A test that failed calls leave without an answer. */
export interface FailedTest {
  name: string;
  error: string;
}

export interface FreshTest {
  name: string;
  passed: number;
  rounds: number;
  shown: ShownTest;
}

export interface ModelComparison {
  name: string;
  /** Name in the baseline, if different. */
  baselineName?: string;
  /** Set if its prompt seems to have been edited. */
  edited?: { from: string; to: string };
  /** Price of an answer on each side. */
  call: { before?: CallPrice; now?: CallPrice };
  changes: ConditionChange[];
  shared: SharedTest[];
  /** Tests of only one side. `changed` ones ask the same and are judged differently. */
  added: string[];
  removed: string[];
  changed: string[];
  /** Tests the baseline does not have, as they are judged now. */
  fresh: FreshTest[];
  failed: FailedTest[];
  /** Tests not compared, since all their answers are cached. */
  unanswered: string[];
  known: number;
}

type Identity = Pick<SuiteModel, 'name' | 'provider' | 'prompt'>;

/**
 * Compares each model with the same provider and prompt of the baseline. A provider's remaining prompts were
 * edited, and are paired in order if as many.
 *
 * @param texts - models of different names to compare, as `old=new`, or one name of both
 * @throws {UserError} when a text names no models of the baseline and of the run
 */
export function compareSuites(
  baseline: readonly SuiteRun[],
  suite: AskedSuite,
  texts: readonly string[] = [],
): ModelComparison[] {
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
  now?: AskedModel;
}

function pairsOf(old: readonly Identity[], suite: AskedSuite): Pair[] {
  const left = new Set(old);
  const take = (fits: (identity: Identity) => boolean) => {
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
    const others = [...left].filter((identity) => identity.provider === provider);
    if (open.length !== others.length) return pair;
    return { ...pair, before: others[open.indexOf(pair)]! };
  });
  const found = new Set(paired.map(({ before }) => before));
  // An imported run has its own name, and is compared with the only one there is.
  const open = paired.filter(({ before }) => !before);
  const [imported, ...others] = old.filter((identity) => !found.has(identity));
  if (
    open.length === 1 &&
    imported &&
    others.length === 0 &&
    IMPORTED_FROM.test(imported.provider)
  ) {
    return paired.map((pair) => (pair.before ? pair : { ...pair, before: imported }));
  }
  return [
    ...paired,
    ...old.filter((identity) => !found.has(identity)).map((before) => ({ before })),
  ];
}

/** Finds the models of `gpt-5.6-terra=gpt-5.6-sol`: names of models, or of providers with all their prompts. */
function namedPairs(text: string, old: readonly Identity[], suite: AskedSuite): Pair[] {
  const readings = [...text.matchAll(/=/g)].map(
    ({ index }) => [text.slice(0, index), text.slice(index + 1)] as const,
  );
  for (const [before, now] of [[text, text] as const, ...readings]) {
    const theirs = old.filter(({ name, provider }) => name === before || provider === before);
    const ours = suite.filter(({ name, provider }) => name === now || provider === now);
    if (theirs.length === 0 || ours.length === 0) continue;
    const renamed = theirs.map((identity) => ({ ...identity, provider: ours[0]!.provider }));
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
  now: AskedModel | undefined,
): ModelComparison {
  const old = runs
    .map((run) =>
      run.find(({ provider, prompt }) => provider === before?.provider && prompt === before.prompt),
    )
    .map((model) => model && importedAs(model, now));
  const known = new Map(old.flatMap((model) => [...(model?.tests ?? [])]));
  const asked = now?.tests ?? new Map<string, AskedTest>();
  const onlyOld = [...known].filter(([id]) => !asked.has(id));
  const onlyNew = [...asked].filter(([id]) => !known.has(id));
  const gone = new Set(onlyOld.map(([id]) => askedIn(id)));
  const come = new Set(onlyNew.map(([id]) => askedIn(id)));
  const both = [...asked].filter(([id]) => known.has(id));
  const nameOf = ([, { name }]: readonly [string, { name: string }]) => name;
  const isEdited = before && now && before.prompt !== now.prompt;
  return {
    name: now?.name ?? before!.name,
    ...(before && now && before.name !== now.name && !isEdited && { baselineName: before.name }),
    ...(isEdited && { edited: { from: before.prompt, to: now.prompt } }),
    call: defined({ before: old.find((model) => model?.call)?.call, now: now?.call }),
    changes: changedConditions(
      { conditions: mergedOf(old.flatMap((model) => model?.conditions ?? [])), cases: [] },
      { conditions: now?.conditions, cases: [] },
    ),
    shared: both
      .filter(([, { rounds }]) => rounds.length > 0)
      .map(([id, { name, rounds, shown }]) => ({
        ...{ id, name, shown },
        ...defined({ answerBefore: known.get(id)?.answer }),
        before: old.map((model) => model?.tests.get(id)?.rounds ?? []),
        now: rounds,
      })),
    added: onlyNew.filter(([id]) => !gone.has(askedIn(id))).map(nameOf),
    removed: onlyOld.filter(([id]) => !come.has(askedIn(id))).map(nameOf),
    changed: onlyNew.filter(([id]) => gone.has(askedIn(id))).map(nameOf),
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

/** Gives imported tests the ids of the current ones, since their graders are unknown. */
function importedAs(model: SuiteModel, now: AskedModel | undefined): SuiteModel {
  if (!now || !IMPORTED_FROM.test(model.provider)) return model;
  const ids = new Map([...now.tests.keys()].map((id) => [askedIn(id), id]));
  const tests = [...model.tests].map(([id, test]) => [ids.get(askedIn(id)) ?? id, test] as const);
  return { ...model, tests: new Map(tests) };
}
