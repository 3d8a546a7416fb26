/**
 * Fits what is taken for granted of a reader (src/measuring/statistics/curve/prior.ts) to published curves, each half
 * of them judged by the other: how probable are the curves that were not fitted to?
 *
 *   npm run build && node bench/prior.mjs [tries]
 *
 * A published score is the mean of thousands of answers; it is taken for the curve's recall with a normal
 * error of 0.01. Log evidence is the natural logarithm of the density of all scores.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { parse } from 'yaml';
import { filter, startOf, stepsBetween } from '../dist/measuring/statistics/curve/curve-chain.js';
import { levelsAround } from '../dist/measuring/statistics/curve/levels.js';
import { LEARNT } from '../dist/measuring/statistics/curve/prior.js';
import { noteTime, printTable } from './markdown.mjs';
import { root } from './measure.mjs';

const TRIES = Number(process.argv[2] ?? 300);
const ERROR = 0.01;
const PER_OCTAVE = 4;
const LEVELS = levelsAround(0.85);

/** Curves that were published at every length, prepared for the chain. */
const curves = ['ruler', 'nolima'].flatMap((name) => {
  const file = join(root, 'datasets/published', `${name}.yaml`);
  const { lengths, models } = parse(readFileSync(file, 'utf8'));
  return Object.values(models)
    .filter(({ recall }) => recall.every((score) => score !== null))
    .map(({ recall }) => prepared(lengths, recall));
});

function prepared(lengths, recall) {
  const octaves = Math.log2(lengths.at(-1) / lengths[0]);
  const tokens = Array.from(
    { length: octaves * PER_OCTAVE + 1 },
    (_, i) => lengths[0] * 2 ** (i / PER_OCTAVE),
  );
  const none = new Float64Array(LEVELS.recalls.length).fill(1);
  const likelihoods = tokens.map((length) => {
    const score = recall[lengths.findIndex((one) => Math.abs(one / length - 1) < 1e-9)];
    if (score === undefined) return none;
    return Float64Array.from(LEVELS.recalls, (level) =>
      Math.max(1e-300, Math.exp(-(((score - level) / ERROR) ** 2) / 2)),
    );
  });
  const constant = -recall.length * Math.log(ERROR * Math.sqrt(2 * Math.PI));
  return { tokens, likelihoods, constant };
}

function logEvidence(prior, own) {
  const start = startOf(LEVELS, prior);
  const steps = new Map();
  let sum = 0;
  for (const { tokens, likelihoods, constant } of own) {
    const key = tokens.length;
    if (!steps.has(key)) steps.set(key, stepsBetween(tokens, LEVELS, prior));
    sum += filter(start, likelihoods, steps.get(key)).logEvidence + constant;
  }
  return sum;
}

/** The seven numbers that are fitted, those above 0 as logarithms. */
const numbersOf = ({ start, pace, faster, slower, cliffs }) => [
  start.mean,
  Math.log(start.sd),
  pace.mean,
  ...[pace.sd, faster, slower, cliffs].map(Math.log),
];
const priorOf = ([mean, sd, paceMean, ...logs]) => {
  const [paceSd, faster, slower, cliffs] = logs.map(Math.exp);
  return {
    ...LEARNT,
    start: { mean, sd: Math.exp(sd) },
    pace: { mean: paceMean, sd: paceSd },
    faster,
    slower,
    cliffs,
  };
};

/** Random steps that shrink, each taken where it makes the curves more probable. */
function fitted(own, name) {
  const random = seedrandom(name);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let best = numbersOf(LEARNT);
  let most = logEvidence(LEARNT, own);
  for (let i = 0; i < TRIES; i++) {
    const width = 0.5 * 0.05 ** (i / TRIES);
    const tried = best.map((one) => (random() < 0.4 ? one + width * normal() : one));
    const found = logEvidence(priorOf(tried), own);
    if (found > most) [best, most] = [tried, found];
  }
  return { prior: priorOf(best), evidence: most };
}

const time = performance.now();
const halves = [0, 1].map((parity) => curves.filter((_, i) => i % 2 === parity));
const fits = halves.map((half, i) => fitted(half, `half ${i}`));
const all = fitted(curves, 'all');
const seen = [...fits, all];
const unseen = fits.map(({ prior }, i) => logEvidence(prior, halves[1 - i]));
const two = (value) => value.toFixed(2);
const kinds = {
  'start, logits': ({ start }) => `${two(start.mean)} (SD ${two(start.sd)})`,
  'ln pace': ({ pace }) => `${two(pace.mean)} (SD ${two(pace.sd)})`,
  'faster, an octave': ({ faster }) => faster.toFixed(3),
  'slower, an octave': ({ slower }) => slower.toFixed(3),
  'cliffs, an octave': ({ cliffs }) => cliffs.toFixed(3),
};
console.log(`\n## prior; ${curves.length} curves, ${TRIES} tries each`);
printTable(
  ['fitted to', 'one half', 'the other half', 'all', 'as it is in use'],
  [
    ...Object.entries(kinds).map(([kind, text]) => [
      kind,
      ...[...seen.map(({ prior }) => prior), LEARNT].map(text),
    ]),
    [
      'log evidence of these curves',
      ...[...seen.map(({ evidence }) => evidence), logEvidence(LEARNT, curves)].map((one) =>
        one.toFixed(1),
      ),
    ],
    ['of the other half', ...unseen.map((one) => one.toFixed(1)), '', ''],
    ['of all, each half unseen', '', '', (unseen[0] + unseen[1]).toFixed(1), ''],
  ],
);
noteTime('prior', time);
