import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { afterAll, describe, expect, it } from 'vitest';
import { oneOf } from '../../../../../src/base/shuffle.js';
import { UserError } from '../../../../../src/base/user-error.js';
import { readSessions } from '../../../../../src/extras/agents/own-history/sessions/read-sessions.js';
import type { Turn } from '../../../../../src/haystack/messages/transcript.js';
import { expectLinear } from '../../../../growth.js';

const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function written(content: string): string {
  const file = join(folder, `session-${files++}.json`);
  writeFileSync(file, content);
  return file;
}

const jsonLines = (lines: readonly object[]) =>
  lines.map((line) => JSON.stringify(line)).join('\n');
const ofLines = (lines: readonly object[]) => readSessions('sessions', written(jsonLines(lines)));
const ofJson = (value: unknown) => readSessions('sessions', written(JSON.stringify(value)));

/** What every format below says: a request, a call with its result, and an answer. */
const ASKED: Turn[] = [
  { role: 'user', content: 'How many apples?' },
  { role: 'call', id: 'call00001', tool: 'read', arguments: { path: 'a.txt' } },
  { role: 'result', id: 'call00001', tool: 'read', content: '42 apples' },
  { role: 'assistant', content: 'There are 42.' },
];

const CLAUDE_CODE = [
  { type: 'summary', summary: 'Apples', leafUuid: 'u5' },
  {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    isSidechain: false,
    message: { role: 'user', content: 'How many apples?' },
  },
  {
    type: 'assistant',
    uuid: 'u2',
    parentUuid: 'u1',
    message: {
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'Look.', signature: 's' }],
    },
  },
  {
    type: 'assistant',
    uuid: 'u3',
    parentUuid: 'u2',
    message: {
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.txt' } }],
    },
  },
  {
    type: 'user',
    uuid: 'u4',
    parentUuid: 'u3',
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'text', text: '42 apples' }],
        },
      ],
    },
  },
  {
    type: 'assistant',
    uuid: 'u5',
    parentUuid: 'u4',
    message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'There are 42.' }] },
  },
];

const CALL = { id: 'c', function: { name: 'read', arguments: '{"path":"a.txt"}' } };

const FORMATS: [string, () => ReturnType<typeof readSessions>][] = [
  ['Claude Code', () => ofLines(CLAUDE_CODE)],
  [
    'Codex',
    () =>
      ofLines([
        { type: 'session_meta', payload: { id: 's' } },
        {
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: 'How many apples?' }],
          },
        },
        { type: 'event_msg', payload: { type: 'token_count' } },
        {
          type: 'response_item',
          payload: { type: 'reasoning', summary: [], encrypted_content: 'x' },
        },
        {
          type: 'response_item',
          payload: {
            type: 'function_call',
            call_id: 'c1',
            name: 'read',
            arguments: '{"path":"a.txt"}',
          },
        },
        {
          type: 'response_item',
          payload: {
            type: 'function_call_output',
            call_id: 'c1',
            output: '{"output":"42 apples","metadata":{"exit_code":0}}',
          },
        },
        {
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'There are 42.' }],
          },
        },
      ]),
  ],
  [
    'messages',
    () =>
      ofJson([
        { role: 'user', content: 'How many apples?' },
        { role: 'assistant', content: null, tool_calls: [CALL] },
        { role: 'tool', tool_call_id: 'c', content: '42 apples' },
        { role: 'assistant', content: 'There are 42.' },
      ]),
  ],
  [
    'Responses',
    () =>
      ofJson([
        { role: 'user', content: 'How many apples?' },
        { type: 'function_call', call_id: 'c', name: 'read', arguments: '{"path":"a.txt"}' },
        { type: 'function_call_output', call_id: 'c', output: '42 apples' },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'There are 42.' }],
        },
      ]),
  ],
  [
    'messages',
    () =>
      ofJson({
        messages: [
          { role: 'user', content: 'How many apples?' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't', name: 'read', input: { path: 'a.txt' } }],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 't', content: '42 apples' }],
          },
          { role: 'assistant', content: [{ type: 'text', text: 'There are 42.' }] },
        ],
      }),
  ],
  [
    'pi',
    () =>
      ofLines([
        { type: 'session', id: 's' },
        { type: 'message', message: { role: 'user', content: 'How many apples?' } },
        {
          type: 'message',
          message: {
            role: 'assistant',
            content: [{ type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a.txt' } }],
          },
        },
        {
          type: 'message',
          message: {
            role: 'toolResult',
            toolCallId: 't1',
            toolName: 'read',
            content: [{ type: 'text', text: '42 apples' }],
          },
        },
        {
          type: 'message',
          message: { role: 'assistant', content: [{ type: 'text', text: 'There are 42.' }] },
        },
      ]),
  ],
];

describe('a recorded session', () => {
  it.each(FORMATS)('of %s is read as turns', (format, read) => {
    const [session, ...more] = read();
    expect(more).toEqual([]);
    expect(session).toMatchObject({ format, turns: ASKED, compactions: [] });
  });

  it('of SWE-agent has calls of a shell', () => {
    const [session] = ofJson({
      history: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'demo', is_demo: true },
      ],
      trajectory: [
        { thought: 'look', action: 'ls', observation: 'a.txt' },
        { thought: 'done', action: '' },
      ],
    });
    expect(session!.turns).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'look' },
      { role: 'call', id: 'call00001', tool: 'shell', arguments: { command: 'ls' } },
      { role: 'result', id: 'call00001', tool: 'shell', content: 'a.txt' },
      { role: 'assistant', content: 'done' },
    ]);
  });

  it('of SWE-agent may be nothing but a demonstration, whose messages have actions', () => {
    const [session] = ofJson({
      history: [
        { role: 'user', content: 'Fix it.', agent: 'main' },
        { role: 'assistant', content: 'look', thought: 'look', action: 'ls', agent: 'main' },
        { role: 'user', content: 'a.txt', agent: 'main' },
      ],
    });
    expect(session!.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('has what a user of Claude Code wrote while it worked, and counts what the program added', () => {
    const attached = (uuid: string, parentUuid: string, attachment: object) => ({
      type: 'attachment',
      uuid,
      parentUuid,
      attachment,
    });
    const [session] = ofLines([
      ...CLAUDE_CODE,
      attached('u6', 'u5', { type: 'task_reminder', content: [] }),
      attached('u7', 'u6', { type: 'queued_command', prompt: 'And pears?' }),
      {
        type: 'assistant',
        uuid: 'u8',
        parentUuid: 'u7',
        message: { role: 'assistant', content: 'None.' },
      },
    ]);
    expect(session!.turns.slice(ASKED.length)).toEqual([
      { role: 'user', content: 'And pears?' },
      { role: 'assistant', content: 'None.' },
    ]);
    expect(session!.leftOut.others).toBe(1);
  });

  it('counts thinking, images, other branches and subagents, and leaves them out', () => {
    const [, first] = CLAUDE_CODE;
    const image = { type: 'image', source: { type: 'base64', data: 'x' } };
    const [session] = ofLines([
      ...CLAUDE_CODE.slice(0, 2),
      { ...first, uuid: 'b1', parentUuid: 'u1', message: { role: 'user', content: 'Never mind.' } },
      { ...first, uuid: 's1', parentUuid: null, isSidechain: true },
      ...CLAUDE_CODE.slice(2),
      {
        ...first,
        uuid: 'u6',
        parentUuid: 'u5',
        message: { role: 'user', content: [image, { type: 'text', text: 'And here?' }] },
      },
    ]);
    expect(session!.turns.at(-1)).toEqual({ role: 'user', content: '[image]\nAnd here?' });
    expect(session!.turns).toHaveLength(ASKED.length + 1);
    expect(session!.leftOut).toMatchObject({
      thoughts: 1,
      thinkingCharacters: 5,
      images: 1,
      branches: 1,
      subagents: 1,
    });
  });

  it('of Claude Code keeps results of calls that were made at once, although one branch has one of them alone', () => {
    const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
    const result = (id: string) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: id }],
    });
    const [session] = ofLines([
      { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Both' } },
      {
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        message: { id: 'm', role: 'assistant', content: [use('x')] },
      },
      {
        type: 'assistant',
        uuid: 'c',
        parentUuid: 'b',
        message: { id: 'm', role: 'assistant', content: [use('y')] },
      },
      { type: 'user', uuid: 'd', parentUuid: 'b', message: result('x') },
      { type: 'user', uuid: 'e', parentUuid: 'c', message: result('y') },
    ]);
    expect(
      session!.turns.map((turn) => (turn.role === 'result' ? turn.content : turn.role)),
    ).toEqual(['user', 'call', 'call', 'x', 'y']);
  });

  it('tells where it was compacted: in Claude Code with nothing kept, in pi with the tail', () => {
    const [claude] = ofLines([
      ...CLAUDE_CODE,
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'u6',
        parentUuid: null,
        logicalParentUuid: 'u5',
      },
      {
        type: 'user',
        uuid: 'u7',
        parentUuid: 'u6',
        isCompactSummary: true,
        message: { role: 'user', content: '42 apples.' },
      },
      {
        type: 'user',
        uuid: 'u8',
        parentUuid: 'u7',
        message: { role: 'user', content: 'And pears?' },
      },
    ]);
    const summary = { role: 'user', content: '42 apples.' };
    expect(claude!.compactions).toEqual([{ at: 4, sent: [summary], summary }]);
    expect(claude!.turns).toHaveLength(5);
    const said = (content: string) => ({ type: 'message', message: { role: 'user', content } });
    const [pi] = ofLines([
      { type: 'session' },
      said('one'),
      said('two'),
      { type: 'compaction', summary: 'One.', firstKeptEntryIndex: 2 },
      said('three'),
    ]);
    const one = { role: 'user', content: 'One.' };
    expect(pi!.compactions).toEqual([
      { at: 2, sent: [one, { role: 'user', content: 'two' }], summary: one },
    ]);
  });

  it.each([
    ['before it is named, but not in the file', { logicalParentUuid: 'gone' }],
    [
      'was kept in part',
      { compactMetadata: { preservedSegment: { headUuid: 'u5', tailUuid: 'u5' } } },
    ],
    [
      'was kept in part, with a list of what',
      {
        compactMetadata: {
          preservedSegment: { headUuid: 'u0', tailUuid: 'u5' },
          preservedMessages: { uuids: ['note', 'u5'] },
        },
      },
    ],
  ])('has what was before a compaction of Claude Code, where it %s', (_, metadata) => {
    const isKept = 'compactMetadata' in metadata;
    const [session] = ofLines([
      ...CLAUDE_CODE,
      { type: 'system', subtype: 'compact_boundary', uuid: 'u6', parentUuid: null, ...metadata },
      {
        type: 'user',
        uuid: 'u7',
        parentUuid: 'u6',
        isCompactSummary: true,
        message: { role: 'user', content: '42 apples.' },
      },
      {
        type: 'user',
        uuid: 'u8',
        parentUuid: isKept ? 'u5' : 'u7',
        message: { role: 'user', content: 'And pears?' },
      },
    ]);
    const summary = { role: 'user', content: '42 apples.' };
    expect(session!.turns).toEqual([...ASKED, { role: 'user', content: 'And pears?' }]);
    expect(session!.compactions).toEqual([
      { at: 4, sent: [summary, ...(isKept ? ASKED.slice(3) : [])], summary },
    ]);
    expect(session!.leftOut.branches).toBe(0);
  });

  it('tells what Codex sent behind a compaction, and whether its summary can be read', () => {
    const said = (text: string) => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
    });
    const item = (payload: object) => ({ type: 'response_item', payload });
    const compacted = (payload: object) => ({ type: 'compacted', payload });
    const [session] = ofLines([
      item(said('one')),
      compacted({ message: 'One.' }),
      item(said('two')),
      compacted({
        message: 'Two.',
        replacement_history: [
          { ...said('rules'), role: 'developer' },
          said('one'),
          said('So far: Two.'),
        ],
      }),
      item(said('three')),
      compacted({
        message: '',
        replacement_history: [said('three'), { type: 'compaction', encrypted_content: 'x' }],
      }),
    ]);
    const [one, two, three, all] = ['One.', 'one', 'three', 'So far: Two.'].map((content) => ({
      role: 'user',
      content,
    }));
    expect(session!.compactions).toEqual([
      { at: 1, sent: [one], summary: one },
      { at: 2, sent: [two, all], summary: all },
      { at: 3, sent: [three] },
    ]);
  });

  it('has every call followed by its result, whatever was lost', () => {
    const events = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), isCall: fc.boolean() }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(events, (all) => {
        const messages = all.map(({ id, isCall }) =>
          isCall
            ? { role: 'assistant', content: 'x', tool_calls: [{ ...CALL, id }] }
            : { role: 'tool', tool_call_id: id, content: 'y' },
        );
        const [session] = ofJson([{ role: 'user', content: 'Go.' }, ...messages]);
        const { turns, leftOut } = session!;
        const open: string[] = [];
        for (const turn of turns) {
          if (turn.role === 'call') open.push(turn.id);
          else if (turn.role === 'result') expect(open.shift()).toBe(turn.id);
          else expect(open).toEqual([]);
        }
        expect(open).toEqual([]);
        const calls = turns.filter(({ role }) => role === 'call').length;
        expect(calls + leftOut.calls).toBe(all.filter(({ isCall }) => isCall).length);
        expect(calls + leftOut.results).toBe(all.filter(({ isCall }) => !isCall).length);
      }),
      { numRuns: 60 },
    );
  });

  it('may end in a line that was cut off, but no other line may be damaged', () => {
    const whole = jsonLines(CLAUDE_CODE);
    const [session] = readSessions('sessions', written(`${whole}\n{"type":"assis`));
    expect(session!.leftOut.cutOff).toBe(1);
    expect(session!.turns).toEqual(ASKED);
    const damaged = written(`${jsonLines(CLAUDE_CODE.slice(0, 2))}\n{"type":\n${whole}`);
    expect(() => readSessions('sessions', damaged)).toThrow(
      `sessions: ${damaged}, line 3: is not JSON. Mend the line`,
    );
  });

  it.each([
    [
      'another JSON',
      '{"a":1}',
      'line 1: is of no session that we know. Give a session of Claude Code',
    ],
    ['a text', 'hello', 'line 1: is not JSON'],
    ['messages that are none', '{"messages":[{"role":"robot"}]}', 'no message has a known form'],
  ])('of %s is refused in one sentence', (_, content, message) => {
    const file = written(content);
    expect(() => readSessions('sessions', file)).toThrow(message);
    expect(() => readSessions('sessions', file)).toThrow(file);
  });

  it('is turns or one error that names file, line and remedy, whatever a file holds', () => {
    const random = seedrandom('fuzzed sessions');
    const contents = FORMATS.map(([, read]) => {
      read();
      return readFileSync(join(folder, `session-${files - 1}.json`), 'utf8');
    });
    const file = join(folder, 'fuzzed.json');
    const counts = { turns: 0, errors: 0 };
    for (let i = 0; i < 300; i++) {
      writeFileSync(file, fuzzed(contents[i % contents.length]!, random));
      try {
        expect(readSessions('sessions', file)[0]!.turns.length).toBeGreaterThan(0);
        counts.turns++;
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        expect((error as Error).message).toMatch(
          /^sessions: \S+fuzzed\.json, (?:line|entry) \d+: .*(?:Give a session|take it out)/,
        );
        counts.errors++;
      }
    }
    expect(Math.min(counts.turns, counts.errors)).toBeGreaterThan(60);
  });

  it('of 200,000 messages on one line is read, and what it holds twice over in about twice the time', () => {
    const messages = (amount: number) =>
      JSON.stringify(Array.from({ length: amount }, (_, i) => ({ role: 'user', content: `${i}` })));
    const [session] = readSessions('sessions', written(`${messages(200_000)}\n${messages(1)}`));
    expect(session!.turns).toHaveLength(200_001);
    const orphans = (amount: number) =>
      written(
        jsonLines(
          Array.from({ length: amount }, (_, i) => ({
            ...{ type: 'user', uuid: `u${i}`, parentUuid: `gone${i}` },
            message: { role: 'user', content: 'Go on.' },
          })),
        ),
      );
    expectLinear([2000, 16_000], orphans, (file) => readSessions('sessions', file));
  });
});

/** A value with one of its parts replaced, left out or said twice; or a text with a letter more or less. */
function fuzzed(content: string, random: () => number): string {
  const below = (most: number) => Math.floor(random() * most);
  if (random() < 0.15) {
    const at = below(content.length);
    return (
      content.slice(0, at) +
      oneOf(['', '"', '\n', '{', ']', '\u0000'], random) +
      content.slice(at + below(3))
    );
  }
  const values =
    content.startsWith('{"') || !content.includes('\n{')
      ? content.split('\n').map((line) => JSON.parse(line))
      : [JSON.parse(content)];
  const others = [null, 7, 'text', [], {}, [null], [7], { key: null }, true, [[]]];
  for (let change = 0; change <= below(3); change++) {
    let inside: Record<string, unknown> = values as never;
    for (;;) {
      const keys = Object.keys(inside);
      const key = keys[below(keys.length)];
      if (key === undefined) break;
      const inner = inside[key];
      if (typeof inner === 'object' && inner !== null && random() < 0.75) {
        inside = inner as Record<string, unknown>;
        continue;
      }
      if (random() < 0.2 && !Array.isArray(inside)) delete inside[key];
      else inside[key] = structuredClone(oneOf(others, random));
      break;
    }
  }
  return values.map((value) => JSON.stringify(value)).join('\n');
}
