/** promptfoo's cache between a provider that gets worse and what is decided about it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChatServer, perfectAnswer } from './chat-server.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { INDEX, Project } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project, { isApart: true });
const server = await ChatServer.start();

afterAll(async () => {
  await evaluator.stop();
  await server.stop();
  project.remove();
});

const LENGTHS = [1000, 1400, 1800, 2200, 2600, 3000, 3400, 3800];

const configOf = (cache: boolean, grid: object = {}) => ({
  prompts: [{ raw: '{{prompt}}', label: 'stars' }],
  evaluateOptions: { cache },
  providers: [server.provider()],
  tests: [
    {
      path: `${INDEX}:countingStars`,
      config: { stars: 16, lengths: LENGTHS, seeds: 2, threshold: 0, ...grid },
    },
  ],
  extensions: [`${INDEX}:afterAll`],
});

/** Evaluate into a file, and count the calls that came. */
async function evaluated(file: string, config: object, more: { repeat?: number } = {}) {
  const before = server.received.length;
  const { output } = await evaluator.evaluate(config, { file, ...more });
  return { output, calls: server.received.length - before };
}

const cli = (...args: string[]) => ours(project, args);
const gate = (file: string, ...more: string[]) =>
  cli('gate', file, '--baseline', 'b.json', ...more);

/** Most of the stars are forgotten. */
const forgetful = (prompt: string) => perfectAnswer(prompt).replace(/(\d+, ){12}/, '');

beforeAll(async () => {
  expect((await evaluated('monday.json', configOf(true))).calls).toBe(16);
  const kept = await cli('baseline', 'monday.json', '-o', 'b.json');
  expect(kept.output).toContain('model: 16 prompts, recall 100%. New in this baseline.\nb.json\n');
  server.answering = (prompt) => ({ content: forgetful(prompt) });
});

const NOTHING_NEW = 'Inconclusive: 16 of 16 answers came from the cache. Run with --no-cache.';

it('does not let the gate pass', async () => {
  expect((await evaluated('tuesday.json', configOf(true))).calls).toBe(0);
  const { exitCode, output } = await gate('tuesday.json');
  expect(output.startsWith(NOTHING_NEW), output).toBe(true);
  expect(exitCode).toBe(2);
  const floors = await cli('gate', 'tuesday.json', '--min-recall', '0.5');
  expect(floors).toMatchObject({ exitCode: 2, output: expect.stringContaining(NOTHING_NEW) });
  const allowed = await gate('tuesday.json', '--allow=cached');
  expect(allowed.exitCode, allowed.output).toBe(0);
  expect(allowed.output).toMatch(/^Passed: /);
  expect(allowed.output).toContain('16 of 16 answers came from the cache, and they count.');

  expect((await evaluated('worse.json', configOf(false))).calls).toBe(16);
  const worse = await gate('worse.json');
  expect(worse.exitCode, worse.output).toBe(1);
  expect(worse.output).toMatch(/^Failed: model's recall fell 7\d points/);
});

it('does not let the hook pass, and its report names no change', async () => {
  const { output, calls } = await evaluated('hook.json', configOf(true, { baseline: 'b.json' }));
  expect(calls).toBe(0);
  expect(output).toContain(`Gate, compared with b.json\n${NOTHING_NEW}`);
  expect(output).toMatch(/Since b\.json\n.* inconclusive\n/);
  expect(output.replace(/\s+/g, ' ')).toContain("16 of 16 answers are from promptfoo's cache");
});

it('is one run with its original, in a baseline and in the history', async () => {
  await evaluated('wednesday.json', configOf(true));
  const files = ['wednesday.json', 'monday.json', 'tuesday.json'];
  const several = await cli('baseline', ...files, '-o', 'several.json');
  expect(several.exitCode, several.output).toBe(0);
  expect(several.output).toContain(
    'tuesday.json repeats monday.json: 0 of 16 answers are new, so it is not counted as a run\n',
  );
  const passed = async (baseline: string) =>
    (await cli('gate', 'monday.json', '--baseline', baseline)).output;
  expect(await passed('several.json')).toBe(await passed('b.json'));
  const history = await cli('history', ...files, 'worse.json');
  expect(history.output).toContain('wednesday.json repeats monday.json');
  expect(history.output.match(/^\w+ +\d+% .*$/gm)).toEqual([
    expect.stringContaining('monday'),
    expect.stringContaining('worse'),
  ]);
});

it('answers some repeats, and the gate takes the new ones', async () => {
  const grid = { lengths: [1200], seeds: 4 };
  expect((await evaluated('twice.json', configOf(true, grid), { repeat: 2 })).calls).toBe(8);
  expect((await evaluated('thrice.json', configOf(true, grid), { repeat: 3 })).calls).toBe(4);
  const { exitCode, output } = await cli('gate', 'thrice.json', '--min-recall', '0.6');
  expect(output).toMatch(/^Failed: model's recall is 25% .*, below the minimum of 60%\.$/m);
  expect(output).toContain('4 of 12 answers are new, and only these count.');
  expect(exitCode).toBe(1);
});
