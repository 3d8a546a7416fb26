import { describe, expect, it } from 'vitest';
import {
  acceptedAnswer,
  answeringPart,
  saidSide,
  saysAbsent,
  sideOf,
  standsInUnknown,
} from '../../src/answers/accepted-answers.js';
import { documentWords } from '../../src/benchmarks/documents.js';
import { expectLinear } from '../growth.js';

const { absent, normalise } = documentWords('en');
const style = { absent: [...absent, ...documentWords('zh').absent], articles: normalise.articles };
const read = (text: string, ...accepted: string[]) => acceptedAnswer(text, accepted, style);

describe('an accepted answer is given', () => {
  it.each([
    ['six weeks', 'Six weeks.'],
    ['six weeks', 'The notice period is **six weeks** [3].'],
    ['six weeks', 'It is 6 weeks.'],
    ['6 weeks', 'six weeks'],
    ['six weeks', 'six-weeks'],
    ['six weeks', 'Not eight weeks, but six weeks.'],
    ['six weeks', 'Eight weeks? Wait, no, that is for interns: six weeks.'],
    ['six weeks', 'Interns have four weeks.\n\n**Answer:** six weeks\n\nInterns: four weeks.'],
    ['six weeks', 'Six weeks or longer, if both agree.'],
    ['six weeks', 'Six weeks—see the handbook.'],
    ['six weeks', 'It is \\boxed{\\text{six weeks}}.'],
    ['1200', 'It costs $1,200.'],
    ['1,200', '1200 euros'],
    ['12', 'on the 12th'],
    ['12', '12kg'],
    ['3.5', '3,5 %'],
    ['1829', '1829-05-03'],
    ['Wilhelm Röntgen', 'It was wilhelm ro\u0308ntgen’s idea.'],
    ['Berlin', 'A Berlin-based company'],
    ['the Lantern Bridge', 'Lantern Bridge'],
    ['email', 'by e-mail'],
    ['A', 'A'],
    ['★', 'It is ★.'],
    ['北京', '答案是北京。'],
    ['六周', '通知期为六周。'],
    ['東京', '答えは東京です。'],
    ['서울', '서울입니다.'],
    ['42일', '통지 기간은 42일입니다.'],
    ['шесть недель', 'Срок — шесть недель.'],
    ['no', 'No.'],
    ['no', 'No, that is not allowed.'],
    ['no', '**No** – the handbook forbids it.'],
    ['no', 'The answer is no.'],
    ['no', 'I looked at all documents.\nAnswer: no'],
    ['no', '{"answer": "no"}'],
    ['yes', 'Yes it is.'],
    ['yes', 'Yes, the handbook allows it. There is no limit.'],
    ['nein', 'Nein, das ist nicht erlaubt.'],
    ['нет', 'Нет.'],
    ['不可以', '不可以，手册禁止。'],
    ['是', '是的，可以。'],
    ['아니요', '아니요.'],
    ['not allowed', 'It is not allowed.'],
    ['unknown', 'Unknown.'],
  ])('%s: %j', (accepted, text) => {
    expect(read(text, accepted)).toEqual({ mark: 1 });
  });

  it('also where two accepted ones are joined', () => {
    expect(read('six weeks or 42 days', 'six weeks', '42 days')).toEqual({ mark: 1 });
  });
});

describe('an accepted answer is not given', () => {
  it.each([
    ['six weeks', 'Forty-six weeks'],
    ['six weeks', 'forty six weeks'],
    ['六周', '四十六周'],
    ['12', '312'],
    ['12', '3.12'],
    ['12', '12.5'],
    ['200', '1,200'],
    ['12', '10-12 weeks'],
    ['12', 'A12'],
    ['1990', 'the 1990s'],
    ['10', '10–12 weeks'],
    ['cat', 'concatenate'],
    ['Berlin', 'Neu-Berlin'],
    ['no', 'nobody forbids it'],
    ['no', 'I do not know.'],
    ['no', 'No information is given.'],
    ['no', 'No idea.'],
    ['no', 'Ich weiß es nicht.'],
    ['no', 'No lo sé.'],
    ['no', 'Je ne sais pas.'],
    ['нет', 'Я не знаю.'],
    ['不', '我不知道。'],
    ['아니요', '모르겠습니다.'],
    ['no', 'Yes.'],
    ['yes', 'No. The yes-man said so.'],
    ['none', 'None of the documents mention it.'],
    ['six weeks', ''],
  ])('%s: %j', (accepted, text) => {
    expect(read(text, accepted)).toEqual({ mark: 0 });
  });
});

describe('it is doubtful whether an accepted answer is given', () => {
  it.each([
    ['six weeks', 'Six weeks or eight weeks.', 'one of two'],
    ['six weeks', 'Eight or six weeks.', 'one of two'],
    ['Paris', 'Paris or London', 'one of two'],
    ['Paris', 'Paris oder London', 'one of two'],
    ['北京', '北京或上海', 'one of two'],
    ['서울', '서울 또는 부산', 'one of two'],
    ['Москва', 'Москва или Тверь', 'one of two'],
    ['six weeks', 'It is not six weeks.', 'not asserted'],
    ['Paris', 'It isn’t Paris.', 'not asserted'],
    ['Paris', 'Paris is not the answer.', 'not asserted'],
    ['北京', '不是北京。', 'not asserted'],
    ['six weeks', 'Is it six weeks? The handbook is silent.', 'asked'],
    ['six weeks', 'Six weeks. Wait, no: eight weeks.', 'elsewhere'],
    ['six weeks', 'The old rule was six weeks.\nFinal answer: eight weeks', 'elsewhere'],
    ['no', 'There is no exception.', 'not asserted'],
    ['no', 'No, I do not know.', 'not asserted'],
    ['yes', 'yes or no', 'one of two'],
    ['no', 'Yes and no.', 'not asserted'],
  ])('%s: %j is %s', (accepted, text, doubt) => {
    expect(read(text, accepted)).toEqual({ mark: 0, doubt });
  });
});

it('takes time that grows with the length of an answer only, however hostile', {
  tags: ['slow'],
}, () => {
  const pieces = [
    ...[
      'six weeks or ',
      'not six weeks ',
      'Answer: ',
      'no ',
      'Wait, ',
      '1,111,',
      '1.',
      '6 ',
      '六',
      'a-',
    ],
    ...['\n\n', ': \n\n', '\\boxed{', '?', 'or ', 'is not the ', 'forty ', "'", 'yes, no. '],
  ];
  for (const piece of pieces) {
    const long = (length: number) => piece.repeat(Math.ceil(length / piece.length));
    expectLinear([3000, 24_000], long, (text) => read(text, 'six weeks', '6', 'no', '六周'));
  }
});

describe('sideOf', () => {
  it.each([
    ...(['Yes', 'yes.', '是', '네', 'да', 'sí'] as const).map((word) => [word, 'yes'] as const),
    ...(['No', 'nein', '不', '没有', '아니요', 'нет'] as const).map(
      (word) => [word, 'no'] as const,
    ),
    ...(['not', 'know', 'yes-man', '是谁', ''] as const).map((word) => [word, undefined] as const),
  ])('%j: %s', (word, side) => {
    expect(sideOf(word)).toBe(side);
  });
});

describe('saidSide', () => {
  it.each([
    ['Yes it is', 'yes'],
    ['"No"', 'no'],
    ['- no', 'no'],
    ['It says: no.', 'no'],
    ['没有任何限制', 'no'],
    ['네, 그렇습니다', 'yes'],
    ['No document says so', undefined],
    ['네덜란드', undefined],
    ['Yes and no', undefined],
    ['Yes. No.', undefined],
    ['nobody', undefined],
  ])('%j: %s', (text, side) => {
    expect(saidSide(text)).toBe(side);
  });
});

it('who does not know says neither', () => {
  expect(saysAbsent("No, I DON'T KNOW", [])).toBe(true);
  expect(saysAbsent('it is absent here', ['absent here'])).toBe(true);
  expect(saysAbsent('No.', ['absent here'])).toBe(false);
  const text = 'No idea. No.';
  expect(standsInUnknown(text, { start: 0, end: 2 }, [])).toBe(true);
  expect(standsInUnknown(text, { start: 9, end: 11 }, [])).toBe(false);
  expect(standsInUnknown('no idea', { start: 0, end: 7 }, [])).toBe(false);
});

it.each([
  ['Six weeks.', 'Six weeks.'],
  ['Draft: a.\nAnswer: b', ' b'],
  ['Answer: a. Answer: b', ' b'],
  ['**Answer:** b\n\nBecause of a.', ' b'],
  ['Answer:\n\nb', '\n\nb'],
  ['Answer: as follows:\n\nb\n\nc', ' as follows:\n\nb'],
  ['The answer is b', ' b'],
  ['答案是乙', '乙'],
  ['정답: 을', ' 을'],
  ['a. Wait, no, b', ' no, b'],
  ['a\nCorrection: b', ' b'],
  ['It is actually b', 'It is actually b'],
  ['a, so \\boxed{\\text{b}}', '{b}'],
  ['a \\boxed{}', 'a \\boxed{}'],
  ['b. Answer:', 'b. Answer:'],
])('of %j it is %j', (text, part) => {
  expect(answeringPart(text)).toBe(part);
});
