/**
 * The questions of the Ancestral Trace Challenge: the most distant ancestor, as in the paper, and those
 * of the second version in OpenCompass (`needlebench_v2/atc.py`): the ancestor or the descendant at a
 * distance in generations, and the distance itself. All of them need the whole chain.
 */
import { LETTERS } from '../../answers/choices/letters.js';
import { sum } from '../../base/numbers.js';
import { shuffled } from '../../base/shuffle.js';
import type { StructuredAnswer } from '../benchmark.js';
import type { Reading } from '../reading.js';
import { type Kinship, makePuzzle, type Puzzle, type PuzzleDraw } from './kinship.js';

export const TASKS = ['choice', 'open', 'ancestor', 'descendant', 'distance'] as const;

/** `choice` and `open` both ask for the most distant ancestor. */
export type TaskName = (typeof TASKS)[number];

/** A structured answer: a letter, a number of generations or a name. */
export function structuredAnswer(
  task: TaskName,
  { right, options }: Pick<AskedQuestion, 'right' | 'options'>,
): StructuredAnswer {
  const key = 'answer';
  if (task === 'distance') return { key, value: { type: 'integer' }, right: Number(right) };
  if (task !== 'choice') return { key, value: { type: 'string' }, right };
  const letter = LETTERS[options.indexOf(right)]!;
  return { key, value: { type: 'string', enum: LETTERS }, right: letter };
}

export interface Asking {
  task: TaskName;
  /** Which of the four orders of its options a multiple choice has, from 1. */
  rotation?: number;
  /** Whether the answer is to stand in `\boxed{}`, as in version 2. */
  boxed?: boolean;
  /** Whether the way to the answer is asked for. */
  reasoning?: boolean;
}

export interface AskedQuestion {
  text: string;
  /** A right answer in the form that is asked for. */
  answer: string;
  /** The name or number that is right. */
  right: string;
  /** Names by their letters; empty where there is no choice. */
  options: string[];
}

function generationsOf({ links }: Puzzle): number {
  return links.reduce((sum, { generations }) => sum + generations, 0);
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

export function ask(
  kinship: Kinship,
  puzzle: Puzzle,
  { task, boxed = false, reasoning = false }: Asking,
  options: readonly string[],
): AskedQuestion {
  const [youngest, eldest] = [puzzle.chain[0]!, puzzle.chain.at(-1)!];
  const generations = `${generationsOf(puzzle)}`;
  const right = task === 'distance' ? generations : task === 'descendant' ? youngest : eldest;
  const asked = kinship.ask[task === 'choice' || task === 'open' ? 'eldest' : task]
    .replace('{person}', task === 'descendant' ? eldest : youngest)
    .replace('{other}', eldest)
    .replace('{generations}', generations);
  const { closing, between } = kinship;
  const sentences = [
    asked,
    ...(reasoning ? [kinship.reasoning] : []),
    task === 'choice'
      ? closing.letter
      : task === 'distance'
        ? closing[boxed ? 'boxedNumber' : 'number']
        : closing[boxed ? 'boxedName' : 'name'],
  ];
  const lines = options.map((name, i) =>
    kinship.option.replace('{letter}', LETTERS[i]!).replace('{name}', name),
  );
  const said = LETTERS[options.indexOf(eldest)] ?? right;
  return {
    text: [sentences.join(between), ...lines].join('\n'),
    answer: boxed ? `\\boxed{${said}}` : kinship.answer.replace('{answer}', said),
    right,
    options: [...options],
  };
}

/**
 * From one statement to the next, as far as they are recalled.
 *
 * @param positions - of the statements of the puzzle
 */
export function kinshipReading(
  kinship: Kinship,
  { chain, links, statements }: Puzzle,
  { task, boxed, options }: Asking & { options: readonly string[] },
  positions: readonly number[],
): Reading {
  const isDown = task === 'descendant';
  const people = isDown ? chain.toReversed() : chain;
  const way = isDown ? links.toReversed() : links;
  return {
    pieces: statements.map((text, i) => ({ text, position: positions[i]! })),
    answer(recalled) {
      const known = new Set(recalled.map((i) => statements[i]!));
      const lost = way.findIndex(({ text }) => !known.has(text));
      const steps = lost < 0 ? way.length : lost;
      const met = people.slice(0, steps + 1);
      // Of several options the last one that was met; who met none takes the first.
      const option = Math.max(0, options.indexOf(met.findLast((name) => options.includes(name))!));
      const said =
        task === 'choice'
          ? LETTERS[option]!
          : task === 'distance'
            ? `${sum(way.slice(0, steps).map(({ generations }) => generations))}`
            : met.at(-1)!;
      return boxed ? `\\boxed{${said}}` : kinship.answer.replace('{answer}', said);
    },
  };
}

/** How many statements the worked examples have, in turn. */
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
  asking: Asking;
  randomFor(example: number): () => number;
}
