import { describe, expect, it } from 'vitest';
import { assertAsked } from '../../src/generators/asked-by.js';
import { context, countingStars, prompt } from '../../src/index.js';

describe('assertAsked', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['prompt', '{{prompt}}', {}],
    ['prompt', 'Read: {{ prompt | trim }}', {}],
    ['prompt', '{% if prompt %}x{% endif %}', {}],
    ['prompt', '[{"role": "user", "content": "{{prompt}}"}]', {}],
    ['text', 'Say {{word}}: {{text}}', {}],
    ['prompt', 'async function ask({ vars }) { return vars.anything; }', {}],
    ['prompt', 'function (given) { return given; }', {}],
    ['prompt', 'async ask({ vars }) { return vars.anything; }', {}],
    ['prompt', 'def ask(given):\n    return given', {}],
    ['prompt', '#!/bin/sh\ncat', {}],
    ['prompt', 'prompts/ask.sh', {}],
    ['prompt', '({ vars }) => Object.values(vars).join()', {}],
    ['prompt', '{{whole}}', { whole: 'Now: {{prompt}}' }],
  ])('finds the var %j in %j', (name, source, vars) => {
    expect(() => assertAsked(name, source, vars)).not.toThrow();
  });

  it.each<[string, string]>([
    ['prompt', 'Say {{word}} politely'],
    ['prompt', 'Write a prompt about {{word}}'],
    ['prompt', '{{prompts}}'],
    ['prompt', 'Write a function that {{word}}'],
    ['prompt', 'You return a class for {{word}} (small) {so}'],
    ['question', '{{context}}'],
  ])('misses the var %j in %j', (name, source) => {
    expect(() => assertAsked(name, source, { word: 'hello' })).toThrow(
      `The prompt ${JSON.stringify(source)} asks something else than this test: it has no {{${name}}}. ` +
        'Give the prompt of these tests a label, and the tests `prompts: [that label]` in their config.',
    );
  });

  it('takes linear time, whatever a prompt holds', () => {
    expect(() => assertAsked('prompt', '{{'.repeat(500_000), {})).toThrow();
    expect(() => assertAsked('prompt', `{{${'a'.repeat(1_000_000)}`, {})).toThrow();
  });

  it('stands in every door of a var', async () => {
    const [test] = await countingStars({ stars: 2, lengths: [500] });
    const vars = { case: test!.vars!.case };
    await expect(prompt('prompt', 'Say {{word}}', vars)).rejects.toThrow('asks something else');
    await expect(context('context', 'Say {{word}}', vars)).rejects.toThrow('asks something else');
  });
});
