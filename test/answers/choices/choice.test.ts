import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChoice } from '../../../src/answers/choices/choice.js';

const OPTIONS = ['Ada Fenn', 'Bo Marsh', 'Cy Thorn', 'Di Vale'];
const OTHERS = ['Wim Long', 'Xenia Moor', 'Yves Null', 'Zoe Oak'];

describe('readChoice', () => {
  it.each([
    ['A', 'A'],
    ['B', 'B.'],
    ['C', '(C)'],
    ['D', '**D**'],
    ['B', 'B) Bo Marsh'],
    ['A', 'Answer: A'],
    ['D', 'Answer: **D**'],
    ['D', '**Answer: D**'],
    ['C', 'The answer is C.'],
    ['C', 'The answer is (C) Cy Thorn.'],
    ['B', 'the correct option is "B"'],
    ['B', '\\boxed{B}'],
    ['B', 'Answer: $\\boxed{\\text{B}}$'],
    ['C', '答案：C'],
    ['C', '答案是（C）。'],
    ['D', '正确答案为 D'],
    ['D', 'Going up from Bo Marsh to Cy Thorn to Di Vale.\n\nAnswer: D'],
    ['A', 'It could be answer: B, but no.\nAnswer: A'],
    ['C', 'First I see Ada Fenn.\nSo it is Cy Thorn.'],
    ['A', 'A person like this must be the eldest.\nAda Fenn'],
    ['B', 'Tracing: Ada Fenn → Bo Marsh\nB'],
    ['B', '{"answer": "B"}'],
    ['B', '```json\n{\n  "answer": "B"\n}\n```'],
    ['B', '**Answer**: B'],
    ['B', '**Final Answer:** $\\boxed{B}$'],
    ['B', '\\boxed{\\textbf{B}}'],
    ['B', '\\boxed{B) Bo Marsh}'],
    ['B', 'Answer: `B`'],
    ['B', 'Answer: \\(B\\)'],
    ['B', 'Answer: Option B'],
    ['B', 'Answer - B'],
    ['B', '<answer>B</answer>'],
    ['B', '### Answer\n\n**B**'],
    ['B', 'answer: b'],
    ['B', 'b'],
    ['B', '- B'],
    ['B', 'I choose B'],
    ['B', 'The answer must be (B).'],
    ['B', 'Option B is correct.'],
    ['B', 'Option B'],
    ['B', 'Answer B.'],
    ['B', 'B is the correct answer.'],
    ['B', '答案：Ｂ'],
    ['B', '**答案**：B. Bo Marsh'],
    ['B', '故选B。'],
    ['B', '答案选B'],
    ['B', '答案为选项B'],
    ['B', 'The answer is B. Option A is only the mother of Bo Marsh.'],
    ['B', '**Answer: B) Bo Marsh**\n\nExplanation: Option A is the grandmother only.'],
    ['B', 'The correct answer is option B, Bo Marsh, not option A.'],
    ['B', 'Answer: B.\n\nLet me know if you want another answer: a longer one.'],
    ['B', 'B) Bo Marsh\n\nExplanation: Ada Fenn is the mother of Cy Thorn.'],
    ['B', '**B**\n\nBecause the chain goes from Cy Thorn to Ada Fenn and so on.'],
    ['B', 'Option A, Ada Fenn, is the mother.\nAnswer: Bo Marsh'],
    ['B', 'Answer: Bo Marsh\n\nAda Fenn is only the mother of Cy Thorn.'],
    ['B', 'A clear trace leads to Bo Marsh.'],
    ['B', 'The answer is a woman named Bo Marsh.'],
    ['B', 'The most distant ancestor is BO MARSH (B).'],
  ])('reads %s from %j', (letter, text) => {
    expect('ABCD'[readChoice(text, OPTIONS) ?? -1]).toBe(letter);
  });

  it.each([
    '',
    'I cannot tell.',
    'Either Ada Fenn or Bo Marsh.',
    'Answer: E',
    'Apples are mentioned.',
    'Answer: Because of the statements',
    'Answer: A or B',
    'Answer: A, B',
    'The answer a person gives',
    'Neither option A nor option B.',
    '我不选A',
  ])('reads nothing from %j', (text) => {
    expect(readChoice(text, OPTIONS)).toBeUndefined();
  });

  // Behind each of them a line that only the words before B can outweigh.
  it.each([
    'Answer: ',
    'answer = ',
    'ANSWER> ',
    'Option is ',
    'Choice would be ',
    'Letter must be ',
    'answer should be ',
    'answer has to be ',
    'Ответ: ',
    'Твой ответ — ',
    '答案为',
    '选项应为',
    '祖先应该是',
    '答案应当是',
    '答案就是',
    '정답은 ',
    '답: ',
    'ancestor of Cy Thorn is ',
    'It is ',
    'this must be ',
    'That has to be ',
    'it should be ',
    'It can only be ',
    'So ',
    'thus, ',
    'Therefore: ',
    'hence is ',
    'Only ',
    'Step 12: ',
    'I choose ',
    'I pick ',
    'I select ',
    'I go with ',
    'going for ',
    'I opt for ',
    'I settle on ',
    'leaving ',
    "it's ",
    '是',
    '应该是',
    '选',
    '选择',
    'Answer: the option ',
    'Answer: 选项',
    'Answer: (',
    'Answer: → ✅ ',
  ])('takes what stands behind %j', (words) => {
    expect(
      'ABCD'[readChoice(`${words}B\nOf all that I read, Ann was mentioned most.`, OPTIONS)!],
    ).toBe('B');
  });

  it.each([
    ['A because Ada is old. Answer: A because', 'A'],
    ['The answer is A since', 'A'],
    ['The answer is a woman', undefined],
    ['The answer is A woman', undefined],
    ['Answer: Option A is', 'A'],
    ['Answer: b)', 'B'],
    ['Answer: b of', undefined],
    ['Answer: Bo', undefined],
    ['Answer: B?', undefined],
    ['Answer: B / C', undefined],
    ['Answer: B 和 C', undefined],
    ['Answer: B2', undefined],
    ['Answer: B项', 'B'],
    ['If it were so, the answer is B. Hm', undefined],
    ['如果如此，答案是B。不', undefined],
    ['As if it were so. The answer is B', 'B'],
  ])('of %j reads %s', (text, letter) => {
    const place = readChoice(text, OTHERS);
    expect(place === undefined ? undefined : 'ABCD'[place]).toBe(letter);
  });

  it('takes the only option that is called the right one', () => {
    const read = (text: string) => readChoice(text, OTHERS);
    expect(read('I think B is correct here')).toBe(1);
    expect(read('I think B) is the right one here')).toBe(1);
    expect(read('看来，B是正确的，所有人都说')).toBe(1);
    expect(read('I think B is correct, or C is correct, here')).toBeUndefined();
  });

  it('has no letter beyond its options', () => {
    expect(readChoice('Answer: D', OTHERS.slice(0, 3))).toBeUndefined();
    expect(readChoice('Answer: C', OTHERS.slice(0, 3))).toBe(2);
    expect(readChoice('D', OTHERS.slice(0, 3))).toBeUndefined();
  });

  it('reads the letter of the last line, or of the only line with one', () => {
    const read = (text: string) => readChoice(text, OTHERS);
    expect(read('A\n\nB')).toBe(1);
    expect(read('B\nthat is all')).toBe(1);
    expect(read('B\nA\nthat is all')).toBeUndefined();
    expect(read('b. that is all')).toBeUndefined();
    expect(read('B. that is all')).toBe(1);
    expect(read('B C')).toBeUndefined();
    expect(read('Option (B).')).toBe(1);
    expect(readChoice('b Xenia Moor', OTHERS)).toBe(1);
  });

  it('reads the first and the last 20,000 characters', () => {
    const around = 'x'.repeat(25_000);
    expect(readChoice(`${around}\nAnswer: B`, OPTIONS)).toBe(1);
    expect(readChoice(`Answer: B\n${around}`, OPTIONS)).toBe(1);
    expect(readChoice(`${around}\nAnswer: B\n${around}`, OPTIONS)).toBeUndefined();
  });

  it('never throws, and takes time linear in the answer', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        [undefined, 0, 1, 2, 3].includes(readChoice(text, OPTIONS)),
      ),
    );
    for (const part of [
      'answer ',
      'answer: (((',
      '\\boxed{',
      '答案是',
      'A\n',
      ' ',
      ':\n',
      'A, ',
      'A ',
    ]) {
      expect(() => readChoice(part.repeat(200_000), OPTIONS)).not.toThrow();
    }
  });
});
