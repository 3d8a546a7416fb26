/** Which file `init` writes, and what it says. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { init } from '../../../src/commands/init.js';

const folder = mkdtempSync(join(tmpdir(), 'init-'));
afterAll(() => rmSync(folder, { recursive: true }));
const FILES = ['promptfooconfig.yaml', 'promptfooconfig.json', 'counting-stars.yaml'];
beforeEach(() => {
  for (const name of FILES) rmSync(join(folder, name), { force: true });
});

const place = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFileSync(place(name), text);
const read = (name: string) => readFileSync(place(name), 'utf8');

function run(...providers: string[]): string {
  return init(folder, { providers, lengths: [8000], seeds: 1 });
}

describe('init in a project with providers', () => {
  it('asks only those that are named', () => {
    write('promptfooconfig.yaml', 'providers: [echo, { id: "openai:x", label: big }]');
    expect(run('openai:chat:y')).not.toContain('promptfooconfig.yaml');
    expect(parse(read('counting-stars.yaml')).providers).toEqual(['openai:chat:y']);
  });

  it('says that it asks a simulated reader where the config names nobody', () => {
    write('promptfooconfig.yaml', '# to be written\n');
    expect(run()).toContain(
      'promptfooconfig.yaml names no providers. The config uses a simulated model.\n',
    );
    expect(read('promptfooconfig.yaml')).toBe('# to be written\n');
  });

  it.each([[[]], [['openai:chat:y']]])(
    'keeps what calls need, and says what it keeps and what not: --provider %j',
    (named) => {
      write(
        'promptfooconfig.yaml',
        'providers: [echo]\nenv: { A: b }\ncommandLineOptions: { envPath: keys.env }\nextensions: []',
      );
      const said = run(...named);
      expect(said).toContain(
        'Copied from promptfooconfig.yaml too: `env`, `commandLineOptions.envPath`.\n' +
          '`extensions` of promptfooconfig.yaml are not copied: add them if providers need them.\n',
      );
      const { env, commandLineOptions, extensions } = parse(read('counting-stars.yaml'));
      expect(env).toEqual({ A: 'b' });
      expect(commandLineOptions).toEqual({ table: false, envPath: 'keys.env' });
      expect(extensions).toHaveLength(2);
    },
  );
});

describe('init with own questions', () => {
  it('writes a config and a prompt around their documents, and keeps a prompt that is there', () => {
    rmSync(place('own-prompt.txt'), { force: true });
    const files = { questions: place('data/questions.jsonl'), documents: place('docs') };
    const own = { ...files, size: { lengths: [2000] } };
    const request = { providers: ['echo'], lengths: [9], seeds: 1, own };
    expect(init(folder, request)).toContain(
      `Written: ${place('own-prompt.txt')}, the prompt around your documents. Make it your own.`,
    );
    expect(read('own-prompt.txt')).toContain('{{context}}');
    const { prompts, tests } = parse(read('promptfooconfig.yaml'));
    expect(prompts).toEqual([{ id: 'file://own-prompt.txt', label: 'counting-stars' }]);
    expect(tests[0].path).toMatch(/:ownDocuments$/);
    expect(tests[0].config).toEqual({
      questions: 'data/questions.jsonl',
      documents: 'docs',
      lengths: [2000],
      reserve: 500,
      seeds: 1,
      threshold: 0.85,
      form: 'parts',
      prompts: ['counting-stars'],
    });
    rmSync(place('promptfooconfig.yaml'));
    write('own-prompt.txt', 'Mine: {{context}} {{question}}');
    expect(init(folder, request)).toContain('own-prompt.txt is there already and stays.');
    expect(read('own-prompt.txt')).toBe('Mine: {{context}} {{question}}');
  });

  it('writes numbers of documents where there are no lengths', () => {
    rmSync(place('promptfooconfig.yaml'), { force: true });
    const own = { questions: place('questions.jsonl'), size: { counts: [1, 2] } };
    init(folder, { providers: ['echo'], lengths: [9], seeds: 1, own });
    const { config } = parse(read('promptfooconfig.yaml')).tests[0];
    expect(config).toMatchObject({ counts: [1, 2], reserve: 500 });
    expect(config.lengths).toBeUndefined();
  });
});

describe('a second init', () => {
  it.each([
    ['promptfooconfig.yaml', undefined],
    ['counting-stars.yaml', 'providers: [echo]'],
  ])('leaves %s as it is', (file, theirs) => {
    if (theirs !== undefined) write('promptfooconfig.yaml', theirs);
    run('openai:chat:x');
    const before = read(file);
    expect(() => run('ollama:chat:y')).toThrow(
      `${file} already exists. Add your providers to it, or delete it and run init again.`,
    );
    expect(read(file)).toBe(before);
  });
});
