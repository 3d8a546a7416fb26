import { afterEach as after, beforeEach as before, describe, expect, it, vi } from 'vitest';
import type { TestCase } from '../../../../src/contract/promptfoo.js';
import {
  SEARCH_VARIABLE,
  SESSION_VARIABLE,
  TEST_MAKERS,
} from '../../../../src/contract/requests.js';
import type { FromHook, SessionPlan } from '../../../../src/extras/search/session/hook.js';
import type { TestMakers } from '../../../../src/generators/search-request.js';

const PLAN: SessionPlan = { providers: ['a'], times: 3, lanes: 2, delay: 0 };

/** Tests of one length and seed, as a generator makes them. */
const testsOf = (tokens: number, seed: number): TestCase[] =>
  ['acquisition', 'reasoning'].map((task) => ({
    description: `${task} of ${tokens}`,
    vars: { prompt: `${task}/${tokens}/${seed}` },
    assert: [{ type: 'javascript', value: `score ${task}` }],
    options: { own: tokens },
    metadata: { task, tokens, seed, id: `${task}/${tokens}/${seed}`, gridSize: 2, search: '0' },
    providers: ['a'],
  }));

const told: FromHook[] = [];
let hook: typeof import('../../../../src/extras/search/session/hook.js');

/** What promptfoo makes of a test before it takes it up. */
const prepared = (test: TestCase): TestCase => ({
  ...test,
  vars: { extra: 'of the user', ...test.vars },
  assert: [{ type: 'javascript', value: 'of the user' }, ...test.assert!],
});

const hear = (message: object) => {
  process.emit('message', message, undefined);
};

before(async () => {
  vi.resetModules();
  told.length = 0;
  vi.stubEnv(SESSION_VARIABLE, JSON.stringify(PLAN));
  vi.stubEnv(SEARCH_VARIABLE, JSON.stringify({ round: '0', prompts: [] }));
  process.send = (message: FromHook) =>
    'received' in message
      ? told.push(message) > 0
      : Boolean(Reflect.apply(send!, process, [message]));
  const makers: TestMakers = new Map();
  makers.set('stars', {
    first: Promise.resolve(testsOf(1000, 1)),
    make: async ({ prompts }) => prompts.flatMap(({ tokens, seed }) => testsOf(tokens, seed)),
  });
  (globalThis as { [TEST_MAKERS]?: TestMakers })[TEST_MAKERS] = makers;
  hook = await import('../../../../src/extras/search/session/hook.js');
});

const { send, listeners } = { send: process.send, listeners: process.listeners('message') };

after(() => {
  vi.unstubAllEnvs();
  delete (globalThis as { [TEST_MAKERS]?: TestMakers })[TEST_MAKERS];
  for (const name of ['message', 'disconnect']) {
    for (const listener of process.listeners(name as 'message')) {
      if (!listeners.includes(listener)) process.off(name, listener as () => void);
    }
  }
  if (send) process.send = send;
  else delete process.send;
});

describe('the hooks of a search', () => {
  it('make the tests that promptfoo has read those that are wanted, without what a filter left out', async () => {
    const [kept] = testsOf(1000, 1);
    const { suite } = hook.beforeAll({ suite: { tests: [kept!, { vars: { prompt: 'own' } }] } });
    expect(suite.tests).toHaveLength(3);
    const waiting = suite.tests!.map((test) => hook.beforeEach({ test: prepared(test) }));
    const prompts = [1, 2, 3].map((seed) => ({ tokens: 8000, seed, providers: ['a'] }));
    hear({ wanted: { number: 1, round: '4', prompts } });
    const { test } = await waiting[0]!;
    expect(test).toMatchObject({
      description: 'acquisition of 8000',
      vars: { extra: 'of the user', prompt: 'acquisition/8000/1' },
      options: { own: 8000 },
      metadata: { id: 'acquisition/8000/1', search: '4', gridSize: 3 },
    });
    expect(test.assert!.map(({ value }) => value)).toEqual(['of the user', 'score acquisition']);
    expect(told.at(-1)).toMatchObject({ open: 3, answered: 0, received: 1 });
    // The third waits for one of two slots.
    const third = vi.fn();
    void waiting[2]!.then(third);
    await waiting[1];
    expect(third).not.toHaveBeenCalled();
    hook.afterEach({ test });
    await waiting[2];
    expect(told.at(-1)).toMatchObject({ open: 2, answered: 1, done: [] });
    for (const one of waiting.slice(1)) hook.afterEach(await one);
    expect(told.at(-1)).toMatchObject({ open: 0, answered: 3, done: [1] });
  });

  it('tell where no test is left of what was wanted', async () => {
    hook.beforeAll({ suite: { tests: testsOf(1000, 1) } });
    hear({ wanted: { number: 1, round: '1', prompts: [], cases: { none: { a: 1 } } } });
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ isNothing: true, received: 1 }));
  });
});
