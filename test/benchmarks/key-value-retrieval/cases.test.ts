import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { afterAll, describe, expect, it } from 'vitest';
import { datasetNames } from '../../../src/base/datasets.js';
import {
  type KeyValue,
  type KeyValueCase,
  keyValueData,
} from '../../../src/benchmarks/key-value-retrieval/index.js';
import { randomUuid } from '../../../src/benchmarks/uuid.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type KeyValueRetrievalConfig, keyValueRetrieval } from '../../../src/index.js';
import { differentNumbers, sortedBy } from '../../sorted-by.js';

const folder = mkdtempSync(join(tmpdir(), 'key-value-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config?: KeyValueRetrievalConfig): Promise<KeyValueCase[]> {
  const tests = await keyValueRetrieval(config);
  return tests.map(({ vars }) => vars!.case as unknown as KeyValueCase);
}

const built = (theCase: KeyValueCase) => buildPrompt(theCase);

/** The object of a prompt, which is all from the first brace on but the question. */
async function objectOf(theCase: KeyValueCase): Promise<[string, string][]> {
  const { context } = await built(theCase);
  return Object.entries(JSON.parse(context.slice(context.indexOf('{'))) as Record<string, string>);
}

const record = {
  ordered_kv_records: [
    ['k1', 'v1'],
    ['k2', 'v2'],
    ['k3', 'v3'],
    ['k4', 'v4'],
  ],
  key: 'k3',
  value: 'v3',
};

function publish(name: string, lines: (object | string)[]): string {
  const path = join(folder, name);
  const text = `${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`;
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

describe('keyValueRetrieval', () => {
  it('has the grids of the paper: 75, 140 and 300 pairs, the gold one from first to last', async () => {
    const cases = sortedBy(
      await casesOf(),
      ({ cell }) => cell.pairs,
      (theCase) => keyValueData(theCase).index,
    );
    expect(cases.map((theCase) => [theCase.cell.pairs, keyValueData(theCase).index])).toEqual([
      ...[0, 19, 37, 56, 74].map((gold) => [75, gold]),
      ...[0, 35, 70, 104, 139].map((gold) => [140, gold]),
      ...[0, 75, 150, 224, 299].map((gold) => [300, gold]),
    ]);
    for (const theCase of cases) {
      const pairs = await objectOf(theCase);
      expect(pairs).toHaveLength(theCase.cell.pairs);
      expect(new Set(pairs.flat()).size).toBe(2 * theCase.cell.pairs);
      const { question } = await built(theCase);
      expect(question).toContain(`"${pairs[keyValueData(theCase).index]![0]}"`);
    }
    const [first] = (await keyValueRetrieval()).filter(
      ({ metadata }) => metadata!.depth === 0 && metadata!.pairs === 75,
    );
    expect(first!.description).toMatch(/^\d+ tokens · 75 pairs · index 0$/);
    expect(first!.metadata).not.toHaveProperty('haystack');
  });

  it('moves the gold pair, while the others keep their order and the question stays', async () => {
    const cases = await casesOf({ pairs: [20], indices: [0, 7, 19] });
    const others: unknown[] = [];
    for (const theCase of cases) {
      const { pairs, gold, index } = keyValueData(theCase);
      expect(pairs[index]).toEqual(gold);
      others.push([gold, pairs.filter((pair) => pair !== gold)]);
    }
    expect(others[1]).toEqual(others[0]);
    expect(others[2]).toEqual(others[0]);
    expect(new Set(cases.map(({ tokens }) => tokens)).size).toBe(1);
  });

  it('is one draw at all places of an object, since they ask for one key', async () => {
    const cases = await casesOf({ pairs: [4], depths: 3, seeds: 2 });
    expect(cases.map(({ seed, unit }) => [seed, unit])).toEqual(
      [1, 1, 1, 2, 2, 2].map((seed) => [seed, 'object']),
    );
  });

  it('draws other pairs for every seed, and the same for the same', async () => {
    const config = { pairs: [5], depths: [1], seeds: 3 };
    const prompts = await Promise.all((await casesOf(config)).map(built));
    expect(new Set(prompts.map(({ prompt }) => prompt)).size).toBe(3);
    const again = await Promise.all((await casesOf(config)).map(built));
    expect(again.map(({ prompt }) => prompt)).toEqual(prompts.map(({ prompt }) => prompt));
  });

  it('makes UUIDs of version 4', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(randomUuid(seedrandom(seed))).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
    const random = seedrandom('variants');
    const variants = Array.from({ length: 400 }, () => randomUuid(random)[19]!);
    expect([...new Set(variants)].sort()).toEqual(['8', '9', 'a', 'b']);
  });

  it.each(['o200k_base', 'cl100k_base', 'words'])(
    'fills lengths exactly in %s',
    async (tokenizer) => {
      const lengths = [600, 1000, 3333, 5000, tokenizer === 'words' ? 7000 : 32_000];
      const cases = await casesOf({ lengths, tokenizer, seeds: 3 });
      expect(cases).toHaveLength(5 * 5 * 3);
      for (const theCase of cases) {
        const { promptTokens } = await built(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(Math.max(40, theCase.tokens * 0.002));
        const { pairs, index, position } = keyValueData(theCase);
        expect(Math.abs(index / (pairs.length - 1) - position)).toBeLessThan(
          0.5 / (pairs.length - 1) + 1e-9,
        );
        expect(theCase.cell).toMatchObject({ depth: position, pairs: pairs.length });
      }
      expect(differentNumbers(cases.map((theCase) => keyValueData(theCase).position))).toEqual([
        0, 0.25, 0.5, 0.75, 1,
      ]);
    },
  );

  it.each(datasetNames('key-value/'))(
    'asks in %s, before the object too if it is to',
    async (language) => {
      const [plain] = await casesOf({ pairs: [3], depths: [0], language });
      const [aware] = await casesOf({ pairs: [3], depths: [0], language, queryAware: true });
      const { context, question, prompt } = await built(aware!);
      expect(prompt).toBe(`${context}\n\n${question}`);
      expect(context.startsWith(`${question}\n\n`)).toBe(true);
      expect((await built(plain!)).context).toBe(context.slice(question.length + 2));
    },
  );

  it.each(['kv.jsonl', 'kv.jsonl.gz'])(
    'reads %s in its order, and moves the gold pair',
    async (name) => {
      const published = publish(name, [record, '', { ...record, key: 'k1', value: 'v1' }]);
      const cases = await casesOf({ published, indices: [0, 3] });
      const found = await Promise.all(cases.map(objectOf));
      expect(found.map((pairs) => pairs.map(([key]) => key).join(' '))).toEqual([
        'k3 k1 k2 k4',
        'k1 k2 k4 k3',
        'k1 k2 k3 k4',
        'k2 k3 k4 k1',
      ]);
      expect(cases.map(({ cell }) => cell!.example)).toEqual([1, 1, 2, 2]);
      const [only, ...rest] = await keyValueRetrieval({ published, indices: [0], examples: 1 });
      expect(rest).toEqual([]);
      expect(only!.description).toMatch(` tokens · ${name} no. 1`);
    },
  );

  it('asks those objects of a published file that have so many pairs', async () => {
    const published = publish('sized.jsonl', [record]);
    const pairs = record.ordered_kv_records.length;
    const cases = await casesOf({ published, pairs: [pairs, 99], indices: { [pairs]: [1] } });
    expect(cases.map(({ cell }) => cell)).toMatchObject([{ index: 1 }]);
    await expect(keyValueRetrieval({ published, pairs: 99 })).rejects.toThrow(
      `\`pairs\` has 99, but the objects of ${published} have ${pairs}. Leave \`pairs\` out`,
    );
  });

  it('keeps strings of a published file as they are', async () => {
    const pairs: KeyValue[] = [
      ['a"b\\', '{{ x }}'],
      ['$&', 'ü'],
    ];
    const [key, value] = pairs[1]!;
    const published = publish('odd.jsonl', [{ ordered_kv_records: pairs, key, value }]);
    const [theCase] = await casesOf({ published, depths: [1] });
    expect(await objectOf(theCase!)).toEqual(pairs);
    expect((await built(theCase!)).question).toContain('"$&"');
  });

  it('notices that a published file has changed', async () => {
    const published = publish('changing.jsonl', [record]);
    const [theCase] = await casesOf({ published, indices: [0] });
    const stale = { ...theCase!, published: { ...theCase!.published!, sha256: '0'.repeat(16) } };
    await expect(built(stale)).rejects.toThrow('changing.jsonl is gone or has changed');
  });

  it.each<[object, string]>([
    [{ pairs: 0 }, '`pairs` is 0, but must be a whole number of at least 1, or a list of them'],
    [{ depths: [2] }, '`depths[0]` is 2, but must be a number from 0 to 1'],
    [{ indices: [1.5] }, '`indices[0]` is 1.5, but must be a list of whole numbers'],
    [{ indices: [1], depths: 3 }, '`indices` and `depths` both say where the item stands'],
    [{ gold: 'first' }, 'there is no option `gold`. Did you mean `'],
    [
      { pairs: 10, indices: [10] },
      '`indices` has 10, but a prompt has 10 pairs, so the last index is 9',
    ],
    [{ lengths: [1000], indices: [300] }, '`indices` has 300, but a prompt has 17 pairs'],
    [{ pairs: 10, lengths: 3 }, '`pairs` and `lengths` both say how large an object is. Give one'],
    [{ pairs: 10, maxTokens: 3000 }, '`pairs` and `maxTokens` both say how large an object is'],
    [{ examples: 3 }, '`examples` is for a file that is `published`. For more random pairs, use'],
    [{ published: 'x.jsonl', seeds: 2 }, '`seeds` is for random pairs, but those of `published`'],
    [{ published: 'x.jsonl' }, 'published: there is no file "x.jsonl"'],
    [{ language: 'datasets/languages/fr.yaml' }, 'language: there is no file'],
    [{ lengths: [100] }, 'no prompt of 100 tokens can be made to within 40; the nearest has'],
    [{ haystack: 'prose' }, 'keyValueRetrieval: there is no option `haystack`'],
  ])('refuses %j', async (config, message) => {
    await expect(keyValueRetrieval(config as never)).rejects.toThrow(message);
  });

  it.each<[string, object | string, string]>([
    [
      'text',
      'no json',
      'line 1: is not JSON. A published file has one JSON object on each line, with',
    ],
    ['field', { ...record, key: 3 }, 'line 1: `key`: Invalid input'],
    ['gold', { ...record, value: 'v4' }, 'there is no pair of `key` and `value` among'],
    ['empty', '', 'empty.jsonl is empty.'],
  ])('says what is wrong with a published file: %s', async (name, line, message) => {
    const published = publish(`${name}.jsonl`, [line]);
    await expect(keyValueRetrieval({ published })).rejects.toThrow(message);
  });

  it('says when a compressed file is broken', async () => {
    const published = join(folder, 'broken.jsonl.gz');
    writeFileSync(published, gzipSync(JSON.stringify(record)).subarray(0, 30));
    await expect(keyValueRetrieval({ published })).rejects.toThrow('cannot be decompressed');
  });
});
