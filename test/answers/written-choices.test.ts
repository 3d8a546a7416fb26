/** Options and names as models of today write them; right is B, Bo Marsh. */
import { describe, expect, it } from 'vitest';
import { readChoice } from '../../src/answers/choice.js';
import { namedAnswer } from '../../src/answers/named-answer.js';

const OPTIONS = ['Ada Fenn', 'Bo Marsh', 'Cy Thorn', 'Di Vale'];

describe('options as models write them', () => {
  it.each([
    'The answer is not A but B.',
    'The answer is not **C** but **B**.',
    'It isn’t A, C or D, so it must be B.',
    'Not A, not C, not D. It has to be B.',
    "I'd go with B.",
    "I'm going with option B.",
    'I would choose (B), not (D).',
    'Answer: B (not D)',
    'Answer: B rather than A',
    'Option D is wrong. Option A is wrong. So option B.',
    'The letter is B',
    'So: B',
    'Of the four, only B is possible.',
    'Step 1: D?\nStep 2: not D.\nStep 3: B.',
    '答案应为B项。',
    '**Final answer: B**',
    'Final Answer: The final answer is $\\boxed{B}$.',
    '<answer>B</answer>',
    '<thinking>A?</thinking>\n<answer>(B)</answer>',
    '{"answer": "B", "explanation": "Option A is only the mother of C."}',
    '{"choice": "B. Bo Marsh"}',
    'A: Ada Fenn - no\nB: Bo Marsh - yes\nC: Cy Thorn - no\nD: Di Vale - no',
    'A. Ada Fenn ❌\nB. Bo Marsh ✅\nC. Cy Thorn ❌\nD. Di Vale ❌',
    '- A: incorrect\n- B: correct\n- C: incorrect\n- D: incorrect',
    'If Di Vale had a mother, the answer would be D. The answer is B.',
    'The answer is B. If Ada were older, the answer would be A.',
    'Bo Marsh',
    'Bo Marsh (option B)',
    'B\n\nCy Thorn → Ada Fenn → Bo Marsh',
    'Cy Thorn → Ada Fenn → Di Vale → Bo Marsh',
    'The most distant ancestor is Bo Marsh, who is the mother of Ada Fenn.',
    'Marsh',
    '答案不是A，而是B。',
    '排除A、C、D，所以选B。',
    '正确选项是B，不是D。',
    '因此应该选择 **B**。',
    '最终答案：B. Bo Marsh',
    'B选项正确。',
    'Ответ: B',
    '정답: B',
    'Ｂ',
  ])('reads B from %j', (text) => {
    expect('ABCD'[readChoice(text, OPTIONS) ?? -1]).toBe('B');
  });

  it.each([
    'Not A.',
    'Either A or B.',
    'A or B',
    'Neither A nor B is right.',
    '不是A',
    'I cannot decide between B and C.',
  ])('reads nothing from %j', (text) => {
    expect(readChoice(text, OPTIONS)).toBeUndefined();
  });
});

describe('names as models write them', () => {
  const NAMES = ['Ada Fenn', 'Bo Marsh', 'Cy Thorn', 'Di Vale'];
  const read = (text: string) => NAMES[namedAnswer(text, NAMES, 'Ed Wick') ?? -1];

  it.each([
    'Bo Marsh',
    '**Bo Marsh**',
    'Answer: Bo Marsh',
    '**Answer:** Bo Marsh (grandmother of Ada Fenn)',
    'Answer: Bo Marsh, not Ada Fenn',
    'Answer:\n\nBo Marsh',
    'Bo Marsh.\n\nExplanation: the mother of Ada Fenn is Bo Marsh; Cy Thorn is her son.',
    'Bo Marsh\n\n1. Ed Wick is the son of Cy Thorn\n2. Cy Thorn is the son of Ada Fenn',
    'Ed Wick → Cy Thorn → Ada Fenn → Bo Marsh',
    'Ed Wick -> Cy Thorn -> Ada Fenn -> Bo Marsh.',
    'Bo Marsh ← Ada Fenn ← Cy Thorn ← Ed Wick',
    'Chain: Ed Wick → Cy Thorn → Ada Fenn → Bo Marsh\n\nAnswer: Bo Marsh',
    'Answer: Ed Wick → Cy Thorn → Ada Fenn → Bo Marsh',
    'Ed Wick → Cy Thorn → Di Vale\n\nSo the most distant ancestor is Bo Marsh.',
    'The eldest is not Ada Fenn but Bo Marsh.',
    'The most distant ancestor of Ed Wick is Bo Marsh, the grandfather of Ada Fenn.',
    'Bo Marsh is the most distant ancestor of Ed Wick.',
    'Bo Marsh, mother of Ada Fenn, is the oldest ancestor.',
    'Since Ada Fenn is the mother of Cy Thorn, and Bo Marsh the father of Ada Fenn, Bo Marsh is the earliest ancestor.',
    '\\boxed{\\text{Bo Marsh}}',
    '$\\boxed{\\text{Bo}\\ \\text{Marsh}}$',
    '\\boxed{Bo~Marsh}',
    '<answer>Bo Marsh</answer>'.replace(/<\/?answer>/g, ''),
    'Bo **Marsh**',
    'Bo Marsh (grandmother of Ada Fenn)',
    'Bo Marsh, the grandmother of Ada Fenn',
    'Ed Wick < Cy Thorn < Ada Fenn < Bo Marsh',
    'Bo Marsh是Ed Wick最年长的祖先，而Ada Fenn是Cy Thorn的母亲。',
    'BO MARSH',
    'Answer: Marsh',
    'It is Bo Marsh’s line: the eldest is Bo Marsh.',
    '- Cy Thorn\n- Ada Fenn\n- Bo Marsh',
    '最远的祖先是Bo Marsh，而不是Ada Fenn。',
    '答案：Bo Marsh（Ada Fenn的母亲）',
  ])('reads Bo Marsh from %j', (text) => {
    expect(read(text)).toBe('Bo Marsh');
  });

  it.each(['I cannot tell.', 'Either Ada Fenn or Bo Marsh.', 'Not Bo Marsh.', ''])(
    'reads no name from %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
