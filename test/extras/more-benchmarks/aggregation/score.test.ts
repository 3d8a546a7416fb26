import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../../src/answers/readable-answer.js';
import {
  type AggregationTask,
  aggregate,
  drawnRecords,
  type RecordsCase,
} from '../../../../src/extras/more-benchmarks/aggregation/records.js';
import { oolongScore } from '../../../../src/extras/more-benchmarks/aggregation/score.js';
import { aggregation } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

async function aCase(tasks: AggregationTask): Promise<{ theCase: RecordsCase; right: string }> {
  const [test] = await aggregation({ tasks, lengths: [3000] });
  const theCase = test!.vars!.case as unknown as RecordsCase;
  return { theCase, right: aggregate(tasks, drawnRecords(theCase))! };
}

describe('oolongScore', () => {
  it('is what the authors’ code says', () => {
    // Each compared with eval_helpers.py of abertsch72/oolong.
    expect(oolongScore(readableAnswer('Answer: 17'), '17', 'count')).toBe(1);
    expect(oolongScore(readableAnswer('Answer: **[15]**'), '17', 'count')).toBe(0.75 ** 2);
    expect(oolongScore(readableAnswer('Answer: 17.'), '17', 'count')).toBe(0);
    expect(oolongScore(readableAnswer('Answer: 1_7'), '17', 'count')).toBe(1);
    expect(oolongScore(readableAnswer('In the end I count 17'), '17', 'count')).toBe(1);
    expect(oolongScore(readableAnswer(' 17'), '17', 'count')).toBe(1);
    expect(oolongScore(readableAnswer(' food'), 'food', 'text')).toBe(0);
    expect(oolongScore(readableAnswer('Label: food.'), 'food', 'text')).toBe(0);
    expect(oolongScore(readableAnswer('Date: March 5, 2023'), '2023-03-05', 'date')).toBe(1);
    expect(
      oolongScore(readableAnswer('Date: Sunday, 5th of March 2023.'), '2023-03-05', 'date'),
    ).toBe(1);
    expect(oolongScore(readableAnswer('Date: 03/05/2023'), '2023-03-05', 'date')).toBe(1);
    expect(oolongScore(readableAnswer('Date: 13/05/2023'), '2023-05-13', 'date')).toBe(1);
    expect(oolongScore(readableAnswer('Date: 05/03/2023'), '2023-03-05', 'date')).toBe(0);
    expect(oolongScore(readableAnswer('Date: 2023-03-05 00:00'), '2023-03-05', 'date')).toBe(0);
    expect(oolongScore(readableAnswer('Date: 2023年3月5日'), '2023-03-05', 'date')).toBe(0);
    expect(oolongScore(readableAnswer(''), '17', 'count')).toBe(0);
  });
});

describe('the score', () => {
  it('gives a count 0.75 to the power of its error, wherever the number stands', async () => {
    const { theCase, right } = await aCase('count');
    const off = (by: number) => `${Number(right) + by}`;
    for (const text of [
      right,
      `Answer: ${right}.`,
      `**Answer:** ${right}`,
      { answer: Number(right) },
    ]) {
      expect(scored(text, theCase).score).toBe(1);
    }
    const reasoned = `I see 3 on the first page and 4 on the second.\nAnswer: ${off(-2)}`;
    expect(scored(reasoned, theCase)).toMatchObject({
      score: 0.75 ** 2,
      namedScores: { recall: 0.75 ** 2, oolong: 0.75 ** 2 },
      reason: `${off(-2)} instead of ${right}`,
      metadata: { diagnosis: 'wrong' },
    });
    const thought = `<think>Answer: ${off(9)}</think>Answer: ${right}`;
    expect(scored(thought, theCase).score).toBe(1);
    expect(scored('I stopped counting', theCase)).toMatchObject({ readable: false });
  });

  it('reads a subject, a user and a date behind the last key, or alone in the last line with one', async () => {
    const most = await aCase('most');
    const labels = ['animals', 'food', 'weather', 'sport', 'music', 'clothing'];
    const other = labels.find((name) => name !== most.right)!;
    const scoreMost = (text: string) => scored(text, most.theCase);
    expect(scoreMost(`Label: **${most.right}**, ahead of ${other}`).score).toBe(1);
    expect(scoreMost(`Label: ${other}\nNo, wait.\nLabel: ${most.right}.`).score).toBe(1);
    expect(scoreMost(`${other}: 12, ${most.right}: 14.\nSo ${most.right} leads.`).score).toBe(1);
    expect(scoreMost(`Either ${most.right} or ${other}.`)).toMatchObject({
      score: 0,
      readable: false,
    });
    expect(scoreMost(`Label: ${other}`)).toMatchObject({ score: 0, readable: true });
    const user = await aCase('user');
    expect(scored(`User: 10001`, user.theCase)).toMatchObject({
      score: 0,
      readable: true,
    });
    expect(scored(`user ${user.right} wrote 9 of them`, user.theCase).score).toBe(1);
    const date = await aCase('date');
    const [year, month, day] = date.right.split('-').map(Number);
    for (const text of [
      `${month}/${day}/${year}`,
      `Date: ${year}/${month}/${day}`,
      `${year}年${month}月${day}日`,
    ]) {
      expect(scored(text, date.theCase).score).toBe(1);
    }
    const stamped = scored(`Date: ${date.right} 00:00:00`, date.theCase);
    expect(stamped).toMatchObject({ score: 1, namedScores: { oolong: 0 } });
    expect(scored('Date: unknown', date.theCase)).toMatchObject({
      score: 0,
      readable: false,
    });
  });

  it('doubts one of two, and what is denied; neither is an answer', async () => {
    const most = await aCase('most');
    const other = most.right === 'food' ? 'music' : 'food';
    const user = await aCase('user');
    const date = await aCase('date');
    for (const [text, { theCase }] of [
      [`Label: ${most.right} or ${other}`, most],
      [`Label: ${other} or ${most.right}`, most],
      [`Label: not ${most.right}`, most],
      [`It isn't ${most.right}.`, most],
      [`User: ${user.right} or 17212`, user],
      [`User: 17212 or ${user.right}`, user],
      [`Date: ${date.right} or 2021-01-01`, date],
    ] as const) {
      expect(scored(text, theCase), text).toMatchObject({
        score: 0,
        readable: true,
        namedScores: { oolong: 0 },
        metadata: { reading: 'doubtful', bounds: { low: 0, high: 1 } },
      });
    }
    const count = await aCase('count');
    expect(scored(`Answer: ${count.right} or 900`, count.theCase).metadata).toMatchObject({
      reading: 'doubtful',
    });
    expect(scored(`Answer: ${count.right}`, count.theCase).metadata).not.toHaveProperty('reading');
  });

  it('says when nothing was said, or the answer refused', async () => {
    const { theCase } = await aCase('user');
    expect(scored('', theCase)).toMatchObject({
      readable: false,
      reason: 'The answer is empty.',
      metadata: { diagnosis: 'empty' },
    });
    const refusal = scored("I'm sorry, but I cannot help with that.", theCase);
    expect(refusal.metadata.diagnosis).toBe('refused');
  });
});
