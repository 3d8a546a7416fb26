/** What the challenge asks besides the question: the options of a multiple choice, and worked examples. */
import { shuffled } from '../../../base/shuffle.js';
import type { StructuredAnswer } from '../../../benchmarks/benchmark.js';
import {
  type Kinship,
  makePuzzle,
  type Puzzle,
  type PuzzleDraw,
} from '../../../benchmarks/kinship/kinship.js';
import {
  type AskedQuestion,
  ask,
  type KinshipAsking,
  type KinshipTask,
} from '../../../benchmarks/kinship/questions.js';
import { LETTERS } from '../../../benchmarks/letters.js';

/** A structured answer: a letter, a number of generations or a name. */
export function lineageAnswer(
  task: KinshipTask,
  { right, options }: Pick<AskedQuestion, 'right' | 'options'>,
): StructuredAnswer {
  const key = 'answer';
  if (task === 'distance') return { key, value: { type: 'integer' }, right: Number(right) };
  if (task !== 'choice') return { key, value: { type: 'string' }, right };
  const letter = LETTERS[options.indexOf(right)]!;
  return { key, value: { type: 'string', enum: LETTERS }, right: letter };
}

/**
 * The four options of a multiple choice: the eldest; the eldest of the other family, who is named as
 * often; other ancestors, since only the whole trace rules them out; and where there are too few, people
 * of no relation. In the next rotation each option stands one place further up, and the first one last,
 * so that in four rotations the right one stands at each place once (circular evaluation).
 *
 * @param place - where the right one stands in the second rotation, from 0
 */
export function optionsOf(
  puzzle: Puzzle,
  { rotation, place }: { rotation: number; place: number },
  random: () => number,
): string[] {
  const { chain, others, strangers } = puzzle;
  const ancestors = shuffled(chain.slice(1, -1), random);
  const unrelated = shuffled(strangers, random);
  const wrong = [...others.slice(-1), ...ancestors, ...unrelated].slice(0, LETTERS.length - 1);
  const options = shuffled(wrong, random).toSpliced(place, 0, chain.at(-1)!);
  const first = (rotation + LETTERS.length - 2) % LETTERS.length;
  return [...options.slice(first), ...options.slice(0, first)];
}

/** This many statements the worked examples have, in turn. */
const EXAMPLE_STEPS = [1, 2, 3, 5];

export const MOST_EXAMPLES = EXAMPLE_STEPS.length;

/**
 * Worked examples of the same kind of question: a short chain, the question, and the right answer, with
 * the way to it where that is asked for.
 *
 * @param about - the puzzle that they stand before, whose people they leave alone
 */
export function examplesFor(
  kinship: Kinship,
  about: Puzzle,
  { amount, seed, asking, randomFor }: ExampleDraw,
): string {
  const taken = [...about.chain, ...about.others, ...about.strangers];
  const examples = EXAMPLE_STEPS.slice(0, amount).map((steps, i) => {
    const draw: PuzzleDraw = { seed, steps, chain: -1 - i, without: taken };
    const puzzle = makePuzzle(kinship, draw);
    taken.push(...puzzle.chain, ...puzzle.strangers);
    const options =
      asking.task === 'choice'
        ? optionsOf(puzzle, { rotation: 2, place: i % LETTERS.length }, randomFor(i))
        : [];
    const { text, answer } = ask(kinship, puzzle, asking, options);
    const way = asking.reasoning ? [puzzle.links.map((link) => link.text).join('\n')] : [];
    return [puzzle.statements.join('\n'), text, ...way, answer].join('\n\n');
  });
  return [kinship.examples.intro, ...examples, kinship.examples.end].join('\n\n');
}

interface ExampleDraw {
  amount: number;
  seed: number;
  asking: KinshipAsking;
  randomFor(example: number): () => number;
}
