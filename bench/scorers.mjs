/**
 * Compares our scores of RULER, NoLiMa, MRCR and GraphWalks with those of the originals' rules, on right,
 * wrong and changed answers.
 *
 *   npm run build && node bench/scorers.mjs RULER NOLIMA
 *
 * RULER and NOLIMA are checkouts of github.com/NVIDIA/RULER and github.com/adobe-research/NoLiMa. Needs
 * python3.
 */
import { spawnSync } from 'node:child_process';
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

const [rulerFolder, nolimaFolder] = process.argv.slice(2);
if (!nolimaFolder) {
  console.error('usage: node bench/scorers.mjs RULER NOLIMA');
  process.exit(2);
}

const casesOf = async (tests) => (await tests).map(({ vars }) => vars.case);

/** Answers to a Case, and what a rule needs to score them. */
function itemsOf(cases, rule, rightOf, requestOf, scale = 1) {
  return cases.flatMap((theCase, i) =>
    mutations(rightOf(theCase), `${rule}/${i}`)
      .filter(({ kind }) => !(kind in EXPLAINED))
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
  return itemsOf(cases, rule, rightOf, requestOf, 100);
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

async function mrcrItems(rule) {
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
  return itemsOf(cases, rule, rightOf, requestOf);
}

async function graphItems(rule) {
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
  return itemsOf(cases, rule, rightOf, (theCase) => ({ nodes: truthOf(theCase).answer }));
}

const all = {
  'RULER string_match_all': (rule) => rulerItems(rule, false),
  'RULER string_match_part': (rule) => rulerItems(rule, true),
  'NoLiMa contains': nolimaItems,
  'MRCR ratio': mrcrItems,
  'GraphWalks F1': graphItems,
};
const script = fileURLToPath(new URL('fidelity/scorers.py', import.meta.url));
const rows = [];
for (const [rule, make] of Object.entries(all)) {
  const items = await make(rule);
  const { status, stdout, stderr } = spawnSync('python3', [script, rulerFolder, nolimaFolder], {
    input: items.map(({ request }) => JSON.stringify(request)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  if (status !== 0) throw new Error(stderr.slice(-2000));
  const theirs = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).value);
  const { compared, equal, differences } = compare(rule, items, theirs);
  for (const difference of differences.slice(0, 6)) console.error(`${rule}: ${difference}`);
  rows.push({ rule, equal, compared });
}
printTable(
  ['rule', 'equal'],
  rows.map(({ rule, equal, compared }) => [rule, `${equal} of ${compared}`]),
);
process.exitCode = rows.every(({ equal, compared }) => equal === compared) ? 0 : 1;
