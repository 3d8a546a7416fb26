import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequenceRatio } from '../../../../src/extras/more-benchmarks/mrcr/sequence-matcher.js';

/** What `SequenceMatcher(None, a, b).ratio()` of Python's difflib says. */
const PYTHON: [a: string, b: string, ratio: number][] = [
  ['abcd', 'bcde', 0.75],
  ['', '', 1],
  ['a', '', 0],
  ['abxcd', 'abcd', 0.8888888888888888],
  ['private Thread currentThread;', 'private volatile Thread currentThread;', 0.8656716417910447],
  ['😀a😀b', 'a😀b😀', 0.75],
  ['qabxcd', 'abycdf', 0.6666666666666666],
];

/** Longer than 200 characters, so that most letters are popular; the rule is then not symmetric. */
const REFERENCE =
  'The old ferry crossed the quiet river at dawn. Nobody on board said a word, and the water kept its own counsel. '.repeat(
    3,
  );
const LONG: [text: string, ratio: number, other: number][] = [
  [
    'The old ferry crossed the quiet river at dawn. Nobody on board said a word, and the water kept its own cousel. The old ferry crosed the quiet river at dawn. Nobody on board said a word, and the water kept its own counsel. TheQold ferry crossed the q…iet river at dawn. Nobody on board said a word, and the water kept its own counsel. ',
    0.991044776119403,
    0.991044776119403,
  ],
  [
    'The old fer.Jcqrossed the zquiet riveqr at dawn. Nobody on zoard字 said a word, an the a…er kJpt its own字 counsel. Theold ferrycrosse字d.the qu.et Jiver at Jawn. Nobod on board said a wor and th water kept itsq 😀own counel. T…e oldz ferry cross…d the quiet rver at dawn. Jobody on boa…d said a wordz, and theJwatr kept its wn couns😀el.',
    0.22122571001494767,
    0.15844544095665172,
  ],
];

describe('sequenceRatio', () => {
  it.each(PYTHON)('says of %j and %j what Python says', (a, b, ratio) => {
    expect(sequenceRatio(a, b)).toBeCloseTo(ratio, 12);
  });

  it.each(LONG)(
    'has Python’s rule of thumb for texts of 200 characters and more',
    (text, ratio, other) => {
      expect(sequenceRatio(text, REFERENCE)).toBeCloseTo(ratio, 12);
      expect(sequenceRatio(REFERENCE, text)).toBeCloseTo(other, 12);
    },
  );

  it('finds long parts in common among many pairs of equal characters', () => {
    // 110 characters, none of them popular, in two texts that have long parts in common.
    const letters = Array.from({ length: 11_000 }, (_, i) => 0x4e00 + ((i * i + (i >> 3)) % 110));
    const text = String.fromCodePoint(...letters);
    const moved = text.slice(5000) + text.slice(0, 5000);
    expect(sequenceRatio(text, text)).toBe(1);
    expect(sequenceRatio(text, moved)).toBeGreaterThan(0.5);
  });

  it('is 1 for equal texts, 0 for texts without a common character, and in between otherwise', {
    tags: ['slow'],
  }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string(), (a, b) => {
        expect(sequenceRatio(a, a)).toBe(1);
        const ratio = sequenceRatio(a, b);
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(1);
      }),
    );
    expect(sequenceRatio('aaaa', 'bbbb')).toBe(0);
  });

  it('gives up on the rest of an answer that is made to take long, and says less than Python', () => {
    // Every k of the reference is a candidate for every k of the answer, again for each block.
    const reference = `${'zk'.repeat(590)}${'z'.repeat(58_000)}kk`;
    const ratio = sequenceRatio('k'.repeat(60_000), reference);
    expect(ratio).toBeGreaterThan(0);
    expect(ratio).toBeLessThanOrEqual((2 * 592) / (60_000 + reference.length));
  }, 20_000);
});
