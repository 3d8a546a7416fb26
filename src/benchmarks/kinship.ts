/**
 * Makes puzzles of the Ancestral Trace Challenge: statements of kinship from the youngest to the eldest, with
 * words and names of `datasets/kinship/`.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { kept } from '../base/kept.js';
import { withPlaces, wordsIn } from '../base/languages.js';
import { Latest } from '../base/latest.js';
import { sum } from '../base/numbers.js';
import type { FileReference, LanguageReference } from '../base/references.js';
import { shuffled } from '../base/shuffle.js';
import { UserError } from '../base/user-error.js';
import { authorsLanguage } from './needles/needle-files.js';
import { jsonReader } from './published/published-records.js';
import type { Reading } from './reading.js';
import { LETTERS } from './scoring.js';

const RELATIONS = ['mother', 'father', 'grandmother', 'grandfather'] as const;

const filled = z.string().trim().min(1);
const words = z.array(filled).min(1);
const sentence = (...places: string[]) => z.string().superRefine(withPlaces(places));
const statements = z.array(sentence('elder', 'younger')).min(1);

const kinshipSchema = z.strictObject({
  between: z.string(),
  people: z.strictObject({
    name: sentence('given', 'surname'),
    female: words,
    male: words,
    surnames: words,
  }),
  statements: z.strictObject({
    mother: statements,
    father: statements,
    grandmother: statements,
    grandfather: statements,
  }),
  /** Before the statements, unless they are hidden in a haystack. */
  intro: filled,
  ask: z.strictObject({
    eldest: sentence('person'),
    ancestor: sentence('person', 'generations'),
    descendant: sentence('person', 'generations'),
    distance: sentence('person', 'other'),
  }),
  /** How to answer: with a letter, or with a name or number on its own line or boxed. */
  closing: z.strictObject({
    letter: filled,
    name: filled,
    number: filled,
    boxedName: filled,
    boxedNumber: filled,
  }),
  reasoning: filled,
  examples: z.strictObject({ intro: filled, end: filled }),
  option: sentence('letter', 'name'),
  answer: sentence('answer'),
});

export type Kinship = z.output<typeof kinshipSchema> & {
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
    const apart = all.filter((name) =>
      all.every((other) => other === name || !other.includes(name)),
    );
    const named = apart.map((name, i) => ({ name, female: i % 2 === 0 }));
    return { ...ownKinship(language), named };
  });
}

interface Person {
  name: string;
  female: boolean;
}

export interface Puzzle {
  /** Names from the youngest to the eldest. */
  chain: string[];
  /** All statements, shuffled, also those of another family. */
  statements: string[];
  others: string[];
  strangers: string[];
  /** Statements of the chain in order, youngest first. */
  links: Link[];
}

interface Link {
  text: string;
  /** 1 for a parent, 2 for a grandparent. */
  generations: 1 | 2;
}

/** How many such people fill up a multiple choice. */
const STRANGERS = 12;

export interface PuzzleDraw {
  seed: number;
  steps: number;
  chain?: number;
  distractors?: number;
  without?: readonly string[];
}

/** Puzzles drawn last: one is needed for its prompt, its length and its right answer. */
const drawn = new WeakMap<Kinship, Latest<Puzzle>>();

/** Make the puzzle of a seed: a chain of people, each an ancestor of the one before. */
export function makePuzzle(kinship: Kinship, draw: PuzzleDraw): Puzzle {
  const own = kept(drawn, kinship, () => new Latest(16));
  return kept(own, JSON.stringify(draw), () => newPuzzle(kinship, draw));
}

function newPuzzle(
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

/** Kept, since a grid draws from the same thousands for each puzzle. */
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

/** Draws people in an order that does not show who is older. */
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
    return { text, generations: isParent ? 1 : 2 };
  });
}

/**
 * Asks questions of the Ancestral Trace Challenge: the most distant ancestor, as in the paper, or as in version
 * 2 of OpenCompass (`needlebench_v2/atc.py`) the ancestor or descendant at a distance, or that distance. All
 * need the whole chain.
 */

/** `choice` and `open` both ask for the most distant ancestor. */
export type KinshipTask = 'choice' | 'open' | 'ancestor' | 'descendant' | 'distance';

export interface KinshipAsking {
  task: KinshipTask;
  /** Order of the options, from 1 to 4. */
  rotation?: number;
  boxed?: boolean;
  reasoning?: boolean;
}

export interface AskedQuestion {
  text: string;
  answer: string;
  right: string;
  options: string[];
}

export function generationsOf({ links }: Puzzle): number {
  return links.reduce((sum, { generations }) => sum + generations, 0);
}

export function ask(
  kinship: Kinship,
  puzzle: Puzzle,
  { task, boxed = false, reasoning = false }: KinshipAsking,
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
 * Follows the statements as far as they are recalled.
 *
 * @param positions - of the statements of the puzzle
 */
export function kinshipReading(
  kinship: Kinship,
  { chain, links, statements }: Puzzle,
  { task, boxed, options }: KinshipAsking & { options: readonly string[] },
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
      // Who met several options takes the last, who met none the first.
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
