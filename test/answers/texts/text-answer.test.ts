import { describe, expect, it } from 'vitest';
import { diagnoseWrong, isRefusal } from '../../../src/answers/refusals.js';
import { finalText, withoutReasoning } from '../../../src/answers/texts/final-text.js';
import { withAsciiMarks } from '../../../src/base/text/texts.js';

describe('finalText', () => {
  it.each<[unknown, string]>([
    ['```json\n{"answer": "B"}\n```', 'answer: B'],
    ['```\n["A", "B"]\n```', 'A\nB'],
    [{ a: { b: [1, null, ''] }, c: true }, 'a: b: 1\nc: true'],
    ['{"a": 1', '{"a": 1'],
    ['<think>no</think>\n\n{"answer": "B"}\n', 'answer: B'],
    ['```json \n["A"]\n```', 'A'],
    ['1.50', '1.50'],
    ['"[sic]"', '[sic]'],
    ['"[sic]" it says', '"[sic]" it says'],
    ['"{\\"answer\\": \\"B\\"}"', 'answer: B'],
    ['x {"a": 1}', 'x {"a": 1}'],
    [' <think>no</think> ~~B~~ A<|im_end|> ', 'A'],
    ['B <answer> A </answer>', 'A'],
    [7, '7'],
    [null, ''],
    [undefined, ''],
  ])('of %j is %j', (output, text) => {
    expect(finalText(output)).toBe(text);
  });

  it('reads nine levels of a value', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : { k: nested(depth - 1) });
    expect(finalText(nested(9))).toBe(`${'k: '.repeat(9)}x`);
    expect(finalText(nested(10))).toBe('');
  });

  it('reads the first and the last 50,000 characters', () => {
    const long = `${'a'.repeat(50_000)}b${'c'.repeat(50_000)}`;
    expect(finalText(long)).toBe(`${'a'.repeat(50_000)}\n${'c'.repeat(50_000)}`);
    expect(finalText(long.replace('b', ''))).toHaveLength(100_000);
  });
});

describe('withoutReasoning', () => {
  it('leaves every character of an answer', () => {
    expect(withoutReasoning('  a ~~b~~\n')).toBe('  a ~~b~~\n');
    expect(withoutReasoning('<think>no</think>\n\n a \n')).toBe('a \n');
    expect(withoutReasoning({ answer: 'B' })).toBe('answer: B');
  });
});

describe('diagnoseWrong', () => {
  it.each([
    ['', 'empty'],
    ['It isn’t stated.', 'missing'],
    ['I’m sorry, but I cannot help.', 'refused'],
    ['It isn’t there. I’m sorry, but I cannot help.', 'refused'],
    ['Blue.', 'wrong'],
  ])('%j is %s', (text, diagnosis) => {
    expect(diagnoseWrong(text, 'en', ["isn't stated"])).toBe(diagnosis);
  });

  it('calls nothing missing without words for it', () => {
    expect(diagnoseWrong('It is not stated.', 'en')).toBe('wrong');
  });
});

describe('isRefusal', () => {
  const refusals = ['i’m sorry', ''];
  it('is said at the beginning, or in a short answer', () => {
    expect(isRefusal("I'm sorry.", refusals)).toBe(true);
    expect(isRefusal('', refusals)).toBe(false);
    const at = (before: number, behind: number) =>
      isRefusal(`${'x'.repeat(before)}I'm sorry${'x'.repeat(behind)}`, refusals);
    expect(at(591, 0)).toBe(true);
    expect(at(591, 1)).toBe(false);
    expect(at(291, 1000)).toBe(true);
    expect(at(292, 1000)).toBe(false);
  });
});

it('marks of ASCII stand for typographic ones', () => {
  expect(withAsciiMarks('‘a’ ʼb “c” ‐ ‑ – — ― −')).toBe("'a' 'b \"c\" - - - - - -");
});
