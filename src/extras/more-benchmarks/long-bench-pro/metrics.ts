/**
 * The metrics of LongBench Pro that need no model (caskcsg/longcontext, `LongBench-Pro/modules/utils.py`), to the letter of
 * its code: of the items of an answer, a line each, and those of the reference.
 */
import { z } from 'zod';
import { readDataset } from '../../../base/datasets.js';
import { once } from '../../../base/kept.js';
import { sum } from '../../../base/numbers.js';
import { pythonWords, stripped } from '../../../base/text/python-text.js';

/** @returns from 0 to 1 */
type Metric = (reference: readonly string[], given: readonly string[]) => number;

/** In small letters, with one space where there is white space. */
function normalised(text: string): string {
  return pythonWords(text.toLowerCase()).join(' ');
}

export function normalisedItems(items: readonly string[]): string[] {
  return items.map(normalised);
}

/** The marks and words that answers begin with: `datasets/long-bench/pro.yaml`. */
export const beginnings = once(() => {
  const words = z.array(z.string());
  const schema = z.strictObject({
    marks: z.strictObject({ en: z.string(), zh: z.string() }),
    answer: words,
    is: words,
  });
  return readDataset('long-bench/pro.yaml', schema);
});

/** The items of an answer: the lines behind its last mark, the English one if there is one, else all. */
export function answerItems(answer: string): string[] {
  const mark = Object.values(beginnings().marks).find((one) => answer.includes(one));
  const area = mark === undefined ? answer : answer.slice(answer.lastIndexOf(mark) + mark.length);
  return normalisedItems(stripped(area).split('\n'));
}

const firstLine: Metric = ([right], [first]) => (right !== undefined && right === first ? 1 : 0);

const f1: Metric = (reference, given) => {
  const [wanted, said] = [new Set(reference), new Set(given)];
  const common = [...wanted].filter((item) => said.has(item)).length;
  if (common === 0) return 0;
  const [precision, recall] = [common / said.size, common / wanted.size];
  return (2 * precision * recall) / (precision + recall);
};

const found: Metric = (reference, given) => {
  const said = new Set(given);
  return reference.filter((item) => said.has(item)).length / Math.max(1, reference.length);
};

/** Pairs in the right order, of all pairs of the answer. */
const pairs: Metric = (reference, given) => {
  if (reference.length < 2 || given.length < 2) return 0;
  const places = lastPlaces(given);
  const inOrder = reference.map((item, i) => {
    const place = places.get(item) ?? Number.POSITIVE_INFINITY;
    return reference.slice(i + 1).filter((later) => place < (places.get(later) ?? -1)).length;
  });
  return sum(inOrder) / ((given.length * (given.length - 1)) / 2);
};

/** Discounted gain of the first items, as many as the reference has, to that of the best order. */
const ndcg: Metric = (reference, given) => {
  const cut = reference.length;
  const gains = new Map(reference.map((item, i) => [item, cut - i]));
  const ranked = [...lastPlaces(given)].sort(([, a], [, b]) => a - b);
  const gained = (list: readonly number[]) =>
    sum(list.slice(0, cut).map((gain, i) => gain / Math.log2(i + 2)));
  const best = gained([...gains.values()].sort((a, b) => b - a));
  return best === 0 ? 0 : gained(ranked.map(([item]) => gains.get(item) ?? 0)) / best;
};

/** Where each item stands; of one that stands there twice, the last place. */
function lastPlaces(items: readonly string[]): Map<string, number> {
  return new Map(items.map((item, i) => [item, i]));
}

/** The tasks by the beginning of their names; those of summaries take a model to score, and are not here. */
export const METRICS = {
  'T1.1': ndcg,
  'T1.2': ndcg,
  'T2.1': pairs,
  'T2.2': pairs,
  'T3.1': firstLine,
  'T3.2': firstLine,
  'T5.1': f1,
  'T5.2': f1,
  'T6.1': found,
  'T6.2': f1,
  'T6.3': pairs,
  'T7.1': f1,
  'T7.2': f1,
  'T7.3': f1,
  'T8.1': found,
  'T8.2': found,
  'T8.3': found,
  'T9.1': f1,
  'T9.2': f1,
  'T10.1': found,
  'T10.2': found,
  'T11.1': firstLine,
  'T11.2': firstLine,
} as const satisfies Record<string, Metric>;

export type TaskCode = keyof typeof METRICS;

export const TASK_CODES = Object.keys(METRICS) as TaskCode[];

/** Whether what counts is a single item. */
export function asksOne(task: TaskCode): boolean {
  return METRICS[task] === firstLine;
}
