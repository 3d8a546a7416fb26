/** What a pipeline is sent, and whether it is recognised. */
import { describe, expect, it } from 'vitest';
import { benchmarkOfGenerator } from '../../../src/benchmarks/registry.js';
import { configFor } from '../../../src/generators/search-request.js';
import { context, documents, question, score } from '../../../src/index.js';
import { promptOf, testsOf } from './files-for-tests.js';

async function onePart(config: object = {}) {
  const [test] = await testsOf({}, { counts: [3], examples: 1, form: 'parts', ...config });
  return test!;
}

describe('the vars of a test', () => {
  it('are its documents as JSON, too, and a prompt needs them in one form', async () => {
    const { vars } = await onePart();
    const template = '{"question": {{question | dump}}, "documents": {{documents}}}';
    const list = JSON.parse(String((await documents('documents', template, vars)).output));
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ id: expect.any(String), text: expect.any(String) });
    await expect(context('context', template, vars)).resolves.toBeDefined();
    await expect(documents('documents', '{{context}} {{question}}', vars)).resolves.toBeDefined();
    await expect(context('context', '{{question}}', vars)).rejects.toThrow('it has no {{context}}');
    await expect(question('question', '{{context}}', vars)).rejects.toThrow(
      'it has no {{question}}',
    );
  });

  it('need not be in the prompt with `sent: vars`', async () => {
    const { vars } = await onePart({ sent: 'vars' });
    await expect(context('context', '{{question}}', vars)).resolves.toBeDefined();
  });
});

describe('a prompt that was sent', () => {
  const answer = 'It is Q1000Z.';

  it('holds the documents as context, as JSON, or as a program writes them', async () => {
    const test = await onePart();
    const { context: whole, question: asked, documents: list } = await promptOf(test);
    const prompts = [
      `Mine. ${whole}\nQ: ${asked}`,
      JSON.stringify({ question: asked, documents: list }),
      [asked, ...list!.map(({ text, id }) => `<${id}>${text}</${id}>`)].join('\n'),
    ];
    for (const prompt of prompts) {
      const graded = await score(answer, { vars: test.vars, prompt });
      expect(graded.score).toBe(1);
      expect(graded.reason).not.toMatch(/not checked/);
    }
  });

  it('is refused without one of them, in another order, or without the question', async () => {
    const test = await onePart();
    const { question: asked, documents: list = [] } = await promptOf(test);
    const texts = list.map(({ text = '' }) => text);
    for (const parts of [[asked, ...texts.slice(1)], [asked, ...texts.reverse()], texts]) {
      await expect(score(answer, { vars: test.vars, prompt: parts.join('\n') })).rejects.toThrow(
        'the model was sent another prompt than that of its Case',
      );
    }
  });

  it('is said to be unchecked where the documents do not pass through it', async () => {
    const { vars } = await onePart({ sent: 'vars' });
    const asked = 'What is the code of ledger 0?';
    const { reason } = await score(answer, { vars, prompt: asked });
    expect(reason).toMatch(/ It was not checked whether the documents came through\.$/);
    await expect(score(answer, { vars, prompt: 'Hello' })).rejects.toThrow('another prompt');
  });
});

describe('a search', () => {
  it('asks by length where a config counts', () => {
    const prompt = { tokens: 3000, seed: 7, providers: ['a'] as [string] };
    const asked = { lengths: [3000], seeds: [7] };
    expect(
      configFor(benchmarkOfGenerator('ownDocuments'), { questions: 'q', counts: [5] }, prompt),
    ).toEqual({
      questions: 'q',
      ...asked,
    });
    expect(
      configFor(benchmarkOfGenerator('keyValueRetrieval'), { pairs: [75], depths: [0] }, prompt),
    ).toEqual({
      depths: [0],
      ...asked,
    });
  });
});
