/** A benchmark from outside: the file of the example, generated, asked and scored as promptfoo does it. */
import { describe, expect, it } from 'vitest';
import { scoreAnswer } from '../src/assertions/score.js';
import { defineBenchmark, lengthOptions, lengthsOf, type OwnBenchmark } from '../src/define.js';
import type { GeneratedTest } from '../src/generators/generate.js';
import { buildPrompt } from '../src/generators/prompt.js';
import { loadTokenizer } from '../src/haystack/tokenizer.js';
import { readingOf } from '../src/providers/read-prompt.js';

const declared = {
  name: 'colours',
  hides: true,
  options: { ...lengthOptions },
  *axes({ seeds, ...options }, shared) {
    for (const tokens of lengthsOf(options, 2)) {
      for (const seed of seeds)
        yield { ...shared, task: 'list', tokens, evidence: 2, seed, cell: {} };
    }
  },
  make: ({ seed }) => ({
    evidence: [
      { text: `Door ${seed} is green.`, position: 0.2 },
      { text: `Door ${seed} was blue before.`, position: 0.8 },
    ],
    question: 'Which colours has the door had?',
    answer: 'green, blue',
  }),
  mark: ({ plain }) => ({ marks: [plain.includes('green'), plain.includes('blue')] }),
  describe: ({ tokens }) => ['Colours', `${tokens} tokens`],
} satisfies OwnBenchmark<typeof lengthOptions>;

const colours = defineBenchmark(declared);

async function score(test: GeneratedTest, answer: string) {
  const { prompt } = await buildPrompt(test.vars.case);
  return scoreAnswer(answer, { vars: test.vars, prompt });
}

describe('a benchmark from outside', () => {
  it('makes tests with the options of every generator, and prompts of exact length', async () => {
    const tests = await colours({ lengths: [1000, 2000], seeds: 2 });
    expect(tests.map(({ description }) => description)).toEqual([
      '1K · seed 1',
      '1K · seed 2',
      '2K · seed 1',
      '2K · seed 2',
    ]);
    expect(tests[0]!.metadata).toMatchObject({ benchmark: 'colours', marks: 2, gridSize: 4 });
    const { prompt } = await buildPrompt(tests[3]!.vars.case);
    expect(prompt).toContain('Door 2 is green.');
    const { reserve, tokenizer } = tests[3]!.vars.case;
    const tokens = (await loadTokenizer(tokenizer)).count(prompt);
    expect(tokens + reserve).toBeGreaterThan(2000 - 40);
    expect(tokens + reserve).toBeLessThanOrEqual(2000);
  });

  it('is scored by its marks, of which all else follows', async () => {
    const [test] = await colours({ lengths: [1000] });
    expect(await score(test!, 'Green at first, no: green. And blue.'.toLowerCase())).toMatchObject({
      pass: true,
      score: 1,
      metadata: { marks: [1, 1], positions: [0.2, 0.8], diagnosis: 'complete' },
    });
    expect(await score(test!, 'it was blue')).toMatchObject({
      pass: false,
      score: 0.5,
      reason: 'Found 1 of 2 facts.',
      metadata: { marks: [0, 1], diagnosis: 'scattered' },
    });
  });

  it('is answered by a simulated model from the facts that it recalls', async () => {
    const [test] = await colours({ lengths: [1000], seeds: [7] });
    const { pieces, answer } = await readingOf(test!.vars.case);
    expect(pieces.map(({ text }) => text)).toEqual(['Door 7 is green.', 'Door 7 was blue before.']);
    expect(answer([0, 1], () => true)).toBe('green, blue');
    expect(answer([1], () => true)).toBe('Door 7 was blue before.');
  });

  it('refuses an option that it does not have', async () => {
    await expect(colours({ lenghts: [1000] } as object)).rejects.toThrow('lenghts');
  });

  it.each([
    ['mrcr', 'which is a benchmark of this package'],
    ['My Bench', 'Use small letters, digits and hyphens'],
  ])('refuses the name "%s"', (name, said) => {
    expect(() => defineBenchmark({ ...declared, name })).toThrow(said);
  });
});
