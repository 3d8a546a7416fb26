import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type LatestValueCase,
  loadUpdateWords,
  streamOf,
} from '../../../../src/extras/more-benchmarks/latest-value/index.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import {
  type LatestValueConfig,
  latestValue,
  SimulatedReader,
  score,
} from '../../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'latest-value-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config: LatestValueConfig): Promise<LatestValueCase[]> {
  return (await latestValue(config)).map(({ vars }) => vars!.case as unknown as LatestValueCase);
}

async function answered(theCase: LatestValueCase, profile: 'perfect' | 'forgetful') {
  const vars = { case: theCase };
  const { prompt } = await buildPrompt(theCase);
  const { output } = await new SimulatedReader({ config: { profile } }).callApi(prompt, {
    vars,
  } as never);
  return score(output, { vars: vars as never });
}

describe('streams of updates', () => {
  it('are the grid of the paper: 46 keys of 2 to 400 updates', async () => {
    const cases = await casesOf({});
    expect(cases.map(({ size }) => size)).toEqual(
      [2, 3, 4, 6, 8, 12, 17, 24, 34, 48, 68, 97, 139, 197, 281, 400].map((n) => `${n} updates`),
    );
    expect(new Set(cases.map(({ keys }) => keys))).toEqual(new Set([46]));
  });

  it.each(['en', 'zh'])(
    'mix keys, none twice in a row, each with values of its own, in %s',
    async (language) => {
      for (const theCase of await casesOf({ language, keys: [2, 3, 46], updates: 400 })) {
        const { updates, asked, positions } = streamOf(theCase);
        expect(updates).toHaveLength(asked.length * 400);
        expect(updates.filter(([key], i) => key === updates[i - 1]?.[0])).toEqual([]);
        for (const [i, { key, values }] of asked.entries()) {
          expect(new Set(values).size).toBe(400);
          expect(updates.filter(([other]) => other === key).map(([, value]) => value)).toEqual(
            values,
          );
          expect(updates[positions[i]! * (updates.length - 1)]).toEqual([key, values.at(-1)]);
        }
      }
    },
  );

  it('stand one key after the other, if asked for', async () => {
    const [theCase] = await casesOf({ order: 'by key', updates: 3, keys: 4, asked: 2 });
    const { updates, asked } = streamOf(theCase!);
    expect(updates.filter(([key], i) => key !== updates[i - 1]?.[0])).toHaveLength(4);
    expect(asked).toHaveLength(2);
  });

  it('have longer values without spaces', async () => {
    const [theCase] = await casesOf({ valueLength: 3, updates: 4, keys: 2 });
    for (const { values } of streamOf(theCase!).asked) {
      expect(values.every((value) => /^(?:[A-Z][a-z]+){6}$/.test(value))).toBe(true);
    }
  });

  it.each(['en', 'zh'])('have words that can be told apart, in %s', (language) => {
    const { keys, modifiers } = loadUpdateWords(language);
    const names = Object.keys(keys);
    const nouns = Object.values(keys).flat();
    expect(names).toHaveLength(46);
    expect(new Set([...nouns, ...names, ...modifiers]).size).toBe(46 * 20 + 46 + 20);
    expect(
      names.filter((name) => names.some((other) => other !== name && other.endsWith(name))),
    ).toEqual([]);
  });

  it('make series of updates, or of keys', async () => {
    const cases = await casesOf({ keys: [2, 46], updates: [125, 350] });
    expect(cases.map(({ size, updates }) => [size, updates])).toEqual([
      ['2 keys', 125],
      ['2 keys', 350],
      ['46 keys', 125],
      ['46 keys', 350],
    ]);
  });

  it('refuse to ask for more keys than there are', async () => {
    await expect(latestValue({ keys: [4, 8], asked: 5 })).rejects.toThrow(
      '`asked` is 5, but there are only 4 `keys`. Ask for fewer, or use more keys.',
    );
  });
});

describe('a simulated reader of updates', () => {
  it.each([
    { updates: [2, 24], valueLength: [1, 4] },
    { updates: 8, language: 'zh' },
    { updates: 8, keys: 5, asked: 2, order: 'by key' as const },
    { updates: 400 },
  ])('that is perfect gives the last value of every key: %j', async (config) => {
    for (const theCase of await casesOf(config)) {
      expect((await answered(theCase, 'perfect')).score).toBe(1);
    }
  });

  it('that lost a value gives the one before, and the score says so', async () => {
    const [theCase] = await casesOf({ updates: 6 });
    const {
      score: recall,
      reason,
      namedScores,
      metadata,
    } = (await answered(theCase!, 'forgetful')) as never as {
      score: number;
      reason: string;
      namedScores: Record<string, number>;
      metadata: { lags: number[]; diagnosis: string };
    };
    expect(recall).toBeLessThan(1);
    expect(namedScores.superseded).toBeCloseTo(1 - recall);
    expect(new Set(metadata.lags)).toEqual(new Set([0, 1]));
    expect(metadata.diagnosis).toBe('superseded');
    expect(reason).toMatch(/^\d+ of 46 keys, \d+ superseded \(by 1\)$/);
  });
});

describe('streams of the authors', () => {
  const text =
    'Track bird, sea fish.\n\nThe stream starts on the next line.\n bird: emu; sea fish: cod; bird: kea; sea fish: pike; \n\nWhat is the value of each key?';
  const example = (prompt: string) =>
    JSON.stringify({
      experiment: 'exp_updates',
      n_updates: 2,
      prompt,
      answer_formatted: '{"bird": "kea", "sea fish": "pike"}',
    });

  it('are asked byte for byte, with the values of every key', async () => {
    const published = join(folder, 'pi-llm.jsonl');
    const messages = [{ role: 'user', content: text }];
    writeFileSync(published, `${example(JSON.stringify(messages))}\n${example(text)}\n`);
    const cases = await casesOf({ published });
    expect(cases.map(({ task, size }) => `${task} ${size}`)).toEqual(
      Array(2).fill('exp_updates 2 keys × 2 updates'),
    );
    for (const theCase of cases) {
      expect(JSON.parse((await buildPrompt(theCase)).prompt)).toEqual(messages);
      expect(streamOf(theCase)).toMatchObject({
        asked: [
          { key: 'bird', values: ['emu', 'kea'] },
          { key: 'sea fish', values: ['cod', 'pike'] },
        ],
        positions: [2 / 3, 1],
      });
      expect((await answered(theCase, 'perfect')).score).toBe(1);
    }
  });

  it('say what is wrong with a file', async () => {
    const published = join(folder, 'wrong.jsonl');
    writeFileSync(published, example(text).replace('answer_formatted":"{', 'answer_formatted":"'));
    await expect(latestValue({ published })).rejects.toThrow(
      '`answer_formatted`: must be JSON. An example has `prompt`',
    );
  });
});
