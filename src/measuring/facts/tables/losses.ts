/** Splits lost recall by cause, if the same facts were given in several ways. */

import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import { pairedDifference } from '../../statistics/differences.js';
import { hull, type Interval } from '../../statistics/interval.js';
import { type AskedCase, marksOf, takenAs } from '../evaluation/asked-case.js';
import { benchmarkName } from './benchmark-model.js';
import type { LossRow } from './tables.js';

/** Steps from one way to the next harder one, and what recall is lost to in between. */
const STEPS = [
  { from: 'facts', to: 'changes', lostTo: 'interference' },
  { from: 'changes', to: 'flat', lostTo: 'length' },
  { from: 'flat', to: undefined, lostTo: 'form' },
] as const;

/** Unread answers as scored, and as whatever makes the loss largest and smallest. */
export const TAKEN = [
  [undefined, undefined],
  [1, 0],
  [0, 1],
] as const;

/**
 * Estimates how much recall each model loses to interference, length and form: differences on the same facts,
 * one per seed, averaged over common lengths.
 */
export function lossRows(cases: readonly AskedCase[], confidence: number): LossRow[] {
  const answered = cases.filter(({ answer, measure }) => answer && measure === undefined);
  const groups = groupBy(answered, (asked) => JSON.stringify([asked.model, benchmarkName(asked)]));
  return [...groups.values()].flatMap((group) => {
    const draws = comparableDraws([...groupBy(group, drawOf).values()]);
    return STEPS.flatMap(({ from, to, lostTo }) => {
      const pairs = draws.flatMap((draw) => pairOf(draw, from, to));
      if (pairs.length === 0) return [];
      const loss = pairedLoss(pairs, confidence);
      return {
        provider: group[0]!.model,
        name: benchmarkName(group[0]!),
        from,
        lostTo,
        loss,
        before: mean(pairs.map(({ easy }) => mean(meanMarks(easy, undefined)))),
        after: mean(pairs.map(({ hard }) => mean(meanMarks(hard, undefined)))),
        draws: pairs.length,
      };
    });
  });
}

/** Identifies what several ways show of one draw. */
function drawOf({ series, seed, shown }: AskedCase): string {
  const conditions = shown.variant.split(', ').filter((part) => !part.startsWith('given '));
  return JSON.stringify([series.task, series.haystack, conditions, seed]);
}

/**
 * Keeps draws that were answered in every way, at common lengths, so that losses add up. Without any, each step
 * uses the draws it has.
 */
function comparableDraws(draws: readonly (readonly AskedCase[])[]): (readonly AskedCase[])[] {
  const waysOf = (draw: readonly AskedCase[]) => new Set(draw.map(({ shown }) => shown.given));
  const most = Math.max(...draws.map((draw) => waysOf(draw).size));
  return draws
    .filter((draw) => waysOf(draw).size === most)
    .map((draw) => {
      const lengthsOf = (way: string | undefined) =>
        draw.filter(({ shown }) => shown.given === way).map(({ tokens }) => tokens);
      const [flat, whole] = [lengthsOf('flat'), lengthsOf(undefined)];
      if (flat.length === 0 || whole.length === 0) return draw;
      return draw.filter(
        ({ shown: { given }, tokens }) =>
          given === 'facts' ||
          given === 'changes' ||
          (flat.includes(tokens) && whole.includes(tokens)),
      );
    });
}

function pairOf(draw: readonly AskedCase[], from: string, to: string | undefined) {
  const given = (way: string | undefined) => draw.filter(({ shown }) => shown.given === way);
  const [easy, hard] = [given(from), given(to)];
  return easy.length > 0 && hard.length > 0 ? [{ easy, hard }] : [];
}

interface Pair {
  easy: readonly AskedCase[];
  hard: readonly AskedCase[];
}

/** Estimates how much less is recalled the hard way. */
export function pairedLoss(pairs: readonly Pair[], confidence: number): Interval {
  return hull(
    TAKEN.map(([easyAs, hardAs]) => {
      const marks = pairs.map(({ easy, hard }) => ({
        first: meanMarks(hard, hardAs),
        second: meanMarks(easy, easyAs),
      }));
      return pairedDifference(marks, confidence);
    }),
  );
}

/** Averages the marks of one draw over its prompts. */
function meanMarks(cases: readonly AskedCase[], taken: 0 | 1 | undefined): number[] {
  const all = cases.map((asked) => marksOf(takenAs(asked, taken).answer!));
  return all[0]!.map((_, i) => mean(all.map((marks) => marks[i] ?? 0)));
}
