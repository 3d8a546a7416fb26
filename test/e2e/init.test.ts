/** What `init` writes is a config that promptfoo reads and runs. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  environment,
  type ProcessResult,
  Project,
  ROOT,
  readResults,
  run,
  runPromptfoo,
} from './promptfoo.js';

const project = new Project();
afterAll(() => project.remove());

const config = join(project.path, 'promptfooconfig.yaml');
const SMALL = ['--lengths', '2000,4000', '--seeds', '2'];

/** Run our own command. */
function cli(args: readonly string[]): Promise<ProcessResult> {
  return run(process.execPath, [join(ROOT, 'dist', 'cli.js'), ...args], {
    cwd: project.path,
    env: environment(project.state),
  });
}

function promptfoo(...args: string[]): Promise<ProcessResult> {
  return runPromptfoo(args, { cwd: project.path, state: project.state });
}

/** Check the config with promptfoo, plan it and run it; returns the results. */
async function validatePlanAndRun() {
  const validated = await promptfoo('validate');
  expect(validated.output).toContain('Configuration is valid');
  const planned = await cli(['plan']);
  expect(planned.exitCode, planned.output).toBe(0);
  const file = join(project.state, 'results.json');
  rmSync(file, { force: true });
  const { exitCode, output } = await promptfoo('eval', '--no-table', '-o', file);
  expect(exitCode, output).toBe(0);
  return { planned: planned.output, output, results: readResults(file).results };
}

beforeEach(() => rmSync(config, { force: true }));

describe('init in a folder without a config', () => {
  it('writes one that works as it is, without a key', async () => {
    const { exitCode, output } = await cli(['init', ...SMALL]);
    expect(exitCode, output).toBe(0);
    expect(output).toContain('Written: promptfooconfig.yaml\n');
    expect(output).toContain('  npm install --save-dev promptfoo\n');
    expect(output).not.toContain('--save-dev promptfoo promptfoo-counting-stars');
    const { planned, output: text, results } = await validatePlanAndRun();
    expect(planned).toMatch(/^simulated reader +4 +4 /m);
    expect(results).toHaveLength(4);
    expect(text).toMatch(/recall \(95 %\)/);
  });

  it('names providers and the folder', async () => {
    mkdirSync(join(project.path, 'evals'), { recursive: true });
    const { output } = await cli(['init', 'evals', '--provider', 'echo', '--provider', 'ollama:x']);
    expect(output).toContain(`Written: ${join('evals', 'promptfooconfig.yaml')}\n`);
    expect(output).toContain('Next:\n  cd evals\n');
    const text = readFileSync(join(project.path, 'evals', 'promptfooconfig.yaml'), 'utf8');
    expect(text).toContain('providers:\n  - echo\n  - ollama:x\n');
    expect(text).toContain('file://../node_modules/promptfoo-counting-stars/dist/index.js:prompt');
  });
});

describe('init in a project with a config', () => {
  const EXISTING = `# Ours
prompts:
  - 'Say {{word}} politely'
providers:
  - echo # no model
tests:
  - vars: {word: [hello, goodbye]}
    assert: [{type: contains, value: politely}]
`;

  it('shows the change and writes nothing without --force', async () => {
    project.write('promptfooconfig.yaml', EXISTING);
    const { exitCode, output } = await cli(['init', ...SMALL]);
    expect(exitCode).toBe(2);
    expect(output).toContain('promptfooconfig.yaml would change so:\n');
    expect(output).toContain("-  - 'Say {{word}} politely'\n+  - raw: 'Say {{word}} politely'\n");
    expect(output).toContain(
      'error: promptfooconfig.yaml is there already. Run init again with --force to change it so.',
    );
    expect(readFileSync(config, 'utf8')).toBe(EXISTING);
  });

  it('adds ours and keeps the two apart, once', async () => {
    project.write('promptfooconfig.yaml', EXISTING);
    const reader = 'package:promptfoo-counting-stars:SimulatedReader';
    expect((await cli(['init', ...SMALL, '--force', '--provider', reader])).exitCode).toBe(0);
    const text = readFileSync(config, 'utf8');
    expect(text).toContain('# Ours\n');
    expect(text).toContain('  - echo # no model\n');
    // A low bar: what is looked at here is who is asked what.
    project.write('promptfooconfig.yaml', text.replace('threshold: 0.85', 'threshold: 0'));
    const { planned, results } = await validatePlanAndRun();
    expect(planned).toContain('Other tests: 1, with 2 calls, are not counted above.');
    const asked = results.map(({ provider, prompt, vars }) =>
      [provider.id, prompt.label, vars.case ? 'ours' : 'theirs'].join(' '),
    );
    expect([...new Set(asked)].sort()).toEqual([
      'echo counting-stars ours',
      'echo prompt 1 theirs',
      `${reader} counting-stars ours`,
    ]);
    expect(results).toHaveLength(4 + 4 + 2);

    const before = readFileSync(config, 'utf8');
    const again = await cli(['init', '--force']);
    expect(again.output).toContain('asks Counting-Stars already: nothing to do.');
    expect(again.exitCode).toBe(0);
    expect(readFileSync(config, 'utf8')).toBe(before);
  });

  it('keeps asking prompts of a config without tests', async () => {
    project.write('promptfooconfig.yaml', 'prompts: [hello, bye]\nproviders: [echo]\n');
    expect((await cli(['init', ...SMALL, '--force'])).exitCode).toBe(0);
    const text = readFileSync(config, 'utf8');
    project.write('promptfooconfig.yaml', text.replace('threshold: 0.85', 'threshold: 0'));
    const { results } = await validatePlanAndRun();
    const theirs = results.filter(({ vars }) => !vars.case).map(({ response }) => response?.output);
    expect(theirs.sort()).toEqual(['bye', 'hello']);
    expect(results).toHaveLength(4 + 2);
  });

  it('shows what to add to a program', async () => {
    const program = project.write('promptfooconfig.js', 'export default {};\n');
    const { exitCode, output } = await cli(['init', '--force']);
    expect(exitCode).toBe(2);
    expect(output).toContain('dist/index.js:countingStars');
    expect(output).toContain(
      'error: promptfooconfig.js is a program, which init does not change. Add what you see above to it.',
    );
    expect(readFileSync(program, 'utf8')).toBe('export default {};\n');
    expect(existsSync(config)).toBe(false);
    rmSync(program);
  });
});

describe('init with a mistake', () => {
  it.each<[string[], string]>([
    [['nowhere'], 'error: There is no folder "nowhere". Make it, or name the one of a project.'],
    [['--provider', ' '], 'It must be a provider, for example openai:chat:gpt-4.1.'],
    [['--lengths', '8K'], 'It must be a whole number of tokens, for example 64000.'],
    [['--seeds', '0'], 'It must be a whole number of at least 1.'],
  ])('%j', async (args, message) => {
    const { exitCode, output } = await cli(['init', ...args]);
    expect(output).toContain(message);
    expect(exitCode).toBe(2);
    expect(existsSync(config)).toBe(false);
  });
});
