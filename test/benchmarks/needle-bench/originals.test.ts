import { describe, expect, it } from 'vitest';
import type { NeedleBenchCase } from '../../../src/benchmarks/needle-bench/cases.js';
import { askedNeedles } from '../../../src/benchmarks/needle-bench/cases.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type NeedleBenchConfig, needleBench, SimulatedReader, score } from '../../../src/index.js';
import { sortedBy } from '../../sorted-by.js';

async function casesOf(config: NeedleBenchConfig): Promise<NeedleBenchCase[]> {
  const tests = await needleBench({ lengths: [3000], depths: [0, 0.5, 1], perCell: 1, ...config });
  return tests.map((test) => test.vars!.case as unknown as NeedleBenchCase);
}

const graded = (theCase: NeedleBenchCase, output: string) =>
  score(output, { vars: { case: theCase } } as never);

describe('needles at every depth', () => {
  it('is one prompt with a needle at each, the same needles in many orders', {
    tags: ['slow'],
  }, async () => {
    const cases = await casesOf({ tasks: 'M-RT', layout: 'depths', perCell: { 'M-RT': 5 } });
    expect(cases).toHaveLength(5);
    const orders = cases.map(({ cell }) => cell.needle!);
    expect(new Set(orders.map((names) => names.toSorted().join())).size).toBe(1);
    expect(new Set(orders.map((names) => names.join())).size).toBeGreaterThan(2);
    for (const theCase of cases) {
      expect([theCase.depths, theCase.cell.depth]).toEqual([[0, 0.5, 1], undefined]);
      const { context, positions } = await buildPrompt(theCase);
      const starts = askedNeedles(theCase).map(({ sentences }) => context.indexOf(sentences[0]!));
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      [0, 0.5, 1].forEach((depth, i) => {
        expect(Math.abs(positions[i]! - depth)).toBeLessThan(0.03);
      });
    }
  });

  it('gives a mark for each depth', async () => {
    const [theCase] = await casesOf({ tasks: 'M-RT', layout: 'depths' });
    const [first] = askedNeedles(theCase!);
    expect((await graded(theCase!, first!.answer)).metadata).toMatchObject({
      marks: [1, 0, 0],
      positions: [0, 0.5, 1],
    });
  });
});

describe('M-RS with a gap', () => {
  it('puts each sentence so far behind the one before, and none behind the end', async () => {
    const asked = await casesOf({ tasks: 'M-RS', combined: 4, gap: 0.2 });
    const cases = sortedBy(asked, ({ cell }) => cell.depth!);
    expect(cases.map(({ cell }) => cell.depth)).toEqual([0, 0.5, 1]);
    const places = await Promise.all(cases.map(async (one) => (await buildPrompt(one)).positions));
    [
      [0, 0.2, 0.4, 0.6],
      [0.5, 0.7, 0.9, 1],
      [1, 1, 1, 1],
    ].forEach((wanted, i) => {
      for (const [j, place] of wanted.entries()) {
        expect(Math.abs(places[i]![j]! - place)).toBeLessThan(0.03);
      }
    });
  });
});

describe('the question first', () => {
  it('stands before the text and nowhere else, at the same length', async () => {
    for (const theCase of await casesOf({ tasks: 'S-RT', questionFirst: true, perCell: 2 })) {
      const { prompt, context, question, promptTokens } = await buildPrompt(theCase);
      expect(prompt).toBe(`${question}\n\n${context}`);
      expect(promptTokens + theCase.reserve).toBeLessThanOrEqual(3000);
      expect(promptTokens + theCase.reserve).toBeGreaterThan(2960);
    }
  });
});

describe('reuse', () => {
  it('asks for a needle again in another stretch of the haystack', async () => {
    const config = {
      tasks: 'M-RS',
      combined: 2,
      depths: [0.5],
      perCell: 8,
    } satisfies NeedleBenchConfig;
    await expect(casesOf(config)).rejects.toThrow(/takes 8 different needles.*`reuse: true`/);
    const cases = await casesOf({ ...config, reuse: true });
    const firsts = cases.filter(({ cell }) => cell.sample === undefined);
    const others = cases.filter(({ cell }) => cell.sample === 2);
    expect([cases.length, firsts.length, others.length]).toEqual([8, 6, 2]);
    for (const other of others) {
      const needle = String(other.cell.needle);
      const same = firsts.filter(({ cell }) => String(cell.needle) === needle);
      expect(same).toHaveLength(1);
      const [first, again] = await Promise.all([same[0]!, other].map((one) => buildPrompt(one)));
      expect(first!.context).not.toBe(again!.context);
    }
  });
});

describe('the second version of OpenCompass', () => {
  const config = {
    scoring: 'opencompass-2',
    combined: [2, 5],
    perCell: 4,
  } satisfies NeedleBenchConfig;

  it('hides a shuffled chain of kinship in M-RS and wants the eldest in a box', async () => {
    for (const language of ['en', 'zh']) {
      const cases = sortedBy(
        await casesOf({ ...config, tasks: 'M-RS', language, depths: [0.5] }),
        ({ cell }) => cell.chain!,
        ({ cell }) => cell.steps!,
      );
      expect(cases.map(({ cell }) => [cell.steps, cell.chain])).toEqual([
        [2, 1],
        [5, 1],
        [2, 2],
        [5, 2],
      ]);
      for (const theCase of cases) {
        const [needle] = askedNeedles(theCase);
        const { context, question } = await buildPrompt(theCase);
        for (const sentence of needle!.sentences) expect(context).toContain(sentence);
        expect(question).toContain('\\boxed{');
        const [name] = needle!.keywords;
        expect((await graded(theCase, `\\boxed{${name}}`)).score).toBe(1);
        expect((await graded(theCase, `It is ${name}.`)).score).toBe(0);
      }
    }
  });

  it('is solved by reading, the question behind or before the text', async () => {
    const provider = new SimulatedReader({ config: { profile: 'perfect' } });
    for (const questionFirst of [false, true]) {
      const cases = await casesOf({ ...config, tasks: 'M-RS', questionFirst, depths: [0.3] });
      for (const theCase of cases) {
        const { prompt } = await buildPrompt(theCase);
        const context = { vars: { case: theCase }, prompt: { raw: '', label: '' } };
        const { output } = await provider.callApi(prompt, context as never);
        expect((await graded(theCase, String(output))).score).toBe(1);
      }
    }
  });

  it('scores the other tasks by keywords as they are spelt, and nothing else', async () => {
    const [theCase] = await casesOf({ ...config, tasks: 'S-RT', depths: [0.5] });
    const [needle] = askedNeedles(theCase!);
    const [keyword] = needle!.keywords;
    expect((await graded(theCase!, keyword!)).score).toBe(1);
    expect((await graded(theCase!, keyword!.toUpperCase())).score).toBe(0);
  });
});

describe('the first version of OpenCompass', () => {
  it('gives credit for likeness to the needle, in S-RT only', async () => {
    const [one] = await casesOf({ scoring: 'opencompass-1', tasks: 'S-RT', depths: [0.5] });
    const [needle] = askedNeedles(one!);
    const without = needle!.sentences[0]!.replaceAll(needle!.keywords[0]!, '');
    const { score: points, namedScores } = await graded(one!, without);
    expect(points).toBeGreaterThan(0.1);
    expect(points).toBeLessThan(0.2);
    expect(namedScores).toMatchObject({ 'facts found': points, q2: 0, S_RT: points });
    const [several] = await casesOf({ scoring: 'opencompass-1', tasks: 'M-RT', depths: [0.5] });
    expect((await graded(several!, 'nothing of it')).score).toBe(0);
  });

  it('takes the words of the answer to M-RS whatever their capitals, and wants no box', async () => {
    const cases = await casesOf({ scoring: 'opencompass-1', tasks: 'M-RS', depths: [0.5] });
    for (const theCase of cases) {
      const { keywords } = askedNeedles(theCase)[0]!;
      expect((await graded(theCase, `Surely ${keywords[0]!.toUpperCase()}.`)).score).toBe(1);
      expect((await graded(theCase, `\\boxed{${keywords[0]}}`)).score).toBe(1);
    }
  });
});

describe('presets of the grids', () => {
  // Those of 4K are made in test/generators/presets.test.ts.
  it('needle-bench-v2-8k has the lengths and depths of the original', async () => {
    const preset = 'needle-bench-v2-8k';
    const tests = await needleBench({ preset, haystack: 'prose', tasks: ['S-RT', 'M-RT'] });
    expect(tests).toHaveLength(8 * 11 * 10 + 8 * 25);
  });
});

describe('needleBench refuses', () => {
  it.each([
    [{ scoring: 1 }, /`scoring` is 1, but must be one of paper, keywords/],
    [{ layout: 'depths', evidence: 3 }, /`evidence` is for needles from one depth on/],
    [{ buffer: 200, reserve: 100 }, /`buffer` and `reserve` both say what stays free/],
    [{ perCell: { 'S-RT': 0 } }, /`perCell.S-RT` is 0, but must be a whole number of at least 1/],
  ])('%j', async (config, message) => {
    await expect(needleBench(config as never)).rejects.toThrow(message);
  });
});

describe('a right answer of one word', () => {
  it.each(['opencompass-1', 'opencompass-2'] as const)(
    'may begin with a capital letter, as a sentence does, under %s',
    async (scoring) => {
      const theCase = (await casesOf({ tasks: 'S-RT', scoring, perCell: 40, reuse: true })).find(
        (one) => askedNeedles(one)[0]!.name === 'quarrick-lighthouse',
      )!;
      expect(await graded(theCase, 'Tangerine.')).toMatchObject({ score: 1 });
      expect(await graded(theCase, 'tangerine')).toMatchObject({ score: 1 });
      expect((await graded(theCase, 'TANGERINE')).score).toBeLessThan(0.2);
    },
  );
});
