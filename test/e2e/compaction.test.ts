/** Compactions of agents' histories as a user tries them: several ways, a baseline, a change for the worse. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { visibleText } from '../measuring/report/outputs.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { INDEX, onOneLine, Project, ROOT } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project);

afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

const MODELS = [
  { id: 'package:promptfoo-counting-stars:SimulatedReader', label: 'perfect' },
  {
    id: 'package:promptfoo-counting-stars:SimulatedReader',
    label: 'refusing',
    config: { profile: 'refusing' },
  },
];

function configOf(compact: (string | object)[], more: object = {}, providers: object[] = MODELS) {
  const grid = { tasks: ['latest'], lengths: [3000], seeds: 6, threshold: 0, compact, ...more };
  return {
    prompts: ['{{prompt}}'],
    providers,
    tests: [{ path: `${INDEX}:agentHistory`, config: grid }],
    extensions: [`${INDEX}:afterAll`],
  };
}

describe('compactions', () => {
  it('are compared with the whole history, each with what it saves, keeps and costs', async () => {
    copyFileSync(
      join(ROOT, 'examples/compaction/compaction.mjs'),
      join(project.path, 'compaction.mjs'),
    );
    const ways = ['lastTurns', 'cutResults', 'summary'].map((name) => `compaction.mjs:${name}`);
    const { output, stats, results } = await evaluator.evaluate(configOf(ways));
    expect([stats.errors, results.length], output).toEqual([0, 48]);
    const said = onOneLine(output);
    const page = readFileSync(join(project.state, 'report', 'index.html'), 'utf8');
    expect(visibleText(page)).toMatch(/lastTurns , perfect saves \d+% of the tokens/);
    expect(said).toMatch(/cutResults, perfect saves \d+% of the tokens/);
    expect(page).toContain('Replaced facts kept');
    expect(visibleText(page)).toMatch(
      /refusing saves \d+% of the tokens\. What it loses is unknown\./,
    );
    // What was sent is what was kept, and the question.
    const sent = results.find(({ vars }) => String(vars.case.compact).endsWith('lastTurns'));
    expect(sent?.gradingResult?.componentResults?.[0]).toMatchObject({
      metadata: { compaction: { of: expect.stringMatching(/^agent-history\.latest/) } },
    });
  });

  it('that keep less than in the baseline fail the gate, and only they', async () => {
    const file = 'mine.mjs';
    const way = (kept: string) =>
      project.write(
        file,
        `import { readFileSync } from 'node:fs';
export const keep = ({ turns }) => turns.filter((_, i) => ${kept});
export const all = ({ turns }) => readFileSync('kept.txt', 'utf8') === 'all' ? turns : [];`,
      );
    way('true');
    const grid = configOf([`${file}:keep`, `${file}:all`], {}, [MODELS[0]!]);
    project.write('kept.txt', 'all');
    await evaluator.evaluate(grid, { file: 'before.json' });
    project.write('kept.txt', 'none');
    await evaluator.evaluate(grid, { file: 'after.json' });
    const written = await ours(project, ['baseline', 'before.json', '-o', 'baseline.json']);
    expect(written.exitCode, written.output).toBe(0);
    const same = await ours(project, ['gate', 'before.json', '--baseline', 'baseline.json']);
    expect(same.output).not.toContain('Failed:');
    const worse = await ours(project, ['gate', 'after.json', '--baseline', 'baseline.json']);
    expect(worse.exitCode, worse.output).toBe(1);
    expect(worse.output).toContain('Failed:');
    const changed = await ours(project, [
      ...['report', 'after.json', '--baseline', 'baseline.json'],
      ...['--out', 'report'],
    ]);
    expect(changed.exitCode, changed.output).toBe(0);
  });

  it('are programs in samples, drawn once, whose failures are no failures of a reader', async () => {
    project.write(
      'keep.mjs',
      `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync('calls.txt', '.');
const { turns, seed } = JSON.parse(readFileSync(0, 'utf8'));
const kept = turns.map((turn, i) =>
  turn.role === 'result' && (seed + 7 * i) % 4 === 0 ? { ...turn, content: '' } : turn);
process.stdout.write(JSON.stringify({ turns: kept }));`,
    );
    const own = (label: string, ...command: string[]) => ({ label, command, samples: 2 });
    const prints = (label: string, text: string) =>
      own(label, process.execPath, '-e', `console.log(${JSON.stringify(text)})`);
    const result = { role: 'result', id: 'x', tool: 't', content: 'c' };
    const ways = [
      own('mine', process.execPath, 'keep.mjs'),
      own('broken', process.execPath, '-e', 'throw new Error("no room")'),
      own('absent', 'no-such-program'),
      { ...own('late', process.execPath, '-e', 'setTimeout(() => {}, 9e6)'), timeout: 0.2 },
      prints('chatty', 'Here is your summary.'),
      prints('odd', '{}'),
      prints('alone', JSON.stringify({ turns: [result] })),
    ];
    const gridOf = (some: object[]) => configOf(some, { seeds: 1 }, [MODELS[0]!]);
    const evaluated = await evaluator.evaluate(gridOf(ways), { file: 'ways.json' });
    const { output, stats, results } = evaluated;
    expect([stats.errors, stats.failures, results.length], output).toEqual([0, 0, 15]);
    const calls = () => readFileSync(join(project.path, 'calls.txt'), 'utf8').length;
    expect(calls()).toBe(2);
    const said = onOneLine(readFileSync(join(project.state, 'report', 'summary.md'), 'utf8'));
    expect(said).toMatch(/`mine` saves \d+% of the tokens/);
    expect(said).toContain('Varies by');
    for (const [label, kind] of [
      ['broken', 'exit 1'],
      ['absent', 'does not start: '],
      ['late', 'no answer in 0.2 s'],
      ['chatty', 'no JSON: Here is your summary.'],
      ['odd', 'no transcript: '],
      ['alone', 'a result without its call: x'],
    ]) {
      expect(said).toContain(`\`${label}\` failed in 2 of 2 histories.`);
      expect(said).toContain(`2 ${kind}`);
    }
    expect(said).not.toContain('calls failed');
    // Neither another evaluation nor a page that is drawn again calls anything.
    expect((await evaluator.evaluate(gridOf(ways.slice(0, 1)))).stats.errors).toBe(0);
    const again = await ours(project, ['report', 'ways.json', '--out', 'again']);
    expect(again.exitCode, again.output).toBe(0);
    expect(calls()).toBe(2);
  });

  it('by a provider itself are paired with the same provider without that', async () => {
    const ways = [{ label: 'refusing', provider: true }];
    const { output, results } = await evaluator.evaluate(configOf(ways, { seeds: 2 }));
    expect(results).toHaveLength(4);
    expect(onOneLine(output)).toContain('refusing never shortened a history.');
  });

  it('with a mistake are named, and nobody is asked', async () => {
    const perfect = [MODELS[0]!];
    const form = await evaluator.evaluate(configOf(['compaction.mjs'], {}, perfect));
    expect(onOneLine(form.output)).toContain('must be a function of a JavaScript file');
    const both = { command: ['python3'], url: 'http://127.0.0.1/' };
    expect(onOneLine((await evaluator.evaluate(configOf([both], {}, perfect))).output)).toContain(
      'or a map with one of `function`, `command`, `url` and `provider`',
    );
    const missing = await evaluator.evaluate(configOf(['compaction.mjs:shorter'], {}, perfect));
    expect(onOneLine(missing.output)).toContain(
      'compact: compaction.mjs exports no function "shorter". It exports cutResults, lastTurns, summary.',
    );
    expect(missing.results).toEqual([]);
  });
});
