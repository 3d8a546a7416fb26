import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/contract/case.js';
import { assertCase, caseId, fieldText, haystackName } from '../../src/contract/case-identity.js';
import { exampleCase } from './example-case.js';

const example = exampleCase();

describe('caseId', () => {
  it('is readable and does not depend on the order of fields', () => {
    const reversed = Object.fromEntries(Object.entries(example).reverse()) as unknown as Case;
    expect(caseId(example)).toMatch(
      /^counting-stars\.acquisition\.en\.64000x32\.s1\.[0-9a-f]{10}-0f1e2d3c$/,
    );
    expect(caseId(reversed)).toBe(caseId(example));
  });

  it('differs whenever a field differs', () => {
    const changed: Partial<Case>[] = [
      { reserve: 241 },
      { haystack: 'prose' },
      { haystack: { files: ['a.txt'], sha256: '0' } },
      { tokenizer: 'cl100k_base' },
      { repeat: true },
    ];
    const ids = changed.map((change) => caseId({ ...example, ...change }));
    expect(new Set([caseId(example), ...ids]).size).toBe(changed.length + 1);
  });
});

describe('assertCase', () => {
  it('accepts a Case', () => {
    expect(() => assertCase(example)).not.toThrow();
  });

  it('says how to keep tests of somebody else away from the prompt', () => {
    expect(() => assertCase(undefined)).toThrow(
      /needs a generated test, and this test has no Case.*`prompts: \[label of its prompt\]`/,
    );
  });

  it('names the field that is wrong', () => {
    expect(() => assertCase({ ...example, tokens: '64000' })).toThrow(
      '`tokens` must be a number, but is "64000"',
    );
  });
});

describe('haystackName', () => {
  it('names files by the first one', () => {
    expect(haystackName('prose')).toBe('prose');
    expect(haystackName({ files: ['books/a.txt'], sha256: '' })).toBe('a.txt');
    expect(haystackName({ files: ['books/a.txt', 'b.txt'], sha256: '' })).toBe('a.txt and 1 more');
  });
});

describe('fieldText', () => {
  it('says a file by its name, and everything else as JSON, whatever it is', () => {
    expect(fieldText({ file: 'a/b/mine.yaml' })).toBe('mine.yaml');
    // As damaged results may have it.
    expect(fieldText(JSON.parse('{ "file": { "toString": 1 } }'))).toBe('{"file":{"toString":1}}');
    expect(fieldText(null)).toBe('null');
  });
});
