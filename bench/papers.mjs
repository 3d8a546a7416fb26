/**
 * Runs every config of `docs/method/papers.md`: compares how many prompts it makes with what the page says the paper has,
 * then `promptfoo eval` with a simulated reader that misses nothing, `report`, `baseline` and `gate`. Of a large grid one
 * shard is asked. Prints a table, a line for each config.
 *
 *   npm run build && node bench/papers.mjs FOLDER [--count] [--short] [--whole] [--only REGEX] [--except REGEX]
 *   npm run build && node bench/papers.mjs presets [--count] [--whole] [--only REGEX] [--except REGEX]
 *
 * `FOLDER/files.yaml` says what each word in capitals is: a path in FOLDER or a list of them, or `{ text: … }`; its
 * `stand-ins` are the words whose files are not the authors'. With `--count` prompts are counted and not asked; with
 * `--short` the files are shorter than the authors', so that numbers are not compared; with `--whole` all prompts are asked;
 * `--only` and `--except` choose configs. `presets` runs each preset in English and Chinese instead. Ends with 1 where
 * anything fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { batteryGrids } from '../dist/generators/battery.js';
import { draftsOf } from '../dist/generators/grid.js';
import { loadPreset, PRESET_NAMES } from '../dist/generators/presets.js';
import { root } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';

/** At most about this many prompts of a grid are asked. */
const MOST = 32;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'boolean' },
    short: { type: 'boolean' },
    whole: { type: 'boolean' },
    only: { type: 'string', default: '' },
    except: { type: 'string', default: '(?!)' },
  },
});
if (positionals.length !== 1) {
  console.error(
    'usage: node bench/papers.mjs FOLDER | presets [--count] [--short] [--whole] [--only REGEX] [--except REGEX]',
  );
  process.exit(2);
}
const [only, except] = [values.only, values.except].map((pattern) => new RegExp(pattern));
const ofPresets = positionals[0] === 'presets';
const folder = resolve(positionals[0]);
const files = ofPresets ? {} : parse(readFileSync(join(folder, 'files.yaml'), 'utf8'));

/** A file or several in the folder; `{ files: … }` is a text of its own. */
function placed(known) {
  if (Array.isArray(known)) return known.map(placed);
  return typeof known === 'string' ? join(folder, known) : { files: placed(known.files) };
}

/** A config with what its words in capitals stand for. */
function filled(value) {
  if (Array.isArray(value)) return value.map(filled);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
  }
  if (!/^[A-Z][A-Z\d_]+$/.test(value)) return value;
  const known = files[value];
  if (known === undefined) throw new Error(`files.yaml has no ${value}`);
  if (known.text !== undefined) return known.text;
  return placed(known);
}

/** The configs of the page's tables, each with its generator and how many prompts the paper has. */
function* configs() {
  const page = readFileSync(join(root, 'docs/method/papers.md'), 'utf8');
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) continue;
    const [, , cell = '', prompts = ''] = line.split('|');
    const numbers = prompts.split('+').map((one) => Number.parseInt(one.replaceAll(',', ''), 10));
    const found = [...cell.matchAll(/(?:`(\w+)` with )?`(\{ [^`]* \})`/g)];
    for (const [i, [, named, text]] of found.entries()) {
      if (!only.test(text) || except.test(text)) continue;
      const config = parse(text);
      const generator = named ?? loadPreset(config.preset).tests[0].generator;
      yield { generator, config: filled(config), text, expected: numbers[i] };
    }
  }
}

/** Every preset in the languages that it is offered in: a single benchmark says itself that it has no words in one. */
function* presets() {
  for (const preset of PRESET_NAMES) {
    for (const language of ['en', 'zh']) {
      const text = `{ preset: ${preset}, language: ${language} }`;
      if (!only.test(text) || except.test(text)) continue;
      yield { generator: 'battery', config: { preset, language }, text };
    }
  }
}

const provider = {
  id: 'package:promptfoo-counting-stars:SimulatedReader',
  label: 'perfect',
  config: { profile: 'perfect' },
};

/** Most seeds of a config that is run: with all of them, a shard takes as long to make as the whole grid. */
const SEEDS = 5;

/** Evaluates a shard of a config, and runs our commands on its results; how many prompts were run, and what the gate says. */
async function runWhole(home, generator, given, all) {
  const isLarge = given.seeds > SEEDS && all > 10_000 && !values.whole;
  const config = isLarge ? { ...given, seeds: SEEDS } : given;
  const amount = isLarge ? await amountOf(generator, config) : all;
  const shards = values.whole ? 1 : Math.ceil(amount / MOST);
  const sharded = { ...config, ...(shards > 1 && { shard: `1/${shards}` }) };
  const path = `file://${join(root, 'dist/index.js')}:${generator}`;
  const suite = {
    prompts: ['{{prompt}}'],
    providers: [provider],
    tests: [{ path, config: sharded }],
  };
  const [file, results] = ['figure.yaml', 'results.json'].map((name) => join(home, name));
  writeFileSync(file, stringify(suite));
  // promptfoo looks for a package from the config's folder on.
  mkdirSync(join(home, 'node_modules'));
  symlinkSync(root, join(home, 'node_modules/promptfoo-counting-stars'), 'junction');
  const env = { PROMPTFOO_FAILED_TEST_EXIT_CODE: '0' };
  const args = ['-o', results];
  await measureEvaluation({ home: join(home, 'promptfoo'), cwd: root, config: file, args, env });
  const { results: rows } = JSON.parse(readFileSync(results, 'utf8')).results;
  const wrong = rows.filter(({ success }) => !success);
  if (wrong.length > 0) {
    const [{ error, gradingResult }] = wrong;
    throw new Error(`${wrong.length} of ${rows.length} failed: ${error ?? gradingResult?.reason}`);
  }
  const baseline = join(home, 'baseline.json');
  const missing = shards > 1 ? ['--allow=missing'] : [];
  const commands = [
    ['report', results, '--out', join(home, 'report')],
    ['baseline', results, '-o', baseline, ...missing],
    ['gate', results, '--baseline', baseline, ...missing],
  ];
  const ended = commands.map(([name, ...rest]) => {
    const done = spawnSync(process.execPath, [join(root, 'dist/cli.js'), name, ...rest], {
      encoding: 'utf8',
    });
    // A handful of questions is too few for a gate to tell, which it says with 2.
    if (done.status === 0 || (name === 'gate' && done.status === 2)) return done.status;
    throw new Error(`${name} ended with ${done.status}: ${done.stdout}${done.stderr}`);
  });
  const run = isLarge ? `${rows.length}, seeds: ${SEEDS}` : rows.length;
  return [run, ended[2] === 0 ? 'passed' : 'inconclusive'];
}

/** How many prompts a config makes. */
async function amountOf(generator, config) {
  if (generator !== 'battery') {
    return (await draftsOf(benchmarkOfGenerator(generator), config)).length;
  }
  const grids = await batteryGrids(config);
  return grids.reduce((all, { cases }) => all + cases.length, 0);
}

/** Words of a config whose files are not the authors'. */
function standInsOf(text) {
  const words = text.match(/\b[A-Z][A-Z\d_]+\b/g) ?? [];
  return [...new Set(words)].filter((word) => files['stand-ins']?.includes(word)).join(', ');
}

let failed = 0;
console.log('| config | prompts | run | gate | stand-ins |\n|---|---|---|---|---|');
for (const { generator, config, text, expected } of ofPresets ? presets() : configs()) {
  const home = mkdtempSync(join(tmpdir(), 'papers-'));
  try {
    const amount = await amountOf(generator, config);
    if (!values.short && Number.isFinite(expected) && amount !== expected) {
      throw new Error(`makes ${amount} prompts, and the paper has ${expected}`);
    }
    const done = values.count ? ['', ''] : await runWhole(home, generator, config, amount);
    const shown = ofPresets ? text : `${generator} ${text}`;
    console.log(`| ${[`\`${shown}\``, amount, ...done, standInsOf(text)].join(' | ')} |`);
  } catch (error) {
    if (ofPresets && 'languages' in error) {
      console.log(`| \`${text}\` | not offered in this language | | | |`);
      continue;
    }
    failed++;
    console.log(`FAILED ${generator} ${text}: ${error.message}`);
  } finally {
    rmSync(home, { recursive: true });
  }
}
console.log(failed === 0 ? '\nEvery config ran.' : `\n${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
