/**
 * Own history: whether windows with replaced values can be told from untouched ones, whether their questions can be
 * guessed, and what reading a session costs (docs/method/own-history.md). Sessions are in a folder for each source:
 *
 *   npm run build && node bench/own-history.mjs NAME=FOLDER [NAME=FOLDER …] [--probes 20]
 *
 * With `--probes`, that many questions of each source are printed, to be judged by hand.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import seedrandom from 'seedrandom';
import { shuffled } from '../dist/base/shuffle.js';
import { factsIn } from '../dist/extras/agents/own-history/candidates.js';
import { referencesTo } from '../dist/extras/agents/own-history/files.js';
import { poolOf } from '../dist/extras/agents/own-history/pool.js';
import { readSessions } from '../dist/extras/agents/own-history/sessions/read-sessions.js';
import { likeValue as likeness } from '../dist/extras/agents/own-history/values.js';
import { windowOf } from '../dist/extras/agents/own-history/window.js';
import { textOfTurn } from '../dist/haystack/messages/transcript.js';
import { percent, printTable } from './markdown.mjs';
import { mean } from './readers.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { probes: { type: 'string', default: '0' } },
});

/** As in what was measured of real sessions before: windows of some 7K tokens. */
const WINDOW = 24_000;

/** Windows of each source, at most. */
const MOST = 60;

const sum = (list) => list.reduce((total, one) => total + one, 0);
const share = (text, pattern) => (text.match(pattern) ?? []).length / Math.max(1, text.length);
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;

/** Turns in windows that are about as long, the same ones for both sides. */
function windowsOf(turns) {
  const windows = [];
  let from = 0;
  let length = 0;
  turns.forEach((turn, i) => {
    length += textOfTurn(turn).length;
    if (length < WINDOW) return;
    windows.push([from, i + 1]);
    [from, length] = [i + 1, 0];
  });
  return windows;
}

/** What a window looks like: lengths, shares of kinds of signs, of values, of what is said again, and how it compresses. */
function featuresOf(turns) {
  const holdsFacts = factsIn(turns);
  const results = turns.filter(holdsFacts).map(({ content }) => content);
  const text = results.join('\n');
  const all = turns.map(textOfTurn).join('\n');
  const words = text.match(/[\w.-]+/g) ?? [];
  const lines = text.split('\n');
  const shapes = new Set(lines.map((line) => line.replace(/\d+/g, '0').replace(/[A-Za-z]+/g, 'a')));
  const mixed = words.filter((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
  const numbers = words.filter((word) => /^\d[\d.,]*$/.test(word));
  const args = turns.flatMap((turn) => (turn.role === 'call' ? textOfTurn(turn) : []));
  const seen = args.filter((one) =>
    (one.match(/[\w./-]{5,}/g) ?? []).some((word) => text.includes(word)),
  );
  const digits = Array.from({ length: 10 }, (_, digit) =>
    share(numbers.join(''), new RegExp(`${digit}`, 'g')),
  );
  const first = Array.from(
    { length: 9 },
    (_, digit) =>
      numbers.filter((one) => one.startsWith(`${digit + 1}`)).length / Math.max(1, numbers.length),
  );
  return [
    median(results.map(({ length }) => length)),
    Math.max(0, ...results.map(({ length }) => length)) / Math.max(1, text.length),
    text.length / Math.max(1, all.length),
    median(args.map(({ length }) => length)),
    shapes.size / lines.length,
    mixed.length / Math.max(1, words.length),
    numbers.length / Math.max(1, words.length),
    share(text, /\d/g),
    share(text, /[A-Z]/g),
    share(text, /[a-z]/g),
    new Set(words).size / Math.max(1, words.length),
    new Set(numbers).size / Math.max(1, numbers.length),
    numbers.filter((one) => one.endsWith('0')).length / Math.max(1, numbers.length),
    gzipSync(text).length / Math.max(1, text.length),
    gzipSync(mixed.join(' ')).length / Math.max(1, mixed.join(' ').length),
    seen.length / Math.max(1, args.length),
    share(text, /\(left out\)/g),
    share(mixed.join(' '), /[a-z]\d|\d[a-z]/g),
    share(mixed.join(' '), /[g-z]/g),
    ...digits,
    ...first,
  ];
}

/** The area below the curve of a score that should be higher for the second. */
function auc(untouched, replaced) {
  const wins = replaced.flatMap((one) =>
    untouched.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)),
  );
  return mean(wins);
}

/** A logistic regression by gradient descent on standardised features, with a ridge. */
function fitted(rows, labels) {
  const columns = rows[0].map((_, i) => rows.map((row) => row[i]));
  const centres = columns.map(mean);
  const spreads = columns.map(
    (column, i) => Math.sqrt(mean(column.map((one) => (one - centres[i]) ** 2))) || 1,
  );
  const plain = (row) => row.map((one, i) => (one - centres[i]) / spreads[i]);
  const own = rows.map(plain);
  const weights = Array(rows[0].length).fill(0);
  const score = (row) => sum(row.map((one, i) => one * weights[i]));
  for (let step = 0; step < 400; step++) {
    const errors = own.map((row, i) => 1 / (1 + Math.exp(-score(row))) - labels[i]);
    weights.forEach((weight, k) => {
      weights[k] = weight - 0.3 * (mean(own.map((row, i) => errors[i] * row[k])) + 0.01 * weight);
    });
  }
  return (row) => score(plain(row));
}

/** Both versions of some windows, told apart by what was learnt on others. */
function toldApart(train, test) {
  const rows = train.flatMap(({ untouched, replaced }) => [untouched, replaced]);
  const score = fitted(
    rows,
    rows.map((_, i) => i % 2),
  );
  return {
    untouched: test.map((one) => score(one.untouched)),
    replaced: test.map((one) => score(one.replaced)),
  };
}

const FOLDS = 5;

/** Neighbours are in one fold: they share values, by which one window would tell the next. */
function acrossFolds(pairs) {
  const isIn = (fold, i) => Math.floor((FOLDS * i) / pairs.length) === fold;
  const told = Array.from({ length: FOLDS }, (_, fold) =>
    toldApart(
      pairs.filter((_, i) => !isIn(fold, i)),
      pairs.filter((_, i) => isIn(fold, i)),
    ),
  );
  // Scores of different folds are compared within their fold alone.
  return mean(
    told
      .filter(({ replaced }) => replaced.length > 0)
      .map(({ untouched, replaced }) => auc(untouched, replaced)),
  );
}

/** The files of sessions below a folder, in an order of their own. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:traj|jsonl?)$/.test(file))
    .sort()
    .map((file) => join(folder, file));

const sources = [];
for (const one of positionals) {
  const [name, folder] = one.split('=');
  const before = process.cpuUsage();
  const references = await referencesTo(filesIn(folder), undefined);
  const sessions = references.sessions.flatMap(({ file }) => readSessions('sessions', file));
  const key = { ...references, language: 'en', seed: 1 };
  const plain = poolOf({ ...key, every: Number.MAX_SAFE_INTEGER });
  const pool = poolOf({ ...key, every: 18_000 });
  const { user, system } = process.cpuUsage(before);
  // The same turns as they were recorded; what the system says again is in neither.
  const said = new Set();
  const raw = sessions.flatMap(({ turns }) =>
    turns.filter(
      ({ role, content }) => role !== 'system' || (!said.has(content) && said.add(content)),
    ),
  );
  const random = seedrandom(`bench/${name}`);
  const pairsOf = (made) =>
    shuffled(windowsOf(raw), seedrandom(name))
      .slice(0, MOST)
      .sort(([a], [b]) => a - b)
      .map(([from, to]) => ({
        untouched: featuresOf(raw.slice(from, to)),
        replaced: featuresOf(made.turns.slice(from, to)),
      }));
  const probes = [];
  for (let seed = 1; seed <= 4; seed++) {
    const own = poolOf({ ...key, seed, every: 18_000 });
    const steps = own.steps.length - 1;
    const size = Math.min(steps, Math.max(10, Math.floor(steps / 6)));
    for (let from = 0; from + size <= steps; from += size) {
      const draft = {
        ...key,
        seed,
        every: 18_000,
        asked: 6,
        task: 'values',
        cell: { from, steps: size, next: 0, cut: 0 },
      };
      probes.push(...windowOf(draft).probes);
    }
  }
  // Who knows the shape of a value guesses one.
  const guessed = probes.filter(
    ({ value, kind }) =>
      kind !== 'planted' &&
      likeness(value, kind, random, { files: ['account'], shapes: new Map() }) === value,
  ).length;
  sources.push({
    name,
    characters: sum(raw.map((turn) => textOfTurn(turn).length)),
    seconds: (user + system) / 1e6,
    pairs: pairsOf(plain),
    planted: pairsOf(pool),
    pool,
    probes,
    guessed,
  });
}

printTable(
  [
    'source',
    'characters',
    'windows',
    'AUC within',
    'AUC, source left out',
    'AUC with planted facts',
    'questions',
    'natural',
    'guessed',
    's to read and replace',
  ],
  sources.map((one) => {
    const others = sources.filter((other) => other !== one).flatMap(({ pairs }) => pairs);
    const apart = others.length > 0 ? toldApart(others, one.pairs) : undefined;
    const natural = one.probes.filter(({ kind }) => kind !== 'planted').length;
    return [
      one.name,
      `${one.characters}`,
      `${one.pairs.length}`,
      acrossFolds(one.pairs).toFixed(2),
      apart ? auc(apart.untouched, apart.replaced).toFixed(2) : '–',
      acrossFolds(one.planted).toFixed(2),
      `${one.probes.length}`,
      `${natural}`,
      percent(one.guessed / Math.max(1, one.probes.length)),
      one.seconds.toFixed(1),
    ];
  }),
);
const all = shuffled(
  sources.flatMap(({ pairs }) => pairs),
  seedrandom('all'),
);
console.log(`\nAUC over all sources in ${FOLDS} folds: ${acrossFolds(all).toFixed(2)}`);
for (const { name, probes } of sources) {
  for (const { kind, tool, quote, value } of shuffled(probes, seedrandom(name)).slice(
    0,
    Number(values.probes),
  )) {
    console.log(`${name} [${kind}] ${tool}: ${JSON.stringify(quote)} => ${value}`);
  }
}
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
