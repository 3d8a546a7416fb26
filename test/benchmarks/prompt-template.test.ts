import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceFile } from '../../src/base/files/file-reference.js';
import type { Task } from '../../src/benchmarks/benchmark.js';
import { parseTemplate, taskFor } from '../../src/benchmarks/prompt-template.js';
import type { CaseDraft } from '../../src/contract/case.js';

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

  const asked = (path: string, task: Partial<Task> = {}) => {
    const template = referenceFile('template', path, '');
    const context = { kind: 'context', context: '{"a": "$&"}', question: 'Which?' };
    const whole = { ...context, positions: [], answer: '', ...task } as Task;
    return taskFor({ task: () => whole }, { template } as CaseDraft);
  };

  it('fills a place wherever it stands, and never what was filled in', () => {
    const path = file('kv.prompt', 'Key: {key}\n{data}\nKey: {key}\nValue:\n');
    expect(asked(path, { wording: { name: 'data', places: { key: '{data}' } } })).toMatchObject({
      kind: 'prompt',
      prompt: 'Key: {data}\n{"a": "$&"}\nKey: {data}\nValue:',
      question: '\nKey: {data}\nValue:',
    });
  });

  it('stands around a hidden context', () => {
    const path = file('hidden.prompt', 'First: {question}\n{haystack}\n\nThen: {question}');
    const hidden = asked(path, { kind: 'hidden', evidence: [], forbidden: [], between: ' ' });
    expect(hidden).toMatchObject({ before: 'First: Which?\n', question: '\n\nThen: Which?' });
  });

  it('of LongBench has places between dollars', () => {
    expect(parseTemplate('{$DOC$} $Q$ $1', 'a')).toEqual(['{', 'DOC', '} ', 'Q', ' $1']);
  });

  it.each([
    ['a lone brace', 'Key: {key} }', /has a lone \}\. Write it twice/],
    ['no text', '{key}', /has no \{context\}\. Its places are \{context\}, \{haystack\}, \{key\};/],
    ['no place that is needed', '{context}', /has no \{key\}/],
    ['a place that is not known', '{context}{key} {other}', /has \{other\}, which nothing is/],
  ])('refuses %s', (name, content, message) => {
    const path = file(`${name.replaceAll(' ', '-')}.prompt`, content);
    expect(() => asked(path, { wording: { places: { key: 'k' } } })).toThrow(message);
  });

  it('is not for prompts that are sent as they are', () => {
    const path = file('prompt.prompt', '{context}{question}');
    expect(() => asked(path, { kind: 'prompt', prompt: '' })).toThrow(/are sent as they are/);
  });
});
