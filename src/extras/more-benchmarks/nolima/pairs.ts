/** What a Case of NoLiMa asks, and of whom: of our facts, or of a needle set of the authors'. */

import seedrandom from 'seedrandom';
import type { FileReference } from '../../../base/references.js';
import { shuffled } from '../../../base/shuffle.js';
import { UserError } from '../../../base/user-error.js';
import { LETTERS } from '../../../benchmarks/letters.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import type { Phrasing } from './options.js';
import { PHRASINGS } from './options.js';
import { type PublishedPair, readNeedleSet } from './published.js';
import { loadNolimaWords, type NolimaFact, type NolimaWords } from './words.js';

export interface NolimaCase extends Case {
  /** `one-hop`, `two-hop` or `direct`; of a published set, the kind of question it names. */
  task: string;
  /** Whether four characters are offered. */
  choice?: boolean;
  /** How many other facts are hidden: ours are about other characters, one of a published set is its own. */
  distractors?: number;
  published?: FileReference;
  cell: {
    depth: number;
    /** Name of the fact, or of the test of a published set. */
    fact: string;
    phrasing?: Phrasing;
  };
}

export type NolimaDraft = CaseDraft<NolimaCase>;

export interface NolimaPair {
  fact: string;
  question: string;
  /** The character, or right answers of a published set. */
  answers: readonly string[];
  /** Names to choose from, the right one among them. */
  options: readonly string[];
  /** What must not stand in the haystack. */
  keywords: readonly string[];
  /** Sentences about other characters, with those. */
  distractors: readonly { sentence: string; character: string }[];
  /** The prompt of a published set. */
  template?: string;
  system?: string;
}

export function pairOf(draft: NolimaDraft): NolimaPair {
  const { cell, seed, tokens, published } = draft;
  const random = seedrandom(`nolima/${draft.task}/${cell.fact}/${seed}/${tokens}/${cell.depth}`);
  if (published) return publishedPair(publishedIn(published, cell.fact), random);
  const words = loadNolimaWords(draft.language);
  const [character, ...others] = shuffled(words.names, random);
  const fact = factNamed(words, cell.fact);
  const hop = HOPS[draft.task as keyof typeof HOPS];
  return {
    fact: fact[cell.phrasing ?? 'straight'].replace('{name}', () => character!),
    question: fact[hop],
    answers: [character!],
    options: shuffled([character!, ...others.slice(0, LETTERS.length - 1)], random),
    keywords: [character!, ...fact.keywords.fact, ...(hop === 'direct' ? [] : fact.keywords[hop])],
    distractors: otherFacts(draft, words, fact, others),
  };
}

function otherFacts(
  { distractors: amount = 0, seed, tokens, cell }: NolimaDraft,
  { facts }: NolimaWords,
  asked: NolimaFact,
  characters: readonly string[],
): NolimaPair['distractors'] {
  if (amount === 0) return [];
  const apart = facts.filter(({ name, near }) => !near.includes(asked.name) && name !== asked.name);
  const most = Math.min(apart.length, characters.length);
  if (amount > most) {
    throw new UserError(
      `nolima: \`distractors\` is ${amount}, but only ${most} of the facts cannot be taken for ` +
        `"${asked.name}". Use at most ${most}.`,
    );
  }
  const random = seedrandom(`nolima/distractors/${asked.name}/${seed}/${tokens}/${cell.depth}`);
  return shuffled(apart, random)
    .slice(0, amount)
    .map((fact, i) => {
      const character = characters[i]!;
      const phrasing = PHRASINGS[Math.floor(random() * PHRASINGS.length)]!;
      return { sentence: fact[phrasing].replace('{name}', () => character), character };
    });
}

const HOPS = { 'one-hop': 'oneHop', 'two-hop': 'twoHop', direct: 'direct' } as const;

function factNamed({ facts }: NolimaWords, name: string): NolimaFact {
  const found = facts.find((fact) => fact.name === name);
  if (found) return found;
  throw new UserError(
    `nolima: there is no fact "${name}" in this version of the set. Generate the test cases again.`,
  );
}

function publishedIn(reference: FileReference, name: string): PublishedPair {
  const found = readNeedleSet(reference).find((pair) => pair.name === name);
  if (found) return found;
  throw new UserError(
    `published: ${reference.file} has no test "${name}". Generate the test cases again.`,
  );
}

function publishedPair(pair: PublishedPair, random: () => number): NolimaPair {
  const { characters, distractor } = pair;
  const character = characters[Math.floor(random() * characters.length)] ?? '';
  const fill = (text: string) => text.replaceAll('{CHAR}', () => character);
  return {
    fact: fill(pair.needle),
    question: fill(pair.question),
    answers: pair.needle.includes('{CHAR}') ? [character] : pair.answers,
    options: [],
    keywords: character === '' ? [] : [character],
    distractors: distractor === undefined ? [] : [{ sentence: fill(distractor), character: '' }],
    ...(pair.template !== undefined && { template: pair.template }),
    ...(pair.system !== undefined && { system: pair.system }),
  };
}
