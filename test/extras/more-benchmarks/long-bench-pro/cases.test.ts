import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/base/files/files.js';
import { conditionsOf } from '../../../../src/benchmarks/conditions.js';
import type { Case } from '../../../../src/contract/case.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { type LongBenchProConfig, longBenchPro } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

const folder = mkdtempSync(join(tmpdir(), 'long-bench-pro-'));
afterAll(() => rmSync(folder, { recursive: true }));

const published = join(import.meta.dirname, '../../../../examples/long-bench-pro.json');
const ROWS = JSON.parse(readFileSync(published, 'utf8'));

async function casesOf(config: LongBenchProConfig = {}): Promise<Case[]> {
  const tests = await longBenchPro({ published, ...config });
  return tests.map(({ vars }) => vars!.case as unknown as Case);
}

describe('longBenchPro', () => {
  it('asks the questions of a language, a task, a length or a difficulty', async () => {
    const asked = async (config: LongBenchProConfig) =>
      (await casesOf(config)).map(({ task, size }) => [task, size]);
    const english = [
      ['T3.2', 'about 8192 tokens'],
      ['T1.2', 'about 8192 tokens'],
    ];
    const chinese = [
      ['T2.1', 'about 16384 tokens'],
      ['T7.1', 'about 16384 tokens'],
    ];
    expect(await asked({})).toEqual(english);
    expect(await asked({ language: ['en', 'zh'] })).toEqual([...english, ...chinese]);
    expect(await asked({ language: 'zh', tasks: 'T7.1' })).toEqual([chinese[1]]);
    expect(await asked({ difficulties: 'moderate' })).toEqual([english[1]]);
    expect(await asked({ language: ['en', 'zh'], sizes: '16k' })).toEqual(chinese);
  });

  it('sends text and question as the authors do, byte for byte', async () => {
    const [plain] = await casesOf();
    const [asked] = await casesOf({ thinking: true });
    const { context, question_nonthinking, question_thinking } = ROWS[0];
    const promptOf = async (theCase: Case) => (await buildPrompt(theCase)).prompt;
    expect(await promptOf(plain!)).toBe(`${context}\n\n\n\n${question_nonthinking}`);
    expect(await promptOf(asked!)).toBe(`${context}\n\n\n\n${question_thinking}`);
    const prompts = [plain!, asked!].map((one) => conditionsOf('long-bench-pro', one)!.prompts);
    expect(prompts).toEqual([
      "the authors' file, plain questions",
      "the authors' file, asked to think",
    ]);
  });

  it('leaves summaries out, and says what is missing', async () => {
    const summary = { ...ROWS[0], secondary_task: 'T4.1 Global-Coverage Constrained Summary' };
    const file = join(folder, 'summary.json');
    writeFileSync(file, JSON.stringify([summary, ROWS[0]]));
    expect(await casesOf({ published: file })).toHaveLength(1);
    await expect(casesOf({ tasks: 'T4.1' as never })).rejects.toThrow(/must be one of T1.1, T1.2/);
    await expect(longBenchPro()).rejects.toThrow(/`published` is missing/);
    writeFileSync(file, JSON.stringify([{ ...ROWS[0], token_length: '9k' }]));
    await expect(casesOf({ published: file })).rejects.toThrow(
      /example 1: `token_length`: must be one of 8k, 16k/,
    );
  });

  it('reads a file as large as the authors’, and refuses one that is too large to be read again', async () => {
    const file = join(folder, 'large.json');
    writeFileSync(file, JSON.stringify(ROWS));
    truncateSync(file, 257 * 1024 * 1024);
    const [theCase] = await casesOf({ published: file, examples: 1 });
    const { sha256 } = (theCase as unknown as { published: { sha256: string } }).published;
    expect(sha256).toBe(digestOf(readFileSync(file)));
    truncateSync(file, 2 ** 31);
    await expect(casesOf({ published: file })).rejects.toThrow(
      /large.json has 2048 MiB, and at most 2048 MiB are read. Use a part of it/,
    );
  });

  it.each([
    ['T3.2', '[Answer]\nB', 1, 1, true],
    ['T3.2', '**Answer:** B', 0, 1, true],
    ['T3.2', '[Answer] B.', 0, 1, true],
    ['T3.2', '[Answer]\nA', 0, 0, true],
    ['T3.2', 'The pilot may have', 0, 0, false],
    ['T3.2', '', 0, 0, false],
    ['T3.2', '<think>[Answer]\nB</think>[Answer]\nC', 0, 0, true],
    ['T1.2', '[Answer]\n1. Paragraph 4\n2. Paragraph 3', 0, 1, true],
    ['T1.2', '[Answer]\nParagraph 4, Paragraph 3', 0, 1, true],
    ['T2.1', '[答案]\n补网\n修船\n出海', 1, 1, true],
    ['T2.1', '【答案】\n1、补网\n2、修船\n3、出海。', 0, 1, true],
    ['T2.1', '答案：补网、修船、出海', 0, 1, true],
    ['T7.1', '[答案]\n甲', 2 / 3, 2 / 3, true],
  ] as const)('scores %s: %j', async (task, output, score, anywhere, readable) => {
    const [theCase] = await casesOf({ language: ['en', 'zh'], tasks: [task] });
    expect(scored(output, theCase!)).toMatchObject({
      ...{ score: expect.closeTo(score, 12), readable },
      namedScores: { recall: expect.closeTo(score, 12), anywhere: expect.closeTo(anywhere, 12) },
    });
  });
});
