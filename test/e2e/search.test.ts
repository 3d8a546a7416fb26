/** A search through promptfoo itself: killed once, with calls that fail and a window that ends. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { LOCK_FILE } from '../../src/base/files/folder-lock.js';
import { ChatServer, perfectAnswer } from './chat-server.js';
import { ours } from './command.js';
import { inFormat } from './formats.js';
import {
  environment,
  INDEX,
  type ProcessResult,
  Project,
  ROOT,
  run,
  SIMULATED_MODEL,
} from './promptfoo.js';

const project = new Project();
let server: ChatServer;

/** In UTF-16 units: longer prompts are refused, as by a model with a window of about 3000 tokens. */
const WINDOW = 14_000;

/** Texts of the prompts that were answered. */
const answered: string[] = [];
let hangs = true;

const cli = join(ROOT, 'dist', 'cli.js');
const options = () => ({ cwd: project.path, env: environment(project.state) });

function search(...args: string[]): Promise<ProcessResult> {
  return run(process.execPath, [cli, 'search', ...args], options());
}

const readText = (name: string): string =>
  readFileSync(join(project.path, 'counting-stars-search', name), 'utf8');
const readJson = (name: string): unknown => JSON.parse(readText(name));

/** Start a search, and kill it with its promptfoo as soon as two answers have come. */
async function killedSearch(): Promise<void> {
  const child = spawn(process.execPath, [cli, 'search', '--budget', '150K'], {
    ...options(),
    stdio: 'ignore',
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const results = join(project.path, 'counting-stars-search/results/round-01.jsonl');
  const lines = () =>
    existsSync(results) ? readFileSync(results, 'utf8').split('\n').length - 1 : 0;
  const servedFirst = () => readFileSync(results, 'utf8').includes('"label":"served"');
  while (lines() < 2 || !servedFirst()) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const pid of readJson(LOCK_FILE) as number[]) process.kill(pid, 'SIGKILL');
  await closed;
}

let finished: ProcessResult;

beforeAll(async () => {
  server = await ChatServer.start();
  server.answering = async (prompt, number) => {
    if (prompt.length > WINDOW) {
      return { status: 400, content: "This model's maximum context length is 3000 tokens." };
    }
    if (hangs && number > 1) await new Promise(() => {});
    // One call in five fails.
    if (number % 5 === 0) return { status: 400, content: 'broken' };
    answered.push(prompt);
    return { content: perfectAnswer(prompt) };
  };
  project.write(
    'promptfooconfig.yaml',
    stringify({
      prompts: [{ raw: '{{prompt}}', label: 'stars' }],
      providers: [
        { id: SIMULATED_MODEL, label: 'perfect', config: { profile: 'perfect' } },
        {
          id: SIMULATED_MODEL,
          label: 'cliff',
          config: {
            profile: 'forgetful',
            curve: [
              [2800, 1],
              [3000, 0.2],
            ],
          },
        },
        server.provider('served'),
      ],
      tests: [
        { path: `${INDEX}:countingStars`, config: { stars: 16, lengths: [1000, 8000] } },
        { vars: { prompt: 'a test of the user' } },
      ],
    }),
  );
  await killedSearch();
  hangs = false;
  finished = await search('--resume', '--budget', '150K', '--json');
});

afterAll(async () => {
  project.remove();
  await server.stop();
});

interface Found {
  models: {
    provider: string;
    ending: string;
    effectiveLength: Record<'value' | 'low' | 'high', number>;
    window?: number;
    longest: number;
    lost: number;
    points: { tokens: number; seed: number; recall: number }[];
  }[];
}

describe('search', () => {
  it('goes on where it was killed, and finds what each reader was told to do', () => {
    expect(finished.exitCode, finished.output).toBe(0);
    const { models } = inFormat('search', readText('result.json')) as Found;
    const [perfect, cliff, served] = ['perfect', 'cliff', 'served'].map((name) =>
      models.find(({ provider }) => provider === name),
    );
    expect(perfect!.points.every(({ recall }) => recall === 1)).toBe(true);
    expect(perfect!.effectiveLength).toMatchObject({
      value: 8000,
      bound: 'at least',
      high: 8000,
      highBound: 'at least',
    });
    expect(cliff!.effectiveLength.value).toBeGreaterThan(2000);
    expect(cliff!.effectiveLength.value).toBeLessThan(4000);
    expect(served!.window).toBeGreaterThan(2000);
    expect(served!.window).toBeLessThanOrEqual(4000);
    expect(served!.longest).toBeLessThan(served!.window!);
    // Calls that failed were asked again, and none counted as recall.
    expect(served).toMatchObject({ lost: 0 });
    expect(served!.points.every(({ recall }) => recall === 1)).toBe(true);
  });

  it('pays for nothing twice, and asks nothing else', () => {
    expect(new Set(answered).size).toBe(answered.length);
    const { models } = readJson('result.json') as Found;
    const served = models.find(({ provider }) => provider === 'served')!;
    expect(answered).toHaveLength(served.points.length);
    expect(server.received.some((prompt) => prompt.includes('a test of the user'))).toBe(false);
  });

  it('asks readers the same prompts where it asks them the same lengths', () => {
    const { models } = readJson('result.json') as Found;
    const [first, second] = models.map(({ points }) => points);
    const seeds = (points: Found['models'][number]['points']) =>
      points.filter(({ tokens }) => tokens === 1000).map(({ seed }) => seed);
    const [one, other] = [seeds(first!), seeds(second!)];
    const shared = Math.min(one.length, other.length);
    expect(shared).toBeGreaterThan(0);
    expect(one.slice(0, shared)).toEqual(other.slice(0, shared));
  });

  it('says how it goes on, writes a page, and is what a gate can judge', async () => {
    expect(finished.output).toMatch(/^Round 1: \dK .* · .*served /m);
    expect(readFileSync(join(project.path, 'counting-stars-search/index.html'), 'utf8')).toContain(
      'is reliable up to',
    );
    const gate = (tokens: string) =>
      ours(project, ['gate', 'counting-stars-search', '--min-length', tokens]);
    const [low, high] = [await gate('1000'), await gate('7000')];
    expect(low, low.output).toMatchObject({ exitCode: 0 });
    expect(high, high.output).toMatchObject({ exitCode: 1 });
    expect(high.output).toMatch(/^Failed: cliff is [\s\S]*The\s+minimum\s+is\s+7K\s+tokens\./);
  });

  it('decides one length by what is known', async () => {
    const before = answered.length;
    const args = ['search', '--resume', '--budget', '300K', '--at-least', '4K', '--yes'];
    const { exitCode, output } = await ours(project, args);
    expect(exitCode, output).toBe(1);
    expect(output).toContain('Testing 3 models at 4K (');
    expect(output).toMatch(/^✓ perfect: yes, reliable at 4K \(\d+ prompts?\)\.$/m);
    expect(output).toMatch(/^✗ cliff: no, not reliable at 4K \(\d+ prompts?\)\.$/m);
    // What is refused as too long is not held, and not asked again.
    expect(output).toMatch(/^✗ served: no, not reliable at 4K \(/m);
    expect(output).toMatch(/served rejects prompts of \S+ or more\.$/m);
    expect(answered).toHaveLength(before);
    const { models } = readJson('result.json') as Found;
    expect(models.map(({ provider }) => provider)[0]).toBe('perfect');
    const beyond = await ours(project, ['search', '--resume', '--yes', '--at-least', '9K']);
    expect(beyond.exitCode).toBe(3);
    expect(beyond.output).toContain('--at-least is 9000, but this search goes from 1000 to 8000');
  });

  it('is no evaluation that other commands take for the latest', async () => {
    const report = await ours(project, ['report']);
    expect(report.exitCode).toBe(3);
    expect(report.output).toContain('has no evaluation');
  });

  it('asks anew what an earlier search asked, and takes nothing out of promptfoo’s cache', async () => {
    const earlier = new Set(answered.splice(0));
    server.answering = (prompt) => {
      answered.push(prompt);
      return { content: perfectAnswer(prompt) };
    };
    const args = ['search', '--out', 'anew', '--budget', '1K', '--retries', '0', '--yes'];
    const { output } = await ours(project, [...args, '--', '--filter-providers', 'served']);
    expect(answered, output).toHaveLength(1);
    expect(earlier).toContain(answered[0]);
  });

  it('does not spend without being told to, nor over a search that is there', async () => {
    const silent = await ours(project, ['search', '--out', 'another']);
    const second = await ours(project, ['search', '--yes']);
    const changed = await ours(project, ['search', '--resume', '--yes', '--to', '16000']);
    expect(silent.exitCode).toBe(3);
    expect(silent.output).toContain('Pass --yes or --budget 5.');
    expect(existsSync(join(project.path, 'another'))).toBe(false);
    expect(second.output).toContain('counting-stars-search already has a search.');
    expect(changed.output).toContain(
      '--resume continues search as it was started. Leave out --to,',
    );
  });
});
