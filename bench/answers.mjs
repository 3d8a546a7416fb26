/**
 * Compares scores with those that a person gave to the same answers.
 *
 *     npm run build
 *     node bench/answers.mjs answers.jsonl            how many are scored alike, and which are not, and how
 *     node bench/answers.mjs answers.jsonl list even  the same of every second one, from the second (or `odd`)
 *     node bench/answers.mjs answers.jsonl compare DIST
 *                            every score that differs from that of another build's dist folder, over the
 *                            answers as they are, and the same truncated, doubled, fenced, in prose, …
 *     node bench/answers.mjs answers.jsonl fuzz       100,000 mutated answers of every benchmark
 *     node bench/answers.mjs answers.jsonl speed      seconds that the worst texts of 1 to 8 MB take
 *
 * The file holds one answer a line: `generator`, `config`, `test` (its number among the tests that this
 * config makes), `answer`, `score` and `note`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

const [file, mode = 'list', otherDist] = process.argv.slice(2);
if (!file) {
  console.error('Say which file of answers: node bench/answers.mjs answers.jsonl');
  process.exit(1);
}
const records = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line, i) => ({ line: i + 1, ...JSON.parse(line) }));

/** What scores the answers of a build: `(record, answer) => GradingResult`. */
/** A config with the option names of today; files of answers have those of their own time. */
function renamed({ gold, rounds, format, scoring, ...config }) {
  return {
    ...config,
    ...(gold && { indices: gold }),
    ...(rounds && { chains: 1, rotations: Math.min(4, rounds) }),
    ...(format && { tasks: [format] }),
    ...(scoring && { scoring: { 1: 'paper', 2: 'keywords' }[scoring] ?? scoring }),
  };
}

/** The scores that a build gives; one of another age may still know the names of the file. */
async function scorerOf(dist) {
  const plugin = await import(pathToFileURL(path.resolve(dist, 'index.js')).href);
  const tests = new Map();
  for (const { generator, config } of records) {
    const key = JSON.stringify([generator, config]);
    if (!tests.has(key))
      tests.set(
        key,
        await plugin[generator](renamed(config)).catch(() => plugin[generator](config)),
      );
  }
  return ({ generator, config, test }, answer) => {
    const { vars } = tests.get(JSON.stringify([generator, config]))[test];
    return plugin.score(answer, { vars });
  };
}

function isAlike(one, other) {
  return Math.abs(one - other) < 1e-6;
}

/** The number or the list that an answer was read as; nothing where nothing could be read. */
function readAs({ metadata: { numbers, number, choice, readBy, diagnosis }, reason }) {
  return JSON.stringify({
    readBy,
    diagnosis,
    numbers: numbers?.slice(0, 12),
    number,
    choice,
    reason,
  });
}

const UNREAD = new Set(['unreadable', 'empty', 'refused']);

/** What a score is that differs from a person's. */
function differenceOf({ metadata, reason }) {
  if (metadata.reading === 'doubtful') return 'doubtful';
  const isUnread = UNREAD.has(metadata.diagnosis) || /^no clear answer/.test(reason);
  return isUnread ? 'unread' : 'otherwise';
}

async function reportAlike(score) {
  const wanted = process.argv[4];
  const counts = new Map();
  const lines = [];
  for (const record of records) {
    if (wanted && wanted !== (record.line % 2 === 1 ? 'odd' : 'even')) continue;
    const result = await score(record, record.answer);
    const none = { all: 0, alike: 0, doubtful: 0, unread: 0, otherwise: 0 };
    const count = counts.get(record.generator) ?? none;
    counts.set(record.generator, count);
    count.all++;
    if (isAlike(result.score, record.score)) {
      count.alike++;
      continue;
    }
    const kind = differenceOf(result);
    count[kind]++;
    lines.push(
      `line ${record.line} (${record.note}): ${kind}, ${result.score} instead of ${record.score}\n` +
        `    ${JSON.stringify(record.answer).slice(0, 200)}\n    ${readAs(result).slice(0, 300)}`,
    );
  }
  const total = { all: 0, alike: 0, doubtful: 0, unread: 0, otherwise: 0 };
  console.log('benchmark          answers  alike  doubtful  unread  otherwise');
  for (const [name, count] of [...counts, ['all', total]]) {
    if (count !== total) for (const key of Object.keys(total)) total[key] += count[key];
    const cells = [count.all, count.alike, count.doubtful, count.unread, count.otherwise];
    const widths = [7, 5, 8, 6, 9];
    console.log(
      [name.padEnd(18), ...cells.map((n, i) => String(n).padStart(widths[i]))].join('  '),
    );
  }
  const share = (count) => `${((100 * count) / total.all).toFixed(1)}%`;
  console.log(
    `${share(total.alike)} alike; of the others doubtful or unread ${share(total.doubtful + total.unread)}, ` +
      `silently otherwise ${share(total.otherwise)}`,
  );
  console.log(lines.join('\n'));
}

/** The same answer as it may also arrive. */
const FORMS = {
  'as it is': (text) => text,
  'cut to 90%': (text) => text.slice(0, 0.9 * text.length),
  'cut to 70%': (text) => text.slice(0, 0.7 * text.length),
  'cut to 50%': (text) => text.slice(0, text.length / 2),
  doubled: (text) => `${text}\n\n${text}`,
  fenced: (text) => `\`\`\`\n${text}\n\`\`\``,
  'in prose': (text) =>
    `Here is what I found in the text:\n\n${text}\n\nLet me know if you need more.`,
  'behind thinking': (text) => `<think>Perhaps [1, 2]? Or B.</think>\n${text}`,
  refused: (text) => `I'm sorry, but I can't help with that.\n${text.slice(0, 0)}`,
};

async function reportChanges(score) {
  const before = await scorerOf(otherDist);
  const counts = {};
  for (const [form, change] of Object.entries(FORMS)) {
    for (const record of records) {
      const answer = change(record.answer);
      const [then, now] = [await before(record, answer), await score(record, answer)];
      if (isAlike(then.score, now.score)) continue;
      const way = now.score > then.score ? 'higher' : 'lower';
      counts[`${form}, ${way}`] = (counts[`${form}, ${way}`] ?? 0) + 1;
      if (form === 'as it is' && !isAlike(then.score, record.score) && way === 'higher') continue;
      console.log(
        `${form}, line ${record.line} (${record.note}): ${then.score} before, ${now.score} now, person ` +
          `${record.score}\n    ${JSON.stringify(answer).slice(-300)}\n    ${readAs(then).slice(0, 200)}\n    ${readAs(now).slice(0, 200)}`,
      );
    }
  }
  console.log(counts);
}

const PIECES = [
  ...'[]{}()"\'\\,:：`-★３\n #*|>$→'.split(''),
  ...[
    '```',
    'not ',
    'Answer: ',
    '\\boxed{',
    '<answer>',
    '</answer>',
    '<think>',
    '</think>',
    'wait, ',
  ],
  ...[
    'Final answer: ',
    ' is the ',
    'A',
    'B. ',
    '→',
    '答案：',
    '不是',
    '而是',
    '9e999',
    'null',
    '十二',
    ' = ',
  ],
  ...[
    '\ud800',
    '\u00ad',
    '_',
    '\t',
    'total ',
    '1: 3',
    '| 1 | 2 |\n',
    '9'.repeat(30),
    '\\u0000',
    '__proto__',
  ],
];

async function reportFuzz(score) {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(12),
    piece: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ maxLength: 6 })),
  });
  const noise = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), {
    maxLength: 40,
  });
  for (const generator of new Set(records.map((record) => record.generator))) {
    const own = records.filter(
      (record) => record.generator === generator && record.answer.length < 2000,
    );
    const mutated = fc
      .tuple(fc.constantFrom(...own), fc.array(edit, { maxLength: 6 }))
      .map(([record, edits]) => ({
        record,
        answer: edits.reduce((text, { at, cut, piece }) => {
          const offset = Math.floor(at * text.length);
          return text.slice(0, offset) + piece + text.slice(offset + cut);
        }, record.answer),
      }));
    const other = fc.record({
      record: fc.constantFrom(...own),
      answer: fc.oneof(
        noise.map((parts) => parts.join('')),
        fc.anything({ withBigInt: true }),
      ),
    });
    const seen = {};
    let answers = 0;
    const check = async ({ record, answer }) => {
      const result = await score(record, answer);
      const isSound = result.score >= 0 && result.score <= 1 && typeof result.reason === 'string';
      if (!isSound) throw new Error(`not sound: ${JSON.stringify(answer)}`);
      const name = result.metadata.diagnosis ?? 'none';
      seen[name] = (seen[name] ?? 0) + 1;
      answers++;
    };
    await fc.assert(fc.asyncProperty(mutated, check), { seed: 20240318, numRuns: 80_000 });
    await fc.assert(fc.asyncProperty(other, check), { seed: 20240319, numRuns: 20_000 });
    console.log(
      `${generator}: ${answers} mutated and random answers, no throw, scores in [0, 1]`,
      seen,
    );
  }
}

const UNITS = [
  ...PIECES.filter((piece) => piece.length > 0),
  ...[
    'A. ',
    'A, ',
    '{"a":',
    '["',
    '"a\n',
    'a:1\n',
    '- 3 ★\n',
    '3 + ',
    '3 → 3\n',
    '1. 3\n',
    'Answer: A\n',
    '1,111,',
  ],
  ...[
    'not B but ',
    'is ',
    'a-',
    '-\n',
    '*a',
    '**a**',
    '三',
    ' \n',
    '``` ',
    '{"answer": "A"}\n',
    '57e0065d-b036-',
  ],
  ...[
    'First it counted 3, ',
    'wait',
    '\\(',
    '\\text{',
    'a→',
    'thirty-one ',
    'Explanation: ',
    'I cannot ',
    '(',
    '🙂',
  ],
  'The little penguin counted 3 ★. ',
];
const FRAMES = [
  ['', ''],
  ['```json\n', '\n```'],
  ['{"answer": "', '"}'],
  ['Answer: ', ' [1'],
];

async function reportSpeed(score) {
  const samples = new Map();
  for (const record of records) {
    const key = `${record.generator} ${record.config.tasks ?? ''} ${record.config.format ?? ''} ${record.config.language}`;
    if (!samples.has(key)) samples.set(key, record);
  }
  const wanted = process.argv[4];
  for (const [name, record] of samples) {
    if (!/ en$/.test(name) || (wanted && !name.includes(wanted))) continue;
    const seconds = async ({ unit, frame: [before, after] }, megabytes) => {
      const text = before + unit.repeat((megabytes * 1_000_000) / unit.length) + after;
      const start = performance.now();
      await score(record, text);
      return (performance.now() - start) / 1000;
    };
    const times = [];
    for (const unit of [...UNITS, ...longUnits(record)]) {
      for (const frame of FRAMES)
        times.push({ unit, frame, time: await seconds({ unit, frame }, 1) });
    }
    times.sort((a, b) => b.time - a.time);
    console.log(`${name}: ${times.length} kinds of text, seconds for 1, 2, 4, 8 MB of the worst`);
    for (const text of times.slice(0, 4)) {
      const row = [];
      for (const megabytes of [1, 2, 4, 8]) row.push((await seconds(text, megabytes)).toFixed(3));
      console.log(
        `  ${row.join('  ')}  ${JSON.stringify(text.unit).slice(0, 60)} in ${JSON.stringify(text.frame)}`,
      );
    }
  }
}

/** Real answers over and over, and half of each. */
function longUnits({ generator }) {
  const own = records
    .filter((record) => record.generator === generator)
    .map((record) => record.answer);
  return own
    .filter((answer, i) => answer.length < 400 && i % 5 === 0)
    .flatMap((answer) => [`${answer}\n`, `${answer.slice(0, answer.length / 2)} `]);
}

const modes = { list: reportAlike, compare: reportChanges, fuzz: reportFuzz, speed: reportSpeed };
await modes[mode](await scorerOf('dist'));
