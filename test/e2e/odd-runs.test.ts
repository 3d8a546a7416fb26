/** Runs in which something is missing: each file that is written of them is held against its schema. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { type Format, inFormat } from './formats.js';
import { INDEX, Project, SIMULATED_MODEL } from './promptfoo.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const project = new Project();
const evaluator = new Evaluator(project);

afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

/** A model that finds all stars, unless its config says what becomes of which call. */
project.write(
  'odd.mjs',
  `const ANSWERS = {
  refused: { output: 'I cannot help with that.', isRefusal: true },
  cut: { output: '{"little_penguin": [', finishReason: 'length' },
  empty: { output: '' },
  failed: { error: 'HTTP 500: overloaded' },
  window: { error: "This model's maximum context length is 900 tokens." },
  filtered: { output: '', guardrails: { flagged: true } },
  number: { output: 7 },
  object: { output: { little_penguin: 'none' } },
  free: { output: 'no idea', tokenUsage: { prompt: 'many' }, cost: 0, latencyMs: -5 },
};
export default class Odd {
  constructor({ config }) { this.config = config; this.calls = 0; }
  id() { return 'odd'; }
  async callApi(prompt) {
    const { becomes, every = 1, cached } = this.config;
    if (becomes && this.calls++ % every === 0) return ANSWERS[becomes];
    const stars = [...prompt.matchAll(/counted (\\d+) ★/g)].map(([, count]) => count);
    return { output: JSON.stringify({ little_penguin: stars.map(Number) }), ...(cached && { cached }) };
  }
}
`,
);
project.write('compact.mjs', 'export const broken = () => { throw new Error("no summary"); };');

const odd = (config: object = {}, label = 'model') => ({ id: 'file://odd.mjs', label, config });

const stars = (config: object = {}) => ({
  path: `${INDEX}:countingStars`,
  config: { stars: 4, lengths: [1000, 2000], threshold: 0, ...config },
});

const own = (config: object = {}) => ({
  vars: { prompt: 'How many are counted 3 ★?' },
  assert: [{ type: 'contains', value: '3', metric: 'named', ...config }],
});

const suite = (providers: object[], tests: object[] = [stars()], more: object = {}) => ({
  prompts: ['{{prompt}}'],
  evaluateOptions: { maxConcurrency: 1, cache: false },
  providers,
  tests,
  ...more,
});

const simulated = (profile: string) => ({
  id: SIMULATED_MODEL,
  label: 'model',
  config: { profile },
});

const tasksOf = (generator: string, config: object) => [
  { path: `${INDEX}:${generator}`, config: { threshold: 0, ...config } },
];

/** The run, and the one that it is compared with; of each what was evaluated. */
const RUNS: Readonly<Record<string, readonly [now: object, before?: object]>> = {
  'refusals of half of the prompts': [suite([odd({ becomes: 'refused', every: 2 })])],
  'refusals alone': [suite([odd({ becomes: 'refused' })])],
  'answers that were cut off': [suite([odd({ becomes: 'cut' })])],
  'answers held back by a filter': [suite([odd({ becomes: 'filtered', every: 2 })])],
  'a model without any answer beside one that answers': [
    suite([odd({ becomes: 'failed' }, 'failing'), odd()]),
    suite([odd({}, 'failing'), odd()]),
  ],
  'calls that failed for one length': [
    suite([odd({ becomes: 'failed', every: 3 })], [stars({ seeds: 2 })]),
  ],
  'a window that is too short for all': [suite([odd({ becomes: 'window' })])],
  'empty answers': [suite([odd({ becomes: 'empty' })])],
  'answers that are no text': [
    suite([odd({ becomes: 'number' }), odd({ becomes: 'object' }, 'other')]),
  ],
  'usage that is none': [suite([odd({ becomes: 'free' })])],
  'answers from the cache': [suite([odd({ cached: true })])],
  'a transform of the answer': [
    suite([odd()], [stars()], { defaultTest: { options: { transform: 'output.slice(0, 20)' } } }),
    suite([odd()]),
  ],
  'one prompt': [suite([odd()], [stars({ lengths: [1000] })])],
  'failed compactions': [
    suite(
      [simulated('perfect')],
      tasksOf('agentHistory', {
        tasks: ['latest'],
        lengths: [3000],
        compact: ['compact.mjs:broken'],
      }),
    ),
  ],
  'a composite without one of its parts': [
    suite(
      [simulated('perfect'), odd({ becomes: 'failed' }, 'failing')],
      tasksOf('needleBench', { lengths: [1000], depths: [0, 1] }),
    ),
  ],
  'questions without context': [
    suite(
      [simulated('forgetful'), odd({ becomes: 'refused' }, 'refusing')],
      tasksOf('multiDocumentQa', { documents: [3], questions: 2 }),
    ),
  ],
  'tests of the user’s own without an answer': [
    suite(
      [odd({ becomes: 'failed' }, 'failing'), odd({ becomes: 'empty' }, 'empty'), odd()],
      [own(), own({ metric: undefined })],
    ),
    suite([odd({}, 'failing'), odd({}, 'empty'), odd()], [own(), own({ metric: undefined })]),
  ],
  'tests of both kinds': [suite([odd({ becomes: 'failed', every: 3 })], [own(), stars()])],
};

/** Run a command, and hold each file that it has written against its schema. */
async function checked(
  name: string,
  args: readonly string[],
  written: Readonly<Record<string, Format>>,
): Promise<void> {
  const { exitCode, output } = await ours(project, args);
  // A baseline of which nothing was answered is refused.
  expect([0, 1, 2, 3], `${name}: ${output}`).toContain(exitCode);
  expect(output, name).not.toMatch(NO_FIGURE);
  for (const [file, format] of Object.entries(written)) {
    const path = join(project.path, file);
    if (existsSync(path)) inFormat(format, readFileSync(path, 'utf8'));
  }
}

const NO_FIGURE = /\bNaN\b|\bInfinity\b/;

describe('the files of a run', () => {
  it.each(Object.entries(RUNS))(
    'with %s are as their schemas say',
    async (name, [now, before = now]) => {
      await evaluator.evaluate(before, { file: 'before.json' });
      await evaluator.evaluate(now, { file: 'now.json' });
      const out = `out ${name}`;
      await checked(name, ['report', 'now.json', '--out', out], {
        [`${out}/report.json`]: name.includes('own without') ? 'tests' : 'report',
        [`${out}/tests.json`]: 'tests',
      });
      for (const file of readdirSync(join(project.path, out)).filter((one) =>
        /\.(?:csv|md)$/.test(one),
      )) {
        expect(readFileSync(join(project.path, out, file), 'utf8'), file).not.toMatch(NO_FIGURE);
      }
      const base = `${out}/base.json`;
      await checked(name, ['baseline', 'before.json', '-o', base, '--allow', 'errors'], {
        [base]: 'baseline',
      });
      const gate = `${out}/gate.json`;
      const baseline = existsSync(join(project.path, base)) ? ['--baseline', base] : [];
      await checked(name, ['gate', 'now.json', ...baseline, '--min-recall', '0.5', '--out', gate], {
        [gate]: 'gate',
      });
      const history = `${out}/history.json`;
      await checked(name, ['history', 'before.json', 'now.json', '-o', history], {
        [history]: 'history',
      });
    },
  );
});
