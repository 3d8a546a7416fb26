/**
 * Every line of shell, in blocks and between backticks: our own commands are parsed by the command line
 * itself, and run where they need neither promptfoo nor a network; of other commands, scripts, files and
 * options are there.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandLine } from '../../src/commands/command-line.js';
import { ROOT, runPromptfoo } from '../e2e/promptfoo.js';
import { runOf } from '../measuring/facts/tests/rows-for-tests.js';
import { imagine, toResult } from '../measuring/results/rows-for-tests.js';
import { BLOCKS, PAGES, textOf } from './pages.js';

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
const home = process.cwd();
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  peerDependencies: Record<string, string>;
};

let helps: string;

/** Files of results under the names that the pages use: three runs, and two parts of another one; and ordinary tests. */
beforeAll(async () => {
  const write = (name: string, recall: number, seeds: readonly number[], models = ['reader']) => {
    const rows = models.flatMap((model) =>
      imagine(model, () => recall, { seeds: 4 }).map((row) => ({
        ...row,
        measures: { cites: row.tokens > 8000 ? 0 : 1 },
      })),
    );
    const results = rows.filter(({ seed }) => seeds.includes(seed)).map(toResult);
    writeFileSync(join(folder, name), JSON.stringify({ results: { results }, config: {} }));
  };
  mkdirSync(join(folder, 'new'));
  const runs = ['results', 'run1', 'run2', 'run3', 'monday', 'tuesday', 'wednesday', 'rerun'];
  for (const [i, name] of runs.entries()) write(`${name}.json`, 0.9 - i / 100, [1, 2, 3, 4]);
  write('old.json', 0.9, [1, 2, 3, 4], ['openai:chat:gpt-5.6-terra']);
  for (const name of ['new.json', 'new/results.json']) {
    write(name, 0.9, [1, 2, 3, 4], ['openai:chat:gpt-5.6-sol']);
  }
  const pairs = ['full', 'q4', 'old model', 'new model', 'openai:chat:OLD', 'openai:chat:NEW'];
  write('both.json', 0.9, [1, 2, 3, 4], pairs);
  write('results-1.json', 0.9, [1, 2]);
  write('results-2.json', 0.9, [3, 4]);
  for (const name of ['today', 'yesterday', 'before']) {
    const results = runOf(
      Array.from({ length: 20 }, () => '111'),
      { output: name },
    );
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ results: { results } }));
  }
  const ordinary = (name: string, provider: string) => {
    const results = runOf(['111', '111'], { provider });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ results: { results } }));
  };
  for (const name of ['old1', 'old2', 'old3']) ordinary(name, 'old model');
  ordinary('new-model', 'new model');
  for (const name of ['hosted', 'moved']) ordinary(name, 'adder');
  const asked = { question: 'How long?', answers: ['six weeks'], gold: 'leave.md' };
  writeFileSync(join(folder, 'questions.jsonl'), JSON.stringify(asked));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'leave.md'), 'The notice is six weeks.');
  const session = readFileSync(join(ROOT, 'examples/own-history/claude-code.jsonl'));
  writeFileSync(join(folder, 'session.jsonl'), session);
  process.chdir(folder);
  for (const name of ['counting-stars-baseline.json', 'baseline.json']) {
    await runOurs(['baseline', 'results.json', '-o', name]);
  }
  const state = { cwd: folder, state: folder };
  // One after the other: two processes that make one database at once are in each other's way.
  const all = await runPromptfoo(['--help'], state);
  const evaluation = await runPromptfoo(['eval', '--help'], state);
  helps = all.output + evaluation.output;
});

afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

/** A command as its words. */
type Words = string[];

/** The commands of a line, without variables in front, redirections and comments. */
function commandsOf(line: string): Words[] {
  const plain = line.replace(/(^|\s)#.*$/, '').replace(/\s>>?\s.*$/, '');
  return plain.split(/&&|\|/).flatMap((part) => {
    const words = [...part.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) =>
      word.replace(/^(["'])(.*)\1$/, '$2'),
    );
    while (/^[A-Z_]+=/.test(words[0] ?? '')) words.shift();
    return words.length > 0 ? [words] : [];
  });
}

const inBlocks = BLOCKS.filter(({ language }) => language === 'sh').flatMap(({ where, text }) =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap(commandsOf)
    .map((words) => [`${where}: ${words.join(' ')}`, words] as const),
);

const PROGRAMS = ['npx', 'npm', 'node', 'bash'];

/** Commands between backticks; a word such as `[draws]` or `…` stands for what the reader writes. */
const inText = PAGES.flatMap((page) =>
  [...textOf(page).matchAll(/(?<!`)`([^`]+)`(?!`)/g)]
    .flatMap(([, code]) => commandsOf(code!.replace(/\s+/g, ' ')))
    .filter(([program, first]) => PROGRAMS.includes(program!) && first !== undefined)
    .map(
      (words) =>
        [`${page}: ${words.join(' ')}`, words.filter((word) => !/[…[\]<>]/.test(word))] as const,
    ),
);

/** A command that is not run: only its options and arguments are looked at. */
async function parseOnly(args: readonly string[]): Promise<void> {
  const program = (await commandLine()).configureOutput({ writeErr: () => undefined });
  for (const command of program.commands) {
    command.exitOverride().action(() => undefined);
    command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  }
  // Help ends a command as an error does.
  const isHelp = args.includes('--help');
  if (isHelp)
    expect(args.filter((arg) => arg.startsWith('-') && !/^--(?:help|all)$/.test(arg))).toEqual([]);
  else program.parse([...args], { from: 'user' });
}

/** Needs promptfoo itself, or asks every preset. */
function isCheap([name = '', ...args]: readonly string[]): boolean {
  if (['plan', 'search', 'show', 'stretch', 'try'].includes(name) || name.startsWith('-'))
    return false;
  // Without files, they read promptfoo's database.
  const isLatest =
    ['gate', 'baseline', 'report', 'history'].includes(name) &&
    !args[0]?.includes('.json') &&
    !args[0]?.includes('counting-stars-search');
  if (isLatest || args.includes('--run')) return false;
  return !args.some(
    (arg) => ['--eval', '--last', '--help', 'list'].includes(arg) || /png/.test(arg),
  );
}

async function runOurs(args: readonly string[]): Promise<void> {
  await parseOnly(args);
  if (!isCheap(args)) return;
  // Each page begins in a project of its own.
  if (args[0] === 'init') rmSync('promptfooconfig.yaml', { force: true });
  const files = args.flatMap((arg) => (arg.includes('*') ? globSync(arg) : arg));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await (await commandLine()).parseAsync(files, { from: 'user' });
    expect(write).toHaveBeenCalled();
    // 1 is a gate that failed, which is an answer as well.
    expect(process.exitCode ?? 0).toBeLessThanOrEqual(args[0] === 'gate' ? 2 : 0);
  } finally {
    write.mockRestore();
    process.exitCode = undefined;
  }
}

/** A config that a page names: of this package, or of the reader's own project. */
function assertConfig(path: string): void {
  const ours = /^(?:node_modules\/promptfoo-counting-stars\/)?(examples\/.+)$/.exec(path);
  if (ours) expect(existsSync(join(ROOT, ours[1]!)), path).toBe(true);
}

async function checkPromptfoo(args: readonly string[]): Promise<void> {
  const [command = ''] = args;
  expect(helps).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  for (const [i, arg] of args.entries()) {
    if (command === 'eval' && arg.startsWith('-')) {
      expect(helps).toMatch(new RegExp(`(^|\\s)${arg.replace(/=.*/, '')}[\\s,]`));
    }
    if (arg === '-c') assertConfig(args[i + 1]!);
  }
}

async function check([program, ...args]: Words): Promise<void> {
  const [first = '', second = ''] = args;
  if (program === 'npx' && first === 'promptfoo-counting-stars') return runOurs(args.slice(1));
  if (program === 'npx' && first === 'promptfoo') return checkPromptfoo(args.slice(1));
  if (program === 'promptfoo-counting-stars') return runOurs(args);
  if (program === 'npm' && first === 'run' && second !== '') {
    expect(Object.keys(manifest.scripts)).toContain(second);
  } else if (program === 'npm' && first === 'install') {
    const known = ['promptfoo-counting-stars', ...Object.keys(manifest.peerDependencies)];
    for (const name of args.slice(1).filter((arg) => !arg.startsWith('-'))) {
      expect(
        // `promptfoo@0.121.20` installs a version of it.
        known.includes(name.replace(/@[\d.]+$/, '')),
        name,
      ).toBe(true);
    }
  } else if (program === 'node' || program === 'bash') {
    const file = args.find((arg) => !arg.startsWith('-'))!;
    if (!file.includes('NAME')) expect(existsSync(join(ROOT, file)), file).toBe(true);
  }
}

describe('a command', () => {
  it('is found on the pages', () => {
    expect(inBlocks.length).toBeGreaterThan(15);
    expect(inText.length).toBeGreaterThan(15);
  });

  it.each(inBlocks)('in a block works: %s', async (_, words) => {
    expect([...PROGRAMS, 'promptfoo-counting-stars']).toContain(words[0]);
    await check(words);
  });

  it.each(inText)('in a sentence is right: %s', async (_, words) => {
    const [program, first] = words;
    if (program === 'npx' && first === 'promptfoo-counting-stars') {
      const said = await parseOnly(words.slice(2)).catch(String);
      if (words.length > 2) expect(said ?? '').not.toMatch(/unknown/);
      return;
    }
    await check(words);
  });
});

describe('an option between backticks', () => {
  const guides = PAGES.filter((page) => /^docs\/|^README/.test(page));

  it.each(guides)('of %s is one of a command, or of promptfoo', async (page) => {
    const program = await commandLine();
    const commands = [program, ...program.commands];
    const ours = commands.flatMap(({ options }) => options.map(({ long }) => long));
    const named = [...textOf(page).matchAll(/`(--[a-z][a-z-]*)/g)].map(([, option]) => option!);
    const unknown = named.filter((option) => !ours.includes(option) && !helps.includes(option));
    expect(unknown).toEqual([]);
  });
});
