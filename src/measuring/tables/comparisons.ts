/** Which of several readers recalls more of the same prompts, by how much, and where. */
import type { Prompt } from '../evaluation/prompts.js';
import { curveDifference } from '../statistics/curve/curve-difference.js';
import { pairedDifference } from '../statistics/differences.js';
import { hull } from '../statistics/interval.js';
import type { RecallModel } from './recall-model.js';
import type { ApartRow, ComparisonRow } from './tables.js';

/** The readers of one series: what is known of each, by its name. */
interface Compared {
  series: string;
  models: ReadonlyMap<string, RecallModel>;
}

/**
 * Every two readers of a series that share prompts. Intervals are two-sided and cover as said for all
 * comparisons together (Bonferroni).
 */
export function comparisonRows(all: readonly Compared[], confidence: number): ComparisonRow[] {
  const pairs = all.flatMap(({ series, models }) =>
    everyTwo([...models]).flatMap(([[provider, own], [other, theirs]]) => {
      const shared = sharedPrompts(own, theirs);
      return shared.length === 0 ? [] : [{ series, provider, own, other, theirs, shared }];
    }),
  );
  const corrected = 1 - (1 - confidence) / pairs.length;
  return pairs.map(({ series, provider, own, other, theirs, shared }) => {
    const difference = hull(
      heldFor(own, theirs).map(([a, b]) => pairedDifference(sharedPrompts(a, b), corrected)),
    );
    const clear = difference.low > 0 ? provider : difference.high < 0 ? other : undefined;
    return {
      series,
      provider,
      other,
      prompts: shared.length,
      difference,
      ...(clear !== undefined && { better: clear }),
      apart: apartRows({ provider, own, other, theirs }, corrected),
    };
  });
}

/**
 * What a comparison has to hold for: both as scored and, where answers could not be read, each reader at its best
 * against the other at its worst.
 */
function heldFor(own: RecallModel, theirs: RecallModel): [RecallModel, RecallModel][] {
  if (!own.bounds && !theirs.bounds) return [[own, theirs]];
  const at = (model: RecallModel, taken: 0 | 1) => model.bounds?.[taken] ?? model;
  return [
    [own, theirs],
    [at(own, 0), at(theirs, 1)],
    [at(own, 1), at(theirs, 0)],
  ];
}

function everyTwo<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, i) => items.slice(i + 1).map((other): [T, T] => [one, other]));
}

/** The marks of the prompts that both have answers to; the second is the one that may be better. */
function sharedPrompts(own: RecallModel, theirs: RecallModel) {
  const byKey = new Map<string, Prompt>(theirs.prompts.map((prompt) => [prompt.key, prompt]));
  return own.prompts.flatMap(({ key, marks }) => {
    const other = byKey.get(key);
    return other ? [{ first: other.marks, second: marks }] : [];
  });
}

interface Two {
  provider: string;
  own: RecallModel;
  other: string;
  theirs: RecallModel;
}

/** Stretches of lengths at which one curve lies above the other; nothing where one has none. */
function apartRows({ provider, own, other, theirs }: Two, confidence: number): ApartRow[] {
  if (!own.curve || !theirs.curve || own.rise?.clear || theirs.rise?.clear) return [];
  const asked = new Set(own.lengths.filter((tokens) => theirs.lengths.includes(tokens)));
  const stretches: ApartRow[] = [];
  let last: ApartRow | undefined;
  const differences = heldFor(own, theirs).map(([a, b]) =>
    curveDifference(b.curve!, a.curve!, confidence),
  );
  for (const [i, { tokens }] of differences[0]!.entries()) {
    if (!asked.has(tokens)) continue;
    const recall = hull(differences.map((one) => one[i]!.recall));
    const higher = recall.low > 0 ? provider : recall.high < 0 ? other : undefined;
    if (higher === undefined) last = undefined;
    else if (last?.higher === higher) last.toTokens = tokens;
    else {
      last = { higher, fromTokens: tokens, toTokens: tokens };
      stretches.push(last);
    }
  }
  return stretches;
}
