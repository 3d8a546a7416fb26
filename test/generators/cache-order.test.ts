/** In which order prompts are asked, and where they are marked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignPrompt } from '../../src/assertions/sent-prompt.js';
import { benchmarkOfGenerator } from '../../src/benchmarks/registry.js';
import { idsOfBaseline } from '../../src/commands/ids-of-baseline.js';
import type { Case } from '../../src/contract/case.js';
import { caseId } from '../../src/contract/case-identity.js';
import { beginningDigests, inCacheOrder, UNIT } from '../../src/generators/cache-order.js';
import { generate } from '../../src/generators/generate.js';
import { gridOf } from '../../src/generators/grid.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { textsOfPrompt } from '../../src/haystack/messages/texts.js';
import { chat, prompt } from '../../src/index.js';

/** A text of stretches, each of which has a letter and as many units as are said. */
function textOf(...stretches: [letter: string, units: number][]): string {
  return stretches.map(([letter, units]) => letter.repeat(units * UNIT)).join('');
}

function orderOf(texts: readonly string[]) {
  return inCacheOrder(
    texts.map((text) => ({ beginning: beginningDigests(text), tokens: text.length / 4 })),
  );
}

async function casesOf(generator: string, config: object): Promise<Case[]> {
  const tests = await generate(benchmarkOfGenerator(generator), config, idsOfBaseline);
  return tests.map(({ vars }) => vars.case);
}

/** As promptfoo asks for the var `prompt` for a provider. */
async function sentTo(id: string, theCase: Case, config?: object): Promise<string> {
  const provider = { id, ...(config && { config }) };
  const { output } = (await prompt('prompt', '{{prompt}}', { case: theCase }, provider)) as {
    output: string;
  };
  return `${output}`;
}

describe('the order of prompts', () => {
  it('leaves out none and asks none twice', () => {
    const stretches = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 30 })),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(stretches, { maxLength: 120 }), (all) => {
        const order = orderOf(all.map((one) => textOf(...one)));
        expect(order.map(({ index }) => index).sort((a, b) => a - b)).toEqual([...all.keys()]);
        for (const { index, cache } of order) {
          if (!cache) continue;
          expect(cache.marks.length).toBeLessThanOrEqual(4);
          expect(cache.ends).toEqual(expect.arrayContaining([...cache.marks]));
          expect(cache.shares).toBeLessThanOrEqual(cache.length);
          expect(cache.length).toBe(Math.floor(textOf(...all[index]!).length / UNIT));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the order of prompts that have next to nothing in common', () => {
    const texts = Array.from({ length: 100 }, (_, i) => `${i} `.repeat(4000));
    expect(orderOf(texts)).toEqual(texts.map((_, index) => ({ index })));
  });

  it('asks prompts with a common beginning when the first has been read', () => {
    const families = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const texts = families.flatMap((letter) =>
      ['v', 'w', 'x', 'y', 'z'].map((end) => textOf([letter, 40], [end, 8])),
    );
    const order = orderOf(texts).map(({ index }) => families[Math.floor(index / 5)]);
    // All families first, and the others of each with as many calls between as there are.
    expect(order.slice(0, 8).sort()).toEqual(families);
  });

  it('marks what later prompts read, and what was written before', () => {
    const deep = textOf(['a', 60], ['b', 10]);
    const others = Array.from({ length: 30 }, (_, i) =>
      textOf([`${String.fromCharCode(200 + i)}`, 12]),
    );
    const order = orderOf([
      deep,
      ...others,
      textOf(['a', 60], ['c', 10]),
      textOf(['a', 30], ['d', 9]),
    ]);
    const cacheOf = (wanted: number) => order.find(({ index }) => index === wanted)!.cache;
    expect(cacheOf(0)).toEqual({ length: 70, shares: 0, ends: [30, 60], marks: [30, 60] });
    expect(cacheOf(31)).toEqual({ length: 70, shares: 60, ends: [30, 60], marks: [60] });
    expect(cacheOf(32)).toEqual({ length: 39, shares: 30, ends: [30], marks: [30] });
    expect(cacheOf(5)).toBeUndefined();
  });

  it.each([
    ['needleInAHaystack', { lengths: [4000, 8000], depths: 5 }],
    ['aggregation', { lengths: [4000], seeds: 2 }],
  ])('changes no prompt and no id: %s', async (generator, config) => {
    const { cases } = await gridOf(benchmarkOfGenerator(generator), config);
    const asked = await casesOf(generator, config);
    const textsOf = (all: readonly Case[]) =>
      Promise.all(all.map(async (one) => `${caseId(one)} ${(await buildPrompt(one)).prompt}`));
    expect((await textsOf(asked)).sort()).toEqual((await textsOf(cases)).sort());
    expect(asked.some(({ cache }) => cache !== undefined)).toBe(true);
  });
});

describe('marks', () => {
  const GRIDS: [string, object][] = [
    ['needleInAHaystack', { lengths: [4000], depths: 6 }],
    ['aggregation', { lengths: [4000], language: 'zh', seeds: 3 }],
    ['mrcr', { lengths: [8000], needles: [2], asks: 2, seeds: 6 }],
  ];

  it.each(GRIDS)('leave the text as it is, and end blocks alike: %s', async (generator, config) => {
    const explicit = { prompt_cache_options: { mode: 'explicit' } };
    for (const [id, settings, field] of [
      ['anthropic:messages:claude-x', undefined, 'cache_control'],
      ['openai:chat:gpt-5.6-terra', explicit, 'prompt_cache_breakpoint'],
      ['openai:responses:gpt-5.6-luna', undefined, 'prompt_cache_breakpoint'],
    ] as const) {
      const prefixes = new Map<string, number>();
      for (const theCase of await casesOf(generator, config)) {
        const sent = await sentTo(id, theCase, settings);
        const plain = await sentTo('openai:chat:gpt-4.1', theCase);
        expect(plain).not.toContain(field);
        expect(textsOfPrompt(sent).join('')).toBe(textsOfPrompt(plain).join(''));
        expect(foreignPrompt(sent, theCase)).toBeUndefined();
        const marks = sent.split(`"${field}":`).length - 1;
        expect(marks).toBeLessThanOrEqual(4);
        if (marks === 0) continue;
        let before = '';
        for (const { role, content } of JSON.parse(sent)) {
          for (const block of typeof content === 'string' ? [{ text: content }] : content) {
            before += JSON.stringify([role, block.text]);
            if (field in block) prefixes.set(before, (prefixes.get(before) ?? 0) + 1);
            expect(block.text).toMatch(/\S/);
            if (role === 'assistant' && field !== 'cache_control')
              expect(block).not.toHaveProperty(field);
          }
        }
      }
      // What one prompt writes, another reads.
      expect(Math.max(...prefixes.values())).toBeGreaterThan(1);
    }
  });

  it('go to nobody who may refuse them', async () => {
    const [theCase] = (await casesOf('needleInAHaystack', { lengths: [4000], depths: 9 })) as [
      Case,
    ];
    const marks = /cache_control|prompt_cache_breakpoint/;
    for (const id of [
      'openai:chat:gpt-4.1',
      'google:gemini-3.8-flash',
      'bedrock:converse:claude',
      'x',
    ]) {
      expect(await sentTo(id, theCase)).not.toMatch(marks);
    }
    const gateway = { apiBaseUrl: 'http://127.0.0.1:1/v1' };
    expect(await sentTo('openai:chat:gpt-5.6-terra', theCase, gateway)).not.toMatch(marks);
    const explicit = { ...gateway, prompt_cache_options: { mode: 'explicit' } };
    expect(await sentTo('openai:chat:gpt-5.6-terra', theCase, explicit)).toMatch(marks);
  });

  it('reach a prompt that is a function too', async () => {
    const [theCase] = (await casesOf('needleInAHaystack', { lengths: [4000], depths: 9 })) as [
      Case,
    ];
    const provider = { id: 'anthropic:messages:claude-x' };
    const messages = await chat({ vars: { case: theCase }, provider } as never);
    expect(JSON.stringify(messages)).toContain('"cache_control":{"type":"ephemeral"}');
  });
});
