/**
 * Puzzles of the Ancestral Trace Challenge: people, and statements of kinship that lead from the
 * youngest to the eldest. Words and names come from `datasets/kinship/`.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { kept } from '../../base/kept.js';
import { withPlaces, wordsIn } from '../../base/languages.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { UserError } from '../../base/user-error.js';
import { authorsLanguage } from '../published/needle-bench-data.js';
import { jsonReader } from '../published/published-records.js';

const RELATIONS = ['mother', 'father', 'grandmother', 'grandfather'] as const;

const GENERATIONS = { mother: 1, father: 1, grandmother: 2, grandfather: 2 } as const;

const filled = z.string().trim().min(1);
const words = z.array(filled).min(1);
const sentence = (...places: string[]) => z.string().superRefine(withPlaces(places));
const statements = z.array(sentence('elder', 'younger')).min(1);

const kinshipSchema = z.strictObject({
  /** What stands between two sentences of the language. */
  between: z.string(),
  people: z.strictObject({
    /** How a full name is put together. */
    name: sentence('given', 'surname'),
    female: words,
    male: words,
    surnames: words,
  }),
  /** Sentences for each relation of an elder to a younger person. */
  statements: z.strictObject({
    mother: statements,
    father: statements,
    grandmother: statements,
    grandfather: statements,
  }),
  /** Stands before the list of statements, where they are not hidden in a haystack. */
  intro: filled,
  /** What is asked, without how to answer. */
  ask: z.strictObject({
    eldest: sentence('person'),
    ancestor: sentence('person', 'generations'),
    descendant: sentence('person', 'generations'),
    distance: sentence('person', 'other'),
  }),
  /** How to answer: with a letter, a name or a number, the last two on a line of its own or boxed. */
  closing: z.strictObject({
    letter: filled,
    name: filled,
    number: filled,
    boxedName: filled,
    boxedNumber: filled,
  }),
  /** Asks for the way to the answer. */
  reasoning: filled,
  /** Stands before the examples, and before what follows them. */
  examples: z.strictObject({ intro: filled, end: filled }),
  option: sentence('letter', 'name'),
  answer: sentence('answer'),
});

export type Kinship = z.output<typeof kinshipSchema> & {
  /** All people, where their names are given. */
  named?: readonly Person[];
};

const ownKinship = wordsIn('kinship', kinshipSchema, 'ancestralTrace: kinship is written only');

const readNames = jsonReader(
  'published',
  z.record(z.string(), z.string()),
  'names.json has the names of each language, with commas between them.',
);

const withNames = new Map<string, Kinship>();

/**
 * The words of a language, with the names of NeedleBench's authors where their file is given. These do not
 * say who is a man or a woman, and one that is part of another is left out.
 *
 * @throws {UserError} when the challenge is not written in the language, or the file is wrong
 */
export function loadKinship(language: LanguageReference, names?: FileReference): Kinship {
  if (!names) return ownKinship(language);
  return kept(withNames, JSON.stringify([language, names]), () => {
    const all = [...new Set((readNames(names)[authorsLanguage(language)] ?? '').split(','))];
    const apart = all.filter((name) => all.every((one) => one === name || !one.includes(name)));
    const named = apart.map((name, i) => ({ name, female: i % 2 === 0 }));
    return { ...ownKinship(language), named };
  });
}

interface Person {
  name: string;
  female: boolean;
}

export interface Puzzle {
  /** Names from the youngest to the eldest: one more than there are steps. */
  chain: string[];
  /** All statements, those of another family among them, in shuffled order. */
  statements: string[];
  /** People of the other family, from the youngest to the eldest. */
  others: string[];
  /** People whom no statement mentions. */
  strangers: string[];
  /** The statements of the chain in order, the youngest person's first, and the generations of each. */
  links: Link[];
}

interface Link {
  text: string;
  /** How many generations the elder is above the younger: a parent 1, a grandparent 2. */
  generations: 1 | 2;
}

/** How many people that no statement mentions fill up a multiple choice. */
const STRANGERS = 12;

export interface PuzzleDraw {
  seed: number;
  /** Statements about the chain. */
  steps: number;
  /** Which of several chains of a seed it is; 1 is the first. */
  chain?: number;
  /** Statements about another family, which has nothing to do with it. */
  distractors?: number;
  without?: readonly string[];
}

/** Make the puzzle of a seed: a chain of people, each an ancestor of the one before. */
export function makePuzzle(
  kinship: Kinship,
  { seed, steps, chain: number = 1, distractors = 0, without = [] }: PuzzleDraw,
): Puzzle {
  const which = number === 1 ? '' : `/${number}`;
  const random = seedrandom(`ancestral-trace/${seed}/${steps}/${distractors}${which}`);
  const others = distractors > 0 ? distractors + 1 : 0;
  const amount = steps + 1 + others + STRANGERS;
  const people = drawPeople(kinship, amount, random, new Set(without));
  const chain = people.slice(0, steps + 1);
  const family = people.slice(steps + 1, steps + 1 + others);
  const links = lineOf(kinship, chain, random);
  const sentences = [...links, ...lineOf(kinship, family, random)].map(({ text }) => text);
  const namesOf = (list: readonly Person[]) => list.map(({ name }) => name);
  return {
    chain: namesOf(chain),
    statements: shuffled(sentences, random),
    others: namesOf(family),
    strangers: namesOf(people.slice(steps + 1 + others)),
    links,
  };
}

/** Everybody of a language. A grid draws from the same thousands for each of its puzzles. */
const everybody = new WeakMap<Kinship['people'], readonly Person[]>();

function allOf(people: Kinship['people']): readonly Person[] {
  return kept(everybody, people, () => {
    const { female, male, surnames } = people;
    return surnames.flatMap((surname) =>
      [...female, ...male].map((given, i) => ({
        name: people.name.replace('{given}', given).replace('{surname}', surname),
        female: i < female.length,
      })),
    );
  });
}

/** Different people in an order that says nothing of who is older. */
function drawPeople(
  { people, named }: Kinship,
  amount: number,
  random: () => number,
  without: ReadonlySet<string>,
): Person[] {
  const mixed = shuffled(named ?? allOf(people), random);
  const drawn = mixed.filter(({ name }) => !without.has(name)).slice(0, amount);
  if (drawn.length === amount) return drawn;
  throw new UserError(
    `published: names.json has ${mixed.length} names that are no part of another, and these chains take ` +
      `${amount}. Ask for fewer \`steps\`.`,
  );
}

function lineOf(kinship: Kinship, people: readonly Person[], random: () => number): Link[] {
  return people.slice(1).map((elder, i) => {
    const isParent = random() < 0.5;
    const relation = RELATIONS[(isParent ? 0 : 2) + (elder.female ? 0 : 1)]!;
    const templates = kinship.statements[relation];
    const text = templates[Math.floor(random() * templates.length)]!.replace(
      '{elder}',
      elder.name,
    ).replace('{younger}', people[i]!.name);
    return { text, generations: GENERATIONS[relation] };
  });
}
