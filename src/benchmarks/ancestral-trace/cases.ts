/** The Cases of the Ancestral Trace Challenge: from options to puzzles, and from a Case to its question. */

import seedrandom from 'seedrandom';
import { type Case, type CaseDraft, type CompositePart, languageName } from '../../case.js';
import { lengthsOf } from '../../generators/options.js';
import type { Evidence } from '../../haystack/context.js';
import { literal } from '../../literal.js';
import { shuffled } from '../../shuffle.js';
import type { SharedCaseFields, Task } from '../benchmark.js';
import { type Kinship, loadKinship, makePuzzle, type Puzzle } from './kinship.js';
import type { AncestralTraceOptions, TaskName } from './options.js';

export interface AncestralTraceCase extends Case {
  benchmark: 'ancestral-trace';
  task: TaskName;
  /** Statements about another family. */
  distractors?: number;
  /** How many statements the chain has, and how often it was asked with this one, from 1. */
  cell: { steps: number; round: number };
}

export type AncestralTraceDraft = CaseDraft<AncestralTraceCase>;

/** Letters of a multiple choice. */
export const LETTERS = ['A', 'B', 'C', 'D'] as const;

export type Letter = (typeof LETTERS)[number];

/** The puzzle of a Case, with the options of its round. */
export interface AskedPuzzle extends Puzzle {
  /** Who is asked about, and the right answer. */
  youngest: string;
  eldest: string;
  /** Names by their letters; empty for an open question. */
  options: string[];
}

/** The puzzle of a Case, with the options of its round. */
export function puzzleOf(theCase: AncestralTraceDraft): AskedPuzzle {
  const { distractors = 0, seed, task: format, cell } = theCase;
  const { steps } = cell;
  const puzzle = makePuzzle(loadKinship(theCase.language), { steps, distractors, seed });
  const youngest = puzzle.chain[0]!;
  const eldest = puzzle.chain[steps]!;
  if (format === 'open') return { ...puzzle, youngest, eldest, options: [] };
  const random = seedrandom(`options/${seed}/${steps}/${cell.round}`);
  const wrong = wrongOptions(puzzle, random);
  // Seeds may be negative, and so may what % makes of them.
  const place = ((seed % LETTERS.length) + LETTERS.length + steps + cell.round) % LETTERS.length;
  return { ...puzzle, youngest, eldest, options: wrong.toSpliced(place, 0, eldest) };
}

/**
 * The eldest of the other family, who is named as often as the right one; other ancestors, since only
 * the whole trace rules them out; and where there are too few, people of no relation.
 */
function wrongOptions({ chain, others, strangers }: Puzzle, random: () => number): string[] {
  const [ancestors, unrelated] = [
    shuffled(chain.slice(1, -1), random),
    shuffled(strangers, random),
  ];
  const wrong = [...others.slice(-1), ...ancestors, ...unrelated].slice(0, LETTERS.length - 1);
  return shuffled(wrong, random);
}

/** The statements, and the question who is the eldest. */
export function task(theCase: AncestralTraceDraft): Task {
  const kinship = loadKinship(theCase.language);
  const puzzle = puzzleOf(theCase);
  const { statements } = puzzle;
  const asked = {
    positions: [],
    question: questionOf(kinship, puzzle, theCase.task),
    answer: answerOf(kinship, puzzle),
  };
  if (theCase.haystack === undefined) {
    return { kind: 'context', ...asked, context: `${kinship.intro}\n\n${statements.join('\n')}` };
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
    forbidden: [...puzzle.chain, ...puzzle.others].map((name) => ({
      phrase: name,
      pattern: new RegExp(literal(name), 'u'),
    })),
  };
}

function questionOf(kinship: Kinship, puzzle: AskedPuzzle, format: TaskName): string {
  const question = kinship.ask[format].trim().replace('{person}', puzzle.youngest);
  const options = puzzle.options.map((name, i) =>
    kinship.option.replace('{letter}', LETTERS[i]!).replace('{name}', name),
  );
  return [question, ...options].join('\n');
}

/** A right answer in the form that the question asks for. */
function answerOf(kinship: Kinship, { options, eldest }: AskedPuzzle): string {
  const letter = LETTERS[options.indexOf(eldest)];
  return kinship.answer.replace('{answer}', letter ?? eldest);
}

/** The part that chains of one length are of the score of the task; each kind has a score of its own. */
function compositePart(steps: number, task: TaskName, distractors: number): CompositePart {
  const variant = [
    ...(task === 'open' ? ['open'] : []),
    ...(distractors > 0 ? [`${distractors} distractors`] : []),
  ].join(', ');
  return { part: `${steps} steps`, weight: steps, ...(variant && { variant }) };
}

/** All Cases of a config. */
export function* cases(
  options: AncestralTraceOptions,
  { haystack, repeat, ...shared }: SharedCaseFields,
): Generator<AncestralTraceDraft> {
  const { steps: chains, tasks, rounds, distractors, seeds } = options;
  const lengths = options.lengths === undefined ? [undefined] : lengthsOf(options);
  for (const seed of seeds) {
    for (const task of tasks) {
      for (const tokens of lengths) {
        for (const steps of chains) {
          for (let round = 1; round <= (task === 'choice' ? rounds : 1); round++) {
            yield {
              benchmark: 'ancestral-trace',
              task,
              ...shared,
              ...(tokens === undefined
                ? { size: `${steps} steps` }
                : { tokens, ...(haystack && { haystack }), ...(repeat && { repeat }) }),
              seed,
              ...(distractors > 0 && { distractors }),
              cell: { steps, round },
              composite: compositePart(steps, task, distractors),
            };
          }
        }
      }
    }
  }
}

/** One line for people. */
export function describe(theCase: AncestralTraceCase): string {
  const { task, cell, language, tokens, haystack } = theCase;
  const parts = [`Ancestral trace of ${cell.steps} steps`, task, languageName(language)];
  if (haystack !== undefined) parts.push(`${tokens} tokens`);
  if (task === 'choice') parts.push(`round ${cell.round}`);
  return parts.join(' · ');
}
