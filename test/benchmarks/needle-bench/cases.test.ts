import { describe, expect, it } from 'vitest';
import { spreadFrom } from '../../../src/benchmarks/depths.js';
import type { NeedleBenchCase } from '../../../src/benchmarks/needle-bench/cases.js';
import { needlesOf } from '../../../src/benchmarks/needles/hidden-needles.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { needleBench } from '../../../src/index.js';
import { differentNumbers, sortedBy } from '../../sorted-by.js';

const caseOf = (test: { vars?: unknown }) => (test.vars as { case: NeedleBenchCase }).case;
const casesOf = async (config: Parameters<typeof needleBench>[0]) =>
  (await needleBench(config)).map(caseOf);

describe('needleBench', () => {
  it('asks all three tasks alike often, with the paper’s weights', async () => {
    const cases = await casesOf({ versions: '4k' });
    expect(cases).toHaveLength(3 * 4 * 5 * 4);
    expect(differentNumbers(cases.map(({ tokens }) => tokens))).toEqual([1000, 2000, 3000, 4000]);
    expect(new Set(cases.map(({ version }) => version))).toEqual(new Set(['4k']));
    const parts = cases.map(({ composite }) => composite!);
    for (const [part, weight] of [
      ['S-RT', 0.4],
      ['M-RT', 0.3],
      ['M-RS', 0.3],
    ]) {
      const own = parts.filter((one) => one.part === part);
      expect(own).toHaveLength(80);
      expect(new Set(own.map((one) => one.weight))).toEqual(new Set([weight]));
    }
  });

  it('weighs the tasks alike in version 2', async () => {
    const cases = await casesOf({ scoring: 'keywords', lengths: [4000], depths: 1, perCell: 1 });
    expect(cases.map(({ composite }) => composite)).toEqual([
      { part: 'S-RT', weight: 1, variant: 'keywords' },
      { part: 'M-RT', weight: 1, variant: 'keywords' },
      { part: 'M-RS', weight: 1, variant: 'keywords' },
    ]);
    expect(cases.map(({ version }) => version)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['8k', [2000, 4000, 6000, 8000]],
    ['32k', [4000, 8000, 12_000, 16_000, 20_000, 24_000, 28_000, 32_000]],
    ['200k', [25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 175_000, 200_000]],
  ] as const)('has the lengths of the version %s', async (versions, lengths) => {
    const cases = await casesOf({ versions, depths: 1, perCell: 1, tasks: 'S-RT' });
    expect(sortedBy(cases, ({ tokens }) => tokens).map(({ tokens }) => tokens)).toEqual(lengths);
  });

  it('takes lengths in the place of a version', async () => {
    const rest = { depths: 1, perCell: 1, tasks: 'S-RT' } as const;
    const lengths = async (config: object) =>
      (await casesOf({ ...rest, ...config })).map(({ tokens }) => tokens);
    expect(await lengths({ versions: '32k', lengths: 2 })).toEqual([16_000, 32_000]);
    expect(await lengths({ maxTokens: 3000, lengths: 2 })).toEqual([1500, 3000]);
    expect(await lengths({ lengths: [900, 800] })).toEqual([800, 900]);
    expect(await lengths({})).toHaveLength(8);
  });

  it('hides 2 to 5 sentences in turn in M-RS, and asks one question', async () => {
    const tests = await needleBench({
      tasks: 'M-RS',
      lengths: [4000],
      depths: [0, 0.6],
      perCell: 6,
    });
    const cases = tests.map(caseOf);
    const hidden = sortedBy(
      cases.map((theCase) => [theCase.cell.depth!, needlesOf(theCase)[0]!.sentences.length]),
      ([depth]) => depth!,
      ([, sentences]) => sentences!,
    );
    expect(hidden).toEqual(
      [0, 0.6].flatMap((depth) => [2, 2, 3, 3, 4, 5].map((sentences) => [depth, sentences])),
    );
    for (const [i, { metadata }] of tests.entries()) {
      expect(metadata).toMatchObject({ task: 'M-RS', depth: cases[i]!.cell.depth });
      expect(metadata).not.toHaveProperty('evidence');
    }
    for (const theCase of cases) {
      const { context, question, positions } = await buildPrompt(theCase);
      const [needle] = needlesOf(theCase);
      const starts = needle!.sentences.map((sentence) => context.indexOf(sentence));
      expect(starts).toEqual(starts.filter((start) => start >= 0).sort((a, b) => a - b));
      expect(question.endsWith(needle!.question)).toBe(true);
      spreadFrom(theCase.cell.depth!, needle!.sentences.length).forEach((place, i) => {
        expect(Math.abs(positions[i]! - place)).toBeLessThan(0.03);
      });
    }
  });

  it('asks for all needles of M-RT in one question, in Chinese too', async () => {
    for (const language of ['en', 'zh']) {
      const [theCase] = await casesOf({
        tasks: 'M-RT',
        lengths: [4000],
        depths: 1,
        perCell: 1,
        evidence: 6,
        language,
      });
      const { question, context } = await buildPrompt(theCase!);
      expect(theCase!.cell.needle).toHaveLength(6);
      for (const needle of needlesOf(theCase!)) {
        expect(question).toContain(`- ${needle.question}`);
        expect(context).toContain(needle.sentences[0]);
      }
    }
  });

  it.each([
    [
      { versions: '64k' },
      'needleBench: `versions` is "64k", but must be one of 4k, 8k, 32k, 128k, 200k, 1000k',
    ],
    [
      { versions: '4k', maxTokens: 9 },
      '`versions` already says how long the contexts are. Leave it out, or',
    ],
    [{ versions: '4k', lengths: [900] }, '`versions` already says how long the contexts are'],
    [{ band: '4k' }, 'needleBench: there is no option `band`. Did you mean `'],
    [{ tasks: ['ATC'] }, '`tasks[0]` is "ATC", but must be one of S-RT, M-RT, M-RS, or a list'],
    [{ combined: 6 }, '`combined` is 6, but must be a whole number from 2 to 5, or a list'],
    [{ evidence: 1 }, '`evidence` is 1, but must be a whole number of at least 2'],
    [
      { scoring: 3 },
      '`scoring` is 3, but must be one of paper, keywords, opencompass-1, opencompass-2',
    ],
    [{ depths: [0], spacing: 'sigmoid' }, '`spacing` cannot change `depths` that are a list'],
    [{ perCell: 100, tasks: 'S-RT' }, 'S-RT takes 100 different needles, but the set has'],
    [
      { perCell: 100, tasks: 'M-RS' },
      'M-RS with 2 sentences takes 25 different needles, but the set',
    ],
    [{ versions: '1000k' }, 'Use a longer haystack or shorter lengths, or set `repeat: true`'],
    [
      { language: 'ru' },
      'there are needles only in en, zh, and `language` is "ru". Use one of these, or name a file',
    ],
  ])('refuses %j', async (config, message) => {
    await expect(needleBench(config as never)).rejects.toThrow(message);
  });
});
