import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { groupBy } from '../../../src/base/group-by.js';
import { depthsOf, spreadFrom } from '../../../src/benchmarks/depths.js';
import { type NeedleCase, needlesOf } from '../../../src/benchmarks/needles/hidden-needles.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { needleInAHaystack } from '../../../src/index.js';

const caseOf = (test: { vars?: unknown }) => (test.vars as { case: NeedleCase }).case;

const folder = mkdtempSync(join(tmpdir(), 'haystack-'));
afterAll(() => rmSync(folder, { recursive: true }));

const own = {
  sentence: 'The boathouse key hangs behind the thermostat.',
  question: 'Where does the boathouse key hang?',
  keywords: ['thermostat'],
};

describe('depths', () => {
  it('run evenly from the start to the end, or closer together at both ends', () => {
    expect(depthsOf({ spacing: 'linear' }, 5)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    // Kamradt's sigmoid: 100 / (1 + e^(-0.1 (x - 50))) percent, with the ends as they are.
    expect(depthsOf({ depths: 5, spacing: 'sigmoid' }, 11)).toEqual([0, 0.0759, 0.5, 0.9241, 1]);
    expect(depthsOf({ depths: 1, spacing: 'linear' }, 11)).toEqual([0.5]);
    expect(depthsOf({ depths: [1, 0.3, 0.3], spacing: 'linear' }, 11)).toEqual([0.3, 1]);
  });

  it('are ascending and mirror each other, whatever their number', () => {
    const spacing = fc.constantFrom('linear' as const, 'sigmoid' as const);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), spacing, (depths, spaced) => {
        const found = depthsOf({ depths, spacing: spaced }, 11);
        expect(found).toHaveLength(depths);
        expect(found).toEqual([...found].sort((a, b) => a - b));
        found.forEach((depth, i) => {
          expect(depth + found[found.length - 1 - i]!).toBeCloseTo(1, 3);
        });
      }),
    );
  });

  it('of several needles go on evenly to the end', () => {
    expect(spreadFrom(0.2, 4)).toEqual([0.2, 0.4, 0.6, 0.8]);
    expect(spreadFrom(1, 2)).toEqual([1, 1]);
  });
});

describe('needleInAHaystack', () => {
  it('is 8 lengths and 11 depths without any option, and more needles per cell on demand', async () => {
    expect(await needleInAHaystack()).toHaveLength(8 * 11);
    const tests = await needleInAHaystack({ perCell: 3 });
    expect(tests).toHaveLength(8 * 11 * 3);
    expect(new Set(tests.map(({ metadata }) => metadata!.id)).size).toBe(tests.length);
    const [first] = tests.filter(
      ({ metadata }) => metadata!.tokens === 16_000 && metadata!.depth === 0,
    );
    const { needle = [] } = caseOf(first!).cell;
    expect(first).toMatchObject({
      description: `16K · depth 0% · ${needle[0]}`,
      metadata: { task: 'single', tokens: 16_000, evidence: 1, depth: 0, needle: needle[0] },
    });
    // With one prompt, every cell asks for the same needle. With more, each draws its own.
    const single = await needleInAHaystack({ lengths: 2, depths: 3 });
    expect(new Set(single.map(({ metadata }) => String(metadata!.needle))).size).toBe(1);
    const cells = groupBy(tests, ({ metadata }) => `${metadata!.tokens} ${metadata!.depth}`);
    expect(cells.size).toBe(8 * 11);
    const namesOf = (cell: typeof tests) => cell.map(({ metadata }) => String(metadata!.needle));
    for (const cell of cells.values()) expect(new Set(namesOf(cell)).size).toBe(3);
    const groups = new Set([...cells.values()].map((cell) => namesOf(cell).sort().join()));
    expect(groups.size).toBeGreaterThan(80);
    const [again] = await needleInAHaystack({ perCell: 3, lengths: [16_000], depths: [0] });
    expect(again!.metadata!.id).toBe(first!.metadata!.id);
  });

  it.each(['en', 'zh'])(
    'hides needles between sentences, where they are asked for, in %s',
    async (language) => {
      const tests = await needleInAHaystack({
        language,
        lengths: [8000],
        depths: 5,
        evidence: [1, 4],
      });
      for (const test of tests) {
        const theCase = caseOf(test);
        const { prompt, context, question, positions, promptTokens } = await buildPrompt(theCase);
        const places = spreadFrom(theCase.cell.depth!, theCase.evidence!);
        needlesOf(theCase).forEach(({ sentences, question: asked, keywords }, i) => {
          expect(context).toContain(sentences[0]);
          expect(question).toContain(asked);
          expect(Math.abs(positions[i]! - places[i]!) * promptTokens).toBeLessThan(100);
          const others = prompt.replace(sentences[0]!, '').toLowerCase();
          for (const keyword of keywords) expect(others).not.toContain(keyword.toLowerCase());
        });
        if (theCase.cell.depth === 1) expect(context).toMatch(/[.。]$/);
        expect(theCase.tokens - theCase.reserve - promptTokens).toBeLessThanOrEqual(40);
        expect(promptTokens + theCase.reserve).toBeLessThanOrEqual(theCase.tokens);
      }
    },
  );

  it('takes a needle of the user’s own, also in a language without a set', async () => {
    const [test, ...others] = await needleInAHaystack({
      needle: own,
      lengths: [2000],
      depths: [0.5],
    });
    expect(others).toEqual([]);
    expect(caseOf(test!)).toMatchObject({
      ownNeedle: own,
      version: 'own needle',
      cell: { depth: 0.5 },
    });
    const { prompt } = await buildPrompt(caseOf(test!));
    expect(prompt).toContain(own.sentence);
    expect(prompt).toMatch(
      /in one short sentence\.\nQuestion: Where does the boathouse key hang\?$/,
    );
    const config = { needle: own, language: 'ko', lengths: [2000], depths: 1 };
    const [korean] = await needleInAHaystack(config);
    expect((await buildPrompt(caseOf(korean!))).question).toBe(own.question);
  });

  it('takes a file of needles, and refers to it', async () => {
    const path = join(folder, 'own.yaml');
    writeFileSync(
      path,
      stringify({ single: [{ ...own, name: 'key', answer: 'The thermostat.' }] }),
    );
    const tests = await needleInAHaystack({ needles: path, lengths: [2000], depths: 3 });
    expect(tests.map((test) => caseOf(test).cell.needle)).toEqual([['key'], ['key'], ['key']]);
    expect(caseOf(tests[0]!).needles).toMatchObject({ file: path });
  });

  it.each([
    [{ depths: 0 }, 'needleInAHaystack: `depths` is 0, but must be a whole number of at least 1.'],
    [{ depths: [1.5] }, '`depths[0]` is 1.5, but must be a number from 0 to 1'],
    [{ depths: [0.5], spacing: 'linear' }, '`spacing` cannot change `depths` that are a list'],
    [
      { lengths: [4000], maxTokens: 8000 },
      '`maxTokens` cannot change `lengths` that are a list. Leave it out, or give a number of lengths.',
    ],
    [{ spacing: 'log' }, '`spacing` is "log", but must be linear or sigmoid'],
    [{ evidence: 0 }, '`evidence` is 0, but must be a whole number of at least 1'],
    [{ needles: 'nowhere.yaml' }, 'needles: there is no file "nowhere.yaml"'],
    [{ needles: 'x.yaml', needle: own }, 'give either `needle`, which is one needle, or `needles`'],
    [{ needle: 'x' }, '`needle` is "x", but must be a needle with `sentence`, `question` and'],
    [
      { needle: { ...own, keywords: ['key'] } },
      'in `needle`, the question holds the keyword "key"',
    ],
    [
      { needle: { ...own, keywords: ['whale'], sentence: 'A whale hangs there.' } },
      'haystack: moby-dick contains "whale"',
    ],
    [
      { needle: own, evidence: 2 },
      'each cell needs 1 × 2 different needles (`perCell` × `evidence` × `asks`), but there is only 1. Use a',
    ],
    [{ perCell: 1000 }, 'each cell needs 1000 × 1 different needles'],
    [
      { language: 'ko' },
      'there are needles only in en, zh, and `language` is "ko". Use one of these, or name a file',
    ],
    [{ needels: 'x' }, 'there is no option `needels`. Did you mean `needles`?'],
  ])('refuses %j', async (config, message) => {
    await expect(needleInAHaystack(config as never)).rejects.toThrow(message);
  });
});
