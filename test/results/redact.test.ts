import { describe, expect, it } from 'vitest';
import { withColumnNames } from '../../src/results/columns.js';
import { isSecretName, redactText, withoutKeys, withoutSecrets } from '../../src/results/redact.js';
import { toRow } from '../../src/results/rows.js';
import { expectLinear } from '../growth.js';
import { imagine, toResult } from './rows-for-tests.js';

/** Made up, and in two parts so that no scanner takes them for leaked. */
const SECRETS = [
  `sk-${'proj-4f6Kd83jfJ2kd0WmZp'}`,
  `sk-${'ant-api03-4f6Kd83jfJ2kd0WmZp'}`,
  `ghp_${'4f6Kd83jfJ2kd0WmZp4f6Kd83jfJ2kd0WmZp'}`,
  `github_pat_${'11ABCDEFG0abcdefghij_4f6Kd83'}`,
  `xoxb-${'123456789012-4f6Kd83jfJ2k'}`,
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  `AIza${'SyD4f6Kd83jfJ2kd0WmZp4f6Kd83jfJ2kd0'}`,
  `hf_${'4f6Kd83jfJ2kd0WmZp4f6Kd83jfJ2k'}`,
  `hf_${'aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH'}`,
  `gsk_${'4f6Kd83jfJ2kd0WmZp4f6Kd83jfJ2k'}`,
  `eyJ${'hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.4f6Kd83jfJ2kd0WmZp'}`,
  `-----BEGIN RSA ${'PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----'}`,
];

describe('withoutKeys', () => {
  it.each(SECRETS)('leaves out the key %j, wherever it is', (secret) => {
    for (const text of [
      secret,
      `Wrong key: ${secret}.`,
      `{"a":"${secret}"}`,
      `key=${secret}&n=1`,
    ]) {
      expect(withoutKeys(text)).not.toContain(secret.slice(6, 16));
      expect(withoutKeys(text)).toContain('(left out)');
    }
  });

  it.each([
    ['https://me:x4@host/a@b', 'https://(left out)@host/a@b'],
    ['https://me:p@ss@host/', 'https://(left out)@host/'],
    ['https://h/?key=x5&n=1&api-key=x6', 'https://h/?key=(left out)&n=1&api-key=(left out)'],
    ['sent Bearer abc123def456ghi', 'sent Bearer (left out)'],
    ['Basic bWU6c2VjcmV0', 'Basic (left out)'],
  ])('of %j leaves %j', (text, left) => {
    expect(withoutKeys(text)).toBe(left);
  });

  it.each([
    'The secret password is: blue42.',
    '{"little_penguin": [3, 5, 9]}',
    '"9f1c2d3e-0000-4000-8000-00805f9b34fb": "1b2c"',
    'basic understanding of bearer bonds, task-oriented, risk-free, sky-high',
    'Mail me@example.com; see https://example.com/a?n=1&page=2',
    'first: second, Zeta = 2.0, hf_space, sk-learn-pipelines',
  ])('leaves the answer %j as it is', (answer) => {
    expect(withoutKeys(answer)).toBe(answer);
  });
});

describe('redactText', () => {
  it.each([
    ['Incorrect API key provided: x1x2.', 'Incorrect API key provided: (left out)'],
    ['HTTP 401: {"api_key": "x1", "n": 2}', 'HTTP 401: {"api_key": "(left out)", "n": 2}'],
    ['{\\"accessToken\\":\\"x1\\",\\"n\\":2}', '{\\"accessToken\\":\\"(left out)\\",\\"n\\":2}'],
    ['error: "api_key=x1 y"', 'error: "api_key=(left out) y"'],
    ['Server=a;AccountKey=x1;Database=b', 'Server=a;AccountKey=(left out);Database=b'],
    ["password = 'x1 x2'", "password = '(left out)'"],
    ['POST /\nAuthorization: Bearer x1\nHost: h', 'POST /\nAuthorization: (left out)\nHost: h'],
    ['Cookie: a=x1; b=x2\nX-Api-Key: x3', 'Cookie: (left out)\nX-Api-Key: (left out)'],
    ['maxTokens: 5, tokens = 7, key: penguin', 'maxTokens: 5, tokens = 7, key: penguin'],
  ])('of %j leaves %j', (text, left) => {
    expect(redactText(text)).toBe(left);
  });

  it('takes time that grows with the length of a text only, however hostile', () => {
    const PIECES = [
      'eyJ',
      'sk-',
      '://',
      'a@',
      '?a=',
      'api_key: ',
      'Bearer ',
      '-----BEGIN ',
      'key"',
      'a.',
      ' ',
      "token='",
      '\\',
      'Authorization:',
    ];
    for (const piece of PIECES) {
      const long = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      expectLinear([15_000, 120_000, 1_000_000], long, redactText);
    }
  });
});

describe('isSecretName', () => {
  it.each([
    ...['apiKey', 'githubToken', 'refreshToken', 'subscriptionKey', 'passwd', 'password'],
    ...['connectionString', 'HF_TOKEN', 'private_key', 'x-goog-api-key', 'clientSecret', 'apiKeys'],
    ...['Authorization', 'AWS_SECRET_ACCESS_KEY', 'accessTokens', 'clientSecretValue', 'dsn'],
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...['key', 'tokens', 'maxTokens', 'tokenizer', 'tokenUsage', 'keys', 'promptTokens', 'id'],
    ...['max_completion_tokens', 'tokenizers', 'keyboard', 'string', 'passed', 'author'],
  ])('not %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('withoutSecrets', () => {
  it('leaves out what must not be shown around, and nothing else', () => {
    const config = {
      providers: [
        {
          id: 'openai:chat:x',
          config: {
            apiKey: 'x1',
            headers: { Authorization: 'Bearer x2' },
            request: 'POST /\nAuthorization: Bearer x3\n\n{"api_key":"x8"}',
            url: 'https://me:x4@host/?my_key=x5&n=1',
            queryParams: { key: 'x6', page: 2 },
            auth: { type: 'basic', username: 'me', password: 'x7' },
            useCookies: true,
          },
        },
      ],
      tests: [{ config: { key: 'little_penguin', tokenizer: 'o200k_base', maxTokens: 5 } }],
    };
    const shown = withoutSecrets(config);
    expect(JSON.stringify(shown)).not.toMatch(/x[1-8]/);
    expect(shown).toMatchObject({
      tests: config.tests,
      providers: [
        {
          id: 'openai:chat:x',
          config: {
            url: 'https://(left out)@host/?my_key=(left out)&n=1',
            queryParams: { page: 2 },
            useCookies: true,
          },
        },
      ],
    });
  });
});

describe('a row', () => {
  const [first] = imagine('reader', () => 1);

  it('has no secret in any of its texts', () => {
    const key = SECRETS[0]!;
    const row = toRow({
      ...toResult({ ...first!, answer: `I know ${key}`, reason: `read ${key}` }),
      provider: { id: `https://me:${key}@host/v1?key=${key}` },
      prompt: { label: `api_key=${key}` },
      testCase: { description: `of ${key}` },
    });
    const failed = toRow({
      ...toResult({ ...first!, error: 'x' }),
      error: `${'x'.repeat(1490)} ${key}${'y'.repeat(9000)}`,
    });
    expect(JSON.stringify([row, failed])).not.toContain(key.slice(6, 12));
    expect(row!.provider).toBe('https://(left out)@host/v1?key=(left out)');
  });

  it('keeps providers apart that differ in nothing but a secret', () => {
    const placed = ['one', 'two'].map((password, column) => ({
      row: toRow({
        ...toResult(first!),
        provider: { id: `https://me:${password}@host/` },
      })!,
      column,
    }));
    expect(withColumnNames(placed, []).map(({ provider }) => provider)).toEqual([
      'https://(left out)@host/ (1)',
      'https://(left out)@host/ (2)',
    ]);
  });
});
