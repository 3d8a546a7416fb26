import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { multiDocumentQa, score } from '../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A row of FactConsolidation, as docs/reference/lost-in-the-middle.md writes it: numbered facts, of which the later count. */
const context = [
  'Here is a list of facts:',
  ...Array.from(
    { length: 60 },
    (_, i) => `${i}. The keeper of lighthouse ${i % 30} is Ivo ${'ABCDEFGH'[i % 8]}-${i}.`,
  ),
  '60. Plan {b} & $& stay.',
].join('\n');
const rows = [3, 17].map((i) => ({
  question: `Who is the keeper of lighthouse ${i}?`,
  answers: [`Ivo ${'ABCDEFGH'[(i + 30) % 8]}-${i + 30}`],
  stale: `Ivo ${'ABCDEFGH'[i % 8]}-${i}`,
}));

it('asks facts that replace each other as the one document of a prompt', async () => {
  const published = join(folder, 'factconsolidation_sh_6k.jsonl');
  const lines = rows.map(({ question, answers }) =>
    JSON.stringify({ question, answers, ctxs: [{ title: '', text: context }] }),
  );
  writeFileSync(published, lines.join('\n'));
  const template = join(folder, 'facts.txt');
  writeFileSync(template, 'Learn:\n{search_results}\nNow answer: {question}\nAnswer:');
  const config = {
    published,
    template,
    tasks: 'oracle',
    document: '{text}',
    questions: 2,
  } as const;
  const tests = await multiDocumentQa(config);
  expect(tests).toHaveLength(2);
  for (const test of tests) {
    const theCase = test.vars!.case as never;
    const { prompt } = await buildPrompt(theCase);
    const row = rows.find(({ question }) => prompt.includes(question))!;
    expect(prompt).toBe(`Learn:\n${context}\nNow answer: ${row.question}\nAnswer:`);
    const graded = async (output: string) => {
      const { score: mark, namedScores } = await score(output, {
        vars: { case: theCase },
      } as never);
      return [mark, namedScores!['first line']];
    };
    expect(await graded(row.answers[0]!)).toEqual([1, 1]);
    expect(await graded(`It is ${row.answers[0]}.`)).toEqual([1, 1]);
    expect(await graded(row.stale)).toEqual([0, 0]);
    expect(await graded(`The newest fact says:\n${row.answers[0]}`)).toEqual([1, 0]);
  }
});
