import { describe, expect, it } from 'vitest';
import { task } from '../../../../src/extras/agents/agent-history/cases.js';
import { type HistoryCase, worldOf } from '../../../../src/extras/agents/agent-history/facts.js';
import { historyOf, otherStep } from '../../../../src/extras/agents/agent-history/history.js';
import { loadHistoryWords } from '../../../../src/extras/agents/agent-history/words.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { textOfTurn } from '../../../../src/haystack/messages/transcript.js';
import { loadTokenizer } from '../../../../src/haystack/tokenizer.js';
import {
  type AgentHistoryConfig,
  agentHistory,
  SimulatedReader,
  score,
} from '../../../../src/index.js';

const ALL = { hops: [1, 2, 3], controls: ['flat', 'changes', 'facts'] } as AgentHistoryConfig;

async function casesOf(config: AgentHistoryConfig): Promise<HistoryCase[]> {
  return (await agentHistory(config)).map(({ vars }) => vars!.case as unknown as HistoryCase);
}

async function asked(theCase: HistoryCase, profile: 'perfect' | 'stale' | 'obedient' | 'silent') {
  const { prompt } = await buildPrompt(theCase);
  const vars = { case: theCase } as never;
  const { output } = await new SimulatedReader({ config: { profile } }).callApi(prompt, {
    vars,
  } as never);
  return score(output, { vars });
}

describe('agentHistory', () => {
  it.each(['en', 'zh'])(
    'is read perfectly in every task, form and length, in %s',
    async (language) => {
      const lengths = [2000, 9000];
      const long = await casesOf({ lengths: [32_000], language });
      for (const theCase of [...(await casesOf({ ...ALL, lengths, language })), ...long]) {
        const { score: right, reason } = await asked(theCase, 'perfect');
        expect([right, reason], JSON.stringify(theCase)).toEqual([1, expect.any(String)]);
      }
    },
  );

  it('has a length to 4 tokens as each tokenizer counts it, contents and arguments together', async () => {
    for (const tokenizer of ['o200k_base', 'gpt2', 'characters', 'words', 'qwen3']) {
      const counter = await loadTokenizer(tokenizer);
      const count = (text: string) => counter.count(text);
      for (const theCase of await casesOf({
        tasks: ['latest', 'instructions'],
        lengths: [tokenizer === 'characters' ? 9000 : 4000, 14_000],
        controls: 'flat',
        tokenizer,
        seeds: [3],
      })) {
        const { promptTokens, prompt } = await buildPrompt(theCase);
        const built = task(theCase);
        const counted =
          built.kind === 'transcript'
            ? built.turns.reduce((sum, turn) => sum + count(textOfTurn(turn)), 0)
            : count(prompt);
        expect(counted).toBe(promptTokens);
        const missing = theCase.tokens - theCase.reserve - counted;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(4);
      }
    }
  });

  it('grows by results that have nothing to do with what is asked', async () => {
    for (const theCase of await casesOf({ lengths: [4000, 64_000], hops: [1, 3], seeds: 3 })) {
      const { facts, wanted } = worldOf(theCase);
      const { rules } = loadHistoryWords(theCase.language);
      const others = Array.from({ length: theCase.cell.others }, (_, i) => otherStep(theCase, i));
      const filling = others.flat().map(textOfTurn).join('\n');
      const codes = filling.match(/[A-Za-z]+-\d+/g) ?? [];
      const about = new Set([...facts.map(({ key }) => key), ...wanted.map(({ label }) => label)]);
      expect(codes.filter((code) => about.has(code))).toEqual([]);
      for (const name of rules.names) expect(filling).not.toContain(name);
      // What is told is the same at every length, each fact once, in its order.
      const text = historyOf(theCase).turns.map(textOfTurn).join('\n');
      const places = historyOf(theCase).facts.map((fact) => text.split(fact.text));
      expect(places.filter((parts) => parts.length !== 2)).toEqual([]);
    }
  });

  it('tells the same facts in every way and length, and in the end only what holds', async () => {
    const cases = await casesOf({ ...ALL, tasks: 'latest', lengths: [3000, 8000] });
    const told = cases.map((theCase) => historyOf(theCase).facts.map(({ text }) => text));
    const [history, flat, longer, longerFlat, changes, facts] = told;
    for (const other of [flat, longer, longerFlat, changes]) expect(other).toEqual(history);
    expect(history).toHaveLength(6 * 4);
    expect(facts).toHaveLength(6);
    expect(worldOf(cases[0]!).wanted.map(({ older }) => older.length)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(cases.map(({ control }) => control)).toEqual([
      undefined,
      true,
      undefined,
      true,
      true,
      true,
    ]);
  });

  it('tells facts inside long results, so that whoever cuts results loses them', async () => {
    const cases = await casesOf({
      tasks: ['latest', 'conflict', 'log', 'state'],
      lengths: [16_000, 64_000],
      seeds: 2,
    });
    const facts = cases.flatMap((theCase) => {
      const { turns, facts: told } = historyOf(theCase);
      const results = turns.flatMap((turn) => (turn.role === 'result' ? turn.content : []));
      return told.map(({ text }) => ({ text, result: results.find((one) => one.includes(text))! }));
    });
    const keptAt = (most: number) =>
      facts.filter(({ text, result }) => result.slice(0, most).includes(text)).length /
      facts.length;
    expect(keptAt(80)).toBeLessThanOrEqual(0.15);
    expect(keptAt(300)).toBeLessThanOrEqual(0.4);
    expect(keptAt(2000)).toBeGreaterThanOrEqual(0.5);
    expect(keptAt(2000)).toBeLessThanOrEqual(0.95);
  });

  it('has a result for every call, in their order, and no template syntax', async () => {
    for (const theCase of await casesOf({ lengths: [32_000], seeds: 2 })) {
      const { turns } = historyOf(theCase);
      const idsOf = (role: 'call' | 'result') =>
        turns.flatMap((turn) => (turn.role === role ? [turn.id] : []));
      expect(idsOf('result')).toEqual(idsOf('call'));
      const isAtOnce = turns.some(
        ({ role }, i) => role === 'call' && turns[i + 1]?.role === 'call',
      );
      expect(isAtOnce).toBe(true);
      expect(turns.map(textOfTurn).join('\n')).not.toMatch(/\{\{|\{%|\{#|#\}/);
    }
  });

  it('has marks all over the text, at the last turn that decides them', async () => {
    const positions = (await casesOf({ tasks: 'latest', lengths: [32_000], seeds: 4 })).flatMap(
      (theCase) => task(theCase).positions,
    );
    for (const quarter of [0, 1, 2, 3]) {
      const own = positions.filter((one) => Math.floor(4 * one) === quarter);
      expect(own.length).toBeGreaterThan(2);
    }
  });

  it('names what stale and obedient readers do, and takes silence for nothing', async () => {
    for (const theCase of await casesOf({ lengths: [4000], seeds: 2 })) {
      const stale = await asked(theCase, 'stale');
      const obedient = await asked(theCase, 'obedient');
      const isLog = theCase.task === 'log';
      expect(stale.metadata!.diagnosis).toBe(isLog ? 'complete' : 'superseded');
      const obeys = theCase.task === 'instructions';
      expect(obedient.metadata!.diagnosis).toBe(obeys ? 'obeyed' : 'complete');
      expect((await asked(theCase, 'silent')).score).toBe(0);
    }
  });

  it('has codes, names and numbers for the largest histories', async () => {
    const largest = { keys: 20, updates: 50, lengths: [64_000], hops: [3] };
    for (const theCase of await casesOf(largest)) {
      expect((await asked(theCase, 'perfect')).score).toBe(1);
    }
  });

  it('says what is too short for its facts', async () => {
    await expect(agentHistory({ tasks: 'latest', lengths: [500] })).rejects.toThrow(
      /agentHistory: `lengths` has 500, but the facts of `latest` .* take \d+ tokens\. Use longer/,
    );
  });
});
