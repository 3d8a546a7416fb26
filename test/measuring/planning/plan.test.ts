import seedrandom from 'seedrandom';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import * as caseFacts from '../../../src/commands/asking-side.js';
import type { Case } from '../../../src/contract/case.js';
import { caseId } from '../../../src/contract/case-identity.js';
import type { Row } from '../../../src/contract/row.js';
import { documentTerminal } from '../../../src/measuring/document/render/terminal.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { plannedProviders } from '../../../src/measuring/planning/expand-suite.js';
import { makePlan } from '../../../src/measuring/planning/plan.js';
import { planDocument } from '../../../src/measuring/planning/plan-document.js';
import { tokenFactors } from '../../../src/measuring/planning/prices.js';
import { toRow } from '../../../src/measuring/results/rows.js';
import { gateWithFloors as gate } from '../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { decisionsOf, mediaOf } from '../document/media.js';
import { kept } from '../results/rows-for-tests.js';
import { caseOf, OPTIONS, suiteOf, testOf } from './planned.js';

const ASSUMED = { recall: 0.95, icc: 0 };

/** What a terminal shows, and what is folded on the page, on one line each. */
function saidOf(plan: ReturnType<typeof makePlan>) {
  const { terminal, markdown } = mediaOf(planDocument(plan, ASSUMED));
  return { terminal, line: terminal.replace(/\s+/g, ' '), markdown };
}

/** Lengths in octaves from 4K to 64K. */
function octaves(seeds: number): Case[] {
  return Array.from({ length: 5 * seeds }, (_, i) =>
    caseOf({ tokens: 4000 * 2 ** (i % 5), seed: 1 + Math.floor(i / 5) }),
  );
}

describe('a plan of several questions over one context', () => {
  it('reports that questions of many facts gain little', () => {
    const planned = (evidence: number) =>
      makePlan(suiteOf([caseOf({ asks: 4, cell: { question: 1 }, evidence })]), OPTIONS).notes;
    expect(planned(1)).toEqual([]);
    expect(planned(32)).toEqual([
      '`asks` pays for questions of one fact. With more facts, spend the money on `seeds`.',
    ]);
  });
});

describe('a plan of questions that are each asked several times', () => {
  const asked = (questions: number): Case[] =>
    octaves(questions).map((one) => ({ ...one, cluster: `question ${one.seed}` }));
  const options = { ...OPTIONS, drop: 0.1 };
  const planned = (cases: readonly Case[]) => makePlan(suiteOf(cases), options);

  it('offers more questions, and not more seeds', () => {
    const plan = planned(asked(12));
    const [power] = plan.power;
    expect(power).toMatchObject({ questions: 12, prompts: 60 });
    expect(power).not.toHaveProperty('seedsNeeded');
    expect(power!.questionsNeeded).toBeGreaterThan(12);
    expect(planned(asked(power!.questionsNeeded! + 12)).power[0]!.probability).toBeGreaterThan(0.7);
    const { terminal, markdown } = saidOf(plan);
    expect(terminal).toContain('Detected  Questions for 80%');
    expect(terminal).toContain(`Use ${power!.questionsNeeded} questions to detect it`);
    expect(markdown).toContain('More questions detect more, more seeds do not.');
  });

  it('takes recall of each question from a baseline', () => {
    const cases = asked(12);
    const rows = cases.map((one): Row => {
      const metadata = { benchmark: one.benchmark, id: caseId(one) };
      const judges = { conditionsOf: () => undefined, foreignPrompt: () => undefined };
      const row = toRow({ vars: { case: one }, metadata }, judges)!;
      const score = Number(one.cluster !== 'question 3');
      const { error, ...answered } = row;
      return { ...answered, provider: 'mine', score, marks: [score] };
    });
    const baseline = kept(rows);
    const [power] = makePlan(suiteOf(cases), { ...options, baseline }).power;
    expect(power).toMatchObject({ model: 'mine', questions: 12, runs: 1 });
    expect(power!.probability).toBeGreaterThan(0);
  });
});

describe('makePlan', () => {
  it('states the power of each measure that tests are followed by, which has one mark a prompt', () => {
    const { tests, ...suite } = suiteOf(octaves(12));
    const followed = tests.map((test) => ({ ...test, measures: ['recall', 'cites'] }));
    const plan = makePlan({ ...suite, tests: followed }, { ...OPTIONS, drop: 0.2 });
    expect(plan.power.map(({ measure }) => measure)).toEqual([undefined, 'cites']);
    const [recall, cites] = plan.power.map(({ probability }) => probability!);
    expect(recall).toBe(1);
    expect(cites).toBeLessThan(0.9);
    expect(saidOf(plan).terminal).toContain('any model · cites');
  });

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
    expect(makePlan(suite, OPTIONS).others).toMatchObject({ tests: 2, calls: 8 });
    expect(() => makePlan({ ...suite, tests: [] }, OPTIONS)).toThrow(
      'The config has no test that promptfoo-counting-stars made. Add a generator such as countingStars',
    );
  });

  it('reads a context from the cache for questions over it, or writes it each time', () => {
    const asked = [1, 2, 3, 4].map((ask) => caseOf({ tokens: 32_000, asks: 4, cell: { ask } }));
    const suite = suiteOf(asked, [1, 1]);
    suite.providers[1] = { id: 'anthropic:messages:claude-sonnet-4-5' };
    const { providers } = makePlan(suite, { ...OPTIONS, prices: [] });
    const [gpt, claude] = providers as [(typeof providers)[number], (typeof providers)[number]];
    expect(gpt).toMatchObject({ cases: 4, maybeCached: 3 });
    const answers = 4 * 200;
    expect(gpt.costRange).toEqual([
      expect.closeTo((31_800 * (1 + 3 / 4) * 2) / 1e6, 9),
      expect.closeTo((31_800 * 4 * 2 + answers * 8) / 1e6, 9),
    ]);
    expect(claude.costRange).toEqual([
      expect.closeTo((0.95 * 31_800 * (1 + 3 / 10) * 3) / 1e6, 9),
      expect.closeTo((1.5 * (31_800 * 4 * 1.25 * 3 + answers * 15)) / 1e6, 9),
    ]);
  });

  it('knows what a provider caches: no short prompt, and of Claude only what is marked', () => {
    const low = (id: string, fields: Partial<Case>) => {
      const suite = suiteOf([caseOf(fields)], [2, 0]);
      suite.providers[0] = { id };
      const { costRange, maybeCached } = makePlan(suite, { ...OPTIONS, prices: [] }).providers[0]!;
      return { low: costRange![0], maybeCached };
    };
    const gpt = 'openai:chat:gpt-4.1';
    expect(low(gpt, { tokens: 2200 }).low).toBeCloseTo((2000 * 1.25 * 2) / 1e6, 9);
    expect(low(gpt, { tokens: 1200 }).low).toBeCloseTo((1000 * 2 * 2) / 1e6, 9);
    const claude = low('anthropic:messages:claude-sonnet-4-5', { tokens: 32_000 });
    expect(claude.low).toBeCloseTo((0.95 * 31_800 * 2 * 3) / 1e6, 9);
    expect(claude.maybeCached).toBe(0);
  });

  it('prices what prompts share, and what is marked, by what each model caches', () => {
    const cache = { length: 100, shares: 50, ends: [50, 80], marks: [50, 80] };
    const range = (id: string, config: object = {}, own: Case['cache'] = cache) => {
      const suite = suiteOf([caseOf({ tokens: 32_200, ...(own && { cache: own }) })], [1, 0]);
      suite.providers = plannedProviders({ providers: [{ id: () => id, config }] }, {});
      return makePlan(suite, { ...OPTIONS, prices: [], thinking: 0 }).providers[0]!;
    };
    const dollars = 2 / 1e6;
    // As much as is shared may be read, and a place further on; nothing is written at a price.
    const read = 32_000 * 1.03 * 0.51;
    const [low, high] = range('openai:chat:gpt-4.1').costRange!;
    expect(low).toBeCloseTo((32_000 - 0.75 * read) * dollars, 9);
    expect(high).toBeCloseTo(32_000 * dollars + 200 * 4 * dollars, 9);
    const terra = 'openai:chat:gpt-5.6-terra';
    const explicit = { prompt_cache_options: { mode: 'explicit' } };
    const [without] = [range(terra)];
    const marked = range(terra, explicit);
    expect(without.writesWhole).toBe(true);
    expect(marked).not.toHaveProperty('writesWhole');
    expect(without.costRange![1]).toBeGreaterThan(marked.costRange![1]);
    const { price } = marked;
    const tokens = marked.tokenFactors?.[1] ?? 1;
    const written = 32_000 * tokens * 1.03 * 0.81;
    expect(marked.costRange![1]).toBeCloseTo(
      ((32_000 * tokens + 0.25 * written) * price!.input + 200 * tokens * price!.output) / 1e6,
      6,
    );
    // Nothing that is not marked is read.
    const unmarked = range(terra, explicit, { ...cache, marks: [] });
    expect(unmarked.maybeCached).toBe(0);
    expect(marked.maybeCached).toBe(1);
  });

  it('halves the price at the tier flex, for models that have it', () => {
    const cost = (config: object, id = 'openai:chat:gpt-5-mini') => {
      const provider = { id: () => id, config };
      const providers = plannedProviders({ providers: [provider] }, {});
      const tests = [testOf(caseOf({ tokens: 32_000 }), [1])];
      return makePlan({ providers, tests }, { ...OPTIONS, prices: [] }).total.cost!;
    };
    expect(cost({ service_tier: 'flex' })).toBeCloseTo(cost({}) / 2, 9);
    expect(cost({ service_tier: 'auto' })).toBe(cost({}));
    const old = 'openai:chat:gpt-4.1';
    expect(cost({ service_tier: 'flex' }, old)).toBe(cost({}, old));
  });

  it.each([
    [
      'openai:chat:gpt-5-mini',
      {},
      undefined,
      4000,
      'assumes 4,000 thinking tokens per answer. Change it with --thinking.',
    ],
    ['openai:chat:gpt-5-mini', {}, 1500, 1500, 'includes 1,500 thinking tokens per answer.'],
    ['openai:chat:gpt-5-mini', { reasoning_effort: 'high' }, undefined, 4000, 'assumes'],
    ['openai:responses:gpt-5.1', { reasoning: { effort: 'none' } }, 1500, 0, ''],
    ['openai:chat:gpt-4.1', {}, 1500, 0, ''],
    ['anthropic:messages:claude-sonnet-4-5', {}, 1500, 0, ''],
    [
      'anthropic:messages:claude-sonnet-4-5',
      { thinking: { type: 'enabled', budget_tokens: 2048 } },
      undefined,
      2048,
      'includes 2,048 thinking tokens',
    ],
    ['anthropic:messages:claude-opus-4-6', { thinking: { type: 'adaptive' } }, undefined, 4000, ''],
    ['anthropic:messages:claude-opus-4-6', { thinking: { type: 'disabled' } }, 1500, 0, ''],
    [
      'google:gemini-2.5-flash',
      { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      1500,
      0,
      '',
    ],
    ['google:gemini-2.5-flash', {}, undefined, 4000, 'assumes'],
  ])('%s with %j, --thinking %s: thinks %s tokens at most', (id, config, given, tokens, note) => {
    const providers = plannedProviders({ providers: [{ id: () => id, config }] }, {});
    const tests = [testOf(caseOf({ tokens: 32_000 }), [2])];
    const prices = [{ input: 1, output: 2 }];
    const of = (thinking?: number) =>
      makePlan({ providers, tests }, { ...OPTIONS, prices, thinking });
    const { total, providers: plans } = of(given);
    const [, most] = plans[0]!.tokenFactors ?? [1, 1];
    const without = 2 * most * (31_800 + 200 * 2);
    expect(total.costRange![1]).toBeCloseTo((without + 2 * 2 * tokens) / 1e6, 9);
    const text = saidOf(of(given)).line;
    expect(text.includes('thinking tokens')).toBe(tokens > 0);
    expect(text).toContain(note);
  });

  it('has a low and a high where the model counts with another tokenizer, and where prompts repeat', () => {
    const suite = suiteOf([caseOf({ tokens: 32_000 })], [3, 1]);
    suite.providers[1] = { id: 'anthropic:messages:claude-sonnet-4-5' };
    const { providers, total } = makePlan(suite, OPTIONS);
    const [gpt, claude] = providers as [(typeof providers)[number], (typeof providers)[number]];
    // A quarter of the price for what OpenAI has in its cache.
    const [cached, listed] = [(31_800 * 1.5 * 2) / 1e6, (31_800 * 3 * 2 + 600 * 8) / 1e6];
    expect(gpt).toMatchObject({ cost: expect.closeTo(listed, 9) });
    expect(gpt.costRange).toEqual([expect.closeTo(cached, 9), expect.closeTo(listed, 9)]);
    expect(gpt).not.toHaveProperty('tokenFactors');
    const own = (31_800 * 3 + 200 * 15) / 1e6;
    expect(claude.tokenFactors).toEqual([0.95, 1.5]);
    expect(claude.costRange).toEqual([
      expect.closeTo((0.95 * 31_800 * 3) / 1e6, 9),
      expect.closeTo(1.5 * own, 9),
    ]);
    expect(total.cost).toBeCloseTo(listed + own, 9);
    expect(total.costRange![1]).toBeCloseTo(listed + 1.5 * own, 9);
    const chinese = makePlan(suiteOf([caseOf({ language: 'zh' })], [0, 1]), OPTIONS);
    expect(chinese.providers[1]!.tokenFactors).toEqual([0.45, 2.3]);
  });

  it.each([
    ['openai:gpt-5-mini', 'o200k_base', true],
    ['openai:o3', 'o200k_base', true],
    ['openai:gpt-4', 'o200k_base', false],
    ['openai:gpt-4-turbo', 'cl100k_base', true],
    ['openai:gpt-4.1', 'cl100k_base', false],
    ['ollama:chat:qwen3:8b', 'qwen3', true],
    ['google:gemini-2.5-pro', 'o200k_base', false],
    ['simulated-reader:perfect', 'o200k_base', true],
  ])('takes the tokenizer of %s for %s: %s', (id, tokenizer, isOwn) => {
    const factors = tokenFactors(caseOf({ tokenizer }), { id });
    expect(factors).toEqual(isOwn ? [1, 1] : [0.95, 1.5]);
  });

  it('says when a prompt is longer than the model takes', () => {
    const suite = suiteOf([caseOf({ tokens: 1_200_000 })]);
    const plan = makePlan(suite, OPTIONS);
    expect(plan.providers[0]!.contextWindow).toBe(1_000_000);
    expect(decisionsOf(planDocument(plan, ASSUMED))[0]).toBe(
      "bad: Prompts of 1.2M don't fit openai:gpt-4.1's window of 1M tokens.",
    );
    expect(makePlan(suiteOf([caseOf()]), OPTIONS).providers[0]).not.toHaveProperty('contextWindow');
  });

  it('states the power of the gate: more seeds find more, too few prompts nothing', () => {
    const one = makePlan(suiteOf(octaves(1)), OPTIONS).power[0]!;
    const three = makePlan(suiteOf(octaves(3)), OPTIONS).power[0]!;
    expect(one).toMatchObject({ series: 1, prompts: 5, seeds: 1, runs: 1, drop: 0.05 });
    expect(three).toMatchObject({ prompts: 15, seeds: 3 });
    expect(one.probability).toBeLessThan(0.5);
    expect(three.probability).toBeGreaterThan(one.probability!);
    expect(three.seedsNeeded).toBe(one.seedsNeeded);
    expect(three.seedsNeeded).toBeGreaterThan(3);
    expect(three.seedsNeeded).toBeLessThan(8);
    const moody = makePlan(suiteOf(octaves(3)), { ...OPTIONS, icc: 0.1 }).power[0]!;
    expect(moody.probability).toBeLessThan(three.probability!);
    expect(moody.seedsNeeded).toBeGreaterThan(three.seedsNeeded!);
    const within = makePlan(suiteOf(octaves(1)), { ...OPTIONS, drop: 0.02 }).power[0]!;
    expect(within).not.toHaveProperty('seedsNeeded');
  });

  it('finds a drop of 0.05 with the grid of `init`, for at most a million tokens', () => {
    const { power, total } = makePlan(suiteOf(octaves(8)), { ...OPTIONS, icc: 0.05 });
    expect(total.promptTokens).toBeLessThan(1e6);
    // One baseline run leaves open how far whole runs drift.
    expect(power[0]!.probability).toBeGreaterThanOrEqual(0.7);
    expect(power[0]!.seedsNeeded).toBeLessThanOrEqual(10);
  });

  it('says of a baseline what the gate says of it', () => {
    const cases = octaves(3);
    const run = (name: string) => {
      const random = seedrandom(name);
      return cases.map((theCase): Row => {
        const marks = Array.from({ length: 32 }, () => Number(random() < 0.9));
        const row = toRow(
          {
            vars: { case: theCase },
            provider: { id: 'gpt' },
            metadata: { benchmark: 'counting-stars', id: caseId(theCase) },
          },
          caseFacts,
        )!;
        const { error: _, ...answered } = row;
        return { ...answered, marks, score: marks.reduce((a, b) => a + b, 0) / 32 };
      });
    };
    const baseline = kept(run('a'), run('b'));
    const [planned] = makePlan(suiteOf(cases), { ...OPTIONS, baseline }).power;
    const [gated] = gate(evaluationOf(run('c')), baseline).providers;
    const { probability, low, high } = gated!.power!;
    expect(planned).toMatchObject({ model: 'gpt', prompts: 15, runs: 2, probability, low, high });
    const others = suiteOf([caseOf({ tokens: 9000 })]);
    expect(() => makePlan(others, { ...OPTIONS, baseline })).toThrow(
      "The baseline has none of the config's prompts.",
    );
  });

  it('does not take a Case twice that several tests have', () => {
    expect(makePlan(suiteOf([caseOf(), caseOf()]), OPTIONS).power[0]!.prompts).toBe(1);
  });
});

describe('a plan as a document', () => {
  it('says how large results will be, and how to keep them where `-o results.json` fails', () => {
    const textOf = (count: number, tokens: number, language = 'en') => {
      const cases = Array.from({ length: count }, (_, i) => caseOf({ tokens, seed: i, language }));
      return saidOf(makePlan(suiteOf(cases), OPTIONS));
    };
    expect(textOf(40, 128_000).markdown).toContain('promptfoo’s results will have about 24 MB.');
    expect(textOf(920, 128_000).line).toContain(
      'about 546 MB, too many for `-o results.json`: write `-o results.jsonl`, or leave out `-o` and read them',
    );
    expect(textOf(125, 1_000_000).line).toContain(
      'about 576 MB, too many for `-o results.json`: leave',
    );
    // A token of Chinese is about one character.
    expect(textOf(125, 1_000_000, 'zh').markdown).toContain('about 138 MB.');
  });

  it('says what a run costs and detects, and what to give for a price', () => {
    const suite = suiteOf([caseOf(), caseOf({ tokens: 128_000, seed: 2 })], [3, 1]);
    suite.tests[0]!.shard = '1/2';
    const plan = makePlan(suite, OPTIONS);
    expect(decisionsOf(planDocument(plan, ASSUMED))).toEqual([
      'warn: One run sends 8 prompts with 542.4K tokens, at an unknown price.',
      'warn: gate detects a 5-point drop in 0% of runs.',
    ]);
    const { terminal, markdown } = saidOf(plan);
    expect(terminal.split('\n').slice(3, 7)).toEqual([
      'Model           Prompts  Calls   Tokens  Longest           Cost',
      'openai:gpt-4.1        2      6  406,800  127,800  $0.407–$0.823',
      'mine                  2      2  135,600  127,800              –',
      'All                   2      8  542,400  127,800              –',
    ]);
    expect(terminal).toMatch(/^any model +5 points +every length \(2 prompts\) +0% +\d+$/m);
    expect(terminal).toMatch(/^any model +70 points +only 128K \(1 prompt\) +<1% +3$/m);
    expect(terminal).toContain('Only shard 1/2 is counted.');
    expect(terminal).toContain('npx promptfoo-counting-stars plan --price mine=2/8');
    expect(terminal.split('\n').length).toBeLessThanOrEqual(24);
    expect(markdown).toContain('`mine` may count 5% fewer to 50% more tokens than shown.');
    expect(markdown).toContain('Lower cost: what prompts share comes from the provider’s cache.');
    expect(markdown).toContain('`openai:gpt-4.1`: $2 / $8 per million tokens (gpt 4.1 of OpenAI,');
  });

  it('says what the gate will rule out at the longest length, where nothing changed', () => {
    const suite = suiteOf([1, 2, 3, 4].flatMap((seed) => octaves(seed)));
    const { terminal } = saidOf(makePlan(suite, OPTIONS));
    expect(terminal).toMatch(/^any model +70 points +only \d+K \(4 prompts\) +>99%/m);
    expect(terminal).toMatch(
      /If nothing changed, gate can rule out drops over 2\d points at \d+K\./,
    );
  });

  it.each([80, 120])('fits %d columns, with names that stay different', (width) => {
    const suite = suiteOf([caseOf()], [1, 1]);
    const names = ['企鹅模型甲', '企鹅模型乙'].map(
      (end) => `openrouter:${'长上下文'.repeat(20)}${end}`,
    );
    names.forEach((label, i) => {
      suite.providers[i]!.label = label;
    });
    const document = planDocument(makePlan(suite, OPTIONS), ASSUMED);
    const lines = documentTerminal(document, { colour: false, width }).split('\n');
    const isCommand = (line: string) => line.includes('npx ');
    for (const line of lines.filter((one) => !isCommand(one)))
      expect(stringWidth(line), line).toBeLessThanOrEqual(width);
    const [first, second] = lines.filter((line) => /7,800/.test(line));
    const nameOf = (line: string) => line.slice(0, line.indexOf('  '));
    expect(nameOf(first!)).not.toBe(nameOf(second!));
  });

  it('takes all series of a model together, and passes no control characters on', () => {
    const cases = octaves(1);
    const suite = suiteOf([...cases, ...cases.map((one) => ({ ...one, task: 'reasoning' }))]);
    suite.providers[0]!.label = 'a\u001b[2Jb';
    const plan = makePlan(suite, OPTIONS);
    expect(plan.power).toMatchObject([{ series: 2, prompts: 10, seeds: 1 }]);
    expect(saidOf(plan).terminal).not.toContain('\u001b');
  });
});
