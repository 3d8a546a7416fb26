/** A recheck through promptfoo itself: killed once, within a budget, with a transform and an assertion of the user's. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { LOCK_FILE } from '../../src/base/files/folder-lock.js';
import type { RecheckState } from '../../src/extras/search/recheck/recheck-state.js';
import { ChatServer, perfectAnswer } from './chat-server.js';
import { ours as command } from './command.js';
import { Evaluator } from './evaluator.js';
import { environment, INDEX, type ProcessResult, Project, ROOT } from './promptfoo.js';

const project = new Project();
let server: ChatServer;
let hangs = false;

const cli = join(ROOT, 'dist', 'cli.js');
const options = () => ({ cwd: project.path, env: environment(project.state) });
const ours = (...args: string[]) => command(project, args);

/** Room for the first look of 7K tokens, for one prompt again after the kill, and little more. */
const BUDGET = 12_000;
const ARGS = ['gate', '--run', '--baseline', 'baseline.json', '--budget', '12K', '--prove', '0.01'];

const state = () =>
  JSON.parse(
    readFileSync(join(project.path, 'counting-stars-gate/recheck.json'), 'utf8'),
  ) as RecheckState;

/** Start a recheck, and kill it with its promptfoo once two answers have come. */
async function killed(): Promise<void> {
  const child = spawn(process.execPath, [cli, ...ARGS], { ...options(), stdio: 'ignore' });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const results = join(project.path, 'counting-stars-gate/results/look-01.jsonl');
  const lines = () =>
    existsSync(results) ? readFileSync(results, 'utf8').split('\n').length - 1 : 0;
  while (lines() < 2 || server.received.length < 3) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const lock = readFileSync(join(project.path, 'counting-stars-gate', LOCK_FILE), 'utf8');
  for (const pid of JSON.parse(lock) as number[]) process.kill(pid, 'SIGKILL');
  await closed;
}

/** Prompts have 4 to 5 characters a token. */
const tokensOf = (prompt: string) =>
  [1000, 2000, 4000].find((tokens) => prompt.length < 6 * tokens) ?? 8000;

let finished: ProcessResult;
let failed: ProcessResult;

beforeAll(async () => {
  server = await ChatServer.start();
  let calls = 0;
  server.answering = async (prompt) => {
    calls++;
    if (hangs && calls > 2) await new Promise(() => {});
    return { content: `Stars: ${perfectAnswer(prompt)}` };
  };
  const config = {
    prompts: [{ raw: '{{prompt}}', label: 'stars' }],
    providers: [server.provider('served')],
    defaultTest: {
      options: { transform: 'output.replace("Stars: ", "")' },
      assert: [{ type: 'contains', value: 'penguin', metric: 'polite' }],
    },
    tests: [
      {
        path: `${INDEX}:countingStars`,
        config: { stars: 16, lengths: [1000, 2000, 4000], seeds: 4 },
      },
      { vars: { prompt: 'a test of the user' } },
    ],
  };
  project.write('promptfooconfig.yaml', stringify(config));
  await new Evaluator(project).evaluate(config);
  await ours('baseline', join(project.state, 'results.json'), '-o', 'baseline.json');
  server.received.length = 0;
  calls = 0;
  hangs = true;
  await killed();
  hangs = false;
  finished = await ours('gate', '--run', '--resume', '--out', 'gate.json');
  const asked = [...server.received];
  server.answering = () => ({ content: 'Stars: {"little_penguin": []}' });
  failed = await ours(
    ...['gate', '--run', '--baseline', 'baseline.json', '--budget', '1M'],
    ...['--yes', '--out', 'again', '--out', 'gate.xml'],
  );
  server.received.splice(0, server.received.length, ...asked);
});

afterAll(async () => {
  project.remove();
  await server.stop();
});

describe('gate --run', () => {
  it('asks no more than the budget allows, with what it asked before it was killed', () => {
    const tokens = server.received.reduce((sum, prompt) => sum + tokensOf(prompt), 0);
    expect(tokens).toBeGreaterThan(7000);
    expect(tokens).toBeLessThanOrEqual(BUDGET);
    expect(server.received.some((prompt) => prompt.includes('a test of the user'))).toBe(false);
    const [{ wanted, evaluations }] = state().looks as [RecheckState['looks'][number]];
    const ofLook = evaluations.filter(({ asked }) => wanted.served!.includes(asked.served![0]!));
    expect(ofLook).toHaveLength(2);
  });

  it('judges what came as the gate does, and says of how much that is', () => {
    expect(finished.exitCode, finished.output).toBe(2);
    expect(finished.output).toMatch(/^served: at most \d+ prompts \(/m);
    expect(finished.output).toMatch(/^Inconclusive: served/m);
    const { verdict, recheck, providers } = JSON.parse(
      readFileSync(join(project.path, 'gate.json'), 'utf8'),
    );
    expect(verdict).toBe('inconclusive');
    expect(recheck).toMatchObject({ providers: [{ provider: 'served', ending: 'budget' }] });
    expect(recheck.spent.tokens).toBeLessThanOrEqual(BUDGET);
    expect(providers).toMatchObject([{ model: 'served', completeness: [] }]);
  });

  it('finds a reader that fails with its first prompts', () => {
    expect(failed.exitCode, failed.output).toBe(1);
    expect(readFileSync(join(project.path, 'gate.xml'), 'utf8')).toMatch(
      /<testsuite name="served"[^>]*failures="[1-9]/,
    );
    expect(failed.output).toContain('Round 1: ');
    expect(failed.output).not.toContain('Round 3: ');
  });
});
