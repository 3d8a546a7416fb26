/** Models the recall of one benchmark, whatever its series. */

import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { baseName } from '../../../base/references.js';
import { independentMarks, MOODY, STEADY } from '../../statistics/curve/prompt-marks.js';
import { areShared } from '../../statistics/units.js';
import { type AskedCase, type Prompt, promptsOf, withMarks } from '../evaluation/asked-case.js';
import { type RecallModel, recallModel } from './recall-model.js';
import type { ReportOptions } from './tables.js';

/** The same prompts given otherwise belong to no common figure. */
const OTHER_WAYS = /^(?:compact|container) /;

/** Names a way: `lastTurns of compaction.mjs`, `container tools`. */
export function wayText(part: string): string {
  const [, file, name] = /^compact (.*\.[cm]?js):(.*)$/.exec(part) ?? [];
  return file === undefined ? part.replace(/^compact /, '') : `${name} of ${baseName(file)}`;
}

export function benchmarkName(
  { series, composite, shown }: AskedCase,
  language = series.language,
): string {
  const { benchmark, version, measure } = series;
  const ways = shown.variant.split(', ').filter((part) => OTHER_WAYS.test(part));
  return [benchmark, version, composite?.variant, ...ways.map(wayText), language, measure]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Models all series of a benchmark: the only one, the composite score, or all marks.
 *
 * @param modelOf - the known model of the only series
 */
export function wholeModel(
  cases: readonly AskedCase[],
  modelOf: ((asked: AskedCase) => RecallModel) | undefined,
  options: ReportOptions,
): RecallModel {
  if (modelOf && isOneSeries(cases)) return modelOf(cases[0]!);
  const isComposite = cases.every(({ composite }) => composite);
  return recallModel(cases, options, isComposite ? compositePrompts : undefined);
}

/**
 * What the lengths of a benchmark are of: a prompt of nothing but the documents that answer it is none, unless nothing
 * else was asked. It says what a model could do.
 */
export function withoutOracle(cases: readonly AskedCase[]): readonly AskedCase[] {
  const others = cases.filter(({ series }) => series.task !== 'oracle');
  return others.length > 0 ? others : cases;
}

export function isOneSeries(cases: readonly AskedCase[]): boolean {
  return cases.every(({ series }) => series === cases[0]!.series);
}

/**
 * Turns a composite score into prompts of its own, so that its curve is that of the score. Each takes one
 * prompt of every part, or the mean of several, and has their weighted score as its only mark, worth marks
 * whose mean varies as much (Kish 1965). Lengths at which a part has no answer are left out.
 */
export function compositePrompts(cases: readonly AskedCase[]): Prompt[] {
  const parts = [...groupBy(cases, ({ composite }) => composite!.part).values()];
  const weights = parts.map(([first]) => first!.composite!.weight);
  const whole = sum(weights);
  const scores = parts.map(scoresByLength);
  const isShared = areShared(promptsOf(cases));
  return [...scores[0]!.keys()].flatMap((tokens) => {
    const byPart = scores.map((byLength) => byLength.get(tokens) ?? []);
    const fewest = Math.min(...byPart.map((list) => list.length));
    return Array.from({ length: fewest }, (_, i) => {
      const shares = byPart.map((list) => share(list, i, fewest));
      const score = sum(
        shares.map((list, part) => weights[part]! * mean(list.map((prompt) => prompt.score))),
      );
      const variance = sum(
        shares.map((list, part) => {
          const value = sum(list.map(({ marks }) => 1 / independentMarks(marks, MOODY)));
          return value * (weights[part]! / list.length) ** 2;
        }),
      );
      const key = `${tokens} tokens, no. ${i + 1}`;
      return {
        key,
        unit: isShared ? shares[0]![0]!.unit : key,
        tokens,
        marks: [Math.min(1, score / whole)],
        worth: independentMarks(whole ** 2 / variance, STEADY),
        positions: [],
      };
    });
  });
}

/** Groups a part's scores by length, with how many marks they average. */
function scoresByLength(cases: readonly AskedCase[]) {
  const marked = promptsOf(cases);
  const scored = promptsOf(cases.map((asked) => withMarks(asked, () => [])));
  const prompts = scored.map(({ unit, tokens, marks }, i) => {
    return { unit, tokens, score: mean(marks), marks: marked[i]!.marks.length };
  });
  return groupBy(prompts, ({ tokens }) => tokens);
}

/** Returns the i-th of `shares` nearly equal parts of a list. */
function share<T>(list: readonly T[], i: number, shares: number): T[] {
  const from = Math.floor((i * list.length) / shares);
  return list.slice(from, Math.floor(((i + 1) * list.length) / shares));
}
