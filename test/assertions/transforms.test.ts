import { describe, expect, it } from 'vitest';
import { answerIn, transformsOf } from '../../src/assertions/transforms.js';
import { type CountingStarsCase, starCounts } from '../../src/benchmarks/counting-stars/stars.js';
import { countingStars, score } from '../../src/index.js';

const [test] = await countingStars({ stars: 8, lengths: [2000], order: 'ascending' });
const theCase = test!.vars!.case as unknown as CountingStarsCase;
const counts = starCounts(theCase);
const whole = JSON.stringify({ little_penguin: counts });
const half = JSON.stringify({ little_penguin: counts.slice(0, 4) });

const SCORE = 'package:promptfoo-counting-stars:score';
const TRANSFORM = { transform: 'output.slice(0, 20)' };

/** What `score` says where promptfoo tells it these things besides the answer. */
const graded = (
  output: unknown,
  { response, provider, options, assertion }: Record<string, object>,
) =>
  score(output, {
    vars: { case: theCase },
    providerResponse: response,
    provider: { id: 'one', ...provider },
    test: { options, assert: [{ type: 'javascript', value: SCORE, ...assertion }] },
  });

describe('an answer that a transform took something from', () => {
  it.each([
    ['test', { response: { output: half, providerTransformedOutput: whole }, options: TRANSFORM }],
    [
      'test',
      {
        response: { output: half, providerTransformedOutput: whole },
        options: { postprocess: 'output' },
      },
    ],
    [
      'provider',
      {
        response: { output: half, providerTransformedOutput: half, raw: whole },
        provider: TRANSFORM,
      },
    ],
    [
      'assertion',
      {
        response: { output: whole, providerTransformedOutput: whole },
        assertion: TRANSFORM,
      },
    ],
  ])('is doubtful, and says whose it was: %s', async (by, told) => {
    const result = await graded(half, told as unknown as Record<string, object>);
    expect(result.score).toBe(0.5);
    expect(result.reason).toContain(
      `The ${by}'s \`transform\` changed the answer. Before that, 8 of 8 were there.`,
    );
    expect(result.metadata).toMatchObject({
      reading: 'doubtful',
      diagnosis: 'transformed',
      transforms: [{ by, effect: 'removed' }],
    });
  });

  it('may have lost it to two of them, or to the first alone', async () => {
    const quarter = JSON.stringify({ little_penguin: counts.slice(0, 2) });
    const both = { provider: TRANSFORM, options: TRANSFORM };
    const told = (output: string) => ({
      ...both,
      response: { output, providerTransformedOutput: half, raw: whole },
    });
    expect((await graded(quarter, told(quarter))).metadata).toMatchObject({
      transforms: [
        { by: 'provider', effect: 'removed' },
        { by: 'test', effect: 'removed' },
      ],
    });
    expect((await graded(` ${half}`, told(` ${half}`))).metadata).toMatchObject({
      transforms: [
        { by: 'provider', effect: 'removed' },
        { by: 'test', effect: 'kept' },
      ],
    });
  });
});

describe('an answer that a transform left whole', () => {
  it('is read, whether that helped or changed nothing that counts', async () => {
    for (const before of [half, 'Not a list', { little_penguin: counts }]) {
      const response = { output: whole, providerTransformedOutput: before };
      const { reason, metadata } = await graded(whole, { response, options: TRANSFORM });
      expect(reason).toBe('Found 8 of 8 facts.');
      expect(metadata).toMatchObject({
        reading: 'read',
        diagnosis: 'complete',
        ...(typeof before === 'string' && { transforms: [{ by: 'test', effect: 'kept' }] }),
      });
    }
  });

  it('is not said to have been changed where it was not', async () => {
    const response = { output: half, providerTransformedOutput: half, raw: half };
    const { metadata } = await graded(half, {
      response,
      options: TRANSFORM,
      provider: TRANSFORM,
      assertion: TRANSFORM,
    });
    expect(metadata!.transforms).toBeUndefined();
    expect((await graded(half, { response: { output: half } })).metadata!.reading).toBe('read');
  });
});

describe('an answer whose provider has a transform and does not tell what was before', () => {
  it('is doubtful, and says so, where something is missing', async () => {
    const response = { output: half, providerTransformedOutput: half };
    const { reason, metadata } = await graded(half, { response, provider: TRANSFORM });
    expect(reason).toMatch(
      /The provider's `transform` may have changed the answer\. What it was before is not known\.$/,
    );
    expect(metadata).toMatchObject({
      reading: 'doubtful',
      diagnosis: 'transformed',
      transforms: [{ by: 'provider', effect: 'unknown' }],
    });
    const full = { output: whole, providerTransformedOutput: whole };
    const { metadata: complete } = await graded(whole, { response: full, provider: TRANSFORM });
    expect(complete).toMatchObject({ reading: 'read', diagnosis: 'complete' });
  });
});

describe('transformsOf', () => {
  it('takes whatever stands there', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const odd of [undefined, null, 3, 'text', [], cyclic]) {
      const way = { output: odd, response: odd, provider: odd, test: odd, assertion: odd };
      expect(transformsOf(way)).toEqual([]);
      const told = { output: cyclic, providerTransformedOutput: odd, raw: odd };
      transformsOf({
        output: odd,
        response: told,
        provider: TRANSFORM,
        test: { options: TRANSFORM },
        assertion: TRANSFORM,
      });
    }
  });
});

describe('answerIn', () => {
  it.each<[string, unknown]>([
    ['OpenAI', { choices: [{ message: { content: 'yes' } }] }],
    ['OpenAI, as text', JSON.stringify({ choices: [{ message: { content: 'yes' } }] })],
    ['completions', { choices: [{ text: 'yes' }] }],
    [
      'responses',
      { output: [{ type: 'reasoning' }, { content: [{ type: 'output_text', text: 'yes' }] }] },
    ],
    ['Anthropic', { content: [{ type: 'thinking', thinking: 'no' }, { text: 'yes' }] }],
    [
      'Google',
      { candidates: [{ content: { parts: [{ text: 'no', thought: true }, { text: 'yes' }] } }] },
    ],
    ['Ollama', { message: { content: 'yes' } }],
    ['Ollama, completions', { response: 'yes' }],
    ['a text', 'yes'],
  ])('is found as %s writes it', (_, raw) => {
    expect(answerIn(raw)).toBe('yes');
  });

  it.each<[unknown, string | undefined]>([
    [whole, whole],
    ['{"a', '{"a'],
    [{ a: 1 }, undefined],
    [undefined, undefined],
    [{ choices: [null], candidates: 'x', content: [7] }, undefined],
  ])('is not taken for a body, nor found where there is none: %j', (raw, found) => {
    expect(answerIn(raw)).toBe(found);
  });
});
