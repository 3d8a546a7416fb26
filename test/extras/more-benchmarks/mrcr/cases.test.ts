import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../../src/benchmarks/conditions.js';
import { type MrcrCase, wantedFor } from '../../../../src/extras/more-benchmarks/mrcr/cases.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { loadTokenizer } from '../../../../src/haystack/tokenizer.js';
import {
  chat,
  type MrcrConfig,
  mrcr,
  prompt,
  SimulatedReader,
  score,
} from '../../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'mrcr-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config: MrcrConfig): Promise<MrcrCase[]> {
  return (await mrcr(config)).map(({ vars }) => vars!.case as unknown as MrcrCase);
}

/** One example in the form of openai/mrcr, in our own words, as a Parquet file. */
const PARQUET = Buffer.from(
  'UEFSMRUGFZYFFaIDXBUCFQAVAhUAFQQVAAAAAwHJAuBFAQAAW3sicm9sZSI6InVzZXIiLCJjb250ZW50Ijoid3JpdGUgYSBwb2VtIGFib3V0IG93bHMifSwVNCBhc3Npc3RhbnQyOQAoRmlyc3Qgb3dsLiIdLP5gABlgFFNlY29uZIZhALhQcmVwZW5kIGFiYzEyMyB0byB0aGUgMm5kICgxIGluZGV4ZWQpIHBvZW0gYWJvdQWzeHMuIERvIG5vdCBpbmNsdWRlIGFueSBvdGhlciB0ZXgBF0QgeW91ciByZXNwb25zZS4ifV0VBhUuFTJcFQIVABUCFQAVBBUAAAADARVQEQAAAGFiYzEyM1NlY29uZCBvd2wuFQYVGBUcXBUCFQAVAhUAFQQVAAAAAwEKJAYAAABhYmMxMjMVBhUUFRhcFQIVABUCFQAVBBUAAAADAQgcAgAAAAAAAAAVBhUUFRhcFQIVABUCFQAVBBUAAAADAQgcAwAAAAAAAAAVBhUUFRhcFQIVABUCFQAVBBUAAAADAQgcBQAAAAAAAAAVBhUUFRhcFQIVABUCFQAVBBUAAAADAQgceAAAAAAAAAAVBBmMSARyb290FQ4AFQwlAhgGcHJvbXB0JQAAFQwlAhgGYW5zd2VyJQAAFQwlAhgYcmFuZG9tX3N0cmluZ190b19wcmVwZW5kJQAAFQQlAhgJbl9uZWVkbGVzABUEJQIYEWRlc2lyZWRfbXNnX2luZGV4ABUEJQIYDnRvdGFsX21lc3NhZ2VzABUEJQIYB25fY2hhcnMAFgIZHBl8JggcFQwZFQAZGAZwcm9tcHQVAhYCFsQFFtADJgg8NgAoEFt7InJvbGUiOiJ1c2VyIi0YEFt7InJvbGUiOiJ1c2VyIiwSEgAZHBUGFQAVAgAAACbYAxwVDBkVABkYBmFuc3dlchUCFgIWWBZcJtgDPDYAKBBhYmMxMjNTZWNvbmQgb3dtGBBhYmMxMjNTZWNvbmQgb3dsEhIAGRwVBhUAFQIAAAAmtAQcFQwZFQAZGBhyYW5kb21fc3RyaW5nX3RvX3ByZXBlbmQVAhYCFkIWRia0BDw2ACgGYWJjMTIzGAZhYmMxMjMAGRwVBhUAFQIAAAAm+gQcFQQZFQAZGAluX25lZWRsZXMVAhYCFj4WQib6BDw2ACgIAgAAAAAAAAAYCAIAAAAAAAAAABkcFQYVABUCAAAAJrwFHBUEGRUAGRgRZGVzaXJlZF9tc2dfaW5kZXgVAhYCFj4WQia8BTw2ACgIAwAAAAAAAAAYCAMAAAAAAAAAABkcFQYVABUCAAAAJv4FHBUEGRUAGRgOdG90YWxfbWVzc2FnZXMVAhYCFj4WQib+BTw2ACgIBQAAAAAAAAAYCAUAAAAAAAAAABkcFQYVABUCAAAAJsAGHBUEGRUAGRgHbl9jaGFycxUCFgIWPhZCJsAGPDYAKAh4AAAAAAAAABgIeAAAAAAAAAAAGRwVBhUAFQIAAAAW1ggWAjb6BgAoCWh5cGFycXVldBl8HAAAHAAAHAAAHAAAHAAAHAAAHAAAANICAABQQVIx',
  'base64',
);

describe('mrcr', () => {
  it('makes the same request as often as asked for, among others, and asks for each', async () => {
    const cases = await casesOf({ needles: [2, 4], lengths: [8000] });
    expect(cases.map(({ cell }) => [cell.needles, cell.index])).toEqual([
      [2, 0],
      [2, 1],
      [4, 0],
      [4, 1],
      [4, 2],
      [4, 3],
    ]);
    for (const theCase of cases) {
      const { messages = [] } = await buildPrompt(theCase);
      expect(messages.map(({ role }) => role)).toEqual(
        messages.map((_, i) => (i % 2 === 0 ? 'user' : 'assistant')),
      );
      const requests = messages.slice(0, -1).filter(({ role }) => role === 'user');
      const question = messages.at(-1)!.content;
      const [, form, topic] = /the \w+ ([\w ]+) about ([\w ]+) that you/.exec(question)!;
      const asked = requests.filter(({ content }) => content === `Write a ${form} about ${topic}.`);
      expect(asked).toHaveLength(theCase.cell.needles);
    }
  });

  it('has one draw for each conversation, whichever of its pieces are asked for', async () => {
    const cases = await casesOf({ needles: [2, 4], lengths: [8000], indices: [0, 1] });
    expect(cases.map(({ unit, cell }) => [unit, cell.index])).toEqual([
      ['2 needles', 0],
      ['2 needles', 1],
      ['4 needles', 0],
      ['4 needles', 1],
    ]);
  });

  it('fills a length with whole messages to 4 tokens, as each tokenizer counts them', async () => {
    for (const tokenizer of ['o200k_base', 'gpt2', 'characters', 'words']) {
      const config = { needles: 2, indices: [0], lengths: [9000, 20_000], tokenizer };
      const { count } = await loadTokenizer(tokenizer).then((one) => ({
        count: (text: string) => one.count(text),
      }));
      for (const theCase of await casesOf(config)) {
        const { messages = [], promptTokens } = await buildPrompt(theCase);
        expect(messages.reduce((sum, { content }) => sum + count(content), 0)).toBe(promptTokens);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(4);
      }
    }
  });

  it('gives promptfoo the messages, as text and as a list', async () => {
    const [test] = await mrcr({ needles: 2, indices: [1], lengths: [3000] });
    const { messages } = await buildPrompt(test!.vars!.case as never);
    const vars = test!.vars as Record<string, unknown>;
    expect(JSON.parse(await prompt({ vars }))).toEqual(messages);
    expect(await chat({ vars })).toEqual(messages);
  });

  it('is read perfectly by a perfect reader, and not at all by a silent one', async () => {
    const tests = await mrcr({ needles: [2, 8], lengths: [6000] });
    for (const { vars } of tests) {
      const { prompt: text } = await buildPrompt(vars!.case as never);
      const answer = async (profile: 'perfect' | 'silent') => {
        const model = new SimulatedReader({ config: { profile } });
        const { output } = await model.callApi(text, { vars } as never);
        return (await score(output, { vars: vars as never })).score;
      };
      expect(await answer('perfect')).toBe(1);
      expect(await answer('silent')).toBe(0);
    }
  });

  it('takes the authors’ file, as Parquet and as JSON lines', async () => {
    const parquet = join(folder, 'one.parquet');
    writeFileSync(parquet, PARQUET);
    const [fromParquet] = await mrcr({ published: parquet });
    const built = await buildPrompt(fromParquet!.vars!.case as never);
    expect(built.messages).toHaveLength(5);
    expect(built.question).toMatch(/^Prepend abc123 to the 2nd/);
    const lines = join(folder, 'two.jsonl');
    const record = {
      prompt: JSON.stringify(built.messages),
      answer: 'abc123Second owl.',
      random_string_to_prepend: 'abc123',
      n_needles: 2,
      desired_msg_index: 3,
      total_messages: 5,
    };
    writeFileSync(
      lines,
      `${JSON.stringify(record)}\n${JSON.stringify({ ...record, n_needles: 8 })}\n`,
    );
    const [first, second, ...others] = await mrcr({ published: lines });
    expect(others).toEqual([]);
    expect(second!.metadata).toMatchObject({ needles: 8, example: 2 });
    const graded = await score('abc123Second owl.', { vars: first!.vars as never });
    expect(graded).toMatchObject({ pass: true, score: 1 });
  });

  it('sizes examples by octaves as the authors count them, and asks those of `lengths`', async () => {
    const lines = join(folder, 'octaves.jsonl');
    const record = (words: number, n_needles = 8) => ({
      prompt: JSON.stringify([
        { role: 'user', content: 'word '.repeat(words) },
        { role: 'assistant', content: 'First owl.' },
        { role: 'user', content: 'Which?' },
      ]),
      answer: 'abc123First owl.',
      random_string_to_prepend: 'abc123',
      ...{ n_needles, desired_msg_index: 1, total_messages: 3 },
    });
    const records = [record(20), record(100), record(110), record(120, 2)];
    writeFileSync(lines, records.map((one) => JSON.stringify(one)).join('\n'));
    const sizes = async (config: MrcrConfig) =>
      (await casesOf({ published: lines, ...config })).map(({ size, needles }) => [size, needles]);
    expect(await sizes({})).toEqual([
      ['up to 32 tokens', 8],
      ['up to 128 tokens', 8],
      ['up to 128 tokens', 8],
      ['up to 256 tokens', 2],
    ]);
    expect(await sizes({ lengths: [128, 256], needles: 8 })).toHaveLength(2);
    expect(await sizes({ lengths: [128], examples: 1 })).toHaveLength(1);
    // In other tokens an example is of another length, and of the same octave.
    expect(await sizes({ lengths: [32], tokenizer: 'characters' })).toHaveLength(1);
    await expect(sizes({ lengths: [4096] })).rejects.toThrow(
      'mrcr: `lengths` has 4096, but `published` has prompts of up to 32, 128, 256 tokens.',
    );
    await expect(sizes({ needles: 4 })).rejects.toThrow(/`published` has no prompt of those/);
    await expect(mrcr({ published: 'a.csv', lengths: [4096] })).rejects.toThrow(
      /`lengths` cannot choose among the prompts of a CSV/,
    );
    await expect(sizes({ lengths: 8 })).rejects.toThrow(/a list of powers of two/);
    await expect(sizes({ lengths: [100] })).rejects.toThrow(/a list of powers of two/);
    const [first] = await casesOf({ published: lines, needles: 8 });
    expect(conditionsOf('mrcr', first!)).toEqual({
      language: 'en',
      needles: '8',
      prompts: `a file of yours ${first!.published!.sha256}`,
    });
  });

  it('takes NeMo Gym’s lines, and finds out where the right message stands', async () => {
    const lines = join(folder, 'gym.jsonl');
    const input = ['a poem, please', 'First owl.', 'a poem, please', 'Second owl.', 'Which?'];
    const record = {
      responses_create_params: {
        input: input.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
      },
      expected_answer: 'abc123Second owl.',
      random_string_to_prepend: 'abc123',
      n_needles: 2,
    };
    const unknown = { ...record, expected_answer: 'abc123Third owl.' };
    writeFileSync(lines, [record, unknown].map((one) => JSON.stringify(one)).join('\n'));
    const [test, other] = await mrcr({ published: lines });
    const theCase = test!.vars!.case as never;
    expect(wantedFor(theCase)).toMatchObject({ position: 0.75, right: 1 });
    expect((await buildPrompt(theCase)).messages).toHaveLength(5);
    const taken = await score('abc123First owl.', { vars: test!.vars as never });
    expect(taken.metadata).toMatchObject({ positions: [0.75] });
    const nowhere = await score('abc123Third owl.', { vars: other!.vars as never });
    expect(nowhere).toMatchObject({ score: 1, metadata: { positions: [], marks: [] } });
  });

  it('says what is wrong with a file, an option or a length', async () => {
    const broken = join(folder, 'broken.jsonl');
    writeFileSync(broken, '{"prompt": "[]", "n_needles": 2}\n');
    await expect(mrcr({ published: broken })).rejects.toThrow(
      /^published: .*broken\.jsonl, example 1: `desired_msg_index`: /,
    );
    writeFileSync(broken, '{"prompt": "[]"');
    await expect(mrcr({ published: broken })).rejects.toThrow(/ends inside an example/);
    const notParquet = join(folder, 'no.parquet');
    writeFileSync(notParquet, 'no');
    await expect(mrcr({ published: notParquet })).rejects.toThrow(/cannot be read as Parquet/);
    await expect(mrcr({ needles: 2, indices: [2] })).rejects.toThrow(/`indices` has 2/);
    await expect(mrcr({ lengths: [600] })).rejects.toThrow(/`lengths` has 600.*take \d+ tokens/);
    await expect(mrcr({ language: 'ko' })).rejects.toThrow(/words only in en/);
  });
});

describe('mrcr of version 2', () => {
  it('is one text: two solved examples, every key as often as the wanted one, and the question', async () => {
    const cases = await casesOf({ version: 2, needles: 4, lengths: [24_000] });
    const prompts = await Promise.all(cases.map((theCase) => buildPrompt(theCase)));
    const [{ prompt: text, messages }] = prompts as [(typeof prompts)[0]];
    expect(messages).toBeUndefined();
    const [before, after] = text.split('--- Your conversation ---') as [string, string];
    const solved = /User: Begin with (\w{12}), .*\n\nAssistant: \1([\s\S]*?)(?=\n\n---)/g;
    const answers = [...before.concat('---').matchAll(solved)].map(([, , answer]) => answer!);
    expect(answers.map((answer) => before.split(answer).length - 1)).toEqual([2, 2]);
    const requests = after.match(/(?<=User: )Write .*/g)!;
    const often = new Map<string, number>();
    for (const one of requests.slice(1)) often.set(one, (often.get(one) ?? 0) + 1);
    const amounts = [...often.values()];
    expect(amounts.filter((amount) => amount !== 4).length).toBeLessThanOrEqual(1);
    expect(amounts.length).toBeGreaterThan(8);
    // All questions about one conversation share their pieces and their prefix.
    const { prefix, pieces } = wantedFor(cases[0]!);
    expect(new Set(pieces).size).toBe(4);
    for (const [i, theCase] of cases.entries()) {
      expect(wantedFor(theCase)).toMatchObject({ prefix, right: i, answer: prefix + pieces[i] });
      const [asked] = prompts[i]!.prompt.match(/User: Begin with.*\n\nAssistant:$/)!;
      expect(asked).toContain(`${prefix}, and`);
    }
  });

  it('fills a length to 4 tokens, as each tokenizer counts the text', async () => {
    for (const tokenizer of ['o200k_base', 'gpt2', 'claude', 'characters']) {
      const config: MrcrConfig = { version: 2, needles: [2, 8], indices: [1], tokenizer };
      const lengths = { characters: [60_000], o200k_base: [9000, 30_000] }[tokenizer] ?? [9000];
      for (const theCase of await casesOf({ ...config, lengths })) {
        const { promptTokens } = await buildPrompt(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(4);
      }
    }
  });

  it('is read perfectly by a perfect reader, and not at all by a silent one', async () => {
    for (const { vars } of await mrcr({
      version: 2,
      needles: 8,
      lengths: [9000],
      indices: [0, 7],
    })) {
      const { prompt: text } = await buildPrompt(vars!.case as never);
      const scored = async (profile: 'perfect' | 'silent') => {
        const model = new SimulatedReader({ config: { profile } });
        const { output } = await model.callApi(text, { vars } as never);
        return (await score(output, { vars: vars as never })).score;
      };
      expect(await scored('perfect')).toBe(1);
      expect(await scored('silent')).toBe(0);
    }
  });

  it('takes the authors’ CSV, row by row, and no file of the other version', async () => {
    const csv = join(folder, 'v2.csv');
    const queries =
      'Examples.\n\nUser: a poem\n\nAssistant: One "owl", two.\n\nUser: a poem\n\nAssistant: Three\n\nowls.\n\nUser: Prepend\n\nAssistant:';
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const row = (answer: string, relevant: number) =>
      [quoted(queries), quoted(`AbCdEf012345${answer}`), 900, relevant].join(',');
    const header = '\ufeffqueries,answer,context_len,num_relevant';
    writeFileSync(csv, [header, row('Three\n\nowls. ', 2), row('One "owl", two.', 8)].join('\n'));
    const tests = await mrcr({ published: csv, needles: [2, 8] });
    expect(tests.map(({ metadata }) => metadata)).toMatchObject([
      { needles: 2, example: 1 },
      { needles: 8, example: 2 },
    ]);
    const built = await buildPrompt(tests[1]!.vars!.case as never);
    expect(built.prompt).toBe(queries);
    const answer = 'It is AbCdEf012345 One "owl", two.';
    expect(await score(answer, { vars: tests[1]!.vars as never })).toMatchObject({ score: 1 });
    const other = await score('AbCdEf012345One "owl", two.', { vars: tests[0]!.vars as never });
    expect(other.score).toBeLessThan(0.5);
    await expect(mrcr({ version: 2, published: csv })).rejects.toThrow(
      /`version` is for conversations/,
    );
    writeFileSync(csv, `${header}\n"open`);
    await expect(mrcr({ published: csv })).rejects.toThrow(/ends inside an example/);
    writeFileSync(csv, `${header}\na,b\n`);
    await expect(mrcr({ published: csv })).rejects.toThrow(/example 1 is not CSV/);
  });
});
