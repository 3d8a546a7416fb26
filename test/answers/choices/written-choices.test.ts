/** Options and names as models of today write them; right is B, Bo Marsh. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChoice } from '../../../src/answers/choices/choice.js';
import { namedAnswer } from '../../../src/answers/choices/named-answer.js';

const OPTIONS = ['Ada Fenn', 'Bo Marsh', 'Cy Thorn', 'Di Vale'];

describe('options as models write them', () => {
  it.each([
    'The answer is not A but B.',
    'Only option B fits.',
    'A, C and D all have a named ancestor, so they are out. That leaves B.',
    "A... no wait, she has a mother. D? She has one too. So it's B.",
    '✅ B',
    '不是D，是B。',
    'Therefore, the most distant ancestor is B.',
    'The ancestor of Cy Thorn is (B).',
    '| Option | Verdict |\n|---|---|\n| A | ❌ |\n| B | ✅ |\n| C | ❌ |\n| D | ❌ |',
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
    // A letter below a heading, behind a label, on a line of a list.
    'My conclusion:\n\nB',
    '**Conclusion:** B',
    'Most distant of them all:(B).',
    '结论：B',
    'Ada Fenn was born later: (B)',
    '- Option B',
    '=> Option  (B).',
    '- choice B',
    '选项 B',
    'Choice: B',
    'A?\nB\n   \n',
    'First I thought of this.\nA\n\nThen of this.\nB\n',
    // What explains the answer is none.
    '**B**\n\nWhy not the others:\nA. She is the mother of Cy Thorn.\nC. He is the youngest.\nD. She is not named at all.',
    'B. Bo Marsh\n\n- A: incorrect\n- C: incorrect\n- D: incorrect',
    'B) Bo Marsh\n\nC) Cy Thorn is not an ancestor.',
    'B. Bo Marsh (C is her son)',
    "B, Cy Thorn's grandmother",
    'B. All four generations lead to her.',
    'B) not the others',
    // Lines that judge options.
    'A. Ada Fenn\nB. Bo Marsh ✅\nC. Cy Thorn\nD. Di Vale',
    'A. Ada Fenn is the mother of Cy Thorn.\nB. Bo Marsh: correct\nC. Cy Thorn: wrong',
    'a) no\nb) yes\nc) no',
    '(A) Ada Fenn ✗\n(B) Bo Marsh ✓\n(C) Cy Thorn ✗',
    '**A:**  \nNo.\n\n**B:**\nYes.\n\n**C:**\n\n  No.',
    '|   A   | Ada Fenn | no |\n| **B** | Bo Marsh | yes |\n| **C** | Cy Thorn | no |',
    'A：错误\nB：正确\nC：错误\nD：不正确',
    'A、不对\nB、对\nC、不对\nD、不对',
    'А вот разбор.\nA: неверно\nB: верно\nC: неверно',
    'A: нет.\nB: да.\nC: нет.',
    'A: She is not in the list of births at all, and nothing that is told of the others leads to her name.\nB: It does not say so outright, and one has to follow three statements from Cy Thorn by way of Ada Fenn; but this is right.\nC: He is the one that is asked about, so this is wrong.',
    'A、不对。\nB、对。\nC、不对。\nD、不对。',
    'A：对照出生记录，她有母亲\nB：正确\nC：错',
    'A: да ведь у неё есть мать\nB: верно\nC: неверно',
    'A: неясно когда\nB: да\nC: нет',
    'A: not her\nB: correct one\nC: not him\nD: not her',
    'B. Bo Marsh\n\nC. Cy Thorn comes right below her.',
    'My thoughts in short.\nB. Bo Marsh\nA. Ada Fenn has a mother, Bo Marsh.\nC. Cy Thorn has a mother, Ada Fenn.',
    'My thoughts in short.\nB: Bo Marsh.\nA has a mother.\nC. He has one, too.',
    'B) the mother of option A',
    'Step 3: conclusion: B',
    // Options as the question has them.
    'Bo Marsh is the eldest of these:\nA. Ada Fenn\nB. Bo Marsh\nC. Cy Thorn\nD. Di Vale',
    'The options:\n**A)** Ada Fenn,\n**B)** Bo Marsh,\n**C)** Cy Thorn,\n**D)** Di Vale.\n\nB',
    // Suppositions and denials.
    'I checked if anyone is missing; the answer is B.',
    'If Di Vale had a mother, the answer would be D.\nBut no statement says whose daughter she is, and from Cy Thorn one gets to Ada Fenn only, and from her no further than to her own mother.\nB',
    '最远的祖先不是D，而是 B，因为她没有母亲。',
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
    'A, B',
    'A. C?',
    'Ruled out: not B',
    'Wrong: (B)',
    'A. Ada Fenn\nB. Bo Marsh\nC. Cy Thorn\nD. Di Vale',
    'A\nB\nthat is all',
    'A. She may be.\nB. She may be.',
    'A: ❌\nB: ❌',
    'A: incorrect\nB: not right',
    'What remains if we assume so.\n\nIf she were older, the answer would be B.',
    '先看题目。如果她更老，答案是B。',
    'One thing\nIf so, the answer would be B.',
    ' If so, the answer would be B.',
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
    // In a box, behind "Answer:".
    '\\boxed{Bo Marsh}\n\nHer daughter is Ada Fenn.\nAda Fenn',
    '\\boxed{Ada Fenn}? No: \\boxed{Cy Thorn}? No: \\boxed{Bo Marsh}\n\nAda Fenn',
    'Answer: Bo  Marsh (mother of Ada Fenn)',
    'Answer:  \n  Bo Marsh\n\nAda Fenn is her daughter.',
    'Answer:\nBo Marsh\n\nAda Fenn is her daughter.',
    'Answer: Ada Fenn? She has a mother.\nAnswer: Bo Marsh\nCy Thorn, Ada Fenn: her family.',
    'The answer: her name follows.\nThe answer is Bo Marsh, whose daughter is Ada Fenn.\nI checked Cy Thorn and Ada Fenn.',
    'Cy Thorn has a mother, Ada Fenn, so the answer : Bo Marsh\n\nDi Vale and Cy Thorn are younger.',
    'Answer: Bo Marsh. Ada Fenn or Cy Thorn came later.',
    '答案：Bo Marsh。Ada Fenn或Cy Thorn出生得更晚。',
    'Answer: Bo Marsh, or Bo Marsh by her full name.\nAda Fenn is her daughter.',
    'Answer: Bo Marsh\nAnswer in short: see above.',
    // Denied names.
    "The answer isn't Ada Fenn but Bo Marsh.",
    'It isn’t Ada Fenn, it is Bo Marsh.',
    'It is Bo Marsh, not Ada Fenn or Cy Thorn.',
    'It is not Ada Fenn, Cy Thorn, or Di Vale: Bo Marsh.',
    'Not (b) Ada Fenn, but Bo Marsh',
    'Это Bo Marsh, а не Ada Fenn или Cy Thorn.',
    '不是Ada Fenn、Cy Thorn或Di Vale，所以我说Bo Marsh。',
    'Ada Fenn이 아니라 Bo Marsh입니다.',
    'Not Ada Fenn. That leaves Bo Marsh.',
    'It is not Ada Fenn; it is, rather, Bo Marsh.',
    // Who is called the eldest.
    'Cy Thorn → Ada Fenn → Bo Marsh (the eldest)',
    'Ed Wick → Cy Thorn → Ada Fenn → Bo Marsh, most distant of all',
    '祖先里Bo Marsh最年长。Ada Fenn是她的女儿，Cy Thorn是她的外孙。',
    '家族里Bo Marsh最年长，Ada Fenn其次。',
    'The most distant ancestor of Ada Fenn is Bo Marsh.',
    'As for Cy Thorn, Bo Marsh is the most distant ancestor of Cy Thorn and Ada Fenn.',
    'Bo Marsh is the eldest of them, the mother of Ada Fenn. There the oldest line ends.',
    'Bo Marsh is the eldest. Ada Fenn is her daughter; Cy Thorn is her grandson.',
    'The oldest records, by the way, name Bo Marsh.\nThat makes sense.',
    'Ada Fenn is known, but Bo Marsh (her mother) is the eldest.',
    'The earliest: Bo Marsh, then Ada Fenn.',
    'Ada Fenn or Cy Thorn? Neither of the two: Bo Marsh is the eldest, and Ada Fenn her daughter.',
    // A name alone.
    '**Bo Marsh** (B)\n\nAda Fenn is her daughter, Cy Thorn her grandson.',
    'Option B: Bo Marsh\n\nAda Fenn is her daughter, Cy Thorn her grandson.',
    '选项B：Bo Marsh\n\nAda Fenn是她的女儿，Cy Thorn是她的外孙。',
    'Bo Marsh, the mother of Ada Fenn\nAda Fenn is the mother of Cy Thorn.',
    'Bo Marsh, who has Ada Fenn as a daughter\nThat is clear from Ada Fenn and Cy Thorn.',
    'I asked Ada Fenn and Cy Thorn.\n(b) Bo Marsh (grandmother of Cy Thorn)',
    'I think of Bo Marsh.\nThat is all I can say.',
    'Ada Fenn was my first thought.\nThen I came to Bo Marsh.',
    // Chains.
    'Ed Wick --> Cy Thorn --> Ada Fenn --> Bo Marsh',
    'Ed Wick ==> Ada Fenn ==> Bo Marsh',
    'Bo Marsh <- Ada Fenn <-- Ed Wick',
    'Cy Thorn→Ada Fenn→Bo Marsh',
    'Ed Wick → Cy Thorn → Ada Fenn → Bo Marsh\nperson → father → mother → grandfather',
    'First Ed Wick → Cy Thorn → Ada Fenn.\nThen Ed Wick → Cy Thorn → Ada Fenn → Bo Marsh.',
    'His father is Cy Thorn.\nHis mother is Ada Fenn.\nHer father is Bo Marsh.',
    // A part of a name.
    "Only Marsh's line goes back that far.",
    'Only Marsh’s line goes back that far.',
    'Marsh, then',
  ])('reads Bo Marsh from %j', (text) => {
    expect(read(text)).toBe('Bo Marsh');
  });

  it.each([
    '',
    'I cannot tell.',
    'Not Bo Marsh.',
    'Not Bo Marsh or Ada Fenn.',
    'Either Ada Fenn or Bo Marsh.',
    'Answer: Ada Fenn or Bo Marsh',
    'Either Ada Fenn or Bo Marsh is the eldest.',
    'The answer is one of two. Bo Marsh or Ada Fenn.',
    '最年长的是Ada Fenn或Bo Marsh。',
    'Among the oldest records are Ada Fenn and Bo Marsh.',
    'Ada Fenn is first.\nThen come Cy Thorn and Bo Marsh.',
    'Ada Fenn ❌',
    '| Ada Fenn | ✗ |\n| Cy Thorn | ✗ |',
    'His father and mother are Cy Thorn and Ada Fenn, her father is Bo Marsh, his father is Di Vale.',
    "Ed Wick's family: Cy Thorn, Ada Fenn, Bo Marsh.",
    'Marsh or Thorn',
    'Bo',
    'Ed Wick',
  ])('reads no name from %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    ['Fenn', undefined],
    ['Ada', 0],
    ['Wick', undefined],
    ['Ada Fenn and Cy Fenn', undefined],
    ['Bo Marsh Junior', 2],
    ['Bo Marsh', 1],
    ['I would say Bo Marsh Junior', 2],
    ['So Bo Marsh, that is all that matters to Bo Marsh Junior.', undefined],
  ])('tells apart names that share parts: %j is %s', (text, name) => {
    const names = ['Ada Fenn', 'Bo Marsh', 'Bo Marsh Junior', 'Cy Fenn', 'Di Wick'];
    expect(namedAnswer(text, names, 'Ed Wick')).toBe(name);
  });

  it.each([
    '韩飞云',
    '韓飛雲',
    '答案：韩 飞 云',
    '答案：**韓 飛 雲**（不是 张 三）',
    '最年长的祖先是韩飞云，而不是关羽。',
    '关羽 → 张三 → 韩飞云',
  ])('reads the Chinese name from %j', (text) => {
    expect(namedAnswer(text, ['张三', '韩飞云', '曹操'], '关羽')).toBe(1);
  });

  it('needs nobody who is asked about', () => {
    expect(namedAnswer('Cy Thorn → Ada Fenn → Bo Marsh', NAMES)).toBe(1);
  });
});

it('reads the same between blank lines', () => {
  const pieces = fc.constantFrom(
    ...['Ada Fenn', 'Bo Marsh', 'Ed Wick', 'Answer:', 'A', 'B', 'C.', 'D)', 'not', 'or', '→', 'if'],
    ...[
      'is',
      'correct',
      'wrong',
      '✅',
      '❌',
      '(',
      ')',
      '不是',
      '。',
      '是',
      '\\boxed{',
      '}',
      '\n',
      'his',
    ],
  );
  const texts = fc.array(pieces, { maxLength: 14 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(texts, (text) => {
      const around = `\n${text}\n \n`;
      expect(readChoice(around, OPTIONS, 'Ed Wick')).toBe(readChoice(text, OPTIONS, 'Ed Wick'));
      expect(namedAnswer(around, OPTIONS, 'Ed Wick')).toBe(namedAnswer(text, OPTIONS, 'Ed Wick'));
    }),
  );
});

it('takes the option that is called right, not one that is named behind it', () => {
  const [a, b] = OPTIONS;
  expect(
    readChoice(`Option A is the correct answer. ${b} (B) is only her grandfather.`, OPTIONS),
  ).toBe(0);
  expect(readChoice(`${a} is not it. C is correct, ${b} is only his son.`, OPTIONS)).toBe(2);
});
