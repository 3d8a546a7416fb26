/**
 * Is the instrument honest? Simulated readers with known recall answer grids whose prompts are only
 * sketched (counts and positions); their answers are scored and analysed as real ones are. Counts how
 * often the 95 % interval covers the true recall, and how often the effective length is recovered.
 *
 *   npm run build && node bench/coverage.mjs [repetitions]
 */
import seedrandom from 'seedrandom';
import { readList } from '../dist/answers/read-answer.js';
import { markStars, meanOf } from '../dist/benchmarks/counting-stars/mark-stars.js';
import { starCounts } from '../dist/benchmarks/counting-stars/star-sentences.js';
import { answerAs } from '../dist/providers/reader-profiles.js';
import { analyse } from '../dist/results/analyse.js';
import { imaginedRow } from './imagined-row.mjs';

const REPETITIONS = Number(process.argv[2] ?? 1000);
const STARS = 32;
const LENGTHS = Array.from({ length: 32 }, (_, k) => 4000 * (k + 1));

/** Reader profiles by the length of the context, and the recall that follows from them. */
const READERS = {
  'recall 0.5': constant(0.5),
  'recall 0.9': constant(0.9),
  'recall 0.99': constant(0.99),
  'recall 0.5, lost in the middle': middle(0.5),
  'recall 0.9, lost in the middle': middle(0.9),
  'recall 0.99, lost in the middle': middle(0.99),
};

function constant(recall) {
  return { profile: () => ({ profile: 'forgetful', recall }), truth: recall };
}

/** The middle's recall r gives r + (1 - r) |2p - 1| at the position p. */
function middle(recall) {
  const positions = Array.from({ length: STARS }, (_, i) => (i + 1) / STARS);
  const shape = meanOf(positions.map((p) => Math.abs(2 * p - 1)));
  const r = (recall - shape) / (1 - shape);
  return {
    profile: () => ({ profile: 'lost-in-the-middle', recall: Math.max(0, r) }),
    truth: r < 0 ? shape : recall,
  };
}

/** Ask every length with every seed; `ragged`: only every eighth length with a second seed. */
function askAll(profileAt, seeds, repetition) {
  const ragged = seeds === 'ragged';
  const rows = [];
  for (let seed = 1; seed <= (ragged ? 2 : seeds); seed++) {
    for (const [i, tokens] of LENGTHS.entries()) {
      if (ragged && seed === 2 && i % 8 !== 0) continue;
      const theCase = { evidence: STARS, seed: repetition * 100 + seed, tokens, order: 'shuffled' };
      const reference = starCounts(theCase);
      const positions = reference.map((_, i) => (i + 1) / STARS);
      const seen = positions.map((position) => ({ position, tokensBefore: 0, tokensAfter: 0 }));
      const understood = {
        pieces: [],
        answer: (recalled) => JSON.stringify({ x: recalled.map((star) => reference[star]) }),
      };
      const random = seedrandom(`${repetition}/${seed}/${tokens}`);
      const answer = answerAs(understood, seen, profileAt(tokens), random);
      const marks = markStars(readList(answer, { keys: ['x'] }).numbers, reference);
      rows.push(
        imaginedRow({
          id: `${tokens}/${seed}`,
          tokens,
          seed,
          score: meanOf(marks),
          marks,
          positions,
        }),
      );
    }
  }
  return rows;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

console.log(`${REPETITIONS} repetitions, ${STARS} stars, ${LENGTHS.length} lengths\n`);
console.log(
  '| reader | seeds | overall recall | recall of one length | mean width of the overall interval |',
);
console.log('|---|---|---|---|---|');
for (const [name, { profile, truth }] of Object.entries(READERS)) {
  for (const seeds of [1, 3, 'ragged']) {
    let overall = 0;
    let single = 0;
    let width = 0;
    for (let repetition = 0; repetition < REPETITIONS; repetition++) {
      const data = analyse(askAll(profile, seeds, repetition));
      const { low, high } = data.summary[0].recall;
      overall += low <= truth && truth <= high;
      width += high - low;
      single +=
        data.lengths.filter(({ recall }) => recall.low <= truth && truth <= recall.high).length /
        LENGTHS.length;
    }
    console.log(
      `| ${name} | ${seeds} | ${percent(overall / REPETITIONS)} | ${percent(single / REPETITIONS)} | ${(width / REPETITIONS).toFixed(4)} |`,
    );
  }
}

console.log(
  '\nEffective length of a reader with recall 0.97 up to 64000 tokens and 0.6 beyond (truth: 64000)\n',
);
console.log('| seeds | value exact | low: 64000 or less | low: mean |');
console.log('|---|---|---|---|');
for (const seeds of [1, 3, 10]) {
  let exact = 0;
  let safe = 0;
  let sum = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const at = (tokens) => ({ profile: 'forgetful', recall: tokens <= 64_000 ? 0.97 : 0.6 });
    const [row] = analyse(askAll(at, seeds, repetition)).summary;
    exact += row.effectiveLength.value === 64_000;
    safe += row.effectiveLength.low <= 64_000;
    sum += row.effectiveLength.low;
  }
  console.log(
    `| ${seeds} | ${percent(exact / REPETITIONS)} | ${percent(safe / REPETITIONS)} | ${Math.round(sum / REPETITIONS)} |`,
  );
}
