/** What `init` writes is a config that promptfoo reads and runs. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ours } from './command.js';
import { type ProcessResult, Project, ROOT, readResults, runPromptfoo } from './promptfoo.js';

const project = new Project();
afterAll(() => project.remove());

const config = join(project.path, 'promptfooconfig.yaml');
const SMALL = ['--lengths', '2000,4000', '--seeds', '2'];

const cli = (args: readonly string[]) => ours(project, args);

function promptfoo(...args: string[]): Promise<ProcessResult> {
  return runPromptfoo(args, { cwd: project.path, state: project.state });
}

/** Plan the config and run it; returns the results. */
async function planAndRun(...chosen: string[]) {
  const planned = await cli(['plan', ...chosen]);
  expect(planned.exitCode, planned.output).toBe(0);
  const file = join(project.state, 'results.json');
  rmSync(file, { force: true });
  const { exitCode, output } = await promptfoo('eval', ...chosen, '--no-table', '-o', file);
  expect(exitCode, output).toBe(0);
  return { planned: planned.output, output, results: readResults(file).results };
}

const own = join(project.path, 'counting-stars.yaml');
beforeEach(() => {
  for (const file of [config, own]) rmSync(file, { force: true });
});

describe('init with own questions', () => {
  it.each([
    ['lengths', 40, 4],
    ['counts', 5, 0],
  ])('writes %s that its own plan accepts', async (size, documents, sentences) => {
    const records = Array.from({ length: documents }, (_, i) => ({
      id: `d${i}`,
      text: `The code of ledger ${i} is Q${i}Z. ${'It was written by a clerk in the long dusty room. '.repeat(sentences)}`,
    }));
    const asked = [0, 2, 4].map((i) => ({
      question: `What is the code of ledger ${i}?`,
      answers: [`Q${i}Z`],
      gold: `d${i}`,
    }));
    const write = (name: string, all: object[]) =>
      writeFileSync(join(project.path, name), all.map((one) => JSON.stringify(one)).join('\n'));
    write('own-questions.jsonl', asked);
    write('own-documents.jsonl', records);
    const files = ['--own', 'own-questions.jsonl', '--documents', 'own-documents.jsonl'];
    const { exitCode, output } = await cli(['init', ...files]);
    expect(exitCode, output).toBe(0);
    expect(readFileSync(config, 'utf8')).toMatch(new RegExp(`^      ${size}: \\[`, 'm'));
    const planned = await cli(['plan']);
    expect(planned.exitCode, planned.output).toBe(0);
  });
});

describe('init with a preset', () => {
  it('writes a config that its own plan accepts', async () => {
    const { exitCode, output } = await cli(['init', '--preset', 'counting-stars-quick']);
    expect(exitCode, output).toBe(0);
    expect(readFileSync(config, 'utf8')).toContain('      preset: counting-stars-quick\n');
    const planned = await cli(['plan']);
    expect(planned.output).toMatch(/^simulated model +3 +3 /m);
    const wrong = await cli(['init', '--preset', 'counting-star']);
    expect(wrong).toMatchObject({
      exitCode: 3,
      output: expect.stringContaining(
        '`npx promptfoo-counting-stars init --preset list` shows all.',
      ),
    });
  });
});

describe('init with a session', () => {
  const session = ['init', '--session', join(ROOT, 'examples/own-history/claude-code.jsonl')];

  it('shows what is in it, and writes a config unless it is a dry run', async () => {
    const inspected = await cli([...session, '--dry-run']);
    expect(inspected.exitCode, inspected.output).toBe(0);
    expect(inspected.output).toContain('107 turns of 12.5K tokens');
    expect(existsSync(config)).toBe(false);
    const written = await cli([...session, '--lengths', '2000']);
    expect(written.output).toContain('Written: promptfooconfig.yaml\n');
    const planned = await cli(['plan']);
    expect(planned.exitCode, planned.output).toBe(0);
    const alone = await cli(['init', '--dry-run']);
    expect(alone.output).toContain('--dry-run needs --session FILE.');
  });
});

describe('init in a folder without a config', () => {
  it('writes one that works as it is, without a key', async () => {
    const { exitCode, output } = await cli(['init', ...SMALL]);
    expect(exitCode, output).toBe(0);
    expect(output).toContain('Written: promptfooconfig.yaml\n');
    expect(output).toContain('  npm install --save-dev promptfoo\n');
    expect(output).not.toContain('--save-dev promptfoo promptfoo-counting-stars');
    const validated = await promptfoo('validate');
    expect(validated.output).toContain('Configuration is valid');
    const { planned, output: text, results } = await planAndRun();
    expect(planned).toMatch(/^simulated model +4 +4 /m);
    expect(results).toHaveLength(4);
    expect(text).toMatch(/^Facts found +2K +4K +All +Verdict$/m);
  });

  it('makes the folder, and names it and the providers', async () => {
    const { output } = await cli(['init', 'evals', '--provider', 'echo', '--provider', 'ollama:x']);
    expect(output).toContain(`Written: ${join('evals', 'promptfooconfig.yaml')}\n`);
    expect(output).toContain('Next:\n  cd evals\n');
    const text = readFileSync(join(project.path, 'evals', 'promptfooconfig.yaml'), 'utf8');
    expect(text).toContain('providers:\n  - echo\n  - ollama:x\n');
    expect(text).toContain("  - raw: '{{prompt}}'\n");
    expect(text).toContain(
      'file://../node_modules/promptfoo-counting-stars/dist/index.js:countingStars',
    );
  });
});

/** A provider that answers only with a key in the environment. */
const KEYED = `export default class Keyed {
  id = () => 'keyed';
  callApi = async () =>
    process.env.THEIR_KEY === 'a-key' ? { output: '{"little_penguin": [3]}' } : { error: 'Missing THEIR_KEY' };
}
`;

describe('init in a project with a config', () => {
  const EXISTING = `# Ours
prompts:
  - 'Say {{word}} politely'
providers:
  - file://keyed.mjs # no model
commandLineOptions: { envPath: keys/theirs.env }
tests:
  - vars: {word: [hello, goodbye]}
    assert: [{type: contains, value: politely}]
`;

  it('writes one beside it, with its providers, for an evaluation of its own', async () => {
    project.write('promptfooconfig.yaml', EXISTING);
    project.write('keyed.mjs', KEYED);
    mkdirSync(join(project.path, 'keys'));
    project.write('keys/theirs.env', 'THEIR_KEY=a-key\n');
    const { exitCode, output } = await cli(['init', ...SMALL]);
    expect(exitCode, output).toBe(0);
    expect(output).toContain(
      'Written: counting-stars.yaml\nIts providers are copied from promptfooconfig.yaml.\n' +
        'Copied from promptfooconfig.yaml too: `commandLineOptions.envPath`.\n',
    );
    expect(output).toContain('  npx promptfoo eval -c counting-stars.yaml --no-table\n');
    expect(readFileSync(config, 'utf8')).toBe(EXISTING);
    const text = readFileSync(own, 'utf8');
    // A low bar: what is looked at here is who is asked what.
    project.write('counting-stars.yaml', text.replace('threshold: 0.85', 'threshold: 0'));
    const { planned, results } = await planAndRun('-c', 'counting-stars.yaml');
    expect(planned).toMatch(/^keyed +4 +4 /m);
    expect(results.map(({ provider, prompt }) => `${provider.id} ${prompt.label}`)).toEqual(
      new Array(4).fill('keyed counting-stars'),
    );
    // Each call had its key.
    expect(results.map(({ response }) => response?.output)).toEqual(
      new Array(4).fill('{"little_penguin": [3]}'),
    );
  });

  it('writes over nothing', async () => {
    project.write('promptfooconfig.yaml', EXISTING);
    project.write('counting-stars.yaml', 'mine\n');
    const { exitCode, output } = await cli(['init']);
    expect(exitCode).toBe(3);
    expect(output).toBe(
      'error: counting-stars.yaml already exists. Add your providers to it, or delete it and run init again.\n',
    );
    expect(readFileSync(own, 'utf8')).toBe('mine\n');
  });

  it('says that it does not run a program', async () => {
    const program = project.write('promptfooconfig.mjs', 'export default {};\n');
    const { exitCode, output } = await cli(['init', ...SMALL]);
    expect(exitCode).toBe(0);
    expect(output).toContain(
      'promptfooconfig.mjs is a program, which init does not run. The config uses a simulated model.',
    );
    expect(readFileSync(own, 'utf8')).toContain('SimulatedReader');
    expect(existsSync(config)).toBe(false);
    rmSync(program);
  });
});

describe('init with a mistake', () => {
  it.each<[string[], string]>([
    [
      ['package.json/x'],
      'error: package.json/x: not a directory (ENOTDIR). Give another path, or put this one right.',
    ],
    [['--provider', ' '], 'It must be a provider, for example openai:chat:gpt-5.6-terra.'],
    [['--lengths', '8x'], 'It must be a whole number of tokens, for example 64000 or 64K.'],
    [['--seeds', '0'], 'It must be a whole number from 1 on, for example 3.'],
  ])('%j', async (args, message) => {
    const file = project.write('package.json', '{}');
    const { exitCode, output } = await cli(['init', ...args]);
    rmSync(file);
    expect(output).toContain(message);
    expect(exitCode).toBe(3);
    expect(existsSync(config)).toBe(false);
  });
});
