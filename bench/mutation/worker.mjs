/**
 * Runs the tests of a bundle for one mutant after another. Tests are Vitest's, with its own `expect`; what
 * starts them is this file, since Vitest itself takes a second for each mutant. The bundle is loaded anew for
 * each, so that nothing is remembered from the one before.
 */
import { inspect } from 'node:util';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import fastCheck from 'fast-check';
import * as vitest from 'vitest';

const { code, ids, plan } = workerData;

/** Properties try the same cases for each mutant, and a failing one is not made smaller. */
fastCheck.configureGlobal({ seed: 1, endOnFailure: true });

/** What the changed source asks, by the names that Stryker gives it. */
const stryker = {};
globalThis.__stryker__ = stryker;

/** The tests of the last load, each with what stands around it. */
let tests = [];
let suites = [];
let current;

/** Snapshots are those of the unchanged source. */
const snapshots = new Map(plan?.snapshots);
let taken = 0;
vitest.chai.use(({ Assertion }, { addMethod, flag }) => {
  for (const name of ['toMatchSnapshot', 'toMatchInlineSnapshot']) {
    addMethod(Assertion.prototype, name, function () {
      const key = `${current}/${taken++}`;
      const shown = inspect(flag(this, 'object'), { depth: Infinity, maxArrayLength: Infinity });
      if (!plan) snapshots.set(key, shown);
      if (snapshots.get(key) !== shown) throw new Error(`Snapshot ${key} differs`);
    });
  }
});

/** What a test file imports. */
const own = {
  ...vitest,
  it: addTest,
  test: addTest,
  describe: addSuite,
  ...Object.fromEntries(
    ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'].map((hook) => [
      hook,
      (run) => suites.at(-1)[hook].push(run),
    ]),
  ),
};

function newSuite() {
  return { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], isBegun: false };
}

function addTest(name, ...rest) {
  const run = rest.find((one) => typeof one === 'function');
  const options = rest.find((one) => typeof one === 'object') ?? {};
  if (options.tags?.includes('slow') || !run) return;
  tests.push({ name, run, around: [...suites] });
}

function addSuite(_, run) {
  suites.push(newSuite());
  run();
  suites.pop();
}

for (const add of [addTest, addSuite]) {
  add.each =
    (rows) =>
    (name, ...rest) => {
      const run = rest.find((one) => typeof one === 'function');
      const options = rest.filter((one) => typeof one !== 'function');
      for (const row of rows) {
        add(name, ...options, () => run(...(Array.isArray(row) ? row : [row])));
      }
    };
  add.skip = () => {};
  add.skipIf = (condition) => (condition ? add.skip : add);
  add.runIf = (condition) => (condition ? add : add.skip);
}

const script = new vm.Script(`(async (__load) => {${code}\n})`, {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const start = script.runInThisContext();

async function load() {
  tests = [];
  suites = [newSuite()];
  await start((name) => (name === 'vitest' ? own : import(name)));
}

/** Run one test, with what comes before and after it. */
async function runTest(index) {
  const { run, around } = tests[index];
  [current, taken] = [index, 0];
  for (const suite of around) {
    if (suite.isBegun) continue;
    suite.isBegun = true;
    for (const hook of suite.beforeAll) await hook();
  }
  for (const suite of around) for (const hook of suite.beforeEach) await hook();
  try {
    await run();
  } finally {
    for (const suite of around.toReversed()) for (const hook of suite.afterEach) await hook();
  }
}

async function endSuites() {
  const begun = new Set(tests.flatMap(({ around }) => around).filter(({ isBegun }) => isBegun));
  for (const { afterAll } of begun) for (const hook of afterAll) await hook();
}

/** Every test once: how long it takes, and which mutants it gets to. */
async function makePlan() {
  stryker.mutantCoverage = { static: {}, perTest: {} };
  await load();
  const times = [];
  for (const [i, { name }] of tests.entries()) {
    stryker.currentTestId = i;
    const began = performance.now();
    try {
      await runTest(i);
    } catch (error) {
      parentPort.postMessage({ failure: `${name}: ${error.stack ?? error}` });
      return;
    }
    times.push(performance.now() - began);
  }
  await endSuites();
  const { mutantCoverage: coverage } = stryker;
  parentPort.postMessage({ plan: { times, coverage, snapshots: [...snapshots] } });
}

/** So many times as often as without a change may a place be passed; then it is a loop without an end. */
const HITS = 100;

async function tryMutant(id) {
  const { times, coverage } = plan;
  const atLoad = coverage.static[id] ?? 0;
  const quickest = times.map((_, i) => i).sort((a, b) => times[a] - times[b]);
  const covering = quickest.filter((i) => atLoad > 0 || coverage.perTest[i]?.[id] > 0);
  if (covering.length === 0) return 'untested';
  const allow = (hits) => {
    stryker.hitCount = 0;
    stryker.hitLimit = HITS * hits + 1000;
  };
  stryker.activeMutant = id;
  try {
    allow(atLoad);
    await load();
    for (const i of covering) {
      allow(coverage.perTest[i]?.[id] ?? atLoad);
      await runTest(i);
    }
    // What is kept from call to call is seen by the first test alone; another one may still notice.
    if (covering.length === 1) {
      allow(Number.MAX_SAFE_INTEGER / HITS);
      for (const i of quickest) if (i !== covering[0]) await runTest(i);
    }
  } catch {
    return 'noticed';
  } finally {
    stryker.activeMutant = undefined;
    stryker.hitCount = undefined;
    await endSuites().catch(() => {});
  }
  return 'survived';
}

if (plan) {
  for (const id of ids) {
    parentPort.postMessage({ started: id });
    parentPort.postMessage({ done: id, fate: await tryMutant(id) });
  }
} else {
  await makePlan();
}
process.exit();
