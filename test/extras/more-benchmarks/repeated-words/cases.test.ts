import { describe, expect, it } from 'vitest';
import {
  type RepeatedCase,
  repeatedText,
} from '../../../../src/extras/more-benchmarks/repeated-words/index.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import {
  type RepeatedWordsConfig,
  repeatedWords,
  SimulatedReader,
  score,
} from '../../../../src/index.js';
import { scored } from '../../../scored.js';
import { differentNumbers, sortedBy } from '../../../sorted-by.js';

async function casesOf(config?: RepeatedWordsConfig): Promise<RepeatedCase[]> {
  return (await repeatedWords(config)).map(({ vars }) => vars!.case as unknown as RepeatedCase);
}

const copying = (words: number, index: number) => {
  return new Array<string>(words).fill('mill').with(index, 'mills').join(' ');
};

describe('the score of a copy', () => {
  /** What a copy of so many words, with the other one at an index, is said to be. */
  async function copied(copy: string, words: number, index: number) {
    const [theCase] = await casesOf({ words, indices: [index] });
    const { namedScores, metadata } = scored(copy, theCase!);
    const { likeness, 'word present': present, 'word in place': inPlace } = namedScores;
    return { likeness, present, inPlace, missing: namedScores['missing words'], ...metadata };
  }

  it('has the rules of the report: likeness, presence, place, number of words', async () => {
    expect(await copied(copying(5, 1), 5, 1)).toMatchObject({
      ...{ likeness: 1, isExact: true, present: 1, inPlace: 1, missing: 0 },
    });
    expect(await copied('mill mill mills mill', 5, 1)).toMatchObject({
      ...{ likeness: 1 - 6 / 25, present: 1, inPlace: 0, missing: 1 },
    });
    expect(await copied('', 5, 1)).toMatchObject({
      ...{ likeness: 0, isExact: true, present: 0, inPlace: 0, missing: 5 },
    });
  });

  it('looks for the last word with the space before it, and for any other with that behind it', async () => {
    expect(await copied('mill mill mills', 3, 2)).toMatchObject({ present: 1, inPlace: 1 });
    expect(await copied('mills', 3, 2)).toMatchObject({ present: 0, inPlace: 0 });
    expect(await copied('mills', 3, 0)).toMatchObject({ present: 0 });
    expect(await copied('mills mill', 3, 0)).toMatchObject({ present: 1, inPlace: 1 });
    expect(await copied('mill mill mill', 3, 0)).toMatchObject({ present: 0, inPlace: 0 });
    // Cut off in the word that is looked for.
    expect(await copied('mill m', 3, 1)).toMatchObject({ present: 0, inPlace: 0 });
  });
});

describe('repeatedWords', () => {
  it('has the numbers of words of the report, at five places', async () => {
    const cases = sortedBy(await casesOf(), ({ cell }) => cell.words);
    expect(differentNumbers(cases.map(({ cell }) => cell.words))).toEqual([
      25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000,
    ]);
    expect(cases).toHaveLength(60);
    for (const theCase of cases.slice(0, 10)) {
      const { prompt } = await buildPrompt(theCase);
      const { text, list, index } = repeatedText(theCase);
      expect(prompt.endsWith(`\n\n${text}`)).toBe(true);
      expect(text.split(' ')).toHaveLength(list.length);
      expect(text.split(' ').indexOf('mills')).toBe(index);
    }
  });

  it('fills a length with words and with room for the answer', async () => {
    for (const tokenizer of ['o200k_base', 'words']) {
      for (const theCase of await casesOf({ lengths: [4000, 30_000], depths: [0.5], tokenizer })) {
        const { promptTokens } = await buildPrompt(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(4);
        expect(theCase.reserve).toBeGreaterThan(1.4 * promptTokens);
      }
    }
  });

  it('is copied perfectly by a perfect reader, and not at all by a silent one', async () => {
    for (const config of [{ words: [1, 2, 3, 40] }, { words: 40, language: 'zh' }]) {
      for (const { vars } of await repeatedWords(config)) {
        const { prompt } = await buildPrompt(vars!.case as never);
        const answer = async (profile: 'perfect' | 'silent') => {
          const model = new SimulatedReader({ config: { profile } });
          const { output } = await model.callApi(prompt, { vars } as never);
          return (await score(output, { vars: vars as never })).score;
        };
        expect(await answer('perfect')).toBe(1);
        expect(await answer('silent')).toBe(0);
      }
    }
  });

  it('marks the likeness at the place of the other word, and says what is wrong with a copy', async () => {
    const [theCase] = await casesOf({ words: 100, depths: [0.5] });
    const { text } = repeatedText(theCase!);
    const lost = scored(text.replace('mills', 'mill'), theCase!);
    expect(lost.metadata).toMatchObject({ marks: [lost.score], diagnosis: 'scattered' });
    expect(lost.namedScores).toMatchObject({ 'word in place': 0, 'recall q2': 0 });
    expect(lost.reason).toBe('99.8% alike, "mills" missing, 100 of 100 words');
    const short = scored(text.slice(0, 150), theCase!);
    expect(short.metadata.diagnosis).toBe('partway');
    const long = scored(`${text} ${text}`, theCase!);
    expect(long.metadata.diagnosis).toBe('repetition');
    const refused = scored("I'm sorry, but I cannot help with that.", theCase!);
    expect(refused.metadata).toMatchObject({ diagnosis: 'refused' });
    expect(refused.reason).toMatch(
      /^\d+\.\d% alike, "mills" missing, 8 of 100 words: "I'm sorry, but I cannot help with that\."$/,
    );
    expect(scored('Blue.', theCase!).reason).toMatch(/: "Blue\."$/);
    expect(short.reason).toMatch(/^\d+\.\d% alike, "mills" missing, \d+ of 100 words$/);
    expect(long.reason).toContain('"mills" in its place, 200 of 100 words');
    const elsewhere = `mills ${text.replace('mills ', '')}`;
    expect(scored(elsewhere, theCase!)).toMatchObject({
      readable: true,
      reason: expect.stringContaining('"mills" at another place, 100 of 100 words'),
      namedScores: { 'word present': 1, 'word in place': 0, 'missing words': 0 },
      metadata: { diagnosis: 'scattered' },
    });
    expect(scored(`${text}\n`, theCase!)).toEqual({
      score: 1,
      readable: true,
      reason: '100.0% alike, "mills" in its place, 100 of 100 words',
      namedScores: {
        likeness: 1,
        'word present': 1,
        'word in place': 1,
        'missing words': 0,
        'recall q2': 1,
      },
      metadata: { diagnosis: 'complete', marks: [1], positions: [0.5], isExact: true },
    });
    expect(scored('', theCase!)).toMatchObject({
      score: 0,
      readable: false,
      reason: 'The answer is empty.',
      metadata: { diagnosis: 'empty' },
    });
    expect(scored(' \n', theCase!).readable).toBe(false);
  });

  it('counts a character beyond the first plane once, and white space as Python does', async () => {
    const [emoji] = await casesOf({ words: 3, indices: [1], wordPair: ['🐧', '🦉'] });
    const copied = (copy: string) => scored(copy, emoji!).namedScores;
    expect(copied('🐧 🦉 🐧')).toMatchObject({ likeness: 1, 'word in place': 1 });
    expect(copied('🐧 🦉 🐦')).toMatchObject({ likeness: 0.8, 'word in place': 1 });
    expect(copied('x 🦉 🐧')).toMatchObject({ likeness: 0.8, 'word in place': 1 });
    expect(copied('xx 🦉 🐧')).toMatchObject({ 'word in place': 0 });
    const [spaced] = await casesOf({ words: 4, indices: [1] });
    const { namedScores } = scored('mill\x1cmills\x85mill\n\t mill ', spaced!);
    expect(namedScores).toMatchObject({ 'missing words': 0 });
  });

  it('says what is wrong with options', async () => {
    await expect(repeatedWords({ words: 5, lengths: [4000] })).rejects.toThrow(/both say how long/);
    await expect(repeatedWords({ wordPair: ['a', 'a'] })).rejects.toThrow(/two different words/);
    await expect(repeatedWords({ words: 5, indices: [9] })).rejects.toThrow(/`indices` has 9/);
  });
});
