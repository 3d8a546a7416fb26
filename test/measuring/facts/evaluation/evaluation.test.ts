import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { errorsOf } from '../../../../src/measuring/facts/evaluation/asked-case.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { sameModel } from '../../../../src/measuring/facts/evaluation/models.js';
import { imagine } from '../../results/rows-for-tests.js';

const rows = imagine('reader', () => 1);
const casesOf = (given: readonly Row[]) => evaluationOf(given).models[0]!.cases;

describe('evaluationOf', () => {
  it('averages several answers to one Case and shows the words of the worst', () => {
    const worse = { ...rows[0]!, score: 0.5, marks: [1, 1, 1, 1, 0, 0, 0, 0], reason: '4/8' };
    const asked = casesOf([...rows, worse]).get(worse.id)!;
    expect(asked.calls).toHaveLength(2);
    expect(asked.shown.reason).toBe('4/8');
    expect(asked.answer).toMatchObject({
      score: 0.75,
      marks: [1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5],
      scores: [0.5, 1],
    });
  });

  it('takes errors for no answers', () => {
    const broken = { ...rows[0]!, score: 0, marks: [], error: 'HTTP 500' };
    const cases = casesOf([broken, ...rows.slice(1), { ...rows[1]!, error: 'timeout' }]);
    expect(errorsOf(cases.get(broken.id)!)).toEqual(['HTTP 500']);
    expect(cases.get(broken.id)!.answer).toBeUndefined();
    expect(errorsOf(cases.get(rows[1]!.id)!)).toEqual([]);
    expect(cases.get(rows[1]!.id)!.answer).toMatchObject({ score: 1 });
  });

  it('tells tests of several configs apart that have one description', () => {
    const short = rows.map((row) => ({ ...row, description: `${row.tokens / 1000}K` }));
    const needles = short.map((row) => ({ ...row, benchmark: 'needles', id: `needles.${row.id}` }));
    const named = (given: readonly Row[]) => [
      ...new Set([...casesOf(given).values()].map(({ shown }) => shown.description)),
    ];
    const [first] = short;
    const one = short.filter(({ seed }) => seed === first!.seed);
    expect(named([first!])).toEqual([first!.description]);
    expect(named([first!, needles[0]!]).sort()).toEqual([
      `${first!.description} · ${first!.benchmark}`,
      `${first!.description} · needles`,
    ]);
    expect(named(one)).toEqual(one.map(({ description }) => description));
  });

  it('is the same in whatever order rows come', () => {
    const other = rows.map((row) => ({ ...row, provider: 'other', benchmark: 'another' }));
    expect(evaluationOf([...other, ...rows].reverse())).toEqual(evaluationOf([...rows, ...other]));
  });
});

describe('a reader', () => {
  const second = rows.map((row) => ({ ...row, prompt: 'mine' }));
  const names = (given: readonly Row[]) => evaluationOf(given).models.map(({ name }) => name);

  it('is a provider, and one for each prompt that answered the same Case', () => {
    expect(names(rows)).toEqual(['reader']);
    expect(names([...rows, ...second])).toEqual(['reader · mine', 'reader · stars']);
    expect(names([...rows.slice(2), ...second.slice(0, 2)])).toEqual(['reader']);
    const other = rows.map((row) => ({ ...row, provider: 'other' }));
    expect(names([...rows, ...second, ...other])).toEqual([
      'other',
      'reader · mine',
      'reader · stars',
    ]);
  });

  it('is found again by its name, or else by provider and prompt', () => {
    const [mine, stars] = evaluationOf([...rows, ...second]).models;
    const alone = { name: 'reader', provider: 'reader', prompt: 'stars' };
    expect(sameModel(stars!, [alone], [mine!, stars!])).toBe(alone);
    expect(sameModel(mine!, [alone], [mine!, stars!])).toBeUndefined();
    expect(sameModel(alone, [mine!, stars!])).toBe(stars);
    expect(sameModel(alone, [{ ...alone, prompt: 'other' }])).toMatchObject({ prompt: 'other' });
  });
});
