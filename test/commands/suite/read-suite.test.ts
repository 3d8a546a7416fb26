import { describe, expect, it } from 'vitest';
import { missingKeys } from '../../../src/commands/suite/read-suite.js';

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
