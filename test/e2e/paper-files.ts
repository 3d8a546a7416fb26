/** A folder of small files for every config of `docs/method/papers.md`, in the authors' forms and with words of ours. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { loadLanguage } from '../../src/base/languages.js';
import { Prose } from '../../src/haystack/prose.js';
import { writeAuthorsFiles } from './authors-files.js';

const prose = (language: string, length: number) => {
  const { prose: bank, between } = loadLanguage(language);
  return new Prose(bank, between, 'texts for papers').atLeast(length);
};

const QUESTIONS = 4;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const PLACES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second.toLowerCase()));

/** A question with as many documents as a file of Lost in the Middle has. */
const documents = (amount: number, questions = QUESTIONS) =>
  Array.from({ length: questions }, (_, n) => ({
    question: `which animal lives in house ${n}`,
    answers: [`heron ${n}`],
    ctxs: Array.from({ length: amount }, (_, i) => ({
      title: i === 0 ? `House ${n}` : `Mill ${i}`,
      text: i === 0 ? `A heron ${n} lives here.` : `The mill no. ${i} is old.`,
      hasanswer: i === 0,
      isgold: i === 0,
    })),
    nq_annotated_gold: { title: `House ${n}` },
  }));

const uuid = (n: number) => `${String(n).padStart(8, '0')}-1111-4222-8333-444444444444`;

const pairs = (amount: number, objects: number) =>
  Array.from({ length: objects }, (_, n) => ({
    ordered_kv_records: Array.from({ length: amount }, (_, i) => [uuid(i), uuid(9000 + i + n)]),
    key: uuid(n % amount),
    value: uuid(9000 + (n % amount) + n),
  }));

const longBench = (questions: number) =>
  Array.from({ length: questions }, (_, n) => ({
    ...{ domain: 'Harbours', difficulty: n % 2 ? 'hard' : 'easy', length: 'short' },
    ...{ question: `Who owns the ship no. ${n}?`, context: `Ann owns the ship no. ${n}.` },
    ...{ choice_A: 'Ann', choice_B: 'Bob', choice_C: 'Cid', choice_D: 'Dan', answer: 'A' },
  }));

/** More needles and names than the longest chains take. */
const needles = PLACES.flatMap((place, n) => [
  {
    needle: `Hidden on Isle ${place} is the kite no. ${n}.`,
    retrieval_question: `What is hidden on Isle ${place}? Please answer in the format 'Hidden on Isle ${place} is ______.'`,
    ...{ arg1: `Isle ${place}`, arg2: `kite no. ${n}`, language: 'English' },
  },
  {
    needle: `${place}岛上藏着${n}号风筝。`,
    retrieval_question: `${place}岛上藏着什么？请按照'${place}岛上藏着______。'的格式回答。`,
    ...{ arg1: `${place}岛`, arg2: `${n}号风筝`, language: 'Chinese' },
  },
]);

const derivations = PLACES.map((place, n) => {
  const steps = 2 + (n % 4);
  return {
    derivations: Array.from(
      { length: steps },
      (_, i) => `Road ${place}${i} leads to road ${place}${i + 1}.`,
    ),
    question: `Where does road ${place}0 lead in the end?`,
    answer: `road ${place}${steps}`,
  };
});

const names = [...LETTERS].flatMap((first) =>
  [...LETTERS].map((second) => `Mr ${first}${second}x`),
);

const conversation = {
  prompt: JSON.stringify([
    { role: 'user', content: `Write a poem about owls. ${'Make it long. '.repeat(1500)}` },
    { role: 'assistant', content: 'First owl, in the barn.' },
    { role: 'user', content: 'Prepend abc123 to the 1st (1 indexed) poem about owls.' },
  ]),
  ...{ answer: 'abc123First owl, in the barn.', random_string_to_prepend: 'abc123' },
  ...{ n_needles: 2, desired_msg_index: 1, total_messages: 3 },
};

const graphs = [1, 2].map((n) => ({
  prompt: `The graph has these edges:\n${'ab -> cd\n'.repeat(50_000)}\nFind the parents of cd${n}. The last line is: Final Answer: [node, ...]`,
  ...{ answer_nodes: ['ab'], problem_type: 'parents' },
}));

const csv = [1, 2].map(
  (n) =>
    `"User: Write a riddle about owls.\n\nAssistant: Owl no. ${n}.\n\nUser: Add AbCdEf012345 to the start of riddle 1 about owls, and repeat it.\n\nAssistant:","AbCdEf012345 Owl no. ${n}.",8`,
);

const STARS = '小企鹅看见了{count}颗★';

/** A needle set in NoLiMa's form: the authors' has 58 pairs of a needle and a question. */
const nolima = (pairs: number) => [
  {
    id: '0001',
    needle: '{CHAR} has kept a {1} in the cellar for years.',
    questions: { onehop: 'Who has looked after a {2}?' },
    character_set: ['Zuzanna', 'Eskil', 'Ottilie'],
    tests: Object.fromEntries(
      PLACES.slice(0, pairs).map((place, n) => [
        `T${n}`,
        { input_args: [`lamp of type ${place}`, `light of kind ${place}`] },
      ]),
    ),
  },
];

/** As many prompts as a recording of Figure 14 has. */
const recording = Array.from({ length: 32 }, (_, n) => {
  const retrieval_question = 'Which counts? Answer as {"little_penguin": [x, ...]}.';
  const sky = 'A ship came in. '.repeat(n + 1);
  const star = (count: number) => `${sky}\nThe little penguin counted ${count} ★\n`;
  const question = star(3) + star(7) + retrieval_question;
  return { question, retrieval_question, reference_counting_results: [3, 7] };
});

const lines = (records: readonly object[]) =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('');

const RULER = {
  NIAH: 'Remember each special magic {type_needle_v}. Text: {context} Question: {query}',
  VT: 'Follow the chain of {num_v}. {context} Question: {query}',
  CWE: 'A list of words. {context} Which words are the ten most common?',
  FWE: 'Coded text. {context} Which are the three most frequent words?',
  QA: 'Documents: {context} Question: {query}',
};

const STORY = '{shuffled_story}\n';

const TEXTS: Readonly<Record<string, string>> = {
  ...RULER,
  NOLIMA: 'A book: {haystack}\nQuestion: {question}',
  LOST_QA: 'Documents: {search_results}\nQuestion: {question}',
  LOST_QA_AWARE: 'Question: {question}\nDocuments: {search_results}\nQuestion: {question}',
  LOST_RANDOM: 'In random order: {search_results}\nQuestion: {question}',
  LOST_CLOSED: 'Question: {question}',
  LOST_KV: '{formatted_kv_records}\nThe value of {key}?',
  LOST_KV_AWARE: 'The value of {key}?\n{formatted_kv_records}\nThe value of {key}?',
  LONG_BENCH: '$DOC$\n$Q$\n(A) $C_A$\n(B) $C_B$\n(C) $C_C$\n(D) $C_D$',
  TRACE: `${STORY}{question}`,
  TRACE_OPEN: `${STORY}Who is the eldest relative of {last_person}?`,
  TRACE_ANCESTOR: `${STORY}Who stands {n} steps above {person}?`,
  TRACE_DESCENDANT: `${STORY}Who stands {n} steps below {person}?`,
  TRACE_DISTANCE: `${STORY}How many steps are between {person_a} and {person_b}?`,
};

/**
 * Writes the files and `files.yaml`.
 *
 * @param size - how long the longest texts are, in characters
 * @param isWhole - whether files have as many questions as the authors' have
 */
export function writePaperFiles(folder: string, size: number, isWhole = false): void {
  const [questions, objects, pairsOfNolima] = isWhole ? [2655, 500, 58] : [QUESTIONS, QUESTIONS, 2];
  const oracle = documents(1, isWhole ? questions : 40);
  // The authors' file has one question whose answer stands in most documents of the others.
  oracle[0]!.answers = ['heron'];
  writeAuthorsFiles(folder);
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return name;
  };
  const ofDocuments = [10, 20, 30].map((n) => [
    `QA_${n}`,
    write(`qa-${n}.jsonl`, lines(documents(n, questions))),
  ]);
  const ofPairs = [75, 140, 300].map((n) => [
    `KV_${n}`,
    write(`kv-${n}.jsonl`, lines(pairs(n, objects))),
  ]);
  const english = prose('en', size);
  const chinese = prose('zh', Math.min(size, 300_000));
  const files = {
    STONE: write('stone.txt', chinese),
    JOURNEY: write('journey.txt', chinese),
    ESSAYS: write('essays.txt', english),
    TEXTS: write('texts.txt', english),
    TEXTS_ZH: write('texts-zh.txt', chinese),
    ...Object.fromEntries(
      ['', '_ZH', '_ZH_R', '_EN', '_EN_R'].flatMap((name) => [
        [`STAR${name}`, { text: name.endsWith('R') ? `${STARS}，不是{wrong}颗` : STARS }],
        [`QUESTION${name}`, { text: '小企鹅每次看见了几颗★？请回答：{"小企鹅": [x, ...]}。' }],
      ]),
    ),
    RECORDING_EN: write('recording-en.jsonl', lines(recording)),
    ...Object.fromEntries([...ofDocuments, ...ofPairs]),
    ...Object.fromEntries(
      Object.entries(TEXTS).map(([name, text]) => [name, write(`${name.toLowerCase()}.txt`, text)]),
    ),
    BOOKS: [1, 2, 3, 4, 5].map((n) => ({
      files: write(`rand_book_${n}.txt`, english.slice(n * 100, n * 100 + 250_000)),
    })),
    QUESTIONS: write('questions.json', JSON.stringify(longBench(isWhole ? 503 : QUESTIONS))),
    ORACLE: write('oracle.jsonl', lines(oracle)),
    MRCR: write('mrcr.jsonl', lines([conversation])),
    MRCR_2: write('mrcr-2.csv', `queries,answer,num_relevant\n${csv.join('\n')}\n`),
    GRAPHS: write('graphs.json', JSON.stringify(graphs)),
    ...{ NEEDLES: 'needles', RULER: 'ruler' },
    NEEDLE_SET: write('needle-set.json', JSON.stringify(nolima(pairsOfNolima))),
    ...{ SQUAD: 'squad.json', HOTPOTQA: 'hotpotqa.json' },
  };
  write('needles/needles.jsonl', lines(needles));
  for (const language of ['en', 'zh']) {
    write(`needles/multi_needle_reasoning_${language}.json`, JSON.stringify(derivations));
  }
  const all = names.join();
  write('needles/names.json', JSON.stringify({ English: all, Chinese: all }));
  write('files.yaml', stringify(files));
}
