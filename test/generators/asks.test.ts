/** Several questions over one context: the option `asks`. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignPrompt } from '../../src/assertions/sent-prompt.js';
import { groupBy } from '../../src/base/group-by.js';
import { benchmarkOf, benchmarkOfGenerator } from '../../src/benchmarks/registry.js';
import { idsOfBaseline } from '../../src/commands/ids-of-baseline.js';
import { forProvider } from '../../src/contract/by-provider.js';
import { askOf, type Case } from '../../src/contract/case.js';
import { generate } from '../../src/generators/generate.js';
import { gridOf } from '../../src/generators/grid.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { slack } from '../../src/haystack/haystack.js';
import { textsOfPrompt } from '../../src/haystack/messages/texts.js';
import { prompt, SimulatedReader, score } from '../../src/index.js';

const CONFIGS: [generator: string, config: Record<string, unknown>][] = [
  ['countingStars', { stars: 8, lengths: [3000], asks: 8, tasks: ['acquisition', 'sum'] }],
  ['countingStars', { stars: 6, lengths: [4000], asks: 3, tasks: ['reasoning'], language: 'zh' }],
  ['countingStars', { stars: 4, lengths: [4000], asks: 4, tasks: ['corrections'], language: 'ko' }],
  ['countingStars', { stars: 4, lengths: [4000], asks: 4, language: 'ru', container: 'tools' }],
  [
    'countingStars',
    {
      stars: 3,
      lengths: [3000],
      asks: 2,
      positions: [0, 0.5, 1],
      distractors: 2,
      tokenizer: { 'a*': 'claude', '*': 'o200k_base' },
    },
  ],
  ['needleInAHaystack', { lengths: [4000], depths: [0.1, 1], evidence: [1, 2], asks: 3 }],
  ['needleInAHaystack', { lengths: [4000], depths: 1, asks: 2, buffer: 200, container: 'chat' }],
  ['mrcr', { lengths: [8000], needles: [2, 4, 8], asks: 2 }],
  ['graphWalks', { lengths: [6000, 9000], steps: [1, 3], asks: 4 }],
];

/** The Cases of each context. */
async function contextsOf(generator: string, config: Record<string, unknown>): Promise<Case[][]> {
  const { cases } = await gridOf(benchmarkOfGenerator(generator), config);
  return [
    ...groupBy(cases, ({ task, tokens, seed, evidence, unit }) =>
      JSON.stringify([task, tokens, seed, evidence, unit]),
    ).values(),
  ];
}

describe('asks', () => {
  it.each(CONFIGS)('asks questions over one context of %s %j', async (generator, config) => {
    for (const own of await contextsOf(generator, config)) {
      expect(own.map(askOf)).toEqual(Array.from({ length: Number(config.asks) }, (_, i) => i + 1));
      for (const provider of ['anything', 'other']) {
        const cases = own.map((one) => forProvider(one, { id: provider }));
        const built = await Promise.all(cases.map(buildPrompt));
        const before = built.map(({ prompt, question }) => {
          // In a conversation the question is a text of JSON.
          const [found] = [question, JSON.stringify(question).slice(1, -1)]
            .map((text) => prompt.lastIndexOf(text))
            .filter((at) => at > 0.8 * prompt.length);
          return prompt.slice(0, found);
        });
        expect(before[0]!.length).toBeGreaterThan(3000);
        expect(new Set(before).size).toBe(1);
        expect(new Set(built.map(({ question }) => question)).size).toBe(own.length);
        expect(new Set(own.map(({ reserve }) => reserve)).size).toBe(1);
        if (config.buffer) continue;
        for (const [i, { promptTokens }] of built.entries()) {
          const missing = cases[i]!.tokens - cases[i]!.reserve - promptTokens;
          expect(missing).toBeGreaterThanOrEqual(0);
          expect(missing).toBeLessThanOrEqual(slack(cases[i]!.tokens));
        }
      }
    }
  });
});

/** As promptfoo asks for the var `prompt`. */
async function sentTo(id: string, vars: { case: Case }): Promise<string> {
  const { output } = (await prompt('prompt', '{{prompt}}', vars, { id })) as { output: string };
  return `${output}`;
}

describe('a context that is cached', () => {
  it.each([
    ['countingStars', { stars: 2, lengths: [2000], asks: 2 }],
    ['countingStars', { stars: 2, lengths: [2000], asks: 2, container: 'tools' }],
    [
      'countingStars',
      { stars: 2, lengths: [2000], asks: 2, container: 'chat', transcript: 'text' },
    ],
    ['mrcr', { lengths: [8000], needles: 2, asks: 2 }],
    ['graphWalks', { lengths: [3000], steps: 1, asks: 2 }],
  ])('is marked for Anthropic right before the question of %s %j', async (generator, config) => {
    for (const [first, second] of await contextsOf(generator, config)) {
      const texts = await Promise.all(
        [first!, second!].map(async (theCase) => {
          const sent = await sentTo('anthropic:messages:claude-x', { case: theCase });
          const plain = await sentTo('openai:chat:gpt-x', { case: theCase });
          expect(foreignPrompt(sent, theCase)).toBeUndefined();
          expect(plain).not.toContain('cache_control');
          expect(textsOfPrompt(sent).join('')).toBe(textsOfPrompt(plain).join(''));
          const [before, behind, ...more] = sent.split('"cache_control":{"type":"ephemeral"}');
          expect(more).toEqual([]);
          expect(textsOfPrompt(sent).at(-1)).toContain((await buildPrompt(theCase)).question);
          expect(behind!.length).toBeLessThan(1000);
          return before!;
        }),
      );
      expect(texts[0]).toBe(texts[1]);
      expect(
        foreignPrompt(await sentTo('anthropic:messages:x', { case: first! }), second!),
      ).toMatch('another prompt');
    }
  });

  it('is not marked where one question is asked', async () => {
    const [[theCase]] = (await contextsOf('countingStars', { stars: 2, lengths: [2000] })) as [
      [Case],
    ];
    expect(await sentTo('anthropic:messages:claude-x', { case: theCase })).not.toContain(
      'cache_control',
    );
  });
});

/** Length, seed and question of each test, in the order in which promptfoo is given them. */
async function orderOf(config: Record<string, unknown>): Promise<string[]> {
  const tests = await generate(benchmarkOfGenerator('countingStars'), config, idsOfBaseline);
  return tests.map(({ vars: { case: one } }) => `${one.tokens} s${one.seed} q${askOf(one)}`);
}

describe('the order of tests', () => {
  const config = { stars: 2, lengths: [1000, 2000], asks: 2, haystack: 'prose' };

  it('puts the first question of every context before the second ones', async () => {
    const order = await orderOf({ ...config, lengths: [2000, 3000] });
    expect(order).toEqual(['3000 s1 q1', '2000 s1 q1', '2000 s1 q2', '3000 s1 q2']);
  });

  it('asks the second question when the context has been read, and before it is forgotten', async () => {
    const order = await orderOf({ ...config, lengths: [1200, 1600], seeds: 30 });
    expect(new Set(order).size).toBe(120);
    const apart = order.map((one, at) => order.indexOf(one.replace(/.$/, '1')) - at);
    const waits = apart.filter((wait) => wait !== 0);
    expect(waits.filter((wait) => -wait <= 16)).toEqual([]);
    expect(waits.filter((wait) => -wait > 60)).toEqual([]);
  });

  it('keeps all questions of a context in one shard', async () => {
    const parts = await Promise.all(
      ['1/3', '2/3', '3/3'].map((shard) => orderOf({ ...config, seeds: 2, asks: 3, shard })),
    );
    const contexts = parts.map((part) => new Set(part.map((one) => one.slice(0, -3))));
    expect(parts.map((part) => part.length).sort()).toEqual([3, 3, 6]);
    expect(contexts.map(({ size }) => size).sort()).toEqual([1, 1, 2]);
  });
});

describe('the questions over one context', () => {
  it('ask each for its own stars, and none says a number of another', async () => {
    for (const task of ['acquisition', 'reasoning', 'corrections']) {
      const config = { stars: 8, lengths: [3000], asks: 4, tasks: task };
      const [cases] = (await contextsOf('countingStars', config)) as [Case[]];
      const answers = cases.map((one) => benchmarkOf(one).task(one).answer);
      const numbers = answers.flatMap((answer) => Object.values(JSON.parse(answer)).flat());
      expect(new Set(numbers).size).toBe(32);
      for (const [i, one] of cases.entries()) {
        expect((await score(answers[i]!, { vars: { case: one } })).score).toBe(1);
        const taken = JSON.parse(answers[(i + 1) % 4]!);
        const other = await score(JSON.stringify({ list: Object.values(taken)[0] }), {
          vars: { case: one },
        });
        expect(other).toMatchObject({
          score: 0,
          reason: expect.stringContaining('8 numbers that others counted'),
        });
      }
    }
  });

  it('are read and answered alone, at places that differ', async () => {
    for (const [generator, config] of CONFIGS) {
      const model = new SimulatedReader({ config: { profile: 'perfect' } });
      const cases = (await contextsOf(generator, config))[0]!;
      const positions = cases.map((one) => JSON.stringify(benchmarkOf(one).task(one).positions));
      if (generator === 'needleInAHaystack') expect(new Set(positions).size).toBe(cases.length);
      for (const one of cases) {
        const { prompt: sent } = await buildPrompt(one);
        const { output } = await model.callApi(sent, { vars: { case: one } } as never);
        expect((await score(output, { vars: { case: one } })).score).toBe(1);
      }
    }
  });
});

describe('what cannot go together with asks', () => {
  it.each([
    ['countingStars', { asks: 9 }, '`asks` is 9, but must be a whole number from 1 to 8'],
    [
      'countingStars',
      { asks: 2, subject: 'the owl' },
      '`subject` is for one question, and `asks` wants 2',
    ],
    ['needleInAHaystack', { asks: 2, distractors: 1 }, '`distractors` is for one question'],
    ['needleInAHaystack', { asks: 8, evidence: 9 }, 'each cell needs 1 × 72 different needles'],
    ['mrcr', { asks: 4 }, '`asks` is 4, but a request is made only 2 times'],
    ['mrcr', { asks: 2, indices: [0] }, '`indices` is for one question'],
    ['graphWalks', { asks: 2, published: 'a.json' }, '`asks` is for graphs of our own'],
    ['keyValueRetrieval', { asks: 2 }, 'there is no option `asks`'],
  ])('%s refuses %j', async (generator, config, message) => {
    await expect(gridOf(benchmarkOfGenerator(generator), config)).rejects.toThrow(message);
  });

  it('are questions whose lengths differ by much', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'asks-')), 'needles.yaml');
    const long = 'please '.repeat(60);
    const needle = (word: string, asked: string) =>
      `  - { name: ${word}, sentence: The ${word} is in the red ${word} box., question: ${asked}, keywords: [red ${word}], answer: red ${word} }`;
    writeFileSync(
      file,
      `single:\n${needle('cup', 'Where is it?')}\n${needle('hat', `${long} where?`)}\n`,
    );
    await expect(
      gridOf(benchmarkOfGenerator('needleInAHaystack'), {
        asks: 2,
        lengths: [2000],
        depths: 1,
        needles: file,
      }),
    ).rejects.toThrow(/whose lengths differ by \d+ tokens/);
  });
});
