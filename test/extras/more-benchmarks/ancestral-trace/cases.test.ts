import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasetNames } from '../../../../src/base/datasets.js';
import { loadKinship, makePuzzle } from '../../../../src/benchmarks/kinship.js';
import { LETTERS } from '../../../../src/benchmarks/scoring.js';
import {
  type AncestralTraceCase,
  puzzleOf,
} from '../../../../src/extras/more-benchmarks/ancestral-trace/cases.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { ancestralTrace } from '../../../../src/index.js';

/** Sentences read by hand-written rules that know nothing of the data file: [younger, elder]. */
const RULES: [RegExp, 'younger first' | 'elder first'][] = [
  [/^(.+) is the (?:grand)?(?:mother|father) of (.+)\.$/, 'elder first'],
  [/^The (?:grand)?(?:mother|father) of (.+) is (.+)\.$/, 'younger first'],
  [/^(.+) was born to (.+), who is the mother\.$/, 'younger first'],
  [/^(.+) grew up with (.+), who is the father\.$/, 'younger first'],
  [/^(.+) is a child of (.+), the (?:mother|father) of the house\.$/, 'younger first'],
  [/^(.+) calls (.+) grand(?:mother|father)\.$/, 'younger first'],
  [/^(.{3})是(.{3})的(?:母亲|父亲|祖母|祖父)。$/, 'elder first'],
  [/^(.{3})的(?:母亲|父亲|祖母|祖父)名叫(.{3})。$/, 'younger first'],
  [/^(.{3})由(?:母亲|父亲)(.{3})抚养长大。$/, 'younger first'],
  [/^(.{3})管(.{3})叫(?:奶奶|爷爷)。$/, 'younger first'],
];

function understand(sentence: string): [string, string] {
  const read = RULES.flatMap(([rule, order]) => {
    const match = rule.exec(sentence);
    if (!match) return [];
    const [, first, second] = match as unknown as [string, string, string];
    return [order === 'elder first' ? [second, first] : [first, second]];
  });
  expect(read, sentence).toHaveLength(1);
  return read[0] as [string, string];
}

/** Everybody of whom a person descends without anybody older: exactly one if the puzzle is right. */
function eldestAncestors(person: string, sentences: readonly string[]): string[] {
  const edges = sentences.map(understand);
  const eldest: string[] = [];
  const open = [person];
  const seen = new Set<string>();
  while (open.length > 0) {
    const one = open.pop()!;
    if (seen.has(one)) continue;
    seen.add(one);
    const elders = edges.filter(([younger]) => younger === one).map(([, elder]) => elder);
    if (elders.length === 0) eldest.push(one);
    open.push(...elders);
  }
  return eldest;
}

const LANGUAGES = datasetNames('kinship/');

const everyLanguage = fc.constantFrom(...LANGUAGES);

describe('a puzzle', () => {
  it('has exactly one right answer, which an independent solver finds', () => {
    fc.assert(
      fc.property(
        everyLanguage,
        fc.integer({ min: 2, max: 64 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer(),
        (language, steps, distractors, seed) => {
          const puzzle = makePuzzle(loadKinship(language), { steps, distractors, seed });
          expect(puzzle.statements).toHaveLength(steps + distractors);
          expect(puzzle.chain).toHaveLength(steps + 1);
          expect(eldestAncestors(puzzle.chain[0]!, puzzle.statements)).toEqual([
            puzzle.chain[steps],
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([2, 19, 128, 512])('of %i steps needs every statement', (steps) => {
    for (const language of LANGUAGES) {
      const { chain, statements } = makePuzzle(loadKinship(language), { steps, seed: 3 });
      for (const lost of [0, Math.floor(steps / 2), steps - 1]) {
        const others = statements.filter((_, i) => i !== lost);
        expect(eldestAncestors(chain[0]!, others)).not.toContain(chain[steps]);
      }
    }
  });

  it('names everybody differently, and no name is part of another', () => {
    for (const language of LANGUAGES) {
      const { people } = loadKinship(language);
      const names = people.surnames.flatMap((surname) =>
        [...people.female, ...people.male].map((given) =>
          people.name.replace('{given}', given).replace('{surname}', surname),
        ),
      );
      expect(new Set(names).size).toBe(names.length);
      const contained = names.filter((name) =>
        names.some((other) => other !== name && other.includes(name)),
      );
      expect(contained).toEqual([]);
    }
  });

  it('does not give the answer away by the order of its statements', () => {
    const places = Array.from({ length: 200 }, (_, seed) => {
      const { chain, statements } = makePuzzle(loadKinship('en'), { steps: 10, seed });
      return statements.findIndex((sentence) => sentence.includes(chain[10]!));
    });
    const counts = Array.from({ length: 10 }, (_, at) => places.filter((p) => p === at).length);
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });
});

describe('ancestralTrace', () => {
  const caseOf = (test: { vars?: unknown }) => (test.vars as { case: AncestralTraceCase }).case;

  it('asks ten chains of each of 2 to 19 steps in four rotations', async () => {
    const tests = await ancestralTrace();
    expect(tests).toHaveLength(720);
    expect(tests[0]!.description).toBe('Ancestral trace of 2 steps · chain 1 · rotation 1');
    expect(new Set(tests.map((test) => caseOf(test).composite!.weight))).toEqual(
      new Set(Array.from({ length: 18 }, (_, i) => i + 2)),
    );
    expect(tests[719]!.metadata).toMatchObject({ steps: 19, chain: 10, rotation: 4 });
    expect(caseOf(tests[719]!).unit).toBe('19 steps, chain 10');
    const chains = tests.slice(0, 40).map((test) => puzzleOf(caseOf(test)).chain.join());
    expect(new Set(chains).size).toBe(10);
    expect(new Set(chains.slice(0, 4)).size).toBe(1);
  });

  it('turns the options of a chain by one place in each rotation, among other ancestors', async () => {
    const tests = await ancestralTrace({ steps: [6], chains: 20, seeds: [-7, 2] });
    for (let i = 0; i < tests.length; i += 4) {
      const turns = tests.slice(i, i + 4).map((test) => puzzleOf(caseOf(test)));
      const [{ options, chain }] = turns as [(typeof turns)[0], ...typeof turns];
      expect(new Set(options).size).toBe(LETTERS.length);
      expect(options.every((name) => chain.slice(1).includes(name))).toBe(true);
      turns.forEach((turn, r) => {
        expect(turn.options).toEqual([...options.slice(r), ...options.slice(0, r)]);
      });
      expect(turns.map(({ options, right }) => options.indexOf(right)).toSorted()).toEqual([
        0, 1, 2, 3,
      ]);
    }
  });

  it('offers the eldest of the other family too, who is named as often as the right one', async () => {
    const tests = await ancestralTrace({ steps: [12], chains: 2, distractors: 5 });
    for (const test of tests) {
      const { options, right: eldest, others, statements } = puzzleOf(caseOf(test));
      expect(options).toContain(others.at(-1));
      const once = options.filter(
        (name) => statements.filter((sentence) => sentence.includes(name)).length === 1,
      );
      expect(once.toSorted()).toEqual([eldest, others.at(-1)].toSorted());
    }
  });

  it('is one score for each task and number of distractors', async () => {
    const variantOf = async (config: object) =>
      caseOf((await ancestralTrace({ steps: [3], chains: 1, ...config }))[0]!).composite;
    expect(await variantOf({})).toEqual({ part: '3 steps', weight: 3 });
    expect(await variantOf({ tasks: 'open', distractors: 2 })).toEqual({
      part: '3 steps',
      weight: 3,
      variant: 'open, 2 distractors',
    });
  });

  it('fills the options up with strangers where the chain is short', async () => {
    const [test] = await ancestralTrace({ steps: [2], chains: 1 });
    const { options, chain } = puzzleOf(caseOf(test!));
    expect(options.filter((name) => chain.includes(name))).toHaveLength(2);
    expect(new Set(options).size).toBe(4);
  });

  it('states the tokens of every prompt, and which count as equally long', async () => {
    const cases = (await ancestralTrace({ steps: [3, 5], chains: 1 })).map(caseOf);
    for (const theCase of cases) {
      const { promptTokens } = await buildPrompt(theCase);
      expect(theCase.tokens).toBe(promptTokens + theCase.reserve);
      expect(theCase.size).toBe(`${theCase.cell.steps} steps`);
    }
  });

  it('hides the statements in a haystack when lengths are given', async () => {
    const [test] = await ancestralTrace({
      steps: [8],
      chains: 1,
      lengths: [4000],
      haystack: 'prose',
    });
    const theCase = caseOf(test!);
    const { prompt, promptTokens, positions } = await buildPrompt(theCase);
    expect(promptTokens + theCase.reserve).toBeLessThanOrEqual(4000);
    expect(promptTokens + theCase.reserve).toBeGreaterThanOrEqual(3960);
    for (const sentence of puzzleOf(theCase).statements) expect(prompt).toContain(sentence);
    positions.forEach((position, i) => {
      expect(position).toBeCloseTo((i + 0.5) / 8, 1);
    });
  });

  it('asks for the name itself in the task open, each chain once', async () => {
    const tests = await ancestralTrace({ steps: [4], tasks: 'open', chains: 3, language: 'zh' });
    expect(tests).toHaveLength(3);
    expect(caseOf(tests[0]!).unit).toBeUndefined();
    const { prompt } = await buildPrompt(caseOf(tests[0]!));
    expect(prompt).toContain('单独写一行“答案：”，后面写上完整的姓名');
    expect(prompt).not.toContain('A.');
  });

  it('has the powers of two in its sparse variant', async () => {
    const tests = await ancestralTrace({ steps: 'sparse', chains: 1, rotations: 1 });
    expect(tests.map((test) => caseOf(test).cell.steps)).toEqual([
      2, 4, 8, 16, 32, 64, 128, 256, 512,
    ]);
  });

  it.each([
    [
      { steps: [1] },
      'ancestralTrace: `steps[0]` is 1, but must be standard (2 to 19), sparse (powers of two up to 512), or whole numbers from 2 to 512.',
    ],
    [{ steps: 1.5 }, /^ancestralTrace: `steps` is 1.5, but must be standard \(2 to 19\)/],
    [{ tasks: 'essay' }, 'ancestralTrace: `tasks` is "essay", but must be one of choice, open'],
    [{ format: 'open' }, 'there is no option `format`. Did you mean `form`?'],
    [{ rounds: 4 }, 'there is no option `rounds`. Did you mean `'],
    [
      { haystack: 'prose' },
      'ancestralTrace: `haystack` is for statements hidden in a haystack, and that needs `lengths`. Give `lengths`, or leave `haystack` out.',
    ],
    [
      { lengths: [4000], maxTokens: 8000 },
      'ancestralTrace: `maxTokens` cannot change `lengths` that are a list. Leave it out, or give a number of lengths.',
    ],
    [
      { language: 'ru' },
      'ancestralTrace: kinship is written only in en, zh, and `language` is "ru". Use one of these.',
    ],
    [
      { steps: [64], lengths: [1000], chains: 1 },
      /^64 pieces of evidence do not fit into 1000 tokens/,
    ],
  ])('refuses %j', async (config, message) => {
    await expect(ancestralTrace(config as never)).rejects.toThrow(message);
  });
});
