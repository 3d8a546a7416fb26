import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { longBenchV2, SimulatedReader, score } from '../../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'long-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const question = (over: object) => ({
  _id: '1',
  domain: 'Novels',
  sub_domain: 'Crime',
  difficulty: 'easy',
  length: 'short',
  question: 'Who took the {"spoon"}?',
  choice_A: 'the cook',
  choice_B: 'the vicar',
  choice_C: 'the cat',
  choice_D: 'nobody',
  answer: 'C',
  context: 'A cat came in. It took the spoon, and left $Q$ and \\"}{ behind.',
  ...over,
});

const file = join(folder, 'data.json');
const QUESTIONS = [
  question({}),
  question({ difficulty: 'hard', length: 'long', question: 'Who cooked?', answer: 'A' }),
  question({ domain: 'Letters', question: 'Who wrote?', answer: 'D' }),
];
writeFileSync(file, JSON.stringify(QUESTIONS, null, 2));

describe('longBenchV2', () => {
  it('asks the questions of a file, those of a difficulty or a size', async () => {
    const numbers = async (config: object) =>
      (await longBenchV2({ published: file, ...config })).map(({ metadata }) => metadata!.example);
    expect(await numbers({})).toEqual([1, 2, 3]);
    expect(await numbers({ difficulties: 'hard' })).toEqual([2]);
    expect(await numbers({ sizes: ['short'], examples: 1 })).toEqual([1]);
  });

  it('puts text, question and choices into the prompt, and nothing into them', async () => {
    const [test] = await longBenchV2({ published: file, examples: 1 });
    const { prompt } = await buildPrompt(test!.vars!.case as never);
    expect(prompt).toContain(QUESTIONS[0]!.context);
    expect(prompt).toContain('Question: Who took the {"spoon"}?');
    expect(prompt).toContain('(C) the cat\n(D) nobody');
    const template = join(folder, 'mine.txt');
    writeFileSync(template, '$DOC$|$Q$|$C_A$|$C_B$|$C_C$|$C_D$');
    const [own] = await longBenchV2({ published: file, template, examples: 1 });
    expect((await buildPrompt(own!.vars!.case as never)).prompt).toBe(
      `${QUESTIONS[0]!.context}|${QUESTIONS[0]!.question}|the cook|the vicar|the cat|nobody`,
    );
    writeFileSync(template, '$DOC$');
    await expect(longBenchV2({ published: file, template })).rejects.toThrow(/has no \{Q\}/);
  });

  it('is answered by a reader that looks the question up, and not by a silent one', async () => {
    for (const { vars } of await longBenchV2({ published: file })) {
      const { prompt } = await buildPrompt(vars!.case as never);
      for (const [profile, expected] of [
        ['perfect', 1],
        ['silent', 0],
      ] as const) {
        const { output } = await new SimulatedReader({ config: { profile } }).callApi(prompt, {
          vars,
        } as never);
        expect((await score(output, { vars: vars as never })).score).toBe(expected);
      }
    }
  });

  it('says what is missing', async () => {
    await expect(longBenchV2()).rejects.toThrow(/`published` is missing/);
    await expect(longBenchV2({ published: join(folder, 'none.json') })).rejects.toThrow(/no file/);
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, JSON.stringify([question({ difficulty: 'tough' })]));
    await expect(longBenchV2({ published: wrong })).rejects.toThrow(
      /example 1: `difficulty`: must be easy or hard/,
    );
  });
});
