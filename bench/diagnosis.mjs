/**
 * How often the diagnosis of a Counting-Stars answer is the right word: simulated answers of readers whose
 * failing is known, scored as any answer is.
 *
 *   npm run build && node bench/diagnosis.mjs [answers]
 */
import seedrandom from 'seedrandom';
import { starsOf } from '../dist/benchmarks/counting-stars/stars.js';
import { countingStars } from '../dist/index.js';
import { percent, printTable } from './markdown.mjs';
import { scored } from './scored.mjs';

const ANSWERS = Number(process.argv[2] ?? 2000);
const SIZES = [16, 32, 64];

/** Finds a star at a place from 0 to 1 with this probability. */
const findsWith = (probability) => (stars, random) =>
  stars.filter((_, i) => random() < probability(i / (stars.length - 1))).map(({ count }) => count);

const valley = (deepest) => (place) => deepest + (1 - deepest) * Math.abs(2 * place - 1);
const steps = ([first], length) => Array.from({ length }, (_, i) => first + 4 * (i + 1));

/** What is asked, how it answers, and the words that are right. */
const MODELS = {
  'finds each star with probability 0.9': [{}, findsWith(() => 0.9), ['scattered', 'complete']],
  'finds each star with probability 0.7': [{}, findsWith(() => 0.7), ['scattered']],
  'middle with probability 0, rising to 1 at the ends': [
    {},
    findsWith(valley(0)),
    ['missing-middle'],
  ],
  'middle with probability 0.4, rising to 1 at the ends': [
    {},
    findsWith(valley(0.4)),
    ['missing-middle'],
  ],
  'everything up to 0.7, then nothing': [
    {},
    findsWith((place) => Number(place <= 0.7)),
    ['missing-tail'],
  ],
  'only the first quarter of the text': [
    {},
    findsWith((place) => Number(place < 0.25)),
    ['missing-tail'],
  ],
  'only the last quarter of the text': [
    {},
    findsWith((place) => Number(place > 0.75)),
    ['missing-head'],
  ],
  '8 stars, then steps of 4': [
    { order: 'ascending' },
    (stars) => {
      const found = stars.slice(0, 8).map(({ count }) => count);
      return [...found, ...steps(found.slice(-1), stars.length - 8)];
    },
    ['regular-sequence'],
  ],
  'mistaken counts, half of the time': [
    { tasks: ['reasoning'] },
    (stars, random) => stars.map(({ count, wrong }) => (random() < 0.5 ? wrong : count)),
    ['mixed-up'],
  ],
  'mistaken counts, always': [
    { tasks: ['reasoning'] },
    (stars) => stars.map(({ wrong }) => wrong),
    ['mixed-up'],
  ],
};

const rows = [];
for (const [name, [config, answer, words]] of Object.entries(MODELS)) {
  const shares = [];
  for (const stars of SIZES) {
    const tests = await countingStars({ stars, lengths: [32_000], seeds: ANSWERS, ...config });
    const right = tests.filter(({ vars }, i) => {
      const numbers = answer(starsOf(vars.case), seedrandom(`${name}/${stars}/${i}`));
      const { metadata } = scored(JSON.stringify({ little_penguin: numbers }), vars.case);
      return words.includes(metadata.diagnosis);
    });
    shares.push(percent(right.length / tests.length));
  }
  rows.push([name, words.map((word) => `\`${word}\``).join(' or '), ...shares]);
}
printTable(['reader', 'right word', ...SIZES.map((stars) => `${stars} stars`)], rows);
