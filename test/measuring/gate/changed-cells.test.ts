import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../../src/base/version.js';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { changedCells } from '../../../src/measuring/gate/changed-cells.js';
import { gateWithFloors as gate } from '../../../src/measuring/gate/gate-with-floors.js';
import { imagine, kept } from '../results/rows-for-tests.js';

const LENGTHS = Array.from({ length: 8 }, (_, i) => 4000 * (i + 1));

/** Rows whose ids end in a digest of their options and the edition of their texts. */
const made = (digest: string, edition: string): Row[] =>
  imagine('reader', () => 1, { lengths: LENGTHS }).map((row) => ({
    ...row,
    id: `counting-things.list.en.${row.tokens}x8.s${row.seed}.${digest}-${edition}`,
  }));

const judge = (now: readonly Row[], before: readonly Row[], madeBy?: string) =>
  gate(evaluationOf(now), { ...kept(before), ...(madeBy !== undefined && { madeBy }) });

describe('a gate whose cells have other ids', () => {
  it('says that texts have changed, and by which version', () => {
    const [before, now] = [made('aaaaaaaaaa', 'e1'), made('aaaaaaaaaa', 'e2')];
    expect(() => judge(now, before)).toThrow(
      'No prompt of the results is in the baseline of "reader". Of 8 prompts, the texts changed (datasets, haystack ' +
        'or tokenizer). Save the baseline again.',
    );
    expect(() => judge(now, before, '0.0.9')).toThrow(
      `promptfoo-counting-stars 0.0.9 made it, and this is ${packageVersion()}.`,
    );
  });

  it('says that options have changed when the texts have not', () => {
    expect(() => judge(made('bbbbbbbbbb', 'e1'), made('aaaaaaaaaa', 'e1'))).toThrow(
      "Of 8 prompts, the options of the generator changed. Use the baseline's options, or save the baseline again.",
    );
  });

  it('says it of a part of the cells too', () => {
    const before = made('aaaaaaaaaa', 'e1');
    const now = [...before.slice(0, 6), ...made('aaaaaaaaaa', 'e2').slice(6)];
    const { verdict, providers } = judge(now, before);
    expect(verdict).toBe('failed');
    expect(providers[0]!.completeness).toMatchObject([
      {
        kind: 'missing',
        count: 2,
        changed: { count: 2, by: 'texts' },
      },
      { kind: 'extra', count: 2 },
    ]);
  });

  it('does not take other cells for changed ones', () => {
    const before = made('aaaaaaaaaa', 'e1');
    const now = [
      ...before.slice(0, 7),
      { ...before[7]!, id: 'other.list.en.1x8.s1.bbbbbbbbbb-e1' },
    ];
    const [missing] = judge(now, before).providers[0]!.completeness;
    expect(missing).toMatchObject({ kind: 'missing', count: 1, of: 8 });
    expect(missing).not.toHaveProperty('changed');
  });
});

describe('changedCells', () => {
  const cases = (...ids: string[]) => new Map(ids.map((id) => [id, {}]));

  it('counts cells that are on both sides under other ids, as often as both have them', () => {
    const one = { count: 1, by: 'texts' };
    expect(changedCells(cases('a.b.0f-e1', 'c.0f-e1', 'd.0f-e1'), cases('a.b.0f-e2'))).toEqual(one);
    expect(changedCells(cases('a.0a-e1', 'a.0b-e1'), cases('a.0a-e2'))).toEqual(one);
    expect(changedCells(cases('a.0a-e1'), cases('a.0a-e2', 'a.0b-e2'))).toEqual(one);
    const both = changedCells(cases('a.0f-e1', 'b.0f-e1'), cases('a.0f-e2', 'b.0f-e2'));
    expect(both).toEqual({ count: 2, by: 'texts' });
  });

  it('says that options differ where those of one cell do', () => {
    const before = cases('a.0a-e1', 'b.0a-e1');
    expect(changedCells(before, cases('a.0a-e2', 'b.0b-e2'))).toMatchObject({ by: 'options' });
    expect(changedCells(before, cases('a.0a-e2', 'b.0a-e2'))).toMatchObject({ by: 'texts' });
    // A cell that is there twice is the same where one of them is.
    const twice = cases('a.0a-e1', 'a.0c-e1');
    expect(changedCells(twice, cases('a.0b-e2', 'a.0a-e2'))).toMatchObject({ by: 'texts' });
  });

  it('names the version that made the baseline only where it is another one', () => {
    const [before, now] = [cases('a.0a-e1'), cases('a.0a-e2')];
    expect(changedCells(before, now, '0.0.9')).toMatchObject({ madeBy: '0.0.9' });
    const same = changedCells(before, now, packageVersion());
    expect(same).toEqual(changedCells(before, now));
  });

  it('has nothing to say of ids that are the same, are no ids, or are of other cells', () => {
    const own = cases('a.0a-e1');
    expect(changedCells(own, own)).toBeUndefined();
    expect(changedCells(own, cases('b.0a-e2'))).toBeUndefined();
    expect(changedCells(own, cases())).toBeUndefined();
    for (const id of ['a', 'a.0a', '.0a-e2', 'a.0g-e2', 'a.0a-E2', 'a.0a-e2 ', '']) {
      expect(changedCells(own, cases(id)), id).toBeUndefined();
      expect(changedCells(cases(id), cases(`${id}x`)), id).toBeUndefined();
    }
  });
});
