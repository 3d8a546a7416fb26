/**
 * Compares our marks of latest value with those of PI-LLM's own code, on answers of simulated readers and
 * others in many forms; then asks prompts that this code makes as `published`.
 *
 *   npm run build && node bench/latest-value.mjs UNABLE_TO_FORGET
 *
 * It is a checkout of github.com/zhuangziGiantfish/Unable-to-Forget. Needs python3 with numpy.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { shuffled } from '../dist/base/shuffle.js';
import { streamOf } from '../dist/extras/more-benchmarks/latest-value/index.js';
import { buildPrompt } from '../dist/generators/prompt.js';
import { latestValue, SimulatedReader } from '../dist/index.js';
import { askPython, compare } from './fidelity/ask-originals.mjs';
import { printTable } from './markdown.mjs';
import { scored } from './scored.mjs';

const [checkout] = process.argv.slice(2);
if (!checkout) {
  console.error('usage: node bench/latest-value.mjs UNABLE_TO_FORGET');
  process.exit(2);
}

const askOriginal = (requests) => askPython('pi_llm.py', [checkout], requests);

const sentence = (key, value) => `The current value of ${key} is ${value}.`;
const pair = (key, value) => `${key}: ${value}`;
const lines = (said, write) => said.map(([key, value]) => write(key, value)).join('\n');
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Forms that the question asks for or that the original reads; an old value is one given for the key before. */
const FORMS = {
  sentences: ({ said }) => lines(said, sentence),
  'latest, last, final': ({ said }) =>
    said
      .map(
        ([key, value], i) =>
          `The ${['latest', 'last', 'final'][i % 3]} value of ${key} is ${value}.`,
      )
      .join('\n'),
  'any order': ({ said, random }) => lines(shuffled(said, random), sentence),
  'one paragraph': ({ said }) => said.map(([key, value]) => sentence(key, value)).join(' '),
  'no full stops': ({ said }) => lines(said, (key, value) => sentence(key, value).slice(0, -1)),
  bold: ({ said }) => lines(said, (key, value) => sentence(`**${key}**`, `**${value}**`)),
  quoted: ({ said }) => lines(said, (key, value) => sentence(`"${key}"`, `'${value}'`)),
  'in angle brackets': ({ said }) =>
    lines(said, (key, value) => sentence(`<${key}>`, `<${value}>`)),
  'capitals in values': ({ said }) => lines(said, (key, value) => sentence(key, capital(value))),
  bulleted: ({ said }) => lines(said, (key, value) => `- ${sentence(key, value)}`),
  numbered: ({ said }) =>
    said.map(([key, value], i) => `${i + 1}. ${sentence(key, value)}`).join('\n'),
  'thoughts first': ({ said, old }) =>
    `I went through the stream.\n${lines(old, pair)}\nThen the answer:\n${lines(said, sentence)}`,
  'old, then new': ({ said, old }) =>
    `${lines(old, sentence)}\nCorrected:\n${lines(said, sentence)}`,
  'new, then old': ({ said, old }) =>
    `${lines(said, sentence)}\nEarlier it was:\n${lines(old, sentence)}`,
  'twice the same': ({ said }) => `${lines(said, sentence)}\n\n${lines(said, sentence)}`,
  'cut off': ({ said, random }) => {
    const text = lines(said, sentence);
    return text.slice(0, Math.floor(random() * text.length));
  },
  'colons behind a heading': ({ said }) => `The current values are:\n${lines(said, pair)}`,
  'bulleted colons': ({ said }) =>
    `Current value of each key:\n- ${lines(said, pair).replaceAll('\n', '\n- ')}`,
  'bold colons': ({ said }) =>
    `Current value of each key:\n${lines(said, (key, value) => `**${key}**: ${value}`)}`,
  'colons in a row': ({ said }) =>
    `The current values are as follows. ${lines(said, pair).replaceAll('\n', '; ')};`,
  'JSON, indented': ({ said }) =>
    `The current values:\n${JSON.stringify(Object.fromEntries(said), null, 2)}`,
  'sentences, then other colons': ({ said, old }) =>
    `${lines(said, sentence)}\nThe last values I saw:\n${lines(old, pair)}`,
  'a clause behind': ({ said }) =>
    lines(said, (key, value) => `I think the current value of ${key} is ${value}, as of the end.`),
  hedged: ({ said, old }) =>
    said
      .map(([key, value], i) => `The current value of ${key} is ${value} or ${old[i][1]}.`)
      .join('\n'),
  refusal: () => 'I am sorry, but I cannot help with that.',
  'keys only': ({ said }) => said.map(([key]) => key).join(', '),
};

/** Forms that ours reads and the original does not, or only in part. */
const OURS = {
  JSON: ({ said }) => JSON.stringify(Object.fromEntries(said)),
  table: ({ said }) =>
    `| key | current value |\n|---|---|\n${lines(said, (key, value) => `| ${key} | ${value} |`)}`,
  'colons without a heading': ({ said }) => lines(said, pair),
  'capitals in keys': ({ said }) => lines(said, (key, value) => sentence(capital(key), value)),
  'a remark behind': ({ said }) =>
    lines(said, (key, value) => `The current value of ${key} is ${value} (its last update).`),
  'wider spaces': ({ said }) => lines(said, sentence).replaceAll(' ', '  '),
  typos: ({ said, random }) => [...lines(said, sentence)].filter(() => random() > 0.01).join(''),
  'short, with the word error': ({ said }) =>
    `No error found. ${sentence(...(said[0] ?? ['', '']))}`,
};

/** What a reader says of each key, right or not, and older values. */
function saidOf({ asked }, random) {
  const share = random();
  const pick = (list) => list[Math.floor(random() * list.length)];
  const said = asked.flatMap(({ key, values }) => {
    const kind =
      random() < share ? 'right' : pick(['old', 'old', 'other key', 'made up', 'left out']);
    if (kind === 'left out') return [];
    if (kind === 'other key') return [[key, pick(pick(asked).values)]];
    if (kind === 'made up') return [[key, 'plastic fork']];
    return [[key, kind === 'right' ? values.at(-1) : pick(values)]];
  });
  return { said, old: asked.map(({ key, values }) => [key, pick(values)]) };
}

async function itemsOf(forms, cases) {
  return cases.flatMap((theCase, i) => {
    const stream = streamOf(theCase);
    return Object.entries(forms).map(([form, write]) => {
      const random = seedrandom(`${form}/${i}`);
      return itemFor(theCase, stream, form, write({ ...saidOf(stream, random), random }));
    });
  });
}

function itemFor(theCase, { asked }, form, answer) {
  return {
    form,
    note: `${form} ${JSON.stringify(answer.slice(0, 200))}`,
    ours: scored(answer, theCase).metadata.marks,
    request: {
      rule: 'marks',
      answer,
      right: Object.fromEntries(asked.map(({ key, values }) => [key, values.at(-1)])),
    },
  };
}

async function simulated(cases) {
  const items = [];
  for (const profile of [
    'perfect',
    'forgetful',
    'lost-in-the-middle',
    'lost-in-the-tail',
    'lazy',
    'repeating',
    'rambling',
    'refusing',
  ]) {
    for (const theCase of cases) {
      const { prompt } = await buildPrompt(theCase);
      const model = new SimulatedReader({ config: { profile } });
      const { output } = await model.callApi(prompt, { vars: { case: theCase } });
      items.push(itemFor(theCase, streamOf(theCase), 'simulated readers', output));
    }
  }
  return items;
}

/** One row for each form. */
function rowsOf(items) {
  const theirs = askOriginal(items.map(({ request }) => request));
  return [...new Set(items.map(({ form }) => form))].map((form) => {
    const own = items.flatMap((item, i) =>
      item.form === form ? [{ item, theirs: theirs[i] }] : [],
    );
    const row = compare(
      form,
      own.map(({ item }) => item),
      own.map((one) => one.theirs),
    );
    const share = (marks) =>
      marks.flat().reduce((sum, mark) => sum + mark, 0) / Math.max(1, marks.flat().length);
    return {
      ...row,
      recall: [own.map(({ item }) => item.ours), own.map((one) => one.theirs ?? [])].map((marks) =>
        share(marks).toFixed(3),
      ),
    };
  });
}

/** Prompts of the original's five tests, as a published file. */
async function prompts() {
  const tests = [
    ...[2, 6, 24, 97].map((updates) => ({ asked: 46, others: 0, updates, random: true })),
    ...[2, 8, 26].map((asked) => ({ asked, others: 0, updates: 60, random: true })),
    ...[2, 8, 26].map((asked) => ({ asked, others: 46 - asked, updates: 60, random: true })),
    ...[1, 4, 16].map((n) => ({
      asked: 46,
      others: 0,
      updates: 4,
      random: true,
      format: 'redundantIntegrity',
      lengthen: `${n}_cap-strip`,
    })),
    ...[2, 24].map((updates) => ({ asked: 46, others: 0, updates, random: false })),
  ].flatMap((test) =>
    [1, 2, 3, 4].map((seed) => ({
      rule: 'prompt',
      format: 'redundant',
      lengthen: '1_none',
      ...test,
      seed,
    })),
  );
  const made = askOriginal(tests);
  const folder = mkdtempSync(join(tmpdir(), 'latest-value-'));
  const published = join(folder, 'made.jsonl');
  writeFileSync(
    published,
    made
      .map(({ text, right }, i) =>
        JSON.stringify({
          experiment: 'made',
          n_updates: tests[i].updates,
          prompt: JSON.stringify([{ role: 'user', content: text }]),
          answer_formatted: JSON.stringify(right),
        }),
      )
      .join('\n'),
  );
  const cases = (await latestValue({ published })).map(({ vars }) => vars.case);
  const asked = [];
  const histories = [];
  const answers = [];
  for (const [i, theCase] of cases.entries()) {
    const { prompt } = await buildPrompt(theCase);
    asked.push({ ours: JSON.parse(prompt)[0].content });
    const stream = streamOf(theCase);
    histories.push({ ours: stream.asked.map(({ key, values }) => [key, values]) });
    const random = seedrandom(`published/${i}`);
    answers.push(
      itemFor(
        theCase,
        stream,
        'answers to these prompts',
        FORMS['any order']({ ...saidOf(stream, random), random }),
      ),
    );
  }
  rmSync(folder, { recursive: true });
  const theirs = made.map(({ pairs, right }) =>
    Object.keys(right).map((key) => [
      key,
      pairs.filter(([other]) => other === key).map(([, value]) => value),
    ]),
  );
  return [
    compare(
      'prompts of PI-LLM, byte for byte',
      asked,
      made.map(({ text }) => text),
    ),
    compare('values of every key of these prompts', histories, theirs),
    ...rowsOf(answers),
  ];
}

const cases = (await latestValue({ keys: 46, updates: [2, 8, 24, 97], seeds: 12 })).map(
  ({ vars }) => vars.case,
);
const read = [
  ...rowsOf(await simulated(cases.slice(0, 16))),
  ...rowsOf(await itemsOf(FORMS, cases)),
];
const ours = rowsOf(await itemsOf(OURS, cases));
const published = await prompts();

const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0);
const tableOf = (rows) =>
  rows.map(({ name, compared, equal, differences, recall }) => {
    for (const difference of differences.slice(0, 2)) console.error(difference);
    return [name, `${equal} of ${compared}`, ...(recall ?? ['', ''])];
  });
printTable(
  ['answers', 'marks alike', 'recall, ours', 'theirs'],
  [...tableOf(read), ['together', `${sum(read, 'equal')} of ${sum(read, 'compared')}`, '', '']],
);
console.log();
printTable(
  ['answers of which ours reads more', 'marks alike', 'recall, ours', 'theirs'],
  tableOf(ours),
);
console.log();
printTable(['published', 'alike', 'recall, ours', 'theirs'], tableOf(published));
process.exitCode = sum(read, 'equal') < 0.995 * sum(read, 'compared') ? 1 : 0;
