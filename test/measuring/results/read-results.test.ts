import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { askingSide } from '../../../src/commands/asking-door.js';
import type { Row } from '../../../src/contract/row.js';
import { ReadFrom, readFile, readValue } from '../../../src/measuring/results/read-results.js';
import { imagine, toResult } from './rows-for-tests.js';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = imagine('a', () => 0.5);
const theirs = { vars: { topic: 'boats' }, metadata: {}, gradingResult: null };

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const whole = (results: object[]) =>
  JSON.stringify(
    {
      evalId: 'e',
      results: { version: 3, prompts: [{}], results },
      config: { description: 'a run' },
    },
    null,
    2,
  );

async function readRows(files: readonly string[]) {
  const readFrom = new ReadFrom(askingSide);
  const all: Row[] = [];
  for (const one of files) {
    for (const { under, ...row } of (await readFile(one, readFrom)).rows) all.push(row);
  }
  return all;
}

describe('what a program has', () => {
  const results = rows.map(toResult);
  const prompts = [{ provider: 'a', label: 'stars' }];
  const summary = { version: 3, timestamp: 'now', prompts, results, stats: {} };
  const record = {
    id: 'eval-1',
    config: { description: 'a run' },
    results: results.map((one) => {
      const { vars, testCase, ...rest } = one as { vars: object; testCase: object };
      return { ...rest, testCase: { ...testCase, vars } };
    }),
    prompts,
  };

  it.each([
    ['a summary', summary],
    ['a record', record],
    ['what a file holds', { evalId: 'e', results: summary }],
    ['a list', results],
  ])('is read as %s, in memory and as a file', async (name, value) => {
    const { rows: read } = await readValue(value, new ReadFrom(askingSide));
    expect(read.map(({ under, ...row }) => row)).toEqual(rows);
    expect(await readRows([file(`${name}.json`, JSON.stringify(value, null, 2))])).toEqual(rows);
  });

  it('is asked for its summary, and keeps its id', async () => {
    const stored = { ...record, results: [], toEvaluateSummary: async () => summary };
    expect(await readValue(stored, new ReadFrom(askingSide))).toMatchObject({
      rows,
      evalId: 'eval-1',
      config: record.config,
    });
  });

  it('gets a true sentence where nothing is ours', async () => {
    await expect(readValue({ results: [] }, new ReadFrom(askingSide))).rejects.toThrow(
      'The evaluation holds no results of promptfoo.',
    );
    await expect(readValue({ results: [theirs] }, new ReadFrom(askingSide))).rejects.toThrow(
      'holds no result of a test, among 1.',
    );
  });
});

describe('readFile', () => {
  it('reads .json and .jsonl, several together, without tests of somebody else', async () => {
    const json = file('a.json', whole([...rows.map(toResult), theirs]));
    const jsonl = file(
      'b.jsonl',
      [theirs, ...rows.map(toResult)].map((r) => JSON.stringify(r)).join('\n'),
    );
    expect(await readRows([json])).toEqual(rows);
    expect(await readRows([json, jsonl])).toEqual([...rows, ...rows]);
  });

  it('refuses a result that it has read already, and takes repeats', async () => {
    const identified = rows.map((row, i) => ({ ...toResult(row), id: `result-${i}` }));
    const first = file('first.json', whole(identified));
    const second = file('second.jsonl', identified.map((r) => JSON.stringify(r)).join('\n'));
    const repeated = file('repeat.json', whole(identified.map((r) => ({ ...r, id: `${r.id}b` }))));
    await expect(readRows([first, second])).rejects.toThrow(
      `${second} holds results that ${first} has too. Give every result once.`,
    );
    await expect(readRows([first, first])).rejects.toThrow(
      `${first} is given twice, or holds a result twice. Give every result once.`,
    );
    expect(await readRows([first, repeated])).toEqual([...rows, ...rows]);
  });

  it('tells providers of the same name apart, by the column of their results', async () => {
    const columns = [4, 2].flatMap((promptIdx) =>
      rows.map((row) => ({ ...toResult(row), promptIdx })),
    );
    const named = (number: number) => rows.map((row) => ({ ...row, provider: `a (${number})` }));
    expect(await readRows([file('columns.json', whole(columns))])).toEqual([
      ...named(2),
      ...named(1),
    ]);
    const one = rows.map((row) => ({ ...toResult(row), promptIdx: 3 }));
    const repeated = file('column.json', whole([...one, ...one]));
    expect(await readRows([repeated])).toEqual([...rows, ...rows]);
  });

  it('finds what stands around the results of a file', async () => {
    const path = file('config.json', whole(rows.map(toResult)));
    expect(await readFile(path, new ReadFrom(askingSide))).toMatchObject({
      name: path,
      evalId: 'e',
      columns: [],
      config: { description: 'a run' },
    });
    const line = file('line.jsonl', JSON.stringify(toResult(rows[0]!)));
    const under = { model: 'test:provider', form: 'text', frame: {}, variables: {} };
    expect(await readFile(line, new ReadFrom(askingSide))).toEqual({
      name: line,
      rows: [{ ...rows[0]!, under }],
      tests: [],
      warnings: [],
      columns: [],
    });
  });

  it('reads files with a byte order mark in front', async () => {
    const json = file('mark.json', `\uFEFF${whole(rows.map(toResult))}`);
    const line = rows.map((row) => JSON.stringify(toResult(row))).join('\n');
    const jsonl = file('mark.jsonl', `\uFEFF${line}`);
    expect(await readRows([json])).toEqual(rows);
    expect(await readRows([jsonl])).toEqual(rows);
    expect((await readFile(json, new ReadFrom(askingSide))).config).toEqual({
      description: 'a run',
    });
  });

  it('says what a folder is', async () => {
    await expect(readRows([folder])).rejects.toThrow(
      `"${folder}" is a folder. Name the files of results in it, for example ${folder}/*.json.`,
    );
  });

  it('shares between rows what is equal in them', async () => {
    const line = `${JSON.stringify(toResult(rows[0]!))}\n`;
    const [one, other] = await readRows([file('equal.jsonl', line.repeat(2))]);
    expect(other!.positions).toEqual(rows[0]!.positions);
    expect(other!.positions).toBe(one!.positions);
  });

  it.each([
    ['table.csv', 'a,b\n1,2\n', 'table.csv is not JSON, which results of promptfoo are'],
    ['page.html', '<!DOCTYPE html><html>', 'page.html is not JSON, which results of promptfoo are'],
    ['page.json', '<html>', 'page.json is not JSON, which results of promptfoo are'],
    ['r.xml', '<?xml version="1.0"?>', 'r.xml is not JSON, which results of promptfoo are'],
    ['r.yaml', 'results: []', 'r.yaml is not JSON, which results of promptfoo are'],
    [
      'wide.json',
      Buffer.from('\uFEFF{}', 'utf16le'),
      'wide.json is UTF-16 text, as `>` of PowerShell writes it. Save it as UTF-8, for example with: iconv -f UTF-16 -t UTF-8 ',
    ],
    ['bare.json', Buffer.from('{}', 'utf16le'), 'with: iconv -f UTF-16LE -t UTF-8 '],
    ['r.json.gz', gzipSync('{}'), 'r.json.gz is compressed with gzip. Unpack it with `gunzip '],
    ['packed.json', gzipSync('{}'), 'packed.json > unpacked.json`.'],
    ['r.json.zip', Buffer.from('PK\x03\x04'), 'r.json.zip is a zip file. Unpack it first.'],
    ['words.json', 'hello', 'words.json is not JSON, which results of promptfoo are'],
    ['no/such.json', undefined, 'There is no file "no/such.json"'],
    [
      'broken.json',
      '{"results": {"results": [{]}}',
      'broken.json cannot be read as results of promptfoo',
    ],
    ['broken.jsonl', '{}\n{', 'broken.jsonl cannot be read as results of promptfoo'],
    ['foreign.json', '{"rows": []}', 'foreign.json holds no results of promptfoo.'],
    ['theirs.json', whole([theirs]), 'theirs.json holds no result'],
  ])('%s gets a clear error', async (name, content, message) => {
    const path = content === undefined ? name : file(name, content);
    await expect(readRows([path])).rejects.toThrow(message);
  });
});
