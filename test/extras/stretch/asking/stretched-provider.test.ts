import { deserialize, serialize } from 'node:v8';
import type { ApiProvider, CallApiContextParams, ProviderResponse } from 'promptfoo';
import { describe, expect, it } from 'vitest';
import { Padding, paddingByRepeat } from '../../../../src/extras/stretch/asking/padding.js';
import {
  assertJudgeable,
  assertTakesPrompts,
  replaceProviders,
  type StretchedSuite,
} from '../../../../src/extras/stretch/asking/stretch-suite.js';
import {
  armsOf,
  StretchedProvider,
} from '../../../../src/extras/stretch/asking/stretched-provider.js';
import { loadTokenizer } from '../../../../src/haystack/tokenizer.js';

const padding = Padding.of(await loadTokenizer('o200k_base'), 2000, [], 1);

interface Call {
  prompt: string;
  context?: CallApiContextParams | undefined;
}

/** A provider that notes its calls. */
function provider(id: string, more: object = {}, response: ProviderResponse = { output: 'yes' }) {
  const calls: Call[] = [];
  // The class says what is taken, as of those that promptfoo makes.
  class OpenAiChatCompletionProvider {}
  const base = id.startsWith('openai:chat:') ? new OpenAiChatCompletionProvider() : {};
  const made = Object.assign(base, {
    id: () => id,
    callApi: async (prompt: string, context?: CallApiContextParams) => {
      calls.push({ prompt, context });
      return response;
    },
    ...more,
  }) as ApiProvider;
  return { made, calls };
}

const contextOf = (original: ApiProvider) =>
  ({
    vars: {},
    prompt: { raw: '', label: '' },
    originalProvider: original,
  }) as CallApiContextParams;

const columnsOf = (own: ApiProvider, as: 'conversation' | 'tools' = 'conversation') =>
  armsOf(as, [1000]).map((arm) => new StretchedProvider(own, arm, () => padding));

async function answersOf(columns: readonly StretchedProvider[], prompt = 'Say yes.') {
  const answers: ProviderResponse[] = [];
  for (const column of columns) answers.push(await column.callApi(prompt, contextOf(column)));
  return answers;
}

describe('the repeats of a stretched provider', () => {
  const tokenizer = loadTokenizer('o200k_base');
  const sentAt = async (repeat: number, ...lengths: number[]) => {
    const { made, calls } = provider('own:one');
    const paddingOf = paddingByRepeat(await tokenizer, 2000, [], 1);
    for (const arm of armsOf('before', lengths).slice(3)) {
      const column = new StretchedProvider(made, arm, paddingOf);
      const answer = await column.callApi('Say yes.', {
        ...contextOf(column),
        repeatIndex: repeat,
      });
      expect(answer.metadata?.stretch).toMatchObject(repeat === 0 ? {} : { repeat });
    }
    return calls.map(({ prompt }) => prompt.slice(0, 1000));
  };

  it('have texts of their own, each of which all lengths share', async () => {
    const [first, second] = [await sentAt(0, 1000, 2000), await sentAt(1, 1000, 2000)];
    expect(first[0]).toBe(first[1]);
    expect(second[0]).toBe(second[1]);
    expect(second[0]).not.toBe(first[0]);
    expect(await sentAt(1, 1000)).toEqual([second[0]]);
  });
});

describe('variables that a provider reads', () => {
  const SENT = { question: 'What?', __evalId: 'x', __evalStepId: 'test-0', 1: 'one' };
  const readsOf = async (use: (vars: Record<string, unknown>) => unknown) => {
    const { made } = provider('own:one', {
      callApi: (_: string, context: CallApiContextParams) =>
        Promise.resolve({ output: String(use(context.vars)) }),
    });
    const [column] = columnsOf(made);
    const context = { ...contextOf(column!), vars: { ...SENT } };
    const { metadata } = await column!.callApi('Say yes.', context);
    return (metadata as { stretch: { reads?: string[] } }).stretch.reads;
  };

  it('are noted, one by one', async () => {
    expect(await readsOf(({ question }) => question)).toEqual(['question']);
  });

  it('can be copied, cloned, sent to a worker and changed as those of promptfoo', async () => {
    const copies: unknown[] = [];
    await readsOf((vars) => {
      copies.push({ ...vars }, structuredClone(vars), JSON.parse(JSON.stringify(vars)));
      copies.push(deserialize(serialize(vars)));
      vars.question = 'Why?';
      copies.push({ ...vars, question: vars.question === 'Why?' && SENT.question });
    });
    expect(copies).toEqual(Array.from({ length: 5 }, () => SENT));
  });

  it('are none of those that it copies, promptfoo fills in, or are not there', async () => {
    expect(await readsOf((vars) => ({ ...vars }))).toBeUndefined();
    expect(await readsOf((vars) => JSON.stringify(vars))).toBeUndefined();
    expect(await readsOf((vars) => Object.entries(vars))).toBeUndefined();
    expect(await readsOf((vars) => structuredClone(vars))).toBeUndefined();
    expect(await readsOf((vars) => [vars.__evalId, vars.other])).toBeUndefined();
  });
});

describe('a stretched provider', () => {
  it('asks the prompt as it is twice, the second time past the cache, and tells of itself', async () => {
    const { made, calls } = provider('openai:chat:x', {
      label: 'mine',
      delay: 5,
      transform: 'output',
    });
    const columns = columnsOf(made);
    const answers = await answersOf(columns);
    expect(columns.map((column) => column.id())).toEqual([
      'stretch:as-is:0:0:mine',
      'stretch:as-is:0:1:mine',
      'stretch:one-turn:0:0:mine',
      'stretch:padded:1000:0:mine',
    ]);
    expect(columns[0]).toMatchObject({ delay: 5, transform: 'output' });
    expect(columns[0]).not.toHaveProperty('label');
    expect(calls.slice(0, 2).map(({ prompt }) => prompt)).toEqual(['Say yes.', 'Say yes.']);
    expect(calls.map(({ context }) => context?.bustCache)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
    expect(calls.every(({ context }) => context?.originalProvider === made)).toBe(true);
    expect(answers.map(({ metadata }) => metadata!.stretch.tokens)[3]).toBeGreaterThan(994);
    expect(answers[0]!.metadata!.stretch).toEqual({
      ...{ provider: 'mine', arm: 'as-is', length: 0, time: 0, as: 'conversation' },
      ...{ tokens: 3, tokenizer: 'o200k_base' },
    });
  });

  it('keeps what a provider says, but not the prompt that it was sent', async () => {
    const said = { output: 'yes', prompt: 'long', cost: 1, metadata: { own: true } };
    const answers = await answersOf(columnsOf(provider('x', {}, said).made));
    expect(answers.map(({ prompt }) => prompt)).toEqual(['long', 'long', undefined, undefined]);
    expect(answers[3]).toMatchObject({ output: 'yes', cost: 1, metadata: { own: true } });
  });

  it('declares the tool whose results it sends, unless the user declares tools', async () => {
    const plain = provider('openai:chat:x');
    await answersOf(columnsOf(plain.made, 'tools'));
    const declared = plain.calls.map(({ context }) => context?.prompt.config?.tools?.length);
    expect(declared).toEqual([undefined, undefined, 1, 1]);
    const own = provider('openai:chat:x', { config: { tools: [] } });
    await answersOf(columnsOf(own.made, 'tools'));
    expect(own.calls.every(({ context }) => context?.prompt.config?.tools === undefined)).toBe(
      true,
    );
  });

  it('does not ask where there is no room', async () => {
    const { made, calls } = provider('x');
    const [, , , padded] = await answersOf(columnsOf(made), 'word '.repeat(1000));
    expect(calls.length).toBe(3);
    expect(padded).toMatchObject({
      error: expect.stringMatching(/^Not asked: the prompt itself has 1\d{3} tokens/),
      metadata: { stretch: { skipped: true, length: 1000 } },
    });
  });
});

describe('a suite', () => {
  const one = provider('openai:chat:one').made;
  const two = provider('file://two.js', { label: 'two' }).made;
  const suiteOf = (more: Partial<StretchedSuite> = {}): StretchedSuite => ({
    providers: [one, two],
    prompts: [{}],
    tests: [{}],
    ...more,
  });
  const replaced = (suite: StretchedSuite) => {
    replaceProviders(suite, [...columnsOf(one), ...columnsOf(two)]);
    return suite;
  };

  it('keeps its providers for graders, without a prompt', () => {
    const suite = replaced(suiteOf({ providerPromptMap: { two: ['short'] } }));
    expect(suite.providers.slice(-2)).toEqual([one, two]);
    expect(suite.providerPromptMap).toMatchObject({
      'openai:chat:one': [],
      two: [],
      'stretch:padded:1000:0:two': ['short'],
    });
    expect(suite.providerPromptMap).not.toHaveProperty('stretch:padded:1000:0:openai:chat:one');
  });

  it.each([
    [['two'], 'two'],
    [['openai:*'], 'openai:chat:one'],
    [['openai'], 'openai:chat:one'],
  ])('asks the tests of %j for these alone', (names, left) => {
    const suite = replaced(suiteOf({ tests: [{ providers: names }] }));
    expect(suite.tests![0]!.providers).toEqual([
      `stretch:as-is:0:0:${left}`,
      `stretch:as-is:0:1:${left}`,
      `stretch:one-turn:0:0:${left}`,
      `stretch:padded:1000:0:${left}`,
    ]);
  });

  it('asks a test’s own provider as the column asks, but not one that talks to it', async () => {
    const own = provider('http://127.0.0.1/');
    const talking = provider('promptfoo:simulated-user').made;
    const suite = replaced(suiteOf({ tests: [{ provider: own.made }, { provider: talking }] }));
    const asked = suite.tests![0]!.provider as ApiProvider;
    const column = suite.providers.find((each) => each.id() === 'stretch:padded:1000:0:two')!;
    const { metadata } = await asked.callApi('Say yes.', contextOf(column));
    expect(metadata!.stretch).toMatchObject({ arm: 'padded', provider: 'two' });
    expect(own.calls[0]!.prompt.length).toBeGreaterThan(3000);
    expect(suite.tests![1]!.provider).toBe(talking);
  });

  it('is refused where answers are compared, and where no prompt is sent', () => {
    const inner = { type: 'max-score' };
    const tests = [{ assert: [{ type: 'assert-set', assert: [inner] }] }];
    expect(() => assertJudgeable(suiteOf({ tests }))).toThrow(/`max-score` compares the answers/);
    expect(() => assertJudgeable(suiteOf({ redteam: {} }))).toThrow(/Red-team/);
    expect(() => assertJudgeable(suiteOf())).not.toThrow();
    const web = (config: object) => provider('https://x.example/', { config }).made;
    const sends = (config: object) => assertTakesPrompts(suiteOf({ providers: [web(config)] }));
    expect(() => sends({ body: { q: '{{question}}' } })).toThrow(/sends no `\{\{prompt\}\}`/);
    expect(() => sends({ body: { q: '{{prompt}}' } })).not.toThrow();
    expect(() => sends({ transformRequest: (prompt: string) => ({ prompt }) })).not.toThrow();
  });
});
