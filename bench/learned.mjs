/**
 * The product against models that nobody scripted: small ones that a script trains, which lose what they lose by what they
 * learned. Each answers behind an endpoint on the loopback address and is measured through promptfoo; what is said of it is
 * judged by hundreds of prompts of other text for each length, which it is given directly (docs/method/learned-models.md).
 *
 *   apt-get install python3-torch && npm run build && node bench/learned.mjs [folder] [section …] [--seed N]
 *
 * Sections: statements, intervals, gate, recheck, search. A folder keeps weights, truth and results; what is there is not made
 * again. Another seed trains models of other sizes and asks prompts of other lengths. All of it takes about a quarter of an
 * hour of a processor, as it prints at its end. PYTHON names another interpreter.
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
import { parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import seedrandom from 'seedrandom';
import { claimsOf, THRESHOLD, truthOf } from './learned/claims.mjs';
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
/** Checkpoints from earlier in training, which a gate compares with the late ones. */
const EARLIER = ['@early', '@earlier'];
const EARLY = ['rotary@early', 'alibi@earlier'];
const NAMES = [...MODELS, ...EARLY];
/** Models that a recheck asks answer by chance, so that an unchanged one says other things. */
const TEMPERATURE = 0.5;

const STARS = 16;
const PLACES = 5;
const places = Array.from({ length: PLACES }, (_, i) => i / (PLACES - 1));

const { values: options, positionals: args } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '0' } },
});
const SEED = Number(options.seed);

/** Two sets of sizes: tokens, or pairs. */
const FIRST = {
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

/** The sizes of a seed: for another than 0, all of a task are longer or shorter by one factor. */
function sizesOf(seed) {
  if (seed === 0) return FIRST;
  const random = seedrandom(`sizes ${seed}`);
  const scaled = (sizes, step) => {
    const factor = 0.8 + 0.45 * random();
    return sizes.map((size) => Math.round((factor * size) / step) * step);
  };
  const steps = { stars: 100, pairs: 1, needle: 100 };
  const one = (set) => TASKS.map((task) => [task, scaled(set[task], steps[task])]);
  return Object.fromEntries(
    Object.entries(FIRST).map(([name, set]) => [name, Object.fromEntries(one(set))]),
  );
}

const SETS = sizesOf(SEED);
/** Numbers of the prompts that each size is asked by. */
const seeds = (count) => Array.from({ length: count }, (_, i) => 1 + 100 * SEED + i);
const TESTS = {
  stars: (lengths) => ['countingStars', { stars: STARS, lengths, seeds: seeds(3) }],
  pairs: (pairs) => ['keyValueRetrieval', { pairs, depths: PLACES, seeds: seeds(2) }],
  needle: (lengths) => [
    'needleInAHaystack',
    {
      ...{ lengths, depths: PLACES, perCell: 2, seeds: seeds(1) },
      needles: join(here, 'needles.yaml'),
    },
  ],
};

const SECTIONS = ['statements', 'intervals', 'gate', 'recheck', 'search'];
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
  if (missing.length > 0) await python('train.py', folder, options.seed, ...missing);
  writeFileSync(BOOK, brotliDecompressSync(readFileSync(join(root, 'dist/moby-dick.txt.br'))));
}

const BOOK = join(folder, 'book.txt');

/** What models find of prompts of their own, by model, task, size and place. */
async function truthFor(name, names, sets, how) {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) {
    const all = (task) => sets.flatMap((set) => SETS[set][task]).sort((a, b) => a - b);
    const sizes = {
      ...{ file: join(here, 'needles.yaml'), places, seed: SEED },
      ...{ pairs: all('pairs'), needle: all('needle') },
      stars: { lengths: all('stars'), count: STARS },
      ...how,
    };
    await python('truth.py', folder, BOOK, JSON.stringify(sizes), file, ...names);
  }
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
  const ended = new Promise((resolve) => server.on('exit', resolve));
  return {
    apiBaseUrl,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}

const providersAt = (apiBaseUrl, names, temperature = 0) =>
  names.map((name) => ({
    ...{ id: `openai:chat:${name}`, label: name },
    config: { apiBaseUrl, apiKey: 'none', temperature },
  }));

function configOf(name, providers, [generator, config]) {
  const index = 'file://node_modules/promptfoo-counting-stars/dist/index.js';
  const file = join(folder, `${name}.json`);
  const tests = [{ path: `${index}:${generator}`, config }];
  writeFileSync(file, JSON.stringify({ prompts: ['{{prompt}}'], providers, tests }));
  return file;
}

/** Results of a config, unless they are there. */
async function evaluated(config, all) {
  if (existsSync(all)) return;
  const env = { OPENAI_API_KEY: 'none', PROMPTFOO_FAILED_TEST_EXIT_CODE: '0' };
  const home = join(mkdtempSync(join(folder, 'promptfoo-')), 'home');
  await measureEvaluation({ home, cwd: folder, config, args: ['-o', all], env });
}

/** Results of each set and task, one file for each model. */
async function evaluate(apiBaseUrl) {
  for (const [set, sizes] of Object.entries(SETS)) {
    for (const task of TASKS) {
      const name = `${set}-${task}`;
      const all = join(folder, `${name}-results.json`);
      if (existsSync(all)) continue;
      const config = configOf(name, providersAt(apiBaseUrl, NAMES), TESTS[task](sizes[task]));
      await evaluated(config, all);
      noteBusy(name);
      const results = JSON.parse(readFileSync(all, 'utf8'));
      for (const model of NAMES) {
        const own = structuredClone(results);
        own.results.results = own.results.results
          .filter(({ provider }) => provider.label === model)
          .map((row) => ({ ...row, promptIdx: 0 }));
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
    ...{ cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
    env: {
      ...process.env,
      ...{
        OPENAI_API_KEY: 'none',
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
      },
      PROMPTFOO_CONFIG_DIR: mkdtempSync(join(folder, 'home-')),
    },
  });
  if (status === 3 || status === null)
    throw new Error(`${command.join(' ')}\n${stdout}\n${stderr}`);
  return { stdout, status };
}

/** Seconds of a processor that this process and its ended children have taken; nothing where the system does not tell. */
function busy() {
  if (process.platform !== 'linux') return undefined;
  // Behind the name, which may hold spaces: user and system time of the process, then of its children, in hundredths.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function noteBusy(name) {
  const seconds = busy();
  if (seconds) console.error(`${name}: ${seconds.toFixed(0)} s of a processor so far`);
}

function* reports(truth) {
  for (const [set, sizes] of Object.entries(SETS)) {
    for (const task of TASKS) {
      for (const model of NAMES) {
        const out = `${set}-${task}-${model}-report`;
        mkdirSync(join(folder, out), { recursive: true });
        const file = join(folder, out, 'report.json');
        const { stdout } = cli('report', fileOf(set, task, model), '-o', file);
        const data = JSON.parse(readFileSync(file, 'utf8'));
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

await make();
noteBusy('training');
const truth = await truthFor('truth', NAMES, ['a', 'b'], { each: 30 });
noteBusy('truth');
const { apiBaseUrl, stop } = await serve();
try {
  if (['statements', 'intervals', 'gate'].some(isAsked)) await evaluate(apiBaseUrl);
  if (['statements', 'intervals'].some(isAsked)) {
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
  }
  noteBusy('reports');
  if (isAsked('statements')) statements();
  if (isAsked('intervals')) intervals();
  if (isAsked('gate')) gates(truth);
  noteBusy('gates');
  if (isAsked('recheck')) await rechecks(apiBaseUrl);
  noteBusy('rechecks');
  if (isAsked('search')) search(apiBaseUrl, truth);
} finally {
  await stop();
}
const seconds = busy();
if (seconds) console.log(`\n${(seconds / 60).toFixed(1)} minutes of a processor.`);

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
  for (const early of EARLY) {
    const [name] = early.split('@');
    for (const set of Object.keys(SETS)) {
      for (const task of TASKS) {
        const recall = (model) =>
          mean(SETS[set][task].map((size) => mean(Object.values(known[model][task][size]))));
        for (const [before, now] of [
          [name, early],
          [early, name],
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

/**
 * `gate --run` against a baseline of the late checkpoints: of unchanged models, which answer by chance and so say other
 * things, and of models that an earlier checkpoint answers for under the same name.
 */
async function rechecks(apiBaseUrl) {
  console.log('\n## recheck');
  const all = ['', ...EARLIER].flatMap((behind) => MODELS.map((name) => name + behind));
  const how = { each: 20, temperature: TEMPERATURE };
  const known = await truthFor('truth-by-chance', all, ['a'], how);
  const recall = (name, task) =>
    mean(SETS.a[task].map((size) => mean(Object.values(known[name][task][size]))));
  const serveAs = (body) => fetch(apiBaseUrl, { method: 'PUT', body: JSON.stringify(body) });
  const rows = [];
  for (const task of TASKS) {
    const providers = providersAt(apiBaseUrl, MODELS, TEMPERATURE);
    const config = configOf(`recheck-${task}`, providers, TESTS[task](SETS.a[task]));
    const results = join(folder, `recheck-${task}-results.json`);
    await evaluated(config, results);
    const baseline = join(folder, `recheck-${task}-baseline.json`);
    cli('baseline', results, '-o', baseline);
    for (const behind of ['', ...EARLIER]) {
      await serveAs({ round: `recheck${behind}`, behind });
      const out = mkdtempSync(join(folder, `recheck-${task}-`));
      const { stdout } = cli(
        ...['gate', '--run', '-c', config, '--baseline', baseline, '--budget', '900M', '--yes'],
        ...['--json', '-o', join(out, 'run'), '--', '--no-cache'],
      );
      await serveAs({ round: '', behind: '' });
      const { providers: judged, recheck } = JSON.parse(stdout);
      for (const { provider, verdict, regression } of judged) {
        const { tokens, ofTokens } = recheck.providers.find((one) => one.provider === provider);
        const drop = recall(provider, task) - recall(provider + behind, task);
        const { excludes: most, drop: seen } = regression;
        const share = tokens / ofTokens;
        rows.push({ provider, task, behind, drop, verdict, share, most, seen: seen.value });
      }
    }
  }
  printTable(
    ['model', 'task', 'now', 'true drop (points)', 'seen', 'at most', 'verdict', 'tokens'],
    rows.map(({ provider, task, behind, drop, seen, most, verdict, share }) => [
      ...[provider, task, behind.slice(1) || 'unchanged'],
      ...[drop, seen, most].map((one) => (100 * one).toFixed(1)),
      ...[verdict, percent(share)],
    ]),
  );
  const kinds = {
    unchanged: ({ behind }) => behind === '',
    'no worse': ({ behind, drop }) => behind !== '' && drop <= 0,
    'worse by up to 5 points': ({ drop, behind }) => behind !== '' && drop > 0 && drop <= 0.05,
    'by 5 to 10': ({ drop, behind }) => behind !== '' && drop > 0.05 && drop <= 0.1,
    'by more than 10': ({ drop, behind }) => behind !== '' && drop > 0.1,
  };
  printTable(
    ['models', 'number', 'passed', 'with a true bound', 'inconclusive', 'failed', 'tokens'],
    Object.entries(kinds).map(([name, is]) => {
      const own = rows.filter(is);
      const count = (verdict) => own.filter((row) => row.verdict === verdict).length;
      const share = own.length > 0 ? percent(mean(own.map((row) => row.share))) : '';
      const bounded = own.filter(({ verdict, drop, most }) => verdict === 'passed' && drop <= most);
      const others = ['inconclusive', 'failed'].map(count);
      return [name, own.length, count('passed'), bounded.length, ...others, share];
    }),
  );
}

/** The length that a search finds for stars, between sizes whose truth is known. */
function search(apiBaseUrl, known) {
  console.log('\n## search');
  const names = MODELS;
  const lengths = [SETS.a.stars[0], SETS.a.stars.at(-1)];
  const config = configOf('search', providersAt(apiBaseUrl, names), TESTS.stars(SETS.a.stars));
  const range = ['--from', String(lengths[0]), '--to', String(lengths[1])];
  const budget = String(24 * lengths[1] * names.length);
  const { stdout } = cli(
    ...['search', '-c', config, ...range, '--budget', `${budget} tokens`, '--yes', '--json'],
    ...['-o', join(mkdtempSync(join(folder, 'search-')), 'run'), '--', '--no-cache'],
  );
  const { models } = JSON.parse(stdout);
  const sizes = [...SETS.a.stars, ...SETS.b.stars].sort((a, b) => a - b);
  printTable(
    ['model', 'prompts', 'reliable up to', 'not from', 'truth by size (%)', 'true'],
    models.map(({ provider, prompts, points, reliableLength = {} }) => {
      const all = sizes.map((tokens) => ({
        tokens,
        recall: mean(Object.values(known[provider].stars[tokens])),
      }));
      const { tokens, notFrom } = reliableLength;
      // Between two sizes, truth is no higher than at the shorter one and no lower than at the longer one.
      const holds = tokens ? all.findLast((one) => one.tokens <= tokens).recall >= THRESHOLD : true;
      const fails = notFrom
        ? (all.find((one) => one.tokens >= notFrom) ?? all.at(-1)).recall < THRESHOLD
        : true;
      const figures = all.map(({ recall }) => Math.round(100 * recall)).join(' ');
      return [
        provider,
        prompts ?? points?.length,
        tokens ?? '–',
        notFrom ?? '–',
        figures,
        holds && fails ? 'yes' : '**no**',
      ];
    }),
  );
}
