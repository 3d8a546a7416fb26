import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mean } from '../../../src/base/numbers.js';
import { SET_LANGUAGES } from '../../../src/benchmarks/documents.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import {
  type MultiDocumentQaConfig,
  multiDocumentQa,
  SimulatedReader,
  score,
} from '../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../src/providers/read-prompt.js';

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ask a reader all prompts of a grid, and score its answers. */
async function ask(config: SimulatedReaderConfig, grid: MultiDocumentQaConfig) {
  const model = new SimulatedReader({ config });
  const tests = await multiDocumentQa(grid);
  return Promise.all(
    tests.map(async ({ vars, metadata }) => {
      const { prompt } = await buildPrompt(vars!.case as never);
      const response = await model.callApi(prompt, { vars } as never);
      const result = await score(response.output, { vars: vars as Record<string, unknown> });
      const { positions, diagnosis } = result.metadata as {
        positions: number[];
        diagnosis: string;
      };
      return { score: result.score, position: positions[0], diagnosis, task: metadata!.task };
    }),
  );
}

describe('reader of multi-document QA', () => {
  it.each(SET_LANGUAGES)('perfect: answers from the documents, in %s', async (language) => {
    const grid = { language, documents: [2, 10], questions: 15, queryAware: true };
    const answers = await ask({ profile: 'perfect' }, { ...grid, tasks: ['documents', 'oracle'] });
    expect(answers.map((answer) => answer.score)).toEqual(answers.map(() => 1));
  });

  it('knows nothing that does not stand in the prompt', async () => {
    const answers = await ask({ profile: 'perfect' }, { tasks: ['closed-book'], questions: 5 });
    expect(answers.map(({ diagnosis }) => diagnosis)).toEqual(Array(5).fill('missing'));
  });

  it('perfect: answers from published documents', async () => {
    const published = join(folder, 'oracle.jsonl');
    const records = ['red', 'green', 'blue', 'grey'].map((colour, i) => ({
      question: `what colour is house ${i}`,
      answers: [`The ${colour} one`, colour],
      ctxs: [{ title: `House ${i}`, text: `Painted ${colour}.\n\nIt stands [1] here.` }],
    }));
    writeFileSync(published, records.map((record) => JSON.stringify(record)).join('\n'));
    const grid: MultiDocumentQaConfig = {
      published,
      documents: [3],
      questions: 4,
      tasks: ['documents', 'oracle'],
    };
    const answers = await ask({ profile: 'perfect' }, grid);
    expect(answers.map((answer) => answer.score)).toEqual(answers.map(() => 1));
    for (const { diagnosis } of await ask(
      { profile: 'forgetful', recall: 0 },
      { ...grid, tasks: ['documents'] },
    )) {
      expect(diagnosis).toBe('another');
    }
  });

  it('lost-in-the-middle: its curve is a U', async () => {
    const grid = { documents: [20], questions: 60 };
    const answers = await ask({ profile: 'lost-in-the-middle' }, grid);
    const at = (place: number) =>
      mean(answers.filter(({ position }) => position === place).map((answer) => answer.score));
    expect([at(0), at(1)]).toEqual([1, 1]);
    expect(at(0.5)).toBeLessThan(0.6);
    expect(at(0.25)).toBeGreaterThan(at(0.5));
    expect(at(0.75)).toBeGreaterThan(at(0.5));
  });

  it('gives the answer of another document, or none, when it does not recall the right one', async () => {
    const grid = { documents: [10], questions: 5 };
    for (const { diagnosis } of await ask({ profile: 'forgetful', recall: 0 }, grid)) {
      expect(diagnosis).toBe('another');
    }
    const alone = await ask({ profile: 'forgetful', recall: 0 }, { ...grid, tasks: ['oracle'] });
    for (const { diagnosis } of alone) expect(diagnosis).toBe('missing');
  });
});
