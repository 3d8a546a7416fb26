import { describe, expect, it } from 'vitest';
import { goalArgument } from '../../../src/commands/arguments.js';
import { decidingGrids } from '../../../src/measuring/planning/decide.js';
import { makePlan } from '../../../src/measuring/planning/plan.js';
import { planDocument } from '../../../src/measuring/planning/plan-document.js';
import { regressionPower } from '../../../src/measuring/statistics/regression/regression-power.js';
import { mediaOf } from '../document/media.js';
import { caseOf, OPTIONS, suiteOf, testOf } from './planned.js';

const options = { ...OPTIONS, icc: 0.1 };
const providers = [{ id: 'openai:gpt-4.1' }];
const gridsFor = (goal: string, more = {}) =>
  decidingGrids(goalArgument(goal), [testOf(caseOf())], providers, { ...options, ...more });

describe('decidingGrids', () => {
  it('finds a drop with the promised power, moody and steady, in evaluations that fitted nothing', () => {
    const grids = gridsFor('drop 0.08 at 128K');
    expect(grids.map(({ marks }) => marks).sort((a, b) => a - b)).toEqual([32, 64, 96, 128]);
    for (const { marks, lengths, seeds, power } of grids) {
      expect(lengths).toEqual([128_000]);
      for (const icc of [0, 0.1]) {
        const prompt = { series: 0, tokens: 128_000, marks, recall: 0.95, icc };
        const found = regressionPower(
          Array(seeds).fill(prompt),
          { ...OPTIONS, drop: 0.08 },
          { seed: 'other' },
        );
        expect(found.probability, `${marks} marks, ICC ${icc}`).toBeGreaterThan(0.76);
        expect(power).toBeGreaterThan(0.8);
      }
    }
    // Every one of fewer seeds or marks is cheaper, and the first is the cheapest.
    const costs = grids.map(({ cost }) => cost!);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    const [{ seeds, marks, promptTokens, cost }] = grids as [(typeof grids)[number]];
    const answer = Math.ceil((200 * marks) / 32);
    expect(promptTokens).toBe(seeds * (128_000 - answer));
    expect(cost).toBeCloseTo((promptTokens * 2 + seeds * answer * 8) / 1e6, 9);
  });

  it('takes more seeds for a moodier reader and a smaller drop, and refuses what no grid decides', () => {
    const seeds = (goal: string, icc: number) => gridsFor(goal, { icc })[0]!.seeds;
    expect(seeds('at least 8K', 0.2)).toBeGreaterThan(seeds('at least 8K', 0));
    expect(seeds('drop 0.1 at 8K', 0.2)).toBeGreaterThan(seeds('drop 0.2 at 8K', 0.2));
    for (const [goal, icc] of [
      ['drop 0.02 at 8K', 0],
      ['at least 8K', 0.5],
    ] as const) {
      expect(() => gridsFor(goal, { icc })).toThrow(
        `--for: no grid of 32 marks a prompt is known to decide it at --icc ${icc}. Use \`promptfoo-counting-stars search\``,
      );
    }
  });

  it('asks at the length in question, at the octaves below the longest, and no more stars than fit', () => {
    expect(gridsFor('at least 32K')[0]!.lengths).toEqual([32_000]);
    const [octave] = decidingGrids(
      { question: 'octave' },
      [testOf(caseOf({ tokens: 64_000 }))],
      providers,
      options,
    );
    expect(octave!.lengths).toEqual([4000, 8000, 16_000, 32_000, 64_000]);
    expect(gridsFor('at least 2K').map(({ marks }) => marks)).not.toContain(96);
  });

  it('knows no cost where a price is missing', () => {
    const all = [...providers, { id: 'mine' }];
    const [grid] = decidingGrids(
      { question: 'octave' },
      [testOf(caseOf({ tokens: 64_000 }))],
      all,
      options,
    );
    expect(grid).not.toHaveProperty('cost');
  });

  it.each(['', 'drop at 128K', 'drop 5 at 128K', 'drop 0.05', 'at least', 'at least x', 'octaves'])(
    'refuses the goal "%s"',
    (goal) => expect(() => goalArgument(goal)).toThrow(/^It must be /),
  );
});

describe('a plan with a goal', () => {
  it('prints the lines of the cheapest grid', () => {
    const plan = makePlan(suiteOf([caseOf()]), { ...options, goal: goalArgument('at least 32K') });
    const { marks, seeds } = plan.grids![0]!;
    const { terminal } = mediaOf(planDocument(plan, options));
    expect(terminal).toMatch(/Facts +Lengths +Seeds +Tokens +Cost +Decides\n/);
    expect(terminal).toContain(`config: { stars: ${marks}, lengths: [32000], seeds: ${seeds} }`);
  });
});
