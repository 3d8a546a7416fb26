import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readDataset } from '../../src/base/datasets.js';
import {
  isDrawn,
  isSecretName,
  redactText,
  secretNamer,
  withoutKeys,
  withoutSecrets,
} from '../../src/base/secrets.js';
import * as caseFacts from '../../src/commands/asking-side.js';
import { withColumnNames, withModelNames } from '../../src/measuring/results/columns.js';
import { askedOf } from '../../src/measuring/results/conditions.js';
import { toRow } from '../../src/measuring/results/rows.js';
import { expectLinear } from '../growth.js';
import { FORMS, leaksOf, madeUpKeys, namedKeys } from '../measuring/results/made-up-keys.mjs';
import { imagine, toResult } from '../measuring/results/rows-for-tests.js';

describe('withoutKeys', () => {
  it.each(madeUpKeys('test', 3))('leaves out a key of $kind, wherever it is', ({ key }) => {
    for (const around of [
      key,
      `Wrong key: ${key}.`,
      `{"a":"${key}"}`,
      `x\\n${key}`,
      `a_${key}&n=1`,
    ]) {
      for (const text of [around, encodeURIComponent(around)]) {
        expect(withoutKeys(text)).toContain('(left out)');
        expect(leaksOf(key, withoutKeys(text))).toBeUndefined();
        expect(leaksOf(encodeURIComponent(key), withoutKeys(text))).toBeUndefined();
      }
    }
  });

  it('knows at least 100 kinds of keys', () => {
    expect(Object.keys(FORMS).length).toBeGreaterThanOrEqual(100);
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

  // Behind "basic" may stand any word, so that only text in Base64 is left out of answers.
  const named = namedKeys('answer', 5).filter(({ kind }) => kind !== 'user and password in Base64');

  it.each(named)('leaves out a key that is told by its name: $kind', ({ key, text }) => {
    expect(leaksOf(key, withoutKeys(text))).toBeUndefined();
  });

  it.each([
    'My api_key is: see the settings',
    'api_key=YOUR_API_KEY, access_token: "<token>"',
    'commit: 9f86d081884c7d659a2feaa0c55ad0153f1a2b3c',
    'Its signature: hello there; token: velvet-turnip-42',
    'main8chr.d41d8cd98f00b204e9800998ecf8427e.js',
    'v1.2.3, as-is, ak-47, up_to_the_last_of_them_all_1, key_value',
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
  it.each(namedKeys('test', 5))(
    'leaves out a key that is told by its name: $kind',
    ({ key, text }) => {
      expect(leaksOf(key, redactText(text))).toBeUndefined();
    },
  );

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
    const forms = Object.values(readDataset('secrets.yaml', z.record(z.string(), z.string())));
    const starts = forms.flatMap((form) => /^[\w-]{2,}/.exec(form)?.[0] ?? []);
    expect(starts.length).toBeGreaterThan(60);
    const PIECES = [
      ...[
        'eyJ',
        'sk-',
        'eyJ-',
        'SG.',
        '-SG.a',
        'sk.eyJ',
        'a.atlasv1.',
        '%2B',
        '://',
        'a@',
        '?a=',
        'a',
      ],
      ...[
        'api_key: ',
        'Bearer ',
        '-----BEGIN ',
        'key"',
        'a.',
        ' ',
        "token='",
        '\\',
        'Authorization:',
        '1',
      ],
      ...['-----BEGIN PRIVATE KEY-----', '%20', 'X_A=', '/', '+/', 'x-a: A1b2'],
    ];
    // One text after the other, so that each of them is long enough to tell.
    const all = starts.join(' -_');
    expectLinear([8000, 64_000], (size) => all.repeat(size / all.length), redactText);
    for (const piece of PIECES) {
      const long = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      expectLinear([8000, 64_000], long, redactText);
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

describe('isDrawn', () => {
  it.each([
    ...['9f86d081884c7d659a2feaa0c55ad015', 'aB3dE6gH9jK2mN5pQ8sT', 'k7f3m9x2q8z4p1w6n5b0'],
  ])('%s', (value) => {
    expect(isDrawn(value)).toBe(true);
  });

  it.each([
    ...['claude-sonnet-4-5-20250929', 'meta-llama/Llama-3.1-405B-Instruct-FP8', 'countingStars'],
    ...['12345678901234567890123456789012', 'getUserNameFromDatabaseById', 'little_penguin'],
    ...['9f1c2d3e-0000-4000-8000-00805f9b34fb', 'my-resource-eastus2.openai.azure.com'],
  ])('not %s', (value) => {
    expect(isDrawn(value)).toBe(false);
  });
});

describe('withoutSecrets', () => {
  it('leaves out what looks drawn by chance, and no digest', () => {
    const drawn = '9f86d081884c7d659a2f' + 'eaa0c55ad0153f1a';
    const config = {
      way: { through: drawn },
      list: [drawn],
      sha256: drawn,
      path: 'file://a.yaml',
    };
    expect(withoutSecrets(config)).toEqual({
      way: { through: '(left out)' },
      list: ['(left out)'],
      sha256: drawn,
      path: 'file://a.yaml',
    });
  });

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
    const { key } = madeUpKeys('row', 1)[1]!;
    const row = toRow(
      {
        ...toResult({ ...first!, answer: `I know ${key}`, reason: `read ${key}` }),
        provider: { id: `https://me:${key}@host/v1?key=${key}` },
        prompt: { label: `api_key=${key}` },
        testCase: { description: `of ${key}` },
      },
      caseFacts,
    );
    const failed = toRow(
      {
        ...toResult({ ...first!, error: 'x' }),
        error: `${'x'.repeat(1490)} ${key}${'y'.repeat(9000)}`,
      },
      caseFacts,
    );
    expect(JSON.stringify([row, failed])).not.toContain(key.slice(6, 12));
    expect(row!.provider).toBe('https://(left out)@host/v1?key=(left out)');
  });

  const at = (provider: object, column: unknown) => ({
    row: toRow({ ...toResult(first!), provider }, caseFacts)!,
    column,
    asked: askedOf({}),
    test: 0,
    model: (provider as { id: string }).id,
    odd: [],
  });
  const passwordOf = (password: string) => ({ id: `https://me:${password}@host/` });

  it('keeps providers apart that differ in nothing but a secret, in the order of their columns', () => {
    const placed = [at(passwordOf('two'), 1), at(passwordOf('one'), 0), at(passwordOf('two'), 1)];
    const rows = withColumnNames(withModelNames(placed), []);
    expect(rows.map(({ provider }) => provider)).toEqual([
      'https://(left out, 2)@host/',
      'https://(left out)@host/',
      'https://(left out, 2)@host/',
    ]);
  });

  it('has the same name for the same secret in files that are read together', () => {
    const nameOf = secretNamer();
    const read = (password: string) => withModelNames([at(passwordOf(password), 0)], nameOf);
    const names = ['one', 'two', 'one'].map((password) => read(password)[0]!.row.provider);
    expect(new Set(names).size).toBe(2);
    expect(names[2]).toBe(names[0]);
  });
});
