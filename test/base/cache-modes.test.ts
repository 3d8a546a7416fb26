/** How providers cache: the data against the price list, and whom it names. */
import { calcPrice } from '@pydantic/genai-prices';
import { describe, expect, it } from 'vitest';
import { cacheModeOf, writesWhole } from '../../src/base/cache-modes.js';

const PRICED: [id: string, model: string, seller: string][] = [
  ['openai:chat:gpt-5.6-terra', 'gpt-5.6-terra', 'openai'],
  ['openai:responses:gpt-5.6-luna', 'gpt-5.6-luna', 'openai'],
  ['openai:gpt-4.1', 'gpt-4.1', 'openai'],
  ['anthropic:messages:claude-sonnet-5', 'claude-sonnet-5', 'anthropic'],
  ['google:gemini-3.8-flash', 'gemini-3.8-flash', 'google'],
  ['google:gemini-2.5-pro', 'gemini-2.5-pro', 'google'],
];

describe('cache modes', () => {
  it.each(PRICED)('have the prices of the price list: %s', (id, model, providerId) => {
    const tokens = 1000;
    const cost = (cache: object) =>
      calcPrice({ input_tokens: tokens, output_tokens: 0, ...cache }, model, { providerId })!
        .total_price;
    const { read, write } = cacheModeOf(id);
    expect(cost({ cache_read_tokens: tokens }) / cost({})).toBeCloseTo(read, 6);
    expect(cost({ cache_write_tokens: tokens }) / cost({})).toBeCloseTo(write, 6);
  });

  it('tell models apart whatever stands before their name', () => {
    expect(cacheModeOf('gpt-5.6-terra').marks).toBe('prompt_cache_breakpoint');
    expect(cacheModeOf('openrouter:anthropic/Claude-Sonnet-5').marks).toBe('cache_control');
    expect(cacheModeOf('openai:chat:gpt-5').marks).toBeUndefined();
    expect(cacheModeOf('a server of mine')).toMatchObject({ read: 1, write: 1 });
    expect(cacheModeOf('anthropic:messages:claude-haiku-4-5').least).toBe(4096);
  });

  it('know who writes every prompt as a whole', () => {
    const explicit = { prompt_cache_options: { mode: 'explicit' } };
    expect(writesWhole('openai:gpt-5.6-terra', undefined)).toBe(true);
    expect(writesWhole('openai:gpt-5.6-terra', { prompt_cache_options: null })).toBe(true);
    expect(writesWhole('openai:gpt-5.6-terra', explicit)).toBe(false);
    expect(writesWhole('openai:gpt-5.5', undefined)).toBe(false);
    expect(writesWhole('anthropic:messages:claude-sonnet-5', undefined)).toBe(false);
  });
});
