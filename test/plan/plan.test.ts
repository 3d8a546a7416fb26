import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/case.js';
import { makePlan } from '../../src/plan/plan.js';
import type { PlannedSuite } from '../../src/plan/suite.js';
import { planText } from '../../src/plan/text.js';

const OPTIONS = { prices: [], drop: 0.05, recall: 0.9, alpha: 0.05, maxDrop: 0.02 };

function caseOf(fields: Partial<Case> & { version?: string } = {}): Case {
  return {
    benchmark: 'counting-stars',
    task: 'acquisition',
    language: 'en',
    tokens: 8000,
    evidence: 32,
    seed: 1,
    haystack: 'moby-dick',
    tokenizer: 'o200k_base',
    reserve: 200,
    edition: '0f1e2d3c',
    ...fields,
  };
}

/** A suite with two providers; the second is asked nothing unless `calls` says so. */
function suiteOf(cases: readonly Case[], calls: number[] = [1, 0]): PlannedSuite {
  return {
    providers: [{ id: 'openai:gpt-4.1' }, { id: 'file://mine.mjs', label: 'mine' }],
    tests: cases.map((theCase) => ({ case: theCase, calls })),
  };
}

/** The default grid of one seed or more: 32 lengths up to 128K tokens. */
function grid(seeds: number): Case[] {
  return Array.from({ length: 32 * seeds }, (_, i) =>
    caseOf({ tokens: 4000 * ((i % 32) + 1), seed: 1 + Math.floor(i / 32), version: '32-32' }),
  );
}

describe('makePlan', () => {
  it('adds up cases, calls, tokens and costs', () => {
    const cases = [caseOf(), caseOf({ tokens: 128_000 })];
    const { providers, total } = makePlan(suiteOf(cases, [3, 1]), {
      ...OPTIONS,
      prices: [{ provider: 'mine', input: 1, output: 10 }],
    });
    expect(providers[0]).toMatchObject({
      provider: 'openai:gpt-4.1',
      cases: 2,
      calls: 6,
      promptTokens: 3 * (7800 + 127_800),
      longestPrompt: 127_800,
      answerTokens: 1200,
    });
    expect(providers[0]!.cost).toBeCloseTo(0.4068 * 2 + 0.0012 * 8, 9);
    expect(providers[1]!.cost).toBeCloseTo(0.1356 + 0.0004 * 10, 9);
    expect(total).toMatchObject({ cases: 2, calls: 8, promptTokens: 542_400, answerTokens: 1600 });
    expect(total.cost).toBeCloseTo(0.8232 + 0.1396, 9);
  });

  it('states no total cost where a price is missing', () => {
    const { providers, total } = makePlan(suiteOf([caseOf()], [1, 1]), OPTIONS);
    expect(providers[1]).not.toHaveProperty('cost');
    expect(total).not.toHaveProperty('cost');
    expect(makePlan(suiteOf([caseOf()]), OPTIONS).total.cost).toBeCloseTo(0.0156 + 0.0016, 9);
  });

  it('counts with the tokenizer of each provider, and refuses one without', () => {
    const tokenizers = { 'openai:*': 'o200k_base', mine: 'cl100k_base' };
    const suite = suiteOf([caseOf({ tokenizers })], [1, 1]);
    expect(makePlan(suite, OPTIONS).tokenizers).toEqual(['o200k_base', 'cl100k_base']);
    const without = suiteOf([caseOf({ tokenizers: { 'openai:*': 'o200k_base' } })], [1, 1]);
    expect(() => makePlan(without, OPTIONS)).toThrow(
      'tokenizer: no pattern matches the provider "file://mine.mjs" or "mine".',
    );
  });

  it('counts other tests apart, and needs one of ours', () => {
    const suite = suiteOf([caseOf()]);
    suite.tests.push({ calls: [2, 4] }, { calls: [1, 1] });
    expect(makePlan(suite, OPTIONS).others).toEqual({ tests: 2, calls: 8 });
    expect(() => makePlan({ ...suite, tests: [{ calls: [1, 1] }] }, OPTIONS)).toThrow(
      'The config has no test that promptfoo-counting-stars made. Add a generator such as countingStars',
    );
  });

  it('says when a prompt is longer than the model takes', () => {
    const suite = suiteOf([caseOf({ tokens: 1_200_000 })]);
    expect(makePlan(suite, OPTIONS).providers[0]!.contextWindow).toBe(1_000_000);
    expect(makePlan(suiteOf([caseOf()]), OPTIONS).providers[0]).not.toHaveProperty('contextWindow');
  });

  it('states the power of the gate: more seeds find more, too few prompts nothing', () => {
    const one = makePlan(suiteOf(grid(1)), OPTIONS).power[0]!;
    const three = makePlan(suiteOf(grid(3)), OPTIONS).power[0]!;
    expect(one).toMatchObject({ prompts: 32, seeds: 1, drop: 0.05 });
    expect(three).toMatchObject({ prompts: 96, seeds: 3 });
    expect(one.probability).toBeGreaterThan(0.8);
    expect(three.probability).toBeGreaterThan(one.probability);
    expect(three.seedsNeeded).toBe(one.seedsNeeded);
    const few = makePlan(suiteOf([caseOf(), caseOf({ seed: 2 })]), OPTIONS).power[0]!;
    expect(few.probability).toBe(0);
    expect(few.seedsNeeded).toBeGreaterThan(4);
    const within = makePlan(suiteOf(grid(1)), { ...OPTIONS, drop: 0.02 }).power[0]!;
    expect(within).not.toHaveProperty('seedsNeeded');
  });

  it('does not take a Case twice that several tests have', () => {
    expect(makePlan(suiteOf([caseOf(), caseOf()]), OPTIONS).power[0]!.prompts).toBe(1);
  });
});

describe('planText', () => {
  const look = { colour: false, width: 80 };

  it('shows a table, what to know, and the power', () => {
    const suite = suiteOf([caseOf(), caseOf({ tokens: 128_000, seed: 2 })], [3, 1]);
    suite.tests[0]!.shard = '1/2';
    suite.tests.push({ calls: [2, 0] });
    expect(planText(makePlan(suite, OPTIONS), { recall: 0.9 }, look).split('\n')).toEqual([
      '                cases  calls  prompt tokens  longest   cost',
      'openai:gpt-4.1      2      6        406,800  127,800  0.823',
      'mine                2      2        135,600  127,800      –',
      'all                 2      8        542,400  127,800      –',
      '',
      'Prompts have at most so many tokens, as o200k_base counts them. Answers: up to 1,600.',
      expect.stringMatching(
        /^openai:gpt-4\.1: 2 \/ 8 per million tokens \(gpt 4\.1 of OpenAI, @pydantic\/genai-prices [\d.]+, in US dollars\)\.$/,
      ),
      'mine: no price is known. Give one per million tokens with --price "mine=2.5/10".',
      'Only shard 1/2 is counted, in the chances below too.',
      'Other tests: 1, with 2 calls, are not counted above.',
      '',
      'What a gate with these seeds finds',
      '                prompts  seeds  finds 0.05  seeds for 90%',
      expect.stringMatching(/^counting-stars {8}2 {6}2 {10}0% +\d+$/),
      '',
      'The chance that a gate finds an even drop of 0.05 of recall, from 0.9, when each piece',
      'of evidence is found or missed by itself. Real answers vary more: take it as a best case.',
    ]);
  });

  it('names grids by what differs, and passes no control characters on', () => {
    const cases = [...grid(1), ...grid(1).map((one) => ({ ...one, task: 'reasoning' }))];
    const suite = suiteOf(cases);
    suite.providers[0]!.label = 'a\u001b[2Jb';
    const text = planText(makePlan(suite, OPTIONS), { recall: 0.9 }, look);
    expect(text).toContain('counting-stars 32-32 · acquisition   ');
    expect(text).toContain('counting-stars 32-32 · reasoning   ');
    expect(text).not.toContain('\u001b');
  });
});
