import { describe, expect, it } from 'vitest';
import { plainForm, scoreOfBare } from '../../src/answers/decorations.js';

/** Nothing but the very value is right. */
const strict = (text: string) => (text === 'abc 5486073' ? 1 : 0);

describe('scoreOfBare', () => {
  it.each([
    'abc 5486073',
    'Sure! Here it is: abc 5486073',
    'Here it is:\nabc 5486073',
    'I read\nall of it.\n\nabc 5486073',
    'I read all.\n\nTwice.\n\nabc 5486073',
    'Of course. abc 5486073',
    '{"answer": "abc 5486073"}',
    '```text\nabc 5486073\n```',
    '```json\n{"a": {"b": ["abc 5486073"]}}\n```',
    'Here:\n```\nabc 5486073\n```\nAnything else?',
    '\\boxed{abc 5486073}',
    '| # | value |\n|---|---|\n| 1 | abc 5486073 |',
    '- abc 5486073',
    '> abc 5486073',
    '1. abc 5486073',
    '**abc** _5486073_',
    '“abc” «5486073»',
    "'abc' 5486073",
    '`abc` 5486073',
    'abc 5,486,073',
    'abc 5\u202f486\u202f073',
    'abc ٥٤٨٦٠٧٣',
    'abc ५४८६०७३',
    'abc ５４８６０７３',
    'abc (the first) 5486073',
    'abc\n5486073',
    'abc 5486073\n\nAnything else?',
    'Sure! Here it is: **abc** `5,486,073`',
  ])('%j', (text) => {
    expect(scoreOfBare(text, strict)).toBe(1);
  });

  it('takes nothing off of what stays wrong', () => {
    for (const text of ['', 'abd', `${'x'.repeat(500)}: abc 5486073`, '[[[', '```', '| abc |']) {
      expect(scoreOfBare(text, strict)).toBe(0);
    }
  });

  it('keeps what scores more with it', () => {
    const quoted = (text: string) => (text.includes('"abc"') ? 1 : 0);
    expect(scoreOfBare('Here: "abc"', quoted)).toBe(1);
  });

  it('joins no numbers that are no groups of three', () => {
    const seen: string[] = [];
    scoreOfBare('1,24 and 12.5 and 2023-11-23 and 5, 486', (text) => seen.push(text) * 0);
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
