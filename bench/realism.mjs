/**
 * How far generated agent histories are from recorded sessions: features of windows of 24,000 characters, how well each
 * of them and all together tell the two apart, and what compactions that cut results keep of the facts.
 *
 *   npm run build && node bench/realism.mjs [folder]
 *
 * Each folder inside `folder` is a source of recorded sessions, in any format that `ownHistory` reads. Without one it
 * prints the generated side and the targets.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { benchmarkOf, benchmarkOfGenerator } from '../dist/benchmarks/registry.js';
import { historyOf } from '../dist/extras/agents/agent-history/history.js';
import { readSessions } from '../dist/extras/agents/own-history/sessions/read-sessions.js';
import { generate } from '../dist/generators/generate.js';
import { textOfTurn } from '../dist/haystack/messages/transcript.js';
import { printTable } from './markdown.mjs';

const WINDOW = 24_000;

/** Of one source at most this many windows count, spread over it. */
const MOST_WINDOWS = 40;

const GENERATED = {
  tasks: ['latest', 'conflict', 'log', 'state'],
  lengths: [16_000, 64_000],
  seeds: 8,
};

/** What a window is measured by; targets are ranges of the means of recorded sessions. */
const FEATURES = {
  'median result, characters': ['300 to 600', ({ results }) => median(lengths(results))],
  'spread of log10 length': ['0.7 to 0.9', ({ results }) => spread(lengths(results).map(log10))],
  'largest result, share of result text': [
    '0.3 to 0.5',
    ({ results }) => Math.max(0, ...lengths(results)) / Math.max(1, sum(lengths(results))),
  ],
  'results of 80 characters or less': [
    '0.15 to 0.3',
    ({ results }) => share(results, ({ length }) => length <= 80),
  ],
  'share of text in results': ['0.5 to 0.7', ({ results, size }) => sum(lengths(results)) / size],
  'calls per 10K characters': ['4 to 8', ({ calls, size }) => (1e4 * calls.length) / size],
  'argument characters, median': ['50 to 200', ({ calls }) => median(lengths(calls.map(given)))],
  'assistant text, share': ['0.08 to 0.2', ({ said, size }) => sum(lengths(said)) / size],
  'line shapes / lines': [
    '0.4 to 0.6',
    ({ lines }) => new Set(lines.map(shape)).size / lines.length,
  ],
  'values that cannot be guessed / words': [
    '0.08 to 0.2',
    ({ text }) => {
      const words = text.match(/[\p{L}\p{N}_-]+/gu) ?? [];
      return share(words, (word) => /\d/.test(word));
    },
  ],
  'digits / characters': [
    '0.02 to 0.1',
    ({ text }) => (text.match(/\d/g) ?? []).length / text.length,
  ],
  'gzip ratio of results': ['0.15 to 0.31', ({ text }) => gzipSync(text).length / text.length],
  'arguments seen in an earlier result': ['0.17 to 0.6', seenBefore],
  'calls in parallel': ['0.05 to 0.1', ({ turns, calls }) => parallel(turns) / calls.length],
};

const sum = (values) => values.reduce((total, one) => total + one, 0);
const mean = (values) => sum(values) / values.length;
const lengths = (texts) => texts.map(({ length }) => length);
const log10 = (value) => Math.log10(Math.max(1, value));
const share = (list, is) => list.filter(is).length / Math.max(1, list.length);
const spread = (values) => Math.sqrt(mean(values.map((one) => (one - mean(values)) ** 2)));
const given = (turn) => JSON.stringify(turn.arguments);
const shape = (line) =>
  line
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ');

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Calls with a word of six letters and more, or with a digit, that an earlier result had. */
function seenBefore({ turns, calls }) {
  let before = '';
  let seen = 0;
  for (const turn of turns) {
    if (turn.role === 'result') before += `\n${turn.content}`;
    if (turn.role !== 'call') continue;
    const values = Object.values(turn.arguments).flatMap((one) =>
      typeof one === 'string' && one.length < 200 ? (one.match(/[\w./-]{6,}/g) ?? []) : [],
    );
    if (values.some((one) => /[\d./]/.test(one) && before.includes(one))) seen++;
  }
  return seen / calls.length;
}

/** Calls that are made together with another. */
function parallel(turns) {
  const isCall = (i) => turns[i]?.role === 'call';
  return turns.filter((_, i) => isCall(i) && (isCall(i - 1) || isCall(i + 1))).length;
}

/** Windows of as many characters, one behind the other; the last turn of each is cut. */
function windowsOf(turns) {
  const windows = [];
  let own = [];
  let size = 0;
  for (const turn of turns) {
    const left = WINDOW - size;
    const { length } = textOfTurn(turn);
    own.push(turn.role === 'call' ? turn : { ...turn, content: turn.content.slice(0, left) });
    size += Math.min(length, left);
    if (size < WINDOW) continue;
    windows.push(own);
    [own, size] = [[], 0];
  }
  const has = (window, ofRole) =>
    window.some(({ role, content }) => role === ofRole && content?.trim() !== '');
  return windows.filter((window) => has(window, 'call') && has(window, 'result'));
}

function featuresOf(turns) {
  const results = turns.flatMap(({ role, content }) => (role === 'result' ? content : []));
  const text = results.join('\n');
  const window = {
    turns,
    results,
    text,
    lines: text.split('\n').filter((line) => line.trim() !== ''),
    calls: turns.filter(({ role }) => role === 'call'),
    said: turns.flatMap(({ role, content }) => (role === 'assistant' ? content : [])),
    size: sum(turns.map((turn) => textOfTurn(turn).length)),
  };
  return Object.values(FEATURES).map(([, of]) => of(window));
}

/** What the system says is the same in each session. */
function turnsOfFile(file) {
  const sessions = readSessions('folder', file);
  return sessions.flatMap(({ turns }) => turns).filter(({ role }) => role !== 'system');
}

function recorded(folder) {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.map(({ name }) => {
    const files = readdirSync(join(folder, name)).sort();
    const windows = windowsOf(files.flatMap((file) => turnsOfFile(join(folder, name, file))));
    const step = Math.max(1, windows.length / MOST_WINDOWS);
    const chosen = windows.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
    return { name, windows: chosen.map(featuresOf) };
  });
}

/** How likely a value of one list is above one of another. */
function aucOf(above, below) {
  const wins = above.map((a) => sum(below.map((b) => (a > b ? 1 : a === b ? 0.5 : 0))));
  return sum(wins) / (above.length * below.length);
}

/** A logistic regression on ranks, both sides with equal weight; gives a score for each window. */
function fitted(real, made) {
  const all = [...real, ...made];
  const columns = all[0].map((_, i) => all.map((one) => one[i]).sort((a, b) => a - b));
  const scaled = (one) => one.map((value, i) => rank(columns[i], value) / all.length - 0.5);
  const rows = [
    ...real.map((one) => ({ x: scaled(one), y: 1, w: 1 / real.length })),
    ...made.map((one) => ({ x: scaled(one), y: 0, w: 1 / made.length })),
  ];
  const weights = columns.map(() => 0);
  let base = 0;
  const scoreOf = (x) => base + sum(x.map((value, i) => value * weights[i]));
  for (let round = 0; round < 3000; round++) {
    const slopes = weights.map((weight) => 0.002 * weight);
    let slope = 0;
    for (const { x, y, w } of rows) {
      const error = w * (1 / (1 + Math.exp(-scoreOf(x))) - y);
      slope += error;
      for (const i of slopes.keys()) slopes[i] += error * x[i];
    }
    base -= slope;
    for (const i of slopes.keys()) weights[i] -= slopes[i];
  }
  return (one) => scoreOf(scaled(one));
}

function rank(sorted, value) {
  return sum(sorted.map((one) => (one < value ? 1 : one === value ? 0.5 : 0)));
}

const cases = await generate(benchmarkOfGenerator('agentHistory'), GENERATED);
const histories = cases.map(({ vars }) => vars.case);
const made = histories.flatMap((one) => windowsOf(historyOf(one).turns).map(featuresOf));
const sources = process.argv[2] ? recorded(resolve(process.argv[2])) : [];

printTable(
  ['feature', 'target', 'generated', ...sources.map(({ name }) => name), 'AUC real > generated'],
  Object.entries(FEATURES).map(([name, [target]], i) => {
    const of = (windows) => windows.map((one) => one[i]);
    const aucs = sources.map(({ windows }) => aucOf(of(windows), of(made)));
    const means = [made, ...sources.map(({ windows }) => windows)].map((windows) =>
      mean(of(windows)),
    );
    return [name, target, ...means.map(rounded), aucs.length > 0 ? rounded(mean(aucs)) : ''];
  }),
);
console.log(
  `\n${made.length} generated windows; ${sources.map(({ name, windows }) => `${name} ${windows.length}`).join(', ')}\n`,
);

printTable(
  ['left out', 'AUC of the logistic regression'],
  sources.map(({ name, windows }) => {
    const others = sources.filter((one) => one.name !== name).flatMap((one) => one.windows);
    const half = (which) => made.filter((_, i) => i % 2 === which);
    const score = fitted(others, half(0));
    return [name, rounded(aucOf(windows.map(score), half(1).map(score)))];
  }),
);

console.log('');
printTable(
  ['results', 'facts kept', 'of', 'text saved'],
  [80, 300, 2000].map((most) => {
    let [kept, all, before, after] = [0, 0, 0, 0];
    for (const one of histories) {
      const { turns } = historyOf(one);
      const cut = turns.map((turn) =>
        turn.role === 'result' ? turn.content.slice(0, most) : textOfTurn(turn),
      );
      before += sum(turns.map((turn) => textOfTurn(turn).length));
      after += sum(lengths(cut));
      const { pieces } = benchmarkOf(one).reading(one);
      const asked = pieces.filter(({ role, isSuperseded }) => role !== 'bait' && !isSuperseded);
      all += asked.length;
      kept += asked.filter(({ text }) => cut.some((own) => own.includes(text))).length;
    }
    const saved = `${Math.round(100 * (1 - after / before))}%`;
    return [`cut at ${most}`, `${Math.round((100 * kept) / all)}%`, all, saved];
  }),
);

function rounded(value) {
  return value >= 10 ? `${Math.round(value)}` : value.toFixed(2);
}
