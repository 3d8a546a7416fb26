/** The Cases of the Ancestral Trace Challenge: from options to puzzles, and from a Case to its question. */

import seedrandom from 'seedrandom';
import { z } from 'zod';
import { type FileReference, languageName } from '../../../base/references.js';
import { shuffled } from '../../../base/shuffle.js';
import { literal } from '../../../base/text/literal.js';
import type {
  Parts,
  SharedCaseFields,
  StructuredAnswer,
  Task,
} from '../../../benchmarks/benchmark.js';
import {
  type AskedQuestion,
  ask,
  generationsOf,
  type Kinship,
  type KinshipTask,
  kinshipReading,
  loadKinship,
  makePuzzle,
  type Puzzle,
} from '../../../benchmarks/kinship.js';
import { authorsFile } from '../../../benchmarks/needles/needle-files.js';
import type { Reading } from '../../../benchmarks/reading.js';
import { LETTERS } from '../../../benchmarks/scoring.js';
import type { Case, CaseDraft, CompositePart } from '../../../contract/case.js';
import type { Evidence } from '../../../haystack/haystack.js';
import {
  count,
  type Options,
  oneOrMore,
  pathText,
  someOf,
  wholeFrom,
} from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  lengthsOf,
  structuredOption,
  templateOption,
} from '../../../options/option-groups.js';

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
function examplesFor(kinship: Kinship, about: Puzzle, asking: AncestralTraceDraft): string[] {
  const { examples: amount = 0, seed } = asking;
  if (amount === 0) return [];
  const taken = [...about.chain, ...about.others, ...about.strangers];
  const examples = EXAMPLE_STEPS.slice(0, amount).map((steps, i) => {
    const puzzle = makePuzzle(kinship, { seed, steps, chain: -1 - i, without: taken });
    taken.push(...puzzle.chain, ...puzzle.strangers);
    const random = seedrandom(`example options/${seed}/${i}`);
    const place = { rotation: 2, place: i % LETTERS.length };
    const options = asking.task === 'choice' ? optionsOf(puzzle, place, random) : [];
    const { text, answer } = ask(kinship, puzzle, asking, options);
    const way = asking.reasoning ? [puzzle.links.map((link) => link.text).join('\n')] : [];
    return [puzzle.statements.join('\n'), text, ...way, answer].join('\n\n');
  });
  return [kinship.examples.intro, ...examples, kinship.examples.end];
}

/** The steps of the standard challenge, and of the sparse one for models that it no longer tells apart. */
const STANDARD = Array.from({ length: 18 }, (_, i) => i + 2);
const SPARSE = Array.from({ length: 9 }, (_, i) => 2 ** (i + 1));

const MOST_STEPS = 512;

const STEPS = `must be standard (2 to 19), sparse (powers of two up to ${MOST_STEPS}), or whole numbers from 2 to ${MOST_STEPS}`;

const TASKS: readonly KinshipTask[] = ['choice', 'open', 'ancestor', 'descendant', 'distance'];

export const ancestralTraceOptions = {
  /** How many statements a chain has; or `standard` (2 to 19) or `sparse` (powers of two to 512). */
  steps: z
    .union(
      [
        z.enum(['standard', 'sparse']).transform((name) => (name === 'sparse' ? SPARSE : STANDARD)),
        oneOrMore(wholeFrom(2, MOST_STEPS, STEPS), STEPS),
      ],
      STEPS,
    )
    .default(STANDARD),
  /**
   * The most distant ancestor as a multiple choice (`choice`, the default) or by name (`open`); the
   * `ancestor` or the `descendant` at a distance in generations; the `distance`. Several are combined.
   */
  tasks: someOf(TASKS).default(['choice']),
  /** How many chains of each number of steps are asked about: the paper's R. 10 by default. */
  chains: count.default(10),
  /** How often a multiple choice is asked, each time with its options rotated by one; 1 to 4, 4 by default. */
  rotations: wholeFrom(1, 4).default(4),
  /** Whether the answer must be in `\\boxed{}`; not for a multiple choice. */
  boxed: z.boolean('must be true or false').default(false),
  /** How many worked examples come before the statements; 0 to 4, 0 by default. */
  examples: wholeFrom(0, MOST_EXAMPLES).default(0),
  /** Whether the prompt asks for the reasoning, and the examples show it. */
  reasoning: z.boolean('must be true or false').default(false),
  /** How many statements about another family are mixed into those of the chain; 0 by default. */
  distractors: wholeFrom(0, MOST_STEPS).default(0),
  /** The folder of the authors' data set, whose names are then used. */
  published: pathText('must be the path of a folder').optional(),
  ...lengthOptions,
  ...structuredOption,
  ...templateOption,
};

export type AncestralTraceOptions = Options<typeof ancestralTraceOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const { tasks = 'choice', lengths } = config;
  if (config.boxed === true && [tasks].flat().includes('choice')) {
    return (
      '`boxed` is for answers that are a name or a number, but `tasks` has choice. Leave `boxed` out, ' +
      'or ask open, ancestor, descendant or distance.'
    );
  }
  if (config.template !== undefined) {
    const said = ['examples', 'reasoning'].find((name) => config[name] !== undefined);
    if (said) {
      return `\`template\` says all that stands before and behind the statements, so \`${said}\` has no part in it. Leave one of them out.`;
    }
  }
  const beyond = ['boxed', 'reasoning'].find((name) => config[name] === true);
  if (config.structured === true && beyond) {
    return `\`${beyond}\` has no place in an answer that is \`structured\`. Leave one of them out.`;
  }
  if (lengths !== undefined && config.examples !== undefined && config.examples !== 0) {
    return (
      '`examples` stand before statements that stand alone, and `lengths` hides these in a haystack. ' +
      'Leave one of them out.'
    );
  }
  if (lengths !== undefined) return lengthConflict(config);
  const beside = ['haystack', 'repeat', 'maxTokens'].find((name) => name in config);
  return (
    beside &&
    `\`${beside}\` is for statements hidden in a haystack, and that needs \`lengths\`. Give ` +
      `\`lengths\`, or leave \`${beside}\` out.`
  );
}

export interface AncestralTraceCase extends Case {
  task: KinshipTask;
  /** Statements about another family. */
  distractors?: number;
  boxed?: true;
  /** How many worked examples stand before the statements. */
  examples?: number;
  reasoning?: true;
  /** The authors' file of names. */
  names?: FileReference;
  /**
   * How many statements the chain has, which of the chains of that length it is, and, of a multiple
   * choice, how its options are turned; both from 1.
   */
  cell: { steps: number; chain: number; rotation?: number };
}

type AncestralTraceDraft = CaseDraft<AncestralTraceCase>;

export interface AskedPuzzle extends Puzzle, AskedQuestion {}

export function puzzleOf(theCase: AncestralTraceDraft): AskedPuzzle {
  const { distractors = 0, seed, task, cell } = theCase;
  const { steps, chain, rotation = 1 } = cell;
  const kinship = loadKinship(theCase.language, theCase.names);
  const puzzle = makePuzzle(kinship, { steps, distractors, seed, chain });
  const random = seedrandom(`options/${seed}/${steps}/${chain + 1}`);
  // Seeds may be negative, and so may what % makes of them.
  const place = (((seed + steps + chain + 1) % 4) + 4) % 4;
  const options = task === 'choice' ? optionsOf(puzzle, { rotation, place }, random) : [];
  return { ...puzzle, ...ask(kinship, puzzle, theCase, options) };
}

export function task(theCase: AncestralTraceDraft): Task {
  const kinship = loadKinship(theCase.language, theCase.names);
  const puzzle = puzzleOf(theCase);
  const { statements } = puzzle;
  const { text: question, answer } = puzzle;
  const structured = lineageAnswer(theCase.task, puzzle);
  const wording = wordingOf(puzzle, theCase, kinship);
  const asked = { positions: [], question, answer, structured, wording };
  if (theCase.haystack === undefined) {
    const parts = [...examplesFor(kinship, puzzle, theCase), kinship.intro, statements.join('\n')];
    return { kind: 'context', ...asked, context: parts.join('\n\n') };
  }
  const positions = positionsOf(puzzle);
  const evidence: Evidence[] = statements.map((text, i) => ({ text, position: positions[i]! }));
  return {
    kind: 'hidden',
    ...asked,
    evidence,
    between: kinship.between,
    forbidden: [...puzzle.chain, ...puzzle.others].map((name) => ({
      phrase: name,
      pattern: new RegExp(literal(name), 'u'),
    })),
  };
}

/**
 * What a template is filled with: the statements, as the authors join them, and the question or those whom it is
 * about, by the names that OpenCompass has for them in each kind of question.
 */
function wordingOf(puzzle: AskedPuzzle, theCase: AncestralTraceDraft, { between }: Kinship) {
  const [youngest, eldest] = [puzzle.chain[0]!, puzzle.chain.at(-1)!];
  return {
    name: 'shuffled_story',
    ...(theCase.haystack === undefined && { text: puzzle.statements.join(between) }),
    // Only a choice of ours has options, which no other place has.
    places: theCase.task === 'choice' ? { question: puzzle.text } : {},
    optional: {
      question: puzzle.text,
      last_person: youngest,
      person: theCase.task === 'descendant' ? eldest : youngest,
      n: `${generationsOf(puzzle)}`,
      person_a: eldest,
      person_b: youngest,
    },
  };
}

function positionsOf({ statements }: Puzzle): number[] {
  return statements.map((_, i) => (i + 0.5) / statements.length);
}

export function reading(theCase: AncestralTraceDraft): Reading {
  const puzzle = puzzleOf(theCase);
  const asking = { ...theCase, options: puzzle.options };
  const kinship = loadKinship(theCase.language, theCase.names);
  return kinshipReading(kinship, puzzle, asking, positionsOf(puzzle));
}

/** The part that chains of one length are of the score of the task; each kind has a score of its own. */
function compositePart(
  steps: number,
  task: KinshipTask,
  { distractors, boxed, examples, reasoning, published }: AncestralTraceOptions,
): CompositePart {
  const variant = [
    ...(task === 'choice' ? [] : [task]),
    ...(boxed ? ['boxed'] : []),
    ...(distractors > 0 ? [`${distractors} distractors`] : []),
    ...(examples > 0 ? [`${examples} examples`] : []),
    ...(reasoning ? ['reasoning'] : []),
    ...(published ? ['published names'] : []),
  ].join(', ');
  return { part: `${steps} steps`, weight: steps, ...(variant && { variant }) };
}

export function* axes(
  options: AncestralTraceOptions,
  { haystack, repeat, ...shared }: SharedCaseFields,
): Generator<AncestralTraceDraft> {
  const { steps: numbers, tasks, distractors, boxed, examples, reasoning, seeds } = options;
  const lengths = options.lengths === undefined ? [undefined] : lengthsOf(options);
  const names = options.published && authorsFile(options.published, 'names.json');
  for (const seed of seeds) {
    for (const task of tasks) {
      for (const tokens of lengths) {
        for (const steps of numbers) {
          for (const place of placesOf(task, options)) {
            const unit = `${steps} steps, chain ${place.chain}`;
            yield {
              task,
              ...shared,
              ...(tokens === undefined
                ? { size: `${steps} steps` }
                : { tokens, ...(haystack && { haystack }), ...(repeat && { repeat }) }),
              seed,
              ...(distractors > 0 && { distractors }),
              ...(boxed && { boxed }),
              ...(examples > 0 && { examples }),
              ...(reasoning && { reasoning }),
              ...(names && { names }),
              cell: { steps, ...place },
              ...(place.rotation && { unit }),
              composite: compositePart(steps, task, options),
            };
          }
        }
      }
    }
  }
}

function placesOf(task: KinshipTask, { chains, rotations }: AncestralTraceOptions) {
  return Array.from({ length: chains }, (_, i) => ({ chain: i + 1 })).flatMap(
    (place): { chain: number; rotation?: number }[] =>
      task === 'choice'
        ? Array.from({ length: rotations }, (_, i) => ({ ...place, rotation: i + 1 }))
        : [place],
  );
}

export function describe(theCase: AncestralTraceCase): Parts {
  const { task, cell, language, tokens, haystack } = theCase;
  const parts = [`Ancestral trace of ${cell.steps} steps`, task, languageName(language)];
  if (haystack !== undefined) parts.push(`${tokens} tokens`);
  parts.push(`chain ${cell.chain}`);
  if (cell.rotation !== undefined) parts.push(`rotation ${cell.rotation}`);
  return parts;
}
