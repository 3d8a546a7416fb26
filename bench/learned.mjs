/**
 * The product against models that nobody scripted: small ones that a script trains, which lose what they lose by what they
 * learned. Each answers behind an endpoint on the loopback address and is measured through promptfoo; what is said of it is
 * judged by hundreds of prompts of other text for each length, which it is given directly (docs/method/learned-models.md).
 *
 *   apt-get install python3-torch && npm run build && node bench/learned.mjs [folder] [section …]
 *
 * Sections: statements, intervals, gate, search. A folder keeps weights, truth and results; what is there is not made again.
 * All of it takes about half an hour of a processor. PYTHON names another interpreter.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { percent, printTable } from './markdown.mjs';
import { root, run } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';
import { mean } from './readers.mjs';

const PYTHON = process.env.PYTHON ?? 'python3';
const here = join(root, 'bench/learned');

const MODELS = [
  ...['rotary', 'alibi', 'learned-positions', 'gru'],
  ...['sliding-window', 'short-contexts', 'tuned', 'deep'],
];
/** Checkpoints early in training, which a gate compares with the late ones. */
const EARLY = ['rotary', 'alibi'];
const NAMES = [...MODELS, ...EARLY.map((name) => `${name}@early`)];

const THRESHOLD = 0.85;
/** A place that finds no more than this is ignored. */
const LOST = 0.35;
const STARS = 16;
const PLACES = 5;
const places = Array.from({ length: PLACES }, (_, i) => i / (PLACES - 1));

/** Two sets of sizes: tokens, or pairs. */
const SETS = {
  a: {
    stars: [2000, 4000, 8000, 16_000, 32_000, 64_000],
    pairs: [8, 16, 32, 64, 96, 128, 192],
    needle: [2000, 4000, 8000, 16_000, 32_000],
  },
  b: {
    stars: [3000, 6000, 12_000, 24_000, 48_000],
    pairs: [12, 24, 48, 80, 160],
    needle: [3000, 6000, 12_000, 24_000, 48_000],
  },
};
const TASKS = ['stars', 'pairs', 'needle'];
const TESTS = {
  stars: (lengths) => ['countingStars', { stars: STARS, lengths, seeds: 3 }],
  pairs: (pairs) => ['keyValueRetrieval', { pairs, depths: PLACES, seeds: 2 }],
  needle: (lengths) => [
    'needleInAHaystack',
    { lengths, depths: PLACES, perCell: 2, needles: join(here, 'needles.yaml') },
  ],
};

const args = process.argv.slice(2);
const SECTIONS = ['statements', 'intervals', 'gate', 'search'];
const given = args.find((arg) => !SECTIONS.includes(arg));
const folder = given ?? mkdtempSync(join(tmpdir(), 'learned-'));
const asked = args.filter((arg) => SECTIONS.includes(arg));
const isAsked = (section) => asked.length === 0 || asked.includes(section);

if (spawnSync(PYTHON, ['-c', 'import torch']).status !== 0) {
  console.error(
    `${PYTHON} has no torch. Install it (Debian: apt-get install python3-torch) or set PYTHON.`,
  );
  process.exit(3);
}

const python = async (script, ...rest) =>
  console.error((await run(PYTHON, [join(here, script), ...rest])).trim());

/** Weights and truth. */
async function make() {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const link = join(folder, 'node_modules/promptfoo-counting-stars');
  if (!existsSync(link)) symlinkSync(root, link);
  const missing = MODELS.filter((name) => !existsSync(join(folder, `${name}.pt`)));
  if (missing.length > 0) await python('train.py', folder, ...missing);
  const file = join(folder, 'truth.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const book = join(folder, 'book.txt');
  writeFileSync(book, brotliDecompressSync(readFileSync(join(root, 'dist/moby-dick.txt.br'))));
  const both = (task) => [...SETS.a[task], ...SETS.b[task]].sort((a, b) => a - b);
  const sizes = {
    ...{ file: join(here, 'needles.yaml'), places, each: 50 },
    ...{ pairs: both('pairs'), needle: both('needle') },
    stars: { lengths: both('stars'), count: STARS },
  };
  await python('truth.py', folder, book, JSON.stringify(sizes), file, ...NAMES);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The models behind an endpoint, until `stop`. */
async function serve() {
  const port = await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
  const server = spawn(PYTHON, [join(here, 'serve.py'), folder, String(port)], {
    stdio: 'inherit',
  });
  const apiBaseUrl = `http://127.0.0.1:${port}/v1`;
  for (;;) {
    const answer = await fetch(apiBaseUrl).catch(() => undefined);
    if (answer) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { apiBaseUrl, stop: () => server.kill() };
}

const providersAt = (apiBaseUrl, names) =>
  names.map((name) => ({
    ...{ id: `openai:chat:${name}`, label: name },
    config: { apiBaseUrl, apiKey: 'none', temperature: 0 },
  }));

function configOf(name, providers, [generator, config]) {
  const index = 'file://node_modules/promptfoo-counting-stars/dist/index.js';
  const file = join(folder, `${name}.json`);
  const tests = [{ path: `${index}:${generator}`, config }];
  writeFileSync(file, JSON.stringify({ prompts: ['{{prompt}}'], providers, tests }));
  return file;
}

/** Results of each set and task, one file for each model. */
async function evaluate(apiBaseUrl) {
  let busy = 0;
  for (const [set, sizes] of Object.entries(SETS)) {
    for (const task of TASKS) {
      const name = `${set}-${task}`;
      const all = join(folder, `${name}-results.json`);
      if (existsSync(all)) continue;
      const config = configOf(name, providersAt(apiBaseUrl, NAMES), TESTS[task](sizes[task]));
      const env = { OPENAI_API_KEY: 'none', PROMPTFOO_FAILED_TEST_EXIT_CODE: '0' };
      const home = join(mkdtempSync(join(folder, 'promptfoo-')), 'home');
      ({ busy } = await measureEvaluation({ home, cwd: folder, config, args: ['-o', all], env }));
      console.error(`${name}: ${busy.toFixed(0)} s of a processor`);
      const results = JSON.parse(readFileSync(all, 'utf8'));
      for (const model of NAMES) {
        const own = structuredClone(results);
        own.results.results = own.results.results.filter(
          ({ provider }) => provider.label === model,
        );
        own.results.prompts = own.results.prompts?.filter(({ provider }) => provider === model);
        own.config.providers = own.config.providers.filter(({ label }) => label === model);
        writeFileSync(fileOf(set, task, model), JSON.stringify(own));
      }
    }
  }
}

const fileOf = (set, task, model) => join(folder, `${set}-${task}-${model}.json`);

/** A command of the product, with its exit code. */
function cli(...command) {
  const own = [join(root, 'dist/cli.js'), ...command];
  const { stdout, stderr, status } = spawnSync(process.execPath, own, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 3 || status === null)
    throw new Error(`${command.join(' ')}\n${stdout}\n${stderr}`);
  return { stdout, status };
}

/** Truth of a model and task: sizes with recall, and recall by place; sizes are those of the product's report. */
function truthOf(truth, model, task, lengths) {
  const sizes = Object.entries(truth[model][task])
    .map(([size, byPlace]) => ({
      size: Number(size),
      byPlace: Object.entries(byPlace).map(([place, recall]) => ({ place: Number(place), recall })),
    }))
    .sort((a, b) => a.size - b.size);
  // Prompts of pairs are as long as they come out.
  const own = sizes.filter(({ size }) => lengths.some((one) => one.size === size));
  return own.map((one) => ({
    ...one,
    tokens: lengths.find(({ size }) => size === one.size).tokens,
    recall: mean(one.byPlace.map(({ recall }) => recall)),
  }));
}

/** Truth is known to so much; what is closer to a bound is taken as on either side. */
const KNOWN = 0.02;
const isReliable = ({ recall, byPlace }) =>
  recall >= THRESHOLD - KNOWN && byPlace.every((one) => one.recall > LOST);
/** A place that finds half is neither reliable nor ignored for sure. */
const isUnreliable = ({ recall, byPlace }) =>
  recall < THRESHOLD + KNOWN || byPlace.some((one) => one.recall <= 0.5);

/** What the first lines say, each with whether it is true. */
function claimsOf(figures, known) {
  const { kind, tokens, notFrom, reads, stopsAtLow, stopsAtHigh } = figures;
  const { ignoredFrom, ignoredStart: from, ignoredEnd: to } = figures;
  const claims = [];
  const at = (length) => known.find((one) => one.tokens === length);
  if (tokens && kind !== 'rises') {
    const shorter = known.filter((one) => one.tokens <= tokens);
    claims.push([`reliable up to ${tokens}`, shorter.every(isReliable)]);
  }
  if ((kind === 'shorter' || kind === 'not reliable') && notFrom) {
    claims.push([`not reliable at ${notFrom}`, isUnreliable(at(notFrom))]);
  }
  const marks = known.flatMap((one) =>
    one.byPlace.map(({ place, recall }) => ({ place, recall, tokens: one.tokens })),
  );
  const recallWhere = (is) => mean(marks.filter(is).map(({ recall }) => recall));
  if (kind === 'misses') {
    const isIn = ({ place }) => (place > from || from === 0) && place <= to;
    const own = (one) => one.tokens >= ignoredFrom;
    const inside = recallWhere((one) => own(one) && isIn(one));
    const outside = recallWhere((one) => own(one) && !isIn(one));
    claims.push([`misses ${from}–${to}`, inside < 0.5 && outside >= THRESHOLD]);
  }
  if (kind === 'cut') {
    const away = ({ place, tokens: all }) => all * (reads === 'start' ? place : 1 - place);
    const beyond = recallWhere((one) => away(one) > stopsAtHigh);
    const near = recallWhere((one) => away(one) <= stopsAtLow);
    const text = `reads only ${Math.round(stopsAtLow)}–${Math.round(stopsAtHigh)} from the ${reads}`;
    claims.push([text, beyond <= LOST && near >= THRESHOLD]);
  }
  if (kind === 'limit') {
    const beyond = known.filter((one) => one.tokens >= figures.limitFrom);
    claims.push([`nothing from ${figures.limitFrom}`, beyond.every(({ recall }) => recall < 0.05)]);
  }
  return claims;
}

function* reports(truth) {
  for (const [set, sizes] of Object.entries(SETS)) {
    for (const task of TASKS) {
      for (const model of NAMES) {
        const out = `${set}-${task}-${model}-report`;
        const { stdout } = cli(
          'report',
          fileOf(set, task, model),
          '--out',
          out,
          '--format',
          'json',
        );
        const data = JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8'));
        const rows = data.lengths.toSorted((a, b) => a.tokens - b.tokens);
        const lengths = sizes[task].map((size, i) => ({ size, tokens: rows[i].tokens }));
        const known = truthOf(truth, model, task, lengths);
        const [line] = stdout.split('\n\n');
        yield { set, task, model, known, rows, figures: data.summary[0].reliableLength, line };
      }
    }
  }
}

const found = { statements: [], cells: [] };

const truth = await make();
const { apiBaseUrl, stop } = await serve();
try {
  await evaluate(apiBaseUrl);
  for (const { set, task, model, known, rows, figures, line } of reports(truth)) {
    const claims = claimsOf(figures, known);
    found.statements.push({ set, task, model, line, kind: figures.kind, claims, known });
    for (const row of rows) {
      const { recall } = known.find(({ tokens }) => tokens === row.tokens);
      const { low, high } = row.recall;
      const isIn = recall >= low - 1e-9 && recall <= high + 1e-9;
      found.cells.push({ task, model, tokens: row.tokens, recall, low, high, isIn });
    }
  }
  if (isAsked('statements')) statements();
  if (isAsked('intervals')) intervals();
  if (isAsked('gate')) gates(truth);
  if (isAsked('search')) search(apiBaseUrl, truth);
} finally {
  stop();
}

function statements() {
  console.log('\n## statements');
  const recalls = (known) => known.map(({ recall }) => Math.round(100 * recall)).join(' ');
  printTable(
    ['model', 'task', 'set', 'truth by size (%)', 'first line', 'true'],
    found.statements.map(({ set, task, model, line, claims, known }) => [
      ...[
        model,
        task,
        set,
        recalls(known),
        line.split('\n').join(' ').replaceAll(/\s+/g, ' ').slice(0, 160),
      ],
      claims.map(([text, is]) => (is ? 'yes' : `**no**: ${text}`)).join(', '),
    ]),
  );
  const all = found.statements.flatMap(({ claims }) => claims);
  const right = all.filter(([, is]) => is).length;
  const open = found.statements.filter(({ claims }) => claims.length === 0).length;
  console.log(
    `\n${right} of ${all.length} statements are true (${percent(right / all.length)}); ${open} of ${found.statements.length} reports say none.`,
  );
}

function intervals() {
  console.log('\n## intervals');
  const rowOf = (name, own) => {
    const inside = own.filter(({ isIn }) => isIn).length;
    const width = mean(own.map(({ low, high }) => high - low));
    return [name, own.length, percent(inside / own.length), width.toFixed(2)];
  };
  printTable(
    ['cells', 'number', 'covered', 'mean width'],
    [
      rowOf('all', found.cells),
      ...TASKS.map((task) =>
        rowOf(
          task,
          found.cells.filter((one) => one.task === task),
        ),
      ),
      ...NAMES.map((name) =>
        rowOf(
          name,
          found.cells.filter((one) => one.model === name),
        ),
      ),
    ],
  );
}

/** Each checkpoint against the other: a drop that is told is one, and what is ruled out is none. */
function gates(known) {
  console.log('\n## gate');
  const rows = [];
  for (const name of EARLY) {
    for (const set of Object.keys(SETS)) {
      for (const task of TASKS) {
        const recall = (model) =>
          mean(SETS[set][task].map((size) => mean(Object.values(known[model][task][size]))));
        for (const [before, now] of [
          [name, `${name}@early`],
          [`${name}@early`, name],
        ]) {
          const baseline = `${set}-${task}-${before}-baseline.json`;
          cli('baseline', fileOf(set, task, before), '-o', baseline);
          const own = [
            fileOf(set, task, now),
            '--baseline',
            baseline,
            '--compare',
            `${before}=${now}`,
          ];
          const { stdout, status } = cli('gate', ...own);
          const drop = recall(before) - recall(now);
          const most =
            Number(/any drop is at most ([\d.]+) points/.exec(stdout)?.[1] ?? Number.NaN) / 100;
          const verdict = ['passed', 'failed', 'inconclusive'][status];
          const is = { passed: !(drop > most), failed: drop > 0, inconclusive: true }[verdict];
          const line = stdout.split('\n\n')[0].replaceAll(/\s+/g, ' ');
          rows.push([
            now,
            task,
            set,
            (100 * drop).toFixed(1),
            verdict,
            line.slice(0, 120),
            is ? 'yes' : '**no**',
          ]);
        }
      }
    }
  }
  printTable(['now', 'task', 'set', 'true drop (points)', 'verdict', 'first line', 'true'], rows);
}

/** The length that a search finds for stars, between sizes whose truth is known. */
function search(apiBaseUrl, known) {
  console.log('\n## search');
  const names = MODELS;
  const lengths = [SETS.a.stars[0], SETS.a.stars.at(-1)];
  const config = configOf('search', providersAt(apiBaseUrl, names), TESTS.stars(SETS.a.stars));
  const limits = [
    '--shortest',
    String(lengths[0]),
    '--longest',
    String(lengths[1]),
    '--max-prompts',
    '24',
  ];
  const env = {
    ...process.env,
    PROMPTFOO_CONFIG_DIR: join(folder, 'home-search'),
    OPENAI_API_KEY: 'none',
  };
  const out = join(folder, 'search');
  const command = [
    'search',
    '-c',
    config,
    ...limits,
    '--budget',
    '6M',
    '--yes',
    '--json',
    '-o',
    out,
  ];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.js'), ...command, '--', '--no-cache'],
    { cwd: folder, encoding: 'utf8', env, maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`search: ${stdout}\n${stderr}`);
  const { readers } = JSON.parse(stdout);
  const sizes = [...SETS.a.stars, ...SETS.b.stars].sort((a, b) => a - b);
  printTable(
    ['model', 'prompts', 'said', 'truth by size (%)', 'true'],
    readers.map(({ provider, prompts, points, reliableLength = {} }) => {
      const all = sizes.map((tokens) => ({
        tokens,
        recall: mean(Object.values(known[provider].stars[tokens])),
      }));
      const { tokens, notFrom, said } = reliableLength;
      // Between two sizes, truth is no higher than at the shorter one and no lower than at the longer one.
      const holds = tokens ? all.findLast((one) => one.tokens <= tokens).recall >= THRESHOLD : true;
      const fails = notFrom
        ? (all.find((one) => one.tokens >= notFrom) ?? all.at(-1)).recall < THRESHOLD
        : true;
      const figures = all.map(({ recall }) => Math.round(100 * recall)).join(' ');
      return [
        provider,
        prompts ?? points?.length,
        said,
        figures,
        holds && fails ? 'yes' : '**no**',
      ];
    }),
  );
}
