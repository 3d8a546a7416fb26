import { describe, expect, it } from 'vitest';
import { boxesOf } from '../../../src/answers/texts/boxes.js';
import {
  bothEnds,
  finalPart,
  inAnswerTag,
  linesOf,
  withoutNextTurn,
  withoutStruck,
  withoutTags,
} from '../../../src/answers/texts/final-text.js';
import { withoutLatex } from '../../../src/answers/texts/plain-writing.js';

describe('finalPart', () => {
  it.each([
    '<|im_end|>',
    '<|start_header_id|>',
    '</s>',
    '<s>',
    '<start_of_turn>',
    '<end_of_turn>',
    '<eos>',
    '<pad>',
    '<bos>',
    '[INST]',
    '[/INST]',
    '[/inst]',
  ])('leaves out %s', (token) => {
    expect(finalPart(`3${token}5`)).toBe('3 5');
    expect(finalPart(`${token}${token}`)).toBe('  ');
  });

  it.each(['<||>', '<|a b|>', '<sub>', '</sample>', '[INSTEAD]', `<|${'a'.repeat(31)}|>`])(
    'leaves %s',
    (text) => {
      expect(finalPart(text)).toBe(text);
    },
  );
});

describe('withoutTags', () => {
  it('writes a table as Markdown has it', () => {
    const table =
      '<table class="x"><tr><th>no</th><th>stars</th></tr>\n\n<tr><td>1</td><td align="left">3</td></tr></table>';
    expect(withoutTags(table)).toBe('\n| no  | stars |\n|---|\n| 1  | 3 \n\n');
  });

  it('gives each item a line of its own', () => {
    expect(withoutTags('<ol><li>3</li><li class="b">5</li></ol>9<br/>11<br />13')).toBe(
      '\n\n3\n\n5\n\n9\n11\n13',
    );
    expect(withoutTags('<div>3</div><pre>5</pre><P>9')).toBe('\n3\n\n5\n\n9');
  });

  it('joins what emphasis parts, and sets other elements apart', () => {
    expect(withoutTags('4<b>2</b> <STRONG>7</STRONG> <code>x</code>')).toBe('42 7 x');
    expect(withoutTags('1 < 2 and <unknown>3</unknown>')).toBe('1 < 2 and \n3\n');
    expect(withoutTags('<i>a</i>\n \n\t| 3 |')).toBe('a\n| 3 |');
    expect(withoutTags('a\n\n| 3 |')).toBe('a\n\n| 3 |');
  });
});

describe('withoutStruck', () => {
  it.each([
    ['3, ~~4~~, 5', '3,  , 5'],
    ['3, <del>4</del>, <strike>6</strike>', '3,  ,  '],
    ['~~4~~ 5 ~~6~~', '  5  '],
    ['3 ~~ 4 ~~ 5', '3 ~~ 4 ~~ 5'],
    ['~~4\n5~~', '~~4\n5~~'],
    ['<del>4\n</del>', '<del>4\n</del>'],
    [`~~${'4'.repeat(201)}~~`, `~~${'4'.repeat(201)}~~`],
  ])('%j is %j', (text, left) => {
    expect(withoutStruck(text)).toBe(left);
  });
});

describe('inAnswerTag', () => {
  it.each([
    'answer',
    'final_answer',
    'final-answer',
    'final',
    'result',
    'output',
    'response',
    'ANSWER',
    'answer lang="en"',
  ])('reads <%s>', (tag) => {
    expect(inAnswerTag(`B? <${tag}>A</${tag.split(' ')[0]}> or so`)).toBe('A');
  });

  it.each([
    ['<answer>B</answer><answer>?</answer>', 'B'],
    ['<answer>B</answer><answer>[]</answer>', '[]'],
    ['<answer>三</answer>', '三'],
    ['<answer>A <answer>B</answer>', 'A <answer>B'],
    ['<answer>A</answer> and <answer> 7', ' 7'],
    ['<answer>A</answer> and <answer>…', 'A'],
    ['B</answer>', 'B</answer>'],
    ['<answers>A</answers>', '<answers>A</answers>'],
    ['<b>A</b>', '<b>A</b>'],
  ])('of %j is %j', (text, part) => {
    expect(inAnswerTag(text)).toBe(part);
  });
});

describe('boxesOf', () => {
  it('has as much space before its brace as a model writes', () => {
    expect(boxesOf(`\\boxed${' '.repeat(9)}{A}`)).toEqual(['A']);
    expect(boxesOf(`\\boxed${' '.repeat(10)}{A}`)).toEqual([]);
    expect(boxesOf('\\boxed A {B}')).toEqual([]);
    expect(boxesOf('{A} \\boxed')).toEqual([]);
  });

  it('is empty, nested, or holds another box', () => {
    expect(boxesOf('\\boxed{}')).toEqual(['']);
    expect(boxesOf('\\boxed{a{b{c}}d}}')).toEqual(['a{b{c}}d']);
    expect(boxesOf('\\boxed{1 \\boxed{2}}')).toEqual(['1 \\boxed{2}', '2']);
  });

  it('is no longer than 20,000 characters, and of many boxes the last 200 count', () => {
    expect(boxesOf(`\\boxed{${'a'.repeat(19_998)}}`)).toHaveLength(1);
    expect(boxesOf(`\\boxed{${'a'.repeat(20_000)}}`)).toEqual([]);
    const many = Array.from({ length: 1001 }, (_, i) => `\\boxed{${i}}`).join('');
    expect(boxesOf(many)).toEqual(Array.from({ length: 200 }, (_, i) => String(801 + i)));
  });

  it('looks at no more than ten times the longest box in all', () => {
    const open = `\\boxed{${'a'.repeat(30_000)}`;
    expect(boxesOf(`${open.repeat(9)}\\boxed{7}`)).toEqual(['7']);
    expect(boxesOf(`${open.repeat(10)}\\boxed{7}`)).toEqual([]);
  });
});

describe('withoutLatex', () => {
  it.each([
    ['1{,}024', '1,024'],
    ['\\text{a} \\mathbf{b} \\operatorname{c} {\\bf d}', '{a} {b} {c} { d}'],
    ['\\left(3\\right) \\[5\\] \\(9\\)', '(3) 5 9'],
    ['3\\,5\\;9\\:1\\!2\\ 4~6\\quad7\\qquad8', '3 5 9 1 2 4 6 7 8'],
    ['a\\to b \\rightarrow c\\Rightarrow d\\longrightarrow e', 'a→ b → c→ d→ e'],
    ['3\\star 5\\bigstar', '3★ 5★'],
    ['\\textit{x} \\textual \\total \\starry', '{x} \\textual \\total \\starry'],
  ])('%j is %j', (text, plain) => {
    expect(withoutLatex(text)).toBe(plain);
  });
});

it.each([
  ['[3, 5]\n\nHuman: and 7?\nAssistant: [7]', '[3, 5]'],
  ['[3, 5]\n**User:** more', '[3, 5]'],
  ['[3, 5]\nHuman counts: 7', '[3, 5]\nHuman counts: 7'],
  ['\nUser: [3, 5]', '\nUser: [3, 5]'],
])('an invented turn ends the answer %j', (text, answer) => {
  expect(withoutNextTurn(text)).toBe(answer);
});

it('keeps the beginning and the end of a long text', () => {
  expect(bothEnds('abcd', 2)).toBe('abcd');
  expect(bothEnds('abcde', 2)).toBe('ab\nde');
});

it('has the lines that are not blank', () => {
  expect(linesOf(' a b \n \t\n\nc\n')).toEqual(['a b', 'c']);
  expect(linesOf(' \n')).toEqual([]);
});
