import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/report/write-report.js';

describe('withoutSecrets', () => {
  it('leaves out what must not be shown around, and nothing else', () => {
    const config = {
      providers: [
        {
          id: 'openai:chat:x',
          config: {
            apiKey: 'x1',
            headers: { Authorization: 'Bearer x2' },
            request: 'POST /\nAuthorization: Bearer x3',
            url: 'https://me:x4@host/?my_key=x5&n=1',
            HF_TOKEN: 'x6',
            note: 'sk-x7',
            private_key: 'x8',
          },
        },
      ],
      tests: [{ config: { key: 'little_penguin', tokenizer: 'o200k_base', maxTokens: 5 } }],
    };
    const shown = withoutSecrets(config);
    expect(JSON.stringify(shown)).not.toMatch(/x[1-8]/);
    expect(JSON.stringify(shown)).toContain('https://(left out)@host/?my_key=(left out)&n=1');
    expect(shown).toMatchObject({ tests: config.tests, providers: [{ id: 'openai:chat:x' }] });
  });
});
