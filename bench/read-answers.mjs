/**
 * Measures the reading and diagnosing of answers: that it never throws and never leaves [0, 1], how
 * many answers it reads in a second, and how long hostile text takes.
 *
 *     npm run build && node bench/read-answers.mjs [recorded.jsonl]
 *
 * The optional file holds one record a line, with the fields `answer` and
 * `reference_counting_results`, as the authors of Counting-Stars published them.
 */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readList, readNumber } from '../dist/answers/read-answer.js';
import { PHRASES } from '../dist/benchmarks/counting-stars/diagnoses.js';
import { diagnose } from '../dist/benchmarks/counting-stars/diagnosis.js';
import { markStars } from '../dist/benchmarks/counting-stars/score.js';
import { mean } from '../dist/numbers.js';

const ANSWERS = 100_000;
const STARS = 32;
const SENTENCE = 'The little penguin counted';
const hints = {
  keys: ['little_penguin', '小企鹅', 'пингвинёнок', '꼬마_펭귄'],
  units: ['stars', 'star', '颗', '★'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu],
};
const refusals = ["i'm sorry", 'i cannot'];

const records = process.argv[2] ? recordsOf(process.argv[2]) : generatedRecords(48);
if (process.argv[2]) reportRecords();
reportSoundness();
reportSpeed();
reportHostile();

function recordsOf(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ answer, reference_counting_results: reference }) => ({ answer, reference }));
}

function generatedRecords(amount) {
  const counts = fc.array(fc.nat(2), { minLength: STARS, maxLength: STARS });
  return fc.sample(counts, { seed: 1, numRuns: amount }).map((units, i) => {
    const reference = units.map((unit, star) => 4 * star + 1 + unit);
    const listed = reference.filter((count) => count % 7 > 0);
    const json = JSON.stringify({ little_penguin: i % 9 ? listed : new Array(300).fill(7) });
    return { answer: i % 3 ? json : `\`\`\`json\n${json}\n\`\`\``, reference };
  });
}

function examine(answer, reference) {
  const { step, numbers } = readList(answer, hints);
  const marks = markStars(numbers, reference);
  const text = typeof answer === 'string' ? answer : '';
  const diagnosis = diagnose({ text, step, numbers, reference, marks, refusals });
  return { step, numbers, marks, diagnosis };
}

function reportRecords() {
  const lines = { step: {}, diagnosis: {} };
  const scores = records.map(({ answer, reference }, i) => {
    const examined = examine(answer, reference);
    for (const what of ['step', 'diagnosis']) {
      lines[what][examined[what]] ??= [];
      lines[what][examined[what]].push(i + 1);
    }
    return mean(examined.marks);
  });
  console.log(`${records.length} records, mean score ${mean(scores)}`);
  for (const what of ['step', 'diagnosis']) {
    for (const [name, where] of Object.entries(lines[what])) {
      console.log(`  ${what} ${name}: ${where.length} (lines ${where.join(', ')})`);
    }
  }
}

function reportSoundness() {
  const seen = {};
  let answers = 0;
  const check = ({ answer, reference }) => {
    const first = examine(answer, reference);
    const sound =
      first.numbers.every(Number.isFinite) &&
      first.marks.length === reference.length &&
      first.marks.every((mark) => mark >= 0 && mark <= 1) &&
      first.diagnosis in PHRASES &&
      JSON.stringify(examine(answer, reference)) === JSON.stringify(first);
    if (!sound) throw new Error(`not sound: ${JSON.stringify(answer)}`);
    const { number } = readNumber(answer, hints);
    if (number !== undefined && !Number.isFinite(number)) throw new Error(JSON.stringify(answer));
    const name = `${first.step} / ${first.diagnosis}`;
    seen[name] = (seen[name] ?? 0) + 1;
    answers++;
  };
  const kinds = [mutated(), noise(), fc.anything({ withBigInt: true })];
  const shares = [0.7, 0.2, 0.1];
  kinds.forEach((kind, i) => {
    const arbitrary = fc.record({ answer: kind, record: fc.constantFrom(...records) });
    fc.assert(
      fc.property(arbitrary, ({ answer, record }) =>
        check({ reference: record.reference, ...(answer?.answer ? answer : { answer }) }),
      ),
      { seed: 20240318 + i, numRuns: shares[i] * ANSWERS },
    );
  });
  console.log(
    `${answers} random and mutated answers: no throw, finite, marks in [0, 1], repeatable`,
  );
  for (const [name, times] of Object.entries(seen).sort((a, b) => b[1] - a[1])) {
    console.log(`  ${String(times).padStart(6)} ${name}`);
  }
}

function pieces() {
  return fc.oneof(
    fc.constantFrom(...'[]{}()"\'\\,:：`-★３\n '.split('')),
    fc.constantFrom(
      '```',
      '"little_penguin": ',
      '小企鹅',
      '<think>',
      '</think>',
      `${SENTENCE} 3 ★.`,
    ),
    fc.constantFrom('9e999', '99999999999999999999', '0.1.2', '十二', 'null', '<|channel|>final'),
    fc.string({ maxLength: 6 }),
  );
}

function noise() {
  return fc.array(pieces(), { maxLength: 40 }).map((parts) => parts.join(''));
}

/** Records as they are or in another form, with a few edits. */
function mutated() {
  const forms = [
    (text) => text,
    (text) => text.replace(/[^\d,]/g, ''),
    (text) => `<think>${text}</think>So: ${text}!`,
    (text) => text.replace(/\d+/g, `${SENTENCE} $& ★.`),
    (text) => text.slice(0, text.length / 2),
  ];
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(8),
    piece: fc.oneof(fc.constant(''), pieces()),
  });
  return fc
    .record({
      record: fc.constantFrom(...records),
      form: fc.constantFrom(...forms),
      edits: fc.array(edit, { maxLength: 5 }),
    })
    .map(({ record: { answer, reference }, form, edits }) => ({
      reference,
      answer: edits.reduce((text, { at, cut, piece }) => {
        const offset = Math.floor(at * text.length);
        return text.slice(0, offset) + piece + text.slice(offset + cut);
      }, form(answer)),
    }));
}

function reportSpeed() {
  const rounds = Math.ceil(20_000 / records.length);
  const start = performance.now();
  for (let i = 0; i < rounds; i++) {
    for (const { answer, reference } of records) examine(answer, reference);
  }
  const seconds = (performance.now() - start) / 1000;
  const perSecond = Math.round((rounds * records.length) / seconds);
  console.log(`${perSecond} answers read, marked and diagnosed per second`);
}

function reportHostile() {
  const units = [
    ...['[', ']', '{', '[]', '[1]', '[1,', '[["', '{"a":', '"', '\\', '"\\"', '`', '```', '``` '],
    ...['```json\n[1]\n', '<think>', '</think>', '<think', 'little_penguin: ', '<|channel|>final'],
    ...[
      '{"little_penguin": [',
      '{"little_penguin": [x]} ',
      'little_penguin: [1 2]',
      '"a\n',
      '"…\n',
    ],
    ...[' ', ' \n', '1', '1 ', '1,', '1,111,', '-1 ', '1\n', '三、', '，', '★', 'a:1\n', '- 3 ★\n'],
    ...[`${SENTENCE} 3 ★. `, `${SENTENCE} `, '"3", ', ':[1] ', "'", '🙂'],
  ];
  const frames = [
    ['', ''],
    ['{"little_penguin": [', ']}'],
    ['{"little_penguin": "', '"}'],
    ['```json\n', '\n```'],
  ];
  const texts = units.flatMap((unit) => frames.map((frame) => ({ unit, frame })));
  const seconds = ({ unit, frame: [before, after] }, megabytes) => {
    const text = before + unit.repeat((megabytes * 1_000_000) / unit.length) + after;
    const start = performance.now();
    examine(text, records[0].reference);
    return (performance.now() - start) / 1000;
  };
  const worst = texts
    .map((text) => ({ ...text, time: seconds(text, 8) }))
    .sort((a, b) => b.time - a.time);
  console.log(`${texts.length} kinds of hostile text; seconds for 1, 2, 4, 8 MB of the worst:`);
  for (const text of worst.slice(0, 5)) {
    const times = [1, 2, 4, 8].map((megabytes) => seconds(text, megabytes).toFixed(3));
    console.log(
      `  ${times.join('  ')}  ${JSON.stringify(text.unit)} in ${JSON.stringify(text.frame)}`,
    );
  }
}
