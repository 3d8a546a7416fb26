import { describe, expect, it } from 'vitest';
import { assertPricesMatch, pricingOf } from '../../../src/measuring/planning/prices.js';

/** Prices of a provider without anything given. */
function listed(id: string, address?: string) {
  const pricing = pricingOf({ id, ...(address && { address }) }, []);
  return pricing && [pricing.input, pricing.output];
}

describe('pricingOf', () => {
  it.each([
    ['openai:gpt-4.1', [2, 8]],
    ['openai:chat:gpt-4.1', [2, 8]],
    ['azure:chat:gpt-4.1', [2, 8]],
    ['openrouter:openai/gpt-4.1', [2, 8]],
    ['google:gemini-2.5-pro', [1.25, 10]],
    ['bedrock:anthropic.claude-3-5-sonnet-20241022-v2:0', [3, 15]],
    ['togetherai:meta-llama/Llama-3.3-70B-Instruct-Turbo', [0.88, 0.88]],
  ])('knows the list price of %s', (id, prices) => {
    expect(listed(id)).toEqual(prices);
  });

  it.each([
    'openai:no-such-model',
    'openai:ft:gpt-4.1:mine',
    'ollama:chat:llama3.1',
    'file://provider.mjs',
    'gpt-4.1',
    'openai',
    'constructor:gpt-4.1',
  ])('knows no price of %s', (id) => {
    expect(listed(id)).toBeUndefined();
  });

  it.each([
    ['azure:gpt-4.1', 'https://mine.openai.azure.com', [2, 8]],
    ['openrouter:openai/gpt-4.1', 'https://openrouter.ai/api/v1', [2, 8]],
    ['openai:chat:openai/gpt-4.1', 'https://openrouter.ai/api/v1', [2, 8]],
    ['groq:llama-3.3-70b-versatile', 'https://api.groq.com/openai/v1', [0.59, 0.79]],
    ['sonar-pro', 'https://api.perplexity.ai', [3, 15]],
    ['llama3.1-8b', 'https://api.cerebras.ai/v1', [0.1, 0.1]],
    ['openai:gpt-4.1', 'http://localhost:8000/v1', undefined],
    ['openai:gpt-4.1', 'https://gateway.example/https://api.openai.com', undefined],
  ])('takes the prices of whoever has the address: %s at %s', (id, address, prices) => {
    expect(listed(id, address)).toEqual(prices);
  });

  it('says what each call costs besides its tokens', () => {
    const pricing = pricingOf({ id: 'sonar', address: 'https://api.perplexity.ai' }, [])!;
    expect(pricing.source).toMatch(/; \$0\.012 more per call$/);
    expect(pricing.cost(1_000_000, 0)).toBeCloseTo(1.012, 9);
  });

  it('charges longer prompts more where the list does', () => {
    const pricing = pricingOf({ id: 'google:gemini-2.5-pro' }, [])!;
    expect(pricing.cost(100_000, 1000)).toBeCloseTo(0.1 * 1.25 + 0.001 * 10, 9);
    expect(pricing.cost(400_000, 1000)).toBeCloseTo(0.4 * 2.5 + 0.001 * 15, 9);
    expect(pricing.source).toMatch(/ of Google, @pydantic\/genai-prices \d+\.\d+\.\d+$/);
  });

  it('costs nothing where no model is called', () => {
    for (const id of ['package:promptfoo-counting-stars:SimulatedReader', 'echo']) {
      expect(listed(id)).toEqual([0, 0]);
    }
  });

  it('takes the price that the user gives, the one for the provider first', () => {
    const given = [
      { input: 1, output: 2 },
      { provider: 'my *', input: 2.5, output: 10 },
    ];
    const mine = pricingOf({ id: 'openai:gpt-4.1', label: 'my model' }, given)!;
    expect(mine.cost(2_000_000, 100_000)).toBe(6);
    expect(mine.source).toBe('--price');
    expect(pricingOf({ id: 'openai:gpt-4.1' }, given)).toMatchObject({ input: 1, output: 2 });
  });
});

describe('assertPricesMatch', () => {
  it('refuses a price for a provider that the config does not have', () => {
    const providers = [{ id: 'openai:gpt-4.1' }, { id: 'echo', label: 'mine' }];
    assertPricesMatch([{ provider: 'openai:*', input: 1, output: 2 }], providers);
    expect(() =>
      assertPricesMatch([{ provider: 'gpt', input: 2.5, output: 10 }], providers),
    ).toThrow(
      '--price: "gpt=2.5/10" names no provider of the config. Its providers are openai:gpt-4.1, mine.',
    );
  });
});
