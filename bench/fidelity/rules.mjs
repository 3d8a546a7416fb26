/** Our scores of many answers beside the originals'. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import seedrandom from 'seedrandom';
import { readableAnswer } from '../../dist/answers/readable-answer.js';
import { documentWords } from '../../dist/benchmarks/documents.js';
import { markFirstLine } from '../../dist/benchmarks/multi-document-qa/score.js';
import { askedNeedles } from '../../dist/benchmarks/needle-bench/cases.js';
import { needleBench } from '../../dist/index.js';
import { askedCase } from '../../dist/measuring/facts/evaluation/asked-case.js';
import { compositeRows } from '../../dist/measuring/facts/tables/composites.js';
import { recallModel } from '../../dist/measuring/facts/tables/recall-model.js';
import { scored } from '../scored.mjs';
import { askOriginals, compare } from './ask-originals.mjs';
import { EXPLAINED, mutations } from './mutations.mjs';

const TASKS = ['S-RT', 'M-RT', 'M-RS'];

/** The two rule sets of OpenCompass, in English and Chinese. */
export async function needleRules(originals) {
  const rows = [];
  for (const scoring of ['opencompass-1', 'opencompass-2']) {
    for (const task of TASKS) {
      const items = [];
      for (const language of ['en', 'zh'])
        items.push(...(await answersTo(scoring, task, language)));
      const requests = items.map(({ request }) => request);
      rows.push(compare(`${scoring} ${task}`, items, askOriginals(originals, requests)));
    }
  }
  return rows;
}

async function answersTo(scoring, task, language) {
  const tests = await needleBench({
    tasks: task,
    scoring,
    language,
    lengths: [4000],
    depths: [0.5],
    haystack: 'prose',
    perCell: task === 'S-RT' ? 40 : task === 'M-RT' ? 8 : 24,
    seeds: task === 'M-RT' ? 3 : 1,
  });
  const cases = tests.map((test) => test.vars.case);
  const all = cases.flatMap(askedNeedles);
  const others = all.map(({ answer }) => answer);
  return cases.flatMap((theCase, i) => {
    const needles = askedNeedles(theCase);
    const right = {
      answer: needles.map(({ answer }) => answer).join('\n'),
      keyword: needles.map(({ keywords }) => keywords[0]).join(' '),
      sentence: needles.flatMap(({ sentences }) => sentences).join('\n'),
      others,
    };
    return mutations(right, `${task}/${language}/${i}`)
      .filter(({ kind }) => !(kind in EXPLAINED))
      .map(({ kind, text }) => ({
        note: `${kind} ${JSON.stringify(text.slice(0, 60))}`,
        ours: 100 * scored(text, theCase).score,
        request: {
          rule: `${scoring} ${task}`,
          answer: text,
          sentence: needles[0].sentences[0],
          keyword: needles[0].keywords[0],
          keywords: needles.map(({ keywords }) => keywords[0]),
        },
      }));
  });
}

/** Mean and share of chains with all rotations right, of readers that guess more or less. */
export async function choices(originals) {
  const letters = 'ABCD';
  const patterns = ['ABCD', 'BCDA', 'CDAB', 'DABC'];
  const items = Array.from({ length: 1000 }, (_, i) => {
    const random = seedrandom(`choices/${i}`);
    const skill = random();
    const rows = [];
    const references = [];
    const said = [];
    for (let chain = 1; chain <= 10; chain++) {
      const right = letters[Math.floor(random() * 4)];
      patterns.forEach((pattern, turn) => {
        const letter = letters[pattern.indexOf(right)];
        const guess = random() < skill ? letter : letters[Math.floor(random() * 4)];
        said.push(guess);
        references.push(`${chain}--${letter}--${pattern}`);
        rows.push(askedOf({ chain, turn, score: guess === letter ? 1 : 0 }));
      });
    }
    const model = recallModel(rows, { threshold: 0.85 });
    const [composite] = compositeRows(rows, () => model, 0.95);
    return {
      ours: [round(100 * composite.score.value), round(100 * composite.allRight)],
      request: { rule: 'circular', letters: said, references },
    };
  });
  const theirs = askOriginals(
    originals,
    items.map(({ request }) => request),
  );
  const pairs = theirs.map(({ acc_4, perf_4 }) => [round(acc_4), round(perf_4)]);
  return compare('circular evaluation: acc_4 and perf_4', items, pairs);
}

const SERIES = {
  ...{ benchmark: 'ancestral-trace', task: 'choice', language: 'en', haystack: '' },
  ...{ key: 'chains', id: 'chains', title: 'chains', variant: '', version: '', lengths: [1000] },
};

function askedOf(one) {
  return askedCase('reader', SERIES, 1000, [rowOf(one)]);
}

function rowOf({ chain, turn, score }) {
  return {
    provider: 'reader',
    benchmark: 'ancestral-trace',
    language: 'en',
    ...{ task: 'choice', haystack: '', variant: '' },
    id: `${chain}/${turn}`,
    tokens: 1000,
    marks: [score],
    positions: [],
    seed: 1,
    unit: `5 steps, chain ${chain}`,
    composite: { part: '5 steps', weight: 5 },
    score,
  };
}

function round(number) {
  return Math.round(number * 1e6) / 1e6;
}

/** The authors' mark of Lost in the Middle: the accepted answers in the first line. */
export function firstLines(originals, file) {
  const records = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(0, 400)
    .map((line) => JSON.parse(line));
  const { normalise } = documentWords('en');
  const others = records.map(({ answers }) => answers[0]);
  const items = records.flatMap(({ answers, ctxs }, i) => {
    const [keyword] = answers;
    const right = { answer: `It is ${keyword}.`, keyword, sentence: ctxs[0].text, others };
    return [
      ...mutations(right, `first line/${i}`),
      { kind: 'leading line break', text: `\n${keyword}` },
      { kind: 'second line', text: `Well.\n${keyword}` },
    ]
      .filter(({ kind }) => !(kind in EXPLAINED))
      .map(({ kind, text }) => ({
        note: `${kind} ${JSON.stringify(text.slice(0, 60))}`,
        ours: markFirstLine(readableAnswer(text), answers, normalise),
        request: { rule: 'first line', answer: text, answers },
      }));
  });
  return compare(
    'Lost in the Middle: first line',
    items,
    askOriginals(
      originals,
      items.map(({ request }) => request),
    ),
  );
}
