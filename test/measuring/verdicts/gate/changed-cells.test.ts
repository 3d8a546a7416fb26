import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../../../src/base/version.js';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { changedCellsText } from '../../../../src/measuring/verdicts/gate/changed-cells.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { imagine, kept } from '../../results/rows-for-tests.js';

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
      'No Case of the results is in the baseline of "reader": 8 cells are on both sides, but with ' +
        'other texts: the datasets, the haystack or the tokenizer have changed since the baseline ' +
        'was made. Make the baseline again.',
    );
    expect(() => judge(now, before, '0.0.9')).toThrow(
      `(promptfoo-counting-stars 0.0.9 made it, this is ${packageVersion()}). Make the baseline ` +
        'again, or compare with version 0.0.9.',
    );
  });

  it('says that options have changed when the texts have not', () => {
    expect(() => judge(made('bbbbbbbbbb', 'e1'), made('aaaaaaaaaa', 'e1'))).toThrow(
      "8 cells are on both sides, but with other options of the generator. Use the baseline's " +
        'options, or make the baseline again.',
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
        note:
          '2 of 8 cases of the baseline have no result. 2 cells are on both sides, but with other ' +
          'texts: the datasets, the haystack or the tokenizer have changed since the baseline was ' +
          'made. Make the baseline again',
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
    expect(judge(now, before).providers[0]!.completeness[0]!.note).toBe(
      '1 of 8 cases of the baseline have no result',
    );
  });
});

describe('changedCellsText', () => {
  const cases = (...ids: string[]) => new Map(ids.map((id) => [id, {}]));

  it('counts cells that are on both sides under other ids, as often as both have them', () => {
    const text = changedCellsText(cases('a.b.0f-e1', 'c.0f-e1', 'd.0f-e1'), cases('a.b.0f-e2'));
    expect(text).toMatch(/^1 cell is on both sides, but with other texts: /);
    expect(changedCellsText(cases('a.0a-e1', 'a.0b-e1'), cases('a.0a-e2'))).toMatch(/^1 cell is /);
    expect(changedCellsText(cases('a.0a-e1'), cases('a.0a-e2', 'a.0b-e2'))).toMatch(/^1 cell is /);
    expect(changedCellsText(cases('a.0f-e1', 'b.0f-e1'), cases('a.0f-e2', 'b.0f-e2'))).toMatch(
      /^2 cells are on both sides, but with other texts: /,
    );
  });

  it('says that options differ where those of one cell do', () => {
    const before = cases('a.0a-e1', 'b.0a-e1');
    expect(changedCellsText(before, cases('a.0a-e2', 'b.0b-e2'))).toContain('with other options');
    expect(changedCellsText(before, cases('a.0a-e2', 'b.0a-e2'))).toContain('with other texts');
    // A cell that is there twice is the same where one of them is.
    const twice = cases('a.0a-e1', 'a.0c-e1');
    expect(changedCellsText(twice, cases('a.0b-e2', 'a.0a-e2'))).toContain('with other texts');
  });

  it('names the version that made the baseline only where it is another one', () => {
    const [before, now] = [cases('a.0a-e1'), cases('a.0a-e2')];
    expect(changedCellsText(before, now, '0.0.9')).toContain('promptfoo-counting-stars 0.0.9 made');
    const same = changedCellsText(before, now, packageVersion());
    expect(same).toMatch(/since the baseline was made\. Make the baseline again$/);
    expect(same).toBe(changedCellsText(before, now));
  });

  it('has nothing to say of ids that are the same, are no ids, or are of other cells', () => {
    const own = cases('a.0a-e1');
    expect(changedCellsText(own, own)).toBeUndefined();
    expect(changedCellsText(own, cases('b.0a-e2'))).toBeUndefined();
    expect(changedCellsText(own, cases())).toBeUndefined();
    for (const id of ['a', 'a.0a', '.0a-e2', 'a.0g-e2', 'a.0a-E2', 'a.0a-e2 ', '']) {
      expect(changedCellsText(own, cases(id)), id).toBeUndefined();
      expect(changedCellsText(cases(id), cases(`${id}x`)), id).toBeUndefined();
    }
  });
});
