/** The example of a pipeline behind HTTP, from two files to a gate that fails when its citations fell. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import {
  type EvalResult,
  type Evaluation,
  INDEX,
  Project,
  ROOT,
  readResults,
  runPromptfoo,
  temporaryFolder,
} from './promptfoo.js';

const folder = temporaryFolder();
const state = folder.path;
const project = { path: state, state };
const results = join(state, 'results.json');
let evaluation: Evaluation;

beforeAll(async () => {
  const ended = await runPromptfoo(['eval', '--no-table', '--no-progress-bar', '-o', results], {
    cwd: join(ROOT, 'examples/own-pipeline'),
    state,
  });
  evaluation = { ...ended, ...readResults(results) };
});
afterAll(() => folder.remove());

const of = (label: string, documents: number) =>
  evaluation.results.filter(
    ({ provider, vars }) => provider.label === label && vars.case.size === `${documents} documents`,
  );

const cited = (cells: readonly EvalResult[]) =>
  cells.reduce((sum, { namedScores }) => sum + namedScores.cites!, 0) / cells.length;

describe('a pipeline behind HTTP', () => {
  it('is sent its documents in a prompt of its own, which is recognised', () => {
    expect(evaluation.stats.errors, evaluation.output).toBe(0);
    expect(of('good', 64)).toHaveLength(24);
    for (const { prompt, success } of of('good', 64)) {
      expect(success).toBe(true);
      expect(JSON.parse(prompt.raw)).toMatchObject({ documents: expect.any(Array) });
    }
  });

  it('has a curve for its citations, which fail with many documents', () => {
    expect(cited(of('good', 64))).toBe(1);
    expect(cited(of('lost in the middle', 8))).toBeGreaterThan(0.7);
    expect(cited(of('lost in the middle', 64))).toBeLessThan(0.3);
    expect(evaluation.output).toMatch(/^✓ good is reliable up to 64 documents\.$/m);
  });

  it('passes a gate against itself, and fails one when it cites less', async () => {
    const baseline = join(state, 'baseline.json');
    await ours(project, ['baseline', results, '-o', baseline]);
    const same = await ours(project, ['gate', results, '--baseline', baseline]);
    expect(same.exitCode, same.output).toBe(0);
    const worse = JSON.parse(readFileSync(results, 'utf8'));
    for (const [i, one] of worse.results.results.entries()) {
      if (one.provider.label === 'good' && i % 2 === 0) one.namedScores.cites = 0;
    }
    const file = join(state, 'worse.json');
    writeFileSync(file, JSON.stringify(worse));
    const fallen = await ours(project, ['gate', file, '--baseline', baseline]);
    expect(fallen.exitCode).toBe(1);
    expect(fallen.output).toMatch(
      /^Failed: good's cites at 4 documents fell \d+ points \(100% → \d+%/,
    );
    expect(fallen.output).not.toMatch(/^✗ good's recall/m);
  });
});

/** The pipeline of the example, which takes only the first documents that it is sent. */
const LIMITED = `
import { answer } from './pipeline.mjs';

export default class Limited {
  id = () => 'limited';
  async callApi(prompt, { vars: { question, documents } }) {
    const taken = JSON.parse(documents).slice(0, Number(process.env.LIMIT));
    return { output: answer('/good', { question, documents: taken }) };
  }
}`;

describe('a pipeline that takes 12 documents, and took 16', () => {
  const limited = new Project();
  const evaluator = new Evaluator(limited);
  afterAll(async () => {
    await evaluator.stop();
    limited.remove();
  });

  it.each([{ counts: [2, 4, 8, 12, 16] }, { lengths: [250, 500, 1000, 2000, 4000] }])(
    'fails its gate, with %j',
    async (sizes) => {
      for (const file of ['pipeline.mjs', 'questions.jsonl', 'documents.jsonl']) {
        copyFileSync(join(ROOT, 'examples/own-pipeline', file), join(limited.path, file));
      }
      limited.write('limited.mjs', LIMITED);
      const config = {
        prompts: ['{{documents}}\n\n{{question}}'],
        providers: ['file://limited.mjs'],
        defaultTest: {
          assert: [{ type: 'regex', metric: 'cites', value: '\\[[0-9]+\\]$' }],
        },
        tests: [
          {
            path: `${INDEX}:ownDocuments`,
            config: {
              ...sizes,
              ...{ questions: 'questions.jsonl', documents: 'documents.jsonl', form: 'parts' },
              ...{ examples: 17, metrics: ['recall', 'cites'] },
            },
          },
        ],
      };
      for (const [file, LIMIT] of [
        ['sixteen.json', '16'],
        ['twelve.json', '12'],
      ] as const) {
        const { output, stats } = await evaluator.evaluate(config, { file, variables: { LIMIT } });
        expect(stats.errors, output).toBe(0);
      }
      const gate = (file: string) => ours(limited, ['gate', file, '--baseline', 'sixteen.json']);
      copyFileSync(join(limited.path, 'sixteen.json'), join(limited.path, 'again.json'));
      const same = await gate('again.json');
      expect(same.exitCode, same.output).toBe(0);
      const fewer = await gate('twelve.json');
      expect(fewer.exitCode, fewer.output).toBe(1);
    },
  );
});
