/**
 * Puzzles of the Ancestral Trace Challenge: people, and statements of kinship that lead from the
 * youngest to the eldest. Words and names come from `datasets/kinship/`.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { datasetNames, readDataset } from '../../datasets.js';
import { inLanguages } from '../../languages.js';
import { shuffled } from '../../shuffle.js';

const RELATIONS = ['mother', 'father', 'grandmother', 'grandfather'] as const;

const words = z.array(z.string().min(1)).min(1);
const withPlaces = (...places: string[]) =>
  z.string().refine((text) => places.every((place) => text.includes(`{${place}}`)), {
    message: `must have ${places.map((place) => `{${place}}`).join(' and ')}`,
  });
const statements = z.array(withPlaces('elder', 'younger')).min(1);

const kinshipSchema = z.strictObject({
  /** What stands between two sentences of the language. */
  between: z.string(),
  people: z.strictObject({
    /** How a full name is put together. */
    name: withPlaces('given', 'surname'),
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
  intro: z.string().min(1),
  ask: z.strictObject({ choice: withPlaces('person'), open: withPlaces('person') }),
  /** One line of a multiple choice. */
  option: withPlaces('letter', 'name'),
  /** The last line of an answer. */
  answer: withPlaces('answer'),
});

/** Everything of the challenge that depends on a language. */
export type Kinship = z.output<typeof kinshipSchema>;

/** Codes of the languages that the challenge is written in. */
export const KINSHIP_LANGUAGES: readonly string[] = datasetNames('kinship/');

/** The words of a language. Throws a UserError when the challenge is not written in it. */
export const loadKinship = inLanguages(
  'ancestralTrace: kinship is written only',
  () => KINSHIP_LANGUAGES,
  (code) => readDataset(`kinship/${code}.yaml`, kinshipSchema),
);

/** A person of a puzzle. */
interface Person {
  name: string;
  female: boolean;
}

/** Statements about one line of ancestors, and what follows from them. */
export interface Puzzle {
  /** Names from the youngest to the eldest: one more than there are steps. */
  chain: string[];
  /** All statements, those of another family among them, in shuffled order. */
  statements: string[];
  /** People of the other family, from the youngest to the eldest. */
  others: string[];
  /** People whom no statement mentions. */
  strangers: string[];
}

/** So many people that no statement mentions fill up a multiple choice. */
const STRANGERS = 12;

/**
 * Make the puzzle of a seed: a chain of people, each an ancestor of the one before.
 *
 * @param steps - statements about the chain
 * @param distractors - statements about another family, which has nothing to do with it
 */
export function makePuzzle(
  kinship: Kinship,
  { steps, distractors = 0, seed }: { steps: number; distractors?: number; seed: number },
): Puzzle {
  const random = seedrandom(`ancestral-trace/${seed}/${steps}/${distractors}`);
  const others = distractors > 0 ? distractors + 1 : 0;
  const people = drawPeople(kinship, steps + 1 + others + STRANGERS, random);
  const chain = people.slice(0, steps + 1);
  const family = people.slice(steps + 1, steps + 1 + others);
  const sentences = [...lineOf(kinship, chain, random), ...lineOf(kinship, family, random)];
  const namesOf = (list: readonly Person[]) => list.map(({ name }) => name);
  return {
    chain: namesOf(chain),
    statements: shuffled(sentences, random),
    others: namesOf(family),
    strangers: namesOf(people.slice(steps + 1 + others)),
  };
}

/** Different people in an order that says nothing of who is older. */
function drawPeople({ people }: Kinship, amount: number, random: () => number): Person[] {
  const { female, male, surnames } = people;
  const all = surnames.flatMap((surname) =>
    [...female, ...male].map((given, i) => ({
      name: people.name.replace('{given}', given).replace('{surname}', surname),
      female: i < female.length,
    })),
  );
  return shuffled(all, random).slice(0, amount);
}

/** One statement for each person and the next older one. */
function lineOf(kinship: Kinship, people: readonly Person[], random: () => number): string[] {
  return people.slice(1).map((elder, i) => {
    const [mother, father, grandmother, grandfather] = RELATIONS;
    const isParent = random() < 0.5;
    const relation = elder.female
      ? isParent
        ? mother
        : grandmother
      : isParent
        ? father
        : grandfather;
    const templates = kinship.statements[relation];
    return templates[Math.floor(random() * templates.length)]!.replace(
      '{elder}',
      elder.name,
    ).replace('{younger}', people[i]!.name);
  });
}
