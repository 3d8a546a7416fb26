import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/contract/case.js';
import { budgetOffers } from '../../../src/measuring/planning/budget.js';
import { budgetDocument } from '../../../src/measuring/planning/budget-document.js';
import { mostCost } from '../../../src/measuring/planning/plan.js';
import type { PlannedProvider, PlannedSuite } from '../../../src/measuring/planning/suite.js';
import { decisionsOf, mediaOf } from '../document/media.js';
import { caseOf, OPTIONS, testOf } from './planned.js';

const GPT: PlannedProvider = { id: 'openai:gpt-4.1' };

const options = { ...OPTIONS, icc: 0.1 };

function suiteOf(fields: Partial<Case> = {}, providers: PlannedProvider[] = [GPT]): PlannedSuite {
  const lengths = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
  return {
    providers,
    tests: [1, 2].flatMap((seed) =>
      lengths.map((tokens) =>
        testOf(
          caseOf({ tokens, seed, evidence: 32, ...fields }),
          providers.map(() => 1),
        ),
      ),
    ),
  };
}

/** What these prompts cost at most, counted anew. */
function costOf(suite: PlannedSuite, lengths: readonly number[], seeds: number): number {
  const first = suite.tests[0]!.case!;
  const asked = lengths.flatMap((tokens) =>
    Array.from({ length: seeds }, (_, seed) => ({ case: { ...first, tokens, seed }, calls: 1 })),
  );
  return suite.providers.reduce((all, one) => all + mostCost(one, asked, options)!, 0);
}

describe('budgetOffers', () => {
  it.each([1, 20])('never costs more than %s dollars, and reaches further for more', (budget) => {
    const suite = suiteOf({}, [GPT, { id: 'openai:chat:gpt-5-mini' }]);
    const offers = budgetOffers({ dollars: budget }, suite, options);
    expect(offers.map(({ kind }) => kind)).toContain('gate');
    for (const { kind, lengths, seeds, cost } of offers) {
      expect(cost).toBeLessThanOrEqual(budget);
      if (kind === 'search') continue;
      const runs = kind === 'gate' ? 2 : 1;
      expect(cost).toBeCloseTo(runs * costOf(suite, lengths, seeds!), 6);
    }
    const reach = (amount: number) =>
      Math.max(
        ...budgetOffers({ dollars: amount }, suite, options).flatMap(({ lengths }) => lengths),
      );
    expect(reach(4 * budget)).toBeGreaterThanOrEqual(reach(budget));
  });

  it('counts tokens of prompts where the budget is in tokens, whatever they cost', () => {
    const mine = suiteOf({}, [{ id: 'file://mine.mjs' }]);
    const { reserve } = mine.tests[0]!.case!;
    const offers = budgetOffers({ tokens: 300_000 }, mine, options);
    expect(offers.map(({ kind }) => kind)).toContain('gate');
    for (const { kind, lengths, seeds, cost, misses } of offers) {
      expect(cost).toBeLessThanOrEqual(300_000);
      expect(misses).toBe(lengths.at(-1)! < 128_000 ? 128_000 : undefined);
      if (kind === 'search') continue;
      const tokens = lengths.reduce((all, length) => all + length - reserve, 0);
      expect(cost).toBe((kind === 'gate' ? 2 : 1) * seeds! * tokens);
    }
    expect(offers.some(({ misses }) => misses !== undefined)).toBe(true);
  });

  it('finds smaller drops for more money', () => {
    const drop = (budget: number) =>
      budgetOffers({ dollars: budget }, suiteOf(), options).find(({ kind }) => kind === 'gate')!
        .drop!;
    expect(drop(20)).toBeLessThan(drop(1));
  });

  it('says what to give where a budget is too little, and that much is enough', () => {
    const thrown = (() => {
      try {
        budgetOffers({ dollars: 0.01 }, suiteOf(), options);
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(thrown).toMatch(
      /^--budget: \$0\.0100 is too little to tell anything 80 % of the time: one prompt of the shortest length costs up to \$0\.00\d+\. Give at least \$/,
    );
    const least = Number(/at least \$([\d.]+\d)/.exec(thrown!)![1]);
    expect(budgetOffers({ dollars: 1.01 * least }, suiteOf(), options)).not.toHaveLength(0);
  });

  it.each<[string, PlannedSuite, string]>([
    [
      'an unknown price',
      suiteOf({}, [GPT, { id: 'file://mine.mjs', label: 'mine' }]),
      '--budget: no price of mine is known. Give it per million tokens with --price "mine=2.5/10", or give the',
    ],
    [
      'readers that cost nothing',
      suiteOf({}, [{ id: 'package:promptfoo-counting-stars:SimulatedReader' }]),
      '--budget: the providers of this config cost nothing',
    ],
    ['questions of the user’s', suiteOf({ cluster: 'q' }), 'are about questions of your own'],
    [
      'several benchmarks',
      {
        providers: [GPT],
        tests: ['ruler', 'counting-stars'].map((benchmark) => ({
          case: caseOf({ benchmark }),
          calls: [1],
        })),
      },
      'the config has several benchmarks (ruler, counting-stars)',
    ],
    ['no test of ours', { providers: [GPT], tests: [{ calls: [1] }] }, 'asks no test that'],
  ])('refuses %s', (_, suite, message) => {
    expect(() => budgetOffers({ dollars: 20 }, suite, options)).toThrow(message);
  });

  it('proposes no search where it is not known what that takes', () => {
    const offers = budgetOffers({ dollars: 20 }, suiteOf({ evidence: 8 }), options);
    expect(offers.map(({ kind }) => kind)).not.toContain('search');
  });
});

describe('a budget as a document', () => {
  it('says what it can find, how often, and how each is started', () => {
    const document = budgetDocument(
      { dollars: 5 },
      [
        { kind: 'search', lengths: [4000, 64_000], cost: 1.1, power: 0.9 },
        {
          kind: 'gate',
          lengths: [4000, 8000],
          misses: 64_000,
          seeds: 12,
          cost: 4.9,
          power: 0.8,
          drop: 0.05,
        },
      ],
      {
        ...{ icc: 0.1, recall: 0.95 },
        thinking: [{ provider: 'gpt-7', thinking: { tokens: 4000, from: 'unlisted' } }],
      },
    );
    expect(decisionsOf(document)).toEqual([
      'plain: $5.00 can find the reliable length within a factor of 2.',
      'warn: Not every option covers your 64K prompts.',
    ]);
    const { terminal } = mediaOf(document);
    expect(terminal.split('\n').slice(3, 11)).toEqual([
      'Option  Up to  Seeds   Cost                                     Finds  How often',
      'search    64K      –  $1.10  the reliable length within a factor of 2        90%',
      'gate       8K     12  $4.90                        a drop of 5 points        80%',
      '',
      'Next  Run the search.',
      '      npx promptfoo-counting-stars search --from 4000 --to 64000 --budget 5',
      '      Set this for gate, half of the cost for the baseline:',
      '      config: { lengths: [4000, 8000], seeds: 12 }',
    ]);
    expect(terminal.replace(/\s+/g, ' ')).toContain('No option costs more than $5.00 by the upper');
    expect(terminal).toContain('gpt-7 is not in the list of models.');
  });
});
