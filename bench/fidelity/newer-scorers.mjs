/** Answers to questions in the form of authors' files, which are scored whole: LongBench Pro, OOLONG and RULER v2. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { benchmarkOf } from '../../dist/benchmarks/registry.js';
import { METRICS, TASK_CODES } from '../../dist/extras/more-benchmarks/long-bench-pro/index.js';
import { aggregation, longBenchPro, rulerV2 } from '../../dist/index.js';
import { scored } from '../scored.mjs';
import { EXPLAINED, mutations } from './mutations.mjs';

const folder = mkdtempSync(join(tmpdir(), 'newer-scorers-'));

function fileOf(name, rows) {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(rows));
  return path;
}

async function casesOf(tests) {
  const cases = (await tests).map(({ vars }) => vars.case);
  for (const theCase of cases) await benchmarkOf(theCase).load(theCase);
  return cases;
}

/** What our score and the request for theirs are made of. */
function itemsOf(rule, theCase, answers, request) {
  return answers.map((answer) => ({
    note: `${theCase.task} ${JSON.stringify(answer.slice(0, 80))}`,
    ours: Number(scored(answer, theCase).score.toFixed(12)),
    request: { rule, answer, ...request },
  }));
}

function mutated(right, seed) {
  return mutations(right, seed)
    .filter(({ kind }) => !(kind in EXPLAINED))
    .map(({ text }) => text);
}

const WORDS =
  'The Kite|red lamp|Ada  Brink|3.5|ferry 12|a|B|灯塔|第二段|补网|I|naïve CAFÉ|x, y'.split('|');

/** Lists as models write them: other orders, less, more, twice, empty lines, marks before and within. */
function listAnswers(reference, random) {
  const one = (list) => list[Math.floor(random() * list.length)];
  const mixed = [...reference].sort(() => random() - 0.5);
  const lists = [
    ...[reference, mixed, [...reference].reverse(), reference.slice(1), mixed.slice(0, 2)],
    ...[
      [...mixed, one(WORDS), 'more'],
      [one(WORDS), ...reference],
      [...reference, ...mixed],
    ],
    ...[['', ...reference, ''], reference.map((item) => `- ${item}`), []],
  ];
  return lists.flatMap((list) => {
    const text = list.join('\n');
    return [
      ...[`[Answer]\n${text}`, `[答案]\n${text}`, text, `Well.\n[Answer] ${text}\n `],
      ...[`[Answer]\nno\n[Answer]\n${text.toUpperCase()}`, `[答案]\nno\n[Answer]\n${text}`],
      ...[
        `[Answer]\r\n${text.replaceAll(' ', '  ')}\n\n`,
        `[answer]\n${text}`,
        `[Answer]${text}\n[答案]`,
      ],
    ];
  });
}

/** One metric of LongBench Pro, in each of its tasks. */
function metricItems(metric) {
  return async (rule) => {
    const random = seedrandom(rule);
    const codes = TASK_CODES.filter((code) => METRICS[code] === METRICS[metric]);
    const rows = codes.flatMap((code) =>
      Array.from({ length: Math.ceil(14 / codes.length) }, (_, i) => ({
        ...{ secondary_task: `${code} X`, language: i % 2 ? 'Chinese' : 'English' },
        ...{ token_length: '8k', difficulty: 'Easy', contextual_requirement: 'Full' },
        ...{ context: 'text', question_thinking: 'q', question_nonthinking: 'q' },
        answer: [...WORDS].sort(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 6)),
      })),
    );
    const published = fileOf(`${metric}.json`, rows);
    const cases = await casesOf(longBenchPro({ published, language: ['en', 'zh'] }));
    return cases.flatMap((theCase) => {
      const { answer: reference } = rows[theCase.cell.example - 1];
      return itemsOf(rule, theCase, listAnswers(reference, random), { reference });
    });
  };
}

const KINDS = [
  ['[7]', 'NUMERIC', '7'],
  ['[123]', 'NUMERIC', '123'],
  ["['more common than']", 'COMPARISON', 'more common than'],
  ["['same frequency as']", 'COMPARISON', 'same frequency as'],
  ["['less common than']", 'COMPARISON', 'less common than'],
  ["['human being']", 'LABEL', 'human being'],
  [`["it's spam"]`, 'LABEL', "it's spam"],
  ['[83645]', 'USER', '83645'],
  ["['March 2023']", 'MONTH_YEAR', 'March 2023'],
  ['[datetime.date(2023, 3, 5)]', 'DATE', '2023-03-05'],
];

/** The synthetic half of OOLONG from a file: all that an answer can be. */
async function synthItems(rule) {
  const rows = [0, 1, 2, 3].flatMap(() =>
    KINDS.map(([answer, type], id) => ({
      ...{ id, context_window_id: id, context_len: 1024, task_group: 'counting' },
      ...{ context_window_text: 't', question: 'q', answer, answer_type: `ANSWER_TYPE.${type}` },
    })),
  );
  const cases = await casesOf(aggregation({ published: fileOf('synth.json', rows) }));
  return cases.flatMap((theCase, i) => {
    const [answer, type, right] = KINDS[i % KINDS.length];
    const others = [
      'Label: other',
      'Answer: 5',
      'Answer: the former is more common, I think',
      'same frequency',
    ];
    const key = { DATE: 'Date', LABEL: 'Label', USER: 'User' }[type] ?? 'Answer';
    const keyed = {
      answer: `${key}: ${right}`,
      keyword: right,
      sentence: `${key}: [${right}]`,
      others,
    };
    const answers = mutated(keyed, `${rule}/${i}`);
    // A date that lacks a part is completed by the clock.
    const whole = answers.filter(
      (text) => type !== 'DATE' || /\d{4}\D\d\d?\D\d\d?|^$|[a-z]{5}/i.test(text),
    );
    return itemsOf(rule, theCase, whole, { written: answer, type });
  });
}

async function realItems(rule) {
  const rights = [
    '84',
    '3',
    'Vax',
    'Fog, Light, Fireball',
    "Hunter's Mark, Bless",
    'Grog Strongjaw',
  ];
  const rows = Array.from({ length: 36 }, (_, i) => ({
    ...{ context_window_text: 't', question: 'q', answer: rights[i % rights.length] },
  }));
  const cases = await casesOf(aggregation({ published: fileOf('real.json', rows) }));
  return cases.flatMap((theCase, i) => {
    const right = rights[i % rights.length];
    const others = [
      '\\boxed{Fog, Rain}',
      '\\boxed{80}',
      '\\boxed{\\text{vax}} and \\boxed{9}',
      '\\boxed{ +84 }',
    ];
    const keyed = {
      answer: `\\boxed{${right}}`,
      keyword: right,
      sentence: `So \\boxed{\\text{${right}}}`,
      others,
    };
    return itemsOf(rule, theCase, mutated(keyed, `${rule}/${i}`), { written: right });
  });
}

const LINES = [
  'What grows on the roof of the old mill? A. moss B. reed C. wheat D. nothing',
  'How many sails has the ferry of Marrow Point? A. one B. two C. three D. four',
  'Which bell rings at noon? A. the east bell B. the west bell C. both D. none',
  '4817263950',
  'Ada Brink',
];

/** RULER v2's scores of texts; with NeMo Gym's code only answers in which nothing stands before an `Answer:`. */
function ruler2Items(task, match, isGym = false) {
  return async (rule) => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      ...{ task, question: 'q', length: 4000 },
      expected_answer: LINES.slice(i % LINES.length).slice(0, 1 + (i % 3)),
    }));
    const cases = await casesOf(rulerV2({ published: fileOf(`${task}.json`, rows) }));
    return cases.flatMap((theCase, i) => {
      const { expected_answer: reference } = rows[i];
      const right = {
        answer: `Question 1234567: ${reference.join('\n\n')}`,
        keyword: reference[0],
        sentence: `Document 1234567:\nA title\n${LINES[0]}\n\nAnswer: ${reference.at(-1)}`,
        others: LINES.map((line) => `${line}\n\n${reference[0].slice(3)}`),
      };
      const answers = mutated(right, `${rule}/${i}`);
      const asked = isGym ? answers.filter((text) => !text.includes('Answer:')) : answers;
      return itemsOf(rule, theCase, asked, { match, reference });
    });
  };
}

async function letterItems(rule) {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    ...{ task: 'mk_niah_hard', question: 'q', expected_answer: 'ABCD'[i % 4] },
  }));
  const cases = await casesOf(rulerV2({ published: fileOf('letters.json', rows) }));
  return cases.flatMap((theCase, i) => {
    const { expected_answer: right } = rows[i];
    const others = [
      '\\boxed{E}',
      '\\boxed{(B) two}',
      `Answer: ${right}`,
      '\\boxed',
      `**answer**: _${right}_`,
    ];
    const given = {
      answer: `\\boxed{${right}}`,
      keyword: right,
      sentence: `\\boxed{${right}. ${LINES[4]}}`,
      others,
    };
    return itemsOf(rule, theCase, mutated(given, `${rule}/${i}`), { reference: right });
  });
}

export const NEWER = {
  'LongBench Pro Accuracy': metricItems('T3.1'),
  'LongBench Pro F1_Score': metricItems('T5.1'),
  'LongBench Pro SubEM': metricItems('T6.1'),
  'LongBench Pro Pairwise_Accuracy': metricItems('T2.1'),
  'LongBench Pro NDCG': metricItems('T1.1'),
  'OOLONG synth, from a file': synthItems,
  'OOLONG real': realItems,
  'RULER v2 all': ruler2Items('mv_niah_easy', 'all'),
  'RULER v2 2steps': ruler2Items('mv_niah_medium', '2steps'),
  'RULER v2 part': ruler2Items('qa_hard', 'part'),
  'RULER v2 multichoice': letterItems,
  'RULER v2 all, NeMo Gym': ruler2Items('mv_niah_hard', 'all', true),
};
