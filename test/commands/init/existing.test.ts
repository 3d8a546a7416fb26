import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asksOnlyOurs, readExisting } from '../../../src/commands/init/existing.js';
import { newConfig } from '../../../src/commands/init/new-config.js';

const folder = mkdtempSync(join(tmpdir(), 'existing-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string): string {
  const file = join(folder, 'promptfooconfig.yaml');
  writeFileSync(file, text);
  return file;
}

describe('readExisting', () => {
  it.each<[string, unknown[]]>([
    ['providers: [echo, openai:chat:x]', ['echo', 'openai:chat:x']],
    ['providers: file://providers.yaml', ['file://providers.yaml']],
    ['targets: [{ id: echo, label: a }]', [{ id: 'echo', label: 'a' }]],
    ['providers: [{ id: echo, prompts: [theirs] }]', [{ id: 'echo' }]],
    [
      'providers: [{ "openai:chat:x": { prompts: [theirs], config: { seed: 1 } } }]',
      [{ 'openai:chat:x': { config: { seed: 1 } } }],
    ],
    [
      'x: &x { config: { seed: 1 } }\nproviders: [{ <<: *x, id: echo }]',
      [{ config: { seed: 1 }, id: 'echo' }],
    ],
  ])('takes providers over: %j', (text, providers) => {
    expect(readExisting(written(text))).toMatchObject({ providers, settings: {} });
  });

  it.each(['', '# nothing', 'prompts: [hello]', 'providers:', '- list', 'providers: [1, null]'])(
    'takes nothing over where there is none: %j',
    (text) => {
      expect(readExisting(written(text))).toEqual({
        providers: [],
        settings: {},
        hasExtensions: false,
      });
    },
  );

  it('takes over what calls need, and nothing else', () => {
    const text = `providers: [echo]
env: { A: b }
sharing: false
extensions: ['file://setup.mjs:start']
evaluateOptions: { maxConcurrency: 2, delay: 100, cache: false }
commandLineOptions: { envPath: [.env, .env.local], table: true, repeat: 3 }`;
    expect(readExisting(written(text))).toEqual({
      providers: ['echo'],
      settings: {
        env: { A: 'b' },
        sharing: false,
        evaluateOptions: { maxConcurrency: 2, delay: 100 },
        commandLineOptions: { envPath: ['.env', '.env.local'] },
      },
      hasExtensions: true,
    });
  });

  it('refuses what is not YAML', () => {
    expect(() => readExisting(written('providers: [echo'))).toThrow(
      /^promptfooconfig\.yaml cannot be read \(.*\)\. Correct it, then run init again\.$/,
    );
  });
});

describe('asksOnlyOurs', () => {
  const index = 'node_modules/promptfoo-counting-stars/dist/index.js';
  const wanted = { providers: [], lengths: [8000], seeds: 1, index, file: 'promptfooconfig.yaml' };

  it('knows what init wrote from what is somebody’s own', () => {
    const ours = newConfig(wanted);
    expect(asksOnlyOurs(written(ours))).toBe(true);
    const theirs = ours.replace('\ntests:\n', '\ntests:\n  - vars: { a: b }\n');
    expect(asksOnlyOurs(written(theirs))).toBe(false);
    expect(asksOnlyOurs(written('tests: []'))).toBe(false);
    expect(asksOnlyOurs(written('tests: file://promptfoo-counting-stars.csv'))).toBe(false);
  });
});
