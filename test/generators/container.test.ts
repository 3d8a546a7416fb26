import { describe, expect, it } from 'vitest';
import { foreignPrompt } from '../../src/assertions/sent-prompt.js';
import { LANGUAGE_CODES } from '../../src/base/languages.js';
import { benchmarkOf } from '../../src/benchmarks/registry.js';
import type { Case } from '../../src/contract/case.js';
import { caseId, variantOf } from '../../src/contract/case-identity.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { slack } from '../../src/haystack/haystack.js';
import { transcriptIn } from '../../src/haystack/messages/forms.js';
import {
  countingStars,
  type NeedleBenchConfig,
  needleBench,
  needleInAHaystack,
  nolima,
  ruler,
} from '../../src/index.js';

async function casesOf(tests: Promise<{ vars?: unknown }[]>): Promise<Case[]> {
  return (await tests).map(({ vars }) => (vars as { case: Case }).case);
}

const CONTAINERS = ['chat', 'tools'] as const;

const GRIDS = CONTAINERS.flatMap((container) => [
  ...LANGUAGE_CODES.map((language) =>
    countingStars({ stars: 24, lengths: [3000, 20_000], language, container }),
  ),
  countingStars({
    tasks: 'corrections',
    stars: 64,
    lengths: [9000],
    tokenizer: 'claude',
    container,
  }),
  needleInAHaystack({ lengths: [4000], depths: 3, evidence: 2, container }),
  needleBench({
    lengths: [4000],
    depths: 1,
    scoring: 'opencompass-2',
    questionFirst: true,
    container,
  }),
  nolima({ lengths: [2000], depths: 2, container }),
  ruler({ tasks: ['niah_multikey_3', 'vt'], lengths: [4096], container }),
]);

describe('a context in a container', () => {
  it('is as long as it was asked for, and cut through no evidence', async () => {
    for (const theCase of (await Promise.all(GRIDS.map(casesOf))).flat()) {
      const { turns = [], promptTokens, context } = await buildPrompt(theCase);
      const missing = theCase.tokens - theCase.reserve - promptTokens;
      expect(missing, caseId(theCase)).toBeGreaterThanOrEqual(0);
      expect(missing, caseId(theCase)).toBeLessThanOrEqual(slack(theCase.tokens));
      const texts = turns.map((turn) => (turn.role === 'call' ? '' : turn.content));
      const task = benchmarkOf(theCase).task(theCase);
      if (task.kind !== 'hidden') throw new Error('nothing is hidden');
      for (const { text } of task.evidence) {
        expect(texts.filter((one) => one.includes(text.trim()))).not.toEqual([]);
      }
      const parts = turns.flatMap((turn) => (turn.role === 'result' ? [turn.content] : []));
      if (theCase.container === 'tools') expect(parts.join('')).toBe(context);
      for (const form of ['openai', 'anthropic', 'gemini', 'text'] as const) {
        expect(foreignPrompt(transcriptIn(form, turns), theCase)).toBeUndefined();
      }
      expect(foreignPrompt(transcriptIn('openai', turns.slice(-1)), theCase)).toContain('another');
    }
  });

  it('has the same evidence as the document has', async () => {
    const [text, ...others] = await Promise.all(
      (['text', ...CONTAINERS] as const).map((container) =>
        casesOf(countingStars({ stars: 8, lengths: [8000], container })),
      ),
    );
    const [plain] = text!;
    expect(plain).not.toHaveProperty('container');
    for (const [theCase] of others) {
      const { container, edition, ...rest } = theCase!;
      expect(rest).toEqual({ ...plain, edition: undefined });
      expect(variantOf(theCase!)).toBe(`container ${container}, ${variantOf(plain!)}`);
    }
  });

  it('is handed over in turns of two, with the question at the end or in front', async () => {
    const roles = async (tests: Promise<{ vars?: unknown }[]>) => {
      const [theCase] = await casesOf(tests);
      const { turns = [], question } = await buildPrompt(theCase!);
      const first = turns[0]!.role !== 'call' && turns[0]!.content.startsWith(question);
      return { roles: turns.map(({ role }) => role).join(' '), first };
    };
    const stars = { stars: 4, lengths: [3000] };
    const needles: NeedleBenchConfig = { lengths: [3000], depths: 1, scoring: 'opencompass-2' };
    expect(await roles(countingStars({ ...stars, container: 'chat' }))).toEqual({
      roles: 'user assistant user assistant user',
      first: false,
    });
    expect(await roles(countingStars({ ...stars, container: 'tools' }))).toEqual({
      roles: 'user call result call result assistant user',
      first: false,
    });
    expect(
      await roles(needleBench({ ...needles, questionFirst: true, container: 'chat' })),
    ).toEqual({ roles: 'user assistant user', first: true });
    expect(
      await roles(needleBench({ ...needles, questionFirst: true, container: 'tools' })),
    ).toEqual({ roles: 'user call result call result', first: true });
  });

  it('declares its tool in its tests, and none where none is called', async () => {
    const declared = async (config: object) => {
      const [test] = await countingStars({
        stars: 4,
        lengths: [3000],
        structured: true,
        ...config,
      });
      return Object.keys(test!.options ?? {});
    };
    const schema = ['response_format', 'output_format', 'responseSchema'];
    expect(await declared({ container: 'tools' })).toEqual([...schema, 'tools', 'tool_choice']);
    expect(await declared({ container: 'tools', transcript: 'text' })).toEqual(schema);
    expect(await declared({ container: 'chat' })).toEqual(schema);
  });
});

describe('an option that cannot be meant', () => {
  it.each([
    [
      () => ruler({ container: 'tools', lengths: [4096] }),
      /ruler: `container: tools` is for evidence/,
    ],
    [() => countingStars({ transcript: 'openai' }), /countingStars: `transcript` is for prompts/],
    [() => countingStars({ container: 'chat', form: 'parts' }), /is a conversation of several/],
    [
      () => countingStars({ container: 'mail' as 'chat' }),
      /`container` is "mail", but must be text, chat or tools/,
    ],
    [
      () => countingStars({ container: 'chat', transcript: { '*': 'xml' as 'text' } }),
      /`transcript.*` is "xml", but must be one of openai, mistral, responses, anthropic, converse, gemini, ollama, text/,
    ],
  ])('is refused: %s', async (asked, message) => {
    await expect(asked()).rejects.toThrow(message);
  });
});
