/** The GitHub Action, run step by step as a runner runs it, and the files for build servers beside it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { commandLine } from '../../src/commands/command-line.js';
import { countingStars } from '../../src/index.js';
import { baselineText } from '../../src/measuring/results/baseline/baseline-text.js';
import {
  environment,
  INDEX,
  type ProcessResult,
  Project,
  promptfooEntry,
  ROOT,
  run,
  SIMULATED_MODEL,
} from './promptfoo.js';

vi.setConfig({ testTimeout: 240_000 });

interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
  shell?: string;
}

const read = (name: string): unknown => parse(readFileSync(join(ROOT, name), 'utf8'));

const action = read('action.yml') as {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: Step[] };
};

const workflows = ['gate.yml', 'nightly.yml', 'own-tests.yml', 'search.yml', 'sharded.yml'].map(
  (name) => {
    const { jobs, permissions } = read(`examples/workflows/${name}`) as {
      jobs: Record<string, { steps: Step[] }>;
      permissions: object;
    };
    return { name, permissions, steps: Object.values(jobs).flatMap(({ steps }) => steps) };
  },
);

const gitlab = read('examples/workflows/gitlab-ci.yml') as Record<
  string,
  { script?: string[]; variables?: Record<string, string>; extends?: string }
>;

const project = new Project();
afterAll(() => project.remove());

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const comments = join(project.state, 'comments');

/** A folder with an `npx` that starts what stands beside these tests. */
function commandsFolder(): string {
  const folder = join(project.state, 'bin');
  mkdirSync(folder, { recursive: true });
  const start = `shift; exec "${process.execPath}"`;
  // What is not installed is never fetched.
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\nif [ "$1 $2" != '--no --' ]; then exit 9; fi\nshift 2\ncase $1 in\n` +
      `promptfoo) ${start} "${promptfooEntry(ROOT)}" "$@";;\n` +
      `promptfoo-counting-stars) ${start} "${join(ROOT, 'dist/cli.js')}" "$@";;\nesac\n`,
  );
  writeFileSync(join(folder, 'gh'), GH);
  for (const name of ['npx', 'gh']) chmodSync(join(folder, name), 0o755);
  return folder;
}

/**
 * GitHub's command as far as a comment needs it: comments are files of one folder, of which those named \`…-stranger\` are by
 * somebody else. A token that may not say whose it is, is the job's own.
 */
const GH = `#!/bin/sh
if [ "$GH_TOKEN" = reads ]; then echo 'gh: Resource not accessible (HTTP 403)' >&2; exit 1; fi
for last; do :; done
case "$*" in
*viewer*) if [ "$GH_TOKEN" = app ]; then echo 'our-app[bot]'; else exit 1; fi;;
*--paginate*)
  case "$last" in *'.user.login == env.LOGIN'*) ;; *) exit 9;; esac
  for file in "$COMMENTS"/*; do
    case "$LOGIN $file" in
    'github-actions[bot] '*-stranger) continue;;
    'our-app[bot] '*-app | 'github-actions[bot] '*) ;;
    *) continue;;
    esac
    if [ "$(head -n 1 "$file")" = "$MARK" ]; then basename "$file"; fi
  done;;
*PATCH*) cp "\${last#body=@}" "$COMMENTS/\${5##*/}";;
*) cp "\${last#body=@}" "$COMMENTS/1$(ls "$COMMENTS" | wc -l)";;
esac
`;

/** Run the steps of the action that are commands, up to the first one that fails. */
async function runAction(inputs: Record<string, string>): Promise<ProcessResult[]> {
  const values = new Map(Object.entries(action.inputs).map(([name, own]) => [name, own.default]));
  for (const [name, value] of Object.entries(inputs)) values.set(name, value);
  const filled = (text: string) =>
    text
      .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => values.get(name)!)
      .replace(/\$\{\{ github\.event\.pull_request\.number \}\}/, '17')
      .replace(/\$\{\{ github\.event\.pull_request\.head\.sha \}\}/, COMMIT);
  const summary = join(project.state, 'summary.md');
  writeFileSync(summary, '');
  const ended: ProcessResult[] = [];
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    const always = step.if?.includes('!cancelled()');
    if (!always && ended.some(({ exitCode }) => exitCode !== 0)) continue;
    // Only on a pull request, as which a run with a token of the test counts.
    if (step.name === 'Comment on the pull request' && !inputs.token) continue;
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]);
    const env = {
      ...environment(project.state),
      ...Object.fromEntries(own),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: 'we/ours',
      GITHUB_RUN_ID: '5',
      COMMENTS: comments,
      RUNNER_TEMP: project.state,
      PATH: `${commandsFolder()}${delimiter}${process.env.PATH}`,
    };
    // As GitHub starts `shell: bash`.
    const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run];
    ended.push(await run('bash', bash, { cwd: project.path, env }));
  }
  return ended;
}

describe.skipIf(process.platform === 'win32')('the action', () => {
  const config = { stars: 4, lengths: [1000, 2000], seeds: 4 };
  const installed = join(project.path, 'node_modules', '.bin', 'promptfoo');
  mkdirSync(dirname(installed), { recursive: true });
  writeFileSync(installed, '');
  mkdirSync(comments, { recursive: true });
  writeFileSync(join(comments, '10'), 'of a person');

  /** A baseline in which every star of the whole grid is found. */
  async function writeBaseline(): Promise<void> {
    const cases = (await countingStars(config)).map(({ metadata, description = '' }) => {
      const { id, tokens, seed } = metadata as { id: string; tokens: number; seed: number };
      return [
        id,
        { tokens, seed, score: 1, marks: [1, 1, 1, 1] as number[], description },
      ] as const;
    });
    const run = new Map([['perfect', new Map(cases)]]);
    project.write(
      'counting-stars/baseline of mine.json',
      baselineText({ runs: [run], identities: new Map() }),
    );
  }

  it('asks a part of the grid, compares it with the baseline, and writes summary and report', async () => {
    // A run before this one has left its report beside the baseline.
    mkdirSync(join(project.path, 'counting-stars', 'report'), { recursive: true });
    project.write('counting-stars/report/old.html', '');
    await writeBaseline();
    const suite = {
      prompts: [{ raw: '{{prompt}}', label: 'stars' }],
      providers: [{ id: SIMULATED_MODEL, label: 'perfect', config: { profile: 'perfect' } }],
      tests: [{ path: `${INDEX}:countingStars`, config }],
    };
    project.write('my config.yaml', stringify(suite));
    const ended = await runAction({
      config: 'my config.yaml',
      filter: 'tokens=1000',
      baseline: 'counting-stars/baseline of mine.json',
      'gate-options': '--min-recall 50%\n  --threshold 0.8 \n\n--max-drop  0.1\n',
      token: 'writes',
    });
    const said = ended.map(({ output }) => output).join('\n');
    expect(
      ended.map(({ exitCode }) => exitCode),
      said,
    ).toEqual([0, 0, 0, 0, 0]);
    expect(said).toMatch(/4 passed/);
    const comment = readFileSync(join(comments, '11'), 'utf8');
    expect(comment).toMatch(/^<!-- promptfoo-counting-stars: counting-stars -->\n/);
    expect(comment).toContain('### ✅ Long-context gate: any drop is at most 27 points.\n');
    expect(comment).toContain('- ✅ All minimums met.');
    expect(comment).toMatch(
      /\nOf commit 0123456\. \[The whole run\]\(https:\/\/github\.test\/we\/ours\/actions\/runs\/5\)\n$/,
    );
    // All lines of the options count.
    const report = readFileSync(join(project.path, 'counting-stars/gate.xml'), 'utf8');
    expect(report).toContain('name="recall ≥ 50%"');
    const summary = readFileSync(join(project.state, 'summary.md'), 'utf8');
    expect(summary).toContain('### ✅ Long-context gate: any drop is at most 27 points.\n');
    expect(summary).toContain('perfect');
    for (const file of ['gate.xml', 'gate.html', 'report/index.html', 'report/summary.csv']) {
      expect(existsSync(join(project.path, 'counting-stars', file)), file).toBe(true);
    }
    expect(existsSync(join(project.path, 'counting-stars/report/old.html'))).toBe(false);
    expect(existsSync(join(project.path, '.promptfoo', 'promptfoo.db'))).toBe(true);
  });

  it('fails for tests of the user’s own that failed, names them, and keeps no key that a provider said', async () => {
    const key = `sk-proj-${'Ab3'.repeat(16)}`;
    project.write(
      'theirs.mjs',
      `export default class Theirs {
        id = () => 'theirs';
        async callApi(prompt) {
          if (prompt.includes('broken')) return { error: '401 Incorrect API key provided: ${key}' };
          return { output: 'hello' };
        }
      }`,
    );
    const word = (name: string) => ({
      description: `says ${name}`,
      vars: { word: name },
      prompts: ['theirs'],
      assert: [{ type: 'contains', value: name }],
    });
    const suite = {
      prompts: [
        { raw: '{{prompt}}', label: 'stars' },
        { raw: 'Say {{word}}', label: 'theirs' },
      ],
      providers: [{ id: SIMULATED_MODEL, label: 'perfect', config: { profile: 'perfect' } }],
      tests: [
        { path: `${INDEX}:countingStars`, config: { ...config, prompts: ['stars'] } },
        ...['hello', 'world', 'broken'].map((name) => ({
          ...word(name),
          provider: 'file://theirs.mjs',
        })),
      ],
    };
    project.write('with theirs.yaml', stringify(suite));
    const ended = await runAction({
      config: 'with theirs.yaml',
      'gate-options': '--min-recall 0.5',
    });
    const said = ended.map(({ output }) => output).join('\n');
    // Evaluation and report end well, and the gate fails the job.
    expect(
      ended.map(({ exitCode }) => exitCode),
      said,
    ).toEqual([0, 0, 1, 0]);
    const page = readFileSync(join(project.path, 'counting-stars/gate.md'), 'utf8');
    const summary = readFileSync(join(project.state, 'summary.md'), 'utf8');
    expect(summary).toContain(page);
    expect(page).toMatch(
      /^### ❌ Gate: your tests failed, long prompts passed\.\n\n- ❌ 1 of 2 tests failed: `says world`\.\n- ❌ 1 test without an answer, because calls failed: `says broken`\.\n- ✅ All minimums met\./,
    );
    expect(page).toContain('401 Incorrect API key');
    expect(readFileSync(join(project.state, 'counting-stars.json'), 'utf8')).toContain(key);
    for (const file of filesIn(join(project.path, 'counting-stars'))) {
      expect(readFileSync(file, 'utf8'), file).not.toContain(key);
    }
  });

  it('fails nothing without a baseline, a minimum and tests of the user’s own', async () => {
    const ended = await runAction({ config: 'my config.yaml' });
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(ended[2]!.output).toContain('::notice::No baseline to compare with.');
  });

  it('writes one comment anew, leaves those of others, and fails for none that it cannot write', async () => {
    const write = async (token: string, text: string, name = 'nightly') => {
      project.write('verdict.md', text);
      const env = {
        ...environment(project.state),
        ...{ COMMENTS: comments, GH_TOKEN: token, NUMBER: '17', COMMIT },
        ...{ GITHUB_SERVER_URL: 's', GITHUB_REPOSITORY: 'we/ours', GITHUB_RUN_ID: '5' },
        PATH: `${commandsFolder()}${delimiter}${process.env.PATH}`,
      };
      const script = join(ROOT, 'examples/workflows/comment.sh');
      return run('bash', [script, name, 'verdict.md', 'absent.md'], { cwd: project.path, env });
    };
    // A stranger has written the mark before us.
    const mark = '<!-- promptfoo-counting-stars: nightly -->';
    writeFileSync(join(comments, '12-stranger'), `${mark}\nclick here`);
    const others = readdirSync(comments);
    for (const text of ['failed', 'passed']) {
      expect(await write('writes', text)).toMatchObject({ exitCode: 0, output: '' });
    }
    const [own, ...more] = readdirSync(comments).filter((file) => !others.includes(file));
    expect(more).toEqual([]);
    expect(readFileSync(join(comments, own!), 'utf8')).toContain('\npassed\n');
    expect(readFileSync(join(comments, '12-stranger'), 'utf8')).toContain('click here');
    const line = `- \`${'\u{1f31f}'.repeat(10)} and more\``;
    await write('writes', `<details>\n~~~text\n${`${line}\n`.repeat(2000)}`);
    const cut = readFileSync(join(comments, own!));
    expect(cut.length).toBeLessThan(65_536);
    const lines = cut.toString().split('\n');
    const end = lines.lastIndexOf(line);
    // Between two lines, and what is open is closed.
    expect(new Set(lines.slice(3, end))).toEqual(new Set([line]));
    expect(lines.slice(end + 1, end + 5)).toEqual([
      '~~~',
      '</details>',
      '',
      'Cut here, since GitHub takes no longer comment. The summary of the job has all of it.',
    ]);
    // A job without any page says so instead of writing an empty comment.
    await write('writes', '');
    expect(readFileSync(join(comments, own!), 'utf8')).toContain(
      '\nThis job ended without a verdict. Its log says why.\n',
    );
    const refused = await write('reads', 'passed');
    expect(refused.exitCode).toBe(0);
    expect(refused.output).toContain('::notice::No comment on the pull request');
  });

  it('says in summary and comment why nothing was decided, and fails', async () => {
    const summaryText = () => readFileSync(join(project.state, 'summary.md'), 'utf8');
    const ownComment = () => readFileSync(join(comments, '11'), 'utf8');
    const codes = (ended: ProcessResult[]) => ended.map(({ exitCode }) => exitCode !== 0);
    // Nothing is fetched next to a key.
    rmSync(installed);
    const absent = await runAction({ token: 'writes' });
    writeFileSync(installed, '');
    expect(codes(absent)).toEqual([true, false, false]);
    expect(absent[0]!.output).toContain('::error::promptfoo is not installed in ');
    for (const text of [summaryText(), ownComment()]) {
      expect(text).toMatch(
        /## Long-context gate: could not run\n\npromptfoo is not installed in .+ Add it with npm install/,
      );
    }
    // A value has its blanks, and what the command says of it is shown.
    const inputs = { config: 'my config.yaml', filter: 'tokens=1000', token: 'writes' };
    const wrong = await runAction({
      ...inputs,
      'gate-options': '--min-recall 0.9\n--baseline no such file.json',
    });
    expect(codes(wrong)).toEqual([false, false, true, false, false]);
    for (const text of [summaryText(), ownComment()]) {
      expect(text).toMatch(
        /## Long-context gate: could not run\n\nThe command ended with exit code 3\.\n\n~~~text\nerror: .*no such file\.json/,
      );
    }
  });

  it('asks anew unless it is told to complete what it began', () => {
    expect(action.inputs.cache!.default).toBe('false');
    const caches = action.runs.steps.filter(({ uses }) => uses?.startsWith('actions/cache/'));
    expect(caches.map(({ uses }) => uses!.split('@')[0])).toEqual([
      'actions/cache/restore',
      'actions/cache/save',
    ]);
    for (const step of caches) {
      expect(step.if).toContain("inputs.cache == 'true'");
      expect(step.with!['restore-keys'] ?? step.with!.key).toContain('github.run_id');
    }
    const evaluations = [
      ...workflows.flatMap(({ steps }) => steps.map((step) => step.run ?? '')),
      ...gitlab['.long-context']!.script!,
    ].filter((script) => script.includes('npx --no -- promptfoo eval'));
    expect(evaluations).toHaveLength(3);
    for (const script of evaluations) expect(script).toContain('--no-cache');
  });

  it('never puts an input or a secret into a script, and says what each input is', () => {
    for (const { run: script = '', shell } of action.runs.steps) {
      expect(script).not.toContain('${{');
      if (script) expect(shell).toBe('bash');
    }
    const used = JSON.stringify(action.runs).match(/(?<=inputs\.)[\w-]+/g);
    expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
    expect(action.inputs.token!.default).toMatch(/^\$\{\{ github\.token \}\}$/);
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\w/);
  });
});

function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

/** All commands of a script of ours, each as its words. */
function ourCommands(script: string): string[][] {
  const lines = script.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => {
    const [, command] = /npx --no -- promptfoo-counting-stars (.*)/.exec(line) ?? [];
    const words = command?.replaceAll(/"?\$\{?\w+[^ ]*/g, '').split(/\s+/) ?? [];
    return command === undefined ? [] : [words.filter((word) => word !== '')];
  });
}

describe('a file for build servers', () => {
  const scripts = [
    ...workflows.flatMap(({ steps }) => steps.map((step) => step.run ?? '')),
    ...(gitlab['.long-context']!.script ?? []),
  ];

  it('uses only actions of GitHub, and our own with inputs that it has', () => {
    const steps = [...workflows.flatMap((workflow) => workflow.steps), ...action.runs.steps];
    for (const { uses, with: given = {} } of steps.filter((step) => step.uses)) {
      if (uses === './node_modules/promptfoo-counting-stars') {
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      } else expect(uses).toMatch(/^actions\/[a-z-]+(?:\/(?:restore|save))?@/);
    }
    for (const { name, permissions } of workflows) {
      const comments = name === 'gate.yml' && { 'pull-requests': 'write' };
      expect(permissions).toEqual({ contents: 'read', ...comments });
    }
  });

  it('calls our commands with options that they have', async () => {
    const commands = scripts.flatMap(ourCommands);
    expect(commands.map(([name]) => name)).toEqual([
      ...['gate', 'search', 'gate'],
      ...['report', 'gate'],
      ...['report', 'gate'],
    ]);
    for (const words of commands) {
      const program = await commandLine();
      for (const command of program.commands) command.action(() => undefined);
      expect(() => program.parse(words, { from: 'user' })).not.toThrow();
    }
  });

  it('lets the gate judge instead of promptfoo’s exit code', () => {
    const own = [...workflows.flatMap(({ steps }) => steps), ...action.runs.steps];
    const evaluations = own.filter(({ run: script }) =>
      script?.includes('npx --no -- promptfoo eval'),
    );
    expect(evaluations.length).toBe(3);
    for (const { env } of evaluations) expect(env!.PROMPTFOO_FAILED_TEST_EXIT_CODE).toBe('0');
    const { variables } = gitlab['.long-context']!;
    expect(variables!.PROMPTFOO_FAILED_TEST_EXIT_CODE).toBe('0');
  });

  it('asks a length in its smoke run that the example config has', async () => {
    const example = read('examples/workflows/promptfooconfig.yaml') as {
      tests: [{ config: { seeds: number } }];
    };
    const cases = await countingStars(example.tests[0].config);
    const smoke = cases.filter(({ metadata }) => metadata!.tokens === 8000);
    expect(smoke).toHaveLength(example.tests[0].config.seeds);
    const nightly = workflows.find(({ name }) => name === 'nightly.yml')!;
    const filters = nightly.steps.flatMap((step) => step.with?.filter ?? []);
    expect(filters).toEqual(['tokens=8000']);
    expect(gitlab.smoke!.variables!.EVAL_OPTIONS).toBe('--filter-metadata tokens=8000');
  });
});
