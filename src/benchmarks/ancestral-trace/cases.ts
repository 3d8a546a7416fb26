/** The Cases of the Ancestral Trace Challenge: from options to puzzles, and from a Case to its question. */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { type Case, type CaseDraft, type CompositePart, languageName } from '../../case.js';
import {
  count,
  lengthConflict,
  lengthOptions,
  lengthsOf,
  oneOrMore,
  sharedOptions,
} from '../../generators/options.js';
import type { Evidence } from '../../haystack/context.js';
import { literal } from '../../literal.js';
import type { SharedCaseFields, Task } from '../benchmark.js';
import { type Kinship, loadKinship, makePuzzle, type Puzzle } from './kinship.js';
import {
  type AskedQuestion,
  ask,
  examplesFor,
  MOST_EXAMPLES,
  optionsOf,
  TASKS,
  type TaskName,
} from './questions.js';

/** The steps of the standard challenge, and of the sparse one for models that it no longer tells apart. */
const STANDARD = Array.from({ length: 18 }, (_, i) => i + 2);
const SPARSE = Array.from({ length: 9 }, (_, i) => 2 ** (i + 1));

const MOST_STEPS = 512;

const TASK = `must be one of ${TASKS.join(', ')}, or a list of them`;

const STEPS = `must be standard (2 to 19), sparse (powers of two up to ${MOST_STEPS}), or whole numbers from 2 to ${MOST_STEPS}`;
const ROTATIONS = 'must be a whole number from 1 to 4';
const EXAMPLES = `must be a whole number from 0 to ${MOST_EXAMPLES}`;
const DISTRACTORS = `must be a whole number from 0 to ${MOST_STEPS}`;

const step = z.number(STEPS).int(STEPS).min(2, STEPS).max(MOST_STEPS, STEPS);

export const ancestralTraceOptions = z.strictObject({
  /** How long the chains are: so many statements each. */
  steps: z
    .union(
      [
        z.enum(['standard', 'sparse']).transform((name) => (name === 'sparse' ? SPARSE : STANDARD)),
        oneOrMore(step, STEPS),
      ],
      STEPS,
    )
    .default(STANDARD),
  /**
   * The most distant ancestor as a multiple choice (`choice`) or by name (`open`); the `ancestor` or the
   * `descendant` at a distance in generations; the `distance` itself. Several expand the grid.
   */
  tasks: oneOrMore(z.enum(TASKS, TASK), TASK).default(['choice']),
  /** How many chains of each number of steps are asked about: the paper's R. */
  chains: count.default(10),
  /** How often each multiple choice is asked, its options one place further up each time: 1 to 4. */
  rotations: z.number(ROTATIONS).int(ROTATIONS).min(1, ROTATIONS).max(4, ROTATIONS).default(4),
  /** Whether the answer is to stand in `\\boxed{}`; not for a multiple choice. */
  boxed: z.boolean('must be true or false').default(false),
  /** How many worked examples stand before the statements, 0 to 4. */
  examples: z
    .number(EXAMPLES)
    .int(EXAMPLES)
    .min(0, EXAMPLES)
    .max(MOST_EXAMPLES, EXAMPLES)
    .default(0),
  /** Whether the way to the answer is asked for, and shown in the examples. */
  reasoning: z.boolean('must be true or false').default(false),
  /** Statements about another family among those of the chain. */
  distractors: z
    .number(DISTRACTORS)
    .int(DISTRACTORS)
    .min(0, DISTRACTORS)
    .max(MOST_STEPS, DISTRACTORS)
    .default(0),
  /** With lengths, the statements are hidden in a haystack; without, they stand alone. */
  ...lengthOptions,
  ...sharedOptions,
});

/** What a user may write as `config`. */
export type AncestralTraceConfig = z.input<typeof ancestralTraceOptions>;

export type AncestralTraceOptions = z.output<typeof ancestralTraceOptions>;

export interface AncestralTraceCase extends Case {
  benchmark: 'ancestral-trace';
  task: TaskName;
  /** Statements about another family. */
  distractors?: number;
  boxed?: true;
  /** How many worked examples stand before the statements. */
  examples?: number;
  reasoning?: true;
  /**
   * How many statements the chain has, which of the chains with so many it is, and, of a multiple
   * choice, how its options are turned; both from 1.
   */
  cell: { steps: number; chain: number; rotation?: number };
}

export type AncestralTraceDraft = CaseDraft<AncestralTraceCase>;

/** The puzzle of a Case, and what is asked about it. */
export interface AskedPuzzle extends Puzzle, AskedQuestion {}

/** The puzzle of a Case, and what is asked about it. */
export function puzzleOf(theCase: AncestralTraceDraft): AskedPuzzle {
  const { distractors = 0, seed, task, cell } = theCase;
  const { steps, chain, rotation = 1 } = cell;
  const kinship = loadKinship(theCase.language);
  const puzzle = makePuzzle(kinship, { steps, distractors, seed, chain });
  const random = seedrandom(`options/${seed}/${steps}/${chain}`);
  const options = task === 'choice' ? optionsOf(puzzle, rotation, random) : [];
  return { ...puzzle, ...ask(kinship, puzzle, theCase, options) };
}

/** The statements, and the question about them. */
export function task(theCase: AncestralTraceDraft): Task {
  const kinship = loadKinship(theCase.language);
  const puzzle = puzzleOf(theCase);
  const { statements } = puzzle;
  const asked = { positions: [], question: puzzle.text, answer: puzzle.answer };
  if (theCase.haystack === undefined) {
    const parts = [...examplesOf(kinship, puzzle, theCase), kinship.intro, statements.join('\n')];
    return { kind: 'context', ...asked, context: parts.join('\n\n') };
  }
  const evidence: Evidence[] = statements.map((text, i) => ({
    text,
    position: (i + 0.5) / statements.length,
  }));
  return {
    kind: 'hidden',
    ...asked,
    evidence,
    between: kinship.between,
    forbidden: puzzle.chain.concat(puzzle.others).map(literally),
  };
}

function examplesOf(kinship: Kinship, puzzle: Puzzle, theCase: AncestralTraceDraft): string[] {
  const { examples: amount = 0, seed } = theCase;
  if (amount === 0) return [];
  const randomFor = (example: number) => seedrandom(`example options/${seed}/${example}`);
  return [examplesFor(kinship, puzzle, { amount, seed, asking: theCase, randomFor })];
}

function literally(name: string): RegExp {
  return new RegExp(literal(name), 'u');
}

/** The part that chains of one length are of the score of the task; each kind has a score of its own. */
function compositePart(
  steps: number,
  task: TaskName,
  { distractors, boxed, examples, reasoning }: AncestralTraceOptions,
): CompositePart {
  const variant = [
    ...(task === 'choice' ? [] : [task]),
    ...(boxed ? ['boxed'] : []),
    ...(distractors > 0 ? [`${distractors} distractors`] : []),
    ...(examples > 0 ? [`${examples} examples`] : []),
    ...(reasoning ? ['reasoning'] : []),
  ].join(', ');
  return { part: `${steps} steps`, weight: steps, ...(variant && { variant }) };
}

/** All Cases of a config. */
export function* cases(
  options: AncestralTraceOptions,
  { haystack, repeat, ...shared }: SharedCaseFields,
): Generator<AncestralTraceDraft> {
  const { steps: numbers, tasks, distractors, boxed, examples, reasoning, seeds } = options;
  const lengths = options.lengths === undefined ? [undefined] : lengthsOf(options);
  for (const seed of seeds) {
    for (const task of tasks) {
      for (const tokens of lengths) {
        for (const steps of numbers) {
          for (const place of placesOf(task, options)) {
            const unit = `${steps} steps, chain ${place.chain}`;
            yield {
              benchmark: 'ancestral-trace',
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

/** Which chains of a number of steps are asked about, and in which rotations. */
function placesOf(task: TaskName, { chains, rotations }: AncestralTraceOptions) {
  return Array.from({ length: chains }, (_, i) => ({ chain: i + 1 })).flatMap(
    (one): { chain: number; rotation?: number }[] =>
      task === 'choice'
        ? Array.from({ length: rotations }, (_, i) => ({ ...one, rotation: i + 1 }))
        : [one],
  );
}

/** What is wrong with options that are each right. */
export function conflict(config: Record<string, unknown>): string | undefined {
  const { tasks = 'choice', lengths } = config;
  if (config.boxed === true && (Array.isArray(tasks) ? tasks : [tasks]).includes('choice')) {
    return (
      '`boxed` is for answers that are a name or a number, but `tasks` has choice. Leave `boxed` out, ' +
      'or ask open, ancestor, descendant or distance.'
    );
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

/** One line for people. */
export function describe(theCase: AncestralTraceCase): string {
  const { task, cell, language, tokens, haystack } = theCase;
  const parts = [`Ancestral trace of ${cell.steps} steps`, task, languageName(language)];
  if (haystack !== undefined) parts.push(`${tokens} tokens`);
  parts.push(`chain ${cell.chain}`);
  if (cell.rotation !== undefined) parts.push(`rotation ${cell.rotation}`);
  return parts.join(' · ');
}
