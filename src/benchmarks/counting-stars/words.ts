import { z } from 'zod';
import { checked } from '../../base/datasets.js';
import { kept } from '../../base/kept.js';
import {
  failIn,
  type Language,
  languageSchema,
  loadLanguage,
  placeholderComplaint,
  withPlaces,
} from '../../base/languages.js';
import type { LanguageReference } from '../../base/references.js';
import { literal } from '../../base/text/literal.js';
import { fillFormat } from '../fill-format.js';

export const STARS_TASKS = ['acquisition', 'reasoning', 'sum', 'corrections'] as const;

export type StarsTask = (typeof STARS_TASKS)[number];

const COMMON_PLACES = ['subject', 'Subject', 'symbol', 'key'];

/** What is wrong with a sentence or question, as a clause that begins with "must" or "has". */
export function sentenceComplaint(text: string, needed: readonly string[]): string | undefined {
  return placeholderComplaint(text, needed, COMMON_PLACES);
}

const sentence = (...needed: string[]) => z.string().superRefine(withPlaces(needed, COMMON_PLACES));

const counting = {
  /** Who counts. `{subject}` in sentences, `{Subject}` with a capital. */
  subject: z.string().min(1),
  /** What is counted. */
  symbol: z.string().min(1),
  key: z.string().min(1),
};

const wordsSchema = z.strictObject({
  ...languageSchema.shape,
  ...counting,
  /** Others who count other things, if several questions are asked of one context. */
  others: z.array(z.strictObject(counting)).default([]),
  tasks: z.strictObject({
    acquisition: z.strictObject({ star: sentence('count'), question: sentence() }),
    reasoning: z.strictObject({ star: sentence('wrong', 'count'), question: sentence() }),
    sum: z.strictObject({ star: sentence('count'), question: sentence() }),
    corrections: z.strictObject({
      star: sentence('count'),
      selfOver: sentence('wrong', 'difference'),
      selfUnder: sentence('wrong', 'difference'),
      lastOver: sentence('count', 'difference'),
      lastUnder: sentence('count', 'difference'),
      question: sentence(),
    }),
  }),
  distractors: z.array(z.string().superRefine(withPlaces(['count']))).min(1),
  units: z.array(z.string().min(1)).min(1),
});

type StarWords = z.output<typeof wordsSchema>;

const read = new WeakMap<Language, StarWords>();

/** Returns a language with its words for stars. */
export function starWords(reference: LanguageReference): StarWords {
  const language = loadLanguage(reference);
  const file = typeof reference === 'string' ? reference : reference.file;
  return kept(read, language, () => checked(language, wordsSchema, failIn(file)));
}

/** A user's own words for stars that would stand out in their text, without a whole language file. */
export interface OwnWording {
  subject?: string;
  symbol?: string;
  key?: string;
  star?: string;
  question?: string;
}

export interface Wording extends Pick<StarWords, 'subject' | 'symbol' | 'key'> {
  between: string;
  sentences: Record<string, string>;
  question: string;
}

export function fill(
  template: string,
  { subject, symbol, key }: Pick<Wording, 'subject' | 'symbol' | 'key'>,
  values: Record<string, string | number | undefined> = {},
): string {
  const Subject = subject.charAt(0).toUpperCase() + subject.slice(1);
  return fillFormat(template, { subject, Subject, symbol, key, ...values });
}

/**
 * Makes a pattern of a kind of star sentence. Its groups `count`, `wrong` and `difference` hold the numbers,
 * and its end may be missing.
 */
export function starPattern(template: string, wording: Wording): RegExp {
  const sentence = fill(template, wording)
    .trim()
    .replace(/[.。]$/u, '');
  const seen = new Set<string>();
  const pattern = literal(sentence).replace(
    /\\\{(count|wrong|difference)\\\}/g,
    (_, name: string) => {
      if (seen.has(name)) return '\\d+';
      seen.add(name);
      return `(?<${name}>\\d+)`;
    },
  );
  return new RegExp(pattern, 'giu');
}
