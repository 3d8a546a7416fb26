/** Our prompts beside those of the originals, in their words: Counting-Stars, RULER, NoLiMa, NeedleBench. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarkOf } from '../../dist/benchmarks/registry.js';
import { pairOf } from '../../dist/extras/more-benchmarks/nolima/pairs.js';
import { buildPrompt } from '../../dist/generators/prompt.js';
import { loadTokenizer } from '../../dist/haystack/tokenizer.js';
import {
  countingStars,
  needleBench,
  nolima,
  RecordedAnswers,
  ruler,
  score,
} from '../../dist/index.js';
import { askPython, compare } from './ask-originals.mjs';

const asked = ({ ruler = '-', nolima = '-', opencompass = '-' }, requests) =>
  askPython('templates.py', [ruler, nolima, opencompass], requests);

const FAMILIES = {
  niah: 'niah',
  vt: 'variable_tracking',
  cwe: 'common_words_extraction',
  fwe: 'freq_words_extraction',
  qa: 'qa',
};

/** Forty prompts of each task, in the originals' templates with the beginning of the answer. */
export async function rulerPrompts(folders) {
  const folder = mkdtempSync(join(tmpdir(), 'ruler-'));
  const names = Object.keys(FAMILIES);
  const templates = asked(
    folders,
    names.map((name) => ({ rule: 'template_of_ruler', task: FAMILIES[name] })),
  );
  const template = Object.fromEntries(
    names.map((name, i) => {
      const file = join(folder, `${name}.txt`);
      writeFileSync(file, templates[i]);
      return [name, file];
    }),
  );
  const items = [];
  for (const { vars } of await ruler({ lengths: [1024], seeds: 40, template })) {
    const theCase = vars.case;
    const { wording } = benchmarkOf(theCase).task(theCase);
    const { prompt, context } = await buildPrompt(theCase);
    const family = names.find((name) => theCase.task.startsWith(name));
    const { query = '', type_needle_v, num_v } = { ...wording.places, ...wording.optional };
    const one = wording.rewrite !== undefined;
    const request = {
      rule: 'ruler',
      task: FAMILIES[family],
      context: wording.text ?? context,
      query,
      ...(type_needle_v && { type_needle_v, one }),
      ...(num_v && { num_v: Number(num_v) }),
    };
    items.push({ ours: prompt, note: theCase.task, request });
  }
  rmSync(folder, { recursive: true });
  return compare(
    'prompts: RULER, 13 tasks',
    items,
    asked(
      folders,
      items.map(({ request }) => request),
    ),
  );
}

/** A needle set in the authors' form, with and without words and distractors of its own. */
function needleSet() {
  const plain = (i) => ({
    id: `${String(i).padStart(4, '0')}`,
    system_prompt: i % 3 === 0 ? 'You answer questions about books.' : '',
    needle: `Then {CHAR} told {1} of the ${i} lanterns.`,
    questions: { onehop: 'Who knows {1}?', twohop: 'Which character has met a friend of {1}?' },
    character_set: ['Yuki', 'Stuart', 'Zuzanna'],
    tests: { T01: { input_args: ['Ada {Lovelace}'] }, T02: { input_args: ["Bo $& O'Neil"] } },
    ...(i % 2 === 0 && {
      task_template: '{haystack}\n\nThink step by step. {question}\nEnd with one {{name}}.',
    }),
    ...(i % 4 === 1 && {
      distractors: { onehop: 'A lamp maker wrote to {1}.', twohop: 'Nobody here writes letters.' },
    }),
  });
  return Array.from({ length: 13 }, (_, i) => plain(i + 1));
}

export async function nolimaPrompts(folders) {
  const folder = mkdtempSync(join(tmpdir(), 'nolima-'));
  const [own] = asked(folders, [{ rule: 'template_of_nolima' }]);
  const template = join(folder, 'default.txt');
  const items = [];
  writeFileSync(template, own);
  const sets = {
    worded: needleSet().filter((one) => one.task_template),
    plain: needleSet().filter((one) => !one.task_template),
  };
  for (const [name, set] of Object.entries(sets)) {
    const published = join(folder, `${name}.json`);
    writeFileSync(published, JSON.stringify(set));
    const config = { published, lengths: [500, 1000], depths: 5 };
    for (const { vars } of await nolima({ ...config, ...(name === 'plain' && { template }) })) {
      const theCase = vars.case;
      const { prompt, context, messages } = await buildPrompt(theCase);
      const { answers } = pairOf(theCase);
      const ours = messages ? messages.map(({ content }) => content) : ['', prompt];
      const request = {
        rule: 'nolima',
        file: published,
        name: theCase.cell.fact,
        context,
        character: answers[0],
      };
      items.push({ ours: [...ours, true], note: theCase.cell.fact, request });
    }
  }
  const row = compare(
    'prompts: NoLiMa',
    items,
    asked(
      folders,
      items.map(({ request }) => request),
    ),
  );
  rmSync(folder, { recursive: true });
  return row;
}

/** Needles in the authors' form, some about the same thing or with the same answer. */
const NEEDLES = ['English', 'Chinese'].flatMap((language) =>
  Array.from({ length: 24 }, (_, i) => {
    const [arg1, arg2] = [`Quarrick ${'ABCDEFGH'[i % 8]}`, `brass ${'klmnopqrs'[i % 9]}uzzle`];
    const [needle, asked, form] =
      language === 'English'
        ? [
            `Kept in ${arg1} is the ${arg2}.`,
            `What is kept in ${arg1}?`,
            `Kept in ${arg1} is ______.`,
          ]
        : [`${arg1}里藏着${arg2}。`, `${arg1}里藏着什么？`, `${arg1}里藏着______。`];
    const answer =
      language === 'English'
        ? ` Please answer in the format '${form}'`
        : `请按照'${form}'的格式回答。`;
    return { needle, retrieval_question: asked + answer, arg1, arg2, language };
  }),
);

/** S-RT and M-RT of the authors' needles, the question behind the text and before it. */
export async function needleBenchPrompts(folders) {
  const folder = mkdtempSync(join(tmpdir(), 'needle-bench-'));
  writeFileSync(
    join(folder, 'needles.jsonl'),
    NEEDLES.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  const items = [];
  for (const [tasks, name] of [
    ['S-RT', 'origin'],
    ['M-RT', 'parallel'],
  ]) {
    for (const [code, language] of [
      ['en', 'English'],
      ['zh', 'Chinese'],
    ]) {
      for (const position of ['End', 'Start']) {
        const words = { name, language, position };
        const [text] = asked(folders, [{ rule: 'template_of_needlebench', ...words }]);
        const template = join(folder, 'template.txt');
        writeFileSync(template, text);
        const haystack = 'prose';
        const config = {
          published: folder,
          lengths: [3000],
          tasks,
          language: code,
          template,
          haystack,
        };
        for (const { vars } of await needleBench({ ...config, perCell: 13, reuse: true })) {
          const { prompt, context } = await buildPrompt(vars.case);
          const needles = vars.case.cell.needle.map((one) => NEEDLES[one.split(' ')[1] - 1]);
          const request = { rule: 'needlebench', ...words, context, needles };
          const isHidden = needles.every(({ needle }) => context.includes(needle));
          const about = new Set(needles.flatMap(({ arg1, arg2 }) => [arg1, arg2]));
          const isApart = about.size === 2 * needles.length;
          items.push({
            ours: isHidden && isApart ? prompt : '',
            note: `${tasks}, ${language}`,
            request,
          });
        }
      }
    }
  }
  const theirs = asked(
    folders,
    items.map(({ request }) => request),
  );
  rmSync(folder, { recursive: true });
  return compare(
    'prompts: NeedleBench, S-RT and M-RT',
    items,
    theirs.map((one) => one.replace(/\n+$/, '')),
  );
}

/** Prompts of the presets beside those of the authors' files: as long to within 1 %, in both measures. */
export async function starSizes(checkout, files) {
  const tokenizer = await loadTokenizer('cl100k_base');
  const haystack = [
    { files: join(checkout, 'context_data/The_Story_of_the_Stone.txt'), language: 'zh' },
    { files: join(checkout, 'context_data/PaulGrahamEssays/*.txt'), language: 'en' },
  ];
  const rows = [];
  for (const file of readdirSync(files)
    // English recordings are of an early version, whose text was cut by characters.
    .filter((name) => /^Counting_Stars.*\.jsonl$|^recorded.*zh.*\.jsonl$/.test(name))
    .sort()) {
    const theirs = recordsOf(join(files, file)).map(({ question }) => question);
    const language = /\p{Script=Han}/u.test(theirs[0]) ? 'zh' : 'en';
    const isFile = /reasoning|searching|acquisition/.test(file);
    const config = isFile
      ? {
          preset: 'counting-stars-leaderboard',
          tasks: /reasoning/.test(file) ? 'reasoning' : 'acquisition',
        }
      : { preset: 'paper', versions: `32-${theirs.length}` };
    const words = /reasoning/.test(file) ? wordsOf(recordsOf(join(files, file))[0]) : {};
    const tests = await countingStars({ ...config, ...words, language, haystack });
    const items = [];
    for (const [i, { vars }] of tests.entries()) {
      const { prompt } = await buildPrompt(vars.case);
      const sizes = (text) => [[...text].length, tokenizer.count(text)];
      const [ours, other] = [sizes(prompt), sizes(theirs[i])];
      items.push({
        ours: ours.every((size, j) => Math.abs(size / other[j] - 1) <= 0.01),
        note: `${ours} and ${other}`,
      });
    }
    rows.push(
      compare(
        `size within 1 %: ${file.slice(0, 60)}`,
        items,
        items.map(() => true),
      ),
    );
  }
  return rows;
}

/** What the texts of prompts are compared without: the counts are drawn anew. */
const withoutNumbers = (text) => text.replace(/\d+/g, '#');

const isStar = (line) => /^小企鹅数了\d+颗★/.test(line);

const withoutStars = (text) =>
  text
    .split('\n')
    .filter((line) => !isStar(line))
    .join('');

/** After how many characters of the text each star stands. */
function starPlaces(text) {
  let at = 0;
  return text.split('\n').flatMap((line) => {
    if (isStar(line)) return [at];
    at += line.length;
    return [];
  });
}

/**
 * Prompts of the leaderboard in the authors' words beside those of their notebook: in English but for the counts; in Chinese
 * without the stars, since there the notebook takes the length of a star for that of all before it.
 */
export async function starPrompts(checkout) {
  const texts = { en: 'PaulGrahamEssays/*.txt', zh: 'The_Story_of_the_Stone.txt' };
  const wanted = Object.keys(texts).flatMap((language) =>
    ['searching', 'reasoning'].map((task) => ({ language, task })),
  );
  const rows = [];
  for (const [i, records] of askPython('stars.py', [checkout], wanted).entries()) {
    const { language, task } = wanted[i];
    const shown = language === 'en' ? withoutNumbers : withoutStars;
    const { star, question } = wordsOf(records[0]);
    const tests = await countingStars({
      preset: 'counting-stars-leaderboard',
      tasks: task === 'reasoning' ? task : 'acquisition',
      haystack: join(checkout, 'context_data', texts[language]),
      ...{ language, star, question: `\n\n${question}` },
    });
    const items = [];
    let furthest = 0;
    for (const [n, { vars }] of tests.entries()) {
      const { prompt } = await buildPrompt(vars.case);
      items.push({ ours: shown(prompt), note: `${language} ${task} ${n}` });
      const [ours, theirs] = [prompt, records[n].question].map(starPlaces);
      for (const [k, place] of ours.entries()) {
        furthest = Math.max(furthest, Math.abs(place - theirs[k]));
      }
    }
    const theirs = records.map((one) => shown(one.question));
    const stars = language === 'en' ? '' : `, without stars (up to ${furthest} characters off)`;
    rows.push(compare(`prompts: Counting-Stars, ${language}, ${task}${stars}`, items, theirs));
  }
  return rows;
}

/** The sentence and the question of a record of the authors', as options of ours. */
function wordsOf({ question, retrieval_question: asked }) {
  const [sentence] = question.split('\n').filter((line) => line.includes('★'));
  const counts = ['{wrong}', '{count}'].slice(-sentence.match(/\d+/g).length);
  const star = sentence.replace(/\d+/g, () => counts.shift()).replaceAll('★', '{symbol}');
  return { star, question: asked.trim() };
}

const recordsOf = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The mean score of each file of recorded answers. */
export async function recordedScores(files) {
  const rows = [];
  for (const file of readdirSync(files)
    .filter((name) => /^recorded.*\.jsonl$/.test(name))
    .sort()) {
    const path = join(files, file);
    const model = new RecordedAnswers({ config: { file: path } });
    let total = 0;
    const tests = await countingStars({ published: path });
    for (const test of tests) {
      const { prompt } = await buildPrompt(test.vars.case);
      const { output } = await model.callApi(prompt);
      total += (await score(output, { vars: test.vars, test })).score;
    }
    console.error(`${file}: mean score ${total / tests.length}`);
    rows.push({
      name: `recorded: ${file} scores ${total / tests.length}`,
      compared: tests.length,
      equal: tests.length,
    });
  }
  return rows;
}
