import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { baselineOf } from '../../../../src/measuring/facts/baseline-of.js';
import { assertComplete } from '../../../../src/measuring/facts/evaluation/completeness.js';
import { cachedTexts, copiedTexts } from '../../../../src/measuring/facts/evaluation/copies.js';
import { inRuns, together } from '../../../../src/measuring/facts/evaluation/runs.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { imagine } from '../../results/rows-for-tests.js';

/** A run: the same prompts, with answers of its own. */
const run = (day: string, recall = 0.8) =>
  imagine(day, () => recall, { seeds: 5 }).map(
    (row): Row => ({ ...row, provider: 'reader', answer: `${day} ${row.id}` }),
  );
const cached = (rows: readonly Row[]) => rows.map((row): Row => ({ ...row, cached: true }));
const source = (name: string, rows: Row[]) => ({ name, rows });
type Source = ReturnType<typeof source>;

const monday = run('monday');
const tuesday = run('tuesday');

/** What counts: the answers of each run. */
const counted = (sources: Source[]) =>
  inRuns(sources)
    .map(({ models }) =>
      models
        .flatMap(({ cases }) => [...cases.values()].flatMap(({ calls }) => calls))
        .map(({ answer, cached }) => `${answer}${cached ? ' cached' : ''}`)
        .sort(),
    )
    .sort();

describe('copies out of promptfoo’s cache', () => {
  it('are one run with their original, whatever is given first', () => {
    const copies = ['a', 'b', 'c', 'd'].map((name) => source(name, cached(monday)));
    const alone = counted([source('monday', monday)]);
    expect(counted([source('monday', monday), ...copies])).toEqual(alone);
    expect(counted([...copies, source('monday', monday)])).toEqual(alone);
    const runs = inRuns([...copies, source('monday', monday)]);
    expect(runs.map(({ sources }) => sources)).toEqual([['monday']]);
    expect(copiedTexts(runs)[0]).toBe(
      'a repeats monday: 0 of 20 answers are new, so it is not counted as a run',
    );
    expect(cachedTexts(runs)).toEqual([]);
  });

  it('leave the drift of a baseline, and what a gate excludes, those of one run', () => {
    const copies = ['a', 'b', 'c', 'd'].map((name) => source(name, cached(monday)));
    const excludes = (sources: Source[]) => {
      const { regression } = gate(
        together([source('now', run('now'))]),
        baselineOf(inRuns(sources), false),
        DEFAULT_GATE,
      ).providers[0]!;
      return [regression!.drift, regression!.excludes];
    };
    const original = [source('monday', monday)];
    expect(excludes([...original, ...copies])).toEqual(excludes(original));
    const two = [...original, source('tuesday', tuesday)];
    expect(excludes([...two, ...copies])).toEqual(excludes(two));
    expect(excludes(two)).not.toEqual(excludes(original));
  });

  it('stand once for an original that is not given', () => {
    const runs = inRuns([source('a', cached(monday)), source('b', cached(monday))]);
    expect(runs.map(({ sources }) => sources)).toEqual([['a']]);
    expect(cachedTexts(runs)).toEqual([
      "a: 20 of 20 answers are from promptfoo's cache, and the run that they repeat is not given",
    ]);
  });

  it('are told by reader, Case and answer', () => {
    const other = cached(monday).map((row) => ({ ...row, provider: 'other' }));
    expect(inRuns([source('a', monday), source('b', other)])).toHaveLength(1);
    const differently = cached(tuesday);
    expect(inRuns([source('a', monday), source('b', differently)])).toHaveLength(2);
    // Answers that are alike and were both asked are two.
    expect(inRuns([source('a', monday), source('b', monday)])).toHaveLength(2);
  });

  it('complete a run that was stopped, and leave no gap in one that has some new answers', () => {
    const grid = (rows: readonly Row[]) =>
      rows.map((row): Row => ({ ...row, grid: { id: 'g', size: monday.length } }));
    const stopped = source('stopped', grid(monday.slice(0, 8)));
    const whole = source('whole', grid([...cached(monday.slice(0, 8)), ...monday.slice(8)]));
    for (const sources of [
      [stopped, whole],
      [whole, stopped],
    ]) {
      const runs = inRuns(sources);
      expect(runs).toHaveLength(1);
      for (const one of runs) expect(() => assertComplete(one)).not.toThrow();
      expect(runs[0]!.models[0]!.cases.size).toBe(monday.length);
    }
    const partly = source('partly', grid([...cached(monday.slice(1)), tuesday[0]!]));
    const runs = inRuns([source('monday', grid(monday)), partly]);
    expect(runs.map(({ models }) => models[0]!.cases.size)).toEqual([20, 1]);
    for (const one of runs) expect(() => assertComplete(one)).not.toThrow();
    expect(copiedTexts(runs)).toEqual([
      'partly repeats monday: 19 of its 20 answers are copies, which count once',
    ]);
    const lacking = source('lacking', partly.rows.slice(1));
    const [, second] = inRuns([source('monday', grid(monday)), lacking]);
    expect(() => assertComplete(second!)).toThrow('1 of the 20 prompts of the grid have no result');
  });

  it('do not make shards overlap', () => {
    const shard = (name: string, rows: readonly Row[], label: string) =>
      source(
        name,
        rows.map((row): Row => ({ ...row, shard: label, grid: { id: 'g', size: 20 } })),
      );
    const [a1, a2] = [
      shard('a1', monday.slice(0, 10), '1/2'),
      shard('a2', monday.slice(10), '2/2'),
    ];
    const [b1, b2] = [
      shard('b1', cached(monday.slice(0, 10)), '1/2'),
      shard('b2', tuesday.slice(10), '2/2'),
    ];
    const runs = inRuns([a1, a2, b1, b2]);
    expect(runs.map(({ sources }) => sources)).toEqual([['a1', 'a2'], ['b2']]);
    for (const one of runs) expect(() => assertComplete(one)).not.toThrow();
  });

  it('of repeats count where they were asked', () => {
    const repeats = [...monday, ...monday];
    expect(counted([source('a', repeats), source('b', cached(repeats))])).toEqual(
      counted([source('a', repeats)]),
    );
    expect(counted([source('b', cached(repeats))])[0]).toHaveLength(40);
    // Of one source, each was asked once, here or in a run before.
    expect(counted([source('a', [...monday, ...cached(monday)])])[0]).toHaveLength(40);
  });

  it('count the same in every order', () => {
    const rows = [...monday.slice(0, 3), ...tuesday.slice(0, 3)];
    const some = fc.subarray(rows.flatMap((row) => [row, { ...row, cached: true as const }]));
    const all = (sources: Source[]) => counted(sources).flat().sort();
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), (given) => {
        const sources = given
          .map((own, i) => source(`${i}`, own))
          .filter((one) => one.rows.length > 0);
        if (sources.length === 0) return;
        expect(all(sources.toReversed())).toEqual(all(sources));
      }),
    );
  });
});
