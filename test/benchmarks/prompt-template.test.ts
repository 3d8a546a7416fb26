import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  endOf,
  fillTemplate,
  parseTemplate,
  referenceTemplate,
} from '../../src/benchmarks/prompt-template.js';
import { UserError } from '../../src/case.js';

const folder = mkdtempSync(join(tmpdir(), 'template-'));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('a prompt template', () => {
  it('has places, doubled braces, and no line breaks at its end', () => {
    expect(parseTemplate('Data:\n{{{data}}}\n\nKey: {key}\n\n', 'a')).toEqual([
      'Data:\n{',
      'data',
      '}\n\nKey: ',
      'key',
      '',
    ]);
    expect(parseTemplate('one\r\ntwo\r', 'a')).toEqual(['one\ntwo']);
  });

  it('fills a place wherever it stands, and never what was filled in', () => {
    const path = file('kv.prompt', 'Key: {key}\n{data}\nKey: {key}\nValue:\n');
    const reference = referenceTemplate('template', path, { needed: ['key', 'data'] });
    expect(fillTemplate(reference, { key: '{data}', data: '{"a": "$&"}' })).toBe(
      'Key: {data}\n{"a": "$&"}\nKey: {data}\nValue:',
    );
    expect(endOf(reference, 'data', { key: 'k', data: 'd' })).toBe('\nKey: k\nValue:');
  });

  it.each([
    ['a lone brace', 'Key: {key} }', /has a lone \}\. Write it twice/],
    ['no place that is needed', 'Key: k', /has no \{key\}\. Its places are \{key\};/],
    ['a place that is not known', '{key} {other}', /has \{other\}, which nothing is filled in for/],
  ])('refuses %s', (name, content, message) => {
    const path = file(`${name.replaceAll(' ', '-')}.prompt`, content);
    const read = () => referenceTemplate('template', path, { needed: ['key'] });
    expect(read).toThrow(UserError);
    expect(read).toThrow(message);
  });

  it('notices that the file has changed since the Case was written', () => {
    const path = file('changed.prompt', '{key}');
    const reference = referenceTemplate('template', path, { needed: ['key'] });
    writeFileSync(path, '{key}?');
    expect(() => fillTemplate({ ...reference, sha256: '0123456789abcdef' }, { key: 'k' })).toThrow(
      /changed/,
    );
  });
});
