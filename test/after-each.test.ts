import { expect, it } from 'vitest';
import { afterEach, countingStars } from '../src/index.js';

it('has the viewer show benchmark and task in the place of the prompt of a generated test', async () => {
  const [test] = await countingStars({ stars: 4, lengths: [1000] });
  const called = (metadata?: object) => ({
    test: test!,
    result: { response: { output: '[]', metadata: { ...metadata } } },
  });
  expect(await afterEach(called({ model: 'x' }))).toMatchObject({
    result: {
      response: { metadata: { model: 'x', redteamFinalPrompt: 'counting-stars\nacquisition' } },
    },
  });
  const own = called({ redteamFinalPrompt: 'Theirs.' });
  expect((await afterEach(own)).result.response.metadata).toEqual({
    redteamFinalPrompt: 'Theirs.',
  });
});

it("leaves tests of the user's own, and calls without a response", async () => {
  const own = {
    test: { vars: { word: 'hello' }, metadata: { benchmark: 'mine' } },
    result: { response: { metadata: {} } },
  };
  expect(await afterEach(structuredClone(own))).toEqual(own);
  const [test] = await countingStars({ stars: 4, lengths: [1000] });
  for (const result of [undefined, {}, { response: null }]) {
    const context = { test: test!, ...(result && { result }) };
    expect(await afterEach(context)).toBe(context);
  }
});
