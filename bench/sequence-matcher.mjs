/**
 * Compares the likeness of MRCR with Python's `difflib.SequenceMatcher(None, a, b).ratio()`: random,
 * changed and foreign texts, with characters beyond the first plane.
 *
 *   npm run build && node bench/sequence-matcher.mjs PYTHON [PAIRS]
 */
import { spawnSync } from 'node:child_process';
import seedrandom from 'seedrandom';
import { sequenceRatio } from '../dist/extras/more-benchmarks/mrcr/sequence-matcher.js';
import { printTable } from './markdown.mjs';

const [python, pairs = '2000'] = process.argv.slice(2);
if (!python) {
  console.error('usage: node bench/sequence-matcher.mjs PYTHON [PAIRS]');
  process.exit(1);
}

const LONGEST = 20_000;
const random = seedrandom('sequence-matcher');
const below = (n) => Math.floor(random() * n);

/** A text of so many different characters, some of them beyond the first plane. */
function randomText(length, characters) {
  const letters = Array.from({ length: characters }, (_, i) =>
    String.fromCodePoint(i % 3 === 0 ? 0x1f300 + i : i % 3 === 1 ? 0x4e00 + i : 0x61 + (i % 26)),
  );
  return Array.from({ length }, () => letters[below(characters)]).join('');
}

function changed(text, share) {
  const characters = [...text].flatMap((one) => {
    if (random() >= share) return one;
    return [[], [one, '😀'], ['Q'], [one, one]][below(4)];
  });
  const cut = random() < 0.3 ? below(characters.length + 1) : 0;
  return [...characters.slice(cut), ...characters.slice(0, cut)].join('');
}

const cases = Array.from({ length: Number(pairs) }, () => {
  const length = Math.floor(LONGEST ** random());
  const a = randomText(length, [2, 5, 30, 120, 400][below(5)]);
  const b =
    random() < 0.7 ? changed(a, [0, 0.01, 0.1, 0.5][below(4)]) : randomText(below(length), 30);
  return [a, b];
});

const script =
  'import sys, json, difflib\n' +
  'print(json.dumps([difflib.SequenceMatcher(None, a, b).ratio() for a, b in json.load(sys.stdin)]))';
const { stdout, stderr, status } = spawnSync(python, ['-c', script], {
  input: JSON.stringify(cases),
  maxBuffer: 2 ** 30,
  encoding: 'utf8',
});
if (status !== 0) throw new Error(stderr || `${python} ended with ${status}`);
const expected = JSON.parse(stdout);
const differences = cases.map(([a, b], i) => Math.abs(sequenceRatio(a, b) - expected[i]));
const equal = differences.filter((difference) => difference === 0).length;
printTable(
  ['pairs of texts that are equal', 'largest difference'],
  [
    [
      `${equal.toLocaleString('en')} of ${cases.length.toLocaleString('en')}`,
      Math.max(...differences),
    ],
  ],
);
