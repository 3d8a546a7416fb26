/** Judges results, for `gate` and for programs. */
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import { searchedOf } from '../extras/search/search-json.js';
import { clip } from '../measuring/document/terminal.js';
import { copiedTexts } from '../measuring/facts/evaluation/copies.js';
import { together } from '../measuring/facts/evaluation/runs.js';
import { suiteOf } from '../measuring/facts/tests/suite.js';
import type { BaselineFile } from '../measuring/results/baseline/baseline.js';
import type { GateOptions } from '../measuring/verdicts/gate/gate-result.js';
import { gateWithFloors } from '../measuring/verdicts/gate/gate-with-floors.js';
import { type WholeGate, withTests } from '../measuring/verdicts/gate/gate-with-tests.js';
import { checkMinimums, type PassMinimum } from '../measuring/verdicts/tests/pass-minimums.js';
import { gateTests, PASS, SCORE, type TestsGate } from '../measuring/verdicts/tests/tests-gate.js';
import { hasOurs, type NamedSource } from './sources.js';

interface Asked {
  /** Replaces what the tests say. */
  measures?: readonly string[];
  /** What each of your tests must pass. */
  minimums?: readonly PassMinimum[];
  /** A given threshold must be that of the search. */
  isThresholdGiven: boolean;
}

/**
 * Judges generated tests and your own tests, each by their own rule.
 * @throws {UserError} if there is nothing to decide
 */
export function judgeSources(
  sources: readonly NamedSource[],
  baseline: BaselineFile | undefined,
  options: GateOptions,
  asked: Asked,
): WholeGate {
  const tests = judgedTests(sources, baseline, options, asked);
  const hasFloors = options.floors.some((floor) => floor.kind !== 'recall' || floor.recall > 0);
  if (hasFloors && !hasOurs(sources) && sources.some((one) => one.tests.length > 0)) {
    throw new UserError(
      'A minimum such as --min-recall is for generated tests, and these results have none. ' +
        'Leave it out, or pass --baseline FILE.',
    );
  }
  // A minimum of your tests needs no baseline, and says nothing of generated tests.
  const isRuled = asked.minimums !== undefined && !hasOurs(sources) && !baseline?.tests;
  const isKept = (baseline?.runs.length ?? 0) > 0 && !isRuled;
  const isComparable = isKept || (options.floors.length > 0 && hasOurs(sources));
  if (tests && !isComparable) {
    if (hasOurs(sources)) {
      const text = say`Generated tests are not judged, since there is no baseline of them.`;
      print(process.stderr, `${text}\n`);
    }
    return withTests(undefined, tests, options);
  }
  const { evaluation, threshold, searched } = judged(sources, options, asked);
  return withTests(
    gateWithFloors(evaluation, baseline, { ...options, threshold }, searched),
    tests,
    options,
  );
}

/** Judges your tests. Without a baseline of them, all are new. Undefined if neither side has any. */
function judgedTests(
  sources: readonly NamedSource[],
  baseline: BaselineFile | undefined,
  options: GateOptions,
  { measures: asked, minimums }: Asked,
): TestsGate | undefined {
  // Padded tests are not your own tests, and need a baseline.
  const hasOwn = sources.some(({ tests }) => tests.some(({ stretch }) => stretch === undefined));
  if (!baseline?.tests && !hasOwn) return undefined;
  const known = new Set([
    ...[PASS, SCORE],
    ...sources.flatMap(({ tests }) => tests.flatMap(({ metrics }) => Object.keys(metrics))),
  ]);
  // A metric of your assertions is for your tests.
  const measures = hasOurs(sources) ? asked?.filter((one) => known.has(one)) : asked;
  const suite = suiteOf(sources, options.allow.cached);
  const checked = minimums && checkMinimums(suite, minimums);
  return gateTests(baseline?.tests ?? [], suite, {
    ...options,
    ...(measures?.length && { measures }),
    ...(checked && { minimums: checked }),
    ...(baseline && baseline.runs.length === 0 && { isCompared: true }),
  });
}

/** Brings results together, or reads what a search found. */
function judged(
  sources: readonly NamedSource[],
  { threshold }: GateOptions,
  { measures, isThresholdGiven }: Asked,
) {
  const found = sources.find(({ search }) => search);
  const evaluation = together(sources, measures ?? found?.search?.measures);
  for (const text of copiedTexts([evaluation])) print(process.stderr, `${clip(text, 200)}\n`);
  if (!found?.search) return { evaluation, threshold };
  if (sources.length > 1) {
    throw new UserError(`${found.name} is the folder of a search. Leave out the other results.`);
  }
  const { threshold: own, models } = found.search;
  const searched = new Map(models.map((model) => [model.provider, searchedOf(model)]));
  if (own !== threshold && isThresholdGiven) {
    throw new UserError(
      `--threshold is ${threshold}, but the search in ${found.name} used ${own}. Leave it out.`,
    );
  }
  return { evaluation, threshold: own, searched };
}
