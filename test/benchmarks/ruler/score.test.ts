import { describe, expect, it } from 'vitest';
import type { RulerCase } from '../../../src/benchmarks/ruler/case.js';
import { rulerReferences, task } from '../../../src/benchmarks/ruler/cases.js';
import { markReferences } from '../../../src/benchmarks/ruler/index.js';
import { niahData } from '../../../src/benchmarks/ruler/niah.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { ruler, SimulatedReader, score } from '../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../src/providers/read-prompt.js';
import { scored } from '../../scored.js';

const scoreOf = async (output: string, theCase: RulerCase) =>
  score(output, { vars: { case: theCase } } as never);

describe('the score of RULER', () => {
  it('marks each reference that stands in the answer, whatever its capital letters', () => {
    expect(markReferences('They are 12, LAMP and İ.', ['1', 'lamp', 'door', 'i̇'])).toEqual([
      1, 1, 0, 1,
    ]);
  });

  it('is the share of the references, and for questions whether any stands there', async () => {
    const tests = await ruler({ tasks: ['niah_multivalue', 'qa_1'], lengths: [4096] });
    const [needles, question] = tests.map(({ vars }) => vars!.case as unknown as RulerCase);
    const values = rulerReferences(needles!);
    expect((await scoreOf(values.slice(0, 3).join(' and '), needles!)).score).toBe(0.75);
    const [keys] = await ruler({ tasks: 'niah_multikey_1', lengths: [4096] });
    const multikey = keys!.vars!.case as unknown as RulerCase;
    const { needles: hidden, asked } = niahData(multikey);
    const unasked = hidden.find(({ key }) => !asked.includes(key))!;
    const taken = await scoreOf(`It is ${unasked.value}.`, multikey);
    expect(taken).toMatchObject({ score: 0, metadata: { diagnosis: 'distractor' } });
    const result = await scoreOf(`It is not ${values[0]}.`, needles!);
    expect(result.metadata).toMatchObject({ diagnosis: 'scattered', marks: [1, 0, 0, 0] });
    // The authors' rule gives the mark; a second look doubts it.
    expect(result).toMatchObject({
      score: 0.25,
      metadata: { reading: 'doubtful', doubt: 'not asserted', bounds: { low: 0, high: 0.25 } },
    });
    const listed = await scoreOf(
      `They are ${values.slice(0, 3).join(', ')} or ${values[3]}.`,
      needles!,
    );
    expect(listed).toMatchObject({ score: 1, metadata: { reading: 'read' } });
    expect((await scoreOf(`I think ${rulerReferences(question!)[0]}.`, question!)).score).toBe(1);
    expect((await scoreOf('not stated in the text', question!)).metadata!.diagnosis).toBe(
      'missing',
    );
    expect((await scoreOf('', question!)).metadata!.diagnosis).toBe('empty');
    expect(scored(values.slice(0, 3).join(' and '), needles!)).toMatchObject({
      readable: true,
      reason: `Found 3 of 4 facts. The answer begins: "${values.slice(0, 3).join(' and ')}".`,
      namedScores: { recall: 0.75 },
      metadata: { diagnosis: 'scattered', marks: [1, 1, 1, 0] },
    });
    expect(scored(values.join(), needles!)).toMatchObject({
      reason: 'Found 4 of 4 facts.',
      metadata: { diagnosis: 'complete' },
    });
    expect(scored('', needles!)).toMatchObject({ score: 0, readable: false });
    const { positions } = task(question!);
    expect(scored(rulerReferences(question!)[0]!, question!)).toMatchObject({
      reason: 'The answer is right.',
      metadata: { marks: positions.map(() => 1), positions, diagnosis: 'complete' },
    });
    expect(scored('Blue.', question!)).toMatchObject({
      reason: 'The answer is wrong. The answer begins: "Blue."',
      metadata: { marks: positions.map(() => 0), diagnosis: 'wrong' },
    });
    const [words] = await ruler({ tasks: 'cwe', lengths: [4096] });
    const common = words!.vars!.case as unknown as RulerCase;
    const marks = scored(rulerReferences(common)[0]!, common).metadata.marks as number[];
    expect(marks).toHaveLength(task(common).positions.length);
  });
});

describe('the reader of RULER', () => {
  async function ask(config: SimulatedReaderConfig, seeds = 1) {
    const model = new SimulatedReader({ config });
    const tests = await ruler({ lengths: [4096], seeds });
    return Promise.all(
      tests.map(async ({ vars }) => {
        const { prompt } = await buildPrompt(vars!.case as never);
        const { output } = await model.callApi(prompt, { vars } as never);
        const result = await score(output, { vars: vars as never });
        return {
          task: (vars!.case as { task: string }).task,
          score: result.score,
          metadata: result.metadata!,
        };
      }),
    );
  }

  it('answers everything', { tags: ['slow'] }, async () => {
    for (const one of await ask({ profile: 'perfect' }, 3)) expect(one).toMatchObject({ score: 1 });
  });

  it('has nothing to say where it is silent', async () => {
    for (const one of await ask({ profile: 'silent' })) expect(one).toMatchObject({ score: 0 });
  });

  it('loses what stands in the middle', { tags: ['slow'] }, async () => {
    const all = await ask({ profile: 'lost-in-the-middle', recall: 0 }, 8);
    const marks = all.flatMap(({ metadata }) =>
      (metadata.positions as number[]).map((position, i) => ({
        position,
        mark: (metadata.marks as number[])[i]!,
      })),
    );
    const meanWhere = (isThere: (position: number) => boolean) => {
      const there = marks.filter(({ position }) => isThere(position));
      return there.reduce((sum, { mark }) => sum + mark, 0) / there.length;
    };
    const middle = meanWhere((position) => Math.abs(position - 0.5) < 0.17);
    const ends = meanWhere((position) => Math.abs(position - 0.5) > 0.33);
    expect(middle).toBeLessThan(0.4);
    expect(ends).toBeGreaterThan(0.6);
  });
});
