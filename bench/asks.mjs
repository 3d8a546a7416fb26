/**
 * Several questions over one context (docs/method/questions.md).
 *
 *   npm run build && node bench/asks.mjs price      what promptfoo is billed for them
 *   npm run build && node bench/asks.mjs coverage   whether intervals hold for them
 *
 * `price` runs promptfoo against servers that bill cached prefixes as OpenAI, Anthropic and Google do
 * (bench/billing.mjs). What counts is what was read before a call came in: a call takes longer, the more of
 * them are made at a time, so that most are in flight together.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { caseIn } from '../dist/contract/case-line.js';
import { buildPrompt } from '../dist/generators/prompt.js';
import { score } from '../dist/index.js';
import { promptsOf } from '../dist/measuring/facts/evaluation/asked-case.js';
import { crossing } from '../dist/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../dist/measuring/statistics/curve/recall-curve.js';
import { recallInterval } from '../dist/measuring/statistics/recall-interval.js';
import { judgeRegression } from '../dist/measuring/statistics/regression/regression.js';
import { BillingServer, forgetful, PROTOCOLS } from './billing.mjs';
import { percent, printRows } from './markdown.mjs';
import { root } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';
import { gamma, mean, models } from './readers.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tokens: { type: 'string', default: '64000' },
    runs: { type: 'string', default: '300' },
  },
});

/** Milliseconds of a call, for each call that is made at a time. */
const LATENCY = 300;
const ASKS = 4;

/** Calls at a time, and contexts; in the last one, all questions are in flight together. */
const ASKED = [
  [1, 8],
  [4, 8],
  [20, 24],
  [20, 4],
];

const sections = {
  async price() {
    const row = printRows(
      'provider',
      '`-j`',
      'contexts',
      'cached',
      'four contexts',
      'four questions',
      'ratio',
      'same marks',
    );
    for (const name of ['openai', 'anthropic', 'google']) {
      for (const [concurrency, contexts] of ASKED) {
        const { bill, same, answers } = await billed(name, concurrency, contexts);
        row(
          `${name} (${PROTOCOLS[name].model})`,
          concurrency,
          contexts,
          percent(bill.cached / bill.input),
          dollars(bill.plain),
          dollars(bill.cost),
          (bill.cost / bill.plain).toFixed(2),
          `${same} of ${answers}`,
        );
      }
    }
  },

  coverage() {
    const row = printRows(
      'reader',
      'ICC between questions',
      'ICC within',
      'recall',
      'recall, questions as prompts',
      'effective length',
      'gate alarms',
      'gate alarms, questions as prompts',
    );
    for (const model of ['flat 0.95', 'flat 0.90', 'slope 0.98 to 0.60', 'logistic at 24K']) {
      for (const between of [0, 0.1, 0.2, 0.3]) {
        for (const within of [0, 0.2])
          row(model, between, within, ...covered(model, between, within));
      }
    }
  },
};

function dollars(amount) {
  return `$${amount.toFixed(2)}`;
}

/** What each question scores when it is asked alone. */
const alone = new Map();

/** One evaluation of four questions over each context; and how many marks are those of the question asked alone. */
async function billed(name, concurrency, contexts) {
  const folder = mkdtempSync(join(tmpdir(), 'asks-'));
  const server = await BillingServer.start(name, forgetful);
  server.latency = LATENCY * concurrency;
  const config = {
    stars: 32,
    lengths: [Number(values.tokens)],
    seeds: contexts,
    asks: ASKS,
  };
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/promptfoo-counting-stars'));
  const path = 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars';
  const file = join(folder, 'promptfooconfig.json');
  const results = join(folder, 'results.json');
  const prompts = ['{{prompt}}'];
  writeFileSync(
    file,
    JSON.stringify({ prompts, providers: [server.provider()], tests: [{ path, config }] }),
  );
  await measureEvaluation({
    home: join(folder, 'home'),
    cwd: folder,
    config: file,
    args: ['-j', `${concurrency}`, '-o', results],
    env: { PROMPTFOO_PASS_RATE_THRESHOLD: '0', PROMPTFOO_FAILED_TEST_EXIT_CODE: '0' },
  });
  await server.stop();
  const answered = JSON.parse(readFileSync(results, 'utf8')).results.results;
  rmSync(folder, { recursive: true });
  let same = 0;
  for (const { vars, testCase, gradingResult, error } of answered) {
    if (!gradingResult) throw new Error(error);
    const theCase = caseIn(vars, testCase);
    const key = JSON.stringify(theCase);
    if (!alone.has(key)) {
      const { prompt } = await buildPrompt(theCase);
      alone.set(key, (await score(forgetful(prompt), { vars: { case: theCase } })).score);
    }
    if (alone.get(key) === gradingResult.score) same++;
  }
  return { bill: server.bill, same, answers: answered.length };
}

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
const SEEDS = 3;
const MARKS = 16;
const LEAST = 1e-9;

/** Beta with a mean and a correlation of what is drawn with it. */
function beta(share, icc, random) {
  if (icc === 0 || share <= LEAST || share >= 1 - LEAST) return share;
  const size = 1 / icc - 1;
  const x = gamma(share * size, random);
  const y = gamma((1 - share) * size, random);
  return x + y > 0 ? x / (x + y) : Number(random() < share);
}

/** The Cases of a grid: a context has a recall of its own, and each question over it has one around that. */
function asked(model, between, within, random) {
  return LENGTHS.flatMap((tokens) =>
    Array.from({ length: SEEDS }, (_, seed) => {
      const ofContext = beta(models[model](tokens, 0.5), between, random);
      return Array.from({ length: ASKS }, (_, ask) => {
        const own = beta(ofContext, within, random);
        const marks = Array.from({ length: MARKS }, () => Number(random() < own));
        const id = `${tokens}/${seed}/${ask}`;
        return {
          id,
          tokens,
          seed,
          unit: 'context',
          answer: { marks, positions: [], score: mean(marks) },
        };
      });
    }).flat(),
  );
}

function covered(model, between, within) {
  const random = seedrandom(`${model}/${between}/${within}`);
  const of = models[model];
  const truth = mean(LENGTHS.map((tokens) => of(tokens, 0.5)));
  const dense = Array.from({ length: 2000 }, (_, i) => 4000 * 32 ** (i / 1999));
  const length =
    of(4000) < 0.85
      ? 0
      : (dense.find((tokens) => of(tokens, 0.5) < 0.85) ?? Number.POSITIVE_INFINITY);
  const found = Array.from({ length: Number(values.runs) }, () => {
    const cases = asked(model, between, within, random);
    const prompts = promptsOf(cases);
    const curve = recallCurve(prompts, { threshold: 0.85 });
    const recall = recallInterval(prompts);
    const apart = promptsOf(cases.map(({ unit, ...one }) => one));
    const recallApart = recallInterval(apart);
    const again = asked(model, between, within, random);
    const alarm = (unitOf) => {
      const series = {
        series: 'a',
        cases: cases.map(({ tokens, seed, answer }, i) => ({
          tokens,
          marks: MARKS,
          baseline: [[answer.score]],
          candidate: [again[i].answer.score],
          ...(unitOf && { unit: `${tokens}/${seed}` }),
        })),
      };
      return (
        judgeRegression([series], { alpha: 0.05, maxDrop: 0, confidence: 0.95 }).verdict ===
        'failed'
      );
    };
    const effective = crossing(curve, 0.95);
    return [
      holds(recall, truth),
      holds(recallApart, truth),
      holds(effective, length),
      alarm(true),
      alarm(false),
    ];
  });
  return [0, 1, 2, 3, 4].map((i) => percent(mean(found.map((one) => Number(one[i])))));
}

/** Beyond the lengths, any bound that lies there is right. */
function holds({ low, high }, truth) {
  return low <= truth + 1e-9 && (high >= truth || high >= LENGTHS.at(-1));
}

for (const name of positionals.length > 0 ? positionals : Object.keys(sections)) {
  await sections[name]();
}
