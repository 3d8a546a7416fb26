/** `show` and `try` through promptfoo itself: what was sent is shown, and nothing is left behind. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { LOCK_FILE } from '../../src/base/files/folder-lock.js';
import { ChatServer } from './chat-server.js';
import { ended } from './command.js';
import { environment, INDEX, Project, ROOT, run } from './promptfoo.js';

const project = new Project();
const temporary = join(project.state, 'tmp');
let server: ChatServer;

/** Answers every prompt, and leaves a file where it does; `SLOW` says how many milliseconds it takes. */
const MINE = `
import { appendFileSync } from 'node:fs';
export default class Mine {
  id() { return 'mine'; }
  async callApi(prompt) {
    appendFileSync(new URL('called', import.meta.url), 'x');
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.SLOW ?? 0)));
    const stars = [...prompt.matchAll(/counted (\\d+) ★/g)].map(([, count]) => count);
    return { output: '{"little_penguin": [' + stars + ']}' };
  }
}`;

const CONFIG = {
  prompts: [{ raw: 'Read this.\n\n{{prompt}}', label: 'stars' }],
  tests: [
    { vars: { prompt: 'theirs' } },
    { path: `${INDEX}:countingStars`, config: { stars: 4, lengths: [1000, 4000] } },
  ],
};

beforeAll(async () => {
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  server = await ChatServer.start();
  project.write('mine.mjs', MINE);
  await project.evaluate({ ...CONFIG, providers: [server.provider()] });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  project.remove();
  await server.stop();
});

/** Standard output of a command that does what it is asked. */
async function said(...args: string[]): Promise<string> {
  const { exitCode, stdout, output } = await ended(project, args);
  expect(exitCode, output).toBe(0);
  return stdout;
}

const results = join(project.state, 'results.json');

describe('show', () => {
  it('writes the prompt that was sent, and nothing else', async () => {
    const sent = server.received.find((prompt) => prompt.length > 8000)!;
    expect(await said('show', '3', results, '--prompt-only')).toBe(sent);
  });

  it('shows a test of a file and of the database alike', async () => {
    const [ofFile, stored] = [
      await said('show', '4K', results),
      await said('show', '4K', '--eval', 'latest'),
    ];
    expect(stored).toBe(ofFile);
    expect(ofFile).toMatch(/^Prompt of [\d,]+ tokens, as sent to model:\n\nRead this\.$/m);
    expect(ofFile.match(/»The little penguin counted \d+ ★\.«/g)).toHaveLength(4);
    expect(ofFile).toMatch(/\n… [\d,]+ tokens …\n/);
    expect(ofFile).toContain('\nmodel: 1.000, passed · reading: read · complete\n');
  });

  it('builds the prompt of a test that was not asked yet', async () => {
    project.write('other.yaml', stringify({ ...CONFIG, providers: ['file://mine.mjs'] }));
    const prompt = await said('show', '2', '-c', 'other.yaml', '--prompt-only');
    expect(`Read this.\n\n${prompt}`).toBe(
      server.received.find(({ length }) => length > 2000 && length < 8000),
    );
  });
});

describe('try', () => {
  const called = join(project.path, 'called');

  it('asks a simulated reader without a config, and leaves nothing but a page, once at a time', async () => {
    const before = readdirSync(project.path);
    const env = environment(project.state);
    const twice = await Promise.all(
      [0, 1].map(() =>
        run(process.execPath, [join(ROOT, 'dist/cli.js'), 'try'], { cwd: project.path, env }),
      ),
    );
    const [done, refused] = twice.sort((a, b) => a.exitCode! - b.exitCode!);
    expect([done!.exitCode, refused!.exitCode], done!.output).toEqual([0, 3]);
    expect(done!.output).toMatch(
      /^! simulated model is reliable up to \dK tokens, and inconclusive above \(too few\s+prompts\)\.$/m,
    );
    expect(refused!.output).toMatch(
      /^error: Another run is working in "counting-stars-try": process \d+/m,
    );
    expect(readdirSync(project.path).sort()).toEqual([...before, 'counting-stars-try'].sort());
    const left = readdirSync(join(project.path, 'counting-stars-try'));
    expect(left).toContain('index.html');
    expect(left).not.toContain(LOCK_FILE);
    expect(readdirSync(temporary)).not.toContainEqual(
      expect.stringMatching(/^counting-stars-.{6}$/),
    );
  });

  it('says what a provider of the folder costs, and spends only what is agreed to', async () => {
    const args = ['try', 'file://mine.mjs', '--price', '2/8', '--out', 'mine'];
    const refused = await ended(project, args);
    expect(refused.output).toMatch(
      /^file:\/\/mine\.mjs +6 +6 +62,472 +31,912 +\$0\.11\d–\$0\.38\d$/m,
    );
    expect(refused.output).toContain("Can't ask for confirmation without a terminal. Pass --yes");
    expect([refused.exitCode, existsSync(called)]).toEqual([3, false]);
    expect(await said(...args, '--yes')).toMatch(
      /^✓ file:\/\/mine\.mjs is reliable up to 32K tokens\.$/m,
    );
    expect(readFileSync(called, 'utf8')).toBe('xxxxxx');
  });

  it('leaves nothing behind when it is stopped, and asks nothing more', async () => {
    const child = spawn(
      process.execPath,
      [join(ROOT, 'dist/cli.js'), 'try', 'file://mine.mjs', '--price', '0/0', '--out', 'stopped'],
      { cwd: project.path, env: { ...environment(project.state), SLOW: '1000000' } },
    );
    const closed = new Promise((resolve) => child.on('close', resolve));
    const calls = () => readFileSync(called, 'utf8').length;
    const before = calls();
    while (calls() === before) await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    expect(readdirSync(temporary)).not.toContainEqual(
      expect.stringMatching(/^counting-stars-.{6}$/),
    );
    expect(existsSync(join(project.path, 'stopped'))).toBe(false);
  });

  it('says in one sentence that there is no such provider', async () => {
    const { exitCode, stderr } = await ended(project, ['try', 'nonsense:model', '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      '(Could not identify provider: nonsense:model). Providers and the keys',
    );
  });
});
