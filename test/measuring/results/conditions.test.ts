import { describe, expect, it } from 'vitest';
import { askedOf, conditionsIn } from '../../../src/measuring/results/conditions.js';

const REFERENCE = 'package:promptfoo-counting-stars:prompt';

/** The conditions of one result of an evaluation with one provider and one prompt. */
function conditionsOf(
  result: object,
  { source = '{{prompt}}', providers = [] as unknown[], more = {} } = {},
) {
  const stored = {
    promptIdx: 0,
    provider: { id: 'openai:chat:gpt-4.1', label: 'gpt' },
    prompt: { raw: 'A text', label: 'stars' },
    ...result,
  };
  const prompts = [{ raw: source, label: 'stars', provider: 'gpt' }];
  return conditionsIn({ prompts, config: { providers }, ...more })(askedOf(stored));
}

const scored = (metadata: object) => ({
  gradingResult: { componentResults: [null, { metadata }] },
});

describe('the form of a transcript', () => {
  it('is what `score` says, and nobody else', () => {
    const scoredBy = 'promptfoo-counting-stars';
    const formOf = (metadata: object) => conditionsOf(scored(metadata)).transcript;
    expect(formOf({ scoredBy, transcript: 'responses' })).toBe('responses');
    expect(formOf({ transcript: 'openai' })).toBeUndefined();
    expect(formOf({ scoredBy, transcript: 'any' })).toBeUndefined();
  });
});

const withVars = (vars: object, metadata = {}) => ({
  testCase: { vars: { case: {}, prompt: REFERENCE, ...vars }, metadata },
});

describe('settings', () => {
  const settingsOf = (config: object) =>
    conditionsOf({}, { providers: [{ id: 'openai:chat:gpt-4.1', label: 'gpt', config }] }).config;

  it('stand by key, without keys of users, addresses of users and what changes no answer', () => {
    const settings = {
      temperature: 0,
      reasoning: { effort: 'low' },
      stop: ['a', 'b'],
      apiKey: 'sk-0123456789abcdef0123',
      apiKeyEnvar: 'MY_KEY',
      apiBaseUrl: 'https://me:secret@host/v1',
      headers: { 'x-api-key': 'abc' },
      maxRetries: 3,
      tools: 'file:///home/me/project/tools.json',
    };
    expect(settingsOf(settings)).toEqual({
      apiBaseUrl: 'https://host/v1',
      'reasoning.effort': 'low',
      stop: '["a","b"]',
      temperature: '0',
      tools: 'file://tools.json',
    });
  });

  it('are those of the column, in the order of columns where names are shortened', () => {
    const prompts = ['openai:gpt-5', 'openai:gpt-6'].map((provider) => ({
      provider,
      label: 'stars',
    }));
    const providers = ['openai:chat:gpt-5', { 'openai:chat:gpt-6': { config: { seed: 1 } } }];
    const of = conditionsIn({ prompts, config: { providers } });
    expect(of(askedOf({ promptIdx: 1 })).config).toEqual({ seed: '1' });
    expect(of(askedOf({ promptIdx: 0 })).config).toEqual({});
    expect(conditionsIn({})(askedOf({ promptIdx: 0 })).config).toBeUndefined();
  });

  it('come with the test too, and are those of a provider that answers in place of the column', () => {
    const test = { options: { temperature: 1, transform: 'output', response_format: { a: 1 } } };
    expect(conditionsOf({ testCase: test }, { providers: ['openai:chat:gpt-4.1'] }).config).toEqual(
      {
        temperature: '1',
      },
    );
    const other = { provider: { id: 'ollama:chat:qwen3', config: { num_ctx: 8192 } } };
    expect(conditionsOf({ testCase: other })).toMatchObject({
      model: 'ollama:chat:qwen3',
      config: { num_ctx: '8192' },
    });
  });
});

describe('what stands around a Case', () => {
  it('is the prompt with its system message, and what a test puts in front of it and behind it', () => {
    const source =
      '[{"role":"system","content":"You are X"},{"role":"user","content":{{ prompt | dump }}}]';
    const around = { options: { prefix: 'Now: ', suffix: ' Go.' } };
    expect(
      conditionsOf({ testCase: around, prompt: { raw: '[{"role":"system"}]' } }, { source }),
    ).toMatchObject({
      form: 'chat',
      frame: { 'system prompt': 'You are X', prefix: 'Now:', suffix: 'Go.' },
    });
  });

  it('is kept short, with a digest, and without secrets', () => {
    const source = `{{prompt}} password: hunter2-hunter2 ${'word '.repeat(40)}`;
    const { prompt = '' } = conditionsOf({}, { source }).frame ?? {};
    expect(prompt).toMatch(/^\{\{prompt\}\} password: .*… ?.*\(#[0-9a-f]{8}\)$/);
    expect(prompt).not.toContain('hunter2');
    const other = conditionsOf({}, { source: `${source}!` }).frame?.prompt;
    expect(other).not.toBe(prompt);
  });

  it('has variables that are in the prompt, also by another one, and none that is the Case’s own', () => {
    const vars = { style: 'As a {{tone}} poet', tone: 'sad', ticket: 'A-1', field: 'row 7' };
    const source = '{{prompt}} {{ style | upper }} {{field}}';
    expect(conditionsOf(withVars(vars, { field: 'row 7' }), { source }).variables).toEqual({
      style: 'As a {{tone}} poet',
      tone: 'sad',
    });
  });

  it('is looked for in what was sent where the prompt is not known', () => {
    const sent = {
      ...withVars({ style: 'Be terse.' }),
      prompt: { raw: 'Text. Be terse.', label: 'stars' },
    };
    const { frame, variables } = conditionsIn({})(askedOf(sent));
    expect({ frame, variables }).toEqual({ frame: {}, variables: { style: 'Be terse.' } });
  });
});

it('takes whatever is damaged for unknown', () => {
  for (const value of [
    null,
    7,
    'text',
    [],
    { provider: 7, prompt: [], response: 'x', testCase: null },
  ]) {
    expect(conditionsIn({ prompts: 7, config: null })(askedOf(value))).toMatchObject({
      form: 'text',
    });
  }
});
