import { describe, expect, it } from 'vitest';
import { plainForm, undecorated } from '../../src/answers/decorations.js';

/** Nothing but the very value is right. */
const strict = (text: string) => (text === 'abc 5486073' ? 1 : 0);

describe('undecorated', () => {
  it.each([
    ['abc 5486073', []],
    ['Sure! Here it is: abc 5486073', ['preamble']],
    ['Here it is:\nabc 5486073', ['preamble']],
    ['I read\nall of it.\n\nabc 5486073', ['preamble']],
    ['I read all.\n\nTwice.\n\nabc 5486073', ['preamble']],
    ['Of course. abc 5486073', ['preamble']],
    ['{"answer": "abc 5486073"}', ['JSON']],
    ['```text\nabc 5486073\n```', ['code fence']],
    ['```json\n{"a": {"b": ["abc 5486073"]}}\n```', ['code fence', 'JSON']],
    ['Here:\n```\nabc 5486073\n```\nAnything else?', ['code fence']],
    ['\\boxed{abc 5486073}', ['box']],
    ['| # | value |\n|---|---|\n| 1 | abc 5486073 |', ['table']],
    ['- abc 5486073', ['list marks']],
    ['> abc 5486073', ['list marks']],
    ['1. abc 5486073', ['list marks']],
    ['**abc** _5486073_', ['bold']],
    ['“abc” «5486073»', ['quotes']],
    ["'abc' 5486073", ['quotes']],
    ['`abc` 5486073', ['backticks']],
    ['abc 5,486,073', ['separators']],
    ['abc 5\u202f486\u202f073', ['separators']],
    ['abc ٥٤٨٦٠٧٣', ['characters']],
    ['abc ५४८६०७३', ['characters']],
    ['abc ５４８６０７３', ['characters']],
    ['abc (the first) 5486073', ['remarks']],
    ['abc\n5486073', ['line breaks']],
    ['abc 5486073\n\nAnything else?', ['ending']],
    ['Sure! Here it is: **abc** `5,486,073`', ['preamble', 'bold', 'backticks', 'separators']],
  ])('%j: %j', (text, off) => {
    expect(undecorated(text, strict)).toEqual({ score: 1, off });
  });

  it('takes nothing off of what stays wrong', () => {
    for (const text of ['', 'abd', `${'x'.repeat(500)}: abc 5486073`, '[[[', '```', '| abc |']) {
      expect(undecorated(text, strict)).toEqual({ score: 0, off: [] });
    }
  });

  it('keeps what scores more with it', () => {
    const quoted = (text: string) => (text.includes('"abc"') ? 1 : 0);
    expect(undecorated('Here: "abc"', quoted)).toEqual({ score: 1, off: [] });
  });

  it('joins no numbers that are no groups of three', () => {
    const seen: string[] = [];
    undecorated('1,24 and 12.5 and 2023-11-23 and 5, 486', (text) => seen.push(text) * 0);
    expect(seen.join()).not.toMatch(/124|125|5486/);
  });
});

describe('plainForm', () => {
  const readable = (text: string) => (/^[\w: -]+$/.test(text) ? strict(text) : -1);

  it.each([
    ['**abc** 5\u202f486\u202f073', 'abc 5486073'],
    ['abc 5,486,073', 'abc 5486073'],
    ['```\nabc `5486073`\n```', 'abc 5486073'],
  ])('%j: %j', (text, plain) => {
    expect(plainForm(text, readable)).toBe(plain);
  });

  it('leaves a comma that may divide two numbers where the answer can be read', () => {
    expect(plainForm('abc 5,486,073', strict)).toBe('abc 5,486,073');
  });

  it('takes no words off', () => {
    expect(plainForm('Here: abc 5486073', strict)).toBe('Here: abc 5486073');
    expect(plainForm('abc 5486073\n\nThat is all.', strict)).toBe('abc 5486073\n\nThat is all.');
  });

  it.each([
    ['count: three', 'count: 3'],
    ['most: one', 'most: 1'],
    ['答案：十六', '答案:16'],
    ['TK–7233: cfg‑5', 'TK-7233: cfg-5'],
  ])('writes %j as %j', (text, plain) => {
    expect(plainForm(text, (one) => (one === plain ? 1 : 0))).toBe(plain);
  });
});
