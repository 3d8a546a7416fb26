import { describe, expect, it } from 'vitest';
import { fromJson, parseJson } from '../../../src/base/text/from-json.js';

describe('parseJson', () => {
  it.each([
    [' {"a": [1]}\n', { a: [1] }],
    ['null', null],
    ['', undefined],
    ['{"a": ', undefined],
  ])('of %j', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });
});

describe('fromJson', () => {
  it.each([
    ['null', null],
    ['false', false],
    ['""', ''],
    ['"text"', 'text'],
    ['no JSON', 'no JSON'],
    [undefined, undefined],
    [{ a: 1 }, { a: 1 }],
  ])('of %j is the value that it writes, or itself', (given, value) => {
    expect(fromJson(given)).toEqual(value);
  });
});
