/** How the command line behaves, whichever command it is. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from './e2e/command.js';
import { environment, ROOT, temporaryFolder } from './e2e/promptfoo.js';
import { imagine, toResult } from './measuring/results/rows-for-tests.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const results = imagine('reader', () => 1).map(toResult);

beforeAll(() => {
  writeFileSync(
    join(folder.path, 'results.json'),
    JSON.stringify({ results: { results }, config: {} }, null, 2),
  );
});

interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  env?: NodeJS.ProcessEnv;
  input?: string;
  /** Whether the input ends only when there is something on standard error. */
  slow?: boolean;
  /** Whether somebody reads the output. */
  model?: boolean;
}

/** Run the command line in the folder. */
function cli(
  args: readonly string[],
  { env = {}, input = '', slow = false, model = true }: Surroundings = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'dist', 'cli.js'), ...args], {
      cwd: folder.path,
      env: { ...environment(folder.path), NO_COLOR: '', DEBUG: '', ...env },
    });
    const ended: Ended = { exitCode: null, stdout: '', stderr: '' };
    if (model) {
      child.stdout.on('data', (text) => {
        ended.stdout += String(text);
      });
    } else {
      child.stdout.destroy();
    }
    child.stderr.on('data', (text) => {
      ended.stderr += String(text);
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ ...ended, exitCode }));
    child.stdin.on('error', () => undefined);
    child.stdin.write(input);
    if (slow) child.stderr.once('data', () => child.stdin.end());
    else child.stdin.end();
  });
}

/** The same in this process, where it is enough to see what is said. */
async function said(...args: string[]): Promise<Ended> {
  const { exitCode, stdout, stderr } = await ended({ path: folder.path, state: folder.path }, args);
  return { exitCode, stdout, stderr };
}

/** The names of all commands, as the help lists them. */
async function commands(): Promise<string[]> {
  const { stdout } = await said('--help');
  return [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!);
}

describe('help', () => {
  it('of the program groups its ten commands, and shows exit codes', async () => {
    const { exitCode, stdout, stderr } = await cli(['--help']);
    expect(stdout).toMatch(
      /^Usage: promptfoo-counting-stars <command>\n\nStart\n {2}try \[provider\] /,
    );
    expect(await commands()).toEqual([
      ...['try', 'init', 'plan'],
      ...['report', 'search', 'stretch', 'show'],
      ...['baseline', 'gate', 'history'],
    ]);
    expect(stdout).toContain('Exit codes: 0 passed, 1 failed, 2 inconclusive, 3 error.');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('of every command has examples that call it, and options that fit into 80 columns', async () => {
    const names = await commands();
    expect(names).toContain('report');
    for (const name of names) {
      const { exitCode, stdout, stderr } = await said(name, '--help');
      const [options, examples] = stdout.split('\nExamples:\n');
      expect(examples, name).toContain(`promptfoo-counting-stars ${name}`);
      const [, guide = 'no guide'] = /\nGuide: (\S+)/.exec(stdout) ?? [];
      expect(existsSync(join(ROOT, guide)), `${name}: ${guide}`).toBe(true);
      expect({ name, exitCode, stderr }).toEqual({ name, exitCode: 0, stderr: '' });
      expect(
        options!.split('\n').filter((line) => line.length > 80),
        name,
      ).toEqual([]);
    }
  });

  it('comes on standard error when no command is given', async () => {
    const { exitCode, stdout, stderr } = await cli([]);
    expect(stderr).toContain('Usage: promptfoo-counting-stars');
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  });

  it.each(['--version', '-V'])('%s is the version of the package', async (flag) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await cli([flag])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('the command', () => {
  it('may be run as it is built', () => {
    expect(statSync(join(ROOT, 'dist', 'cli.js')).mode & 0o111).toBe(0o111);
  });
});

describe('a mistake', () => {
  const HINT = 'Run with --help for all options and examples.\n';

  it.each([
    [['reprot'], `error: unknown command 'reprot'\n(Did you mean report?)\n${HINT}`],
    [['search', '--form', '4K'], `error: unknown option '--form'\n(Did you mean --from?)\n${HINT}`],
    [['--verison'], `error: unknown option '--verison'\n(Did you mean --version?)\n${HINT}`],
    [
      ['report', 'x.json', '--threshold', '85'],
      "error: option '--threshold <recall>' argument '85' is invalid. It must be above 0 and " +
        `below 1, for example 0.85 or 85%.\n${HINT}`,
    ],
    [['plan', '--out'], `error: option '-o, --out <path>' argument missing\n${HINT}`],
    ...['plan', 'search', 'stretch', 'history', 'report', 'gate'].map(
      (command): [string[], string] => [
        [command, '--out', '--', '--repeat', '3'],
        `error: option '-o, --out <path>' argument '--' is invalid. It must be a path.\n${HINT}`,
      ],
    ),
  ])('in %j is said with a suggestion and exit code 3', async (args, stderr) => {
    expect(await said(...args)).toEqual({ exitCode: 3, stdout: '', stderr });
  });

  it.each([
    [['recheck', '--baseline', 'old.json'], 'recheck is now gate --run.'],
    [['presets'], 'presets is now init --preset list.'],
    [['session', 's.jsonl', '--write', 'x.yaml'], 'session is now init --session FILE.'],
    [['gate', '--measure', 'cites'], '--measure is now --metric.'],
    [['gate', '--junit=gate.xml'], '--junit is now --out FILE.xml.'],
    [['show', '1', '--provider', 'gpt'], '--provider is now --filter-providers.'],
    [['plan', '--suite', 'x.json'], '--suite is now plan FILE.'],
  ])('of an old name is answered in one line: %j', async (args, text) => {
    const { exitCode, stdout, stderr } = await said(...args);
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toContain(text);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  });

  it('ends a process with its exit code', async () => {
    const mistake = await cli(['reprot']);
    expect(mistake).toEqual(await said('reprot'));
    expect(mistake.exitCode).toBe(3);
  });

  it('that quotes a file stays one line, whatever the file says', async () => {
    const models = { gpt: { 'x\n::error::y\u001b[2J': {} } };
    const format = 'promptfoo-counting-stars baseline';
    const baseline = { format, version: 4, madeBy: '0.1.0', models };
    writeFileSync(join(folder.path, 'hostile.json'), JSON.stringify(baseline));
    const { exitCode, stderr } = await said('gate', 'results.json', '--baseline', 'hostile.json');
    expect(stderr).toMatch(
      /^error: hostile\.json: the entry of the Case x ::error::y \[2J is damaged \(.*\)\. .*\n$/,
    );
    expect(exitCode).toBe(3);
  });

  it('of any command with an unknown option is no stack trace', async () => {
    for (const name of await commands()) {
      const { exitCode, stdout, stderr } = await said(name, '--hepl');
      // What must be given is asked for first.
      expect(stderr).toMatch(
        /^error: (unknown option '--hepl'\n\(Did you mean --help\?\)|required option .* not specified)\n/,
      );
      expect(stderr.endsWith(HINT), stderr).toBe(true);
      expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    }
  });

  it('in a file is one sentence', async () => {
    const { exitCode, stdout, stderr } = await cli(['report', 'none.json'], {
      env: { DEBUG: '1' },
    });
    expect(stderr).toMatch(/^error: There is no file "none\.json" in .*\n$/);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  });
});

describe('an unexpected error', () => {
  const ARGS = ['report', 'none.json'];
  const BROKEN = { NODE_OPTIONS: `--import=${pathToFileURL(join(folder.path, 'broken.mjs'))}` };
  beforeAll(() => {
    writeFileSync(
      join(folder.path, 'broken.mjs'),
      "process.cwd = () => { throw new Error('nobody expects this'); };",
    );
  });

  it('is one line and a hint', async () => {
    const { exitCode, stderr } = await cli(ARGS, { env: BROKEN });
    expect(stderr).toBe(
      'error: nobody expects this\nRun it again with DEBUG=1 to see where that happened.\n',
    );
    expect(exitCode).toBe(3);
  });

  it('shows where it happened with DEBUG', async () => {
    const { exitCode, stderr } = await cli(ARGS, { env: { ...BROKEN, DEBUG: '1' } });
    expect(stderr).toMatch(/^error: Error: nobody expects this\n {4}at /);
    expect(exitCode).toBe(3);
  });
});

describe('output', () => {
  const ARGS = ['report', 'results.json', '--out', 'out'];
  const lines = results.map((result) => JSON.stringify(result));

  it('into a pipe is plain, and NO_COLOR beats FORCE_COLOR', async () => {
    const plain = await cli(ARGS);
    expect(plain.stdout).toMatch(/^reader( +100%)+ +Reliable up to 16K$/m);
    expect(plain.stdout).not.toContain('\u001b');
    expect((await cli(ARGS, { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[');
    expect((await cli(ARGS, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).toBe(
      plain.stdout,
    );
  });

  it('that nobody reads ends nothing: the report is written, and there is no complaint', async () => {
    const { exitCode, stderr } = await cli([...ARGS.slice(0, -1), 'unread'], { model: false });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(readFileSync(join(folder.path, 'unread', 'summary.md'), 'utf8')).toContain('reader');
  });

  it.each([
    ['results.json', JSON.stringify({ results: { results } }, null, 2)],
    ['results.json on one line', `${JSON.stringify({ results: { results } })}\n`],
    ['results.jsonl', `${lines.join('\n')}\n`],
    ['one line of results.jsonl', lines[0]!],
  ])('is the same for %s on standard input', async (_, input) => {
    const { exitCode, stdout, stderr } = await cli(['report', '-', '--out', 'stdin'], { input });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(join('stdin', 'index.html'));
    const data = JSON.parse(readFileSync(join(folder.path, 'stdin', 'report.json'), 'utf8'));
    expect(data.summary[0].answers).toBe(input === lines[0] ? 1 : results.length);
  });

  it('of progress goes to standard error, and only when there is something to wait for', async () => {
    const args = ['report', '-', '--out', 'slow'];
    const input = `${lines.join('\n')}\n`;
    const slow = await cli(args, { input, slow: true });
    expect(slow.stderr).toBe('Reading results …\n');
    expect(slow.stdout).toBe((await cli(args, { input })).stdout);
  });

  it.each([
    ['', 'error: Standard input cannot be read as results of promptfoo ('],
    ['{}\n', 'error: Standard input holds no result of a test'],
    ['{}\n{', 'error: Standard input cannot be read as results of promptfoo ('],
  ])('complains of %j on standard input', async (input, message) => {
    const { exitCode, stderr } = await cli(['report', '-'], { input });
    expect(stderr.startsWith(message), stderr).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(exitCode).toBe(3);
  });
});

describe('--help and --version', () => {
  it('print what was worked out at the build, without a schema', async () => {
    const said = JSON.parse(readFileSync(join(ROOT, 'dist/said.json'), 'utf8'));
    for (const [asked, text] of Object.entries(said)) {
      const words = asked.split(' ');
      if (!['--help', '--version', 'gate -h', 'plan --help'].includes(asked)) continue;
      expect((await cli(words)).stdout).toBe(text);
      // An empty argument behind it is read as any other command line is.
      expect((await cli([...words, ''])).stdout).toBe(text);
    }
    expect(Object.keys(said)).toContain('search --help');
  });
});
