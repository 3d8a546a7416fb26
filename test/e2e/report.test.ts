/** Reports as a person makes them: by the hook after an evaluation, and from the command line. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ours } from './command.js';
import {
  type Evaluation,
  environment,
  INDEX,
  Project,
  ROOT,
  run,
  SIMULATED_MODEL,
} from './promptfoo.js';

const project = new Project();
afterAll(() => project.remove());

const CONFIG = {
  description: 'A grid for the report',
  prompts: [
    { id: `${INDEX}:prompt`, label: 'stars' },
    { raw: 'Say {{word}}.', label: 'theirs' },
  ],
  providers: [
    { id: SIMULATED_MODEL, label: 'perfect reader', config: { profile: 'perfect' } },
    { id: SIMULATED_MODEL, label: 'window', config: { profile: 'window', tokens: 4000 } },
  ],
  tests: [
    {
      path: `${INDEX}:countingStars`,
      config: { stars: 8, lengths: [2000, 4000, 8000], threshold: 0, prompts: ['stars'] },
    },
    { vars: { word: 'hello' }, prompts: ['theirs'] },
  ],
  extensions: ['file://node_modules/promptfoo-counting-stars/dist/index.js:afterAll'],
};

const results = join(project.state, 'results.json');

const cli = (args: readonly string[]) => ours(project, args);

describe('the hook', () => {
  let evaluation: Evaluation;

  beforeAll(async () => {
    evaluation = await project.evaluate(CONFIG);
  });

  it('prints a summary in plain text where there is no terminal', () => {
    expect(evaluation.exitCode, evaluation.output).toBe(0);
    expect(evaluation.output).toMatch(/^Facts found( +[\d.]+K)+ +All +Verdict$/m);
    expect(evaluation.output).toMatch(/^perfect reader( +100%)+ +Reliable up to \d+K\+?$/m);
    expect(evaluation.output).toMatch(/^window( +\d+%)+ +\w/m);
    expect(evaluation.output).toMatch(/^ +[\d.]+K +[█▒░]+ +\d+%$/m);
    expect(evaluation.output).not.toContain('\u001b[38');
  });

  it('writes a report and says where', () => {
    const folder = join(project.state, 'report');
    expect(evaluation.output).toContain('Report: ');
    expect(evaluation.output).toContain('index.html');
    const files = readdirSync(folder);
    expect(files).toEqual(
      expect.arrayContaining(['index.html', 'summary.md', 'report.json', 'summary.csv']),
    );
    expect(files.some((file) => file.endsWith('.svg'))).toBe(true);
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(html).toContain('A grid for the report');
    expect(html).toContain('perfect reader');
  });

  it('reports its own failure and leaves the evaluation as it is', async () => {
    const blocked = new Project();
    try {
      blocked.write('blocked', 'a file where the folder should be');
      const config = { ...CONFIG, outputPath: undefined };
      blocked.write('promptfooconfig.yaml', JSON.stringify(config));
      const { promptfooEntry } = await import('./promptfoo.js');
      const { exitCode, output } = await run(
        process.execPath,
        [promptfooEntry(ROOT), 'eval', '--no-table', '--no-progress-bar'],
        {
          cwd: blocked.path,
          env: { ...environment(blocked.state), COUNTING_STARS_REPORT: 'blocked' },
        },
      );
      expect(exitCode, output).toBe(0);
      expect(output).toContain('promptfoo-counting-stars could not write its report (');
      expect(output).toContain('8 passed');
    } finally {
      blocked.remove();
    }
  });
});

describe('promptfoo-counting-stars report', () => {
  it('makes the same tables from a file, from standard input and from the database', async () => {
    const table = (folder: string) => {
      const data = JSON.parse(readFileSync(join(project.path, folder, 'report.json'), 'utf8'));
      return data.summary;
    };
    const fromFile = await cli([
      'report',
      results,
      '--out',
      'a',
      '--out',
      'a.png',
      '--out',
      'a.csv',
    ]);
    expect(fromFile.exitCode, fromFile.output).toBe(0);
    expect(fromFile.output).toContain(join('a', 'index.html'));
    expect(existsSync(join(project.path, 'a.png'))).toBe(true);
    expect(readFileSync(join(project.path, 'a.csv'), 'utf8')).toMatch(/^table,group,row,column,/);
    const json = await cli(['report', results, '--json']);
    expect(
      JSON.parse(json.output.slice(json.output.indexOf('{'), json.output.lastIndexOf('}') + 1))
        .summary,
    ).toEqual(table('a'));

    const fromStdin = spawnSync(
      process.execPath,
      [join(ROOT, 'dist', 'cli.js'), 'report', '-', '--out', 'b'],
      { cwd: project.path, env: environment(project.state), input: readFileSync(results) },
    );
    expect(fromStdin.status, String(fromStdin.stderr)).toBe(0);
    expect(table('b')).toEqual(table('a'));

    const fromDatabase = await cli(['report', '--eval', 'latest', '--out', 'c']);
    expect(fromDatabase.exitCode, fromDatabase.output).toBe(0);
    expect(table('c')).toEqual(table('a'));

    const both = await cli(['report', results, '--eval', 'latest', '--out', 'e']);
    expect(both.exitCode).toBe(3);
    expect(both.output).toContain(
      `The evaluation "latest" holds results that ${results} has too. Give every result once.`,
    );
  });

  it.each([
    [['report'], 0, 'Using evaluation eval-'],
    [['report', 'none.json'], 3, 'error: There is no file "none.json"'],
    [
      ['report', '--eval', 'eval-none'],
      3,
      'has no evaluation "eval-none". `npx promptfoo list evals`',
    ],
    [['report', 'x.json', '--format', 'pdf'], 3, 'error: --format is now --out FILE.'],
    [['report', 'x.json', '--threshold', '85'], 3, 'It must be above 0 and below 1'],
    [['report', '--treshold', '0.9'], 3, 'Did you mean --threshold?'],
    [['reprot'], 3, 'Did you mean report?'],
  ])('%j', async (args, exitCode, message) => {
    const result = await cli(args);
    expect(result.output).toContain(message);
    expect(result.exitCode).toBe(exitCode);
    expect(result.output).not.toMatch(/^\s+at \S+ \(.*:\d+:\d+\)$/m);
  });

  it('shows help with examples, and its version', async () => {
    const help = await cli(['report', '--help']);
    expect(help.exitCode).toBe(0);
    expect(help.output).toContain('Examples:');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect((await cli(['--version'])).output.trim()).toBe(version);
  });

  it('writes nothing when it fails', async () => {
    rmSync(join(project.path, 'd'), { recursive: true, force: true });
    await cli(['report', 'none.json', '--out', 'd']);
    expect(existsSync(join(project.path, 'd'))).toBe(false);
  });
});
