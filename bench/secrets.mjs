/**
 * How many made-up keys are left out, and how much else is.
 *
 *   npm run build && node bench/secrets.mjs SEED [answers.jsonl …]
 *
 * The forms were written against the seed `fit`; the kept figures are those of `check`. Answers of your own are read
 * in addition: lines of JSON, each with an `answer`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { redactText, withoutKeys, withoutSecrets } from '../dist/base/secrets.js';
import {
  FORMS,
  leaksOf,
  madeUp,
  madeUpKeys,
  NAMED,
  namedKeys,
} from '../test/measuring/results/made-up-keys.mjs';
import { printTable } from './markdown.mjs';

const [seed = 'check', ...files] = process.argv.slice(2);
const EACH = 100;
const ORDINARY = 10_000;

/** What may be around a key in an error, an answer or an address. */
const AROUND = [
  (key) => key,
  (key) => `Wrong key: ${key}.`,
  (key) => `{"a":"${key}"}`,
  (key) => `line\\n${key}\\n`,
  (key) => `v=${key}&n=1`,
  (key) => `x%20${encodeURIComponent(key)}`,
  (key) => `tool_${key}`,
  (key) => `（${key}）`,
];

const keys = madeUpKeys(seed, EACH).flatMap(({ key }) =>
  AROUND.map((around) => ({ key, text: around(key) })),
);
const named = namedKeys(seed, EACH);
/** In answers any word may stand behind "basic", so that only text in Base64 is left out. */
const shown = named.filter(({ kind }) => kind !== 'user and password in Base64');
const drawn = keysInConfigs();

const leaked = (list, redact) =>
  list.filter(({ key, text }) => {
    const left = redact(text);
    return leaksOf(key, left) ?? leaksOf(encodeURIComponent(key), left);
  }).length;
const row = (what, kinds, list, redact) => [what, kinds, list.length, leaked(list, redact)];
printTable(
  ['keys', 'kinds', 'texts', 'missed'],
  [
    row('of a known form, in answers', Object.keys(FORMS).length, keys, withoutKeys),
    row('of a known form, in errors and names', Object.keys(FORMS).length, keys, redactText),
    row('by a name before them, in answers', Object.keys(NAMED).length - 1, shown, withoutKeys),
    row('by a name before them, in errors and names', Object.keys(NAMED).length, named, redactText),
    row('without form and name, in a config', 4, drawn, (text) =>
      JSON.stringify(withoutSecrets(JSON.parse(text))),
    ),
  ],
);

const changes = (texts, redact) => texts.filter((text) => redact(text) !== text).length;
const inConfig = (text) => withoutSecrets({ setting: text }).setting;
printTable(
  ['ordinary texts', 'number', 'changed as answers', 'changed as errors', 'changed in a config'],
  Object.entries(ordinary()).map(([what, texts]) => [
    what,
    texts.length,
    ...[withoutKeys, redactText, inConfig].map((redact) => changes(texts, redact)),
  ]),
);

/** Keys that have neither form nor name of a key, as values of a config. */
function keysInConfigs() {
  return ['{hex 32}', '{word 32}', '{word 40}', '{small 48}'].flatMap((form) => {
    const random = seedrandom(`${seed}/config/${form}`);
    return Array.from({ length: EACH }, () => {
      const key = madeUp(form, random);
      return { key, text: JSON.stringify({ config: { gateway: { pass: { through: key } } } }) };
    });
  });
}

/** Texts without a secret: a third each of what answers say, and of identities and digests in sentences. */
function ordinary() {
  const random = seedrandom(`${seed}/ordinary`);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const many = (make, number = ORDINARY) => Array.from({ length: number }, make);
  const prose = paragraphs(['docs', 'datasets'], /\.(md|yaml)$/);
  const code = paragraphs(['src', 'bench'], /\.(ts|mjs)$/);
  const uuid = '{hex 8}-{hex 4}-4{hex 3}-a{hex 3}-{hex 12}';
  const ids = [
    ...[uuid, 'chatcmpl-{word 29}', 'call_{word 24}', 'toolu_01{word 22}', 'msg_01{word 22}'],
    ...[
      'resp_{hex 48}',
      'req_011C{word 20}',
      'gen-17{digit 8}-{word 20}',
      'eval-{letter 3}-2026-11-22T10:11:12',
    ],
    ...[
      '01{CAPITAL 24}',
      '{url 21}',
      'batch_{hex 32}',
      'file-{word 22}',
      'asst_{word 24}',
      'fp_{hex 10}',
    ],
  ];
  const digests = [
    '{hex 32}',
    '{hex 40}',
    '{hex 64}',
    '{hex 8}',
    'sha256:{hex 64}',
    'sha512-{base64 85}=',
    '{base64 43}=',
  ];
  const names = [
    ...['gpt-4o-2024-08-06', 'meta-llama/Llama-3.1-405B-Instruct-FP8', 'openai:chat:gpt-4.1-mini'],
    ...['claude-sonnet-4-5-20250929', 'bedrock:us.anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ...['accounts/fireworks/models/qwen2p5-72b-instruct', 'Qwen/Qwen2.5-VL-72B-Instruct-AWQ'],
    ...[
      'https://my-resource-eastus2.openai.azure.com/openai/deployments/gpt4o20241120',
      'nvidia/nemotron-4-340b',
    ],
    ...[
      'file://providers/myProviderWithALongName2.mjs',
      'DeepSeek-R1-Distill-Llama-70B-Q4_K_M.gguf',
    ],
  ];
  const answers = [
    () => pick(prose),
    () => pick(code),
    () => JSON.stringify({ little_penguin: many(() => Math.floor(random() * 300), 32) }),
    () => JSON.stringify({ [madeUp(uuid, random)]: madeUp(uuid, random) }),
    () =>
      `The special magic number for ${pick(['task-force', 'risk-free', 'desk-lamp'])} is ${madeUp('{digit 7}', random)}.`,
    () => `Final Answer: [${many(() => madeUp('{hex 10}', random), 12).join(', ')}]`,
  ];
  return {
    answers: many(() => pick(answers)()),
    ...(files.length > 0 && { 'answers of your own': files.flatMap(answersIn) }),
    'identities, in a sentence': many(
      () => `The call ${madeUp(pick(ids), random)} took 3 seconds.`,
    ),
    'identities alone': many(() => madeUp(pick(ids), random)),
    'digests, in a sentence': many(() => `It is of ${madeUp(pick(digests), random)} now.`),
    'digests alone': many(() => madeUp(pick(digests), random)),
    'names of models, addresses and files': names,
  };
}

/** Parts of the texts of this repository between blank lines. */
function paragraphs(folders, names) {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => names.test(name) && !/redact|secrets/.test(name))
    .sort()
    .flatMap((name) => readFileSync(name, 'utf8').split(/\n\s*\n/));
}

function answersIn(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => String(JSON.parse(line).answer));
}
