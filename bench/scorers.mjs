/**
 * Compares our scores of RULER and NoLiMa with those of the authors' code, and those of MRCR and GraphWalks
 * with NeMo Gym's, on right, wrong and changed answers; then scores the answers that NeMo Gym has recorded,
 * and runs its tests of GraphWalks against our rule.
 *
 *   npm run build && node bench/scorers.mjs RULER NOLIMA NEMO_GYM
 *
 * These are checkouts of github.com/NVIDIA/RULER, github.com/adobe-research/NoLiMa and
 * github.com/NVIDIA-NeMo/Gym. Needs python3.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import seedrandom from 'seedrandom';
import { truthOf } from '../dist/benchmarks/graph-walks/cases.js';
import { finalLine } from '../dist/benchmarks/graph-walks/words.js';
import { wantedFor } from '../dist/benchmarks/mrcr/cases.js';
import { pairOf } from '../dist/benchmarks/nolima/pairs.js';
import { benchmarkOf } from '../dist/benchmarks/registry.js';
import { referencesOf } from '../dist/benchmarks/ruler/cases.js';
import { graphWalks, mrcr, nolima, ruler } from '../dist/index.js';
import { compare } from './fidelity/ask-originals.mjs';
import { EXPLAINED, mutations } from './fidelity/mutations.mjs';
import { printTable } from './markdown.mjs';

const [rulerFolder, nolimaFolder, gymFolder] = process.argv.slice(2);
if (!gymFolder) {
  console.error('usage: node bench/scorers.mjs RULER NOLIMA NEMO_GYM');
  process.exit(2);
}

const casesOf = async (tests) => (await tests).map(({ vars }) => vars.case);

/** Answers to a Case, and what a rule needs to score them. */
function itemsOf(cases, rule, rightOf, requestOf, { scale = 1, wrap = (text) => text } = {}) {
  return cases.flatMap((theCase, i) =>
    mutations(rightOf(theCase), `${rule}/${i}`)
      .filter(({ kind }) => !(kind in EXPLAINED))
      .map(({ kind, text }) => ({ kind, text: wrap(text) }))
      .map(({ kind, text }) => ({
        note: `${theCase.task} ${kind} ${JSON.stringify(text.slice(0, 60))}`,
        // RULER rounds its percentages to two places.
        ours: Number(
          (scale * benchmarkOf(theCase).score(text, theCase).score).toFixed(scale === 1 ? 12 : 2),
        ),
        request: { rule, answer: text, ...requestOf(theCase) },
      })),
  );
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

async function mrcrItems(rule, wrap) {
  const cases = await casesOf(mrcr({ needles: [2, 8], lengths: [8000], seeds: 5 }));
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
    wrap,
  });
}

const all = {
  'RULER string_match_all': (rule) => rulerItems(rule, false),
  'RULER string_match_part': (rule) => rulerItems(rule, true),
  'NoLiMa contains': nolimaItems,
  'MRCR ratio': withWhiteSpace(mrcrItems),
  'GraphWalks F1': withWhiteSpace(graphItems),
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
    [rulerFolder, nolimaFolder, gymFolder],
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
/** Recorded answers of NeMo Gym, scored as those of a published file of the authors' form. */
async function recorded(name, generator, exampleOf) {
  const rollouts = readFileSync(
    join(gymFolder, 'resources_servers', name, 'data/example_rollouts.jsonl'),
    'utf8',
  )
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  try {
    const published = join(folder, 'examples.jsonl');
    writeFileSync(published, rollouts.map((one) => JSON.stringify(exampleOf(one))).join('\n'));
    const cases = await casesOf(generator({ published }));
    const items = await Promise.all(
      cases.map(async (theCase, i) => {
        const benchmark = benchmarkOf(theCase);
        await benchmark.load(theCase);
        const answer = rollouts[i].response.output
          .flatMap(({ type, content }) => (type === 'message' ? content : []))
          .map(({ text }) => text)
          .join('');
        return { ours: benchmark.score(answer, theCase).score };
      }),
    );
    return compare(
      `recorded answers of ${name}`,
      items,
      rollouts.map(({ reward }) => reward),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const promptOf = ({ responses_create_params: { input } }) =>
  input.map(({ role, content }) => ({ role, content }));
const results = [
  await recorded('mrcr', mrcr, (one) => ({
    prompt: promptOf(one),
    answer: one.expected_answer,
    random_string_to_prepend: one.random_string_to_prepend,
    n_needles: one.n_needles,
    desired_msg_index: 1,
    total_messages: promptOf(one).length,
  })),
  await recorded('graphwalks', graphWalks, (one) => ({
    prompt: promptOf(one)[0].content,
    answer_nodes: JSON.parse(one.expected_answer),
    problem_type: one.problem_type,
  })),
];
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
process.exitCode = rows.every(({ equal, compared }) => equal === compared) ? 0 : 1;
