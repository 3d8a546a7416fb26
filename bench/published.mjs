/**
 * Compares every number of `datasets/published/` with tables taken from the sources by other people, and the digests by
 * which authors' texts and words are known with the authors' files. Prints 25 cells by lot, to be read at their sources.
 *
 *   npm run build && node bench/published.mjs DATA [COUNTING_STARS RULER LONGCONTEXT]
 *
 * DATA has `published/*.csv`, `published-2026/numbers.yaml` and `curves.yaml` there, and `counting-stars/`; COUNTING_STARS, RULER
 * and LONGCONTEXT are checkouts of github.com/nick7nlp/Counting-Stars, github.com/NVIDIA/RULER and
 * github.com/caskcsg/longcontext. Ends with 1 where anything differs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { digestOf } from '../dist/base/files/files.js';
import { conditionsOf } from '../dist/benchmarks/conditions.js';
import { countingStars } from '../dist/index.js';
import { publishedScores } from '../dist/measuring/facts/tables/published-scores.js';
import { askPython } from './fidelity/ask-originals.mjs';

const [data, countingStarsCheckout, rulerCheckout, longcontext] = process.argv.slice(2);
if (!data) {
  console.error('usage: node bench/published.mjs DATA [COUNTING_STARS RULER LONGCONTEXT]');
  process.exit(2);
}

const OURS = new URL('../datasets/published/', import.meta.url);
const files = Object.fromEntries(
  readdirSync(OURS).map((name) => [
    name.replace('.yaml', ''),
    parseYaml(readFileSync(new URL(name, OURS), 'utf8')),
  ]),
);
const csv = (name) =>
  parse(readFileSync(join(data, 'published', `${name}.csv`), 'utf8'), { columns: true });

let wrong = 0;
function check(what, ours, theirs) {
  if (ours === theirs) return true;
  wrong++;
  console.log(`${what}: ours ${ours}, the source's ${theirs}`);
  return false;
}
const counted = {};
const number = (file, what, ours, theirs) => {
  counted[file] = (counted[file] ?? 0) + 1;
  check(`${file}, ${what}`, ours ?? null, theirs);
};
const share = (text) => (/\d/.test(text ?? '') ? Math.round(Number(text) * 10) / 1000 : null);

for (const [name, file] of Object.entries(files)) {
  for (const field of ['source', 'date', 'by', 'metric']) {
    check(`${name} has ${field}`, Boolean(file[field]), true);
  }
}

for (const name of ['ruler', 'nolima']) {
  const rows = csv(name);
  const { models, lengths } = files[name];
  const known = rows.map(({ model }) => model);
  const unknown = Object.keys(models).filter((model) => !known.includes(model));
  if (unknown.length > 0) console.log(`${name}: not in DATA: ${unknown.join(', ')}`);
  for (const row of rows) {
    const columns = Object.keys(row).filter((column) => /^\d+K$/.test(column));
    check(`${name}: lengths`, lengths.length, columns.length);
    for (const [i, column] of columns.entries()) {
      number(name, `${row.model} at ${column}`, models[row.model]?.recall[i], share(row[column]));
    }
    const effective = models[row.model]?.effective.toUpperCase();
    check(`${name}, ${row.model}: effective length`, effective, row.effective.toUpperCase());
    if (row.base) number(name, `${row.model}, base`, models[row.model]?.base, share(row.base));
  }
}

const leaderboard = csv('counting-stars-leaderboard');
for (const { task, conditions, recall } of files['counting-stars-leaderboard'].scores) {
  for (const row of leaderboard) {
    const theirs = row[`${task} ${conditions.language}`];
    const what = `${row.model}, ${task} ${conditions.language}`;
    number('counting-stars-leaderboard', what, recall[row.model], theirs ? Number(theirs) : null);
  }
}

const { entries: numbers } = parseYaml(
  readFileSync(join(data, 'published-2026/numbers.yaml'), 'utf8'),
);
const plain = (model) => model.toLowerCase().replace(/[^a-z\d]/g, '');

/** Cells of model cards: file and how the tables call the benchmark, its variant and its lengths, by our column. */
const CARDS = {
  'mrcr-openai-8': {
    is: ({ benchmark, variant }) => benchmark === 'OpenAI-MRCR' && variant === 'v2, 8 needles',
    lengths: [
      '4K-8K',
      '8K-16K',
      '16K-32K',
      '32K-64K',
      '64K-128K',
      '128K-256K',
      '256K-512K',
      '512K-1M',
    ],
  },
  'mrcr-openai-2': {
    is: ({ benchmark, variant }) => benchmark === 'OpenAI-MRCR' && variant === 'v1, 2 needles',
    lengths: ['128k', '256k', '1M'],
  },
  ...Object.fromEntries(
    ['bfs', 'parents'].flatMap((task) =>
      ['openai', 'anthropic'].map((vendor) => [
        `graph-walks-${task}-${vendor}`,
        {
          is: ({ benchmark, variant }) =>
            benchmark === 'GraphWalks' && variant.toLowerCase() === task,
          lengths: ['256K', '1M'],
        },
      ]),
    ),
  ),
  'ruler-vendors': {
    is: ({ benchmark }) => benchmark === 'RULER',
    lengths: ['64K', '128K', '256K', '512K', '1M'],
  },
};

const sameLength = (ours, theirs) =>
  theirs.replaceAll('–', '-').toLowerCase().startsWith(ours.toLowerCase());

/** The vendor of a model's own score, as the tables say it. */
const isOwn = ({ measured_by: by }, vendor) => by.includes(vendor) && by.includes('own model');

const cells = [];
for (const [name, { is, lengths }] of Object.entries(CARDS)) {
  for (const [called, { recall, from }] of Object.entries(files[name].models)) {
    const [model] = called.split(', ');
    const vendor = from?.by ?? files[name].by;
    for (const [i, value] of recall.entries()) {
      if (value === null) continue;
      const same = numbers.filter(
        (one) =>
          is(one) &&
          plain(model).startsWith(plain(one.model)) &&
          plain(one.model).slice(0, 12) === plain(model).slice(0, 12) &&
          sameLength(lengths[i], one.length ?? ''),
      );
      const known = same.filter((one) => isOwn(one, vendor) || same.length === 1);
      const near = (known.length > 0 ? known : same).map((one) => one.value);
      counted[name] = (counted[name] ?? 0) + 1;
      const found = near.some((one) => Math.abs(one / 100 - value) < 1e-9);
      check(`${name}, ${called} at ${lengths[i]}`, found ? value : `${value} of ${near}`, value);
      cells.push(
        `${name}: ${called} at ${lengths[i]}: ${value} (${from?.source ?? files[name].source})`,
      );
    }
  }
}
for (const name of ['mrcr-google', 'long-bench-v2-vendors']) {
  for (const { recall, effort = '', from } of files[name].scores) {
    for (const [model, value] of Object.entries(recall)) {
      const same = numbers.filter(
        (one) =>
          plain(one.model) === plain(model) &&
          (name === 'mrcr-google'
            ? one.benchmark.startsWith('Google MRCR') &&
              one.length.startsWith(effort.includes('1M') ? 'at 1M' : 'up to 128k')
            : one.benchmark === 'LongBench v2'),
      );
      counted[name] = (counted[name] ?? 0) + 1;
      const found = same.some((one) => Math.abs(one.value / 100 - value) < 1e-9);
      check(
        `${name}, ${model} ${effort}`,
        found ? value : `not ${same.map((one) => one.value)}`,
        value,
      );
      cells.push(`${name}: ${model}, ${effort}: ${value} (${from.source})`);
    }
  }
}

for (const { effort, recall } of files['long-bench-v2'].scores.filter(
  ({ task }) => task === 'all',
)) {
  for (const [model, value] of Object.entries(recall)) {
    const same = numbers.filter(
      (one) =>
        one.benchmark === 'LongBench v2' &&
        one.variant === 'overall' &&
        plain(one.model) === plain(model) &&
        !/with CoT|8k-2M.*half/.test(one.effort ?? ''),
    );
    const authors = same.find(
      (one) =>
        one.measured_by === 'LongBench v2 authors' &&
        Boolean(effort) === (one.effort === 'with reasoning'),
    );
    if (authors) number('long-bench-v2', model, value, share(String(authors.value)));
    for (const one of same.filter((other) => other.measured_by !== 'LongBench v2 authors')) {
      const apart = Math.abs(one.value - value * 100);
      if (apart >= 3) {
        console.log(
          `${model}: ${(value * 100).toFixed(1)} by the authors, ${one.value} by ${one.measured_by} (${one.source})`,
        );
      }
    }
  }
}

const curves = parseYaml(readFileSync(join(data, 'published-2026/curves.yaml'), 'utf8'));
for (const [model, { recall }] of Object.entries(files.oolong.models)) {
  const name = model === 'answers by chance' ? 'random-baseline' : model;
  const { by_tokens: theirs } = curves.oolong_synth.runs.find((run) => run.model === name);
  for (const [i, tokens] of files.oolong.lengths.entries()) {
    number('oolong', `${model} at ${tokens}`, recall[i], theirs[tokens] ?? null);
  }
}

/** Questions of each kind of task in LongBench Pro; those of T4 are summaries. */
const KINDS = { T6: 180, T7: 180, T8: 180 };

/** The mean of a run without its summaries, out of the means of its kinds of tasks. */
function withoutSummaries(run) {
  const means = Object.entries(run.average_primary_task_metric).map(([name, mean]) => {
    const kind = name.split('.')[0];
    return { kind, mean, amount: KINDS[kind] ?? 120 };
  });
  const weighted = (list) => list.reduce((sum, { mean, amount }) => sum + mean * amount, 0);
  check(
    'the mean of all kinds',
    (weighted(means) / 1500).toFixed(9),
    run.average_overall_metric.toFixed(9),
  );
  return weighted(means.filter(({ kind }) => kind !== 'T4')) / 1380;
}

if (longcontext) {
  const output = join(longcontext, 'LongBench-Pro/output');
  for (const { effort = '', prompts, recall } of files['long-bench-pro'].scores) {
    const window = /cut at (\d+)K/.exec(effort)?.[1];
    const mode = /asked to think/.test(prompts[0]) || /^thinking/.test(effort) ? 'thinking' : 'non';
    for (const [model, value] of Object.entries(recall)) {
      const runs = readdirSync(join(output, model)).filter(
        (name) => window === undefined || name.includes(`context-${window}000_`),
      );
      // Models that think as they are have one file.
      const name = runs.find((one) => one.startsWith(mode)) ?? runs[0];
      const run = JSON.parse(readFileSync(join(output, model, name), 'utf8'));
      const theirs = Number(withoutSummaries(run).toFixed(4));
      number('long-bench-pro', `${model} ${effort}`, value, theirs);
    }
  }
}

/** What is drawn beside a whole grid of a config: models and scores. */
async function drawn(config, temperature = '0') {
  const cases = (await countingStars(config)).map(({ vars }) => vars.case);
  const found = publishedScores({
    benchmark: 'counting-stars',
    task: cases[0].task,
    lengths: [...new Set(cases.map(({ tokens }) => tokens))].sort((a, b) => a - b),
    longest: Math.max(...cases.map(({ cell, tokens }) => cell?.length ?? tokens)),
    prompts: cases.length,
    temperatures: [temperature],
    conditions: conditionsOf('counting-stars', cases[0]),
  });
  return found
    .filter(({ differs }) => !differs)
    .map(
      ({ model, recall, figure }) =>
        `${model} ${Number(recall.toFixed(4))}${figure ? ` (${figure})` : ''}`,
    )
    .join(', ');
}

/** Maps as they were read from the authors' figures. */
const marks = JSON.parse(readFileSync(join(data, 'counting-stars/figures-marks.json'), 'utf8'));
const maps = ['counting-stars', 'counting-stars-english'].flatMap((name) =>
  files[name].scores.flatMap(({ maps: own = {} }) => Object.values(own)),
);
check('maps of the figures', maps.length, marks.panels.length);
for (const { figure, model, byLength } of marks.panels) {
  const isThere = maps.some((map) => JSON.stringify(map) === JSON.stringify(byLength));
  check(`the map of ${figure}, ${model}`, isThere, true);
}

const recording = join(data, 'counting-stars/recorded-gpt-4-1106-zh-32-16.jsonl');
const { question, retrieval_question: asked } = JSON.parse(
  readFileSync(recording, 'utf8').split('\n')[0],
);
const star = question
  .split('\n')
  .find((line) => line.includes('★'))
  .trim()
  .replace(/\d+/, '{count}');
const paper = { preset: 'paper', versions: '32-16', star, question: asked.trim() };
const stone = join(data, 'counting-stars/The_Story_of_the_Stone.txt');
const TABLE_1 = 'GPT-4 Turbo 0.979 (Figure 7), Kimi Chat 0.846 (Figure 7)';
check('the recording', await drawn({ published: recording }), TABLE_1);
check("the paper's words and text", await drawn({ ...paper, haystack: stone }), TABLE_1);
const english = join(data, 'counting-stars/recorded-moonshot-v1-en-32-32.jsonl');
const FIGURE_14 = 'GPT-4 Turbo 0.9971 (Figure 14), Kimi Chat 0.8955 (Figure 14)';
check('the recording in English', await drawn({ published: english }), FIGURE_14);
const again = join(mkdtempSync(join(tmpdir(), 'published-')), 'again.jsonl');
const other = readFileSync(recording, 'utf8').trim().split('\n').reverse();
writeFileSync(
  again,
  other.map((line) => JSON.stringify({ ...JSON.parse(line), answer: '' })).join('\n'),
);
check('another recording of its prompts', await drawn({ published: again }), TABLE_1);
rmSync(dirname(again), { recursive: true });
check('our words', await drawn({ preset: 'paper', versions: '32-16', haystack: stone }), '');
if (countingStarsCheckout) {
  const text = (name) => join(countingStarsCheckout, 'context_data', name);
  const journey = { ...paper, haystack: text('Journey_to_the_West.txt') };
  check('another novel at 16 lengths', await drawn(journey), '');
  const standard = { ...journey, versions: '32-32' };
  const runs = [9, 10, 11].map((n, i) => {
    const [gpt, kimi] = [
      [0.9873, 0.833],
      [0.9883, 0.8301],
      [0.9873, 0.835],
    ][i];
    return `GPT-4 Turbo ${gpt} (Figure ${n}), Kimi Chat ${kimi} (Figure ${n})`;
  });
  check('Figures 9 to 11', await drawn(standard), runs.join(', '));
  const warm = 'GPT-4 Turbo 0.9736 (Figure 13), Kimi Chat 0.6914 (Figure 13)';
  check('Figure 13', await drawn(standard, '1'), warm);
  check('temperature 0.5', await drawn(standard, '0.5'), '');
  for (const [versions, figure, gpt, kimi] of [
    ['32-32', 3, 0.9678, 0.8643],
    ['64-32', 4, 0.8975, 0.9312],
    ['16-32', 6, 0.9648, 0.9883],
  ]) {
    const found = await drawn({ ...paper, versions, haystack: stone });
    const wanted = `GPT-4 Turbo ${gpt} (Figure ${figure}), Kimi Chat ${kimi} (Figure ${figure})`;
    check(`Figure ${figure}`, found, wanted);
  }
  const shuffled = { ...paper, versions: '32-32', order: 'shuffled', haystack: stone };
  const readme =
    'GPT-4 Turbo 0.6924 (Figure of the README), Kimi Chat 0.6064 (Figure of the README)';
  check('shuffled counts', await drawn(shuffled), readme);
}
if (rulerCheckout) {
  for (const task of [
    'niah',
    'variable_tracking',
    'common_words_extraction',
    'freq_words_extraction',
    'qa',
  ]) {
    const [template] = askPython(
      'templates.py',
      [rulerCheckout, '-', '-'],
      [{ rule: 'template_of_ruler', task }],
    );
    const known = files.ruler.conditions.wording.includes(`a template ${digestOf(template)}`);
    check(`RULER's template of ${task} is known`, known, true);
  }
}
/** The same 25 on every machine: those whose texts have the smallest digests. */
const lots = cells.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1)).slice(0, 25);
console.log(`\nBy lot, to be read at their sources:\n${lots.join('\n')}\n`);
for (const [file, amount] of Object.entries(counted)) console.log(`${file}: ${amount} numbers`);
console.log(wrong === 0 ? 'No number differs.' : `${wrong} differences.`);
process.exitCode = wrong === 0 ? 0 : 1;
