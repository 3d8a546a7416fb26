/**
 * Own documents: how long their tests take to make, and whether what is said of questions that are each asked at
 * several lengths holds (docs/method/questions.md).
 *
 *   npm run build && node bench/own-documents.mjs time [random | similar] [lengths …]
 *   npm run build && node bench/own-documents.mjs means | places | lengths | gate [--runs 200]
 *
 * `time` is of 500 questions about 10,000 documents of 2 KB. All others imagine 17 questions at five lengths.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import seedrandom from 'seedrandom';
import { shuffled } from '../dist/base/shuffle.js';
import { ownDocuments } from '../dist/index.js';
import { baselineOf } from '../dist/measuring/facts/baseline-of.js';
import { evaluationOf } from '../dist/measuring/facts/evaluation/evaluation.js';
import { crossing } from '../dist/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../dist/measuring/statistics/curve/recall-curve.js';
import { middleDip, tailLoss } from '../dist/measuring/statistics/positions.js';
import { recallInterval } from '../dist/measuring/statistics/recall-interval.js';
import { unitInterval, weighedByUnit } from '../dist/measuring/statistics/units.js';
import { gate } from '../dist/measuring/verdicts/gate/gate.js';
import { percent, printRows } from './markdown.mjs';
import { gamma, mean } from './readers.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '200' } },
});
const [section = 'means', ...others] = positionals;
const RUNS = Number(values.runs);

const QUESTIONS = 17;
const LENGTHS = [1000, 2000, 4000, 8000, 16_000];

/** Beta with a mean and a correlation of what is drawn with it. */
function beta(share, icc, random) {
  const size = 1 / icc - 1;
  const x = gamma(share * size, random);
  return x / (x + gamma((1 - share) * size, random));
}

const same = (mark) => LENGTHS.map(() => mark);

/** Pipelines: how likely the answers to one question are right, at each length, by where its document stands. */
const pipelines = {
  'loses 15 % of the questions at all lengths': (random) => same(Number(random() > 0.15)),
  'loses 40 % of the questions at all lengths': (random) => same(Number(random() > 0.4)),
  'loses 15 % of the answers': () => same(0.85),
  'good and bad questions, ICC 0.3': (random) => same(beta(0.85, 0.3, random)),
  'good and bad questions, ICC 0.6': (random) => same(beta(0.85, 0.6, random)),
  'a length of its own for each question': (random) => {
    const held = 1 + Math.floor(8 * random());
    return LENGTHS.map((_, i) => Number(i < held));
  },
  'loses the tail': (_, depth) => same(Number(depth <= 0.8)),
  'loses half of the tail': (_, depth) => same(depth <= 0.8 ? 1 : 0.5),
  'loses the middle': (_, depth) => same(Number(Math.abs(depth - 0.5) > 0.2)),
};

/** The prompts of one evaluation, with one depth for each question, as `ownDocuments` draws them. */
function asked(pipeline, random, depths = 1) {
  const parts = shuffled([...Array(QUESTIONS).keys()], random);
  return parts.flatMap((part, question) => {
    const seed = random();
    return Array.from({ length: depths }, (_, i) => {
      const depth = depths === 1 ? (part + random()) / QUESTIONS : i / (depths - 1);
      const recalls = pipeline(seedrandom(`${seed}`), depth);
      return LENGTHS.map((tokens, at) => ({
        unit: `question ${question}`,
        tokens,
        marks: [Number(random() < recalls[at])],
        positions: [depth],
      }));
    }).flat();
  });
}

const alone = (prompts) => prompts.map(({ unit, ...prompt }) => prompt);
const explanationsOf = (prompts) => recallCurve(weighedByUnit(prompts)).explanations;
const excludes0 = (interval) => interval !== undefined && (interval.low > 0 || interval.high < 0);

const sections = {
  means() {
    const row = printRows('pipeline', 'recall', 'covered', 'covered, prompts as draws', 'width');
    for (const [name, pipeline] of Object.entries(pipelines)) {
      const random = seedrandom(name);
      const truth = mean(Array.from({ length: 100_000 }, () => mean(pipeline(random, random()))));
      const covers = ({ low, high }) => low <= truth + 1e-3 && high >= truth - 1e-3;
      const found = Array.from({ length: RUNS }, () => {
        const prompts = asked(pipeline, random);
        const interval = unitInterval(prompts);
        const other = recallInterval(alone(prompts), explanationsOf(alone(prompts)));
        return [covers(interval), covers(other), interval.high - interval.low].map(Number);
      });
      const [own, other, width] = [0, 1, 2].map((i) => mean(found.map((one) => one[i])));
      row(name, truth.toFixed(3), percent(own), percent(other), width.toFixed(2));
    }
  },

  places() {
    const row = printRows(
      'pipeline',
      'depths',
      'tail loss excludes 0',
      'middle dip excludes 0',
      'tail loss, prompts as draws',
      'middle dip, prompts as draws',
    );
    for (const [name, pipeline] of Object.entries(pipelines)) {
      for (const depths of [1, 5]) {
        const random = seedrandom(`${name}/${depths}`);
        const found = Array.from({ length: RUNS }, () => {
          const prompts = asked(pipeline, random, depths);
          const [own, other] = [prompts, alone(prompts)].map((all) => {
            const explanations = explanationsOf(all);
            return [tailLoss(all, explanations), middleDip(all, explanations)].map(excludes0);
          });
          return [...own, ...other].map(Number);
        });
        row(name, depths, ...[0, 1, 2, 3].map((i) => percent(mean(found.map((one) => one[i])))));
      }
    }
  },

  lengths() {
    const row = printRows('recall', 'questions', 'covered', 'covered, prompts as draws');
    const octaves = (tokens) => Math.log2(tokens / LENGTHS[0]) / 4;
    const curves = {
      '0.9 everywhere': () => 0.9,
      '0.82 everywhere': () => 0.82,
      '1 to 0.6': (tokens) => 1 - 0.4 * octaves(tokens),
      '0.95 to 0.7': (tokens) => 0.95 - 0.25 * octaves(tokens),
      '0.97, from 6K on 0.5': (tokens) => (tokens < 6000 ? 0.97 : 0.5),
    };
    const dense = Array.from({ length: 4000 }, (_, i) => LENGTHS[0] * 16 ** (i / 3999));
    for (const [name, recall] of Object.entries(curves)) {
      const truth =
        recall(LENGTHS[0]) < 0.85 ? 0 : (dense.find((at) => recall(at) < 0.85) ?? Infinity);
      const covers = ({ low, high }) =>
        low <= truth + 1e-9 && (high >= truth - 1e-9 || high >= LENGTHS.at(-1));
      for (const [kind, share] of [
        ['each lost at a length of its own', 1],
        ['half of the answers by chance', 0.5],
        ['all answers by chance', 0],
      ]) {
        const random = seedrandom(`${name}/${kind}`);
        const found = Array.from({ length: RUNS }, () => {
          const prompts = Array.from({ length: QUESTIONS }, (_, question) => {
            const own = random();
            return LENGTHS.map((tokens) => ({
              unit: `question ${question}`,
              tokens,
              marks: [Number((random() < share ? own : random()) < recall(tokens))],
            }));
          }).flat();
          return [prompts, alone(prompts)].map((all) =>
            Number(covers(crossing(recallCurve(weighedByUnit(all)), 0.95))),
          );
        });
        row(name, kind, ...[0, 1].map((i) => percent(mean(found.map((one) => one[i])))));
      }
    }
  },

  gate() {
    const row = printRows(
      'pipeline',
      'baseline runs',
      'fails, recall',
      'fails, recall and `cites`',
    );
    for (const [name, world] of Object.entries(worlds)) {
      for (const runs of [1, 3]) {
        const [one, two] = [false, true].map((isTwo) => {
          const random = seedrandom(`${name}/${runs}/${isTwo}`);
          const failed = Array.from({ length: RUNS }, () => {
            const [before, now] = world(random);
            const baseline = Array.from({ length: runs }, () => answered(before(), isTwo));
            const { verdict } = gate(answered(now(), isTwo), baselineOf(baseline, false), OPTIONS);
            return Number(verdict === 'failed');
          });
          return percent(mean(failed));
        });
        row(name, runs, one, two);
      }
    }
  },

  time: timed,
};

/** Two pipelines of one world, as runs: of each the marks of an answer, by question and length. */
const unchanged = (make) => (random) => {
  const model = make(random);
  return [model, model];
};
const steady = (isLost) => () => [() => () => [1, 1], () => (q, i) => same(Number(!isLost(q, i)))];
const LAST = LENGTHS.length - 1;
const noisy = (random, isLost) => () => (q, i) => {
  const right = Number(random() > 0.1 && !isLost(q, i));
  return [right, Number(right && random() > 0.1)];
};
const worlds = {
  'unchanged: other 15 % of the questions lost in each run': unchanged((random) => () => {
    const lost = Array.from({ length: QUESTIONS }, () => random() < 0.15);
    return (q) => same(Number(!lost[q]));
  }),
  'unchanged: 15 % of the answers lost': unchanged((random) => () => () => {
    const right = Number(random() > 0.15);
    return [right, Number(right && random() > 0.1)];
  }),
  'unchanged: sure, unsure and bad questions': unchanged((random) => {
    const rates = Array.from(
      { length: QUESTIONS },
      () => [1, 1, 0.8, 0.3][Math.floor(4 * random())],
    );
    return () => (q) => [Number(random() < rates[q]), Number(random() < rates[q])];
  }),
  '10 of 17 questions lost at the longest length': steady((q, i) => i === LAST && q < 10),
  'the same, with 10 % of all answers lost by chance': (random) => [
    noisy(random, () => false),
    noisy(random, (q, i) => i === LAST && q < 10),
  ],
  '6 of 17 questions lost at the longest length': steady((q, i) => i === LAST && q < 6),
  '4 of 17 questions lost at the longest length': steady((q, i) => i === LAST && q < 4),
  '3 of 17 questions lost at all lengths': steady((q) => q < 3),
};

const OPTIONS = {
  ...{ alpha: 0.05, maxDrop: 0.02, threshold: 0.85, floors: [], floorsBy: 'low', providers: [] },
  allow: { errors: false, missing: false, extra: false, cached: false },
};

/** An evaluation of imagined answers. */
function answered(answer, isTwo) {
  const rows = Array.from({ length: QUESTIONS }, (_, q) =>
    LENGTHS.map((tokens, i) => {
      const [score, cites] = answer(q, i);
      return {
        ...{ id: `${q}/${tokens}`, cluster: `question ${q}`, benchmark: 'own-documents' },
        ...{ task: 'documents', language: 'en', haystack: '', variant: '', provider: 'pipeline' },
        ...{ prompt: 'own', tokens, seed: 1, description: `question ${q}, ${tokens} tokens` },
        ...{ score, marks: [score], positions: [0.5], passed: score === 1, reason: '' },
        ...{ namedScores: {}, answer: '', reserve: 0 },
        ...(isTwo && { measures: { cites }, follow: ['recall', 'cites'] }),
      };
    }),
  ).flat();
  return evaluationOf(rows);
}

async function timed() {
  const DOCUMENTS = 10_000;
  const MANY_QUESTIONS = 500;
  const CHARACTERS = 2000;

  const [distractors = 'random', ...lengths] = others;
  const random = seedrandom('own documents');
  const LETTERS = 'etaoinshrdlucmfwypvbgk';
  const letter = () => LETTERS[Math.floor(LETTERS.length * random() ** 1.5)];
  const vocabulary = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + Math.floor(7 * random()) }, letter).join(''),
  );
  // A few words are in every document, as they are in every language.
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)];
  const sentence = () => {
    const words = Array.from({ length: 6 + Math.floor(16 * random()) }, word).join(' ');
    return `${words[0].toUpperCase()}${words.slice(1)}.`;
  };

  const documents = Array.from({ length: DOCUMENTS }, (_, i) => {
    const sentences = [`Its code is K${i}x.`];
    for (let length = 0; length < CHARACTERS; length += sentences.at(-1).length) {
      sentences.push(sentence());
    }
    return { id: `d${i}`, title: `${word()} ${word()}`, text: sentences.join(' ') };
  });
  const questions = Array.from({ length: MANY_QUESTIONS }, (_, i) => {
    const { id, text } = documents[17 * i];
    const about = text.split(' ').slice(4, 14).join(' ');
    return { question: `What code has ${about}?`, answers: [`K${17 * i}x`], gold: id };
  });

  const folder = mkdtempSync(join(tmpdir(), 'own-documents-'));
  try {
    const write = (name, records) => {
      const path = join(folder, name);
      writeFileSync(path, records.map((one) => JSON.stringify(one)).join('\n'));
      return path;
    };
    const config = {
      questions: write('questions.jsonl', questions),
      documents: write('documents.jsonl', documents),
      lengths: lengths.length > 0 ? lengths.map(Number) : [8000, 32_000],
      distractors,
    };
    const before = process.cpuUsage();
    const tests = await ownDocuments(config);
    const { user, system } = process.cpuUsage(before);
    const memory = process.resourceUsage().maxRSS / 1024;
    console.log(
      `${tests.length} tests with ${distractors} distractors: ${((user + system) / 1e6).toFixed(1)} s of a ` +
        `processor, ${Math.round(memory)} MB`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await sections[section]();
