import { describe, expect, it } from 'vitest';
import {
  type ExpandOptions,
  expandSuite,
  type Suite,
} from '../../../src/measuring/planning/expand-suite.js';

const ONCE: ExpandOptions = { repeat: 1, env: {}, filesOf: () => [] };

const theCase = { benchmark: 'counting-stars', tokens: 1000, reserve: 100 };

function provider(id: string, label = '') {
  return { id: () => id, label };
}

/** Calls of every test, of every provider. */
function callsOf(suite: Partial<Suite>, options: Partial<ExpandOptions> = {}): number[][] {
  const whole: Suite = {
    providers: [provider('one')],
    prompts: [{ label: 'stars' }],
    ...suite,
  };
  return expandSuite(whole, { ...ONCE, ...options }).tests.map(({ calls }) => calls);
}

describe('expandSuite', () => {
  it('asks every provider every test with every prompt', () => {
    const suite = {
      providers: [provider('one'), provider('two')],
      prompts: [{ label: 'a' }, { label: 'b' }],
      tests: [{}, {}],
    };
    expect(callsOf(suite)).toEqual([
      [2, 2],
      [2, 2],
    ]);
  });

  it.each<[string, string[], number]>([
    ['a label', ['stars'], 1],
    ['an id', ['theirs.txt'], 1],
    ['a beginning', ['sta*'], 1],
    ['the part before a colon', ['file'], 1],
    ['all of them', ['*'], 3],
    ['none', [], 0],
    ['another name', ['star'], 0],
  ])('chooses prompts of a test by %s', (_, prompts, calls) => {
    const names = [{ label: 'stars' }, { id: 'theirs.txt' }, { label: 'file: the text' }];
    expect(callsOf({ prompts: names, tests: [{ prompts }] })).toEqual([[calls]]);
  });

  it('chooses prompts of a provider by its label, and providers of a test by label or id', () => {
    const suite: Partial<Suite> = {
      providers: [provider('openai:gpt', 'mine'), provider('openai:gpt:mini')],
      prompts: [{ label: 'a' }, { label: 'b' }],
      providerPromptMap: { mine: ['a'], 'openai:gpt': ['a', 'b'] },
    };
    const tests = [['mine'], ['openai:gpt'], ['openai:gpt:mini'], ['openai*'], []];
    expect(callsOf({ ...suite, tests: tests.map((providers) => ({ providers })) })).toEqual([
      [1, 0],
      [1, 2],
      [0, 2],
      [1, 2],
      [0, 0],
    ]);
  });

  it('takes what a test does not say from defaultTest', () => {
    const suite = {
      prompts: [{ label: 'stars' }, { label: 'theirs' }],
      defaultTest: { prompts: ['theirs'], vars: { word: ['a', 'b', 'c'] } },
      tests: [{}, { prompts: ['stars', 'theirs'], vars: { word: 'd' } }],
    };
    expect(callsOf(suite)).toEqual([[3], [2]]);
  });

  it('multiplies lists of texts and patterns of files in vars, and nothing else', () => {
    const vars = {
      words: ['a', 'b'],
      files: 'file://*.txt',
      numbers: [1, 2, 3],
      empty: [],
      record: { list: ['x', 'y'] },
    };
    const filesOf = (pattern: string) => (pattern === '*.txt' ? ['1.txt', '2.txt', '3.txt'] : []);
    expect(callsOf({ tests: [{ vars }] }, { filesOf })).toEqual([[6]]);
    const env = { PROMPTFOO_DISABLE_VAR_EXPANSION: 'true' };
    expect(callsOf({ tests: [{ vars }] }, { filesOf, env })).toEqual([[1]]);
    const options = { disableVarExpansion: true };
    expect(callsOf({ tests: [{ vars, options }] }, { filesOf })).toEqual([[1]]);
    const tests = [{ vars }, { vars, options: { disableVarExpansion: false } }];
    expect(callsOf({ tests, defaultTest: { options } }, { filesOf })).toEqual([[1], [6]]);
  });

  it('repeats every test that does not say how often', () => {
    const tests = [{}, { options: { repeat: 5 } }, { options: { repeat: 0 } }];
    expect(callsOf({ tests }, { repeat: 3 })).toEqual([[3], [5], [3]]);
  });

  it('makes tests of scenarios', () => {
    const scenario = {
      config: [{ vars: { language: 'en' } }, { vars: { language: ['de', 'fr'] } }],
      tests: [{ vars: { word: 'a' } }, { vars: { word: ['b', 'c'] } }],
    };
    expect(callsOf({ scenarios: [scenario] })).toEqual([[1], [2], [2], [4]]);
    expect(callsOf({})).toEqual([[1]]);
  });

  it('keeps our Case and shard, and of a provider its names', () => {
    const suite: Suite = {
      providers: [
        { id: () => 'openai:gpt', label: '', config: { apiBaseUrl: 'http://localhost' } },
        provider('echo', 'mine'),
      ],
      prompts: [{ label: 'stars' }],
      tests: [{ vars: { case: theCase }, metadata: { shard: '2/4' } }, { vars: { case: 'brief' } }],
    };
    expect(expandSuite(suite, ONCE)).toEqual({
      providers: [
        { id: 'openai:gpt', address: 'http://localhost' },
        { id: 'echo', label: 'mine' },
      ],
      tests: [{ case: theCase, shard: '2/4', calls: [1, 1] }, { calls: [1, 1] }],
    });
  });

  it.each<[string, string, object | undefined, string | undefined]>([
    ['its host before the rest', 'azure:gpt', { apiHost: 'a.b', apiBaseUrl: 'c' }, 'https://a.b'],
    ['what promptfoo says itself', 'sonar', { apiBaseUrl: 'https://api.x/v1' }, 'https://api.x/v1'],
    ['a variable', 'openai:gpt', undefined, 'http://localhost'],
    ['nothing', 'anthropic:claude', { apiBaseUrl: '' }, undefined],
  ])('keeps where a provider is called: %s', (_, id, config, address) => {
    const env = { OPENAI_BASE_URL: 'http://localhost', ANTHROPIC_BASE_URL: '' };
    const suite = { providers: [{ id: () => id, config }], prompts: [] };
    expect(expandSuite(suite, { ...ONCE, env }).providers[0]).toEqual({
      id,
      ...(address && { address }),
    });
  });

  it('asks a provider for its id as a method', () => {
    class Named {
      constructor(private readonly name: string) {}
      id() {
        return this.name;
      }
    }
    const suite = { providers: [new Named('mine')], prompts: [] };
    expect(expandSuite(suite, ONCE).providers).toEqual([{ id: 'mine' }]);
  });
});
