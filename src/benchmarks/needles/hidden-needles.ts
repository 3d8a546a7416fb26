/** What the benchmarks with needles share: a Case that names its needles, and its context. */

import { type Case, type CaseDraft, type FileReference, UserError } from '../../case.js';
import type { Task } from '../benchmark.js';
import { spreadFrom } from '../depths.js';
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
  /** A needle of the user's own, which is then the only one. */
  ownNeedle?: OwnNeedle;
  /** A set of the user's own. */
  needles?: FileReference;
  cell: {
    /** Where the first sentence stands. */
    depth: number;
    /** Names of the needles that are asked for, in the order in which they stand. */
    needle?: string[];
  };
}

export type NeedleDraft = CaseDraft<NeedleCase>;

/** The needles of a Case in a few words: `lamp`, or `lamp and 4 more`. */
export function needlesText({ cell: { needle: [first = OWN_NAME, ...others] = [] } }: NeedleDraft) {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** The name of a needle that is written in the config. */
export const OWN_NAME = 'own';

/** A needle that is written in the config, like those of a set. */
export function asNeedle({ sentence, answer, ...rest }: OwnNeedle): Needle {
  return { ...rest, name: OWN_NAME, sentences: [sentence], answer: answer ?? rest.keywords[0]! };
}

/** The needles that a Case chooses from. */
export function setOf({ language, needles, ownNeedle }: NeedleDraft): NeedleSet {
  if (!ownNeedle) return loadNeedles(language, needles);
  return { ...surroundings(language), single: [asNeedle(ownNeedle)], chains: [] };
}

/** The needles that a Case asks for. */
export function needlesOf(theCase: NeedleDraft): Needle[] {
  const { single, chains } = setOf(theCase);
  const all = [...single, ...chains];
  return (theCase.cell.needle ?? [OWN_NAME]).map((name) => {
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

/** Where each sentence stands. */
function sentencePositions(needles: readonly Needle[], depth: number): number[] {
  return spreadFrom(depth, needles.flatMap(({ sentences }) => sentences).length);
}

/** Where each needle that is asked for begins. */
export function needlePositions(theCase: NeedleDraft): number[] {
  const needles = needlesOf(theCase);
  return sentencePositions(needles, theCase.cell.depth).slice(0, needles.length);
}

/** Hide the needles' sentences from the Case's depth on, and ask for all needles at once. */
export function needleTask(theCase: NeedleDraft): Task {
  const set = setOf(theCase);
  const needles = needlesOf(theCase);
  const positions = sentencePositions(needles, theCase.cell.depth);
  return {
    kind: 'hidden',
    evidence: needles
      .flatMap(({ sentences }) => sentences)
      .map((text, i) => ({ text, position: positions[i]! })),
    positions: positions.slice(0, needles.length),
    between: set.between,
    question: askFor(needles, set),
    answer: needles.map(({ answer }) => answer).join('\n'),
    accepted: needles.flatMap(({ keywords }) => keywords),
    forbidden: needles.flatMap(({ keywords }) =>
      keywords.map((phrase) => ({ phrase, pattern: keywordPattern(phrase) })),
    ),
  };
}
