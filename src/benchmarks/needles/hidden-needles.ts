/** What the benchmarks with needles share: a Case that names its needles, and its context. */

import { type Case, type FileReference, UserError } from '../../case.js';
import type { Task } from '../benchmark.js';
import { spreadFrom } from './depths.js';
import { keywordPattern } from './keywords.js';
import {
  loadNeedles,
  type Needle,
  type NeedleSet,
  type OwnNeedle,
  surroundings,
} from './needle-sets.js';

/** A Case that hides needles. */
export interface NeedleCase extends Case {
  /** What is asked for, in the order in which it stands: names of needles, or one of the user's own. */
  needle: string[] | [OwnNeedle];
  /** A set of the user's own. */
  needles?: FileReference;
  cell: {
    /** Where the first sentence stands. */
    depth: number;
    /** The names in one text. */
    needle: string;
    /** How many sentences are hidden, where that varies. */
    evidence?: number;
  };
}

/** The needles of a Case in a few words: `lamp`, or `lamp and 4 more`. */
export function needlesText({ needle: [first, ...others] }: NeedleCase): string {
  const name = typeof first === 'object' ? OWN_NAME : first!;
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/** The name of a needle that is written in the config. */
export const OWN_NAME = 'own';

/** A needle that is written in the config, like those of a set. */
export function asNeedle({ sentence, answer, ...rest }: OwnNeedle): Needle {
  return { ...rest, name: OWN_NAME, sentences: [sentence], answer: answer ?? rest.keywords[0]! };
}

/** The needles that a Case chooses from. */
export function setOf({ language, needles, needle: [first] }: NeedleCase): NeedleSet {
  if (typeof first !== 'object') return loadNeedles(language, needles);
  return { ...surroundings(language), single: [asNeedle(first)], chains: [] };
}

/** The needles that a Case asks for. */
export function needlesOf(theCase: NeedleCase): Needle[] {
  const { single, chains } = setOf(theCase);
  const all = [...single, ...chains];
  return theCase.needle.map((name) => {
    if (typeof name === 'object') return asNeedle(name);
    const found = all.find((needle) => needle.name === name);
    if (found) return found;
    throw new UserError(
      `needles: there is no needle "${name}" in this version of the set. Generate the test cases again.`,
    );
  });
}

/** The whole question about one or several needles. */
export function askFor(needles: readonly Needle[], { ask }: NeedleSet): string {
  const [first, ...others] = needles.map(({ question }) => question);
  if (others.length === 0) return ask.one.replace('{question}', () => first!);
  const lines = [first, ...others].map((question) => `- ${question}`).join('\n');
  return ask.several.replace('{questions}', () => lines);
}

/** Where each needle that is asked for begins. */
export function needlePositions({ needle, evidence, cell: { depth } }: NeedleCase): number[] {
  return spreadFrom(depth, evidence).slice(0, needle.length);
}

/** Hide the needles' sentences from the Case's depth on, and ask for all needles at once. */
export function needleTask(theCase: NeedleCase): Task {
  const set = setOf(theCase);
  const needles = needlesOf(theCase);
  const places = spreadFrom(theCase.cell.depth, theCase.evidence);
  return {
    evidence: needles
      .flatMap(({ sentences }) => sentences)
      .map((text, i) => ({ text, position: places[i]! })),
    positions: needlePositions(theCase),
    between: set.between,
    question: askFor(needles, set),
    answer: needles.map(({ answer }) => answer).join('\n'),
    forbidden: needles.flatMap(({ keywords }) => keywords.map(keywordPattern)),
  };
}
