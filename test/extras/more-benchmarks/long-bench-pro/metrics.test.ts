import { describe, expect, it } from 'vitest';
import {
  answerItems,
  METRICS,
  normalisedItems,
} from '../../../../src/extras/more-benchmarks/long-bench-pro/index.js';

const metricOf = (task: keyof typeof METRICS) => (reference: string[], answer: string) =>
  METRICS[task](normalisedItems(reference), answerItems(answer));

describe('the items of an answer', () => {
  it.each([
    ['So it is B.\n[Answer]\n Kite  One \nKITE two', ['kite one', 'kite two']],
    ['[Answer]\na\n[Answer]\nb', ['b']],
    ['[答案]\n甲\n乙', ['甲', '乙']],
    ['[Answer] a\n[答案] b', ['a', '[答案] b']],
    ['plain', ['plain']],
    ['[Answer]\na\n\nb', ['a', '', 'b']],
  ])('%j', (answer, items) => {
    expect(answerItems(answer)).toEqual(items);
  });
});

describe('the metrics of LongBench Pro', () => {
  it('of one item: whether the first line is it', () => {
    const metric = metricOf('T3.1');
    expect(metric(['B'], '[Answer]\nb\nor not')).toBe(1);
    expect(metric(['B'], '[Answer] B, I think')).toBe(0);
  });

  it('of sets: F1, in which an empty line is an item', () => {
    const metric = metricOf('T7.1');
    expect(metric(['a', 'b'], '[Answer]\nb\na')).toBe(1);
    expect(metric(['a', 'b'], '[Answer]\na\nc')).toBe(0.5);
    expect(metric(['a'], '[Answer]\na\n\nb')).toBe(0.5);
    expect(metric(['a'], 'nothing')).toBe(0);
  });

  it('of references: the share that is a line', () => {
    const metric = metricOf('T8.1');
    expect(metric(['a', 'b', 'c'], '[Answer]\nc\nx\na\ny')).toBeCloseTo(2 / 3, 12);
  });

  it('of an order: pairs that are right, of all pairs of the answer', () => {
    const metric = metricOf('T2.1');
    expect(metric(['a', 'b', 'c'], '[Answer]\na\nb\nc')).toBe(1);
    expect(metric(['a', 'b', 'c'], '[Answer]\nb\na\nc')).toBeCloseTo(2 / 3, 12);
    expect(metric(['a', 'b', 'c'], '[Answer]\na\nb\nc\nd')).toBe(0.5);
    expect(metric(['a', 'b'], '[Answer]\na')).toBe(0);
  });

  it('of a ranking: NDCG of as many items as the reference has', () => {
    const metric = metricOf('T1.1');
    expect(metric(['a', 'b', 'c'], '[Answer]\na\nb\nc\nd')).toBe(1);
    const gains = [2 / Math.log2(2), 3 / Math.log2(3)];
    const best = 3 + 2 / Math.log2(3) + 1 / Math.log2(4);
    expect(metric(['a', 'b', 'c'], '[Answer]\nb\na\nx\nc')).toBeCloseTo(
      (gains[0]! + gains[1]!) / best,
      12,
    );
    expect(metric(['a'], '[Answer]\nb\na')).toBe(0);
  });
});
