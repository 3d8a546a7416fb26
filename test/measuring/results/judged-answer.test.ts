import { describe, expect, it } from 'vitest';
import { judgedAnswer } from '../../../src/measuring/results/assertions.js';

const part = (type: string, pass: boolean, weight?: number) => ({
  ...{ pass, score: Number(pass), reason: type },
  assertion: { type, ...(weight !== undefined && { weight }) },
});

/** A set of assertions as promptfoo writes it: its own result, and then those in it. */
function set(pass: boolean, inner: readonly ReturnType<typeof part>[], threshold?: number) {
  const score = inner.filter((one) => one.pass).length / inner.length;
  const assertionSet = { type: 'assert-set', ...(threshold !== undefined && { threshold }) };
  return [{ pass, score, componentResults: inner, metadata: { assertionSet } }, ...inner];
}

const given = { pass: false, score: 0.5 };

describe('an answer without its cost and time', () => {
  it('is as promptfoo judged it where no assertion is on these', () => {
    const judged = judgedAnswer(given, [part('contains', true), part('javascript', false)], 0.9);
    expect(judged).toMatchObject({ ...given, leftOut: [] });
  });

  it.each([
    ['passes by the others', [part('contains', true), part('cost', false)], undefined, true],
    ['fails by the others', [part('contains', false), part('latency', true)], undefined, false],
    [
      'reaches a threshold',
      [part('a', true, 3), part('b', false), part('cost', false, 9)],
      0.75,
      true,
    ],
    ['falls below one', [part('a', true), part('b', false), part('cost', true, 9)], 0.75, false],
    ['passes where nothing else is asserted', [part('cost', false)], 0.5, true],
    [
      'takes a set as it is',
      [...set(true, [part('a', true), part('b', false)], 0.5), part('cost', false)],
      undefined,
      true,
    ],
    ['judges a set anew', set(false, [part('a', true), part('cost', false)]), undefined, true],
    [
      'by its own threshold',
      set(true, [part('a', true), part('b', false), part('cost', true)], 0.6),
      undefined,
      false,
    ],
    [
      'leaves out a set of nothing else',
      [part('a', true), ...set(false, [part('latency', false)])],
      undefined,
      true,
    ],
  ] as const)('%s', (_, components, threshold, pass) => {
    expect(judgedAnswer({ pass: !pass, score: 0 }, components, threshold).pass).toBe(pass);
  });

  it('names what was left out, and keeps what decided', () => {
    const inner = [part('contains', false), part('latency', false)];
    const { components, leftOut } = judgedAnswer(
      given,
      [...set(false, inner), null, part('cost', true)],
      undefined,
    );
    expect(components.map(({ assertion }) => assertion?.type)).toEqual(['contains']);
    expect(leftOut).toEqual(['cost', 'latency']);
  });
});

describe('an answer that a person rated', () => {
  const human = (pass: boolean) => part('human', pass);

  it.each([
    ['is flipped', [part('contains', false), human(true)], true, true],
    ['is only confirmed', [part('contains', true), human(true)], true, undefined],
    [
      'is flipped to fail, behind a set',
      [...set(true, [part('a', true)]), human(false)],
      false,
      true,
    ],
    ['had nothing asserted', [human(false)], false, true],
  ])('%s', (_, components, pass, rated) => {
    const judged = judgedAnswer({ pass, score: Number(pass) }, components, undefined);
    expect(judged).toMatchObject({ pass, score: Number(pass) });
    expect(judged.rated).toBe(rated);
    expect(judged.components.map(({ assertion }) => assertion?.type)).not.toContain('human');
  });

  it('is as rated, also where an assertion is on its cost', () => {
    const components = [part('contains', false), part('cost', false), human(true)];
    expect(judgedAnswer({ pass: true, score: 1 }, components, undefined).pass).toBe(true);
  });
});
