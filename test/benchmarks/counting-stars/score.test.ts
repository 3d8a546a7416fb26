import { describe, expect, it } from 'vitest';
import { distractingNumbers } from '../../../src/benchmarks/counting-stars/cases.js';
import type { CountingStarsCase } from '../../../src/benchmarks/counting-stars/stars.js';
import { starsOf } from '../../../src/benchmarks/counting-stars/stars.js';
import { type CountingStarsConfig, countingStars } from '../../../src/index.js';
import { scored } from '../../scored.js';

async function asked(config: CountingStarsConfig = {}) {
  const [test] = await countingStars({ stars: 4, lengths: [4000], ...config });
  const theCase = test!.vars!.case as unknown as CountingStarsCase;
  const stars = starsOf(theCase);
  return {
    theCase,
    counts: stars.map(({ count }) => count),
    wrong: stars.map((star) => star.wrong!),
    judge: (output: unknown) => scored(output, theCase),
    list: (numbers: readonly number[]) =>
      scored(JSON.stringify({ little_penguin: numbers }), theCase),
  };
}

describe('the score of a list', () => {
  it('is its recall, with all that is said of it', async () => {
    const { counts, list } = await asked();
    const [a, b, c, d] = counts as [number, number, number, number];
    expect(list([a, b, 900, a])).toEqual({
      score: 0.5,
      readable: true,
      reason: 'Found 2 of 4 facts. No. 3 and 4 are missing. It lists 1 number not in the text.',
      namedScores: {
        recall: 0.5,
        precision: 2 / 3,
        format: 1,
        'recall q1 start': 1,
        'recall q2': 1,
        'recall q3': 0,
        'recall q4 end': 0,
      },
      metadata: {
        diagnosis: 'scattered',
        marks: [1, 1, 0, 0],
        positions: [0.25, 0.5, 0.75, 1],
        numbers: [a, b, 900, a],
        missing: [c, d],
        extra: [900],
        reading: 'read',
        readBy: 'json',
        chosenAs: 'only',
      },
    });
    expect(list(counts).reason).toBe('Found 4 of 4 facts.');
    expect(list([...counts, 900, 901]).reason).toBe(
      'Found 4 of 4 facts. It lists 2 numbers not in the text.',
    );
  });

  it('keeps of a runaway list four numbers for each star, and as many extra ones as stars', async () => {
    const { list } = await asked();
    const { metadata, namedScores } = list(Array.from({ length: 50 }, (_, i) => 900 + i));
    expect(metadata).toMatchObject({
      numbers: Array.from({ length: 16 }, (_, i) => 900 + i),
      extra: [900, 901, 902, 903],
    });
    expect(namedScores.precision).toBe(0);
  });

  it('has a format: 1 for the JSON that was asked for, 0.5 for what had to be dug out', async () => {
    const { counts, judge } = await asked();
    const json = `{"little_penguin": [${counts.join()}]}`;
    const format = (output: string) => judge(output).namedScores.format;
    expect(format(json)).toBe(1);
    expect(format(`\`\`\`json\n${json}\n\`\`\``)).toBe(1);
    expect(format(`They are ${json}.`)).toBe(0.5);
    expect(format('A tale of owls.')).toBe(0);
  });

  it('reads star sentences, and the key of any language', async () => {
    const { counts, judge } = await asked();
    const recited = judge(
      counts.map((count) => `The little penguin counted ${count} ★.`).join(' '),
    );
    expect(recited).toMatchObject({ score: 1, metadata: { diagnosis: 'recited' } });
    expect(judge(`{"owl": [1], "小企鹅": [${counts.join()}]}`).score).toBe(1);
    expect(
      judge(`little penguin: ${counts.map((count) => `${count} stars`).join(', ')}`),
    ).toMatchObject({ score: 1 });
  });

  it('is in doubt where another list is as likely and would score otherwise', async () => {
    const { counts, judge } = await asked();
    const [a, b, c, d] = counts as [number, number, number, number];
    expect(judge(`It saw ${a}, ${b}, ${c}, ${d}.\nOr did it see ${a}, 901, 902?`)).toMatchObject({
      score: 0.25,
      metadata: { reading: 'doubtful', bounds: { low: 0.25, high: 1 } },
    });
    expect(
      judge(`It saw ${a}, ${b}, ${c}, 903.\nOr did it see ${a}, ${b}, ${c}?`).metadata,
    ).toMatchObject({ reading: 'read' });
    expect(judge('A tale of owls.').metadata).toMatchObject({ reading: 'unreadable' });
  });

  it('says what of an answer without numbers is wrong', async () => {
    const { judge } = await asked();
    expect(judge(' \n')).toMatchObject({
      score: 0,
      readable: false,
      reason: 'The answer is empty.',
      namedScores: { precision: 0, format: 0 },
    });
    expect(judge('{"little_penguin": []}')).toMatchObject({
      readable: true,
      reason: 'The list is empty.',
    });
    expect(judge("\n I'm  sorry,\nI cannot help with that.")).toMatchObject({
      reason: `The model refused. The answer begins: "I'm sorry, I cannot help with that."`,
    });
    expect(judge(`A tale of ${'owls '.repeat(20)}`).reason).toBe(
      `No numbers could be read. The answer begins: "A tale of ${'owls '.repeat(10)}…"`,
    );
  });

  it('tells mistaken numbers, those that others counted, and those of nobody', async () => {
    const { theCase, counts, wrong, list } = await asked({ tasks: 'reasoning', distractors: 4 });
    const [other, another] = distractingNumbers(theCase);
    expect(list([...counts.slice(0, 2), wrong[2]!, other!]).reason).toMatch(
      /^Found 2\.25 of 4 facts\. No\. 3 and 4 are missing\. It lists 1 mistaken number\. It lists 1 number that others counted\.$/,
    );
    expect(list([counts[0]!, wrong[1]!, wrong[2]!, other!, another!, 900]).reason).toMatch(
      / It lists 2 mistaken numbers\. It lists 2 numbers that others counted\. It lists 1 number not in the text\.$/,
    );
    expect(list([counts[0]!, counts[1]!, counts[2]!, wrong[2]!])).toMatchObject({
      score: 2.5 / 4,
      metadata: { marks: [1, 1, 0.5, 0], missing: counts.slice(3) },
    });
  });
});

describe('the score of a sum', () => {
  it('is exact or not, and says by how much', async () => {
    const { counts, judge } = await asked({ tasks: 'sum' });
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(judge(`{"little_penguin": ${total}}`)).toEqual({
      score: 1,
      readable: true,
      reason: `The total of ${total} is right.`,
      namedScores: { recall: 1, 'relative error': 0, format: 1 },
      metadata: { diagnosis: 'complete', total, number: total, readBy: 'json' },
    });
    const less = Math.round(total / 2);
    expect(judge(`It is ${less} ★.`)).toEqual({
      score: 0,
      readable: true,
      reason: `The total is ${total}, not ${less} (−${((100 * (total - less)) / total).toFixed(1)}%).`,
      namedScores: { recall: 0, 'relative error': (total - less) / total, format: 0.5 },
      metadata: { total, number: less, readBy: 'prose' },
    });
    expect(judge(String(10 * total)).namedScores['relative error']).toBe(1);
    expect(judge(String(10 * total)).reason).toContain('(+900.0%)');
  });

  it('is 0 where no number can be read', async () => {
    const { counts, judge } = await asked({ tasks: 'sum' });
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(judge("I'm sorry, I cannot.")).toEqual({
      score: 0,
      readable: false,
      reason: 'The model refused. The answer begins: "I\'m sorry, I cannot."',
      namedScores: { recall: 0, 'relative error': 1, format: 0 },
      metadata: {
        diagnosis: 'refused',
        total,
        number: undefined,
        readBy: 'unreadable',
      },
    });
    expect(judge('A tale.').metadata.diagnosis).toBe('unreadable');
    expect(judge('').reason).toBe('The answer is empty.');
  });
});

describe('an answer that says that it found nothing', () => {
  it.each([
    ["I'm sorry, but I could not find any star counts in the text.", 'missing', true],
    ['文中没有提到小企鹅数了多少颗★。', 'missing', true],
    ["I'm sorry, but I can't help with that.", 'refused', false],
    ['There were rather many of them.', 'unreadable', false],
  ])('is read, and no refusal: %s', async (answer, diagnosis, readable) => {
    const { judge } = await asked();
    const { score, metadata, ...others } = judge(answer);
    expect({ score, readable: others.readable, diagnosis: metadata.diagnosis }).toEqual({
      score: 0,
      readable,
      diagnosis,
    });
  });
});
