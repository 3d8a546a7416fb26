/** The Cases of the Ancestral Trace Challenge: from options to puzzles, and from a Case to its question. */

import seedrandom from 'seedrandom';
import { type FileReference, languageName } from '../../../base/references.js';
import { literal } from '../../../base/text/literal.js';
import type { Parts, SharedCaseFields, Task } from '../../../benchmarks/benchmark.js';
import {
  type Kinship,
  loadKinship,
  makePuzzle,
  type Puzzle,
} from '../../../benchmarks/kinship/kinship.js';
import {
  type AskedQuestion,
  ask,
  generationsOf,
  type KinshipTask,
  kinshipReading,
} from '../../../benchmarks/kinship/questions.js';
import { authorsFile } from '../../../benchmarks/published/needle-bench-data.js';
import type { Reading } from '../../../benchmarks/reading.js';
import type { Case, CaseDraft, CompositePart } from '../../../contract/case.js';
import type { Evidence } from '../../../haystack/haystack.js';
import { lengthsOf } from '../../../options/option-groups.js';
import type { AncestralTraceOptions } from './options.js';
import { examplesFor, lineageAnswer, optionsOf } from './questions.js';

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
    const parts = [...examplesOf(kinship, puzzle, theCase), kinship.intro, statements.join('\n')];
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
  return kinshipReading(
    loadKinship(theCase.language, theCase.names),
    puzzle,
    asking,
    positionsOf(puzzle),
  );
}

function examplesOf(kinship: Kinship, puzzle: Puzzle, theCase: AncestralTraceDraft): string[] {
  const { examples: amount = 0, seed } = theCase;
  if (amount === 0) return [];
  const randomFor = (example: number) => seedrandom(`example options/${seed}/${example}`);
  return [examplesFor(kinship, puzzle, { amount, seed, asking: theCase, randomFor })];
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
    (one): { chain: number; rotation?: number }[] =>
      task === 'choice'
        ? Array.from({ length: rotations }, (_, i) => ({ ...one, rotation: i + 1 }))
        : [one],
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
