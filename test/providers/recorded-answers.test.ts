import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RecordedAnswers } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = file(
  'answers.jsonl',
  [
    {
      question: 'How many\n\nboats?',
      answer: '{"boats": [3]}',
      prompt_tokens: 12,
      completion_tokens: 5,
    },
    { question: 'How many nets?', answer: '{"nets": [4]}' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
);

const result = (label: string, output: string, raw = 'How many boats?') => ({
  prompt: { raw },
  provider: { id: `test:${label}`, label },
  response: { output, tokenUsage: { total: 9 }, cost: 0.5 },
});

describe('RecordedAnswers', () => {
  it('answers from a file of the authors, whatever the white space', async () => {
    const provider = new RecordedAnswers({ config: { file: lines, basePath: 'x' } });
    expect(await provider.callApi('  How many boats?\n')).toEqual({
      output: '{"boats": [3]}',
      cached: true,
      metadata: { recorded: true },
      tokenUsage: { prompt: 12, completion: 5, total: 17 },
    });
    expect(provider.id()).toBe(`recorded-answers:${lines}`);
  });

  it('says so when a prompt has no record', async () => {
    const provider = new RecordedAnswers({ config: { file: lines } });
    expect(await provider.callApi('How many gulls?')).toEqual({
      error: `RecordedAnswers: ${lines} has no answer to this prompt (it begins "How many gulls?").`,
    });
  });

  it('answers from results of promptfoo, by provider', async () => {
    const results = file(
      'results.json',
      JSON.stringify({ results: { results: [result('a', 'from a'), result('b', 'from b')] } }),
    );
    const provider = new RecordedAnswers({ config: { file: results, provider: 'b' } });
    expect(await provider.callApi('How many boats?')).toMatchObject({
      output: 'from b',
      cost: 0.5,
    });
    await expect(
      new RecordedAnswers({ config: { file: results } }).callApi('How many boats?'),
    ).rejects.toThrow('answers of several providers to this prompt: a test:a, b test:b');
    const other = new RecordedAnswers({ config: { file: results, provider: 'c' } });
    expect((await other.callApi('How many boats?')).error).toContain(
      'no answer by the provider "c"',
    );
  });

  it('gives repeats in their order, and errors are no answers', async () => {
    const rows = [
      result('a', 'first'),
      result('a', 'second'),
      { prompt: { raw: 'x' }, error: 'no' },
    ];
    const results = file('results.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const provider = new RecordedAnswers({ config: { file: results } });
    const ask = async (repeatIndex: number) =>
      (await provider.callApi('How many boats?', { repeatIndex } as never)).output;
    expect([await ask(0), await ask(1), await ask(2)]).toEqual(['first', 'second', 'first']);
    expect((await provider.callApi('x')).error).toContain('has no answer to this prompt');
  });

  it.each([['no file', undefined, 'RecordedAnswers: `config` needs a `file`']])(
    'needs %s',
    (_name, config, message) => {
      expect(() => new RecordedAnswers({ config: config as never })).toThrow(message);
    },
  );

  it('names what is wrong with a file', async () => {
    const ask = (path: string) => new RecordedAnswers({ config: { file: path } }).callApi('x');
    await expect(ask('no/such.jsonl')).rejects.toThrow('there is no file "no/such.jsonl"');
    await expect(ask(file('bad.jsonl', '{"question": "a"}\n{bad'))).rejects.toThrow(
      'bad.jsonl, line 2 is not JSON',
    );
    await expect(ask(file('none.jsonl', '{"question": "a"}'))).rejects.toThrow(
      'holds no recorded answer',
    );
  });
});
