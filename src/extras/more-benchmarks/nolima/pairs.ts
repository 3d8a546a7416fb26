/** What a Case of NoLiMa asks, and of whom: of our facts, or of a needle set of the authors'. */

import seedrandom from 'seedrandom';
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../../base/languages.js';
import type { FileReference } from '../../../base/references.js';
import { shuffled } from '../../../base/shuffle.js';
import { UserError } from '../../../base/user-error.js';
import { jsonReader } from '../../../benchmarks/published/published-records.js';
import { LETTERS } from '../../../benchmarks/scoring.js';
import type { Case, CaseDraft } from '../../../contract/case.js';

const filled = z.string().min(1);
const lines = z.array(filled).min(1);

const withName = z.string().superRefine(withPlaces(['name']));

const factSchema = z.strictObject({
  name: filled,
  /** The fact with the character in front. */
  straight: withName.refine((text) => text.startsWith('{name}'), 'must begin with {name}'),
  /** The fact with the character behind. */
  inverted: withName.refine((text) => !text.startsWith('{name}'), 'must not begin with {name}'),
  /** A question that one piece of knowledge connects with the fact. */
  oneHop: filled,
  /** A question that two pieces connect with it. */
  twoHop: filled,
  /** A question in the words of the fact. */
  direct: filled,
  /** What must not stand in the haystack, since it would be a second answer. */
  keywords: z.strictObject({ fact: lines, oneHop: lines, twoHop: lines }),
  /** Facts to whose questions this one could be an answer too: it is no distractor of theirs. */
  near: z.array(filled).default([]),
});

const wordsSchema = z.strictObject({
  ask: filled.superRefine(withPlaces(['question'])),
  /** Stands before the options of a multiple choice. */
  choose: filled,
  absent: lines,
  /** Words that question and fact may share. */
  common: lines,
  names: z.array(filled).min(4),
  facts: z.array(factSchema).min(1),
});

type NolimaFact = z.output<typeof factSchema>;

export type NolimaWords = z.output<typeof wordsSchema>;

export const loadNolimaWords = wordsIn('nolima', wordsSchema, 'nolima: there are facts only');

/**
 * Needle sets of the authors: a JSON list of needles, each with its questions by kind and with several
 * tests, which fill the places {1}, {2} and so on; {CHAR} is the character that is asked for.
 */

const text = z.string();

const entriesSchema = z
  .array(
    z.object({
      id: text,
      needle: text,
      questions: z.record(text, text),
      character_set: z.array(text).default([]),
      tests: z.record(
        text,
        z.object({ input_args: z.array(text), gold_answers: z.array(text).default([]) }),
      ),
      distractors: z.record(text, text).optional(),
      task_template: text.optional(),
      system_prompt: text.optional(),
    }),
  )
  .min(1, 'must have a needle');

const setSchema = entriesSchema
  .transform((entries) => entries.flatMap(pairsOf))
  .superRefine((pairs, context) => {
    const open = pairs.find(({ needle, characters, answers }) =>
      needle.includes('{CHAR}') ? characters.length === 0 : answers.length === 0,
    );
    if (open === undefined) return;
    const message = `${open.name} has neither a \`character_set\` for {CHAR} nor \`gold_answers\``;
    context.addIssue({ code: 'custom', message });
  });

/** All pairs of question and needle of a set. Throws a UserError for a field that is missing or wrong. */
export const readNeedleSet = jsonReader(
  'published',
  setSchema,
  'A needle set is a JSON list of objects with `id`, `needle`, `questions`, `tests` and `character_set`.',
);

type PublishedPair = ReturnType<typeof pairsOf>[number];

function pairsOf(entry: z.output<typeof entriesSchema>[number]) {
  return Object.entries(entry.questions).flatMap(([kind, question]) =>
    Object.entries(entry.tests).map(([test, { input_args: args, gold_answers: answers }]) => {
      const fill = (template: string) =>
        args.reduce((filled, arg, i) => filled.replaceAll(`{${i + 1}}`, () => arg), template);
      const distractor = entry.distractors?.[kind];
      return {
        // As the authors name their tests: `0401_T16_C02_onehop`.
        name: `${entry.id}_${test}_${kind}`,
        kind,
        needle: fill(entry.needle),
        question: fill(question),
        characters: entry.character_set,
        // For a needle without a place for a character.
        answers,
        // As the authors do, who fill a distractor with the test's words: one without a place is not hidden.
        ...(distractor &&
          args.some((_, i) => distractor.includes(`{${i + 1}}`)) && {
            distractor: fill(distractor),
          }),
        ...(entry.system_prompt && { system: entry.system_prompt }),
        ...(entry.task_template && { template: entry.task_template }),
      };
    }),
  );
}

export const PHRASINGS = ['straight', 'inverted'] as const;

type Phrasing = (typeof PHRASINGS)[number];

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
