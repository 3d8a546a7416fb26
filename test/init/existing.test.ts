import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readExisting } from '../../src/init/existing.js';

const folder = mkdtempSync(join(tmpdir(), 'existing-'));
afterAll(() => rmSync(folder, { recursive: true }));

function existing(text: string, name = 'promptfooconfig.yaml') {
  const file = join(folder, name);
  writeFileSync(file, text);
  return readExisting(file);
}

const COPIED = 'Its providers are copied from promptfooconfig.yaml.';

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
    expect(existing(text)).toEqual({ providers, notes: [COPIED] });
  });

  it.each(['', '# nothing', 'prompts: [hello]', 'providers:', '- list', 'providers: [1, null]'])(
    'takes nothing over where there is none: %j',
    (text) => {
      expect(existing(text)).toEqual({ providers: [], notes: [] });
    },
  );

  it('says what is not taken over', () => {
    expect(existing('providers: [echo]\nenv: { A: b }').notes).toEqual([
      COPIED,
      '`env` of promptfooconfig.yaml is not copied: add it if providers need it.',
    ]);
    expect(existing('export default {}', 'promptfooconfig.mjs')).toEqual({
      providers: [],
      notes: ['promptfooconfig.mjs is a program: copy its providers by hand.'],
    });
  });

  it('refuses what is not YAML', () => {
    expect(() => existing('providers: [echo')).toThrow(
      /^promptfooconfig\.yaml cannot be read \(.*\)\. Correct it, then run init again\.$/,
    );
  });
});
