import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/report/write-report.js';

describe('withoutSecrets', () => {
  it('leaves out what must not be shown around, and nothing else', () => {
    const config = {
      providers: [
        { id: 'openai:chat:x', config: { apiKey: 'sk-1', headers: { Authorization: 'Bearer 2' } } },
      ],
      tests: [{ config: { key: 'little_penguin', tokenizer: 'o200k_base', maxTokens: 5 } }],
    };
    const shown = withoutSecrets(config);
    expect(JSON.stringify(shown)).not.toMatch(/sk-1|Bearer/);
    expect(shown).toMatchObject({ tests: config.tests, providers: [{ id: 'openai:chat:x' }] });
  });
});
