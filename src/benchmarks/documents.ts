import { z } from 'zod';
import {
  datasetFolders,
  datasetNames,
  datasetSource,
  parseDataset,
  readDataset,
} from '../base/datasets.js';
import { kept, once } from '../base/kept.js';
import { inLanguages } from '../base/languages.js';
import { PYTHON_SPACE } from '../base/text/python-text.js';
import { withAsciiMarks } from '../base/text/texts.js';

export interface Passage {
  title: string;
  text: string;
}

/** A question with the one passage that answers it. */
export interface PassageQuestion {
  question: string;
  answers: string[];
  gold: Passage;
  /** Topic of the gold passage. Others of the same topic are the closest distractors. */
  topic?: string;
  /** Distractors of its own, in order. By default other gold passages are used. */
  distractors?: Passage[];
}

const filled = z.string().trim().min(1, 'must not be empty');

const setSchema = z
  .array(
    z.strictObject({
      topic: filled,
      passages: z
        .array(
          z.strictObject({
            title: filled,
            text: filled,
            question: filled,
            answers: z.array(filled).min(1, 'must have an answer'),
          }),
        )
        .min(1, 'must have a passage'),
    }),
  )
  .min(1, 'must have a topic');

const FOLDER = 'documents';

export const SET_LANGUAGES: readonly string[] = datasetFolders(FOLDER).filter(
  (code) => datasetNames(`${FOLDER}/${code}`).length > 0,
);

export const loadDocumentSet = inLanguages(
  'multiDocumentQa: there are documents only',
  () => SET_LANGUAGES,
  (code) =>
    datasetNames(`${FOLDER}/${code}`).flatMap((name) => {
      const path = `${code}/${name}.yaml`;
      return parseDocumentSet(datasetSource(`${FOLDER}/${path}`), path);
    }),
);

/** @throws {UserError} naming the file and the field that is missing or wrong */
export function parseDocumentSet(yaml: unknown, file: string): PassageQuestion[] {
  return parseDataset(`${FOLDER}/${file}`, setSchema, yaml).flatMap(({ topic, passages }) =>
    passages.map(({ title, text, ...asked }) => ({ ...asked, topic, gold: { title, text } })),
  );
}

const phrases = z.array(filled).min(1);

const wordsSchema = z.strictObject({
  document: z.string().startsWith('[{number}]', 'must begin with [{number}]'),
  instruction: z.strictObject({ many: filled, one: filled, none: filled }),
  question: z.string().startsWith('{question}\n', 'must begin with {question} on a line'),
  /** Small-letter phrases that say that the answer is not there; the first is a whole answer. */
  absent: phrases,
  normalise: z.strictObject({
    punctuation: z.enum(['ascii', 'all']),
    articles: z.array(filled),
    spaces: z.boolean(),
  }),
});

const documentWordings = once(() =>
  readDataset('documents/wording.yaml', z.record(z.string(), wordsSchema)),
);

export const documentWords = inLanguages(
  'multiDocumentQa: there are words only',
  () => Object.keys(documentWordings()),
  (code) => documentWordings()[code]!,
);

/**
 * What makes no difference between answers. In English it is SQuAD's normalisation (arXiv:1606.05250), as Lost
 * in the Middle uses it.
 */
export interface AnswerStyle {
  /** Punctuation to remove: that of ASCII, or all after making characters half-width. */
  punctuation: 'ascii' | 'all';
  articles: string[];
  /** Whether spaces separate words. Otherwise all white space is removed. */
  spaces: boolean;
}

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ALL_PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;

/** A character of a word, as Unicode has it (UTS 18, Annex C). */
const WORD = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';

const patterns = new Map<string, RegExp>();

function articlePattern(articles: readonly string[]): RegExp {
  const words = articles.join('|');
  return kept(patterns, words, () => new RegExp(`(?<!${WORD})(?:${words})(?!${WORD})`, 'gu'));
}

/**
 * Small letters, no punctuation, no articles, single spaces or none.
 *
 * @example
 * normaliseAnswer('The  "Lantern-Bridge", 1537.', english) // 'lanternbridge 1537'
 */
export function normaliseAnswer(
  text: string,
  { punctuation, articles, spaces }: AnswerStyle,
): string {
  const isFull = punctuation === 'all';
  const bare = isFull
    ? text.normalize('NFKC').toLowerCase().replace(ALL_PUNCTUATION, '')
    : text.toLowerCase().replace(ASCII_PUNCTUATION, '');
  const words = articles.length === 0 ? bare : bare.replace(articlePattern(articles), ' ');
  const joined = words.replace(PYTHON_SPACE, spaces ? ' ' : '').replace(/^ | $/g, '');
  // Letters and accents that now touch become one character.
  return isFull ? joined.normalize('NFKC') : joined;
}

/**
 * A text as answers are compared: normalised, whichever quotation marks and hyphens it has.
 *
 * @example
 * comparableAnswer('the Bishop’s Thumb', english) // 'bishops thumb'
 */
export function comparableAnswer(text: string, style: AnswerStyle): string {
  return normaliseAnswer(withAsciiMarks(text), style);
}

/**
 * Whether one of the accepted answers stands in a text. An answer of which nothing is left stands
 * nowhere.
 *
 * @param text - made alike already
 */
export function holdsAnswer(text: string, answers: readonly string[], style: AnswerStyle): boolean {
  return answers.some((answer) => {
    const normal = comparableAnswer(answer, style);
    return normal !== '' && text.includes(normal);
  });
}

const normalised = new WeakMap<AnswerStyle, WeakMap<Passage, string>>();

export function normalPassage(passage: Passage, style: AnswerStyle): string {
  const texts = kept(normalised, style, () => new WeakMap());
  return kept(texts, passage, () => comparableAnswer(`${passage.title}\n${passage.text}`, style));
}
