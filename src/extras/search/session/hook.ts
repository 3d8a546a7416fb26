/**
 * Extension hooks in the promptfoo of a search or of `gate --run`. promptfoo takes its tests up in their order, and each waits
 * here until it becomes the one that is to be sent next: one evaluation sends what is decided while it runs.
 */
import { groupBy } from '../../../base/group-by.js';
import { kept } from '../../../base/kept.js';
import { UserError } from '../../../base/user-error.js';
import type { TestCase } from '../../../contract/promptfoo.js';
import type { SearchPrompt } from '../../../contract/requests.js';
import {
  SEARCH_VARIABLE,
  SESSION_VARIABLE,
  type SearchRequest,
  TEST_MAKERS,
} from '../../../contract/requests.js';

/** What generators have left for it (src/generators/search-request.ts). */
interface Makers {
  [TEST_MAKERS]?: ReadonlyMap<
    string,
    {
      first: Promise<readonly TestCase[]>;
      make: (request: SearchRequest) => Promise<readonly TestCase[]>;
    }
  >;
}

interface Suite {
  tests?: TestCase[];
  scenarios?: unknown[];
}

/** A test as promptfoo read it, and that by which it is replaced. */
interface Slot {
  key: string;
  raw: TestCase;
  filled: Promise<Entry>;
  fill: (entry: Entry) => void;
  /** Whether promptfoo has taken it up. */
  isTaken: boolean;
  entry?: Entry;
}

/** One test for one provider, and the calls that it takes. */
interface Entry {
  key: string;
  number: number;
  test: TestCase;
  calls: number;
}

let plan: SessionPlan;
let request: SearchRequest;
let made: readonly TestCase[] = [];
let isOver: (error: Error) => void = () => {};
const over = new Promise<never>((_, reject) => {
  isOver = reject;
});
over.catch(() => {});
const slots = new Map<string, Slot>();
const waiting = new Map<string, Slot[]>();
const entries: Entry[] = [];
const open = new Map<number, number>();
let underWay = 0;
let answered = 0;
let received = 0;
let readyAt = 0;

/** Keeps the tests that the search is about, as often as they may be needed, and starts to listen. */
export function beforeAll({ suite }: { suite: Suite }): { suite: Suite } {
  plan = JSON.parse(process.env[SESSION_VARIABLE]!) as SessionPlan;
  request = JSON.parse(process.env[SEARCH_VARIABLE]!) as SearchRequest;
  made = (suite.tests ?? []).filter(({ metadata }) => metadata?.search !== undefined);
  const tests: TestCase[] = [];
  for (let time = 0; time < plan.times; time++) {
    for (const raw of made)
      for (const provider of plan.providers) tests.push(slotOf(raw, provider));
  }
  process.on('message', (message: ToHook) => void told(message));
  // Whoever would pay attention to answers is gone.
  process.on('disconnect', () => process.exit(1));
  tell({});
  return { suite: { ...suite, tests, scenarios: [] } };
}

/** Waits until a test is to be sent, and makes it that. */
export async function beforeEach({ test }: { test: TestCase }): Promise<{ test: TestCase }> {
  const slot = slots.get(String(test.metadata?.slot));
  if (!slot) return { test };
  if (!slot.isTaken) {
    slot.isTaken = true;
    kept(waiting, slot.key, (): Slot[] => []).push(slot);
    fillSlots();
  }
  const entry = await Promise.race([slot.filled, over]);
  return { test: mergedInto(test, slot.raw, entry.test) };
}

/** Counts an answer; promptfoo stores it right after. */
export function afterEach({ test }: { test: TestCase }): void {
  const entry = slots.get(String(test.metadata?.slot))?.entry;
  if (!entry) return;
  answered++;
  underWay--;
  readyAt = Date.now() + plan.delay;
  const left = open.get(entry.number)! - 1;
  open.set(entry.number, left);
  if (left === 0) open.delete(entry.number);
  tell({ done: left === 0 ? [entry.number] : [] });
  fillSlots();
}

function tell(more: Partial<FromHook>): void {
  const calls = [...open.values()].reduce((sum, count) => sum + count, 0);
  process.send?.({ open: calls, answered, received, done: [], ...more } satisfies FromHook);
}

async function told(message: ToHook): Promise<void> {
  if ('end' in message) {
    end();
    return;
  }
  // Others may use the same channel.
  if (!('wanted' in message)) return;
  const { wanted } = message;
  try {
    const own = await entriesOf(wanted);
    entries.push(...own);
    const calls = own.reduce((sum, entry) => sum + entry.calls, 0);
    received = wanted.number;
    if (calls > 0) open.set(wanted.number, calls);
    tell({ ...(calls === 0 && { isNothing: true }) });
    fillSlots();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell({ error: error.message });
  }
}

/** promptfoo is interrupted as by Ctrl-C, which keeps what came: the tests left over are of no use. */
function end(): void {
  process.removeAllListeners('disconnect');
  process.emit('SIGINT');
  isOver(new Error('The search is over.'));
  process.disconnect();
}

function slotOf(raw: TestCase, provider: string): TestCase {
  const number = String(slots.size);
  let fill: Slot['fill'] = () => {};
  const filled = new Promise<Entry>((resolve) => {
    fill = resolve;
  });
  slots.set(number, { key: keyOf(raw, provider), raw, filled, fill, isTaken: false });
  const metadata = { ...raw.metadata, slot: number };
  return { ...raw, providers: [provider], metadata };
}

/** What promptfoo has settled of a test before it waits: who answers, with which prompts of the config, and how often. */
function keyOf({ prompts, options = {} }: TestCase, provider: string): string {
  const { prefix, suffix, repeat } = options as Record<string, unknown>;
  return JSON.stringify([provider, prompts, prefix, suffix, repeat]);
}

/** The tests of what is wanted, without those that filters of the user's left out when promptfoo read the config. */
async function entriesOf({ number, round, prompts, cases }: Order): Promise<Entry[]> {
  if (cases) {
    const byId = groupBy(made, ({ metadata }) => String(metadata!.id));
    return Object.entries(cases).flatMap(([id, calls]) =>
      (byId.get(id) ?? []).flatMap((test) =>
        Object.entries(calls).map(([provider, count]) =>
          entryOf(test, provider, number, round, count),
        ),
      ),
    );
  }
  const makers = [...((globalThis as Makers)[TEST_MAKERS]?.values() ?? [])];
  const before = (await Promise.all(makers.map(({ first }) => first))).flat();
  const cells = before.length > made.length ? new Set(made.map(cellOf)) : undefined;
  const all = await Promise.all(makers.map(({ make }) => make({ ...request, round, prompts })));
  const own = all.flat().filter((test) => !cells || cells.has(cellOf(test)));
  return own.flatMap((test) => {
    // A prompt is answered once all tests of its grid are.
    const metadata = { ...test.metadata, ...(cells && { gridSize: own.length }) };
    return test.providers!.map((provider) =>
      entryOf({ ...test, metadata }, provider, number, round, 1),
    );
  });
}

function entryOf(
  test: TestCase,
  provider: string,
  number: number,
  round: string,
  calls: number,
): Entry {
  const metadata = { ...test.metadata, search: round };
  const key = keyOf(test, provider);
  return { key, number, calls, test: { ...test, metadata, providers: [provider] } };
}

/** What tests of one length and seed differ in. */
function cellOf({ metadata }: TestCase): string {
  const { tokens, seed, search, id, grid, gridSize, marks, edition, conditions, ...cell } =
    metadata!;
  return JSON.stringify(cell);
}

/** Gives what is wanted to the tests that wait, as many as may be under way. */
function fillSlots(): void {
  const early = readyAt - Date.now();
  if (plan.delay > 0 && early > 0) {
    setTimeout(fillSlots, early);
    return;
  }
  for (let at = 0; at < entries.length && underWay < plan.lanes; ) {
    const entry = entries[at]!;
    const slot = waiting.get(entry.key)?.shift();
    if (!slot) {
      at++;
      continue;
    }
    entries.splice(at, 1);
    underWay += entry.calls;
    slot.entry = entry;
    slot.fill(entry);
  }
}

/** A test that promptfoo has prepared, with what another one says in the place of its own. */
function mergedInto(prepared: TestCase, raw: TestCase, test: TestCase): TestCase {
  const own = raw.assert?.length ?? 0;
  const others = prepared.assert ?? [];
  const { slot } = prepared.metadata!;
  return {
    ...prepared,
    ...test,
    vars: { ...prepared.vars, ...test.vars },
    assert: [...others.slice(0, others.length - own), ...(test.assert ?? [])],
    options: { ...prepared.options, ...test.options },
    metadata: { ...prepared.metadata, ...test.metadata, slot },
  };
}

export interface SessionPlan {
  /** Names of the providers that may be asked. */
  providers: string[];
  /** How often each test that promptfoo read may be filled by another. */
  times: number;
  /** Calls at once. */
  lanes: number;
  /** Milliseconds between two calls. */
  delay: number;
}

/** What is sent next. */
export interface Order {
  number: number;
  /** Written into the metadata of its tests. */
  round: string;
  prompts: SearchPrompt[];
  /** Or: Cases of the config's own grids by id, with the calls that each provider is to make. */
  cases?: Record<string, Record<string, number>>;
}

export type ToHook = { wanted: Order } | { end: true };

/** What the hook tells of its tests: how many calls are open, and how many have been answered since the start. */
export interface FromHook {
  open: number;
  answered: number;
  /** The number of what was wanted last. */
  received: number;
  /** Numbers of what was wanted and is answered. */
  done: number[];
  /** No test is left of what was wanted. */
  isNothing?: true;
  /** A user's mistake that a generator found. */
  error?: string;
}
