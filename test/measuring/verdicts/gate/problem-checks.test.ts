import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { mean } from '../../../../src/base/numbers.js';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { problemChecks } from '../../../../src/measuring/verdicts/gate/problem-checks.js';
import { imagine, kept } from '../../results/rows-for-tests.js';
import { everything, verdictLine } from './said.js';

const good = imagine('reader', () => 1, { lengths: [1000, 2000, 4000], seeds: 4 });
const empty = (row: Row): Row => ({
  ...row,
  score: 0,
  marks: row.marks.map(() => 0),
  reading: 'unreadable',
  diagnosis: 'empty',
});
const without = (...places: number[]) =>
  good.map((row, i) => (places.includes(i) ? empty(row) : row));
const decide = (now: readonly Row[], before: readonly Row[] = good) =>
  gate(evaluationOf(now), kept(before), DEFAULT_GATE);

describe('answers that are empty', () => {
  it('leave it open where three more are than in the baseline, and are said first', () => {
    const result = decide(without(1, 5, 9));
    expect(result.verdict).toBe('inconclusive');
    expect(verdictLine(result)).toBe(
      "Inconclusive: 3 of 12 answers are empty (look at the provider's settings). In the baseline: 0 of 12.",
    );
  });

  it('decide nothing where they are few, and are said all the same', () => {
    const result = decide(without(1));
    expect(result.verdict).toBe('passed');
    expect(everything(result)).toMatch(
      /❔ reader: 1 of 12 answers is empty \(.*\)\. In the baseline: 0 of 12\./,
    );
  });

  it('are no news where as many were before, wherever', () => {
    const result = decide(without(1, 5, 9), without(0, 4, 8));
    expect(result.verdict).toBe('passed');
    expect(verdictLine(result)).not.toContain('empty');
    expect(result.providers[0]!.completeness).toMatchObject([
      { kind: 'problems', count: 3, of: 12, before: { count: 3, of: 12 }, verdict: 'passed' },
    ]);
  });
});

describe('answers off topic from some length on', () => {
  const long = imagine('reader', () => 1, { lengths: [4000, 8000, 16_000, 32_000], seeds: 4 });
  const offTopic = (row: Row): Row => ({
    ...row,
    score: 0,
    marks: row.marks.map(() => 0),
    reading: 'unreadable',
    answer: 'Hello!',
  });
  const cut = long.map((row) => (row.tokens < 16_000 ? row : offTopic(row)));

  it('fail the gate, since the server cuts what the baseline answered', () => {
    const result = decide(cut, long);
    expect(result.verdict).toBe('failed');
    expect(verdictLine(result)).toMatch(
      /^Failed: The server seems to cut prompts above 8K, though it counts them whole: longer ones/,
    );
    expect(everything(result)).toContain('Find what cuts the prompts of reader');
  });

  it('are no news where the baseline had them, and no cut where short ones are unreadable too', () => {
    expect(decide(cut, cut).verdict).not.toBe('failed');
    const everywhere = long.map((row, i) => (i % 2 ? offTopic(row) : row));
    expect(verdictLine(decide(everywhere, long))).not.toContain('server');
  });
});

describe('a share of empty answers', () => {
  /** How often a run is left open, of many pairs of a baseline and a run with these shares of empty answers. */
  const leftOpen = (share: number, now: number) => {
    const rng = seedrandom(`${share} ${now}`);
    const many = imagine('reader', () => 1, { lengths: [1000, 2000, 4000, 8000], seeds: 8 });
    const drawn = (chance: number) => many.map((row) => (rng() < chance ? empty(row) : row));
    const pairs = Array.from({ length: 200 }, () => {
      const cases = [...evaluationOf(drawn(now)).models[0]!.cases.values()];
      const before = kept(drawn(share)).runs[0]!.get('reader')!;
      return problemChecks(cases, before, { unread: false, maxDrop: 0.02 });
    });
    return mean(pairs.map((checks) => Number(checks.some(({ verdict }) => verdict !== 'passed'))));
  };

  it.each([0.05, 0.1, 0.3])('of %d on both sides seldom leaves it open', (share) => {
    expect(leftOpen(share, share)).toBeLessThan(0.06);
  });

  it('that grew does', () => {
    expect(leftOpen(0, 0.25)).toBeGreaterThan(0.95);
    expect(leftOpen(0.05, 0.35)).toBeGreaterThan(0.8);
  });
});

describe('answers that are not compared', () => {
  const many = [1, 2, 3].flatMap((round) => good.map((row) => ({ ...row, answer: String(round) })));

  it('are said, with the mean of all', () => {
    const [first, ...others] = many;
    const worse = { ...first!, score: 0.25, marks: first!.marks.map((_, i) => Number(i < 2)) };
    const result = decide([worse, ...others]);
    expect(result.providers[0]!.unused).toEqual([
      { of: 'results', compared: 12, answers: 36, score: expect.closeTo(35.25 / 36) },
    ]);
    expect(everything(result)).toContain(
      'reader: 12 of 36 answers are compared, as many as the baseline has (mean of all: 98%).',
    );
  });

  it('are the other way round those of the baseline, and none where both sides have as many', () => {
    expect(everything(decide(good, many))).toContain(
      "12 of the baseline's 36 answers are compared",
    );
    expect(decide(many, many).providers[0]).not.toHaveProperty('unused');
  });
});

describe('answers that a person rated', () => {
  it('are counted in the gate, and scored as they were', () => {
    const result = decide(good.map((row, i) => (i < 2 ? { ...row, rated: true } : row)));
    expect(result.rated).toEqual({ count: 2, of: 12 });
    expect(everything(result)).toContain("A person rated 2 of 12 answers in promptfoo's viewer");
    expect(result.verdict).toBe('passed');
  });
});
