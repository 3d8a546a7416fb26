/**
 * Compares our scores of RULER (both versions), NoLiMa, MRCR v2, OOLONG and LongBench Pro with those of the authors' code,
 * and those of MRCR and GraphWalks with NeMo Gym's, on right, wrong and changed answers; then scores the answers that
 * NeMo Gym has recorded, and runs its tests of GraphWalks against our rule.
 *
 *   npm run build && node bench/scorers.mjs RULER NOLIMA NEMO_GYM EVAL_HUB OOLONG LONGCONTEXT SKILLS
 *
 * These are checkouts of github.com/NVIDIA/RULER, github.com/adobe-research/NoLiMa, github.com/NVIDIA-NeMo/Gym,
 * github.com/google-deepmind/eval_hub, github.com/abertsch72/oolong, github.com/caskcsg/longcontext and the branch
 * chsieh/ruler2 of github.com/NVIDIA-NeMo/Skills. Needs python3 with dateutil.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import seedrandom from 'seedrandom';
import { benchmarkOf } from '../dist/benchmarks/registry.js';
import { rulerReferences as referencesOf } from '../dist/benchmarks/ruler/cases.js';
import {
  aggregate,
  drawnRecords as recordsOf,
} from '../dist/extras/more-benchmarks/aggregation/records.js';
import { finalLine, truthOf } from '../dist/extras/more-benchmarks/graph-walks/cases.js';
import { wantedFor } from '../dist/extras/more-benchmarks/mrcr/cases.js';
import { pairOf } from '../dist/extras/more-benchmarks/nolima/pairs.js';
import { aggregation, graphWalks, mrcr, nolima, ruler } from '../dist/index.js';
import { compare } from './fidelity/ask-originals.mjs';
import { EXPLAINED, mutations } from './fidelity/mutations.mjs';
import { NEWER } from './fidelity/newer-scorers.mjs';
import { printTable } from './markdown.mjs';
import { scored } from './scored.mjs';

const folders = process.argv.slice(2);
const [, , gymFolder] = folders;
if (folders.length < 7) {
  console.error(
    'usage: node bench/scorers.mjs RULER NOLIMA NEMO_GYM EVAL_HUB OOLONG LONGCONTEXT SKILLS',
  );
  process.exit(2);
}

const casesOf = async (tests) => (await tests).map(({ vars }) => vars.case);

/** Answers to a Case, and what a rule needs to score them. */
function itemsOf(
  cases,
  rule,
  rightOf,
  requestOf,
  { scale = 1, wrap = (text) => text, named } = {},
) {
  return cases.flatMap((theCase, i) =>
    mutations(rightOf(theCase), `${rule}/${i}`)
      .filter(({ kind }) => !(kind in EXPLAINED))
      .map(({ kind, text }) => ({ kind, text: wrap(text) }))
      .map(({ kind, text }) => ({
        note: `${theCase.task} ${kind} ${JSON.stringify(text.slice(0, 60))}`,
        // RULER rounds its percentages to two places.
        ours: Number((scale * scoreOf(text, theCase, named)).toFixed(scale === 1 ? 12 : 2)),
        request: { rule, answer: text, ...requestOf(theCase) },
      })),
  );
}

/** Our score, or a named one. */
function scoreOf(text, theCase, named) {
  const { score, namedScores } = scored(text, theCase);
  return named ? namedScores[named] : score;
}

/** The same answers, and each of them with white space around it. */
function withWhiteSpace(itemsFor) {
  return async (rule) => {
    const wrap = (text) => `\n\n ${text}\n \n`;
    return [...(await itemsFor(rule)), ...(await itemsFor(rule, wrap))];
  };
}

function changed(text, random) {
  return [...text].filter(() => random() > 0.05).join('');
}

async function rulerItems(rule, isPart) {
  const all = await casesOf(ruler({ lengths: [4096], seeds: isPart ? 17 : 8, haystack: 'prose' }));
  const cases = all.filter(({ task }) => task.startsWith('qa_') === isPart);
  const others = all.flatMap(referencesOf);
  const rightOf = (theCase) => {
    const references = referencesOf(theCase);
    const [keyword] = references;
    return {
      answer: references.join(', '),
      keyword,
      sentence: `It says ${references.slice(1).join(' and ')}.`,
      others,
    };
  };
  const requestOf = (theCase) => ({ references: referencesOf(theCase) });
  return itemsOf(cases, rule, rightOf, requestOf, { scale: 100 });
}

async function nolimaItems(rule) {
  const cases = await casesOf(nolima({ lengths: [500], depths: 2, questions: 12, seeds: 2 }));
  const others = cases.map((theCase) => pairOf(theCase).answers[0]);
  const rightOf = (theCase) => {
    const { answers, fact } = pairOf(theCase);
    return { answer: answers[0], keyword: answers[0], sentence: fact, others };
  };
  return itemsOf(cases, rule, rightOf, (theCase) => ({ references: pairOf(theCase).answers }));
}

async function mrcrItems(rule, wrap, version = 1) {
  const cases = await casesOf(mrcr({ version, needles: [2, 8], lengths: [8000], seeds: 5 }));
  const rightOf = (theCase) => {
    const { answer, prefix, pieces, right } = wantedFor(theCase);
    const random = seedrandom(answer);
    const other = prefix + pieces[(right + 1) % pieces.length];
    return {
      answer,
      keyword: changed(answer, random),
      sentence: answer.slice(0, 300),
      others: [other, pieces[right]],
    };
  };
  const requestOf = (theCase) => {
    const { prefix, answer } = wantedFor(theCase);
    return { prefix, reference: answer };
  };
  return itemsOf(cases, rule, rightOf, requestOf, { wrap });
}

async function graphItems(rule, wrap) {
  const cases = await casesOf(graphWalks({ lengths: [3000], steps: [1, 2, 3], seeds: 12 }));
  const rightOf = (theCase) => {
    const { answer } = truthOf(theCase);
    const others = [answer.slice(1), [...answer, '0123456789'], ['abc'], []].map(finalLine);
    return {
      answer: `First.\n${finalLine(answer)}`,
      keyword: finalLine(answer),
      sentence: `So\n${finalLine([...answer].reverse())} `,
      others,
    };
  };
  return itemsOf(cases, rule, rightOf, (theCase) => ({ nodes: truthOf(theCase).answer }), {
    ...{ wrap, named: 'last line' },
  });
}

/** The prefix also twice, in the middle and at the end. */
async function secondItems(rule, wrap) {
  const items = await mrcrItems(rule, wrap, 2);
  const around = await mrcrItems(rule, (text) => `I start with ${text.slice(0, 12)}:\n${text}`, 2);
  return [...items, ...around, ...(await mrcrItems(rule, (text) => text + text.slice(0, 12), 2))];
}

function aggregationItems(named) {
  return async (rule, wrap) => {
    const cases = await casesOf(aggregation({ lengths: [3000], seeds: 12 }));
    const keys = { count: 'Answer', most: 'Label', user: 'User', date: 'Date' };
    const rightFor = (theCase) => aggregate(theCase.task, recordsOf(theCase));
    const rightOf = (theCase) => {
      const right = rightFor(theCase);
      const key = keys[theCase.task];
      const [year, month, day] = right.split('-');
      const other = { count: `${Number(right) + 3}`, date: `${month}/${day}/${year}` }[
        theCase.task
      ];
      return {
        answer: `${key}: ${right}`,
        keyword: right,
        sentence: `${key}: [${right}]`,
        others: [`${key}: ${other ?? 'nobody'}`, `${key}: **${right}**.`],
      };
    };
    const requestOf = (theCase) => ({
      type: { count: 'NUMERIC', most: 'LABEL', user: 'USER', date: 'DATE' }[theCase.task],
      reference: rightFor(theCase),
    });
    return itemsOf(cases, rule, rightOf, requestOf, { wrap, named });
  };
}

/** Ways to write a right or a wrong date, and the like of numbers, which mutations do not find. */
async function writtenItems(rule) {
  const cases = await casesOf(
    aggregation({ lengths: [3000], seeds: 30, tasks: ['count', 'date'] }),
  );
  return cases.flatMap((theCase) => {
    const right = aggregate(theCase.task, recordsOf(theCase));
    const type = theCase.task === 'date' ? 'DATE' : 'NUMERIC';
    return (type === 'DATE' ? datesOf(right) : numbersOf(right)).map((given) => {
      const answer = `${type === 'DATE' ? 'Date' : 'Answer'}: ${given}`;
      return {
        note: `${theCase.task} ${JSON.stringify(answer)} for ${right}`,
        ours: Number(scoreOf(answer, theCase, 'oolong').toFixed(12)),
        request: { rule, answer, type, reference: right },
      };
    });
  });
}

function datesOf(right) {
  const [year, month, day] = right.split('-').map(Number);
  const names =
    'January February March April May June July August September October November December';
  const name = names.split(' ')[month - 1];
  const short = name.slice(0, 3);
  return [
    ...[
      `${month}/${day}/${year}`,
      `${day}/${month}/${year}`,
      `${day}.${month}.${year}`,
      `${month}-${day}-${year}`,
    ],
    ...[
      `${year}/${month}/${day}`,
      `${year}.${month}.${day}`,
      `${year}-${month}-${day}`,
      `${right}.`,
      `${right}T00`,
    ],
    ...[
      `${name} ${day}, ${year}`,
      `${day} ${name} ${year}`,
      `${short} ${day} ${year}`,
      `${short}. ${day}, ${year}`,
    ],
    ...[
      `${name} ${day}th, ${year}`,
      `${day}th of ${name}, ${year}`,
      `on ${right}`,
      `Monday, ${name} ${day}, ${year}`,
    ],
    ...[
      `${year}年${month}月${day}日`,
      `**${right}**`,
      `[${right}]`,
      `${right} (28 records)`,
      `${right} 00:00`,
      '2023-02-30',
    ],
  ];
}

function numbersOf(right) {
  return [
    ...[
      right,
      ` ${right} `,
      `${right}.`,
      `${right} records`,
      `+${right}`,
      `0${right}`,
      `${right}.0`,
      `1_${right}`,
    ],
    ...[
      `-${right}`,
      `~${right}`,
      `1,${right}`,
      'twelve',
      `${Number(right) + 1}`,
      `**${Number(right) - 2}**`,
      `(${right})`,
    ],
  ];
}

const all = {
  'RULER string_match_all': (rule) => rulerItems(rule, false),
  'RULER string_match_part': (rule) => rulerItems(rule, true),
  'NoLiMa contains': nolimaItems,
  'MRCR ratio': withWhiteSpace(mrcrItems),
  'GraphWalks F1': withWhiteSpace(graphItems),
  'MRCR v2 metric': withWhiteSpace(secondItems),
  'OOLONG synth': withWhiteSpace(aggregationItems('oolong')),
  'OOLONG synth, dates and numbers': writtenItems,
  ...NEWER,
};
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

function python(script, args, input) {
  const { status, stdout, stderr } = spawnSync('python3', [here(script), ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (status !== 0) throw new Error(stderr.slice(-2000));
  return stdout;
}

const rows = [];
for (const [rule, make] of Object.entries(all)) {
  const items = await make(rule);
  const stdout = python(
    'fidelity/scorers.py',
    folders,
    items.map(({ request }) => JSON.stringify(request)).join('\n'),
  );
  const theirs = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).value);
  const { compared, equal, differences } = compare(rule, items, theirs);
  for (const difference of differences.slice(0, 6)) console.error(`${rule}: ${difference}`);
  rows.push({ rule, equal, compared });
}

/** Recorded answers of NeMo Gym, whose lines are read as a published file. */
async function recorded(name, generator) {
  const published = join(gymFolder, 'resources_servers', name, 'data/example_rollouts.jsonl');
  const lines = readFileSync(published, 'utf8').trimEnd().split('\n');
  const rollouts = lines.map((line) => JSON.parse(line));
  const cases = await casesOf(generator({ published }));
  const items = await Promise.all(
    cases.map(async (theCase, i) => {
      const benchmark = benchmarkOf(theCase);
      await benchmark.load(theCase);
      const answer = rollouts[i].response.output
        .flatMap(({ type, content }) => (type === 'message' ? content : []))
        .map(({ text }) => text)
        .join('');
      return { ours: scored(answer, theCase).score };
    }),
  );
  const rewards = rollouts.map(({ reward }) => reward);
  return compare(`recorded answers of ${name}`, items, rewards);
}

const results = [await recorded('mrcr', mrcr), await recorded('graphwalks', graphWalks)];
const tests = Object.entries(
  JSON.parse(
    python('fidelity/graphwalks_tests.py', [
      gymFolder,
      process.execPath,
      here('fidelity/graph-answer.mjs'),
    ]),
  ),
);
results.push(
  compare(
    'NeMo Gym’s tests of GraphWalks',
    tests.map(([note]) => ({ note, ours: 'passed' })),
    tests.map(([, reply]) => reply),
  ),
);
for (const { name, equal, compared, differences } of results) {
  for (const difference of differences) console.error(`${name}: ${difference}`);
  rows.push({ rule: name, equal, compared });
}
printTable(
  ['rule', 'equal'],
  rows.map(({ rule, equal, compared }) => [rule, `${equal} of ${compared}`]),
);
process.exitCode = rows.every(({ equal, compared }) => equal >= 0.995 * compared) ? 0 : 1;
