import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../../src/answers/readable-answer.js';
import { benchmarkOfGenerator } from '../../../../src/benchmarks/registry.js';
import { referencesTo } from '../../../../src/extras/agents/own-history/files.js';
import { lostBy } from '../../../../src/extras/agents/own-history/lost.js';
import { readSessions } from '../../../../src/extras/agents/own-history/sessions/read-sessions.js';
import { type SessionCase, windowOf } from '../../../../src/extras/agents/own-history/window.js';
import { gridOf } from '../../../../src/generators/grid.js';
import { type Turn, textOfTurn } from '../../../../src/haystack/messages/transcript.js';
import { loadTokenizer } from '../../../../src/haystack/tokenizer.js';
import { expectLinear } from '../../../growth.js';

const EXAMPLE = 'examples/own-history/claude-code.jsonl';
const benchmark = benchmarkOfGenerator('ownHistory');

const folder = mkdtempSync(join(tmpdir(), 'own-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config: object): Promise<SessionCase[]> {
  const { cases } = await gridOf(benchmark, {
    sessions: EXAMPLE,
    lengths: [3000, 6000],
    ...config,
  });
  return cases as SessionCase[];
}

const valuesOf = async (config: object = {}) =>
  (await casesOf(config)).filter(({ task }) => task === 'values');

const raw = readSessions('sessions', EXAMPLE)[0]!.turns.map(textOfTurn).join('\n');

/** A file with messages in the form of OpenAI. */
function recorded(results: readonly string[]): string {
  const file = join(folder, `${results.join().length}-${results.length}.json`);
  const messages = results.flatMap((content, i) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${i}`, function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${i}`, content },
  ]);
  writeFileSync(
    file,
    JSON.stringify([{ role: 'user', content: 'Go through all of it.' }, ...messages]),
  );
  return file;
}

describe('a window', () => {
  it('is as long as its Case says, to the few tokens that the product allows', async () => {
    const tokenizer = await loadTokenizer('o200k_base');
    for (const theCase of await valuesOf({ seeds: 3 })) {
      const task = benchmark.task(theCase);
      const { turns } = task as { turns: readonly Turn[] } & typeof task;
      const length = turns.reduce((sum, turn) => sum + tokenizer.count(textOfTurn(turn)), 0);
      expect(length + theCase.reserve).toBeLessThanOrEqual(theCase.tokens);
      expect(length + theCase.reserve).toBeGreaterThanOrEqual(theCase.tokens - 40);
    }
  });

  it('has each value that is asked for once, in the place that its question quotes, and none of the session', async () => {
    for (const theCase of await valuesOf({ seeds: 3 })) {
      const { turns, probes } = windowOf(theCase);
      const text = turns.map(textOfTurn).join('\n\0\n');
      expect(probes).toHaveLength(6);
      for (const { value, quote } of probes) {
        expect(text.split(value)).toHaveLength(2);
        expect(text).toContain(quote.replace('[?]', value));
        expect(raw).not.toContain(value);
        // No other question tells it.
        expect(probes.filter((one) => one.quote.includes(value))).toEqual([]);
      }
    }
  });

  it('begins with the session for the first seed and elsewhere for others, with the request that was open', async () => {
    const [first, other] = await valuesOf({ lengths: [4000], seeds: 2 });
    expect(first!.cell.from).toBe(0);
    expect(other!.cell.from).toBeGreaterThan(0);
    expect(windowOf(other!).turns[0]).toMatchObject({ role: 'user' });
  });

  it('is the same in either form of a session', async () => {
    const [one] = await valuesOf();
    const [other] = await valuesOf({ sessions: 'examples/own-history/openai.jsonl' });
    expect(windowOf(other!).turns).toEqual(windowOf(one!).turns);
  });

  it('pairs every call with its result', async () => {
    for (const theCase of await valuesOf({ seeds: 2 })) {
      const { turns } = windowOf(theCase);
      const ids = (role: string) =>
        turns.flatMap((turn) => (turn.role === role ? (turn as { id: string }).id : []));
      expect(ids('result')).toEqual(ids('call'));
      expect(ids('call').every((id) => /^[a-z\d]{9}$/.test(id))).toBe(true);
    }
  });

  it('as sent begins with the summary of the last compaction', async () => {
    const [sent] = await valuesOf({ recorded: 'sent', lengths: [2000] });
    expect(textOfTurn(windowOf(sent!).turns[0]!)).toMatch(/^This session is being continued/);
  });

  it('longer than the sessions is refused before anybody is asked', async () => {
    await expect(casesOf({ lengths: [40_000] })).rejects.toThrow(
      /`lengths` has 40000, but the sessions have \d+ tokens. Use shorter lengths or more sessions/,
    );
  });
});

describe('a session with few values', () => {
  const prose =
    'The worker took the batch and gave it back.\nNothing else was written.\nThe queue was empty.\n'.repeat(
      12,
    );

  it('gets facts in the shape of its results', async () => {
    const [theCase] = await valuesOf({
      sessions: recorded(Array(40).fill(prose)),
      lengths: [6000],
    });
    const { probes } = windowOf(theCase!);
    expect(probes.length).toBeGreaterThanOrEqual(4);
    expect(probes.every(({ kind, value }) => kind === 'planted' && /^\d{5}$/.test(value))).toBe(
      true,
    );
  });

  it('never has anything private in a prompt', async () => {
    const line =
      'first_name: Mirabel, email: mirabel.quist@example.org, card: 4111 1111 1111 1111, api_key=sk-proj-abcdefgh12345678\n';
    const file = recorded(
      Array.from(
        { length: 40 },
        (_, i) => `${line}Hello Mirabel.\norder: W${234_567 + i}\n${prose}`,
      ),
    );
    for (const theCase of await casesOf({ sessions: file, lengths: [6000], seeds: 2 })) {
      const task = JSON.stringify(benchmark.task(theCase));
      expect(task).not.toMatch(/Mirabel|quist|4111 1111|abcdefgh12345678/);
    }
  });
});

describe('an answer', () => {
  it.each([
    ['with its values in a table', (value: string, i: number) => `| Q${i} | ${value} |`, 1],
    ['with words around them', (value: string, i: number) => `**Q${i}:** It was \`${value}\`.`, 1],
    [
      'with another value beside each',
      (value: string, i: number) =>
        `Q${i}: ${value} or ${value.replace(/\d/, '7').replace(/\d$/, '3')}`,
      0,
    ],
    ['that knows nothing', (_: string, i: number) => `Q${i}: unknown`, 0],
  ])('%s is read', async (_, line, score) => {
    const [theCase] = await valuesOf();
    const { probes } = windowOf(theCase!);
    const text = probes.map(({ value }, i) => line(value, i + 1)).join('\n');
    const scored = benchmark.score(readableAnswer(text), theCase!);
    expect(scored.score, `${text}\n${scored.reason}`).toBe(score);
    expect(scored.readable).toBe(true);
  });

  it('to a question of the user’s own is right with an accepted answer, which stands in the window', async () => {
    const questions = 'examples/own-history/questions.jsonl';
    const own = (await casesOf({ questions })).filter(({ task }) => task === 'questions');
    expect(own).toHaveLength(2);
    for (const theCase of own) {
      const { turns } = windowOf(theCase);
      expect(turns.map(textOfTurn).join('\n')).toContain('28669');
      expect(benchmark.score(readableAnswer('It is 28669.'), theCase).score).toBe(1);
      expect(benchmark.score(readableAnswer('It is 28670.'), theCase).score).toBe(0);
    }
  });

  it('to a question of the user’s own must be in the session, and nobody’s secret', async () => {
    const asking = (answer: string) => {
      const file = join(folder, `${answer.length}.jsonl`);
      writeFileSync(file, JSON.stringify({ question: 'Which?', answers: [answer] }));
      return casesOf({ questions: file });
    };
    await expect(asking('nowhere at all')).rejects.toThrow(
      'none of its `answers` is in the sessions',
    );
    await expect(asking('jo@example.org')).rejects.toThrow(
      'line 1: its answer is a key, an address',
    );
  });

  it('without the history has the same questions and no turn of it', async () => {
    const [closed] = await casesOf({});
    expect(closed).toMatchObject({ task: 'closed-book', control: true, size: 'no history' });
    const task = benchmark.task(closed!);
    expect(task).toMatchObject({ kind: 'transcript', turns: [{ role: 'user' }], tools: [] });
    expect(task.question).toMatch(/Guess where you cannot know/);
  });
});

describe('a recorded compaction', () => {
  it('lost what neither its summary nor the turns that it kept still say', () => {
    const [lost] = lostBy(readSessions('sessions', EXAMPLE)[0]!);
    expect(lost).toMatchObject({
      once: { inTurns: 0, inSummary: 2 },
      used: { of: 3, inTurns: 0, inSummary: 1 },
    });
    expect(lost!.once.of).toBeGreaterThan(100);
  });
});

describe('one long result takes linear time', () => {
  it.each([
    ['lines of a log', (i: number) => `order: ${100_000 + 7 * i}, shipped\n`],
    ['values on one line', (i: number) => `order: ${100_000 + 7 * i}, `],
    ['one line again and again', () => 'listening on port 48213\n'],
    ['empty lines', () => '\n'.repeat(20)],
    ['a list of numbers', () => '345,345,345,345,'],
    ['words of payments', () => 'acct_acct_acct_acct_'],
  ])('with %s', async (_, part) => {
    const sizes = [600, 4800];
    const drafts = new Map<number, SessionCase>();
    for (const size of sizes) {
      const { sessions } = await referencesTo(
        [recorded([Array.from({ length: size }, (_, i) => part(i)).join('')])],
        undefined,
      );
      drafts.set(size, {
        ...{ sessions, language: 'en', every: 3000, asked: 8, task: 'closed-book' },
        cell: { from: 0, steps: 0, next: 0, cut: 0 },
      } as unknown as SessionCase);
    }
    // Pools and windows are kept: another seed makes a new one.
    let seed = 0;
    expectLinear(
      sizes,
      (size) => drafts.get(size)!,
      (draft) => windowOf({ ...draft, seed: ++seed }),
    );
  });
});
