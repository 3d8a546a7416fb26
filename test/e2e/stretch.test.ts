/** Tests of people's own under a long context: configs of many kinds, unchanged, against a server that breaks. */

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { StretchNote } from '../../src/contract/stretch.js';
import type { StretchOptions } from '../../src/extras/stretch/asking/hook.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { ChatServer } from './chat-server.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { Project, ROOT, readResults } from './promptfoo.js';

const LENGTHS = [1000, 4000];

/** From which length on the server forgets what it knows. */
const KNOWS: Readonly<Record<string, number>> = { Oslo: 500, Rome: 2000, Bonn: 9000, Riga: 9000 };

const CITIES = Object.keys(KNOWS);

const { hookModule } = (await import(
  pathToFileURL(join(ROOT, 'dist/extras/stretch/asking/rehearsal.js')).href
)) as typeof import('../../src/extras/stretch/asking/rehearsal.js');

const tokenizer = await loadTokenizer('o200k_base');
const project = new Project();
const evaluator = new Evaluator(project);
const chat = await ChatServer.start();

/** What the server was asked: how long it was, and whether the answer was right. */
let asked: { tokens: number; isRight: boolean }[] = [];
/** What graders were sent. */
let graded: string[] = [];

function answer(prompt: string): string {
  if (prompt.includes('<Rubric>')) {
    graded.push(prompt);
    return JSON.stringify({ pass: true, score: 1, reason: 'fine' });
  }
  const tokens = tokenizer.count(prompt);
  const named = [...prompt.matchAll(/Oslo|Rome|Bonn|Riga/g)].map(([city]) => city);
  const city = named.at(-1) ?? 'Bonn';
  const isRight = tokens < KNOWS[city]!;
  asked.push({ tokens, isRight });
  return isRight ? `It is ${city} fjord.` : 'I do not know.';
}

chat.answering = (prompt) => ({ content: answer(prompt) });

/** A server that takes a text. */
const texts = await new Promise<Server>((resolve) => {
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { q } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { q: unknown };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: typeof q === 'string' ? answer(q) : 'no text' }));
  }).listen(0, '127.0.0.1', () => resolve(server));
});

const web = {
  id: `http://127.0.0.1:${(texts.address() as AddressInfo).port}/`,
  label: 'web',
  config: {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { q: '{{prompt}}' },
    transformResponse: 'json.answer',
  },
};

afterAll(async () => {
  await evaluator.stop();
  await chat.stop();
  texts.closeAllConnections();
  texts.close();
  project.remove();
});
beforeEach(() => {
  asked = [];
  graded = [];
});

type Row = ReturnType<typeof readResults>['results'][number] & {
  response?: { metadata?: { stretch?: StretchNote }; prompt?: unknown };
};

let modules = 0;

/** The hook of `stretch`, in a module of its own: promptfoo's process reads each only once. */
function hookOf(options: Partial<StretchOptions>): string {
  const given = {
    lengths: LENGTHS,
    as: 'conversation',
    tokenizer: 'o200k_base',
    seed: 1,
    ...options,
  };
  const module = project.write(`stretch-${++modules}.mjs`, hookModule('stretching', [given]));
  return `file://${module}:beforeAll`;
}

/** Evaluate a config with the hook of `stretch`. */
async function stretched(config: object, options: Partial<StretchOptions> = {}, repeat?: number) {
  const hooks = [hookOf(options)];
  const { results, output } = await evaluator.evaluate(
    { ...config, extensions: hooks },
    { repeat },
  );
  return { rows: results as Row[], output };
}

const armOf = ({ provider }: Row) => provider.id.split(':').slice(1, 3).join(':');

/** Expect that results count in each arm what the server did, and that a plain evaluation asks nothing more. */
async function expectCounts(config: object, calls: number, options: Partial<StretchOptions> = {}) {
  const { rows, output } = await stretched(config, options);
  expect(rows.length, output).toBe(calls * (3 + LENGTHS.length));
  expect(rows.filter(({ error, success }) => error && success)).toEqual([]);
  for (const length of LENGTHS) {
    const own = rows.filter((row) => armOf(row) === `padded:${length}`);
    // The server counts what it was sent as one text, in which each message begins a line.
    const there = asked.filter(({ tokens }) => tokens > length - 40 && tokens < length + 40);
    expect(own.length).toBe(calls);
    expect(there.length).toBe(calls);
    expect(own.filter(({ success }) => success).length).toBe(
      there.filter(({ isRight }) => isRight).length,
    );
    for (const { response } of own) {
      const note = response!.metadata!.stretch!;
      expect(note.tokens).toBeLessThanOrEqual(length);
      expect(note.tokens).toBeGreaterThanOrEqual(length - 5);
    }
  }
  const short = rows.filter((row) => !armOf(row).startsWith('padded'));
  expect(short.filter(({ success }) => success).length).toBe(
    asked.filter(({ tokens, isRight }) => tokens < LENGTHS[0]! - 40 && isRight).length,
  );
  for (const { prompt } of rows) expect(prompt.raw.length).toBeLessThan(1000);
  const before = asked.length;
  const plain = await evaluator.evaluate(config);
  expect(plain.results.length).toBe(calls);
  expect(asked.length).toBe(before);
  return rows;
}

const known = (city: string) => ({
  vars: { city },
  assert: [{ type: 'icontains', value: '{{city}} fjord' }],
});

describe('configs that nobody changed', () => {
  it('texts, with several prompts and providers', async () => {
    const one = chat.provider('one') as { config: object };
    // Another request than the first provider's: promptfoo would answer it from its cache.
    const twice = { ...one, config: { ...one.config, temperature: 0.5 } };
    const rows = await expectCounts(
      {
        prompts: ['Where is {{city}}?', { raw: 'Name the place: {{city}}', label: 'name' }],
        providers: [one, { ...twice, label: 'two', prompts: ['name'] }, web],
        tests: [known('Oslo'), { ...known('Rome'), providers: ['one', 'web'] }, known('Bonn')],
      },
      // One asks 2 prompts × 3 tests, two 1 × 2, web 2 × 3.
      14,
    );
    const providers = new Set(rows.map((row) => row.response?.metadata?.stretch?.provider));
    expect([...providers].sort()).toEqual(['one', 'two', 'web']);
  });

  it('conversations in JSON and YAML, from files that a pattern names', async () => {
    for (const as of ['conversation', 'before', 'tools'] as const) {
      asked = [];
      const user = { role: 'user', content: `${as}: where is {{city}}?` };
      const chats = [{ role: 'system', content: 'Be brief.' }, user];
      project.write(`a.${as}.json`, JSON.stringify(chats));
      project.write(`b.${as}.yaml`, stringify([{ role: 'system', content: 'Be kind.' }, user]));
      await expectCounts(
        {
          prompts: [`file://*.${as}.json`, `file://b.${as}.yaml`],
          providers: [chat.provider(as)],
          tests: [known('Oslo'), known('Rome')],
        },
        4,
        { as, seed: 2 },
      );
    }
  });

  it('functions, which are told the user’s provider', async () => {
    project.write(
      'prompt.mjs',
      'export default ({ vars, provider }) => [{ role: "user", content: provider.label + ": where is " + vars.city }];',
    );
    project.write(
      'prompt.py',
      'def ask(context):\n    return "At which place is " + context["vars"]["city"] + "?"\n',
    );
    const rows = await expectCounts(
      {
        prompts: ['file://prompt.mjs', 'file://prompt.py:ask'],
        providers: [chat.provider('mine')],
        tests: [known('Riga'), known('Rome')],
      },
      4,
    );
    expect(rows.some(({ prompt }) => prompt.raw.includes('mine: where'))).toBe(true);
  });

  it('tests of a CSV file', async () => {
    project.write(
      'tests.csv',
      'city,__expected1,__expected2\nOslo,icontains:oslo fjord,javascript:output.length > 3\nRome,equals:It is Rome fjord.,regex:R.me',
    );
    await expectCounts(
      { prompts: ['Tell me of {{city}}.'], providers: [web], tests: 'file://tests.csv' },
      2,
    );
  });

  it('scenarios, default tests and lists of values', async () => {
    await expectCounts(
      {
        prompts: ['{{style}}: where is {{city}}?'],
        providers: [chat.provider('scenes')],
        defaultTest: { assert: [{ type: 'contains', value: 'fjord' }] },
        scenarios: [
          {
            config: [{ vars: { style: ['Kindly', 'Briefly'] } }],
            tests: [known('Oslo'), known('Bonn')],
          },
        ],
      },
      4,
    );
  });

  it('conversations that grow, and a test’s own provider', async () => {
    const rows = await expectCounts(
      {
        prompts: [
          '{% for one in _conversation %}{{ one.input }} {{ one.output }}\n{% endfor %}Where is {{city}}?',
        ],
        providers: [chat.provider('talk')],
        tests: [
          { ...known('Riga'), metadata: { conversationId: 'a' } },
          { ...known('Rome'), metadata: { conversationId: 'a' }, provider: web },
        ],
      },
      2,
    );
    const second = rows.filter(({ vars }) => vars.city === 'Rome');
    expect(second.every(({ prompt }) => prompt.raw.includes('Where is Riga?'))).toBe(true);
  });
});

it('never pads a grader, also where it is a provider of the config', async () => {
  const { rows } = await stretched({
    prompts: ['Where is {{city}}?'],
    providers: [chat.provider('judge'), web],
    defaultTest: { options: { provider: 'judge' } },
    tests: [
      { ...known('Bonn'), assert: [{ type: 'llm-rubric', value: 'knows it' }] },
      {
        ...known('Riga'),
        assert: [{ type: 'llm-rubric', value: 'knows it well', provider: 'openai:chat:gpt-4.1' }],
      },
    ],
  });
  expect(rows.map(({ success }) => success)).toEqual(rows.map(() => true));
  expect(graded.length).toBeGreaterThan(1);
  expect(Math.max(...graded.map((text) => text.length))).toBeLessThan(2000);
});

it('asks each test as it is twice, and repeats anew', async () => {
  const config = {
    prompts: ['Where on earth is {{city}}?'],
    providers: [web],
    tests: [known('Riga')],
  };
  const { rows } = await stretched(config, {}, 2);
  expect(asked.length).toBe(2 * 5);
  expect(rows.filter((row) => armOf(row) === 'as-is:0').length).toBe(4);
  const ids = new Set(rows.map(({ provider }) => provider.id));
  expect([...ids].sort()).toEqual([
    'stretch:as-is:0:0:web',
    'stretch:as-is:0:1:web',
    'stretch:one-turn:0:0:web',
    'stretch:padded:1000:0:web',
    'stretch:padded:4000:0:web',
  ]);
});

it('skips a length that the prompt itself has', async () => {
  const { rows } = await stretched({
    prompts: [`${'word '.repeat(1500)} Where is {{city}}?`],
    providers: [web],
    tests: [known('Bonn')],
  });
  const skipped = rows.filter(({ response }) => response?.metadata?.stretch?.skipped);
  expect(skipped.map(armOf)).toEqual(['padded:1000']);
  expect(skipped[0]!.error).toMatch(/^Not asked: the prompt itself has 15\d\d tokens/);
  expect(asked.length).toBe(4);
});

it('stores no text around prompts, and asks a changed suite of a later hook', async () => {
  const hook = project.write(
    'own.mjs',
    'export const beforeAll = ({ suite }) => ({ suite: { ...suite, tests: [...suite.tests, ...suite.tests] } });',
  );
  const { results } = await evaluator.evaluate({
    prompts: ['Where is {{city}}?'],
    providers: [web],
    tests: [known('Bonn')],
    extensions: [hookOf({ lengths: [32_000], as: 'before' }), `file://${hook}:beforeAll`],
  });
  expect(results.length).toBe(2 * 4);
  expect(Math.max(...asked.map(({ tokens }) => tokens))).toBeGreaterThan(31_990);
  expect(JSON.stringify(results).length).toBeLessThan(100_000);
});

describe('the command', () => {
  const write = (config: object) => project.write('promptfooconfig.yaml', stringify(config));
  const config = (more: object = {}) => ({
    prompts: ['Where in the world is {{city}}?'],
    providers: [{ ...web, id: web.id }],
    tests: CITIES.map(known),
    ...more,
  });

  it('says in a dry run what it would ask and cost, asks nothing and writes nothing', async () => {
    const mine = project.write('mine.json', 'my results');
    write(config({ outputPath: 'mine.json' }));
    const { output, exitCode } = await ours(project, [
      ...['stretch', '--lengths', '1K,4K', '--price', '2/8', '--repeat', '2', '--dry-run'],
    ]);
    expect(exitCode, output).toBe(0);
    // 4 tests × 2 × (1000 + 4000), and the short ones.
    expect(output).toMatch(/web\s+40\s+40,\d{3}\s+\$0\.08/);
    expect(output).toContain('for each 100 tokens that answers have');
    expect(asked).toEqual([]);
    expect(existsSync(join(project.path, 'counting-stars-stretch'))).toBe(false);
    expect(readFileSync(mine, 'utf8')).toBe('my results');
  });

  it('spends nothing unasked', async () => {
    write(config());
    const { output, exitCode } = await ours(project, ['stretch', '--lengths', '1K']);
    expect(exitCode).toBe(3);
    expect(output).toContain('Pass --yes');
    expect(asked).toEqual([]);
  });

  it('asks all, and keeps the results', async () => {
    write(config());
    const { output, exitCode } = await ours(project, [
      ...['stretch', '--lengths', '1K,4K', '--yes', '--', '--filter-first-n', '3'],
    ]);
    expect(exitCode, output).toBe(0);
    expect(asked.length).toBe(3 * 5);
    const file = join(project.path, 'counting-stars-stretch', 'results.json');
    const padded = readResults(file).results.filter(({ provider }) => /:4000:/.test(provider.id));
    expect(padded.map(({ success }) => success)).toEqual([false, false, true]);
    expect(readFileSync(file, 'utf8').length).toBeLessThan(200_000);
  });

  it('replaces no page of the user’s', async () => {
    write(config());
    project.write('mine.html', '<!doctype html><title>Mine</title>');
    const args = ['stretch', '--lengths', '1K', '--yes', '-o', 'mine.html'];
    const { output, exitCode } = await ours(project, args);
    expect(exitCode).toBe(3);
    expect(output).toContain('mine.html already exists');
  });

  it.each<[string, string[], object, RegExp]>([
    [
      'assertions that compare answers',
      [],
      { tests: [{ ...known('Oslo'), assert: [{ type: 'select-best', value: 'best' }] }] },
      /`select-best` compares the answers of several providers/,
    ],
    ['results of tools in texts', ['--as', 'tools'], {}, /--as tools: the provider "web"/],
    [
      'tests of our generators alone',
      [],
      { tests: [{ vars: { city: 'Oslo', case: { benchmark: 'mrcr', tokens: 1 } } }] },
      /All tests of the config were made by promptfoo-counting-stars/,
    ],
    [
      'a filter that leaves nothing',
      ['--', '--filter-pattern', 'nothing'],
      {},
      /The config asks nothing/,
    ],
    [
      'options of its own behind --',
      ['--', '--repeat', '2'],
      {},
      /stretch can't pass --repeat to promptfoo/,
    ],
    ['a tokenizer that there is not', ['--tokenizer', 'gpt9'], {}, /there is no file "gpt9"/],
    ['a price for nobody', ['--price', 'nobody=1/2'], {}, /names no provider of the config/],
  ])('refuses %s', async (_, args, more, message) => {
    write(config(more));
    const { output, exitCode } = await ours(project, [
      'stretch',
      '--lengths',
      '1K',
      '--yes',
      ...args,
    ]);
    expect(exitCode).toBe(3);
    expect(output.replace(/\s+/g, ' ')).toMatch(message);
    expect(asked).toEqual([]);
  });
});

it('names the tests of the example that break, as its guide shows', async () => {
  for (const file of ['promptfooconfig.yaml', 'provider.mjs']) {
    project.write(file, readFileSync(join(ROOT, 'examples', 'stretch', file), 'utf8'));
  }
  const { output, exitCode } = await ours(project, [
    ...['stretch', '--lengths', '8K,32K', '--repeat', '3', '--yes', '--out', 'library'],
  ]);
  expect(exitCode, output).toBe(0);
  const guide = readFileSync(join(ROOT, 'docs', 'stretch.md'), 'utf8');
  const [, shown] = /```text\n([\s\S]*?)```/.exec(guide)!;
  expect(output).toContain(shown);
  expect(existsSync(join(project.path, 'library', 'index.html'))).toBe(true);
});
