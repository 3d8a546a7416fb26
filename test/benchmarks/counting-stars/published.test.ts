import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CountingStarsCase } from '../../../src/benchmarks/counting-stars/stars.js';
import { starsOf } from '../../../src/benchmarks/counting-stars/stars.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { countingStars, score } from '../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'published-'));
afterAll(() => rmSync(folder, { recursive: true }));

function publish(name: string, records: (object | string)[]): string {
  const path = join(folder, name);
  const lines = records.map((record) =>
    typeof record === 'string' ? record : JSON.stringify(record),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const asked = '\n\n\n\nList what the penguin saw: {"little_penguin": [x, ...]}.';
const sky = 'The boats came in.  A dog barked;{{ it }} rained.';

const acquisition = {
  question: `${sky}\nThe penguin saw 3 ★\n${sky}\nThe penguin saw 7 ★\n${asked}`,
  retrieval_question: asked,
  sky_size: 100,
  reference_counting_results: [3, 7],
  parameters: { temperature: 0 },
};

const reasoning = {
  question: `${sky}\nFirst it saw 4 ★, but no, it was 3 ★\n${sky}\nFirst it saw 6 ★, but no, it was 7 ★\n${asked}`,
  retrieval_question: asked,
  context_size: 200,
  reference_counting_results: [3, 7],
};

describe('published', () => {
  it('sends every prompt byte for byte', async () => {
    const path = publish('both.jsonl', [acquisition, '', reasoning]);
    const tests = await countingStars({ published: path });
    const cases = tests.map((test) => test.vars!.case as unknown as CountingStarsCase);
    expect(cases.map(({ task, language, evidence }) => [task, language, evidence])).toEqual([
      ['acquisition', 'en', 2],
      ['reasoning', 'en', 2],
    ]);
    for (const [i, { question }] of [acquisition, reasoning].entries()) {
      const built = await buildPrompt(cases[i]!);
      expect(built.prompt).toBe(question);
      expect(built.promptTokens).toBe(cases[i]!.tokens);
    }
    expect(tests[0]!.description).toMatch(/^\d+ tokens · both\.jsonl no\. 1 · acquisition$/);
  });

  it('reads sentences of a published file that an answer recites', async () => {
    const path = publish('recited.jsonl', [reasoning, acquisition]);
    const [reason, acquire] = await countingStars({ published: path });
    const judge = (test: typeof reason, output: string) =>
      score(output, { vars: test!.vars as Record<string, unknown>, test: test! });
    expect(
      await judge(
        reason,
        'First it saw 4 ★, but no, it was 3 ★\nFirst it saw 6 ★, but no, it was 7 ★',
      ),
    ).toMatchObject({ score: 1, metadata: { readBy: 'recited' } });
    expect(await judge(acquire, 'The penguin saw 3 ★. The penguin saw 8 ★.')).toMatchObject({
      score: 0.5,
      metadata: { readBy: 'recited' },
    });
  });

  it('recovers the mistaken counts of a reasoning file from its sentences', async () => {
    const path = publish('reasoning.jsonl', [reasoning]);
    const [test] = await countingStars({ published: path });
    const vars = test!.vars as Record<string, unknown>;
    const stars = starsOf(vars.case as CountingStarsCase);
    expect(stars.map(({ wrong }) => wrong)).toEqual([4, 6]);
    expect((await score('{"little_penguin": [3, 7]}', { vars })).score).toBe(1);
    expect((await score('{"little_penguin": [4, 7]}', { vars })).score).toBe((0.25 + 1) / 2);
    expect((await score('{"little_penguin": [3, 4]}', { vars })).score).toBe((0.5 + 0) / 2);
  });

  it.each([
    ['JSON', ['{'], 'line 1: is not JSON'],
    [
      'a prompt',
      [acquisition, { ...acquisition, question: 5 }],
      'line 2: `question`: must be a text',
    ],
    [
      'a question',
      [{ ...acquisition, retrieval_question: undefined }],
      '`retrieval_question`: must be a text',
    ],
    [
      'counts',
      [{ ...acquisition, reference_counting_results: ['3'] }],
      '`reference_counting_results.0`: must be a number',
    ],
    ['anything', [''], 'is empty. A published file has one JSON object on each line'],
  ])('names the line that lacks %s', async (name, records, message) => {
    const path = publish(`without-${name.replaceAll(' ', '-')}.jsonl`, records);
    await expect(countingStars({ published: path })).rejects.toThrow(message);
  });

  it('refuses options that could not change its prompts', async () => {
    const path = publish('options.jsonl', [acquisition]);
    await expect(countingStars({ published: path, stars: 4, seeds: 2 })).rejects.toThrow(
      'countingStars: `stars`, `seeds` cannot change prompts that are `published`. Leave them out',
    );
    const [test] = await countingStars({ published: path });
    expect(test!.metadata).not.toHaveProperty('haystack');
  });

  it('has no parts, and needs a file', async () => {
    const path = publish('vars.jsonl', [acquisition]);
    await expect(countingStars({ published: path, form: 'parts' })).rejects.toThrow(
      'published prompts and those of a template are sent byte for byte',
    );
    await expect(countingStars({ published: 'no/such.jsonl' })).rejects.toThrow(
      'published: there is no file "no/such.jsonl"',
    );
  });
});
