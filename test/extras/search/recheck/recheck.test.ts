import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/user-error.js';
import type { Row } from '../../../../src/contract/row.js';
import { type Asker, recheck } from '../../../../src/extras/search/recheck/recheck.js';
import {
  type RecheckState,
  readRecheck,
} from '../../../../src/extras/search/recheck/recheck-state.js';
import { documentJunit } from '../../../../src/measuring/document/render/junit.js';
import { gateDocument } from '../../../../src/measuring/verdicts/gate/gate-document.js';
import { imagine, kept } from '../../../measuring/results/rows-for-tests.js';
import { everything, verdictLine } from '../../../measuring/verdicts/gate/said.js';

const GRID = { lengths: [16_000, 32_000, 64_000, 128_000], stars: 32, seeds: 6 };

/** What a reader would answer to everything. */
const answersOf = (provider: string, recall: number, run = '') =>
  imagine(`${provider}${run}`, () => recall, GRID).map((row) => ({ ...row, provider }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recheck-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function stateFor(rows: readonly Row[], given: Partial<RecheckState> = {}): RecheckState {
  const providers = [...new Set(rows.map(({ provider }) => provider))];
  return {
    format: 'counting-stars-recheck',
    version: 1,
    ...{ configs: [], args: [], prices: [{ input: 1, output: 1 }], retries: 1, looks: [] },
    baseline: { file: 'baseline.json', digest: '' },
    providers: providers.map((id) => ({
      id,
      calls: Object.fromEntries(
        rows.filter(({ provider }) => provider === id).map((row) => [row.id, 1]),
      ),
    })),
    cases: Object.fromEntries(
      rows.map(({ id, tokens, seed, reserve }) => [
        id,
        { tokens, seed, reserve, place: 'list', draw: id },
      ]),
    ),
    budget: {},
    limits: {
      ...{ alpha: 0.05, maxDrop: 0.02, detect: 0.05, providers: [] },
      allow: {
        errors: false,
        missing: false,
        extra: false,
        cached: false,
        changed: false,
        new: false,
      },
    },
    ...given,
  };
}

class Killed extends Error {}

type Open = Awaited<ReturnType<Asker['start']>>;

/** Answers from memory, and what was paid for. A process that is killed has been billed for what it was asked. */
class Memory implements Asker {
  readonly billed: Row[] = [];
  private readonly files = new Map<string, Row[]>();

  constructor(
    private readonly rows: readonly Row[],
    /** After how many answers, in all, the process is killed, each once. */
    private readonly kills: number[] = [],
    private readonly fails: (row: Row, time: number) => boolean = () => false,
    readonly lanes = 1,
    /** Which of the calls under way is answered next. */
    private readonly pick: (calls: readonly Row[]) => number = () => 0,
  ) {}

  async start(file: string): Promise<Open> {
    const answers: Row[] = [];
    this.files.set(file, answers);
    const queue: Row[] = [];
    const flight: Row[] = [];
    const sent: Open['underWay'] = [];
    const fill = () => {
      while (flight.length < this.lanes && queue.length > 0) {
        const row = queue.shift()!;
        flight.push(row);
        this.billed.push(row);
        if (this.billed.length === this.kills[0]) {
          this.kills.shift();
          throw new Killed();
        }
      }
    };
    const isOut = (wanted: (typeof sent)[number]) =>
      [...queue, ...flight].some(({ id, provider }) => wanted.cases![id]?.[provider]);
    return {
      isOver: false,
      get openCalls() {
        return queue.length + flight.length;
      },
      get underWay() {
        return sent.filter(isOut);
      },
      send: async (wanted) => {
        sent.push({ ...wanted, number: sent.length });
        for (const [id, calls] of Object.entries(wanted.cases!)) {
          queue.push(...this.rows.filter((row) => row.id === id && calls[row.provider]));
        }
        fill();
      },
      change: async () => {
        const [row] = flight.splice(this.pick(flight), 1) as [Row];
        const time = this.billed.filter((one) => one === row).length;
        answers.push(this.fails(row, time) ? { ...row, error: 'HTTP 500' } : row);
        fill();
      },
      rows: async () => [...answers],
      failure: async () => new UserError('No answer came.'),
      end: async () => {},
    };
  }

  async read(file: string): Promise<Row[]> {
    return [...(this.files.get(file) ?? [])];
  }

  get tokens(): number {
    return this.billed.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  get dollars(): number {
    return this.tokens / 1e6;
  }
}

/** Begin, and go on after each kill as the command does: from what stands in the folder. */
async function toItsEnd(memory: Memory, state: RecheckState, before: readonly Row[]) {
  let current = state;
  for (;;) {
    try {
      return await recheck(folder, current, kept(before), memory, () => {});
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      current = readRecheck(folder);
    }
  }
}

describe('a recheck', () => {
  const before = answersOf('gpt', 0.95);

  it('finds a reader that fails early, and says after how much', async () => {
    const memory = new Memory(answersOf('gpt', 0.7, ' now'));
    const result = await toItsEnd(memory, stateFor(before), before);
    expect(result.verdict).toBe('failed');
    const { recheck: found } = result;
    expect(found).toMatchObject({ ofLooks: 8, providers: [{ provider: 'gpt', ending: 'failed' }] });
    const [{ prompts, ofPrompts, tokens, ofTokens }] = found!.providers as [
      NonNullable<typeof found>['providers'][number],
    ];
    expect(tokens).toBe(memory.tokens);
    expect([prompts, ofPrompts]).toEqual([memory.billed.length, 24]);
    expect(tokens).toBeLessThan(ofTokens / 2);
    expect(verdictLine(result)).toMatch(/^Failed: gpt/);
    expect(everything(result)).toContain(
      `gpt: ${prompts} of 24 prompts sent, until a drop was shown.`,
    );
    // What was not asked is not missing, and makes no other check.
    expect(result.providers[0]!.completeness).toEqual([]);
    expect(documentJunit(gateDocument(result))).not.toContain('missing');
  });

  it('passes an unchanged reader before all is asked, and not before the margin is shown', async () => {
    const state = stateFor(before);
    state.limits.margin = 0.1;
    const memory = new Memory(answersOf('gpt', 0.95, ' now'));
    const result = await toItsEnd(memory, state, before);
    expect(result).toMatchObject({
      verdict: 'passed',
      recheck: { providers: [{ ending: 'excluded' }] },
    });
    expect(result.providers[0]!.regression!.excludes).toBeLessThan(0.1);
    expect(memory.billed.length).toBeLessThan(24);
    expect(new Set(memory.billed).size).toBe(memory.billed.length);
  });

  it('asks everything where nothing is shown, and is then inconclusive about a margin', async () => {
    const state = stateFor(before);
    state.limits.margin = 0.001;
    const memory = new Memory(answersOf('gpt', 0.95, ' now'));
    const result = await toItsEnd(memory, state, before);
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      recheck: { providers: [{ ending: 'all', prompts: 24 }] },
    });
    expect(memory.billed).toHaveLength(24);
    expect(readRecheck(folder).looks.length).toBeLessThanOrEqual(8);
  });

  it('decides each provider by itself', async () => {
    const both = [...before, ...answersOf('other', 0.95)];
    const now = [...answersOf('gpt', 0.95, ' now'), ...answersOf('other', 0.6, ' now')];
    const state = stateFor(both);
    state.limits.margin = 0.1;
    const result = await toItsEnd(new Memory(now), state, both);
    const endings = result.recheck!.providers.map(({ provider, ending }) => [provider, ending]);
    expect(endings).toEqual([
      ['gpt', 'excluded'],
      ['other', 'failed'],
    ]);
    expect(result.providers.map(({ verdict }) => verdict)).toEqual(['passed', 'failed']);
  });

  it('judges who has passed by the look at which that was, while others are asked on', async () => {
    const both = [...before, ...answersOf('other', 0.95)];
    const now = [...answersOf('gpt', 0.94, ' now'), ...answersOf('other', 0.88, ' now')];
    const state = stateFor(both);
    state.limits.margin = 0.13;
    const seen: (string | undefined)[] = [];
    const { providers, recheck: found } = await recheck(
      folder,
      state,
      kept(both),
      new Memory(now),
      ({ standings }) => seen.push(standings[0]!.ending),
    );
    const [gpt, other] = found!.providers;
    expect(gpt!.ending).toBe('excluded');
    expect(seen.indexOf('excluded')).toBeLessThan(seen.length - 1);
    expect(other!.prompts).toBeGreaterThan(gpt!.prompts);
    const { regression, verdict } = providers[0]!;
    expect(verdict).toBe('passed');
    expect(regression!.excludes).toBeLessThan(0.13);
    expect(regression!.prompts).toBe(gpt!.prompts);
  });

  it('asks again what failed, as often as it may, and then counts it as failed', async () => {
    const now = answersOf('gpt', 0.95, ' now');
    const once = new Memory(now, [], (_, time) => time === 1);
    const state = stateFor(before);
    state.limits.margin = 0.1;
    const result = await toItsEnd(once, state, before);
    expect(result.verdict).toBe('passed');
    rmSync(join(folder, 'recheck.json'));
    const always = new Memory(now, [], ({ tokens }) => tokens === 128_000);
    const failed = await toItsEnd(always, stateFor(before), before);
    expect(failed).toMatchObject({ verdict: 'failed' });
    expect(verdictLine(failed)).toMatch(/2 of \d+ calls failed\./);
    const times = always.billed.filter(({ tokens }) => tokens === 128_000).length;
    expect(times).toBe(2);
  });

  it('never bills more than the budget, however often it is killed', async () => {
    const now = answersOf('gpt', 0.95, ' now');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 300_000, max: 1_200_000 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom(1, 4),
        async (limit, kills, inTokens, lanes) => {
          rmSync(join(folder, 'recheck.json'), { force: true });
          const budget = inTokens ? { tokens: limit } : { dollars: limit / 1e6 };
          const state = stateFor(before, { budget });
          state.limits.margin = 0.001;
          const memory = new Memory(
            now,
            kills.toSorted((a, b) => a - b),
            undefined,
            lanes,
          );
          const ended = await toItsEnd(memory, state, before).catch((error: Error) => {
            // Calls that were under way at every kill may have been all that the budget had room for.
            expect(error.message).toMatch(/^The budget is spent and no answer came/);
            expect(kills.length).toBeGreaterThan(0);
          });
          expect(memory.tokens).toBeLessThanOrEqual(limit);
          if (!ended) return;
          const { recheck: found } = ended;
          // What it says that it spent is no less than what it was billed.
          expect(found!.spent.tokens).toBeGreaterThanOrEqual(memory.tokens);
          expect(found!.spent.dollars).toBeGreaterThanOrEqual(memory.dollars - 1e-9);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is inconclusive where the budget ends while a large drop is possible, and names one that has room for all', async () => {
    const now = answersOf('gpt', 0.95, ' now');
    const little = stateFor(before, { budget: { tokens: 280_000 } });
    const result = await toItsEnd(new Memory(now), little, before);
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      recheck: { needs: { tokens: 1_440_000 }, providers: [{ ending: 'budget' }] },
      providers: [{ verdict: 'inconclusive', regression: { reasons: ['budget spent'] } }],
    });
    expect(result.providers[0]!.regression!.excludes).toBeGreaterThan(0.1);
    expect(verdictLine(result)).toContain(
      'the budget ended before a drop above 10 points was ruled out',
    );
    const files = { baseline: 'baseline.json' };
    const next = gateDocument(result, files).blocks.find(({ kind }) => kind === 'next');
    expect(next).toMatchObject({
      steps: [
        { command: expect.stringContaining('--run --baseline baseline.json --budget 1440K') },
      ],
    });
    // With that budget, all prompts at the latest decide.
    rmSync(join(folder, 'recheck.json'));
    const enough = stateFor(before, { budget: { tokens: 1_440_000 } });
    const settled = await toItsEnd(new Memory(now), enough, before);
    expect(settled.verdict).toBe('passed');
    expect(settled.recheck!.needs).toBeUndefined();
  });

  it('passes at the end of a budget that was enough to rule a large drop out, or by the margin that is given', async () => {
    const now = answersOf('gpt', 0.95, ' now');
    const most = stateFor(before, { budget: { dollars: 1.2 } });
    most.limits.detect = 0.03;
    const passed = await toItsEnd(new Memory(now), most, before);
    expect(passed).toMatchObject({
      verdict: 'passed',
      recheck: { providers: [{ ending: 'budget' }] },
    });
    rmSync(join(folder, 'recheck.json'));
    const little = stateFor(before, { budget: { dollars: 0.4 } });
    little.limits.margin = 0.45;
    expect((await toItsEnd(new Memory(now), little, before)).verdict).toBe('passed');
  });

  it('counts what answers say that they took, where that is more', async () => {
    const now = answersOf('gpt', 0.95, ' now').map((row) => ({
      ...row,
      promptTokens: 2 * row.tokens,
      outputTokens: 5000,
      cost: (2 * row.tokens + 5000) / 1e6,
    }));
    const state = stateFor(before, { budget: { dollars: 1.2 } });
    state.limits.margin = 0.001;
    const memory = new Memory(now);
    await toItsEnd(memory, state, before);
    const billed = memory.billed.reduce((sum, { cost }) => sum + cost!, 0);
    expect(billed).toBeLessThanOrEqual(1.2);
  });

  it('prices thinking that is assumed, until answers show how long they are', async () => {
    const now = answersOf('gpt', 0.95, ' now').map((row) => ({
      ...row,
      promptTokens: row.tokens - row.reserve,
      outputTokens: 50,
      cost: 0,
    }));
    const prices = [{ input: 1, output: 100 }];
    const billedIn = async (budget: number, providers?: RecheckState['providers']) => {
      rmSync(join(folder, 'recheck.json'), { force: true });
      const state = stateFor(before, { prices, budget: { dollars: budget } });
      state.limits.margin = 0.001;
      const memory = new Memory(now);
      await toItsEnd(memory, { ...state, ...(providers && { providers }) }, before);
      return memory.billed;
    };
    const dollarsOf = (rows: readonly Row[]) =>
      rows.reduce((sum, row) => sum + (row.promptTokens! + 100 * row.outputTokens!) / 1e6, 0);
    // A prompt is priced with 4,000 tokens of thinking, $0.40, and costs less than $0.14.
    await expect(billedIn(0.4)).rejects.toThrow('--budget is too small for one prompt to gpt.');
    const billed = await billedIn(3);
    expect(dollarsOf(billed)).toBeLessThanOrEqual(3);
    expect(billed.length).toBeGreaterThan(3 / 0.4);
    const unthinking = stateFor(before).providers.map((one) => ({ ...one, thinking: 0 }));
    expect((await billedIn(0.4, unthinking)).length).toBeGreaterThan(0);
  });

  it('fills slots while the last answers of a look are out, and lets none of that change a decision', async () => {
    const run = async (rows: Row[], given: Partial<RecheckState['limits']>, lanes: number) => {
      rmSync(join(folder, 'recheck.json'), { force: true });
      const state = stateFor(before);
      Object.assign(state.limits, given);
      // The longest call of all that are out comes last.
      const memory = new Memory(rows, [], undefined, lanes, (calls) => calls.length - 1);
      const result = await toItsEnd(memory, state, before);
      return { memory, result, looks: readRecheck(folder).looks };
    };
    let inVain = 0;
    for (const [recall, margin] of [
      [0.7, 0.05],
      [0.95, 0.1],
    ] as const) {
      const now = answersOf('gpt', recall, ' now');
      const one = await run(now, { margin }, 1);
      const four = await run(now, { margin }, 4);
      expect(one.looks.every(({ ahead }) => Object.keys(ahead).length === 0)).toBe(true);
      expect(four.result.verdict).toBe(one.result.verdict);
      const ahead = four.looks.flatMap((look) => look.ahead.gpt ?? []);
      expect(ahead.length).toBeGreaterThan(0);
      const judged = new Set(four.looks.flatMap(({ wanted }) => wanted.gpt!));
      const sent = new Set(four.memory.billed.map(({ id }) => id));
      const tokensOf = (ids: Iterable<string>) =>
        [...ids].reduce((sum, id) => sum + now.find((row) => row.id === id)!.tokens, 0);
      expect(tokensOf(sent)).toBeLessThanOrEqual(1.3 * tokensOf(judged));
      expect(four.result.providers[0]!.regression!.prompts).toBe(judged.size);
      expect(four.result.recheck!.providers[0]!.prompts).toBe(sent.size);
      inVain += sent.size - judged.size;
      // Answers that no look has counted may be any.
      const others = now.map((row) => (judged.has(row.id) ? row : { ...row, score: 0, marks: [] }));
      const again = await run(others, { margin }, 4);
      expect(again.result.providers).toEqual(four.result.providers);
      expect(
        await toItsEnd(
          four.memory,
          {
            ...stateFor(before),
            looks: four.looks,
            limits: { ...stateFor(before).limits, margin },
          },
          before,
        ),
      ).toEqual(four.result);
    }
    expect(inVain).toBeGreaterThan(0);
  });

  it('refuses a budget without room for a prompt before it asks anybody', async () => {
    const memory = new Memory(before);
    const state = stateFor(before, { budget: { tokens: 10_000 } });
    await expect(toItsEnd(memory, state, before)).rejects.toThrow(
      '--budget is too small for one prompt to gpt.',
    );
    expect(memory.billed).toEqual([]);
  });

  it('says so where the budget went into calls of which no answer came', async () => {
    const memory = new Memory(before, [1]);
    const state = stateFor(before, { budget: { tokens: 250_000 } });
    await expect(toItsEnd(memory, state, before)).rejects.toThrow(
      'The budget is spent and no answer came',
    );
    expect(memory.billed).toHaveLength(1);
  });

  it('says the same again when it is resumed at its end, and asks nothing', async () => {
    const memory = new Memory(answersOf('gpt', 0.7, ' now'));
    const first = await toItsEnd(memory, stateFor(before), before);
    const asked = memory.billed.length;
    const again = await toItsEnd(memory, readRecheck(folder), before);
    expect(again).toEqual(first);
    expect(memory.billed).toHaveLength(asked);
  });
});
