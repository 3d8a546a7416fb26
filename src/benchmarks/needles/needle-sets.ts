/**
 * Sets of needles: invented facts with a question to each, and chains of facts that answer a question
 * only together. The files in datasets/needles/ and files of a user's own have the same form.
 */
import { z } from 'zod';
import { datasetNames, readDataset } from '../../base/datasets.js';
import { inLanguages, languageCode, loadLanguage, withPlaces } from '../../base/languages.js';
import type { LanguageReference } from '../../base/references.js';

/** A question with all the sentences that one must find to answer it. */
export interface Needle {
  name: string;
  sentences: string[];
  question: string;
  answer: string;
  /** An answer that holds one of these is right. */
  keywords: string[];
  /** Sentences like its own, of which a prompt may hide some. */
  distractors: Distractor[];
  /** Of a needle of the authors': what it is about and what it says, which a prompt has only once. */
  about?: string[];
}

/** A sentence like that of a needle, with another answer. */
export interface Distractor {
  sentence: string;
  /** What its answer is known by. */
  keywords: string[];
}

export interface NeedleSet {
  /** What stands between two sentences of the language: a space, or nothing. */
  between: string;
  /** What is asked around `{question}` or, with a line for each, around `{questions}`. */
  ask: { one: string; several: string };
  /** Small-letter phrases that say that an answer is not there; the first is a whole answer. */
  absent: string[];
  /** Needles of one sentence. */
  single: Needle[];
  /** Needles of two to five sentences. */
  chains: Needle[];
  /** What a template asks of several needles, if not their questions a line each. */
  together?(questions: readonly string[]): string;
}

const TEXT = 'must be a text';
const KEYWORDS = 'must be a list of keywords';
const DISTRACTORS = 'must have a `sentence` and the `keywords` of its answer';

const text = z.string(TEXT).trim().min(1, 'must not be empty');

/** A number such as 617 is a text too. */
const value = z.union([text, z.number().transform(String)], TEXT);

const keywords = z.array(value, KEYWORDS).nonempty('must list at least one keyword');

const question = {
  question: text,
  keywords,
  distractors: z
    .array(
      z.strictObject({ sentence: text, keywords }, DISTRACTORS),
      'must be a list of sentences, each with the `keywords` of its answer',
    )
    .default([]),
};

export const ownNeedle = z.strictObject(
  { sentence: text, ...question, answer: value.optional() },
  'must be a needle with `sentence`, `question` and `keywords`',
);

export type OwnNeedle = z.output<typeof ownNeedle>;

const ask = (placeholder: string) => z.string(TEXT).superRefine(withPlaces([placeholder]));

const CHAIN = 'must be a list of two to five sentences';

export const setSchema = z.strictObject({
  between: z.string(TEXT).optional(),
  ask: z.strictObject({ one: ask('question'), several: ask('questions') }).optional(),
  absent: z
    .array(text.toLowerCase(), 'must be a list of phrases')
    .nonempty('must list at least one phrase')
    .optional(),
  single: z
    .array(z.strictObject({ name: text, sentence: text, ...question, answer: value }))
    .default([]),
  chains: z
    .array(
      z.strictObject({
        name: text,
        sentences: z.array(text, CHAIN).min(2, CHAIN).max(5, CHAIN),
        ...question,
        answer: value,
      }),
    )
    .default([]),
});

export const NEEDLE_LANGUAGES: readonly string[] = datasetNames('needles/');

type Around = Pick<NeedleSet, 'between' | 'ask' | 'absent'>;

/** What stands around needles of the user's own: as in the language's own set, if it has one. */
export function surroundings(language: LanguageReference): Around {
  if (hasNeedles(language)) return ownSet(language);
  return {
    between: loadLanguage(language).between,
    ask: { one: '{question}', several: '{questions}' },
    absent: ['not stated'],
  };
}

function hasNeedles(language: LanguageReference): boolean {
  return NEEDLE_LANGUAGES.includes(languageCode(language) ?? '');
}

/**
 * Our needles in a language.
 *
 * @throws {UserError} when there are none
 */
export const ownSet = inLanguages(
  'needles: there are needles only',
  () => NEEDLE_LANGUAGES,
  (code) => parsedSet(readDataset(`needles/${code}.yaml`, setSchema)) as NeedleSet,
  'Use one of these, or name a file of your own with the option `needles`',
);

/** What a file says; one of ours says everything. */
export type ReadSet = Partial<Around> & Pick<NeedleSet, 'single' | 'chains'>;

export function parsedSet({ single, chains, ...around }: z.output<typeof setSchema>): ReadSet {
  return {
    ...(around as Partial<Around>),
    single: single.map(({ sentence, ...rest }) => ({ ...rest, sentences: [sentence] })),
    chains,
  };
}
