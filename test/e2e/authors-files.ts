/** Small files in the forms in which the authors of benchmarks publish theirs, with words of ours. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const lines = (records: readonly object[]) =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('');

const NUMBERS = [1, 2, 3, 4];

const sky = 'The boats came in. A dog barked; it rained.';
const asked = '\n\nList what the penguin saw: {"little_penguin": [x, ...]}.';
const 问 = '\n\n小企鹅数了几颗★？请回答：{"小企鹅": [x, ...]}。';

/** Counting-Stars: acquisition and reasoning, in English and Chinese. */
const stars = (n: number) => [
  {
    question: `${sky}\nThe little penguin counted ${n} ★\n${sky}\nThe little penguin counted ${n + 9} ★\n${asked}`,
    retrieval_question: asked,
    sky_size: 100,
    reference_counting_results: [n, n + 9],
  },
  {
    question: `${sky}\nThe little penguin counted ${n + 1} ★, but found that a mistake had been made, so the counting was done again, and this time ${n} ★ was counted correctly.\n${sky}\n${asked}`,
    retrieval_question: asked,
    context_size: 200,
    reference_counting_results: [n],
  },
  {
    question: `船进港了。狗叫了。\n小企鹅数了${n}颗★\n下雨了。\n小企鹅数了${n + 9}颗★\n${问}`,
    retrieval_question: 问,
    sky_size: 100,
    reference_counting_results: [n, n + 9],
  },
];

const key = (n: number) => `0000000${n}-1111-4222-8333-44444444444${n}`;

const pairs = (n: number) => ({
  ordered_kv_records: NUMBERS.map((i) => [key(i), key(9 - i)]),
  key: key(n),
  value: key(9 - n),
});

const THINGS = ['falcon', 'tortoise', 'badger', 'heron'];

const documents = (n: number) => ({
  question: `which animal lives in house ${n}`,
  answers: [THINGS[n - 1]],
  ctxs: [
    { title: `House ${n}`, text: `A ${THINGS[n - 1]} lives here.`, hasanswer: true, isgold: true },
    ...['Mill', 'Pier', 'Inn'].map((title) => ({
      title,
      text: `The ${title} is old.`,
      isgold: false,
    })),
  ],
  nq_annotated_gold: { title: `House ${n}` },
});

const oracle = (n: number) => ({
  ...documents(n),
  ctxs: documents(n).ctxs.slice(0, 1),
});

const conversation = (n: number) => [
  { role: 'user', content: 'Write a poem about owls.' },
  { role: 'assistant', content: `First owl of ${n}, in the barn.` },
  { role: 'user', content: 'Write a poem about owls.' },
  { role: 'assistant', content: `Second owl of ${n}, on the roof.` },
  {
    role: 'user',
    content:
      'Prepend abc123 to the 2nd (1 indexed) poem about owls. Do not include any other text.',
  },
];

const wanted = (n: number) => ({
  answer: `abc123Second owl of ${n}, on the roof.`,
  random_string_to_prepend: 'abc123',
  n_needles: 2,
});

const mrcr = (n: number) => ({
  ...wanted(n),
  prompt: JSON.stringify(conversation(n)),
  desired_msg_index: 3,
  total_messages: 5,
});

const mrcrGym = (n: number) => ({
  ...wanted(n),
  responses_create_params: { input: conversation(n) },
  expected_answer: wanted(n).answer,
});

const graph = (n: number) => {
  const nodes = ['ab', 'cd', 'ef'].map((name) => `${name}${n}`);
  return {
    prompt: `The graph has these edges:\n${nodes[0]} -> ${nodes[1]}\n${nodes[2]} -> ${nodes[1]}\n\nFind the parents of ${nodes[1]}. The last line is: Final Answer: [node, ...]`,
    answer_nodes: [nodes[0], nodes[2]],
    problem_type: 'parents',
  };
};

const graphGym = (n: number) => {
  const { prompt, answer_nodes, problem_type } = graph(n);
  return {
    responses_create_params: { input: [{ role: 'user', content: prompt }] },
    expected_answer: JSON.stringify(answer_nodes),
    problem_type,
  };
};

const updates = (n: number) => ({
  prompt: JSON.stringify([
    {
      role: 'user',
      content: `bird: wren ${n}; tree: elm; bird: rook ${n}; tree: ash ${n}; \nWhat is the last value of bird and of tree?`,
    },
  ]),
  answer_formatted: JSON.stringify({ bird: `rook ${n}`, tree: `ash ${n}` }),
  experiment: 'exp_updates',
  n_updates: 2,
});

/** OOLONG: the synthetic half, and the real one, which does not say what its answers are. */
const oolong = (n: number) => ({
  ...{ id: n, context_window_id: Math.ceil(n / 2), context_len: n > 2 ? 2048 : 1024 },
  context_window_text: `Each line is a fish or a bird.\nwren ${n}\ncarp ${n}\nrook ${n}`,
  question: `How many birds are there? Give your answer in the form 'Answer: number'.`,
  answer: n % 2 ? '[2]' : "['more common than']",
  answer_type: n % 2 ? 'ANSWER_TYPE.NUMERIC' : 'ANSWER_TYPE.COMPARISON',
  task_group: n % 2 ? 'counting' : 'timeline',
});

const oolongReal = (n: number) => ({
  ...{ id: `${n}`, context_window_id: `${n}`, episodes: NUMBERS.slice(0, n) },
  context_window_text: `${sky.repeat(n)} Ada casts Fog. Bo casts Light ${n}.`,
  question: 'Which spells were cast? Return a comma separated list inside \\boxed{}.',
  answer: `Fog, Light ${n}`,
});

const nolima = [
  {
    id: '0001',
    needle: '{CHAR} has kept a {1} in the cellar for years.',
    questions: { onehop: 'Who has looked after a {2}?' },
    character_set: ['Zuzanna', 'Eskil', 'Ottilie'],
    tests: {
      T01: { input_args: ['falcon', 'bird of prey'] },
      T02: { input_args: ['tortoise', 'reptile'] },
    },
  },
];

const ruler = (n: number) => ({
  index: n,
  input: `The grass is green. The sky is blue. VAR QX${n} = 12345. VAR ZB${n} = VAR QX${n}. The sun is yellow.\nQuestion: Find all variables that are assigned the value 12345 in the text above.`,
  outputs: [`QX${n}`, `ZB${n}`],
  answer_prefix: ' Answer: they are: ',
  length: 4000,
});

const rulerGym = (n: number) => {
  const { input: content, outputs, length } = ruler(n);
  return {
    responses_create_params: { input: [{ role: 'user', content }] },
    ...{ outputs, length, subset: 'vt' },
  };
};

const needle = (n: number) => ({
  needle: `Hidden on Isle ${'ABCD'[n - 1]} is the ${['copper', 'silver', 'golden', 'leaden'][n - 1]} kite.`,
  retrieval_question: `What is hidden on Isle ${'ABCD'[n - 1]}? Please answer in the format 'Hidden on Isle ${'ABCD'[n - 1]} is ______.'`,
  arg1: `Isle ${'ABCD'[n - 1]}`,
  arg2: `${['copper', 'silver', 'golden', 'leaden'][n - 1]} kite`,
  language: 'English',
});

const 针 = (n: number) => ({
  needle: `${'甲乙丙丁'[n - 1]}岛上藏着${'铜银金铅'[n - 1]}风筝。`,
  retrieval_question: `${'甲乙丙丁'[n - 1]}岛上藏着什么？请按照'${'甲乙丙丁'[n - 1]}岛上藏着______。'的格式回答。`,
  arg1: `${'甲乙丙丁'[n - 1]}岛`,
  arg2: `${'铜银金铅'[n - 1]}风筝`,
  language: 'Chinese',
});

const chain = (n: number) => ({
  derivations: [
    `The road of ${n} leads to the mill.`,
    `Behind the mill of ${n} lies harbour ${n}.`,
  ],
  question: `Where does the road of ${n} lead in the end?`,
  answer: `harbour ${n}`,
});

const 链 = (n: number) => ({
  derivations: [`${n}号路通向磨坊。`, `${n}号路的磨坊后面是${n}号港。`],
  question: `${n}号路最后通到哪里？`,
  answer: `${n}号港`,
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const squad = {
  data: [
    {
      paragraphs: [...letters].map((letter) => ({
        context: `House ${letter} was built by a mason. Its door is of oak ${letter}${letter}.`,
        qas: [
          {
            question: `Of what is the door of house ${letter}?`,
            answers: [{ text: `oak ${letter}${letter}` }],
          },
        ],
      })),
    },
  ],
};

const hotpotqa = [...letters].map((letter) => ({
  question: `Who owns the ship of harbour ${letter}?`,
  answer: `Captain ${letter}${letter}`,
  context: [
    [`Harbour ${letter}`, [`In harbour ${letter} lies the ship ${letter}-1.`]],
    [`Ship ${letter}-1`, [`Captain ${letter}${letter} owns the ship ${letter}-1.`]],
  ],
}));

/**
 * What MRCR v2 publishes: one text, in a table.
 *
 * @returns the lines of a CSV file
 */
const mrcr2 = () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = NUMBERS.map((n) => {
    const text =
      `User: Write a riddle about owls.\n\nAssistant: First owl of ${n}.\n\nUser: Write a riddle about owls.\n\n` +
      `Assistant: Second owl of ${n}.\n\nUser: Add AbCdEf012345 to the start of riddle 2 about owls, and repeat it.\n\nAssistant:`;
    return [quoted(text), quoted(`AbCdEf012345 Second owl of ${n}.`), '2'].join(',');
  });
  return `queries,answer,num_relevant\n${rows.join('\n')}\n`;
};

const FILES: Record<string, string | Buffer> = {
  'counting-stars.jsonl': lines(NUMBERS.flatMap(stars)),
  'pairs.jsonl': lines(NUMBERS.map(pairs)),
  'documents.jsonl.gz': gzipSync(lines(NUMBERS.map(documents))),
  'oracle.jsonl': lines(NUMBERS.map(oracle)),
  'mrcr.jsonl': lines(NUMBERS.map(mrcr)),
  'mrcr-gym.jsonl': lines(NUMBERS.map(mrcrGym)),
  'mrcr-2.csv': mrcr2(),
  'graphs.json': JSON.stringify(NUMBERS.map(graph)),
  'graphs-gym.jsonl': lines(NUMBERS.map(graphGym)),
  'updates.json': JSON.stringify(NUMBERS.map(updates)),
  'oolong.json': JSON.stringify(NUMBERS.map(oolong)),
  'oolong-real.jsonl': lines(NUMBERS.map(oolongReal)),
  'nolima.json': JSON.stringify(nolima),
  'ruler/vt/validation.jsonl': lines(NUMBERS.map(ruler)),
  'ruler-gym.jsonl': lines(NUMBERS.map(rulerGym)),
  'squad.json': JSON.stringify(squad),
  'hotpotqa.json': JSON.stringify(hotpotqa),
  'needles/needles.jsonl': lines([...NUMBERS.map(needle), ...NUMBERS.map(针)]),
  'needles/multi_needle_reasoning_en.json': JSON.stringify(NUMBERS.map(chain)),
  'needles/multi_needle_reasoning_zh.json': JSON.stringify(NUMBERS.map(链)),
  'needles/names.json': JSON.stringify({
    English: [...letters].map((letter) => `Person ${letter}x`).join(),
    Chinese: [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许'].map((name) => `${name}小`).join(),
  }),
};

/** Write all of them into a folder. */
export function writeAuthorsFiles(folder: string): void {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** One config for each way to ask them. */
export const PUBLISHED: readonly { generator: string; config: Record<string, unknown> }[] = [
  { generator: 'countingStars', config: { published: 'counting-stars.jsonl' } },
  { generator: 'keyValueRetrieval', config: { published: 'pairs.jsonl' } },
  { generator: 'multiDocumentQa', config: { published: 'documents.jsonl.gz', indices: [0, 3] } },
  {
    generator: 'multiDocumentQa',
    config: { published: 'oracle.jsonl', documents: [3], questions: 4 },
  },
  { generator: 'mrcr', config: { published: 'mrcr.jsonl' } },
  { generator: 'mrcr', config: { published: 'mrcr-gym.jsonl' } },
  { generator: 'mrcr', config: { published: 'mrcr-2.csv' } },
  { generator: 'graphWalks', config: { published: 'graphs.json' } },
  { generator: 'graphWalks', config: { published: 'graphs-gym.jsonl' } },
  { generator: 'latestValue', config: { published: 'updates.json' } },
  { generator: 'aggregation', config: { published: 'oolong.json' } },
  { generator: 'aggregation', config: { published: 'oolong-real.jsonl' } },
  { generator: 'nolima', config: { published: 'nolima.json', lengths: [600, 1200], depths: 2 } },
  { generator: 'ruler', config: { published: 'ruler', tasks: ['vt'] } },
  { generator: 'ruler', config: { published: 'ruler-gym.jsonl' } },
  {
    generator: 'ruler',
    config: { tasks: ['qa_1'], squad: 'squad.json', lengths: [600, 1200], seeds: 3 },
  },
  {
    generator: 'ruler',
    config: { tasks: ['qa_2'], hotpotqa: 'hotpotqa.json', lengths: [600, 1200], seeds: 3 },
  },
  ...['en', 'zh'].flatMap((language) => [
    {
      generator: 'needleBench',
      config: {
        published: 'needles',
        language,
        lengths: [2000],
        depths: 2,
        perCell: 1,
        evidence: 3,
      },
    },
    {
      generator: 'needleBench',
      config: {
        ...{ published: 'needles', language, lengths: [2000], depths: 2, perCell: 1, evidence: 3 },
        scoring: 'opencompass-2',
      },
    },
    {
      generator: 'ancestralTrace',
      config: { published: 'needles', language, steps: [2, 5], chains: 2 },
    },
  ]),
];
