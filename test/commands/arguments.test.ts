import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { shareArgument, tokensArgument } from '../../src/commands/arguments.js';

describe('tokensArgument', () => {
  it.each<[string, number]>([
    ['64000', 64_000],
    ['64K', 64_000],
    ['8k', 8000],
    ['1.5k', 1500],
    ['1.005k', 1005],
    ['1M', 1_000_000],
    ['2.5m', 2_500_000],
  ])('reads %s', (text, tokens) => {
    expect(tokensArgument(text)).toBe(tokens);
  });

  it.each(['', '0', '-1', '1.5', '0.0001k', 'k', '8kk', '8 k', '1e3', '9007199254740993'])(
    'refuses %j',
    (text) => {
      expect(() => tokensArgument(text)).toThrow(InvalidArgumentError);
    },
  );
});

describe('shareArgument', () => {
  it.each<[string, number]>([
    ['0.9', 0.9],
    ['90%', 0.9],
    ['2.3 %', 0.023],
    ['100%', 1],
  ])('reads %s', (text, share) => {
    expect(shareArgument(text)).toBe(share);
  });

  it.each(['', '90', '101%', '%', '-1%'])('refuses %j', (text) => {
    expect(() => shareArgument(text)).toThrow(InvalidArgumentError);
  });
});
