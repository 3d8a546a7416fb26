import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChoice } from '../../../src/answers/choices/choice.js';

const OPTIONS = ['Ada Fenn', 'Bo Marsh', 'Cy Thorn', 'Di Vale'];

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

  it('never throws, and takes time linear in the answer', () => {
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
      const started = performance.now();
      readChoice(part.repeat(200_000), OPTIONS);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });
});
