/** What `gate` decides of results, for the command and for programs. */
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import type { BaselineFile } from '../measuring/results/baseline/baseline.js';
import type { GateOptions } from '../measuring/verdicts/gate/gate-result.js';
import type { WholeGate } from '../measuring/verdicts/gate/gate-with-tests.js';
import type { PassMinimum } from '../measuring/verdicts/tests/pass-minimums.js';
import type { TestsGate } from '../measuring/verdicts/tests/tests-gate.js';
import { hasOurs, type NamedSource, type ReadSearch } from './sources.js';

/** Reads a search with what it found, by which it is judged. */
export const readFoundBySearch: ReadSearch = async (folder, asking) => {
  const { readSearch } = await import('../extras/search/read-search.js');
  const { rows, ...search } = await readSearch(folder, asking);
  return { rows, search };
};

interface Asked {
  /** What is judged instead of what the tests say. */
  measures?: readonly string[];
  /** What ordinary tests must pass by themselves. */
  minimums?: readonly PassMinimum[];
  /** Whether the threshold is the user's own choice, which has to be that of a search. */
  isThresholdGiven: boolean;
}

/**
 * Judge all tests of results, ours and ordinary ones, each by its own rule.
 *
 * @throws {UserError} when there is nothing to decide
 */
export async function judgeSources(
  sources: readonly NamedSource[],
  baseline: BaselineFile | undefined,
  options: GateOptions,
  asked: Asked,
): Promise<WholeGate> {
  const [{ gateWithFloors }, { withTests }] = await Promise.all([
    import('../measuring/verdicts/gate/gate-with-floors.js'),
    import('../measuring/verdicts/gate/gate-with-tests.js'),
  ]);
  const tests = await judgedTests(sources, baseline, options, asked);
  const hasFloors = options.floors.some((floor) => floor.kind !== 'recall' || floor.recall > 0);
  if (hasFloors && !hasOurs(sources) && sources.some((one) => one.tests.length > 0)) {
    throw new UserError(
      'A minimum such as --min-recall is for generated tests, and these results have none. ' +
        'Leave it out, or pass --baseline FILE.',
    );
  }
  // A minimum of ordinary tests needs no baseline, and one of generated tests says nothing of them.
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
  const { evaluation, threshold, searched } = await judged(sources, options, asked);
  return withTests(
    gateWithFloors(evaluation, baseline, { ...options, threshold }, searched),
    tests,
    options,
  );
}

/** What your tests did; nothing where neither side has any. Without a baseline of them, all are new. */
async function judgedTests(
  sources: readonly NamedSource[],
  baseline: BaselineFile | undefined,
  options: GateOptions,
  { measures: asked, minimums }: Asked,
): Promise<TestsGate | undefined> {
  // A padded test is no test of the user's, and judged by a baseline only.
  const hasOwn = sources.some(({ tests }) => tests.some(({ stretch }) => stretch === undefined));
  if (!baseline?.tests && !hasOwn) return undefined;
  const [{ gateTests, PASS, SCORE }, { suiteOf }] = await Promise.all([
    import('../measuring/verdicts/tests/tests-gate.js'),
    import('../measuring/facts/tests/suite.js'),
  ]);
  const known = new Set([
    ...[PASS, SCORE],
    ...sources.flatMap(({ tests }) => tests.flatMap(({ metrics }) => Object.keys(metrics))),
  ]);
  // A metric that only the other tests have is theirs.
  const measures = hasOurs(sources) ? asked?.filter((one) => known.has(one)) : asked;
  return gateTests(baseline?.tests ?? [], suiteOf(sources, options.allow.cached), {
    ...options,
    ...(measures?.length && { measures }),
    ...(minimums && { minimums }),
    ...(baseline && baseline.runs.length === 0 && { isCompared: true }),
  });
}

/** What is judged: results, or a search with what that found. */
async function judged(
  sources: readonly NamedSource[],
  { threshold }: GateOptions,
  { measures, isThresholdGiven }: Asked,
) {
  const [{ together }, { copiedTexts }, { clip }] = await Promise.all([
    import('../measuring/facts/evaluation/runs.js'),
    import('../measuring/facts/evaluation/copies.js'),
    import('../measuring/document/terminal.js'),
  ]);
  const found = sources.find(({ search }) => search);
  const evaluation = together(sources, measures ?? found?.search?.measures);
  for (const text of copiedTexts([evaluation])) print(process.stderr, `${clip(text, 200)}\n`);
  if (!found?.search) return { evaluation, threshold };
  if (sources.length > 1) {
    throw new UserError(`${found.name} is the folder of a search. Leave out the other results.`);
  }
  const { threshold: own, figures } = found.search;
  if (own !== threshold && isThresholdGiven) {
    throw new UserError(
      `--threshold is ${threshold}, but the search in ${found.name} used ${own}. Leave it out.`,
    );
  }
  return { evaluation, threshold: own, searched: figures };
}
