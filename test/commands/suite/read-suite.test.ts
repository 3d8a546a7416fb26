import { describe, expect, it } from 'vitest';
import { missingKeys, providerFilters } from '../../../src/commands/suite/read-suite.js';

describe('missingKeys', () => {
  it('finds the variables that promptfoo asks for', () => {
    const output = `
  ✗ Missing OPENAI_API_KEY (openai:gpt-4.1, openai:gpt-5)
  ✗ Missing MISTRAL_API_KEY (mistral:large)

To fix, set the environment variable or use --env-file:
    export OPENAI_API_KEY=your-api-key-here`;
    expect(missingKeys(output)).toEqual(['OPENAI_API_KEY', 'MISTRAL_API_KEY']);
    expect(missingKeys('✗ Missing something')).toEqual([]);
  });
});

describe('providerFilters', () => {
  it('tells options that choose providers from all others', () => {
    expect(providerFilters(['--filter-providers', 'gpt', '--repeat', '3'])).toEqual({
      filters: ['--filter-providers', 'gpt'],
      others: ['--repeat', '3'],
    });
    expect(providerFilters(['-j', '2', '--filter-targets=gpt=5', 'x'])).toEqual({
      filters: ['--filter-targets=gpt=5'],
      others: ['-j', '2', 'x'],
    });
  });
});
