/** What a prompt of NeedleBench hides and asks: needles of a set, or a chain of kinship. */
import { literal } from '../../text/literal.js';
import { loadKinship, makePuzzle } from '../ancestral-trace/kinship.js';
import { ask, kinshipReading } from '../ancestral-trace/questions.js';
import type { Task } from '../benchmark.js';
import {
  hide,
  type NeedleDraft,
  needleReading,
  needlesOf,
  needleTask,
} from '../needles/hidden-needles.js';
import type { Needle } from '../needles/needle-sets.js';
import type { Reading } from '../reading.js';
import type { NeedleBenchCase } from './cases.js';

type Draft = NeedleDraft & Pick<NeedleBenchCase, 'cell'>;

/** A chain of kinship as a needle. */
interface Kinship {
  needle: Needle;
  /** All who are named. */
  people: string[];
  between: string;
  reading: Reading;
}

/** Multi-needle reasoning of version 2 in OpenCompass: shuffled statements of kinship, a boxed answer. */
function kinshipOf(theCase: Draft): Kinship | undefined {
  const { language, seed, cell } = theCase;
  const { steps, chain } = cell;
  if (steps === undefined) return undefined;
  const kinship = loadKinship(language);
  const puzzle = makePuzzle(kinship, { seed, steps, ...(chain && { chain }) });
  const asking = { task: 'open', boxed: true } as const;
  const asked = ask(kinship, puzzle, asking, []);
  const needle: Needle = {
    name: `kinship ${chain}`,
    sentences: puzzle.statements,
    question: asked.text,
    answer: asked.answer,
    keywords: [asked.right],
    distractors: [],
  };
  const positions = hide([needle], theCase).evidence.map(({ position }) => position);
  return {
    needle,
    people: puzzle.chain,
    between: kinship.between,
    reading: kinshipReading(kinship, puzzle, { ...asking, options: [] }, positions),
  };
}

/** All needles that a Case asks for. */
export function askedNeedles(theCase: Draft): Needle[] {
  const kinship = kinshipOf(theCase);
  return kinship ? [kinship.needle] : needlesOf(theCase);
}

/** Hide the sentences, and ask for what they say. */
export function task(theCase: Draft): Task {
  const kinship = kinshipOf(theCase);
  if (!kinship) return needleTask(theCase);
  const { needle, people, between } = kinship;
  return {
    ...hide([needle], theCase),
    between,
    question: needle.question,
    forbidden: people.map((name) => ({ phrase: name, pattern: new RegExp(literal(name), 'u') })),
  };
}

/** What the sentences tell: each its needle, or all together the way to the eldest. */
export function reading(theCase: Draft): Reading {
  return kinshipOf(theCase)?.reading ?? needleReading(theCase);
}
