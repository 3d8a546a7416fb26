import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as ways from '../../../../examples/compaction/compaction.mjs';
import {
  compacted,
  configure,
  samplesOf,
} from '../../../../src/extras/agents/compaction/compact.js';
import { turnsOfMessages } from '../../../../src/extras/agents/messages.js';
import type { Turn } from '../../../../src/haystack/messages/transcript.js';
import { compactOption, type GivenCompaction } from '../../../../src/options/compact-option.js';

const folder = mkdtempSync(join(tmpdir(), 'compaction-'));
const cache = join(folder, 'cache');
afterAll(() => rmSync(folder, { recursive: true }));

const TURNS: Turn[] = [
  { role: 'system', content: 'You keep the stock.' },
  { role: 'call', id: 'c1', tool: 'stock', arguments: { bin: 'A1' } },
  { role: 'call', id: 'c2', tool: 'stock', arguments: { bin: 'B2' } },
  { role: 'result', id: 'c1', tool: 'stock', content: '{"bin":"A1","left":4}' },
  { role: 'result', id: 'c2', tool: 'stock', content: '{"bin":"B2","left":7}' },
  { role: 'assistant', content: 'Noted.' },
];

const DRAW = { count: (text: string) => text.length, sample: 1, tokens: 4000, of: 'a history' };

let files = 0;

/** Write a file of a function, or what else a command is to run. */
function written(body: string): string {
  const file = join(folder, `way${files++}.mjs`);
  writeFileSync(file, body);
  return file;
}

/** What a config's entry becomes. */
function optionOf(given: object | string): GivenCompaction {
  return compactOption.compact.parse(given)![0]!;
}

/** What a compaction of a config keeps of the history. */
async function keptBy(given: object | string, draw = DRAW): Promise<Turn[]> {
  const compaction = optionOf(given);
  configure([compaction]);
  return (await compacted(compaction.name, TURNS, draw)).turns;
}

/** The same of a function's body. */
function keptByFunction(body: string): Promise<Turn[]> {
  return keptBy(`${written(body)}:keep`);
}

/** A program of Node that gets its input as `given` and returns an expression, which counts its calls. */
function program(expression: string): [string, string] {
  const calls = JSON.stringify(join(folder, 'calls.txt'));
  const file = written(
    `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(${calls}, '.');
const given = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(${expression}));`,
  );
  return [process.execPath, file];
}

beforeEach(() => {
  vi.stubEnv('PROMPTFOO_CACHE_PATH', cache);
  rmSync(cache, { recursive: true, force: true });
});

describe('a compaction', () => {
  it('gets the turns before the question and a way to count', async () => {
    const body =
      'export const keep = ({ turns, count }) => [{ ...turns[0], content: turns.length + " " + count("abc") }]';
    expect(await keptByFunction(body)).toEqual([{ role: 'system', content: '6 3' }]);
  });

  it('may change its own copy of the history, and wait', async () => {
    const body = 'export const keep = async ({ turns }) => { turns.length = 1; return turns }';
    expect(await keptByFunction(body)).toEqual([TURNS[0]]);
    expect(TURNS).toHaveLength(6);
  });

  it('may return one text, which the user says behind the system, or nothing at all', async () => {
    const said = [TURNS[0], { role: 'user', content: 'Stock {{ A1 }}: 4' }];
    expect(await keptByFunction('export const keep = () => "Stock {{ A1 }}: 4"')).toEqual(said);
    expect(
      await keptByFunction('export const keep = () => ({ text: "Stock {{ A1 }}: 4" })'),
    ).toEqual(said);
    expect(await keptByFunction('export const keep = () => []')).toEqual([]);
  });

  it('is a program or a server, too, given the turns, the messages and a seed', async () => {
    const own = program(
      '{ turns: [{ role: "user", content: Object.keys(given).join() }, { role: "user", content: given.messages[1].tool_calls.length + " " + given.maxTokens }] }',
    );
    const kept = await keptBy({ label: 'own', command: own });
    expect(kept.map((turn) => turn.role === 'user' && turn.content)).toEqual([
      'version,turns,messages,sample,pass,maxTokens,seed',
      '2 4000',
    ]);
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        const { messages } = JSON.parse(text);
        response.end(JSON.stringify({ messages: messages.slice(0, 1) }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await keptBy({ url: `http://127.0.0.1:${port}/` })).toEqual([TURNS[0]]);
    server.close();
  });

  it('that rolls is called as the history grows, with what the last pass left', async () => {
    const body =
      'export const keep = ({ pass, turns }) => [{ role: "user", content: pass + ":" + turns.length }]';
    const at = await keptBy({
      label: 'at',
      function: `${written(body)}:keep`,
      rolling: { at: 60 },
    });
    // The system; both calls and results; then the assistant, which is short enough again.
    expect(at).toEqual([{ role: 'user', content: '1:5' }, TURNS[5]]);
    const lazy = 'export const keep = ({ turns }) => turns';
    const every = { label: 'every', function: `${written(lazy)}:keep`, rolling: { every: 'step' } };
    expect(await keptBy(every)).toEqual(TURNS);
  });

  it('says what it spent, which its passes add up; what one does not say is not known', async () => {
    const spent = async (usage: string) => {
      const body = `export const keep = ({ pass }) => ({ turns: [{ role: 'user', content: 'x' }], usage: ${usage} })`;
      const given = { label: 'bills', function: `${written(body)}:keep`, rolling: { at: 10 } };
      configure([optionOf(given)]);
      return (await compacted('bills', TURNS, DRAW)).spent;
    };
    // Behind the system, and behind the results.
    expect(await spent('{ input: 100, output: 10, cost: 0.5 }')).toEqual({
      input: 200,
      output: 20,
      cost: 1,
    });
    expect(await spent('{ input: 100, output: 10 }')).toEqual({ input: 200, output: 20 });
    expect(await spent('pass === 1 ? { input: 1, output: 1 } : undefined')).toBeUndefined();
    expect(await spent('{ input: -1, output: "x" }')).toBeUndefined();
  });

  it('that rolls may fail once, and not twice in a row', async () => {
    const failing = (passes: string) => ({
      label: 'sometimes',
      rolling: { at: 20 },
      function: `${written(`export const keep = ({ pass, turns }) => { if (${passes}) throw Error('no'); return turns.slice(-1) }`)}:keep`,
    });
    expect(await keptBy(failing('pass === 1'))).toEqual([TURNS[5]]);
    await expect(keptBy(failing('pass <= 2'))).rejects.toThrow('throws: no');
  });

  const fails: [string, object, string][] = [
    ['a program that is not there', { command: ['no-such-program'] }, 'does not start: '],
    ['a program that fails', { command: ['node', '-e', 'throw Error("x")'] }, 'exit 1: Error: x'],
    [
      'no answer',
      { command: ['node', '-e', 'setTimeout(() => {}, 9e6)'], timeout: 0.3 },
      'no answer in 0.3 s',
    ],
    ['a program that never reads', { command: ['node', '-e', 'console.log("hi")'] }, 'no JSON: hi'],
    ['no server', { url: 'http://127.0.0.1:9/' }, 'no connection: '],
    [
      'no transcript',
      { command: ['node', '-e', 'console.log("{}")'] },
      'no transcript: it is no list',
    ],
  ];

  it.each(fails)('fails by its kind: %s', async (_, given, message) => {
    await expect(keptBy({ label: 'failing', ...given })).rejects.toThrow(message);
  });

  it('fails by its kind: a status', async () => {
    const server = createServer((_, response) => response.writeHead(503).end('later'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(keptBy({ url: `http://127.0.0.1:${port}/` })).rejects.toThrow('HTTP 503: later');
    server.close();
  });

  it.each([
    ['nothing', 'undefined', 'no transcript: it is no list'],
    ['a turn without a content', '[{ role: "user" }]', 'message 1 has none of the known forms'],
    ['a role that is none', '[{ role: "robot", content: "x" }]', 'message 1 has none'],
    ['a result without its call', 'turns.slice(3)', 'a result without its call: c1'],
    ['a call without its result', 'turns.slice(0, 3)', 'a call without its result: c1'],
    ['a result before its call', '[turns[3], turns[1]]', 'a result without its call: c1'],
    ['more than before', '[...turns, turns[0]]', 'longer than before: '],
  ])('fails when it returns %s', async (_, returned, reason) => {
    const kept = keptByFunction(`export const keep = ({ turns }) => ${returned}`);
    await expect(kept).rejects.toThrow(reason);
  });

  it('is refused when it is not there, and when its file cannot be loaded', async () => {
    await expect(keptByFunction('export const kept = 1, a = 2')).rejects.toThrow(
      /exports no function "keep". It exports a, kept/,
    );
    await expect(keptByFunction('export const keep = ')).rejects.toThrow(/keep cannot be loaded/);
  });

  it('is called only where a config of this process has it', async () => {
    await expect(async () => compacted('rm -rf', TURNS, DRAW)).rejects.toThrow(
      'no config of this process has the compaction "rm -rf"',
    );
  });
});

describe('a compactor that is not to be trusted', () => {
  /** What a server is asked, and what becomes of what it answers. */
  async function served(answer: (response: ServerResponse, port: number) => void) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(response, (server.address() as AddressInfo).port);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const message = await keptBy({ url, timeout: 20 }).catch((error: Error) => error.message);
    server.closeAllConnections();
    server.close();
    return { message, asked };
  }

  it('is sent nothing at an address that its server redirects to', async () => {
    const { message, asked } = await served((response) =>
      response.writeHead(307, { location: '/other' }).end(),
    );
    expect(message).toBe('redirects: to /other; give that address');
    expect(asked).toEqual(['POST /']);
  });

  it('is read no further than what is kept can be long', async () => {
    const part = 'x'.repeat(1 << 20);
    let sent = 0;
    const { message } = await served((response) => {
      const more = () => {
        while (sent < 200 && response.write(part)) sent++;
        sent++;
        if (sent < 200) response.once('drain', more);
      };
      more();
    });
    expect(message).toBe('more than 16 MiB');
    expect(sent).toBeLessThan(100);
  });

  it.skipIf(process.platform === 'win32')(
    'ends with all that it started when its time is over',
    async () => {
      const note = join(folder, 'child.txt');
      const child = `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(note)}, '.'), 20)`;
      const script = `const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });
setInterval(() => {}, 1000);`;
      const command = [process.execPath, '-e', script];
      await expect(keptBy({ command, timeout: 1 })).rejects.toThrow('no answer in 1 s');
      const size = () => readFileSync(note, 'utf8').length;
      expect(size()).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const then = size();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(size()).toBe(then);
    },
  );
});

describe('samples', () => {
  const draw = { count: DRAW.count, tokens: 4000, of: 'a history' };
  const samples = async (given: object | string) => {
    const compaction = optionOf(given);
    configure([compaction]);
    return samplesOf(compaction.name, TURNS, draw);
  };
  const pure = () => `${written('export const keep = () => []')}:keep`;
  const chance = () =>
    `${written('let calls = 0; export const keep = () => String(calls++)')}:keep`;

  it('are one of a function that always keeps the same, and else three', async () => {
    expect(await samples(pure())).toBe(1);
    expect(await samples(chance())).toBe(3);
    expect(await samples({ command: program('[]') })).toBe(3);
    expect(await samples({ function: chance(), samples: 4 })).toBe(4);
  });

  it('are not one of what keeps something else each time', async () => {
    await expect(samples({ function: chance(), samples: 1 })).rejects.toThrow(
      'keeps something else each time it is called, and `samples` is 1',
    );
  });

  it('are drawn once: the next evaluation takes them from the cache, unless it is told not to', async () => {
    const given = {
      label: 'drawn',
      command: program('{ text: "sample " + given.sample + " of " + process.hrtime()[1] }'),
    };
    const kept = [await keptBy(given), await keptBy(given, { ...DRAW, sample: 2 })];
    expect(kept[0]).not.toEqual(kept[1]);
    expect(await keptBy(given)).toEqual(kept[0]);
    expect(readdirSync(join(cache, 'compactions'))).toHaveLength(2);
    vi.stubEnv('PROMPTFOO_CACHE_ENABLED', 'false');
    const anew = await keptBy(given);
    expect(anew).not.toEqual(kept[0]);
    expect((await compacted('drawn', TURNS, DRAW)).turns).toEqual(anew);
  });

  it('are drawn anew when the program or its version changes', async () => {
    const command = program('{ text: String(process.hrtime()[1]) }');
    const first = await keptBy({ label: 'versions', command });
    expect(await keptBy({ label: 'versions', command, version: 2 })).not.toEqual(first);
    writeFileSync(command[1], 'process.stdout.write(\'{"text":"mended"}\')');
    expect((await keptBy({ label: 'versions', command })).at(-1)).toMatchObject({
      content: 'mended',
    });
  });
});

describe('messages as turns', () => {
  it('are the same from our form, OpenAI’s and Anthropic’s', () => {
    const openai = [
      { role: 'system', content: 'You keep the stock.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'stock', arguments: '{"bin":"A1"}' } },
          { id: 'c2', type: 'function', function: { name: 'stock', arguments: '{"bin":"B2"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"bin":"A1","left":4}' },
      { role: 'tool', tool_call_id: 'c2', content: '{"bin":"B2","left":7}' },
      { role: 'assistant', content: 'Noted.' },
    ];
    const anthropic = [
      { role: 'system', content: 'You keep the stock.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c1', name: 'stock', input: { bin: 'A1' } },
          { type: 'tool_use', id: 'c2', name: 'stock', input: { bin: 'B2' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: '{"bin":"A1","left":4}' },
          { type: 'tool_result', tool_use_id: 'c2', content: '{"bin":"B2","left":7}' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] },
    ];
    expect(turnsOfMessages(TURNS)).toEqual(TURNS);
    expect(turnsOfMessages(openai)).toEqual(TURNS);
    expect(turnsOfMessages(anthropic)).toEqual(TURNS);
  });

  it('with arguments that are no JSON keep them as they are', () => {
    const calls = [{ id: 'c', function: { name: 'f', arguments: '{' } }];
    expect(turnsOfMessages([{ role: 'assistant', tool_calls: calls }])).toEqual([
      { role: 'call', id: 'c', tool: 'f', arguments: { input: '{' } },
    ]);
  });
});

describe('the ways of the example', () => {
  const long: Turn[] = Array.from({ length: 40 }, (_, i): Turn[] => [
    { role: 'call', id: `c${i}`, tool: 'log', arguments: { page: i } },
    { role: 'result', id: `c${i}`, tool: 'log', content: `page ${i}\n${'x'.repeat(500)}` },
  ]).flat();
  const history = { turns: [TURNS[0]!, { role: 'user', content: 'Go.' } as Turn, ...long] };

  it.each(Object.entries(ways))('%s keeps less, and a whole transcript', (_, way) => {
    const kept = (way as (given: typeof history) => Turn[])(history);
    expect(JSON.stringify(kept).length).toBeLessThan(0.8 * JSON.stringify(history.turns).length);
    expect(turnsOfMessages(kept)).toEqual(kept);
    expect(kept[0]).toEqual(TURNS[0]);
    const ids = (role: string) =>
      kept.flatMap((turn) => (turn.role === role && 'id' in turn ? turn.id : []));
    expect(ids('call')).toEqual(ids('result'));
  });
});
