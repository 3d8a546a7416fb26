/**
 * Reads sets of needles: invented facts with questions, and chains that answer only together. Users' files have
 * the form of datasets/needles/.
 */

import { z } from 'zod';
import { datasetNames, readDataset } from '../../base/datasets.js';
import { inLanguages, languageCode, loadLanguage, withPlaces } from '../../base/languages.js';
import type { LanguageReference } from '../../base/references.js';

/** A question with all the sentences needed to answer it. */
export interface Needle {
  name: string;
  sentences: string[];
  question: string;
  answer: string;
  /** Any of these in an answer makes it right. */
  keywords: string[];
  distractors: Distractor[];
  /** For authors' needles: what they are about and say, which a prompt has only once. */
  about?: string[];
}

export interface Distractor {
  sentence: string;
  keywords: string[];
}

export interface NeedleSet {
  between: string;
  /** The frame around `{question}`, or around `{questions}` with one per line. */
  ask: { one: string; several: string };
  /** Phrases in small letters for a missing answer. The first is a whole answer. */
  absent: string[];
  single: Needle[];
  chains: Needle[];
  /** How a template asks for several needles. By default one question per line. */
  together?(questions: readonly string[]): string;
}

const TEXT = 'must be a text';
const KEYWORDS = 'must be a list of keywords';
const DISTRACTORS = 'must have a `sentence` and the `keywords` of its answer';

const text = z.string(TEXT).trim().min(1, 'must not be empty');

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

/** Returns what stands around users' needles: the same as in the language's own set, if any. */
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

/** What a file says. Ours say everything. */
export type ReadSet = Partial<Around> & Pick<NeedleSet, 'single' | 'chains'>;

export function parsedSet({ single, chains, ...around }: z.output<typeof setSchema>): ReadSet {
  return {
    ...(around as Partial<Around>),
    single: single.map(({ sentence, ...rest }) => ({ ...rest, sentences: [sentence] })),
    chains,
  };
}
