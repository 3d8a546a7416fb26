import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { newConfig } from '../../../src/commands/init/new-config.js';

const WANTED = {
  providers: [],
  lengths: [8000, 32_000],
  seeds: 2,
  index: 'node_modules/promptfoo-counting-stars/dist/index.js',
  file: 'promptfooconfig.yaml',
};

describe('newConfig', () => {
  it('works without a key when no provider is named', () => {
    const config = parse(newConfig(WANTED));
    expect(config.providers).toEqual([
      {
        id: 'package:promptfoo-counting-stars:SimulatedReader',
        label: 'simulated model',
        config: { profile: 'forgetful', recall: 0.9 },
      },
    ]);
    expect(config.tests).toEqual([
      {
        path: 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars',
        config: {
          stars: 32,
          lengths: [8000, 32_000],
          seeds: 2,
          threshold: { '*:SimulatedReader': 0, '*': 0.85 },
          structured: false,
          prompts: ['counting-stars'],
        },
      },
    ]);
    expect(config.extensions).toEqual([
      'file://node_modules/promptfoo-counting-stars/dist/index.js:afterAll',
      'file://node_modules/promptfoo-counting-stars/dist/index.js:afterEach',
    ]);
  });

  it('asks the providers named, whatever their names hold, and expects something of them', () => {
    const providers = ['openai:chat:gpt-4.1', 'a # b: "c"', '*x'];
    const config = parse(newConfig({ ...WANTED, providers, index: '../lib/stars/dist/index.js' }));
    expect(config.providers).toEqual(providers);
    expect(config.tests[0].config.threshold).toBe(0.85);
    expect(config.prompts).toEqual([{ raw: '{{prompt}}', label: 'counting-stars' }]);
  });

  it('says what the simulated model does where it is named', () => {
    const providers = ['echo', 'package:promptfoo-counting-stars:SimulatedReader'];
    expect(parse(newConfig({ ...WANTED, providers })).providers).toMatchObject([
      'echo',
      { config: { profile: 'forgetful', recall: 0.9 } },
    ]);
  });

  it('lets GPT-5.6 write only what is marked to its cache', () => {
    const id = 'openai:chat:gpt-5.6-terra';
    const text = newConfig({ ...WANTED, providers: [id, 'openai:chat:gpt-4.1'] });
    const config = { prompt_cache_options: { mode: 'explicit' } };
    expect(parse(text).providers).toEqual([{ id, config }, 'openai:chat:gpt-4.1']);
    expect(text).toContain('# Without this, each prompt is written to the provider’s cache');
  });

  it('writes providers with their settings', () => {
    const providers = [
      { id: 'openai:chat:x', label: 'a: b', config: { temperature: 0, list: [1, 2] } },
      { 'openai:chat:y': { config: { apiBaseUrl: 'http://localhost:1' } } },
    ];
    const text = newConfig({ ...WANTED, providers, file: 'counting-stars.yaml' });
    expect(parse(text).providers).toEqual(providers);
    expect(text).toContain('#   npx promptfoo eval -c counting-stars.yaml --no-table\n');
    expect(newConfig(WANTED)).toContain('#   npx promptfoo eval\n');
  });

  it('tells an editor where the schema of its options is', () => {
    const [first] = newConfig({ ...WANTED, index: '../x/dist/index.js' }).split('\n');
    expect(first).toBe('# yaml-language-server: $schema=../x/dist/config-schema.json');
  });

  it('has no line over 100 columns', () => {
    for (const line of newConfig(WANTED).split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});
