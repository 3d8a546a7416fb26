/**
 * The measured figures of the pages. Runs benches, keeps what they print as `bench/figures/NAME.md`, and
 * puts these tables into the pages; test/docs/figures.test.ts holds the pages against the files.
 *
 *   npm run build && node bench/figures.mjs [NAME …] [--data F] [--ruler F] …
 *
 * Without a name, all of them (hours); `pages` alone only puts the kept tables into the pages. Folders that
 * benches need, each given as an option: DATA (published curves and data sets), PAPERS (the authors' files), and
 * checkouts of the originals. A bench whose folder is not given is left out, and named.
 *
 * In a page, `<!-- figures: NAME -->` stands before a table that is the file's (`NAME 2`: its second one), and
 * `<!-- figures in: NAME, OTHER -->` before a paragraph or a table whose figures are all in these files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const KEPT = join(ROOT, 'bench/figures');

const GRIDS = ['--designs', '3 × 3,octaves × 3,depths 8 × 11,32 × 1'];

/** What is run for each file. A word in capitals is a folder that an option gives. */
const FIGURES = {
  // docs/method/curve.md, effective-length.md, intervals.md
  reliable: ['reliable.mjs', '200', 'lengths'],
  'reliable-monotone': ['reliable.mjs', '200', 'monotone'],
  'reliable-calibration': ['reliable.mjs', '100', 'calibration'],
  weak: ['truth.mjs', '1', 'weak'],
  'relative-length': ['truth.mjs', '50', 'relative', '--brief'],
  'data-sets': ['truth.mjs', '1', 'data-sets', '--data', 'DATA'],
  'ruler-curves': ['truth.mjs', '8', 'ruler', '--data', 'DATA'],
  recall: ['truth.mjs', '60', 'recall', '--brief'],
  widths: ['truth.mjs', '60', 'widths', 'grids', '--data', 'DATA'],
  'one-mark': ['truth.mjs', '10', 'marks'],
  positions: ['truth.mjs', '100', 'positions', '--brief', ...GRIDS],
  composites: ['truth.mjs', '100', 'composites', '--brief'],
  differences: ['truth.mjs', '60', 'differences', '--brief'],
  rise: ['truth.mjs', '100', 'rise', '--brief'],
  ranks: ['ranks.mjs', '600', 'equal'],
  'ranks-power': ['ranks.mjs', '200', 'power'],
  // docs/method/gate.md
  'gate-alarms': ['truth-gate.mjs', '200', 'alarms', '--brief'],
  'gate-batteries': ['truth-gate.mjs', '200', 'batteries', '--brief'],
  'gate-measures': ['truth-gate.mjs', '400', 'measures'],
  'gate-drift': ['truth-gate.mjs', '200', 'drift', '--brief'],
  'gate-longest': ['truth-gate.mjs', '600', 'longest'],
  'gate-collapse': ['truth-gate.mjs', '300', 'collapse', '--brief'],
  'gate-drops': ['truth-gate.mjs', '300', 'drops'],
  'gate-excludes': ['truth-gate.mjs', '30', 'excludes', '--brief'],
  'gate-power': ['truth-gate.mjs', '200', 'power'],
  'gate-self': ['truth-gate.mjs', '100', 'self'],
  'gate-lengths': ['gate-lengths.mjs', '100'],
  'gate-time': ['gate-time.mjs'],
  'recheck-alarms': ['recheck.mjs', '1000', 'alarms'],
  'recheck-budget': ['recheck.mjs', '200', 'budget'],
  'recheck-drops': ['recheck.mjs', '300', 'drops'],
  'recheck-passes': ['recheck.mjs', '500', 'passes'],
  'recheck-longest': ['recheck.mjs', '200', 'longest'],
  'recheck-slots': ['recheck.mjs', '200', 'slots'],
  'broken-tests': ['broken-tests.mjs', '300'],
  'ordinary-tests': ['ordinary-tests.mjs', '100'],
  // docs/method/stretch.md
  'stretch-alarms': ['stretch.mjs', '150', 'alarms'],
  'stretch-found': ['stretch.mjs', '40', 'found'],
  'stretch-named': ['stretch.mjs', '30', 'named'],
  'stretch-form': ['stretch.mjs', '30', 'form'],
  // docs/method/history.md
  history: ['truth-history.mjs', '300'],
  // docs/method/plan.md
  'new-config': ['truth-gate.mjs', '2000', 'new-config'],
  // docs/cost.md, docs/method/plan.md
  'asks-price': ['asks.mjs', 'price'],
  bill: ['bill.mjs', 'configs'],
  caches: ['caches.mjs', '3'],
  order: ['order.mjs'],
  beginnings: ['beginnings.mjs', '1000'],
  'asks-coverage': ['asks.mjs', 'coverage'],
  'questions-means': ['own-documents.mjs', 'means', '--runs', '500'],
  'questions-places': ['own-documents.mjs', 'places', '--runs', '150'],
  'questions-lengths': ['own-documents.mjs', 'lengths', '--runs', '150'],
  'questions-gate': ['own-documents.mjs', 'gate'],
  // docs/method/own-history.md
  'own-history': [
    'own-history.mjs',
    ...[
      'SWE-agent=SWE_AGENT',
      'mini-swe-agent=MINI_SWE_AGENT',
      'pi=PI_SESSIONS',
      'tau-bench=TAU_BENCH',
    ],
  ],
  // docs/method/search.md
  'search-octave-32': ['search.mjs', '215', 'octave', '--groups', 'ruler', '--marks', '32'],
  'search-octave': ['search.mjs', '63', 'octave', '--groups', 'nolima,cliffs,shapes'],
  'search-noise': [
    ...['search.mjs', '43', 'octave', '--groups', 'ruler', '--grids', '2.4'],
    ...['--noises', 'ICC 0.1,ICC 0.2,4 % collapsed'],
  ],
  'search-at-least': [
    ...['search.mjs', '84', 'at-least', '--groups', 'ruler'],
    ...['--noises', 'independent,ICC 0.1'],
  ],
  'search-slots': ['search.mjs', '44', 'slots', '--groups', 'ruler', '--marks', '32'],
  'search-slots-others': [
    'search.mjs',
    '60',
    'slots',
    '--groups',
    'nolima,cliffs',
    '--marks',
    '32',
  ],
  'search-dips': ['search.mjs', '10', 'rise', '--marks', '32', '--readers', 'dip'],
  // docs/method/diagnosis.md
  diagnosis: ['diagnosis.mjs', '2000'],
  causes: ['causes.mjs', '400', 'unseen'],
  'causes-fitted': ['causes.mjs', '400', 'fitted'],
  // docs/method/fidelity.md, docs/benchmarks.md, docs/reference
  fidelity: ['fidelity.mjs', 'OPENCOMPASS', 'LOST_IN_THE_MIDDLE', 'DATA/lost-in-the-middle'],
  fresh: [
    ...['fidelity.mjs', 'OPENCOMPASS', 'LOST_IN_THE_MIDDLE', 'DATA/lost-in-the-middle'],
    ...['fresh=2026', 'needles=NEEDLES'],
  ],
  scorers: [
    'scorers.mjs',
    'RULER',
    'NOLIMA',
    'NEMO_GYM',
    'EVAL_HUB',
    'OOLONG',
    'LONGCONTEXT',
    'SKILLS',
  ],
  'latest-value': ['latest-value.mjs', 'UNABLE_TO_FORGET'],
  reproductions: [
    'fidelity.mjs',
    ...['ruler=RULER', 'nolima=NOLIMA', 'gym=NEMO_GYM', 'stars=STARS', 'recordings=RECORDINGS'],
  ],
  // docs/method/papers.md
  papers: ['papers.mjs', 'PAPERS'],
  presets: ['papers.mjs', 'presets'],
  // docs/method/learned-models.md
  learned: ['learned.mjs', '--seed', '1'],
  'sequence-matcher': ['sequence-matcher.mjs', 'python3', '10000'],
  // docs/method/report.md, docs/method/lengths.md, SECURITY.md, CONTRIBUTING.md
  report: ['report.mjs'],
  secrets: ['secrets.mjs', 'check'],
  fuzz: ['fuzz.mjs', '100000'],
  benchmarks: ['benchmarks.mjs'],
  costs: ['costs.mjs'],
  'package-size': ['package-size.mjs'],
  'mutation-answers': ['mutation.mjs', 'answers'],
  'mutation-gate': ['mutation.mjs', 'gate'],
  'mutation-scores': ['mutation.mjs', 'scores'],
  'mutation-statistics': ['mutation.mjs', 'statistics'],
};

const FOLDER = /(?<=^|=)[A-Z_]{4,}/;
const optionOf = (word) => FOLDER.exec(word)[0].toLowerCase().replaceAll('_', '-');
const folders = [
  ...new Set(
    Object.values(FIGURES)
      .flat()
      .filter((word) => FOLDER.test(word))
      .map(optionOf),
  ),
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(folders.map((name) => [name, { type: 'string' }])),
});
const names = positionals.length > 0 ? positionals : Object.keys(FIGURES);
mkdirSync(KEPT, { recursive: true });
for (const name of names.filter((one) => one !== 'pages')) keep(name);
putIntoPages();

/** Run a bench and keep its tables, with the command that anyone can run again. */
function keep(name) {
  const words = FIGURES[name];
  if (!words)
    throw new Error(`There is no "${name}". Use some of ${Object.keys(FIGURES).join(', ')}.`);
  const missing = words
    .filter((word) => FOLDER.test(word))
    .map(optionOf)
    .filter((one) => !values[one]);
  if (missing.length > 0) {
    console.error(`${name} is left out: it needs --${[...new Set(missing)].join(', --')}`);
    return;
  }
  const args = words.map((word) =>
    FOLDER.test(word) ? word.replace(FOLDER, values[optionOf(word)]) : word,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join('bench', args[0]), ...args.slice(1)],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`${name}: ${words[0]} ended with ${status}`);
  const shown = words.map((word) => (/[\s×,]/.test(word) ? `"${word}"` : word)).join(' ');
  writeFileSync(join(KEPT, `${name}.md`), `\`node bench/${shown}\`\n\n${stdout.trim()}\n`);
  console.error(`kept ${name}`);
}

/** The tables of a kept file, in order; none of one that nobody has made yet. */
function tablesOf(name) {
  const file = join(KEPT, `${name}.md`);
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/(?:^\|.*\n)+/gm) ?? []) : [];
}

function putIntoPages() {
  const docs = ['docs', 'docs/reference', 'docs/method'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  );
  for (const page of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs]) {
    const before = readFileSync(join(ROOT, page), 'utf8');
    const after = before.replace(
      /^(<!-- figures: (\S+)(?: (\d+))? -->\n)(?:\|.*\n)*/gm,
      (whole, marker, name, number = '1') => {
        const table = tablesOf(name)[Number(number) - 1];
        if (!table) console.error(`${page}: there is no table ${number} of ${name}`);
        return table ? marker + table : whole;
      },
    );
    if (after !== before) writeFileSync(join(ROOT, page), after);
  }
}
