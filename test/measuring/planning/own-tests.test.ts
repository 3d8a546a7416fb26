/** What a plan says of tests of the user's own: what they send, cost, and which of them cannot be priced. */
import { describe, expect, it } from 'vitest';
import { expandSuite, type Suite } from '../../../src/measuring/planning/expand-suite.js';
import { makePlan } from '../../../src/measuring/planning/plan.js';
import { planDocument } from '../../../src/measuring/planning/plan-document.js';
import type { OwnPrompts, PlannedSuite } from '../../../src/measuring/planning/suite.js';
import { decisionsOf, mediaOf } from '../document/media.js';
import { caseOf, OPTIONS, suiteOf } from './planned.js';

const OWN: OwnPrompts = { tokens: [[100, 300], []], repeats: 3, isForeign: false, unsized: [] };

/** Tests of the user's for GPT-4.1, $2 / $8 per million tokens, and for a provider of their own. */
function ownSuite(own: Partial<OwnPrompts> = {}, suite = suiteOf([])): PlannedSuite {
  suite.tests.push({ calls: [6, 0], yours: { ...OWN, ...own } });
  return suite;
}

const planOf = (suite: PlannedSuite, options = {}) => makePlan(suite, { ...OPTIONS, ...options });
const of = (suite: PlannedSuite, options = {}) => planOf(suite, options).others.providers[0]!;

const textOf = (suite: PlannedSuite, options = {}) => {
  const document = planDocument(planOf(suite, options), { recall: 0.95, icc: 0 });
  return { decisions: decisionsOf(document), ...mediaOf(document) };
};

const PROMPTS = (3 * 400 * 2) / 1e6;
const answers = (tokens: number) => (6 * tokens * 8) / 1e6;

describe('tests of your own in a plan', () => {
  it('cost their prompts, and answers up to max_tokens, each as often as it is repeated', () => {
    expect(of(ownSuite({ most: 50 }))).toEqual({
      ...{ provider: 'openai:gpt-4.1', cases: 1, calls: 6, promptTokens: 1200, longestPrompt: 300 },
      ...{ answerTokens: 300, answers: 'config' },
      cost: expect.closeTo(PROMPTS + answers(50), 9),
      costRange: [expect.closeTo(PROMPTS, 9), expect.closeTo(PROMPTS + answers(50), 9)],
    });
    const limited = ownSuite();
    limited.providers[0]!.mostAnswer = 20;
    expect(of(limited).cost).toBeCloseTo(PROMPTS + answers(20), 9);
  });

  it('have answers as in results, else of an assumed length', () => {
    expect(of(ownSuite())).toMatchObject({ answers: 'assumed', answerTokens: 6000 });
    const seen = ownSuite();
    seen.providers[0]!.seenOwn = { answers: 3, longest: 40 };
    expect(of(seen)).toMatchObject({ answers: 'results', answerTokens: 480 });
    seen.providers[0]!.mostAnswer = 20;
    expect(of(seen)).toMatchObject({ answers: 'config', answerTokens: 120 });
  });

  it('may cost more where the model has another tokenizer, most in another script', () => {
    const price = { prices: [{ input: 1e6, output: 0 }], thinking: 0 };
    const range = (isForeign: boolean) =>
      of(ownSuite({ tokens: [[], [100]], repeats: 1, isForeign }), price).costRange;
    expect(range(false)).toEqual([95, 150]);
    expect(range(true)).toEqual([expect.closeTo(45), expect.closeTo(230)]);
  });

  it('are a plan of their own, with what their answers are assumed to be', () => {
    const { decisions, terminal, markdown } = textOf(ownSuite());
    expect(decisions).toEqual(['plain: One run costs $0.00240–$0.0504 (6 prompts, 1.2K tokens).']);
    expect(terminal).toMatch(/^openai:gpt-4\.1 +1 +6 +1,200 +300 +\$0\.00240–\$0\.0504$/m);
    expect(terminal).toContain(
      'promptfoo eval -o results.json && npx promptfoo-counting-stars plan',
    );
    expect(markdown).toContain('1 test of yours, 6 calls');
    expect(markdown).toContain('`openai:gpt-4.1`: answers of up to 1,000 tokens, assumed.');
  });

  it('are added to generated tests, which have a line of their own', () => {
    const { decisions, terminal } = textOf(ownSuite({ most: 50 }, suiteOf([caseOf()])));
    const generated = (7800 * 2 + 200 * 8) / 1e6;
    expect(planOf(suiteOf([caseOf()])).total.cost).toBeCloseTo(generated, 9);
    expect(decisions[0]).toContain('$0.0180–$0.0220 (7 prompts, 9K tokens)');
    expect(terminal).toMatch(/^openai:gpt-4\.1, your tests +1 +6 +1,200 /m);
    expect(terminal).toMatch(/^All +2 +7 +9,000 +7,800 /m);
  });

  it('are named where they have no price', () => {
    const unsized = [
      { why: 'function' as const, name: 'coded', calls: 4 },
      { why: 'variable' as const, name: 'page', calls: 2 },
    ];
    const suite = ownSuite({ tokens: [[100], [100]], unsized });
    const { decisions, terminal } = textOf(suite);
    expect(planOf(suite).others.unpriced).toEqual([
      ...unsized.map((one) => ({ ...one, tests: 1 })),
      { why: 'no price', name: 'mine', tests: 1, calls: 3 },
    ]);
    expect(decisions.slice(1)).toEqual([
      'warn: Not in the cost: 1 test of yours with 4 calls. The prompt coded is a function.',
      'warn: Not in the cost: 1 test of yours with 2 calls. Code or a file without text sets page.',
      'warn: Not in the cost: your tests for mine. No list price is known.',
    ]);
    expect(terminal).toContain('npx promptfoo-counting-stars plan --price mine=2/8');
  });
});

it('tests of your own have no cost where no model has a price', () => {
  const { decisions, terminal } = textOf(ownSuite({ tokens: [[], [100]], repeats: 1 }));
  expect(decisions).toEqual(['warn: One run sends 1 prompt with 100 tokens, at an unknown price.']);
  expect(terminal).toMatch(/^mine +1 +1 +100 +100 +–$/m);
});

describe('the prompts of a test of your own', () => {
  const promptsOf = (suite: Partial<Suite>) =>
    expandSuite(
      { providers: [{ id: () => 'one' }], prompts: [{ label: 'a', raw: 'x' }], ...suite },
      {
        ...{ repeat: 2, env: {}, filesOf: () => ['1.txt', '2.txt'] },
        sizeOf: ({ label }, vars) =>
          label === 'a'
            ? { tokens: JSON.stringify(vars).length, isForeign: false }
            : { why: 'function', name: label! },
      },
    ).tests.map(({ yours }) => yours);

  it('are each combination of its lists and files, with each prompt', () => {
    const vars = { word: ['a', 'bcd'], file: 'file://*.txt', list: [1, 2] };
    const prompts = [{ label: 'a' }, { label: 'b' }];
    const [own] = promptsOf({ prompts, tests: [{ vars }] });
    const sizes = ['a', 'bcd'].flatMap((word) => {
      const size = JSON.stringify({ ...vars, word, file: 'file://1.txt' }).length;
      return [size, size];
    });
    expect(own).toEqual({
      ...{ tokens: [sizes], repeats: 2, isForeign: false },
      unsized: [{ why: 'function', name: 'b', calls: 8 }],
    });
  });

  it('have answers as long as the test says, else its defaults, else all of its prompts', () => {
    const prompts = [{ label: 'a', config: { generationConfig: { maxOutputTokens: 9 } } }];
    const tests = [{}, { options: { max_tokens: 5 } as object }];
    expect(promptsOf({ prompts, tests }).map((own) => own?.most)).toEqual([9, 5]);
    const defaultTest = { options: { max_tokens: 7 } as object };
    expect(promptsOf({ prompts, tests, defaultTest }).map((own) => own?.most)).toEqual([7, 5]);
    const mixed = [...prompts, { label: 'a', raw: 'y' }];
    expect(promptsOf({ prompts: mixed, tests: [{}] })[0]).not.toHaveProperty('most');
  });

  it('are not known where a test has its own provider, or code changes its variables', () => {
    const tests = [{ provider: { id: 'other' } }, { options: { transformVars: 'vars' } }];
    expect(promptsOf({ tests }).map((own) => own?.unsized)).toEqual([
      [{ why: 'provider', name: 'other', calls: 2 }],
      [{ why: 'variable', name: 'transformVars', calls: 2 }],
    ]);
  });
});
